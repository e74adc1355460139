"""The map as characters: tiles by name, lines between neighbours, bridges by the number of their owner. No rules."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Paragraph
from engine.language.languages import to_say
from engine.venise.data.hexagons import Place, cell, shore
from engine.venise.state import PORT1, TILES, State, edge
from engine.venise.words.names import label
from engine.venise.words.speech import say
from engine.venise.words.voice import Voice, listed

WIDEST = 36  # columns: what a telephone shows of a line without breaking it
# Columns of half a hexagon, and of a name: as wide as fits.
STEPS = ((5, 6), (4, 6), (3, 4), (2, 2))
SHORT: Mapping[str, str] = {  # where the name is longer than there is room
    "wool": to_say("Wool."),
    "flax": to_say("Flax."),
    "gold": to_say("Gold."),
    "workshop": to_say("Shop"),
    "order": to_say("Ord."),
    "builder": to_say("Build."),
    "market": to_say("Mark."),
    "port1": to_say("Pt. 1"),
    "port2": to_say("Pt. 2"),
}
SHORTEST: Mapping[str, str] = {
    "wool": to_say("Wo"),
    "flax": to_say("Fl"),
    "gold": to_say("Go"),
    "workshop": to_say("Ws"),
    "order": to_say("Or"),
    "builder": to_say("Bu"),
    "market": to_say("Ma"),
    "port1": to_say("P1"),
    "port2": to_say("P2"),
}
LONGEST = 6  # letters of a short name
CELL = 3  # columns of the name of a free cell, at least: "k11"


def chart(view: State, voice: Voice) -> list[Paragraph]:
    """The map as it lies and what its signs mean; nothing where no tile lies, or where it would be too wide."""
    there = {at: TILES[number] for number, at in enumerate(view.places) if at is not None}
    free = shore(there) if None in view.places and there else []
    across = [2 * q + r for q, r in (*there, *free)]
    fits = [
        (step, room)
        for step, room in STEPS
        if there and (max(across) - min(across)) * step + room <= WIDEST and (not free or room >= CELL)
    ]
    if not fits:
        return []
    step, room = fits[0]
    names = {at: _name(tile, room).center(room) for at, tile in there.items()}
    names |= {at: cell(at).center(room) for at in free}
    lines = _drawn(view, names, min(across), step, room)
    return [*(Paragraph(line, "fixed") for line in lines), Paragraph(_key(view, voice, room))]


def _name(tile: str, room: int) -> str:
    whole = label(tile)
    return whole if len(whole) <= room else say((SHORT if room >= LONGEST else SHORTEST)[tile])


def _drawn(view: State, names: Mapping[Place, str], left: int, step: int, room: int) -> list[str]:
    rows = sorted({r for _, r in names})
    canvas = {at: [" "] * WIDEST for row in rows for at in (2 * row, 2 * row + 1)}
    for at, name in names.items():
        (q, r), column = at, (2 * at[0] + at[1] - left) * step
        _write(canvas[2 * r], column, name)
        # East, south-east and south-west: each pair of neighbours once.
        for other, sign, line, place in (
            ((q + 1, r), "-", 2 * r, column + room),
            ((q, r + 1), "\\", 2 * r + 1, column + room // 2 + step // 2),
            ((q - 1, r + 1), "/", 2 * r + 1, column + (room - 1) // 2 - step // 2),
        ):
            if other in names:
                _write(canvas[line], place, _link(view, at, other, sign, 2 * step - room))
    return ["".join(canvas[line]).rstrip() for line in sorted(canvas)[:-1]]


def _link(view: State, one: Place, other: Place, sign: str, gap: int) -> str:
    """The line between two cells; over it the number of whose bridge it is. Free cells have none."""
    numbers = {at: number for number, at in enumerate(view.places) if at is not None}
    if one not in numbers or other not in numbers:
        return ""
    owner = view.bridges.get(edge(numbers[one], numbers[other]))
    if sign == "-":
        return (sign * gap if owner is None else f"{owner + 1}").center(gap, "=")
    return sign if owner is None else f"{owner + 1}"


def _write(line: list[str], at: int, words: str) -> None:
    for place, sign in enumerate(words, at):
        if 0 <= place < WIDEST:
            line[place] = sign


def _key(view: State, voice: Voice, room: int) -> str:
    there = [tile for tile, at in zip(TILES, view.places, strict=True) if at is not None]
    plain = TILES[PORT1:] if room >= LONGEST else ()  # "Pt. 1" needs no word
    short = [tile for tile in there if _name(tile, room) != label(tile) and tile not in plain]
    words = [say("Lines join neighbours.")]
    owners = sorted(set(view.bridges.values()))
    if owners:
        whose = listed([say("{n} {who}", n=owner + 1, who=voice.seat(owner)) for owner in owners])
        words.append(say("A figure in a line is a bridge and whose it is: {seats}.", seats=whose))
    if short:
        names = ", ".join(say("{short} for {name}", short=_name(tile, room), name=label(tile)) for tile in short)
        words.append(say("The names: {names}.", names=names))
    return " ".join(words)
