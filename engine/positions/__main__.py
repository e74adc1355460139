"""The command that prints a position file.

    python -m engine.positions POSITION.json [--seat N] [--svg PICTURE.svg]

prints the position in words as seat N sees it (counted from 1; without: as onlookers do) and writes its picture,
beside the position file unless told where.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.pictures.svg import to_svg
from engine.positions import files
from engine.refusals import BadPosition


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
        game, state = files.read_file(asked.position)
        if seat is not None and not 0 <= seat < files.seats(game, state):
            raise BadPosition(f"there is no seat {asked.seat}")
    except BadPosition as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(files.words(game, state, seat))
    return _draw(game, state, seat, picture)


def _draw(game: Game[Any], state: Any, seat: int | None, file: Path) -> int:
    names = [f"Seat {number + 1}" for number in range(files.seats(game, state))]
    try:
        file.write_text(to_svg(game.picture(game.view(state, seat), names, seat)), encoding="utf-8")
    except OSError as error:
        sys.stderr.write(f"no picture: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
