"""The rules of a game in short, for people: read from a text file of the game's folder and checked. No rules of play.

The file, `data/rules.txt`, is plain text of our own writing:

    # Bruges in short               the title, once, as the first line
    ## Set-up                       a section
    Words until a blank line        are a paragraph,
    * a bullet, which may go
      on in lines set in
    | space | price |               rows of a table, the first one its headings

`{statues}` is filled with the game's own figure of that name, so that no number is written twice; `[canal left]` is an
order as a letter takes it.

The same rules in another language are beside it in `rules.de.txt`, which only a draft goes without: a file of the
same form, with the sections that no rules can do without called as that language calls them. Orders stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from inspect import getfile
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.language.languages import ENGLISH, speaking, spoken, to_say
from engine.language.speech import say
from engine.refusals import BadRulebook

if TYPE_CHECKING:
    from engine.game import Game

REQUIRED = (
    to_say("Aim"),
    to_say("Set-up"),
    to_say("End"),
    to_say("Scoring"),
)  # sections that no rules can do without, in this order
# Of a first letter: letters of the aim (three lines); bullets of a round, of the picture and of what to look for.
FIRST = (216, 5, 5, 2)
FIGURE = re.compile(r"\{([^{}]*)\}")
ORDER = re.compile(r"\[([^\[\]]+)\]")
PARAGRAPH, BULLET, ROW = "plain", "bullet", "row"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of text that is set as one. style: "plain", "bullet" or "row"; the cells of a row, else one."""

    style: str
    cells: tuple[str, ...]

    @property
    def words(self) -> str:
        return " ".join(self.cells)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of the rules."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game as people read them."""

    title: str
    chapters: tuple[Chapter, ...]

    @property
    def samples(self) -> tuple[str, ...]:
        """The orders in tables: what a turn is made of."""
        rows = (block for chapter in self.chapters for block in chapter.blocks if block.style == ROW)
        return tuple(order for block in rows for order in ORDER.findall(block.words))

    @property
    def orders(self) -> tuple[str, ...]:
        """Every order that the text shows, as it is typed."""
        blocks = (block for chapter in self.chapters for block in chapter.blocks)
        return tuple(order for block in blocks for order in ORDER.findall(block.words))


def of(game: Game[Any]) -> Rulebook:
    """The rules of a game in short, in the language that is spoken, of the version that the game is under.

    BadRulebook when its file is missing, or a figure, a section or the order of a turn in it.
    """
    with speaking(ENGLISH if game.draft else spoken()):
        path = file(game, spoken())
        book = load(path, game.figures())
    if not book.samples:
        raise BadRulebook(f"{path}: no table shows an order, as in: | take stones | [take 2] |")
    return book


def file(game: Game[Any], language: str) -> Path:
    """The path of the rules of a game in a language, whether the file is there or not.

    An earlier version has a file of its own ("rules.v2.txt") if figures do not suffice to tell it from the newest.
    """
    folder = Path(getfile(type(game))).parent / "data"
    end = "txt" if language == ENGLISH else f"{language}.txt"
    own = folder / f"rules.v{game.rules}.{end}"
    return own if own.is_file() else folder / f"rules.{end}"


def load(path: Path, figures: Mapping[str, object]) -> Rulebook:
    """The rules in a file of the language that is spoken, with the figures filled in.

    BadRulebook names the file, the line and what is wrong there.
    """
    if not path.is_file():
        raise BadRulebook(f"{path}: a game tells its rules in this file. Its form stands in docs/engine.md.")
    return _kept(path.read_text(encoding="utf-8"), path.name, tuple(figures.items()), spoken())


@lru_cache(maxsize=64)
def _kept(text: str, source: str, figures: tuple[tuple[str, object], ...], language: str) -> Rulebook:
    """`read`, once for each text. `language` is the one spoken: headings of sections differ by it."""
    return read(text, source, dict(figures))


def first(game: Game[Any]) -> Rulebook | None:
    """The sections of `data/first.txt`, for a first letter: aim, round, picture, what to look for. None of a draft.

    The file has the form of the rules; its aim is one paragraph of three lines in a letter, the others are bullets.
    BadRulebook when it is missing or longer.
    """
    path = file(game, spoken()).parent / ("first.txt" if spoken() == ENGLISH else f"first.{spoken()}.txt")
    if game.draft and not path.is_file():
        return None
    if not path.is_file():
        raise BadRulebook(f"{path}: a game says here what a player's first letter of it tells.")
    return checked_first(path.read_text(encoding="utf-8"), path.name, tuple(game.figures().items()))


