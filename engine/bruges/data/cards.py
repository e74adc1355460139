"""A deck made ready for play: every card's moves and effects looked up once. No state, no rules.

A state holds only the digest of its cards; `of` finds them again: those of our own deck, of every deck that a game
or a match in this process is played with, and of the few that were prepared last.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from engine.bruges.data.persons import Deck, Effect, friendly, load_deck
from engine.bruges.state import COLOURS, SECTIONS
from engine.decisions import Move
from engine.match.remembered import Remembered
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
    part     the friendly part; None of a deck in which nobody attacks
    """

    def __init__(self, deck: Deck) -> None:
        persons = deck.persons
        self.deck = deck
        self.part: Cards | None = None
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


# --- finding decks again -----------------------------------------------------------------------------------

_decks: Remembered[Cards] = Remembered()  # every deck and every friendly part, by digest


@cache
def shipped() -> Cards:
    """Our own deck; it is always known."""
    return prepare(load_deck())


def prepare(deck: Deck) -> Cards:
    """Make a deck and its friendly part playable; states that carry their digests can be played while it is kept."""
    cards = _decks.get(deck.digest)
    if cards is None:
        part = friendly(deck)
        cards = Cards(deck)
        if part is not deck:
            cards.part = _decks.first(part.digest, Cards(part))
    return _decks.keep(cards.digest, cards)


def without_attacks(cards: Cards) -> Cards:
    """The friendly part of a whole deck."""
    return cards if cards.part is None else cards.part


def of(digest: str) -> Cards:
    """The cards of a digest. BadDeck for a deck that was not prepared here, or forgotten since."""
    cards = _decks.get(digest)
    if cards is not None:
        return cards
    for ours in (shipped(), without_attacks(shipped())):
        if ours.digest == digest:
            return ours
    raise BadDeck(f"the deck {digest[:12]} is not known here")
