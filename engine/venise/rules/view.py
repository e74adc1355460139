"""The view of a seat: blanks a state's hidden cards, and deals them at random again for a bot's "what if"."""

from __future__ import annotations

from random import Random

from engine.chance import Chance
from engine.venise.rules.setup import cards_for
from engine.venise.rules.tasks import Take
from engine.venise.state import DECKS, UNKNOWN, State


def view(state: State, viewer: int | None) -> State:
    """The state as a seat sees it (None: as everybody does): of the decks and of cards not yet kept only the number."""
    seen = state.copy()
    seen.viewer = viewer
    seen.decks = [[UNKNOWN] * len(deck) for deck in state.decks]
    if viewer != state.active:
        seen.drawn = _blank(state.drawn)
    seen.forced = [record for record in state.forced if record[0] == viewer]  # `none` tells of cards that did not fit
    for number, seat in enumerate(seen.seats):
        if number != viewer:
            seat.pending = [(deck, _blank(cards)) for deck, cards in seat.pending]
    return seen


def _blank(cards: tuple[int, ...]) -> tuple[int, ...]:
    return (UNKNOWN,) * len(cards)


def imagine(seen: State, rng: Random) -> State:
    """A full state that gives this view: the cards that nobody sees are dealt at random."""
    state = seen.copy()
    state.viewer = None
    drawing = next((task.deck for task in state.agenda if isinstance(task, Take)), 0)
    for deck in range(len(DECKS)):
        hidden = _hidden(seen, deck)
        rng.shuffle(hidden)
        state.decks[deck] = [_face(card, hidden) for card in state.decks[deck]]
        if deck == drawing:
            state.drawn = tuple(_face(card, hidden) for card in state.drawn)
        for seat in state.seats:
            seat.pending = [
                (of, tuple(_face(card, hidden) for card in cards) if of == deck else cards)
                for of, cards in seat.pending
            ]
    return state


def redraw(state: State, chance: Chance) -> None:
    """Shuffle the decks anew: nobody has seen what lies in them."""
    for number, name in enumerate(DECKS):
        deck = sorted(state.decks[number])
        state.decks[number] = [deck[place] for place in chance.shuffle(f"unseen {name} cards", len(deck))]


def _face(card: int, hidden: list[int]) -> int:
    return hidden.pop() if card == UNKNOWN else card


def _hidden(seen: State, deck: int) -> list[int]:
    """The cards of a deck that the view does not show."""
    left = cards_for(deck, len(seen.seats))
    for card in known_cards(seen):
        if card in left:
            left.remove(card)
    return left


def known_cards(seen: State) -> list[int]:
    """Every card whose face the view shows, each as often as it is seen."""
    cards = [*seen.spent, *seen.drawn, *(card for deck in seen.decks for card in deck)]
    for seat in seen.seats:
        cards += [laid.card for laid in seat.laid()] + seat.used
        cards += [card for _, pending in seat.pending for card in pending]
    return [card for card in cards if card != UNKNOWN]
