"""A second scoring of a town, written from the rulebook's words alone, to be compared with the game's own."""

from __future__ import annotations

from engine.flandern.data.box import COATS
from engine.flandern.state import District, Town


def points_of(town: Town) -> tuple[int, dict[str, int]]:
    """(value, points of each guild present). Completed districts only; a tie takes the lowest place it covers."""
    tiles = [tile for tile in town.laid.values() if not tile.site and tile.part == -1]
    value = 0
    for tile in tiles:
        if COATS[tile.coat] == "church":
            value += 3 if tile.cathedral else 2
        else:
            value += 1
    guilds = {COATS[tile.coat] for tile in tiles} - {"church"}
    found: dict[str, int] = {}
    for guild in guilds:
        mine = _strength(tiles, guild)
        at_least_as_strong = sum(_strength(tiles, other) >= mine for other in guilds)
        prizes = {1: value, 2: (value + 1) // 2, 3: 4, 4: 2}
        found[guild] = prizes.get(at_least_as_strong, 0)
    return value, found


def _strength(tiles: list[District], guild: str) -> int:
    own = [tile for tile in tiles if COATS[tile.coat] == guild]
    return 1000 * len(own) + sum(tile.masters + tile.pieces for tile in own)
