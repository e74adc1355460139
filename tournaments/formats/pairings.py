"""The pairings of players: cyclic schedules and how fair they are. Knows numbers of players, no names, no dates."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

from engine.language.languages import to_say
from tournaments.language.speech import say

BLOCKS = Path(__file__).with_name("base_blocks.json")
TIMES = {
    0: to_say("never"),
    1: to_say("once"),
    2: to_say("twice"),
    3: to_say("three times"),
    4: to_say("four times"),
}

Table = tuple[int, ...]


class NoSchedule(ValueError):
    """No schedule is known for that many players at tables of that size."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """The share of each thing that a schedule gives to its players, as (fewest, most).

    games      games of a player
    meetings   games that two players have in common
    seats      how often a player sits in the same seat
    neighbours how often a player has the same left neighbour, at most
    sentence   the same in words for the players
    """

    games: tuple[int, int]
    meetings: tuple[int, int]
    seats: tuple[int, int]
    neighbours: int
    sentence: str


def cyclic(players: int, seats: int) -> list[Table]:
    """The tables of a league: an entry is a player (from 0), its position is the seat.

    One base block is shifted through all players, so everybody plays `seats` games and sits once in each seat.
    As many players as seats make one table. NoSchedule outside of what the base blocks cover. Where nobody can meet
    everybody (from 21 players on) the blocks are those that leave the fewest games between any two players: standings
    compare people who never sat at one table.
    """
    if players == seats and seats >= 2:
        return [tuple(range(seats))]
    block = base_block(players, seats)
    return [tuple((place + shift) % players for place in block) for shift in range(players)]


def one_each(players: int, seats: int) -> list[Table]:
    """One game for each player, as far as they fill tables: the first ones sit at the first table."""
    return [tuple(range(first, first + seats)) for first in range(0, players - seats + 1, seats)]


def base_block(players: int, seats: int) -> Table:
    """The block that is shifted for so many players: meetings of any two differ by at most one."""
    for first, last, block in _blocks().get(seats, ()):
        if first <= players <= last:
            return block
    raise NoSchedule(f"There is no schedule for {players} players at tables of {seats}.")


@cache
def _blocks() -> dict[int, tuple[tuple[int, int, Table], ...]]:
    """The base blocks of the data file by seats: (fewest players, most players, block). ValueError if one is wrong."""
    data = json.loads(BLOCKS.read_text(encoding="utf-8"))
    blocks = {
        int(seats): tuple((row["from"], row["to"], tuple(row["block"])) for row in rows) for seats, rows in data.items()
    }
    for seats, rows in blocks.items():
        for first, last, block in rows:
            if len(set(block)) != seats or not seats < first <= last or not all(0 <= place < first for place in block):
                raise ValueError(f"{BLOCKS.name}: the block {block} cannot serve {first} to {last} players")
    return blocks


def fairness(schedule: Sequence[Table], players: int) -> Fairness:
    """Count what a schedule of `players` players (numbered from 0) gives to each of them."""
    games = Counter(player for table in schedule for player in table)
    meetings = Counter(frozenset(pair) for table in schedule for pair in combinations(table, 2))
    sittings = Counter((player, seat) for table in schedule for seat, player in enumerate(table))
    neighbours = Counter(pair for table in schedule for pair in _left_neighbours(table))
    size = max((len(table) for table in schedule), default=0)
    played = _spread([games[player] for player in range(players)])
    met = _spread([meetings[frozenset(pair)] for pair in combinations(range(players), 2)])
    sat = _spread([sittings[player, seat] for player in range(players) for seat in range(size)])
    words = _sentence(len(schedule), size, played, met, sat)
    return Fairness(played, met, sat, max(neighbours.values(), default=0), words)


def _left_neighbours(table: Table) -> Iterator[tuple[int, int]]:
    return zip(table, table[1:] + table[:1], strict=True)


def _spread(counts: Sequence[int]) -> tuple[int, int]:
    return (min(counts, default=0), max(counts, default=0))


def _sentence(tables: int, size: int, games: tuple[int, int], meetings: tuple[int, int], seats: tuple[int, int]) -> str:
    if tables == 1:
        return say("One table: everybody plays one game with everybody else.")
    number = str(games[0])
    if games[0] != games[1]:
        number = say("{fewest} to {most}", fewest=games[0], most=games[1])
    values = {"number": number, "seated": _times(seats)}
    if meetings == (0, 1) and games[0] == games[1]:
        others = games[0] * (size - 1)
        return say(
            "Everybody plays {number} games, meets {others} others once and sits {seated} in each seat.",
            others=others, **values,
        )  # fmt: skip
    return say(
        "Everybody plays {number} games, meets everybody {met} and sits {seated} in each seat.",
        met=_times(meetings), **values,
    )  # fmt: skip


def _times(spread: tuple[int, int]) -> str:
    low, high = (say(TIMES[count]) if count in TIMES else say("{n} times", n=count) for count in spread)
    if low == high:
        return low
    if spread[1] - spread[0] == 1 and spread[0]:
        return say("{low} or {high}", low=low, high=high)
    return say("at most {high}", high=high)
