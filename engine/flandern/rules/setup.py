"""The set-up of a game: guilds, towns, stocks, cards, and who chooses which area. No rules of play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.decisions import Ask, Move
from engine.events import Json
from engine.flandern.data.box import CHURCH, COATS, GREY, GUILDS, PICKUP, SITE, Box
from engine.flandern.rules.context import Context
from engine.flandern.state import AREAS, Seat, State, Town, centre
from engine.flandern.words.speech import say
from engine.game import Option
from engine.language.languages import to_say

if TYPE_CHECKING:
    from engine.chance import Chance

OPTIONS = (
    Option(
        to_say("setup"),
        (to_say("lots"), to_say("choose")),
        to_say("How the towns come to their areas."),
        (to_say("by lot, and the game begins at once"), to_say("each player chooses an area for the own town first")),
        say,
    ),
    Option(
        to_say("stall"),
        (8, 6, 12, 20),
        to_say("With two players: after so many turns without a district the game ends."),
        say=say,
    ),
)


def start(seats: int, options: Mapping[str, Json], box: Box, chance: Chance) -> Context:
    """The table before anything is chosen; with `lots` all towns are on their areas."""
    pair = seats == 2
    guilds = range(GUILDS) if pair else range(seats)
    in_game = {*guilds, GREY, CHURCH}
    towns = [number for number, coat in enumerate(box.coat) if coat in in_game]
    hand = [*towns, SITE, PICKUP]
    state = State(
        box=box.digest,
        seats=[Seat(guild, hand[:], influence=0 if pair else box.influence) for guild in range(seats)],
        towns=[None] * len(box.coat),
        stock=[_stock(box, coat) if coat in in_game else [] for coat in range(len(COATS))],
        sites=box.pieces["sites"],
        cathedrals=0 if pair else box.pieces["cathedrals"],
        masters=0 if pair else box.pieces["masters"],
        stall=int(options.get("stall", OPTIONS[1].default)) if pair else 0,
    )
    context = Context(state, box, chance=chance)
    state.start = state.begun = chance.below("first player", seats)
    context.tell("begins", seat=state.start, guilds=[COATS[guild] for guild in range(seats)])
    _shuffle(context, towns)
    state.order = state.around(state.start)
    if options.get("setup", OPTIONS[0].default) == "lots":
        _by_lot(context, towns)
    return context


def _stock(box: Box, coat: int) -> list[int]:
    return list(box.church if coat == CHURCH else box.stock)


def _shuffle(context: Context, towns: list[int]) -> None:
    """Pile A on top of pile B; with two no golden cards."""
    state = context.state
    if state.pair:
        return
    for name, cards in reversed(list(zip("AB", context.box.golden, strict=True))):
        own = [card for card in cards if card >= SITE or card in towns]
        order = context.chance.shuffle(f"golden cards {name}", len(own))
        state.pile += [own[k] for k in order]


def _by_lot(context: Context, towns: list[int]) -> None:
    """Every town on an area, and with two every player's guild under influence."""
    state = context.state
    areas = context.chance.shuffle("areas", AREAS)
    for town, area in zip(towns, areas, strict=False):
        place(context, town, area)
    if state.pair:
        first = context.chance.below("guild under influence", 2)
        for k, seat in enumerate(state.order):
            take_guild(context, seat, 2 + (first + k) % 2)
    state.order = []


def place(context: Context, town: int, area: int) -> None:
    """Put a town's centre into an area."""
    context.state.towns[town] = Town(area, centre(context.box.coat[town]))
    context.tell("placed", town=town, name=context.box.town_name[town], area=area + 1)


def take_guild(context: Context, seat: int, guild: int) -> None:
    context.seat(seat).influenced = guild
    context.tell("influences", seat=seat, coat=COATS[guild])


# --- choosing areas ----------------------------------------------------------------------------------------


def to_place(state: State, box: Box) -> tuple[int, int] | None:
    """(seat, coat) whose town is to be placed next; the coat is -1 where the guild is to be chosen first."""
    for seat in state.order:
        own = state.seats[seat]
        if state.towns[box.town_of[own.guild]] is None:
            return seat, own.guild
    for seat in state.order:
        own = state.seats[seat]
        if state.pair and own.influenced < 0:
            return seat, -1
        if state.pair and state.towns[box.town_of[own.influenced]] is None:
            return seat, own.influenced
    return None


def ask(state: State, box: Box) -> Ask | None:
    """The next choice of the set-up that is a choice."""
    following = to_place(state, box)
    if following is None:
        return None
    seat, coat = following
    if coat < 0:
        moves = tuple(Move(("influence", COATS[guild])) for guild in free_guilds(state))
        return Ask(seat, "setup", f"setup {seat} guild", moves, "the guild under your influence")
    town = box.town_of[coat]
    areas = tuple(Move(("area", str(area + 1), box.town_id[town])) for area in free_areas(state))
    return Ask(seat, "setup", f"setup {seat} {box.town_id[town]}", areas, f"an area for {box.town_name[town]}")


def free_areas(state: State) -> list[int]:
    taken = {town.area for town in state.towns if town is not None}
    return [area for area in range(AREAS) if area not in taken]


def free_guilds(state: State) -> list[int]:
    taken = {guild for seat in state.seats for guild in (seat.guild, seat.influenced)}
    return [guild for guild in range(GUILDS) if guild not in taken]


def play(context: Context, seat: int, move: Move) -> None:
    """Carry out a choice of the set-up."""
    if move.verb == "influence":
        take_guild(context, seat, COATS.index(move[1]))
    else:
        place(context, context.box.town_id.index(move[2]), int(move[1]) - 1)


def finish(context: Context) -> None:
    """Settle what is left when all have chosen: the last guild under influence, Utrecht and Luik by lot."""
    state, box = context.state, context.box
    for coat in (GREY, CHURCH):
        town = box.town_of[coat]
        if state.towns[town] is None:
            free = free_areas(state)
            place(context, town, free[context.chance.below(f"area of {box.town_id[town]}", len(free))])
    state.order = []
