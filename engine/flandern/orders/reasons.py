"""The reason why a well-formed move is not legal now, as a clause, and whether that can change. Reads a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.decisions import Move
from engine.flandern.data.box import CATHEDRAL, CHURCH, COATS, GUILDS, MASTER, PICKUP, SITE, SPECIALS, Box
from engine.flandern.data.maps import CENTRE_NAME, SHAPES, Layout
from engine.flandern.orders import meaning
from engine.flandern.orders.parser import Said, understood
from engine.flandern.rules import moves, rules, setup
from engine.flandern.rules.building import MASTERS, masks
from engine.flandern.rules.moves import Action
from engine.flandern.state import State, Town
from engine.flandern.words import names, prompts
from engine.flandern.words.speech import say
from engine.language.languages import to_say
from engine.language.wording import listed


class Obstacle(NamedTuple):
    """An obstacle to a move; `lasting` if nothing that may happen before its time takes it away."""

    words: str
    lasting: bool = True


def why_not(view: State, box: Box, seat: int, move: Move) -> str:
    """The reason, without the order's own words; "" when the move is legal."""
    ask = next((ask for ask in rules.asks(view, box) if ask.seat == seat), None)
    if ask is None:
        return say("nothing is asked of you at the moment")
    if move in ask.moves:
        return ""
    action = rules.open_action(view, seat)
    if move.verb in ("lay", "church", "finish", "gold") and action is not None:
        return next((obstacle.words for obstacle in obstacles(view, box, action, move)), "")
    if move.verb == "choose" and ask.kind in ("choose", "turn"):
        return _not_chosen(view, box, seat, move)
    if move.verb in ("area", "influence") and ask.kind == "setup":
        return _not_placed(view, move)
    return say("first is asked: {prompt}", prompt=prompts.asked(view, box, ask))


def never(view: State, box: Box, seat: int, move: Move) -> str:
    """The reason why a kept move can no longer become legal, as far as the seat can know."""
    if missing := _missing_space(view, box, move):
        return missing
    if move.verb == "choose" and move[1] in box.town_id:
        town = view.towns[box.town_id.index(move[1])]
        return _closed(town, box.town_name[box.town_id.index(move[1])]) if view.phase != "setup" else ""
    action = _expected(view, seat, move)
    if action is None or move.verb not in ("lay", "church", "finish", "gold"):
        return _out_of_question(view, seat, move)
    if meaning.meant(move, view, box, action):
        return ""
    return next((o.words for o in obstacles(view, box, action, move) if o.lasting), "")


def _missing_space(view: State, box: Box, move: Move) -> str:
    """The reason why no town that the order may be about has the space it names, whatever is still laid."""
    if move.verb not in ("lay", "church", "finish", "gold"):
        return ""
    said = understood(move, box)[2]
    named = [town for town in (view.towns[box.town_id.index(said.town)] if said.town else None,) if town is not None]
    towns = named or [town for _, town in view.open_towns()]
    for space in filter(None, (said.space, said.over)):
        if towns and not any(_may_be_there(view, box, town, space) for town in towns):
            where = box.town_name[box.town_id.index(said.town)] if said.town else ""
            if where:
                return say("{town} has no space {space}, and gets none", town=where, space=space)
            return say("no town has a space {space}, and none gets one", space=space)
    return ""


def _may_be_there(view: State, box: Box, town: Town, space: str) -> bool:
    """Whether a town has a space of that name, or may get it by church districts that are not laid yet."""
    layout = town.layout(box)
    if space in layout.number:
        return True
    shape = SHAPES.index(space[0])
    unlaid = (special for place, special in enumerate(box.specials) if view.stock[CHURCH][len(SHAPES) + place])
    more = sum(special.creates.count(shape) for special in unlaid)
    there = sum(name[0] == SHAPES[shape] for name in layout.number)
    return space in {f"{SHAPES[shape]}{number}" for number in range(there + 1, there + more + 1)}


def _expected(view: State, seat: int, move: Move) -> Action | None:
    """The action that a kept move is for, where the seat knows its card."""
    if view.pair or view.phase not in ("choose", "act", "gold"):
        return None
    own = view.seats[seat]
    if move.verb == "gold":
        return moves.golden(view.golden, own.guild) if seat == view.start and view.golden >= 0 else None
    return moves.silver(own.choice[0], own.guild) if own.choice and own.choice[0] >= 0 else None


def _out_of_question(view: State, seat: int, move: Move) -> str:
    """The reason why a move is impossible whatever the card is."""
    if view.pair or view.phase not in ("choose", "act", "gold"):
        return ""
    own = view.seats[seat]
    if move.verb == "gold" and seat != view.start:
        return say("the golden card of this round is the starting player's")
    if move.verb == "gold":
        return say("your golden card leaves nothing to choose")
    if move.verb in ("lay", "church", "finish") and own.choice and own.choice[0] == PICKUP:
        return say("your pick-up card only brings cards back")
    foreign = move.verb == "lay" and COATS.index(move[1].rstrip("012")) in range(GUILDS)
    return say("that is another guild's district") if foreign and move[1].rstrip("012") != COATS[own.guild] else ""


