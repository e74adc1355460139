"""The reading form of a line: what people's keyboards and clients did to an order, undone. For reading only."""

from __future__ import annotations

import re

from engine.language.typed import compatible

UNKNOWN = "…"  # words that are not there

LONGEST_ROW = 4_000  # more than anybody says at a time; of a longer line, which is none, one letter more is kept
INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\x00-\x08\x0e-\x1f\x7f]")
PLAIN_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′‹›`´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−﹣", "-"),
        "…": "...",
        "⁄": "/",
        "；": ";",
        "：": ":",
    }
)
BULLET = re.compile(r"(?:[-*+•‣◦·▪●○]|\(?\d{1,2}[.)])\s+(?=\S)")
STARS = re.compile(r"([*_]{1,2})(\S.*\S|\S)\1")


def clean(text: str) -> str:
    """A line without invisible signs, its blanks single and plain."""
    line = " ".join(text.split())
    if not line.isprintable():
        line = " ".join(INVISIBLE.sub("", line).split())
    return line[: LONGEST_ROW + 1]


def reading_form(line: str) -> str:
    """NFKC, no invisible signs, ASCII quotes and dashes, single blanks, no list bullet, no full stop at the end."""
    form = line if line.isascii() and "`" not in line else _in_ascii(line)
    form = clean(form)
    if bullet := BULLET.match(form):
        form = form[bullet.end() :]
    if form[:1] in ("*", "_") and (stars := STARS.fullmatch(form)):
        form = stars[2]
    return form.rstrip(" .;,")


def _in_ascii(line: str) -> str:
    return compatible(line.translate(PLAIN_SIGNS)).translate(PLAIN_SIGNS)


def squeezed(line: str) -> str:
    """Letters and digits only, for comparing two forms of the same text however it was wrapped."""
    return "".join(sign for sign in reading_form(line).casefold() if sign.isalnum())
