"""The named tie-breaks of a league, each a number of a player's record. The chain says which decides first."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256

from engine.language.languages import to_say
from tournaments.formats.numbers import percent, plain
from tournaments.language.speech import say

Player = Hashable


class UnknownTieBreak(ValueError):
    """A league asks for a tie-break that is not known here."""


@dataclass(slots=True)
class Record:
    """The results of a player so far.

    points  league points;  places  exact share of each place (2 players who share the first have half of the first
            and half of the second);  shares  own score divided by the winner's, one per game
    """

    player: Player
    points: Fraction = Fraction(0)
    places: dict[int, Fraction] = field(default_factory=dict)
    shares: list[Fraction] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.shares)

    def place(self, number: int) -> Fraction:
        return self.places.get(number, Fraction(0))

    def weigh(self, factor: Fraction) -> None:
        """Multiply by a factor what is added up over the games; shares are averages and stay."""
        self.points *= factor
        self.places = {number: share * factor for number, share in self.places.items()}


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One link of the chain: the greater value goes ahead.

    title  as printed in the league's rules;  what  as in "ahead of Bea on <what>, 3 to 2"
    value  (record, lot seed) -> number;  show  number -> text
    """

    name: str
    title: str
    what: str
    value: Callable[[Record, str], Fraction]
    show: Callable[[Fraction], str] = plain

    def sentence(self, other: str, mine: Fraction, theirs: Fraction) -> str:
        """The reason why a player is ahead of the one named `other`: "ahead of Bea on second places, 3 to 2"."""
        if self.name == "lot":
            return say("ahead of {other} by lot", other=other)
        return say(
            "ahead of {other} on {what}, {mine} to {theirs}",
            other=other, what=say(self.what), mine=self.show(mine), theirs=self.show(theirs),
        )  # fmt: skip


def lot(player: Player, seed: str) -> Fraction:
    """The player's lot, from 0 to 1: SHA-256 of "<seed>:<player>" as a number, divided by 2**256."""
    digest = sha256(f"{seed}:{player}".encode()).digest()
    return Fraction(int.from_bytes(digest, "big"), 2**256)


def _lot_of(record: Record, seed: str) -> Fraction:
    """The player's lot; 0 before their first game, so that all who have not played yet are level."""
    return lot(record.player, seed) if record.games else Fraction(0)


def share(record: Record, _seed: str = "") -> Fraction:
    """Own score divided by the winner's, averaged over the games played."""
    return sum(record.shares, Fraction(0)) / len(record.shares) if record.shares else Fraction(0)


TIE_BREAKS: dict[str, TieBreak] = {
    link.name: link
    for link in (
        TieBreak("points", to_say("league points"), to_say("points"), lambda record, _: record.points),
        TieBreak("wins", to_say("games won"), to_say("wins"), lambda record, _: record.place(1)),
        TieBreak("seconds", to_say("second places"), to_say("second places"), lambda record, _: record.place(2)),
        TieBreak(
            "share",
            to_say("average share of the winner's score"),
            to_say("the share of the winner's score"),
            share,
            percent,
        ),
        TieBreak("lot", to_say("lot, drawn by a hash that anybody can recompute"), to_say("lot"), _lot_of),
    )
}
CHAIN = ("points", "wins", "seconds", "share", "lot")


def chain(names: Sequence[str] = CHAIN) -> tuple[TieBreak, ...]:
    """The tie-breaks with those names, points always first. UnknownTieBreak names one that does not exist."""
    unknown = [name for name in names if name not in TIE_BREAKS]
    if unknown:
        raise UnknownTieBreak(f"No tie-break is called {unknown[0]!r}; known are {', '.join(TIE_BREAKS)}.")
    return tuple(TIE_BREAKS[name] for name in dict.fromkeys(("points", *names)))