# --- cards and areas -----------------------------------------------------------------------------------------


def _not_chosen(view: State, box: Box, seat: int, move: Move) -> str:
    card, count = moves.chosen(box, move)
    own, name = view.seats[seat], names.card(box.card_name(card))
    if card < SITE and (closed := _closed(view.towns[card], name)):
        return closed
    if card in own.played:
        return say("your {card} card is played; the pick-up card brings it back", card=name)
    if count and view.pair:
        return say("with two players there are no influence cards to add")
    if view.pair:
        return say("that action of the turn is done")
    if card > PICKUP:
        return say("{card} is no action card", card=name)
    return say("you have {cards:influence card|influence cards}", cards=own.influence) if count > own.influence else ""


def _closed(town: Town | None, name: str) -> str:
    if town is None:
        return say("{town} is not in this game", town=name)
    return say("{town} is scored, nothing happens there any more", town=name) if town.scored else ""


def _not_placed(view: State, move: Move) -> str:
    if move.verb == "influence":
        return say("that guild is not to be had")
    free = [str(area + 1) for area in setup.free_areas(view)]
    if move[1] in free:
        return say("it is another town's turn")
    return say("free areas are {areas}", areas=listed(free))


# --- reasons against a deed ------------------------------------------------------------------------------------


def obstacles(view: State, box: Box, action: Action, move: Move) -> Iterator[Obstacle]:
    """Every reason against a lay, a finish or a golden piece, the plainest first."""
    deed, gold, said = understood(move, box)
    if gold != action.gold:
        about = say("it is about your golden card") if action.gold else say("it is about your own card")
        yield Obstacle(about, lasting=False)
        return
    numbers = _towns(view, box, action, said)
    if isinstance(numbers, Obstacle):
        yield numbers
        return
    if action.card in (CATHEDRAL, MASTER) or deed == "piece":
        yield from _piece(view, box, action, said, deed)
    elif deed == "finish":
        yield from _site(view, box, action, said, numbers)
    elif len(numbers) == 1:
        yield from _district(view, box, action, said, numbers[0])
    else:
        yield Obstacle(say("your card is for any town: say which, as in [lay grey M2 gent]"))


def _towns(view: State, box: Box, action: Action, said: Said) -> list[int] | Obstacle:
    """The towns it may be about."""
    named = [box.town_id.index(said.town)] if said.town else []
    if named and (closed := _closed(view.towns[named[0]], box.town_name[named[0]])):
        return Obstacle(closed)
    if action.card < SITE:
        if named and named[0] != action.card:
            return Obstacle(say("your card is {town}", town=box.town_name[action.card]))
        closed = _closed(view.towns[action.card], box.town_name[action.card])
        return Obstacle(closed) if closed else [action.card]
    return named or [number for number, _ in view.open_towns()]


def _site(view: State, box: Box, action: Action, said: Said, numbers: list[int]) -> Iterator[Obstacle]:
    if action.card == SITE:
        yield Obstacle(say("the building-site card sets a site up, it completes none"))
        return
    town = view.town(numbers[0])
    at = town.layout(box).number.get(said.space)
    district = town.laid.get(at) if at is not None else None
    if district is None or not district.site:
        yield Obstacle(say("there is no building site on {space}", space=said.space), lasting=False)
    elif district.coat not in action.coats:
        yield Obstacle(say("the site on {space} is {coat}", space=said.space, coat=names.coat_of(district.coat)))


def _piece(view: State, box: Box, action: Action, said: Said, deed: str) -> Iterator[Obstacle]:
    """A cathedral or a Guild Master piece."""
    if action.card not in (CATHEDRAL, MASTER) or deed != "piece":
        of_piece = to_say("your golden card is {card}, it wants a town and a space")
        of_district = to_say("your golden card is {card}, it wants a district and a space")
        wanted = of_piece if action.card in (CATHEDRAL, MASTER) else of_district
        yield Obstacle(say(wanted, card=names.card(box.card_name(action.card))))
        return
    town = view.town(box.town_id.index(said.town))
    at = town.layout(box).number.get(said.space)
    district = town.laid.get(at) if at is not None else None
    if district is None:
        yield Obstacle(say("nothing lies on {space}", space=said.space), lasting=False)
    elif district.coat not in action.coats:
        coat, stands = names.coat_of(district.coat), to_say("{space} is {coat}; the piece stands on {coats}")
        yield Obstacle(say(stands, space=said.space, coat=coat, coats=_coats(action)))
    elif action.card == CATHEDRAL and district.cathedral:
        yield Obstacle(say("{space} has a cathedral already", space=said.space))


def _coats(action: Action) -> str:
    return listed([names.coat_of(coat) for coat in action.coats], say("or"))


