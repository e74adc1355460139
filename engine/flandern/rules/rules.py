"""The course of the game: rounds of three and four players, from the set-up to the end. The game for two is `pair`.

A round: draw the golden card, choose (sealed), reveal, act in order, the golden card, settle.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING

from engine.decisions import Ask, Move
from engine.events import Event, Json
from engine.flandern.data.box import INFLUENCE, PICKUP, Box
from engine.flandern.rules import deeds, moves, pair, settling, setup
from engine.flandern.rules.context import Context
from engine.flandern.rules.moves import REOPEN, Action
from engine.flandern.state import NONE, Seat, State

if TYPE_CHECKING:
    from engine.chance import Chance


def start(seats: int, options: Mapping[str, Json], box: Box, chance: Chance) -> tuple[State, list[Event]]:
    """A new game, played on up to the first choice."""
    context = setup.start(seats, options, box, chance)
    run(context)
    return context.state, context.told


# --- what is asked -------------------------------------------------------------------------------------


def asks(state: State, box: Box) -> tuple[Ask, ...]:
    """The questions that are open now; () when the game is over."""
    match state.phase:
        case "setup":
            choice = setup.ask(state, box)
            return (choice,) if choice else ()
        case "choose":
            return tuple(_choice(state, box, number) for number, seat in enumerate(state.seats) if _has_choice(seat))
        case "turn" | "act" if state.pair:
            return (pair.ask(state, box),)
        case "act":
            seat = state.order[0]
            return (_act(state, box, seat, "act", action_of(state, seat)),)
        case "gold":
            return (_act(state, box, state.start, "gold", golden_of(state)),)
    return ()


def _has_choice(seat: Seat) -> bool:
    return len(seat.hand) > 1 or seat.influence > 0


def _choice(state: State, box: Box, number: int) -> Ask:
    seat = state.seats[number]
    return Ask(
        number,
        "choose",
        f"round {state.round} choose",
        tuple(moves.choices(seat.hand, seat.influence, box)),
        "choose a card",
        sealed=True,
        unasked=(REOPEN,) if seat.choice else (),
    )


def _act(state: State, box: Box, seat: int, kind: str, action: Action | None) -> Ask:
    if action is None:
        raise ValueError(f"nothing is to be chosen in {kind}")
    prompt = f"{'golden card' if action.gold else 'your card'}: {box.card_name(action.card)}"
    return Ask(seat, kind, f"round {state.round} {kind}", tuple(moves.ways(state, box, action)), prompt)


def action_of(state: State, seat: int) -> Action | None:
    """The action that is allowed to a seat by the card it has chosen in this round."""
    own = state.seats[seat]
    return moves.silver(own.choice[0], own.guild) if own.choice else None


def open_action(state: State, seat: int) -> Action | None:
    """The action that a seat is carrying out now, if it is asked how."""
    if state.phase == "act" and state.pair:
        return pair.action_of(state) if seat == state.start else None
    if state.phase == "act":
        return action_of(state, seat) if state.order[:1] == [seat] else None
    return golden_of(state) if state.phase == "gold" and seat == state.start else None


def golden_of(state: State) -> Action | None:
    return moves.golden(state.golden, state.seats[state.start].guild) if state.golden >= 0 else None


# --- what is played -------------------------------------------------------------------------------------


def play(state: State, box: Box, seat: int, move: Move, chance: Chance) -> list[Event]:
    """Carry out a legal move and all that follows without a choice."""
    context = Context(state, box, chance=chance)
    match state.phase:
        case "setup":
            setup.play(context, seat, move)
        case "choose":
            _choose(context, seat, move)
        case "turn" | "act" if state.pair:
            pair.play(context, move)
        case "act":
            _do(context, seat, action_of(state, seat), move)
            state.order.pop(0)
        case "gold":
            _do(context, seat, golden_of(state), move)
            _end_golden(context)
    run(context)
    return context.told


def _choose(context: Context, seat: int, move: Move) -> None:
    own = context.seat(seat)
    if move == REOPEN:
        own.choice = ()
        context.tell_only(seat, "reconsiders", seat=seat)
        return
    card, count = own.choice = moves.chosen(context.box, move)
    context.tell_only(seat, "choice", seat=seat, card=context.box.card_name(card), influence=count)
    context.tell("chose", seat=seat)


def _do(context: Context, seat: int, action: Action | None, move: Move) -> None:
    if action is None:
        raise ValueError(f"{move.text} carries nothing out")
    deeds.carry_out(context, seat, action, moves.way_of(context.state, context.box, action, move))


def chosen(state: State) -> tuple[int, ...]:
    """The seats whose sealed choice is made."""
    return tuple(n for n, seat in enumerate(state.seats) if seat.choice) if state.phase == "choose" else ()


def close(state: State, box: Box, chance: Chance) -> list[Event]:
    """Reveal the choices and go on."""
    context = Context(state, box, chance=chance)
    _reveal(context)
    run(context)
    return context.told


# --- what follows by itself ------------------------------------------------------------------------------


def run(context: Context) -> None:
    """Do all that leaves nothing to choose."""
    step = {"setup": _set_up, "choose": _choice_made, "act": _next_action, "gold": _golden, "turn": pair.run}
    while (following := step.get(context.state.phase)) and following(context):
        pass


def _set_up(context: Context) -> bool:
    """True when the set-up is done and the game has begun."""
    state, box = context.state, context.box
    while following := setup.ask(state, box) if state.order else None:
        if len(following.moves) > 1:
            return False
        setup.play(context, following.seat, following.moves[0])
    setup.finish(context)
    if state.pair:
        pair.begin(context)
    else:
        _begin_round(context)
    return True


def _begin_round(context: Context) -> None:
    state = context.state
    state.round += 1
    context.tell("round begins", round=state.round, seat=state.start)
    _draw(context)
    state.phase = "choose"
    for own in state.seats:
        own.choice = ()


def _draw(context: Context) -> None:
    """The starting player takes a golden card; those of scored towns leave the game."""
    state, box = context.state, context.box
    state.golden = NONE
    while state.pile:
        card = state.pile.pop()
        town = state.towns[card] if card < len(state.towns) else None
        if town is None or not town.scored:
            state.golden = card
            context.tell_only(state.start, "drew", seat=state.start, card=box.card_name(card))
            return
        state.gone.append(card)
        context.tell("golden card of a scored town", name=box.card_name(card))


def _choice_made(context: Context) -> bool:
    """Choose for seats that hold one card only and no influence card; reveal at once where that is so of all."""
    free = [own for own in context.state.seats if _has_choice(own)]
    for own in context.state.seats:
        if not _has_choice(own):
            own.choice = (own.hand[0], 0)
    if free:
        return False
    _reveal(context)
    return True


def _reveal(context: Context) -> None:
    """All cards are shown. More cards act first; equal numbers clockwise from the starting player."""
    state, box = context.state, context.box
    for own in state.seats:
        card, count = own.choice
        own.influence -= count
        own.hand.remove(card)
        own.played.append(card)
    around = state.around(state.start)
    state.order = sorted(around, key=lambda seat: (-state.seats[seat].choice[1], around.index(seat)))
    shown = [[seat, box.card_name(card), n] for seat in state.order for card, n in [state.seats[seat].choice]]
    context.tell("revealed", cards=shown)
    state.phase = "act"


def _next_action(context: Context) -> bool:
    """Carry out actions that leave no choice."""
    state = context.state
    if state.pair:
        return pair.run(context)
    if not state.order:
        state.phase = "gold"
        return True
    seat = state.order[0]
    if state.seats[seat].choice[0] == PICKUP:
        deeds.pick_up(context, seat)
    elif not _forced(context, seat, action_of(state, seat), gold=False):
        return False
    state.order.pop(0)
    return True


def _forced(context: Context, seat: int, action: Action | None, *, gold: bool) -> bool:
    """Carry an action out that can be done in one way or none; False if there is a choice."""
    if action is None:
        raise ValueError("a pick-up is no choice")
    ways = list(islice(moves.each_way(context.state, context.box, action), 2))
    if len(ways) > 1:
        return False
    if ways:
        deeds.carry_out(context, seat, action, ways[0])
    else:
        context.tell("idle", seat=seat, gold=gold, card=context.box.card_name(action.card))
    return True


def _golden(context: Context) -> bool:
    """Show the golden card and carry it out where that leaves no choice."""
    state = context.state
    card, seat = state.golden, state.start
    if card >= 0 and card not in (PICKUP, INFLUENCE) and not _forced(context, seat, golden_of(state), gold=True):
        context.tell("golden card", seat=seat, card=context.box.card_name(card))
        return False
    if card == PICKUP:
        deeds.pick_up(context, seat, gold=True)
    elif card == INFLUENCE:
        state.seats[seat].influence += 1
        context.tell("keeps influence", seat=seat)
    _end_golden(context)
    return True


def _end_golden(context: Context) -> None:
    """The golden card is done with, and so is the round."""
    state = context.state
    if state.golden >= 0:
        state.gone.append(state.golden)
    state.golden = NONE
    settling.settle(context)
    if len(settling.free(state, context.box)) <= 1 or not state.pile:
        settling.end(context)
        return
    state.start = (state.start + 1) % len(state.seats)
    _begin_round(context)
