"""The people and leagues of the demonstration, made once: everything goes through the same actions as on the pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tournaments.actions import leagues, people
from tournaments.models import League, Player

ORGANISER = ("Olivia", "olivia@club.example")
YOU = ("Anna", "anna@home.example")
ROBOTS = (("Bea", "bea@robots.example"), ("Chidi", "chidi@robots.example"), ("Dora", "dora@robots.example"))
PROOF_PLAYERS = (("Łucja", "lucja@one.example"), ("Ελένη", "eleni@two.example"), ("Chidi", "chidi@three.example"))
ZONE = "Europe/Brussels"


@dataclass(frozen=True, slots=True)
class Cast:
    organiser: Player
    you: Player
    robots: tuple[Player, ...]


def settle_in() -> Cast:
    """The organiser, the visitor's own player and the robots; made when they are missing."""
    organiser = _person(*ORGANISER, is_staff=True)
    you = _person(*YOU)
    robots = tuple(_person(*robot, is_robot=True) for robot in ROBOTS)
    return Cast(organiser, you, robots)


def sample_leagues(cast: Cast) -> None:
    """One league that is running, with the visitor at its table, and one that is open to join."""
    if League.objects.exists():
        return
    autumn = leagues.create(
        cast.organiser,
        name="Autumn League",
        tag="Autumn",
        about="Three players, one table: the quickest way to see how a game by mail feels.",
        game="bruges",
        seats=3,
        max_players=3,
        turn_time=timedelta(hours=48),
        delay=timedelta(0),
    )
    leagues.open_league(autumn, cast.organiser)
    leagues.enrol(autumn, cast.you, "tulip")
    for robot, word in zip(cast.robots, ("rain", "bell"), strict=False):
        leagues.enrol(autumn, robot, word)
    leagues.start(autumn, cast.organiser)
    winter = leagues.create(
        cast.organiser,
        name="Winter League",
        tag="Winter",
        about="Open to everybody until the organiser starts it.",
        game="bruges",
        seats=3,
        max_players=7,
        turn_time=timedelta(hours=48),
        delay=timedelta(0),
    )
    leagues.open_league(winter, cast.organiser)
    for robot in cast.robots:
        leagues.enrol(winter, robot, "")


def proof_league() -> None:
    """A league of one table for the players of `make demo`, started."""
    organiser = _person(*ORGANISER, is_staff=True)
    league = leagues.create(
        organiser,
        name="Proof League",
        tag="Proof",
        game="bruges",
        seats=len(PROOF_PLAYERS),
        max_players=len(PROOF_PLAYERS),
        delay=timedelta(0),
    )
    leagues.open_league(league, organiser)
    for name, address in PROOF_PLAYERS:
        leagues.enrol(league, _person(name, address), "tulip")
    leagues.start(league, organiser)


def _person(name: str, email: str, **marks: Any) -> Player:
    found = Player.objects.filter(email=email).first()
    if found:
        return found
    player = Player.objects.create_user(email, name=name, zone=ZONE, **marks)
    people.confirm(player)
    return player
