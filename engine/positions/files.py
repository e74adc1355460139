"""Position files of all games: which game they are of, reading, writing and printing them. No rules.

A position file is a JSON object that names its game in "game"; the rest is the game's own (docs/positions).
"""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

from engine.decisions import Decision
from engine.events import Json
from engine.game import Game, Section
from engine.refusals import BadPosition
from engine.registry import games

_WIDTH = 72


def read(data: Json) -> tuple[Game[Any], Any]:
    """The game and the state that a position says. BadPosition names what is wrong."""
    if not isinstance(data, dict):
        raise BadPosition("a position is a JSON object")
    slug = data.get("game")
    if not isinstance(slug, str) or slug not in games:
        raise BadPosition(f'"game" must be one of {", ".join(games)}, not {slug!r}')
    game = games[slug]
    try:
        return game, game.read_position(data)
    except (LookupError, TypeError, ValueError) as error:
        if isinstance(error, BadPosition) or not game.draft:  # a draft has no reader of its own yet
            raise
        raise BadPosition(f"is no position of {game.name}: {error}") from error


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
    names = [f"Seat {number + 1}" for number in range(seats(game, state))]
    blocks = [_block(section) for section in game.sections(view, decision, names, rules, seat)]
    return "\n\n".join(blocks) + "\n"


def seats(game: Game[Any], state: Any) -> int:
    """The number of seats that a state has."""
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
