"""A turn: taking a die back, rolling, moving, using the tile, what the others get from it. Rulebook, phases 1 to 4."""

from __future__ import annotations

from functools import lru_cache

from engine.decisions import Move
from engine.venise.rules import boards, builders, cubes, draws, forced, production, tasks
from engine.venise.rules.builders import FACES
from engine.venise.rules.context import Context
from engine.venise.rules.results import Result, results
from engine.venise.state import (
    CARD_TILES,
    MARKET,
    MATERIALS,
    PORT1,
    PORTS,
    TILES,
    State,
    Turn,
)

IDLE = "idle"  # at the end of a move: the tile is not used
END = Move(("end",))


def begin(context: Context, task: tasks.Begin) -> None:
    """The next seat begins its turn: a die back if there is only one left to roll, the dice, then what waits for it."""
    state, number = context.state, context.state.active
    state.now = Turn()
    forced.forget_turn(state, number)
    context.tell("turn", seat=number)
    recall = [tasks.Recall(number)] if in_reserve(state, number) == 1 else []
    keeps = [tasks.Keep(number)] * len(state.seats[number].pending)
    context.push(*recall, tasks.Roll(number), *keeps, tasks.Turn(number), tasks.Finish(number), tasks.Next())


def in_reserve(state: State, number: int) -> int:
    return 5 - len(state.placed(number))


# --- dice ------------------------------------------------------------------------------------------------


def recall_moves(context: Context, task: tasks.Recall) -> tuple[Move, ...]:
    return tuple(Move(("recall", TILES[tile])) for tile in context.state.placed(task.seat))


def answer_recall(context: Context, task: tasks.Recall, move: Move) -> None:
    context.replace(task)
    tile = TILES.index(move[1])
    context.tell("recalled", seat=task.seat, tile=move[1], value=context.state.placed(task.seat)[tile])
    context.state.dice[tile] = None


def roll(context: Context, task: tasks.Roll) -> None:
    """Two dice; once more as long as no die allows any move, not even with a Master Builder."""
    state, number = context.state, task.seat
    tries = 0
    while True:
        tries += 1
        label = f"round {state.round} turn {state.turn + 1} roll {tries}"
        state.now.dice = (context.chance.die(f"{label} first die"), context.chance.die(f"{label} second die"))
        context.tell("rolled", seat=number, dice=list(state.now.dice), again=tries > 1)
        if any_move(state, number):
            return


def any_move(state: State, number: int) -> bool:
    """Whether a die allows a move, as it is or changed by a Master Builder."""
    changed = [shifts for _, shifts in builders.die_moves(state.seats[number], state.now)]
    return any(_can_move(state, number, shifts) for shifts in [state.now.shifts, *changed])


# --- moving ----------------------------------------------------------------------------------------------


def turn_moves(context: Context, task: tasks.Turn) -> tuple[Move, ...]:
    """Every move, every way to change a die that leaves one, every other effect, every cube that can be shifted.

    The Burgher must move: where only a Master Builder makes that possible, nothing is offered that uses up his cost.
    """
    state, number = context.state, task.seat
    seat, now = state.seats[number], state.now
    moves = burgher_moves(state, number, now.shifts)
    changes = [move for move, shifts in builders.die_moves(seat, now) if _can_move(state, number, shifts)]
    others = (*builders.use_moves(state, number), *cubes.shifts(seat))
    if not moves:
        others = tuple(move for move in others if changes and can_move_after(state, number, move))
    return (*moves, *changes, *others)


def can_move_after(state: State, number: int, move: Move) -> bool:
    """Whether the Burgher can still move when cubes have been shifted or a Master Builder has worked."""
    trial = Context(state.copy())
    _prepare(trial, number, move)
    return any_move(trial.state, number)


def die_pairs(state: State, shifts: tuple[int, int]) -> list[tuple[int, int, int]]:
    """(die to move with, points it gives, value that the other one works with); each once."""
    one, other = state.now.dice
    pairs = [(die, die + shifts[0], work + shifts[1]) for die, work in dict.fromkeys([(one, other), (other, one)])]
    return [pair for pair in pairs if pair[1] in FACES and pair[2] in FACES]


def _can_move(state: State, number: int, shifts: tuple[int, int]) -> bool:
    return any(results(state, number, points) for _, points, _ in die_pairs(state, shifts))


def burgher_moves(state: State, number: int, shifts: tuple[int, int]) -> list[Move]:
    """`move 4 gold`, with `boat order` behind it if the Boat changes its place, and `idle` to leave the tile alone."""
    working = sum(1 << tile for tile in range(len(TILES)) if works_by_itself(state, number, tile))
    moves: list[Move] = []
    for die, points, _ in die_pairs(state, shifts):
        moves += _named(results(state, number, points), die, state.boat, working)
    return moves


@lru_cache(maxsize=8_192)
def _named(found: tuple[Result, ...], die: int, boat: int, working: int) -> tuple[Move, ...]:
    """The moves with these results; `working` has a bit for each tile that can also be left alone."""
    moves = []
    for end, left in found:
        sailed = ("boat", TILES[left]) if left != boat else ()
        words = ("move", str(die), TILES[end], *sailed)
        moves.append(Move(words))
        if working >> end & 1:
            moves.append(Move((*words, IDLE)))
    return tuple(moves)


