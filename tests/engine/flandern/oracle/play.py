"""The oracle's course of a game, as generators that ask {seat: moves} and are sent (seat, text).

What only chance knows comes from outside, asked for by a word: ("top",) of the pile of two players, ("lots",) for the
areas of the last two towns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

from .rules import Table
from .towns import Town

Play = Generator[Any, Any, Any]
Seal = dict[int, tuple[str, int]]
INFLUENCE = "choose influence"


def ask(seat: int, moves: list[str]) -> Play:
    """The words of the answer; what has one way only is not asked, for what has none there are none.

    With two a player may order the card under influence that has come already: that does nothing.
    """
    text = moves[0] if moves else ""
    if len(moves) > 1:
        while (text := (yield "ask", {seat: moves})[1]) == INFLUENCE and INFLUENCE not in moves:
            pass
    return text.split()


def rounds(table: Table, start: int) -> Play:
    """Three or four players."""
    number = len(table.guilds)
    while True:
        golden = table.draw()
        chosen = yield from choices(table)
        for seat in order_of_play(chosen, start, number):
            yield from silver(table, seat, chosen[seat][0])
        if golden is not None:
            yield from gold(table, start, golden)
        table.settle()
        free = sum(len(town.free()) for town in table.open_towns())
        if free <= 1 or not table.pile:
            break
        start = (start + 1) % number
    table.settle(end=True)
    for seat, points in enumerate(table.bonus()):
        table.points[table.guilds[seat]] += points


def choices(table: Table) -> Play:
    """All choose in secret and may change their minds until the choice is closed."""
    chosen: Seal = {}
    moves = {
        seat: [f"choose {card}" + (f" with {more}" if more else "") for card in hand for more in range(cards + 1)]
        for seat, (hand, cards) in enumerate(zip(table.hands, table.influence, strict=True))
    }
    chosen |= {seat: read_choice(texts[0]) for seat, texts in moves.items() if len(texts) == 1}
    asked = {seat: texts for seat, texts in moves.items() if len(texts) > 1}
    while asked and (answer := (yield "ask", asked)):
        seat, text = answer
        if text == "reconsider":
            del chosen[seat]
        else:
            chosen[seat] = read_choice(text)
    for seat, (card, more) in chosen.items():
        table.hands[seat].remove(card)
        table.played[seat].add(card)
        table.influence[seat] -= more
    return chosen


def read_choice(text: str) -> tuple[str, int]:
    words = text.split()
    return words[1], int(words[3]) if "with" in words else 0


def order_of_play(chosen: Seal, start: int, number: int) -> list[int]:
    return sorted(chosen, key=lambda seat: (-chosen[seat][1], (seat - start) % number))


def pick_up(table: Table, seat: int) -> None:
    table.hands[seat] |= table.played[seat]
    table.played[seat] = set()


def silver(table: Table, seat: int, card: str) -> Play:
    if card == "pickup":
        pick_up(table, seat)
    else:
        yield from carry_out(table, seat, card, table.guilds[seat])


def carry_out(table: Table, seat: int, card: str, guild: str) -> Play:
    """A town or building-site card; whether anything was done."""
    moves = [order(form) for form in table.acts(card, [guild, "grey", "church"])]
    words = yield from ask(seat, moves)
    if words:
        table.act(card, words[1:] if words[0] == "lay" else words)
    return bool(words)


def order(form: str) -> str:
    """`acts` as an order: with the verb lay unless it is a special district or a site to finish."""
    words = form.split()
    return form if words[0] == "finish" or words[1] in ("A", "B", "C", "D") else f"lay {form}"


def gold(table: Table, seat: int, card: str) -> Play:
    if card == "influence":
        table.influence[seat] += 1
    elif card == "pickup":
        pick_up(table, seat)
    elif card in ("cathedral", "master"):
        yield from set_piece(table, seat, card)
    else:
        words = yield from ask(seat, [f"gold {form}" for form in table.acts(card, ["grey", "church"])])
        if words:
            table.act(card, words[1:])


def set_piece(table: Table, seat: int, card: str) -> Play:
    """A cathedral on a church district without one, a Guild Master on a district of the own guild or grey."""
    coats = ["church"] if card == "cathedral" else [table.guilds[seat], "grey"]
    moves = [
        f"gold {town.name} {name}"
        for town in table.open_towns()
        for name, tile in town.laid.items()
        if tile.coat in coats and not (card == "cathedral" and tile.cathedral)
    ]
    used = sum(tile.cathedral if card == "cathedral" else tile.pieces for _, _, tile in table.tiles())
    words = yield from ask(seat, moves if used < PIECES else [])
    if words:
        tile = table.towns[words[1]].laid[words[2]]
        tile.cathedral = tile.cathedral or card == "cathedral"
        tile.pieces += card == "master"


PIECES = 4


# --- two players -----------------------------------------------------------------------------------------------


def pair(table: Table, seat: int, stall: int) -> Play:
    """Turns of two actions, one with the own guild and one with a guild under influence."""
    idle = 0
    while True:
        built = yield from pair_turn(table, seat)
        idle = 0 if built else idle + 1
        table.settle()
        if idle >= stall or table.only_influenced_could_build():
            break
        seat = 1 - seat
    table.settle(end=True)


def pair_turn(table: Table, seat: int) -> Play:
    todo = {"own", "influence"}
    built = False
    while todo:
        moves = [f"choose {card}" for card in table.hands[seat]] if "own" in todo else []
        moves += [INFLUENCE] if "influence" in todo else []
        words = yield from ask(seat, moves)
        if words[1] == "influence":
            todo.remove("influence")
            coat, card = yield from turn_up(table)
            built |= yield from carry_out(table, seat, card, coat)
            continue
        todo.remove("own")
        table.hands[seat].remove(words[1])
        table.played[seat].add(words[1])
        if words[1] == "pickup":
            pick_up(table, seat)
        else:
            built |= yield from carry_out(table, seat, words[1], table.guilds[seat])
    return built


def turn_up(table: Table) -> Play:
    """The first card of a town that is not scored; when the pile is used up the discards are shuffled."""
    while True:
        if not table.deck:
            table.deck, table.discards = table.discards, Counter()
        top = yield ("top",)
        if top not in table.deck:
            raise AssertionError(f"{top} is not in the pile")
        if table.turn_up(*top):
            return top


# --- choosing areas --------------------------------------------------------------------------------------------


def choose_areas(table: Table, start: int, town_of: dict[str, str]) -> Play:
    """Each an area for the own town; of two each then a guild under influence and an area for its town."""
    number = len(table.guilds)
    seats = [(start + step) % number for step in range(number)]
    for seat in seats:
        yield from choose_area(table, seat, town_of[table.guilds[seat]])
    if number == 2:
        left = [guild for guild in ("blue", "yellow", "green", "red") if guild not in table.guilds]
        first = (yield from ask(seats[0], [f"influence {guild}" for guild in left]))[1]
        other = next(guild for guild in left if guild != first)
        table.influenced = [first, other] if seats[0] == 0 else [other, first]
        table.coats = [*table.guilds, *table.influenced]
        for seat in seats:
            yield from choose_area(table, seat, town_of[table.influenced[seat]])
        table.deck = Counter((coat, card) for coat in table.influenced for card in (*town_of.values(), "site"))


def choose_area(table: Table, seat: int, name: str) -> Play:
    taken = [town.area for town in table.towns.values()]
    words = yield from ask(seat, [f"area {area} {name}" for area in range(1, 7) if area not in taken])
    table.towns[name] = Town(name, int(words[1]))