def _district(view: State, box: Box, action: Action, said: Said, number: int) -> Iterator[Obstacle]:
    town, name = view.town(number), box.town_name[number]
    layout = town.layout(box)
    laid, by_coat, taken = masks(town)
    coat = CHURCH if said.special or said.coat == "church" else COATS.index(said.coat)
    if action.card == SITE and not view.sites:
        yield Obstacle(say("no building-site piece is left"), lasting=False)
    if coat not in action.coats:
        card = names.card(box.card_name(action.card))
        yield Obstacle(say("your {card} card is for {coats}", card=card, coats=_coats(action)))
    if said.space:
        at = layout.number.get(said.space)
        if at is None:
            yield Obstacle(say("{town} has no space {space}", town=name, space=said.space), lasting=False)
            return
        if taken >> at & 1:
            yield Obstacle(_taken(town, at, said.space))
            return
        space = layout.spaces[at]
        if space.borders & by_coat[coat]:
            yield Obstacle(_borders(said.space, layout.names(space.borders & by_coat[coat]), coat))
        if not space.long & laid:
            yield Obstacle(say("no long side of {space} touches a district yet", space=said.space), lasting=False)
        yield from _stock(view, said, coat, space.shape)
    yield from _special(view, box, said, layout, taken, by_coat[CHURCH])


def _taken(town: Town, at: int, space: str) -> str:
    if at not in town.laid:
        return say("a cover tile lies on {space} already", space=space)
    return say("{coat} lies on {space} already", coat=names.coat_of(town.laid[at].coat), space=space)


def _borders(space: str, beside: list[str], coat: int) -> str:
    """That a space has neighbours of the same coat."""
    return say(
        "{space} borders {others}, which {number:!is|are} {coat} too",
        space=space,
        others=listed([say("the centre") if name == CENTRE_NAME else name for name in beside]),
        number=len(beside),
        coat=names.coat_of(coat),
    )


def _stock(view: State, said: Said, coat: int, shape: int) -> Iterator[Obstacle]:
    left = view.stock[coat]
    if coat == CHURCH:
        if not said.special and not left[shape]:
            yield Obstacle(say("no plain church district {shape} is left", shape=SHAPES[shape]))
        return
    own = left[shape * MASTERS : shape * MASTERS + MASTERS]
    masters = max(0, said.figure)
    if not own[masters]:
        yield Obstacle(_none_left(coat, SHAPES[shape], masters, [n for n, count in enumerate(own) if count]))


def _none_left(coat: int, shape: str, masters: int, others: Sequence[int]) -> str:
    """That a kind of district is used up, and how the order would name those that are left."""
    values = {"coat": names.coat_of(coat), "shape": shape, "masters": masters}
    if not others:
        return say("no {coat} district {shape} is left", **values)
    if masters:
        return say("no {coat} district {shape} with {masters:master|masters} is left", **values)
    words = listed([f"[{COATS[coat]}{number}]" for number in others], say("or"))
    return say(
        "no {coat} district {shape} without masters is left; with masters it is {others}", others=words, **values
    )


def _special(view: State, box: Box, said: Said, layout: Layout, taken: int, churches: int) -> Iterator[Obstacle]:
    """The church districts with a form of their own."""
    if not said.special:
        return
    place = SPECIALS.index(said.special)
    special = box.specials[place]
    if not view.stock[CHURCH][len(SHAPES) + place]:
        yield Obstacle(say("church {kind} is laid already", kind=said.special))
    at = layout.number.get(said.space)
    if at is not None and layout.spaces[at].shape != special.base:
        yield Obstacle(say("church {kind} needs a space {shape}", kind=said.special, shape=SHAPES[special.base]))
    if special.removes != bool(said.over):
        over = to_say("church {kind} wants over and a space S")
        side = to_say("church {kind} wants a side of the town wall")
        yield Obstacle(say(over if special.removes else side, kind=said.special))
    if said.over:
        yield from _swallowed(said, layout, at, taken, churches)
    elif at is not None and said.side not in layout.spaces[at].walls:
        inside = to_say("the {side} side of {space} is not on the town wall with its whole length")
        yield Obstacle(say(inside, side=names.side(said.side), space=said.space))
    if at is None:
        yield Obstacle(say("no space fits church {kind} so", kind=said.special), lasting=False)


def _swallowed(said: Said, layout: Layout, at: int | None, taken: int, churches: int) -> Iterator[Obstacle]:
    """The free space that a district is to cover besides its own."""
    over = layout.number.get(said.over)
    if over is None or taken >> over & 1 or not said.over.startswith("S"):
        yield Obstacle(say("{space} is no free space S", space=said.over))
    elif layout.spaces[over].borders & churches:
        yield Obstacle(say("a church district borders {space}", space=said.over))
    elif at is not None and not layout.spaces[at].borders >> over & 1:
        yield Obstacle(say("{space} does not border {other}", space=said.space, other=said.over))
