"""The people and leagues of the demonstration, made once: everything goes through the same actions as on the pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tournaments.actions.league import leagues
from tournaments.models import League, Player

ORGANISER = ("Olivia", "olivia@club.example")
YOU = ("Anna", "anna@home.example")
ROBOTS = (("Bea", "bea@robots.example"), ("Chidi", "chidi@robots.example"), ("Dora", "dora@robots.example"))
PROOF_PLAYERS = (("Łucja", "lucja@one.example"), ("Ελένη", "eleni@two.example"), ("Chidi", "chidi@three.example"))
ZONE = "Europe/Brussels"
SEATS = 3
GAME = "bruges"  # of the sample leagues


@dataclass(frozen=True, slots=True)
class Cast:
    organiser: Player
    you: Player
    robots: tuple[Player, ...]


def settle_in() -> Cast:
    """The organiser, the visitor's own player and the robots; made when they are missing."""
    organiser = _person(*ORGANISER, is_staff=True, prepares=True)
    you = _person(*YOU)
    robots = tuple(_person(*robot, is_robot=True) for robot in ROBOTS)
    return Cast(organiser, you, robots)


def sample_leagues(cast: Cast) -> None:
    """One league that is running, with the visitor at its table, and one that is open to join."""
    if League.objects.exists():
        return
    autumn = _open_league(
        cast.organiser,
        "Autumn",
        {cast.you: "tulip", cast.robots[0]: "rain", cast.robots[1]: "bell"},
        about="Three players, one table: the quickest way to see how a game by mail feels.",
    )
    leagues.start(autumn, cast.organiser)
    about = "Open to everybody until the organiser starts it."
    _open_league(cast.organiser, "Winter", dict.fromkeys(cast.robots, ""), room=7, about=about)


def proof_league(game: str) -> None:
    """A league of one table of that game for the players of `make demo`, started."""
    organiser = _person(*ORGANISER, is_staff=True, prepares=True)
    players = [_person(*player) for player in PROOF_PLAYERS]
    leagues.start(_open_league(organiser, "Proof", dict.fromkeys(players, "tulip"), game=game), organiser)


def _open_league(
    organiser: Player,
    season: str,
    entrants: Mapping[Player, str],
    room: int = SEATS,
    about: str = "",
    game: str = GAME,
) -> League:
    """A league that can be joined, with entrants and their words for the chance already in it."""
    league = leagues.create(
        organiser,
        name=f"{season} League",
        tag=season,
        about=about,
        game=game,
        seats=SEATS,
        max_players=room,
        turn_time=timedelta(hours=48),
        delay=timedelta(0),
        reveal_delay=timedelta(0),
        provisional=timedelta(0),
    )
    leagues.open_league(league, organiser)
    for player, word in entrants.items():
        leagues.enrol(league, player, word)
    return league


def _person(name: str, email: str, **marks: Any) -> Player:
    found = Player.objects.filter(email=email).first()
    if found:
        return found
    return Player.objects.create_user(email, name=name, zone=ZONE, **marks)
