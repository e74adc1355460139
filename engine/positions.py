"""Position files of all games: which game they are of, reading, writing and printing them. No rules.

A position file is a JSON object that names its game in "game"; the rest is the game's own (docs/positions).

    python -m engine.positions POSITION.json [--seat N] [--svg PICTURE.svg]

prints the position in words as seat N sees it (counted from 1; without: as onlookers do) and writes its picture,
beside the position file unless told where.
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.decisions import Decision
from engine.events import Json
from engine.game import Game, Section
from engine.refusals import BadPosition
from engine.registry import games
from engine.svg import to_svg

_WIDTH = 72


def read(data: Json) -> tuple[Game[Any], Any]:
    """The game and the state that a position says. BadPosition names what is wrong."""
    if not isinstance(data, dict):
        raise BadPosition("a position is a JSON object")
    slug = data.get("game")
    if not isinstance(slug, str) or slug not in games:
        raise BadPosition(f'"game" must be one of {", ".join(games)}, not {slug!r}')
    game = games[slug]
    return game, game.read_position(data)


def read_file(path: Path) -> tuple[Game[Any], Any]:
    """The game and the state of a position file. BadPosition names the file."""
    try:
        return read(json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_each_once))
    except RecursionError as error:
        raise BadPosition(f"{path}: is nested too deep for a position") from error
    except (ValueError, OSError, BadPosition) as error:
        raise BadPosition(f"{path}: {error}") from error


def _each_once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """An object of the file; of two fields of one name JSON would keep the later one in silence."""
    read = dict(pairs)
    if len(read) < len(pairs):
        names = [name for name, _ in pairs]
        raise BadPosition(f"the field {next(name for name in names if names.count(name) > 1)!r} stands twice")
    return read


def write(game: Game[Any], state: Any) -> dict[str, Json]:
    """The position of a state, with the game's name first; `read` reads it back."""
    return {"game": game.slug, **{key: value for key, value in game.write_position(state).items() if key != "game"}}


def words(game: Game[Any], state: Any, seat: int | None = None) -> str:
    """A position as plain text, as that seat may know it (None: the public)."""
    view = game.view(state, seat)
    ask = next((ask for ask in game.asks(state) if ask.seat == seat), None)
    decision = Decision(ask.seat, ask.kind, 0, ask.moves, ask.prompt, ask.sealed, ask.passing) if ask else None
    rules = {rule.topic: rule.text for rule in game.default_rules}
    names = [f"Seat {number + 1}" for number in range(_seats(game, state))]
    blocks = [_block(section) for section in game.sections(view, decision, names, rules, seat)]
    return "\n\n".join(blocks) + "\n"


def _seats(game: Game[Any], state: Any) -> int:
    return len(game.scoresheet(state).totals)


def _block(section: Section) -> str:
    lines = [f"== {section.title} =="]
    for paragraph in section.paragraphs:
        if paragraph.style == "fixed":
            lines.append(paragraph.words)
            continue
        first, then = {"bullet": ("* ", "  "), "detail": ("  ", "  ")}.get(paragraph.style, ("", ""))
        lines += textwrap.wrap(paragraph.words, _WIDTH, initial_indent=first, subsequent_indent=then) or [""]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Print a position file and write its picture; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine.positions", description="Print a position of a game.")
    parser.add_argument("position", type=Path, help="a position file (JSON)")
    parser.add_argument("--seat", type=int, help="whose sight, counted from 1; without: what everybody sees")
    parser.add_argument("--svg", type=Path, help="where the picture goes; without: beside the position")
    asked = parser.parse_args(arguments)
    seat = None if asked.seat is None else asked.seat - 1
    picture = asked.svg or asked.position.with_suffix(".svg")
    try:
        if picture.resolve() == asked.position.resolve():
            raise BadPosition(f"{picture} is the position; name another file for its picture with --svg")
        game, state = read_file(asked.position)
        if seat is not None and not 0 <= seat < _seats(game, state):
            raise BadPosition(f"there is no seat {asked.seat}")
    except BadPosition as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(words(game, state, seat))
    return _draw(game, state, seat, picture)


def _draw(game: Game[Any], state: Any, seat: int | None, file: Path) -> int:
    names = [f"Seat {number + 1}" for number in range(_seats(game, state))]
    try:
        file.write_text(to_svg(game.picture(game.view(state, seat), names, seat)), encoding="utf-8")
    except OSError as error:
        sys.stderr.write(f"no picture: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
