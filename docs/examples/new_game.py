"""Writes a draft of a game from the example and puts it into the registry: `make game NAME=nim`.

python3 docs/examples/new_game.py NAME
"""

from __future__ import annotations

import re
import sys
from keyword import iskeyword
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parent / "nim"
ENGINE = EXAMPLE.parents[2] / "engine"
LINE = re.compile(r'^    "(\w+)": "engine\.\1",\n', re.MULTILINE)  # of the registry, for a game


def main(name: str) -> None:
    """Write it, or end the program with what is wrong with the name."""
    if not re.fullmatch(r"[a-z][a-z0-9]*", name) or iskeyword(name):
        why = "a word of Python cannot be one" if iskeyword(name) else "small letters and digits, as in nim"
        sys.exit(f"new_game: {name!r} is no name for a game: {why}")
    folder, registry = ENGINE / name, ENGINE / "registry.py"
    if folder.exists() or (ENGINE / f"{name}.py").exists():
        sys.exit(f"new_game: there is engine/{name} already")
    for path in EXAMPLE.rglob("*.*"):
        if path.suffix in (".py", ".txt"):
            target = folder / path.relative_to(EXAMPLE)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(renamed(path.read_text(encoding="utf-8"), name), encoding="utf-8")
    registry.write_text(registered(registry.read_text(encoding="utf-8"), name), encoding="utf-8")
    sys.stdout.write(f"engine/{name} is a draft that can be played. docs/adding-a-game.md says how to go on.\n")


def renamed(text: str, name: str) -> str:
    """A text of the example for a game of another name."""
    return re.sub(r"\bNim\b", name.capitalize(), re.sub(r"\bnim\b", name, text))


def registered(text: str, name: str) -> str:
    """The text of the registry with one game more, in the order of the alphabet."""
    games = list(LINE.finditer(text))
    lines = sorted([*(found[0] for found in games), f'    "{name}": "engine.{name}",\n'])
    return text[: games[0].start()] + "".join(lines) + text[games[-1].end() :]


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
