"""The question and its possible answers: headlines, menus, moves as clauses. Plays nothing."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decisions import Decision, Group, Move
from engine.flandern.data import box as boxes
from engine.flandern.data.box import CATHEDRAL, MASTER, SITE, Box
from engine.flandern.orders.meaning import whole_of
from engine.flandern.orders.parser import Said, understood
from engine.flandern.rules import moves, rules
from engine.flandern.rules.moves import GOLD, INFLUENCE_CARD, REOPEN, Way
from engine.flandern.state import State
from engine.flandern.words import names as naming
from engine.flandern.words import prompts
from engine.flandern.words.speech import say
from engine.flandern.words.voice import listed, voice_of


def headline(view: State, decision: Decision) -> str:
    """The question in a few words, at most 40 letters."""
    box = boxes.of(view.box)
    match decision.kind:
        case "setup":
            town = prompts.town_to_place(decision.moves, box)
            return say("Choose an area for {town}", town=town) if town else say("Choose a guild")
        case "choose":
            return say("Choose a card")
        case "turn":
            return say("Your turn, action {number} of 2", number=1 + len(view.done))
        case "gold":
            return say("Your golden card: {card}", card=naming.card(box.card_name(view.golden)))
    action = rules.open_action(view, decision.seat)
    if action is None:
        return say("Your move")
    where = "" if action.card == SITE else naming.card(box.card_name(action.card))
    does = say("Build in {town}", town=where) if where else say("Set up a building site")
    return say("{does}: {guild}", does=does, guild=naming.coat_of(action.coats[0])) if view.pair else does


def course(view: State, decision: Decision, names: Sequence[str]) -> str:
    """Tell which player starts, or which players act after the reader."""
    voice = voice_of(names, decision.seat)
    if decision.kind == "choose":
        return say("All choose at once and in secret; {who:are|is} starting player.", who=voice.seat(view.start))
    if decision.kind == "act" and not view.pair:
        after = [str(voice.seat(seat)) for seat in view.order[1:]]
        if not after:
            return say("You act last.")
        return say("After you {seats} {number:!acts|act}.", seats=listed(after), number=len(after))
    return ""


# --- moves ---------------------------------------------------------------------------------------------------


def clause(move: Move, view: State, seat: int) -> str:
    """The effect of a move, as a clause to its player."""
    said = deed(move, view)
    return say("as the golden card, {deed}", deed=said) if move.verb == GOLD else said


def deed(move: Move, view: State) -> str:
    """The effect of a move, whatever the card is."""
    box = boxes.of(view.box)
    if move == REOPEN:
        return say("the sealed choice is open again")
    if move == INFLUENCE_CARD:
        return say("the next card of the guilds under influence is turned up")
    if move.verb == "choose":
        return _card_of(move, box)
    if move.verb == "area" and len(move) > 2:
        return say("{town} lies on area {area}", town=box.town_name[box.town_id.index(move[2])], area=move[1])
    if move.verb == "area":
        return say("your town lies on area {area}", area=move[1])
    if move.verb == "influence":
        return say("the {coat} guild under your influence", coat=naming.coat(move[1]))
    return _act(move, box, view)


def _card_of(move: Move, box: Box) -> str:
    number, count = moves.chosen(box, move)
    card = naming.card(box.card_name(number))
    if not count:
        return say("your {card} card", card=card)
    return say("your {card} card with {count:influence card|influence cards}", card=card, count=count)


def _act(move: Move, box: Box, view: State) -> str:
    act, _, said = understood(move, box)
    town = naming.in_town(box.town_name[box.town_id.index(said.town)] if said.town else "")
    if act == "finish":
        return say("the site on {space}{town} is completed", space=said.space, town=town)
    if act == "piece":
        return _piece(view.golden, naming.on_the(said.space), town)
    if said.special:
        return _special(said, town)
    masters = naming.with_masters(said.figure)
    return say(
        "{coat}{masters} on {space}{town}", coat=naming.coat(said.coat), masters=masters, space=said.space, town=town
    )


def _piece(card: int, where: str, town: str) -> str:
    if card == CATHEDRAL:
        return say("a cathedral {where}{town}", where=where, town=town)
    if card == MASTER:
        return say("a Guild Master {where}{town}", where=where, town=town)
    return say("a piece {where}{town}", where=where, town=town)


def _special(said: Said, town: str) -> str:
    """A church district with a form of its own. Not "over": the sentence would be an order itself."""
    values = {"kind": said.special, "space": said.space, "over": said.over, "town": town}
    if said.over and said.space:
        return say("church {kind} on {space}, covering {over} too{town}", **values)
    if said.over:
        return say("church {kind} covering {over} too{town}", **values)
    values["side"] = naming.side(said.side)
    if said.space:
        return say("church {kind} on {space} to the {side}{town}", **values)
    return say("church {kind} to the {side}{town}", **values)


# --- menus ---------------------------------------------------------------------------------------------------


def menu(view: State, decision: Decision) -> tuple[Group, ...]:
    """The moves in groups: cards; spaces of one town; towns where the card is for all."""
    box = boxes.of(view.box)
    if decision.kind == "choose":
        by_card: dict[str, list[Move]] = {}
        for move in decision.moves:
            card = naming.card(box.card_name(moves.chosen(box, move)[0]))
            by_card.setdefault(card, []).append(move)
        return tuple(Group(card, tuple(found)) for card, found in by_card.items())
    action = rules.open_action(view, decision.seat)
    if action is None or decision.kind in ("setup", "turn"):
        return (Group(prompts.asked(view, box, decision), decision.moves),)
    groups: dict[str, list[Move]] = {}
    for move, way in moves.ways(view, box, action).items():
        groups.setdefault(_heading(view, box, way, action.card), []).append(move)
    return tuple(Group(heading, tuple(found)) for heading, found in groups.items())


def _heading(view: State, box: Box, way: Way, card: int) -> str:
    """The town where a card is for all towns, else the space."""
    whole = whole_of(way, view, box)
    return box.town_name[box.town_id.index(whole.town)] if card in (SITE, CATHEDRAL, MASTER) else whole.space
