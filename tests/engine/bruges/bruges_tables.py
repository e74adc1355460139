"""Tables of Bruges set by hand, as a seat or the public would see them. For tests of what is drawn and printed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.bruges.data.board import load_board
from engine.bruges.data.persons import load_deck
from engine.bruges.rules.tasks import Turn
from engine.bruges.state import GONE, UNKNOWN, House, Seat, State, back

NAMES = ("Anna", "Bartholomäus van Wittelsbach", "Łódź Ελένη", "布魯日 Игорь")


def table(seats: int = 3, *, viewer: int | None = 0, houses: int = 5, over: bool = False, seed: int = 1) -> State:
    """A game in full swing with that many seats, each with about as many houses."""
    rng = Random(seed)
    deck = load_deck()
    numbers = list(range(len(deck.persons)))
    rng.shuffle(numbers)

    def colour(card: int) -> int:
        return deck.persons[card].colour

    def take(count: int) -> list[int]:
        return [numbers.pop() for _ in range(count)]

    def hidden(cards: list[int]) -> list[int]:
        return [back(colour(card)) for card in cards]

    places = [_seat(rng, take, colour, houses + n % 3) for n in range(seats)]
    for number, seat in enumerate(places):
        hand = take(5 if not over else 0)
        seat.hand = hand if number == viewer else hidden(hand)
    if viewer is not None and not over:
        places[viewer].hand[1] = GONE
    piles = [[UNKNOWN] * 30 + [back(rng.randrange(5))], [UNKNOWN] * 27 + [back(rng.randrange(5))]]
    if not over:
        piles = [pile[: 31 - k] for k, pile in enumerate(piles)]
    return State(
        deck=deck.digest,
        seats=places,
        tracks=rng.sample(range(len(load_board().canals)), seats),
        piles=piles,
        extra=None if over else [UNKNOWN] * 66,
        discard=take(7),
        statues=[5, 4, 3, 2],
        dice=[rng.randint(1, 6) for _ in range(5)],
        start=seats - 1,
        round=9 if over else 3,
        turn=seats,
        last=9 if over else 0,
        over=over,
        totals=[[(r + 1) * (4 + n) + (r * 7 + n * 3) % 5 for n in range(seats)] for r in range(9 if over else 2)],
        phase=3,
        agenda=[] if over else [Turn(0, 1, False)],
        viewer=viewer,
    )


def _seat(rng: Random, take: Callable[[int], list[int]], colour: Callable[[int], int], houses: int) -> Seat:
    cards = take(houses)
    tenants = [person if rng.random() < 0.7 else None for person in take(houses)]
    return Seat(
        points=rng.randint(3, 40),
        guilders=rng.randint(0, 25),
        workers=[rng.randint(0, 4) for _ in range(5)],
        threats=[rng.randint(0, 2) for _ in range(5)],
        step=rng.randint(0, 8),
        houses=[
            House(rng.randrange(5), back(colour(card)), person, rng.random() < 0.3)
            for card, person in zip(cards, tenants, strict=True)
        ],
        canals=[rng.randint(0, 5), rng.randint(0, 5)],
        statues=[7, 6][: rng.randint(0, 2)],
        markers=[rng.random() < 0.5 for _ in range(3)],
    )
