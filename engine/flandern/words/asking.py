"""What is asked and what may be answered: headlines, menus, moves as clauses. Plays nothing."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decisions import Decision, Group, Move
from engine.flandern import box as boxes
from engine.flandern import moves, rules
from engine.flandern.box import CATHEDRAL, COATS, MASTER, SITE, Box
from engine.flandern.maps import CENTRE_NAME
from engine.flandern.meaning import whole_of
from engine.flandern.moves import INFLUENCE_CARD, REOPEN, Way
from engine.flandern.notation import understood
from engine.flandern.state import State
from engine.flandern.words.voice import listed, some, voice_of


def headline(view: State, decision: Decision) -> str:
    """What is asked, in capitals, at most 40 letters."""
    box = boxes.of(view.box)
    match decision.kind:
        case "setup":
            of_guild = decision.moves[0].verb == "influence"
            return "CHOOSE A GUILD" if of_guild else f"CHOOSE {decision.prompt.upper()}"
        case "choose":
            return "CHOOSE A CARD"
        case "turn":
            return f"YOUR TURN, {decision.prompt}"
        case "gold":
            return f"GOLDEN CARD: {_card(box, view.golden)}"
    action = rules.open_action(view, decision.seat)
    if action is None:
        return "YOUR MOVE"
    guild = f"{COATS[action.coats[0]].upper()} " if view.pair else ""
    return f"CARRY OUT: {guild}{_card(box, action.card)}"


def _card(box: Box, card: int) -> str:
    """A card in a headline, which has to leave room for the deadline."""
    return "SITE" if card == SITE else box.card_name(card).upper()


def course(view: State, decision: Decision, names: Sequence[str]) -> str:
    """Who starts, or who acts after the reader."""
    voice = voice_of(names, decision.seat)
    if decision.kind == "choose":
        is_start = decision.seat == view.start
        return f"{voice.start(view.start)} {'are' if is_start else 'is'} starting player in round {view.round}."
    if decision.kind == "act" and not view.pair:
        after = [voice.who(seat) for seat in view.order[1:]]
        return f"After you {listed(after)} {'acts' if len(after) == 1 else 'act'}." if after else "You act last."
    return ""


# --- moves ---------------------------------------------------------------------------------------------------


def say(move: Move, view: State, seat: int) -> str:
    """What a move does, as a clause to its player."""
    box = boxes.of(view.box)
    if move == REOPEN:
        return "the sealed choice is open again"
    if move == INFLUENCE_CARD:
        return "the next card of the guilds under influence is turned up"
    if move.verb == "choose":
        card, count = moves.chosen(box, move)
        return f"your {box.card_name(card)} card" + (f" with {some(count, 'influence card')}" if count else "")
    if move.verb == "area":
        town = f"{box.town_name[box.town_id.index(move[2])]} lies" if len(move) > 2 else "your town lies"
        return f"{town} on area {move[1]}"
    if move.verb == "influence":
        return f"the {move[1]} guild under your influence"
    return _deed(move, box, view)


def _deed(move: Move, box: Box, view: State) -> str:
    deed, gold, said = understood(move, box)
    town = f" in {box.town_name[box.town_id.index(said.town)]}" if said.town else ""
    by = "as the golden card, " if gold else ""
    if deed == "finish":
        return f"{by}the site on {said.space}{town} is completed"
    if deed == "piece":
        piece = {CATHEDRAL: "a cathedral", MASTER: "a Guild Master"}.get(view.golden, "a piece")
        return f"{by}{piece} on {'the ' if said.space == CENTRE_NAME else ''}{said.space}{town}"
    if said.special:
        where = f" on {said.space}" if said.space else ""
        # not "over": the sentence would be an order itself
        form = f"covering {said.over} too" if said.over else f"to the {said.side}"
        return f"{by}church {said.special}{where}{',' if where and said.over else ''} {form}{town}"
    masters = f" with {some(said.figure, 'master')}" if said.figure > 0 else ""
    return f"{by}{said.coat}{masters} on {said.space}{town}"


# --- menus ---------------------------------------------------------------------------------------------------


def menu(view: State, decision: Decision) -> tuple[Group, ...]:
    """The moves in groups: cards; spaces of one town; towns where the card is for all."""
    box = boxes.of(view.box)
    if decision.kind in ("setup", "turn"):
        return (Group(decision.prompt, decision.moves),)
    if decision.kind == "choose":
        by_card: dict[str, list[Move]] = {}
        for move in decision.moves:
            by_card.setdefault(box.card_name(moves.chosen(box, move)[0]), []).append(move)
        return tuple(Group(card, tuple(found)) for card, found in by_card.items())
    action = rules.open_action(view, decision.seat)
    if action is None:
        return (Group(decision.prompt, decision.moves),)
    groups: dict[str, list[Move]] = {}
    for move, way in moves.ways(view, box, action).items():
        groups.setdefault(_heading(view, box, way, action.card), []).append(move)
    return tuple(Group(heading, tuple(found)) for heading, found in groups.items())


def _heading(view: State, box: Box, way: Way, card: int) -> str:
    """The town where a card is for all towns, else the space."""
    whole = whole_of(way, view, box)
    return box.town_name[box.town_id.index(whole.town)] if card in (SITE, CATHEDRAL, MASTER) else whole.space