@lru_cache(maxsize=64)
def checked_first(text: str, source: str, figures: tuple[tuple[str, object], ...]) -> Rulebook:
    book = _parsed(text, source, dict(figures))
    styles = [[block.style for block in chapter.blocks] for chapter in book.chapters]
    if len(styles) != len(FIRST) or styles[0] != [PARAGRAPH]:
        raise BadRulebook(f"{source}: there are four sections, the first of them one paragraph")
    for chapter, most in zip(book.chapters[1:], FIRST[1:], strict=True):
        if {block.style for block in chapter.blocks} != {BULLET} or len(chapter.blocks) > most:
            raise BadRulebook(f"{source}: {chapter.title!r} has up to {most} bullets and nothing else")
    if len(book.chapters[0].blocks[0].words) > FIRST[0]:
        raise BadRulebook(f"{source}: {book.chapters[0].title!r} has up to {FIRST[0]} letters")
    return book


def read(text: str, source: str, figures: Mapping[str, object]) -> Rulebook:
    """The rules of a text. BadRulebook names the line, or the section that is missing."""
    return _parsed(text, source, figures, REQUIRED)


def _parsed(text: str, source: str, figures: Mapping[str, object], required: Sequence[str] = ()) -> Rulebook:
    """The title and the sections of a text. BadRulebook names the line."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("# "):
        raise BadRulebook(f"{source}, line 1: the title is missing, as in: # Bruges in short")
    chapters: list[Chapter] = []
    for number, line, block in _pieces(lines[1:], source):
        if block is None:
            chapters.append(Chapter(line.removeprefix("## ").strip(), ()))
            continue
        if not chapters:
            raise BadRulebook(f"{source}, line {number}: a section has to begin first, as in: ## Aim")
        filled = Block(block.style, tuple(_filled(cell, figures, source, number) for cell in block.cells))
        chapters[-1] = replace(chapters[-1], blocks=(*chapters[-1].blocks, filled))
    _check(chapters, source, required)
    return Rulebook(lines[0].removeprefix("# ").strip(), tuple(chapters))


def _pieces(lines: list[str], source: str) -> Iterator[tuple[int, str, Block | None]]:
    """(number, line, block) for each heading (without a block) and each block, at its first line."""
    open_block: tuple[int, Block] | None = None
    for number, line in enumerate(lines, 2):
        begins = _begins(line, source, number)
        if open_block is not None and (begins is not None or not line.strip() or line.startswith("## ")):
            yield open_block[0], "", open_block[1]
            open_block = None
        if line.startswith("## "):
            yield number, line, None
        elif begins is not None:
            open_block = number, begins
        elif line.strip():
            at, block = open_block or (number, Block(PARAGRAPH, ()))
            open_block = at, Block(block.style, (" ".join((*block.cells, line.strip())),))
    if open_block is not None:
        yield open_block[0], "", open_block[1]


def _begins(line: str, source: str, number: int) -> Block | None:
    """The block that a line begins by its mark; None where it goes on with the line above, or begins a paragraph."""
    if line.startswith("* "):
        return Block(BULLET, (line[2:].strip(),))
    if line.startswith("|"):
        if not line.rstrip().endswith("|") or line.count("|") < 3:
            raise BadRulebook(f"{source}, line {number}: a row stands between bars, as in: | space | price |")
        return Block(ROW, tuple(cell.strip() for cell in line.strip().strip("|").split("|")))
    return None


def _filled(words: str, figures: Mapping[str, object], source: str, number: int) -> str:
    for name in FIGURE.findall(words):
        if name not in figures:
            known = ", ".join(sorted(figures)) or "none"
            raise BadRulebook(f"{source}, line {number}: there is no figure {name!r}. There are: {known}.")
    return FIGURE.sub(lambda name: str(figures[name[1]]), words)


def _check(chapters: list[Chapter], source: str, required: Sequence[str]) -> None:
    titles = [chapter.title for chapter in chapters]
    missing = [title for title in map(say, required) if title not in titles]
    if missing:
        raise BadRulebook(f"{source}: these sections are missing: {', '.join(missing)}")
    for chapter in chapters:
        if titles.count(chapter.title) > 1:
            raise BadRulebook(f"{source}: there are two sections called {chapter.title!r}")
        if not chapter.blocks:
            raise BadRulebook(f"{source}: the section {chapter.title!r} is empty")
        for style, blocks in groupby(chapter.blocks, lambda block: block.style):
            if style == ROW and len({len(block.cells) for block in blocks}) > 1:
                raise BadRulebook(f"{source}: a table in {chapter.title!r} has rows of different lengths")
