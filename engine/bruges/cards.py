"""A deck made ready for play: every card's moves and effects looked up once. No state, no rules.

Only the digest of its cards stands in a state; `of` finds them again, of every deck that was prepared in this process.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.bruges.persons import Deck, Effect, friendly, load_deck
from engine.bruges.state import COLOURS, SECTIONS
from engine.decisions import Move
from engine.refusals import BadDeck

PASSIVE = frozenset({"improve", "hand_limit", "climb_discount", "on", "immune"})


@dataclass(frozen=True, slots=True)
class CardMoves:
    """The moves that name one card; canal by section, recruit by colour of the house.

    put_away  for workers, for guilders
    """

    put_away: tuple[Move, Move]
    threat: Move
    canal: tuple[Move, ...]
    house: Move
    recruit: tuple[Move, ...]
    use: Move
    lose: Move
    discard: Move
    settle: Move

    @classmethod
    def of(cls, name: str) -> CardMoves:
        return cls(
            put_away=(Move(("workers", name)), Move(("guilders", name))),
            threat=Move(("threat", name)),
            canal=tuple(Move(("canal", name, side)) for side in SECTIONS),
            house=Move(("house", name)),
            recruit=tuple(Move(("recruit", name, "in", colour)) for colour in COLOURS),
            use=Move(("use", name)),
            lose=Move(("lose", name)),
            discard=Move(("discard", name)),
            settle=Move(("settle", name)),
        )


class Cards:
    """The cards of one deck by number: `colour`, `price`, `name` (the one-word id), `moves`, effects by kind.

    active   effects that happen when the person is used or fires
    passive  effects that hold while the person is in play
    lasting  the same by kind, then card; only cards that have any, so that nobody (None) is never found
    final    effects of laurel persons
    worker   colour of the worker that a use costs; None for persons of other icons
    """

    def __init__(self, deck: Deck) -> None:
        persons = deck.persons
        self.deck = deck
        self.digest = deck.digest
        self.colour = [person.colour for person in persons]
        self.price = [person.price for person in persons]
        self.group = [person.group for person in persons]
        self.icon = [person.icon for person in persons]
        self.name = [person.id for person in persons]
        self.title = [person.name for person in persons]
        self.number = {person.id: card for card, person in enumerate(persons)}
        self.final = [tuple(e for e in person.effects if e.kind == "final") for person in persons]
        self.passive = [tuple(e for e in person.effects if e.kind in PASSIVE) for person in persons]
        self.lasting: dict[str, dict[int | None, tuple[Effect, ...]]] = {
            kind: {card: kept for card, all_kept in enumerate(self.passive) if (kept := _of_kind(all_kept, kind))}
            for kind in PASSIVE
        }
        self.active = [
            tuple(e for e in person.effects if e.kind != "final" and e.kind not in PASSIVE) for person in persons
        ]
        self.worker = [
            COLOURS.index(person.icon.removeprefix("worker:")) if person.icon.startswith("worker:") else None
            for person in persons
        ]
        self.usable = [icon == "once" or icon.startswith("worker:") for icon in self.icon]

    def __len__(self) -> int:
        return len(self.name)

    @cached_property
    def moves(self) -> list[CardMoves]:
        return [CardMoves.of(name) for name in self.name]

    def passives(self, persons: list[int], kind: str) -> list[tuple[int, Effect]]:
        """(person, effect) for every effect of a kind that these persons have."""
        lasting = self.lasting[kind]
        return [(person, effect) for person in persons if person in lasting for effect in lasting[person]]


def _of_kind(effects: tuple[Effect, ...], kind: str) -> tuple[Effect, ...]:
    return tuple(effect for effect in effects if effect.kind == kind)


_ready: dict[str, Cards] = {}


_friendly: dict[str, str] = {}  # digest of a deck -> that of its friendly part


def prepare(deck: Deck) -> Cards:
    """Make a deck and its friendly part playable; from now on states that carry their digests can be played."""
    if deck.digest not in _ready:
        part = friendly(deck)
        _ready[part.digest], _friendly[deck.digest] = Cards(part), part.digest
        _ready[deck.digest] = Cards(deck)
    return _ready[deck.digest]


def without_attacks(cards: Cards) -> Cards:
    """The friendly part of a whole deck."""
    return _ready[_friendly[cards.digest]]


def of(digest: str) -> Cards:
    """The cards of a digest; the shipped deck is always known. BadDeck for one that was not prepared."""
    ready = _ready.get(digest)
    if ready is None:
        prepare(load_deck())
        ready = _ready.get(digest)
    if ready is None:
        raise BadDeck(f"the deck {digest[:12]} is not known here")
    return ready
