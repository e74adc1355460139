"""The collection of replies: read from its files and checked. Judges nothing.

A file has blocks, each for one letter that is answered:

    == bruges-3-en                  the position and the language of the letter
    --- plain | does: 22            a class and a label; below it the reply as it is typed
    22, thanks!

Classes
    documented  docs/orders.md promises it
    plain       a referee at the table would know at once what is meant
    unclear     a careful referee would ask; also words to the service within a sentence, which count only in full,
                and a letter that revises itself
    talk        nothing is meant for the service

Labels
    does: ORDER; ORDER    exactly these orders, in that order; `word: WORD` among them is a word to the service
    asks: ORDER / ORDER   nothing is done, and these are offered; `asks:` where nothing can be offered
    nothing               nothing is done, and nobody is told of a mistake
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import engine

FOLDER = Path(__file__).parents[1] / "fixtures" / "replies"
_HEAD = re.compile(r"--- (\w+) \| (does|asks|word|nothing)(?::(.*))?")
_WORD = re.compile(r"\bword: ?")


class Kind(StrEnum):
    """The plainness of a reply."""

    DOCUMENTED = "documented"
    PLAIN = "plain"
    UNCLEAR = "unclear"
    TALK = "talk"


class BadCollection(ValueError):
    """A file of the collection that cannot be read; the message names file and line."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply with its label.

    does   orders, in words or by code, and words to the service in `words`; both () if nothing may be done
    asks   the orders that an answer should offer; None: no question is expected
    """

    file: str
    line: int
    letter: str
    kind: Kind
    text: str
    does: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    asks: tuple[str, ...] | None = None

    @property
    def position(self) -> str:
        return self.letter.rpartition("-")[0]

    @property
    def language(self) -> str:
        return self.letter.rpartition("-")[2]

    def __str__(self) -> str:
        label = "; ".join([*self.does, *(f"word: {word}" for word in self.words)])
        label = label or ("nothing" if self.asks is None else f"asks: {' / '.join(self.asks)}")
        return f"{self.file}:{self.line} {self.letter} ({self.kind}, {label}) {self.text!r}"


def replies(*names: str) -> Iterator[Reply]:
    """All replies of these files; of all files where none is named."""
    for name in names or sorted(file.stem for file in FOLDER.glob("replies-*.txt")):
        yield from _blocks(name)


def lines(name: str) -> list[str]:
    """The lines of a file in which each line is one of its own."""
    return [line for line in (FOLDER / f"{name}.txt").read_text().splitlines() if line.strip()]


def undone() -> list[tuple[str, list[str]]]:
    """(letter, lines) of replies of which nothing may be done."""
    found = (line.partition(" | ") for line in lines("undone") if not line.startswith("#"))
    return [(letter, text.split("⏎")) for letter, _, text in found]


def _blocks(name: str) -> Iterator[Reply]:
    letter, head, at, typed = "", "", 0, list[str]()
    text = (FOLDER / f"{name}.txt").read_text()
    for number, line in enumerate([*text.splitlines(), "== "], 1):
        if line.startswith(("== ", "--- ")):
            if head:
                yield _reply(name, at, letter, head, "\n".join(typed).strip("\n"))
            head, at, typed = "", number, []
            if line.startswith("== "):
                letter = line[3:].split(" ")[0]
            else:
                head = line
        elif head:
            typed.append(line)


def _reply(file: str, line: int, letter: str, head: str, text: str) -> Reply:
    found = _HEAD.fullmatch(head.strip())
    if found is None or found[1] not in list(Kind) or letter.rpartition("-")[0] not in positions():
        raise BadCollection(f"{file}.txt, line {line}: {head!r} of letter {letter!r} is no label")
    kind, verb, rest = Kind(found[1]), found[2], (found[3] or "").strip()
    if verb == "nothing":
        return Reply(file, line, letter, kind, text)
    if verb == "asks":
        offers = tuple(filter(None, re.split(r" / ", rest)))
        return Reply(file, line, letter, kind, text, asks=offers)
    parts = [part.strip() for part in (f"word: {rest}" if verb == "word" else rest).split(";")]
    spoken, words, does = False, list[str](), list[str]()
    for part in filter(None, parts):
        spoken = (spoken and verb == "word") or part.startswith("word:")
        (words if spoken else does).append(_WORD.sub("", part).strip())
    return Reply(file, line, letter, kind, text, does=tuple(does), words=tuple(words))


# --- positions ----------------------------------------------------------------------------------------


@cache
def positions() -> dict[str, dict[str, Any]]:
    """Name -> game, seats, options, secret of chance, moves (seat, on whose word, order), and the seat asked then."""
    found: dict[str, dict[str, Any]] = json.loads((FOLDER / "positions.json").read_text())
    return found


def match_at(name: str) -> engine.Match:
    """The match in that position, with its log."""
    made = positions()[name]
    secret = bytes.fromhex(made["secret"])
    game, words = engine.games[made["game"]], [""] * made["seats"]
    match = engine.Match.start(game, made["seats"], made["options"], secret=secret, words=words)
    for said in made["moves"]:
        if said == "close":
            match.close(match.decisions[0].serial)
        else:
            seat, by, move = said.split(" ", 2)
            match.play(int(seat), move, by=by)
    return match
