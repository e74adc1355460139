"""How a letter's words are set: 72 columns of plain text, and HTML whose style stands in its tags."""

from __future__ import annotations

import re
import textwrap

import css_inline

COLUMNS = 72
MARK = "#=#=#"
BULLETS = re.compile(r"^(\* |\+ |- |\d+\. |\[\d+\] |  +)")

_inliner = css_inline.CSSInliner(load_remote_stylesheets=False, keep_link_tags=False)


def wrap(text: str, columns: int = COLUMNS) -> str:
    """Wrap each line of a template to `columns`; markers, headings and quoted examples keep their line.

    A line that begins with a bullet or a number hangs under its first word. Blank lines are single.
    """
    lines: list[str] = []
    for line in text.strip("\n").splitlines():
        lines.extend(_wrap_line(line.rstrip(), columns))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def _wrap_line(line: str, columns: int) -> list[str]:
    if len(line) <= columns or line.startswith((MARK, "http")):
        return [line]
    bullet = BULLETS.match(line)
    hang = " " * (len(bullet.group(0)) if bullet else 0)
    if line.startswith("== "):
        hang = "   "
    return textwrap.wrap(
        line, columns, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False, drop_whitespace=True
    )


def inline(html: str) -> str:
    """Move the rules of the template's style sheet into the tags, because mail clients drop the sheet."""
    return _inliner.inline(html)


def marker(*parts: str, columns: int = COLUMNS) -> str:
    """The marker line that carries the letter's state: what a telephone shows as the first line.

    Parts are joined by dashes, the most important first; what does not fit is left out from the end.
    """
    room = columns - 2 * len(MARK) - 2
    said = [" ".join(part.replace(MARK, "").split()) for part in parts]
    while len(said) > 1 and len(" - ".join(said)) > room:
        said.pop()
    words = " - ".join(said)
    if len(words) > room:
        words = words[: room - 3].rsplit(" ", 1)[0] + "..."
    return f"{MARK} {words} {MARK}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ...."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
