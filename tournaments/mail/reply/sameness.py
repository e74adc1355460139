"""Whether the plain text of a mail says just what its HTML says and need not be sorted out too. Guesses nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.mail.reply.rows import Row

SHORT = 8  # bytes of letters and digits: a row of fewer could stand anywhere
NO_LETTERS = bytes(sign for sign in range(128) if not chr(sign).isalnum())


def same_words(hypertext: Sequence[Row], own: Sequence[str], plain: Sequence[Row]) -> bool:
    """Whether the plain text begins with the own lines, all of them at the top of the HTML, and goes on only with what
    the HTML shows as well. No answer is "no": the clients' own additions are enough for that.
    """
    shown = [letters for row in hypertext if (letters := _letters(row.text))]
    waiting, below = _unquoted(plain), iter(shown)
    mine = _letters("".join(own))
    if not (_begins(waiting, mine) and _begins(below, mine)):
        return False
    first, next_shown = next(waiting, b""), next(below, b"")
    if not next_shown.startswith(first) and not (next_shown and first.startswith(next_shown)):
        return False  # the plain text has more lines at its top
    whole, lines = b"".join(shown), set(shown)
    return all(row in lines or (len(row) >= SHORT and row in whole) for row in waiting)


def _begins(rows: Iterator[bytes], mine: bytes) -> bool:
    """Whether the next rows are just these letters."""
    while mine:
        row = next(rows, b"")
        if not row or not mine.startswith(row):
            return False
        mine = mine[len(row) :]
    return True


def _unquoted(rows: Sequence[Row]) -> Iterator[bytes]:
    for row in rows:
        if not row.quoted and (letters := _letters(row.text)):
            yield letters


def _letters(text: str) -> bytes:
    return text.replace("\xa0", "").encode("utf-8", "surrogatepass").translate(None, NO_LETTERS)
