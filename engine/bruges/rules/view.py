"""The view of a seat: blanks a state's hidden cards, and deals them at random again for a bot's "what if"."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.bruges.data.cards import Cards
from engine.bruges.rules.building import recruit_targets
from engine.bruges.rules.tasks import Mason, Recruit
from engine.bruges.state import COLOURS, GONE, UNKNOWN, House, Seat, State, back
from engine.chance import Chance

Face = Callable[[int], int]  # code of a hidden card -> a card; other codes unchanged


def view(state: State, cards: Cards, viewer: int | None) -> State:
    """The state as a seat sees it (None: as everybody does).

    Of a draw pile the colour on top is seen (of one of five: that of all its cards), of the extra pile only its height.
    The owner of a hand does not see cards drawn in a drawing that is not finished. A house's card is its owner's alone,
    also when lost, and also while its worker is being chosen.
    """
    seen = state.copy()
    seen.viewer = viewer
    if len(state.piles) == len(COLOURS):
        seen.piles = [[back(colour)] * len(pile) for colour, pile in enumerate(state.piles)]
    else:
        seen.piles = [_pile(pile, cards) for pile in state.piles]
    if seen.extra is not None:
        seen.extra = [UNKNOWN] * len(seen.extra)
    foreign = {card for card, owner in state.veiled if owner != viewer}
    seen.discard = [_back(card, cards) if card in foreign else card for card in state.discard]
    seen.veiled = [(_back(card, cards) if card in foreign else card, owner) for card, owner in state.veiled]
    for number, seat in enumerate(seen.seats):
        if number != viewer:
            _blank_seat(seat, cards)
        elif seat.unseen:
            seat.hand[-seat.unseen :] = [_back(card, cards) for card in seat.hand[-seat.unseen :]]
    for place, task in enumerate(seen.agenda):
        if isinstance(task, Mason) and task.seat != viewer:
            seen.agenda[place] = Mason(task.seat, UNKNOWN)
    return seen


def _back(card: int, cards: Cards) -> int:
    return card if card < 0 else back(cards.colour[card])


def _pile(pile: list[int], cards: Cards) -> list[int]:
    return [UNKNOWN] * (len(pile) - 1) + [_back(card, cards) for card in pile[-1:]]


def _blank_seat(seat: Seat, cards: Cards) -> None:
    # In an order that tells nothing: which slot a face-down card came from would.
    hand = [card if card in seat.public else _back(card, cards) for card in seat.cards()]
    seat.hand = sorted(hand, reverse=True)
    seat.public = sorted(seat.public)
    seat.houses = [House(h.colour, back(h.colour), h.person, h.used) for h in seat.houses]


def imagine(seen: State, cards: Cards, rng: Random) -> State:
    """A full state that gives this view: every hidden card gets a face that nobody sees, of the right colour."""
    state = seen.copy()
    state.viewer = None
    hidden: list[list[int]] = [[] for _ in range(5)]
    known = _known(seen)
    for card in range(len(cards)):
        if card not in known:
            hidden[cards.colour[card]].append(card)
    for colour in hidden:
        rng.shuffle(colour)
    if state.agenda and isinstance(asked := state.agenda[-1], Recruit):
        _deal_a_recruit(state, cards, hidden, asked)
    _fill(state, lambda code: hidden[-1 - code].pop() if UNKNOWN < code < 0 else code)
    rest = [card for colour in hidden for card in colour]
    rng.shuffle(rest)
    for pile in (*state.piles, state.extra or []):
        pile[:] = [rest.pop() if code == UNKNOWN else code for code in pile]
    for place, task in enumerate(state.agenda):
        if isinstance(task, Mason) and task.slot == UNKNOWN:
            state.agenda[place] = _some_house(state, task.seat, rng)
    return state


def _deal_a_recruit(state: State, cards: Cards, hidden: list[list[int]], asked: Recruit) -> None:
    """Deal somebody who can move in to a seat that is asked who does, from the `hidden` cards of the five colours.

    The question itself shows that there is one in its hand.
    """
    hand = state.seats[asked.seat].hand
    if any(recruit_targets(state, cards, asked.seat, card, asked.discount) for card in hand if card >= 0):
        return
    for slot, code in enumerate(hand):
        faces = hidden[-1 - code] if UNKNOWN < code < 0 else []
        for card in faces:
            if recruit_targets(state, cards, asked.seat, card, asked.discount):
                faces.remove(card)
                hand[slot] = card
                return


def redraw(state: State, cards: Cards, chance: Chance) -> None:
    """Deal the cards that no seat has seen anew over the places where they lie; a place whose back is seen keeps it."""
    coloured = len(state.piles) == len(COLOURS)
    hidden = [card for pile in (*state.piles, state.extra or []) for card in pile]
    for seat in state.seats:
        hidden += seat.hand[len(seat.hand) - seat.unseen :]
    fronts: list[list[int]] = [[] for _ in COLOURS]
    for card in sorted(hidden):
        fronts[cards.colour[card]].append(card)
    fronts = [_shuffled(chance, f"unseen {COLOURS[colour]}", own) for colour, own in enumerate(fronts)]
    for seat in state.seats:
        first = len(seat.hand) - seat.unseen
        seat.hand[first:] = [fronts[cards.colour[card]].pop() for card in seat.hand[first:]]
    for pile in state.piles:
        first = 0 if coloured else max(len(pile) - 1, 0)
        pile[first:] = [fronts[cards.colour[card]].pop() for card in pile[first:]]
    rest = _shuffled(chance, "unseen", sorted(card for own in fronts for card in own))
    for pile in () if coloured else state.piles:
        pile[:-1] = [rest.pop() for _ in pile[:-1]]
    if state.extra is not None:
        state.extra = rest


def _shuffled(chance: Chance, label: str, cards: list[int]) -> list[int]:
    return [cards[place] for place in chance.shuffle(label, len(cards))]


def _some_house(state: State, number: int, rng: Random) -> Mason:
    """A house of which only its owner knows the card is made of any card of the hand."""
    hand = state.seats[number].hand
    return Mason(number, rng.choice([slot for slot, card in enumerate(hand) if card != GONE]))


def _known(seen: State) -> set[int]:
    """The cards whose place a view shows."""
    known = {card for pile in (*seen.piles, seen.extra or [], seen.discard) for card in pile}
    for seat in seen.seats:
        known.update(seat.hand, seat.persons(), (house.card for house in seat.houses))
    return known


def _fill(state: State, face: Face) -> None:
    """Give every card whose back is seen a face."""
    for pile in state.piles:
        pile[:] = [face(code) for code in pile]
    _fill_discard(state, face)
    for seat in state.seats:
        seat.hand = [face(code) for code in seat.hand]
        seat.houses = [House(h.colour, face(h.card), h.person, h.used) for h in seat.houses]


def _fill_discard(state: State, face: Face) -> None:
    """`veiled` holds the hidden discards in the same order as in the discard."""
    faces = [face(code) for code in state.discard]
    foreign = [card for card, code in zip(faces, state.discard, strict=True) if code < 0]
    state.discard = faces
    names = iter(foreign)
    state.veiled = [(next(names) if code < 0 else code, owner) for code, owner in state.veiled]
