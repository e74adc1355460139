"""The usual cast: a player, an opponent, a third, an organiser, an outsider, and the leagues they play."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from tournaments.actions.league import leagues
from tournaments.models import League, Player, Seat, Table

ZONE = "Europe/Brussels"


@dataclass(slots=True)
class Cast:
    """Persons who have proved their address."""

    player: Player
    opponent: Player
    third: Player
    organiser: Player
    outsider: Player
    words: list[str] = field(default_factory=lambda: ["tulip", "", "rain"])

    @property
    def players(self) -> list[Player]:
        return [self.player, self.opponent, self.third]


def person(name: str, email: str = "", **marks: Any) -> Player:
    """A player who has proved the address."""
    from django.utils import timezone

    values = {"zone": ZONE, "verified_at": timezone.now(), "prepares": marks.get("is_staff", False), **marks}
    return Player.objects.create_user(email or f"{name.lower()}@example.net", name=name, **values)


def make_cast() -> Cast:
    return Cast(
        player=person("Anna"),
        opponent=person("Bea"),
        third=person("Chidi"),
        organiser=person("Olivia", is_staff=True),
        outsider=person("Otto"),
    )


def prepared_league(cast: Cast, **settings: Any) -> League:
    """A league of three seats that is open to join; its results are final at once."""
    values: dict[str, Any] = {
        "name": "Autumn League",
        "tag": "Autumn",
        "game": "bruges",
        "seats": 3,
        "max_players": 7,
        "turn_time": timedelta(hours=48),
        "delay": timedelta(0),
        "provisional": timedelta(0),
    }
    if League.objects.filter(tag=values["tag"]).exclude(state__in=League.OVER).exists():  # no two are called alike
        number = League.objects.count() + 1
        values |= {"name": f"Autumn League no. {number}", "tag": f"Autumn no. {number}"}
    league = leagues.create(cast.organiser, **{**values, **settings})
    return leagues.open_league(league, cast.organiser)


def running_league(cast: Cast, **settings: Any) -> League:
    """A league whose one table the player, the opponent and the third sit at."""
    league = prepared_league(cast, **settings)
    for player, word in zip(cast.players[: league.seats], cast.words, strict=False):
        leagues.enrol(league, player, word)
    return leagues.start(league, cast.organiser)


def only_table(league: League) -> Table:
    return league.tables.get(state=Table.State.RUNNING)


def asked_seat(table: Table) -> Seat:
    """The seat whose answer the table waits for."""
    return Seat.objects.select_related("player", "table__league").get(
        table=table, turns__ended_at=None, turns__isnull=False
    )
