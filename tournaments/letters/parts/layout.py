"""The layout of a letter's words: 72 columns of plain text, and HTML with its style in its tags."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

import css_inline

from engine.game import Section
from engine.language.languages import to_say
from tournaments.formats.files import holds_words
from tournaments.formats.typed import UNKNOWN
from tournaments.keys.in_text import passed_on
from tournaments.language.speech import say
from tournaments.letters.parts.names import reads_as_order

COLUMNS = 72
NARROW = 36  # of what people wrote: so short that no mail program wraps it again
LONGEST_QUOTE = 2_000  # letters
REMEMBERED = 64  # quotes
ECHOED = 60  # letters of a player's line that are shown again
NAME_COLUMNS = 11  # of a name in a grid
MARK = "#=#=#"
BULLET = {"bullet": "* ", "detail": "   "}  # in front of a paragraph of a position
BULLETS = re.compile(r"^(\* |\+ |- |\d+\. |  +)")
CODE = re.compile(r"\[[^\[\]\n]{1,40}\]")
UNBROKEN = "\N{NO-BREAK SPACE}"
BAR, OTHER_BAR = "| ", "|_ "
SAID = to_say("said | ")
ORDINALS = {1: to_say("{n}st"), 2: to_say("{n}nd"), 3: to_say("{n}rd")}

_inliner = css_inline.CSSInliner(load_remote_stylesheets=False, keep_link_tags=False)


def wrap(text: str, columns: int = COLUMNS) -> str:
    """Wrap each line of a template to `columns`; markers, addresses of pages and what people wrote keep their line.

    A line that begins with a bullet or a number hangs under its first word. Words in brackets are not broken.
    Blank lines are single.
    """
    lines: list[str] = []
    for line in text.strip("\n").splitlines():
        lines.extend(_wrap_line(line.rstrip(), columns))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def with_news(text: str, sentences: Sequence[str]) -> str:
    """The text of a letter with sentences behind its state, the marker line; without one they come first."""
    if not sentences:
        return text
    first, _, rest = text.lstrip("\n").partition("\n")
    state, rest = (first, rest) if first.startswith(MARK) else ("", f"{first}\n{rest}")
    return "\n".join([state, "", *(f"{BULLET['bullet']}{sentence}" for sentence in sentences), "", rest])


def _wrap_line(line: str, columns: int) -> list[str]:
    if len(line) <= columns or line.startswith((MARK, "http", "|")):
        return [line]
    bullet = BULLETS.match(line)
    hang = " " * (len(bullet.group(0)) if bullet else 0)
    if line.startswith("== "):
        hang = "   "
    held = CODE.sub(lambda code: code[0].replace(" ", UNBROKEN), line)
    wrapped = textwrap.wrap(held, columns, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)
    return [part.replace(UNBROKEN, " ") for part in wrapped]


def quoted(text: str, mark: str = BAR) -> list[str]:
    """The words of a person, as narrow unbreakable lines behind a mark.

    No key and no sign that is not seen stays in it. A line that still reads as an order gets a mark that it cannot be
    read past.
    """
    return list(_quoted(passed_on(text)[:LONGEST_QUOTE], mark))


@lru_cache(REMEMBERED)  # the same words go to many readers
def _quoted(text: str, mark: str) -> tuple[str, ...]:
    words = "\n".join(" ".join(line.split()) for line in text.splitlines())
    parts = [part for line in words.splitlines() for part in textwrap.wrap(line, NARROW - len(mark) - 1)]
    lines = [(OTHER_BAR if reads_as_order(mark + part) else mark) + part for part in parts]
    return tuple(line.replace(" ", UNBROKEN) for line in lines)


def beginning(line: str) -> str:
    """As much of a line as is shown, cut behind a word."""
    if len(line) <= ECHOED:
        return line
    whole, blank, _ = line[:ECHOED].rpartition(" ")
    return f"{whole if blank else line[: ECHOED - 1]} …"


def echoes(lines: Iterable[str]) -> list[str]:
    """The beginnings of a player's own lines, each once, as `quoted`; of what is not read, a sentence says so."""
    return [echo for line in dict.fromkeys(lines) for echo in quoted(_echo(line))]


