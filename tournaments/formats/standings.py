"""League points and the table of standings, with the reason for every place. Pure: results in, rows out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.numbers import plain
from tournaments.formats.tiebreaks import CHAIN, Player, Record, TieBreak, chain
from tournaments.language.speech import say

VECTORS: dict[int, tuple[int, ...]] = {2: (5, 2), 3: (6, 3, 1), 4: (10, 6, 3, 1)}  # the usual points by place


def usual_points(seats: int) -> list[int]:
    """The league points by place of tables of that many seats, where nothing else is set."""
    return list(VECTORS.get(seats, range(seats, 0, -1)))


class BadResult(ValueError):
    """Ranks that no finished table can have."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished table: players, their scores and their ranks by seat; who shares a place shares the number."""

    players: tuple[Player, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """The number of a player's games that count in the end, of how many that were drawn: the others are void."""

    counting: int
    drawn: int

    @property
    def factor(self) -> Fraction:
        """The factor for points and places, as if all had been played; 1 where no game counts."""
        return Fraction(self.drawn, self.counting) if self.counting else Fraction(1)

    @property
    def sentence(self) -> str:
        return say(
            "{counting} of {drawn} games count, so points and places are multiplied by {factor}",
            counting=self.counting, drawn=self.drawn, factor=plain(self.factor),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lead:
    """The lead of a player over the next one in the standings; its words are said when they are read.

    over    that one's name
    link    the tie-break that decides between them, by these values; None where they are level
    """

    over: str
    link: TieBreak | None = None
    mine: Fraction = Fraction(0)
    theirs: Fraction = Fraction(0)

    @property
    def explanation(self) -> str:
        """ "ahead of Bea on second places, 3 to 2", "level with Bea"; "" where plain points decide."""
        if self.link is None:
            return say("level with {other}", other=self.over)
        return "" if self.link.name == "points" else self.link.sentence(self.over, self.mine, self.theirs)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings.

    values  tie-break name -> exact value, in the order of the chain (points first)
    shown   the same as text
    lead    what puts this player ahead of the next one; None for the last, and where there is nothing to say yet
    share   of the games drawn that count, where some are void
    """

    place: int
    player: Player
    points: Fraction
    games: int
    values: Mapping[str, Fraction]
    shown: Mapping[str, str]
    lead: Lead | None
    share: Share | None = None

    @property
    def decided_by(self) -> str:
        """The tie-break that puts this player ahead of the next one; "" for the last and for a shared place."""
        return self.lead.link.name if self.lead and self.lead.link else ""

    @property
    def explanation(self) -> str:
        """ "ahead of Bea on second places, 3 to 2", and how the points are weighted; "" where nothing is to be said."""
        return explained(self.lead, self.share)


def explained(lead: Lead | None, share: Share | None) -> str:
    """The words beside the points in a line of the standings."""
    said = (lead.explanation if lead else "", share.sentence if share else "")
    return "; ".join(filter(None, said))


def league_points(ranks: Sequence[int], vector: Sequence[int | Fraction]) -> list[Fraction]:
    """Points by seat; players who share places share their points exactly. Places beyond the vector earn nothing."""
    shared = [_places(rank, ranks) for rank in ranks]
    return [sum((_at(vector, place) for place in places), Fraction(0)) / len(places) for places in shared]


def _places(rank: int, ranks: Sequence[int]) -> range:
    """The places that the players of one rank fill together: two seconds fill 2 and 3."""
    if rank != 1 + sum(other < rank for other in ranks):
        raise BadResult(f"The ranks {list(ranks)} leave out a place.")
    return range(rank, rank + list(ranks).count(rank))


def _at(vector: Sequence[int | Fraction], place: int) -> Fraction:
    return Fraction(vector[place - 1]) if place <= len(vector) else Fraction(0)


def put_last(result: Result, seats: Collection[int]) -> Result:
    """The result if those seats had come last together: for seats that the stand-in finished."""
    stayed = [seat for seat in range(len(result.ranks)) if seat not in seats]
    ranks = [1 + len(stayed)] * len(result.ranks)
    for seat in stayed:
        ranks[seat] = 1 + sum(result.ranks[other] < result.ranks[seat] for other in stayed)
    return Result(result.players, result.totals, tuple(ranks))


def standings(
    results: Iterable[Result],
    points: Sequence[int | Fraction],
    tie_breaks: Sequence[str] = CHAIN,
    lot_seed: str = "",
    *,
    players: Iterable[Player] = (),
    without: Collection[Player] = (),
    names: Mapping[Player, str] | None = None,
    shares: Mapping[Player, Share] | None = None,
) -> list[Row]:
    """The standings after those results, best first.

    `players` adds those without a finished game, `without` takes out who is disqualified, while the games count for
    the others; `names` are used in explanations; `shares` are of those who have lost games that are void.
    A chain without "lot" may leave
    players level: they share the place. UnknownTieBreak and BadResult as their modules say.
    """
    records = {player: Record(player) for player in players}
    for result in results:
        _enter(records, result, points)
    for player in without:
        records.pop(player, None)
    for player, share in (shares or {}).items():
        if player in records:
            records[player].weigh(share.factor)
    links = chain(tie_breaks)
    lines = [(tuple(link.value(record, lot_seed) for link in links), record) for record in records.values()]
    lines.sort(key=lambda line: line[0], reverse=True)
    called = {player: str(player) for player in records} | dict(names or {})
    places = [0] * len(lines)
    for index, (values, _) in enumerate(lines):
        places[index] = places[index - 1] if index and values == lines[index - 1][0] else index + 1
    return [_row(index, place, lines, links, called, shares or {}) for index, place in enumerate(places)]


def _enter(records: dict[Player, Record], result: Result, points: Sequence[int | Fraction]) -> None:
    best = max(result.totals)
    earned = league_points(result.ranks, points)
    for player, total, rank, won in zip(result.players, result.totals, result.ranks, earned, strict=True):
        record = records.setdefault(player, Record(player))
        record.points += won
        record.shares.append(_share(total, best))
        places = _places(rank, result.ranks)
        for place in places:
            record.places[place] = record.place(place) + Fraction(1, len(places))


def _share(total: int, best: int) -> Fraction:
    """Own score by the best score; where nobody has scored at all, the best have all and the others nothing."""
    return Fraction(total, best) if best > 0 else Fraction(total == best)


Line = tuple[tuple[Fraction, ...], Record]


def _row(
    index: int,
    place: int,
    lines: Sequence[Line],
    links: Sequence[TieBreak],
    names: Mapping[Player, str],
    shares: Mapping[Player, Share],
) -> Row:
    values, record = lines[index]
    return Row(
        place=place,
        player=record.player,
        points=record.points,
        games=record.games,
        values={link.name: value for link, value in zip(links, values, strict=True)},
        shown={link.name: link.show(value) for link, value in zip(links, values, strict=True)},
        lead=_lead(lines[index], lines[index + 1 : index + 2], links, names),
        share=shares.get(record.player),
    )


def _lead(line: Line, below: Sequence[Line], links: Sequence[TieBreak], names: Mapping[Player, str]) -> Lead | None:
    """The lead of a line over the next. Of two players who have not played yet there is nothing to say."""
    if not below:
        return None
    (mine, record), (theirs, other) = line, below[0]
    name = names[other.player]
    for link, high, low in zip(links, mine, theirs, strict=True):
        if high != low:
            return Lead(name, link, high, low)
    return Lead(name) if record.games or other.games else None