def works_by_itself(state: State, number: int, tile: int) -> bool:
    """Whether arriving on a tile brings something at once, so that it must be said if it is not wanted."""
    if tile in CARD_TILES:
        deck = tile - CARD_TILES[0]
        return bool(state.decks[deck]) and boards.has_space(state.seats[number], deck)
    return tile < len(MATERIALS)


def answer_turn(context: Context, task: tasks.Turn, move: Move) -> None:
    if move.verb == "move":
        context.replace(task)
        _move(context, task.seat, move)
    else:
        _prepare(context, task.seat, move)


def _prepare(context: Context, number: int, move: Move) -> None:
    """Do what may come before the move: a Master Builder works, cubes go down from the stock."""
    if move.verb == "use":
        builders.use(context, number, move)
    else:
        boards.shift(context, number, move[3], MATERIALS.index(move[2]), int(move[1]))


def _move(context: Context, number: int, move: Move) -> None:
    state = context.state
    die, tile = int(move[1]), TILES.index(move[2])
    boat = TILES.index(move[move.index("boat") + 1]) if "boat" in move else state.boat
    sailed = boat != state.boat
    state.boat = boat
    state.seats[number].burgher = tile
    one, other = state.now.dice
    state.now.moved, state.now.work = die, (other if die == one else one) + state.now.shifts[1]
    out = _place_die(state, number, tile)
    context.tell(
        "moved", seat=number, die=die, points=die + state.now.shifts[0], tile=TILES[tile], work=state.now.work,
        boat=TILES[boat] if sailed else "", placed=state.dice[tile] == (number, state.now.work), out=out,
    )  # fmt: skip
    used = move[-1] != IDLE
    if used:
        _activate(context, number, tile)
    _note_nothing(state, number, tile)


def _note_nothing(state: State, number: int, tile: int) -> None:
    """Nothing is sold and no card is kept where a tile asks nothing."""
    kind = tasks.Take if tile in CARD_TILES else tasks.Sell
    if tile >= len(MATERIALS) and not isinstance(state.agenda[-1], kind):
        forced.note(state, number, kind.name, draws.NONE)


def _place_die(state: State, number: int, tile: int) -> dict[str, int] | None:
    """Lay the activation die where it may lie; returns the die that it drives out."""
    old, value = state.dice[tile], state.now.work
    if old is not None and old[1] < value:
        return None
    state.dice[tile] = (number, value)
    return None if old is None else {"seat": old[0], "value": old[1]}


# --- the tile --------------------------------------------------------------------------------------------


def _activate(context: Context, number: int, tile: int) -> None:
    state, value = context.state, context.state.now.work
    if tile == MARKET or tile in PORTS:
        if _sells(state, number, tile):
            context.push(tasks.Sell(number, tile, value))
    elif works_by_itself(state, number, tile):
        context.push(tasks.Secondary(number, tile))
        if tile in CARD_TILES:
            draws.draw(context, number, tile - CARD_TILES[0], value)
        else:
            cubes.gain(context, number, tile, value)


def _sells(state: State, number: int, tile: int) -> bool:
    store = state.seats[number].store
    if tile == MARKET:
        return any(store)
    return any(count and goods not in state.ports[tile - PORT1] for goods, count in enumerate(store))


def secondary(context: Context, task: tasks.Secondary) -> None:
    """Everybody else with the Burgher or a die on the tile uses it with 1, with both with 2, clockwise."""
    state, tile = context.state, task.tile
    for other in state.others(task.seat):
        value = (state.seats[other].burgher == tile) + (tile in state.placed(other))
        if not value:
            continue
        if tile in CARD_TILES:
            draws.draw_beside(context, other, tile - CARD_TILES[0], value)
        else:
            cubes.gift(context, other, tile, value)


# --- the end of the turn -------------------------------------------------------------------------------------


def finish_moves(context: Context, task: tasks.Finish) -> tuple[Move, ...]:
    state, number = context.state, task.seat
    work = [*production.bridge_moves(state, number), *production.produce_moves(state, number)]
    return (*work, *builders.use_moves(state, number), *cubes.shifts(state.seats[number]), END)


def has_work(state: State, number: int) -> bool:
    """Whether a bridge could be built or goods be produced; in the last turn whether a Master Builder brings points."""
    if production.bridge_moves(state, number) or production.produce_moves(state, number):
        return True
    return state.round == state.last and builders.last_chance(state.seats[number])


def answer_finish(context: Context, task: tasks.Finish, move: Move) -> None:
    number = task.seat
    if move == END:
        context.replace(task)
    elif move == production.PRODUCE:
        production.produce_all(context, number)
    elif move.verb == "produce":
        production.produce(context, number, move[1], int(move[2]))
    elif move.verb == "bridge":
        production.build_bridge(context, number, move)
    else:
        _prepare(context, number, move)
