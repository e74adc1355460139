"""The game for two: turns of two actions, one with the own guild, one with the guilds under influence.

The own action and the influence action come in either order; the second card is shown only when its action begins.
"""

from __future__ import annotations

from itertools import islice

from engine.decisions import Ask, Move
from engine.flandern.data.box import CHURCH, COATS, GREY, GUILDS, PICKUP, SITE, Box
from engine.flandern.rules import building, deeds, moves, settling
from engine.flandern.rules.context import Context
from engine.flandern.rules.moves import INFLUENCE_CARD, Action
from engine.flandern.state import INFLUENCED, OWN, State


def begin(context: Context) -> None:
    """Shuffle the cards of the guilds under influence; the first turn begins."""
    state = context.state
    influenced = [guild for guild in range(GUILDS) if guild not in (seat.guild for seat in state.seats)]
    towns = [number for number, town in enumerate(state.towns) if town is not None]
    cards = [[guild, card] for guild in influenced for card in (*towns, SITE)]
    state.deck = [cards[k] for k in context.chance.shuffle("influence cards", len(cards))]
    _begin_turn(context)


def _begin_turn(context: Context) -> None:
    state = context.state
    state.turn += 1
    state.round = (state.turn + 1) // 2
    if state.turn % 2:
        context.tell("round begins", round=state.round, seat=state.start)
    state.done, state.card, state.moved, state.phase = [], [], False, "turn"


def ask(state: State, box: Box) -> Ask:
    """The card to play, or how to carry out the one that was played or turned up."""
    occasion = f"turn {state.turn}"
    if state.phase == "act":
        kind, action = "act", action_of(state)
        guild, card = state.card
        prompt = f"{box.card_name(card)}, {COATS[guild]}"
        come = (INFLUENCE_CARD,) if has_come(state) else ()
        return Ask(state.start, kind, occasion, tuple(moves.ways(state, box, action)), prompt, unasked=come)
    found = [] if OWN in state.done else [moves.choice(box, card, 0) for card in state.seats[state.start].hand]
    if INFLUENCED not in state.done:
        found.append(INFLUENCE_CARD)
    return Ask(state.start, "turn", occasion, tuple(found), f"action {1 + len(state.done)} of 2")


def has_come(state: State) -> bool:
    """Whether the card under influence came by itself, as the own action was done: to order it then is no mistake."""
    return state.phase == "act" and state.done == [OWN, INFLUENCED]


def action_of(state: State) -> Action:
    """The action that is allowed by the card being carried out."""
    guild, card = state.card
    return Action(card, (guild, GREY, CHURCH))


def play(context: Context, move: Move) -> None:
    """Play a card, turn one up, or carry out the one that is open."""
    state = context.state
    if state.phase == "act" and move == INFLUENCE_CARD:
        return
    if state.phase == "act":
        action = action_of(state)
        deeds.carry_out(context, state.start, action, moves.way_of(state, context.box, action, move))
        _end_action(context)
    elif move == INFLUENCE_CARD:
        _turn_up(context)
    else:
        _play_own(context, moves.chosen(context.box, move)[0])


def _play_own(context: Context, card: int) -> None:
    state = context.state
    own = state.seats[state.start]
    own.hand.remove(card)
    own.played.append(card)
    state.done.append(OWN)
    context.tell("played", seat=state.start, card=context.box.card_name(card))
    if card == PICKUP:
        deeds.pick_up(context, state.start)
        return
    state.card, state.phase = [own.guild, card], "act"


def _turn_up(context: Context) -> None:
    """The next card of the pile; one of a scored town leaves the game, an empty pile is made anew."""
    state, box = context.state, context.box
    state.done.append(INFLUENCED)
    while True:
        if not state.deck:
            state.reshuffled += 1
            order = context.chance.shuffle(f"influence cards again {state.reshuffled}", len(state.discards))
            state.deck, state.discards = [state.discards[k] for k in order], []
            context.tell("shuffled")
        guild, card = state.deck.pop()
        town = state.towns[card] if card < SITE else None
        if town is None or not town.scored:
            break
        context.tell("card of a scored town", name=box.card_name(card), coat=COATS[guild])
    state.discards.append([guild, card])
    context.tell("turned up", seat=state.start, card=box.card_name(card), coat=COATS[guild])
    state.card, state.phase = [guild, card], "act"


def _end_action(context: Context) -> None:
    context.state.card, context.state.phase = [], "turn"


def run(context: Context) -> bool:
    """Do what leaves no choice: an action with one way or none, the only card, the end of a turn. False: nothing."""
    state, box = context.state, context.box
    if state.phase == "act":
        action = action_of(state)
        ways = list(islice(moves.each_way(state, box, action), 2))
        if len(ways) > 1:
            return False
        if ways:
            deeds.carry_out(context, state.start, action, ways[0])
        else:
            context.tell("idle", seat=state.start, gold=False, card=box.card_name(action.card))
        _end_action(context)
        return True
    if len(state.done) == 2:
        _end_turn(context)
        return True
    open_now = ask(state, box).moves
    if len(open_now) > 1:
        return False
    play(context, open_now[0])
    return True


def _end_turn(context: Context) -> None:
    state, box = context.state, context.box
    settling.settle(context)
    state.idle = 0 if state.moved else state.idle + 1
    if not _hopeful(state, box) or state.idle >= state.stall:
        if state.idle >= state.stall:
            context.tell("stalled", turns=state.idle)
        settling.end(context)
        return
    state.start = 1 - state.start
    _begin_turn(context)


def _hopeful(state: State, box: Box) -> bool:
    """Whether some free space may yet take a district of a player's own guild, of grey or of the church.

    Asked when what can never be built on is covered: a space that is free may be reached, be it that a guild under
    influence has to be laid beside it first.
    """
    coats = [*(seat.guild for seat in state.seats), GREY, CHURCH]
    return any(building.fitting(state, box, town, coats) for _, town in state.open_towns())
