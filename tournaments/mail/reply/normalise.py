"""The reading form of a line: what people's keyboards and clients did to an order, undone. For reading only."""

from __future__ import annotations

import re
import unicodedata

from tournaments.mail.reply.rows import clean

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


def reading_form(line: str) -> str:
    """NFKC, no invisible signs, ASCII quotes and dashes, single blanks, no list bullet, no full stop at the end."""
    form = clean(unicodedata.normalize("NFKC", line.translate(PLAIN_SIGNS)).translate(PLAIN_SIGNS))
    form = BULLET.sub("", form, count=1) if BULLET.match(form) else form
    if stars := STARS.fullmatch(form):
        form = stars[2]
    return form.rstrip(" .;,")


def squeezed(line: str) -> str:
    """Letters and digits only, for comparing two forms of the same text however it was wrapped."""
    return "".join(sign for sign in reading_form(line).casefold() if sign.isalnum())
