"""What bots' games say about the deck: per person, per place in the order of play, and a verdict. Prints nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean

from engine.bruges.data.persons import Deck
from tests.campaign.balance.selfplay import Played
from tests.campaign.balance.shares import Share, share

FURTHEST = 0.12  # of a person's winning share from the mean of all
WINNERS = (45, 75)  # between these a winner scores on average with four seats
JUDGED_SEATS = 4


@dataclass(frozen=True, slots=True)
class Report:
    """Counted results.

    persons  id -> how often an owner won; the whole is how often the person was recruited, by a seat and game
    places   how often the first, second, ... seat of the first round won
    """

    games: int
    seats: int
    persons: dict[str, Share]
    places: list[Share]
    winning_score: float
    score: float
    rounds: float

    @property
    def mean_share(self) -> float:
        """The mean winning share of the persons that were recruited at all."""
        return mean(found.value for found in self.persons.values() if found.whole)


def count(deck: Deck, games: Sequence[Played]) -> Report:
    """The report on finished games; a shared victory counts for everybody who shares it."""
    recruited: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for game in games:
        recruited.update(person for person, _ in game.owners)
        won.update(person for person, seat in game.owners if game.ranks[seat] == 1)
    seats = len(games[0].ranks)
    first = Counter((seat - game.first) % seats for game in games for seat in game.winners)
    return Report(
        games=len(games),
        seats=seats,
        persons={p.id: share(won[p.id], recruited[p.id], len(deck.persons)) for p in deck.persons},
        places=[share(first[place], len(games), seats) for place in range(seats)],
        winning_score=mean(max(game.totals) for game in games),
        score=mean(total for game in games for total in game.totals),
        rounds=mean(game.rounds for game in games),
    )


def faults(report: Report) -> list[str]:
    """The faults of the deck, a sentence each; [] for none."""
    return [*_persons_apart(report), *_nobodies(report), *_scores(report)]


def _persons_apart(report: Report) -> Iterator[str]:
    middle = report.mean_share
    for person, found in report.persons.items():
        if found.beyond(middle, FURTHEST):
            yield f"{person} wins {found}, surely further than {FURTHEST:.0%} from the mean of {middle:.1%}"


def _nobodies(report: Report) -> Iterator[str]:
    for person, found in report.persons.items():
        if not found.whole:
            yield f"{person} was never recruited"


def _scores(report: Report) -> Iterator[str]:
    low, high = WINNERS
    if report.seats == JUDGED_SEATS and not low <= report.winning_score <= high:
        yield f"winners score {report.winning_score:.1f} on average, not {low} to {high}"


def lines(deck: Deck, report: Report) -> Iterator[str]:
    """The report as text, the persons by their winning share."""
    yield f"{report.games:,} games with {report.seats} seats, deck {deck.digest[:12]}"
    yield f"winners score {report.winning_score:.1f}, everybody {report.score:.1f}; {report.rounds:.2f} rounds"
    yield "place in the first round and how often it wins (95 % for all together):"
    yield from (f"  {place}  {found}" for place, found in enumerate(report.places, 1))
    yield f"person, price, icon, recruited, owner wins (mean {report.mean_share:.1%}; 95 % for all together):"
    for person in sorted(deck.persons, key=lambda p: (report.persons[p.id].value, p.id)):
        found = report.persons[person.id]
        yield f"  {person.id:20} {person.price:2}  {person.icon:13} {found.whole:6,}  {found}"
    against = faults(report)
    yield from (f"AGAINST: {fault}" for fault in against)
    yield "verdict: " + ("not balanced" if against else "balanced")