def _echo(line: str) -> str:
    if line == UNKNOWN:
        return say("… (your letter goes on, but it is too long to be read to its end)")
    if holds_words(line):
        return say("{file} (files are not read: write your orders into the letter)", file=beginning(line))
    return beginning(line)


def said(text: str) -> list[str]:
    """The words of a person to others, marked so in every line."""
    return quoted(text, say(SAID))


def heading(title: str) -> str:
    """A title in capitals, what follows its colon as it is: "YOUR HAND: 19 moves"."""
    first, colon, rest = title.partition(":")
    return first.upper() + colon + rest


def in_text(sections: Iterable[Section]) -> str:
    """The sections of a position as lines, about half of a letter. Not a template, which is slower."""
    return "".join(f"\n{_heading_of(section)}{_paragraphs(section)}" for section in sections)


def _heading_of(section: Section) -> str:
    return f"== {heading(section.title)} ==\n" if section.title else ""


def _paragraphs(section: Section) -> str:
    return "".join(f"{BULLET.get(part.style, '')}{part.words}\n" for part in section.paragraphs)


def grid(head: Sequence[str], rows: Iterable[tuple[str, Sequence[object]]]) -> list[str]:
    """A small table as lines of text: titles on the left, numbers under shortened names. Bars keep it from prose."""
    rows = list(rows)
    left = max(len(title) for title, _ in rows)
    names = [shortened(name) for name in head]
    widths = [max(_width(name), 3) for name in names]
    first = " | ".join(["".ljust(left), *(" " * (w - _width(n)) + n for n, w in zip(names, widths, strict=True))])
    lines = [
        " | ".join([title.ljust(left), *(str(cell).rjust(w) for cell, w in zip(cells, widths, strict=True))])
        for title, cells in rows
    ]
    return ["|" + line for line in (first, *lines)]


def shortened(name: str) -> str:
    """A name as the head of a column of numbers."""
    short = name
    while _width(short) > NAME_COLUMNS:
        short = short[:-1]
    return name if short == name else short.rstrip(" _")


def _width(words: str) -> int:
    """Columns on a screen: letters of East Asia take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF") for letter in words
    )


def inline(html: str) -> str:
    """Move the rules of the template's style sheet into the tags, because mail clients drop the sheet."""
    return _inliner.inline(html)


class Until(str):
    """The part of a marker line with the deadline."""


def until(moment: str) -> Until:
    return Until(say("until {moment}", moment=moment))


def marker(*parts: str, columns: int = COLUMNS) -> str:
    """The marker line that carries the letter's state: what a telephone shows as the first line.

    Parts are joined by dashes, the most important first; what does not fit is left out from the end. Only a deadline
    stays: what comes before it is cut instead, for a letter that asks must not look like one that asks nothing.
    """
    room = columns - 2 * len(MARK) - 2
    said = [(" ".join(part.replace(MARK, "").split()), isinstance(part, Until)) for part in parts]
    while len(said) > 1 and len(_joined(said)) > room and not said[-1][1]:
        said.pop()
    deadline = f" - {said.pop()[0]}" if len(said) > 1 and said[-1][1] else ""
    return f"{MARK} {_cut(_joined(said), room - len(deadline))}{deadline} {MARK}"


def end_of_letter() -> str:
    """The last line of a letter that is about no table."""
    return marker(say("end of letter"))


def _joined(parts: Iterable[tuple[str, bool]]) -> str:
    return " - ".join(words for words, _ in parts)


def _cut(words: str, room: int) -> str:
    """The beginning of words, in that many characters; without the last clauses if they do not fit."""
    while len(words) > room and (end := max(words.rfind(", "), words.rfind(" - "))) > 0:
        words = words[:end]
    return words if len(words) <= room else words[: room - 3].rsplit(" ", 1)[0] + "..."


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ...."""
    usual = to_say("{n}th")
    sentence = usual if 10 <= number % 100 <= 20 else ORDINALS.get(number % 10, usual)
    return say(sentence, n=number)
