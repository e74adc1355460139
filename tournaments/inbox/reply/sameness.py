"""Whether the plain text of a mail says just what its HTML says and need not be sorted out too. Guesses nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tournaments.inbox.reply.rows import Row

SHORT = 8  # bytes of letters and digits: a row of fewer could be anywhere
BETWEEN = "\x00"  # parts rows while their letters are looked for, all at once
NO_LETTERS = bytes(sign for sign in range(1, 128) if not chr(sign).isalnum())


def same_words(hypertext: Sequence[Row], own: Sequence[str], said: Iterable[str]) -> bool:
    """Whether the plain text begins with the own lines, all of them at the top of the HTML, and goes on only with what
    the HTML shows as well. No answer is "no": the clients' own additions are enough for that.

    `said`: the lines of the plain text that are not quoted.
    """
    shown = _letters(row.text for row in hypertext)
    mine = b"".join(_letters(own))
    waiting = filter(None, _letters(said))
    if len(shown) != len(hypertext) or not _begins(waiting, mine):
        return False
    first = next(waiting, b"")
    unsigned = (letters for letters, row in zip(shown, hypertext, strict=True) if not row.signature)
    if not _goes_on(iter(shown), mine, first) and not _goes_on(unsigned, mine, first):
        return False  # the plain text has more lines at its top
    lines, whole = set(shown), b"".join(shown)
    return all(row in lines or (len(row) >= SHORT and row in whole) for row in waiting)


def _goes_on(shown: Iterator[bytes], mine: bytes, first: bytes) -> bool:
    """Whether rows are these letters, and the next row and `first` begin alike."""
    below = filter(None, shown)
    if not _begins(below, mine):
        return False
    after = next(below, b"")
    return after.startswith(first) or (bool(after) and first.startswith(after))


def _begins(rows: Iterator[bytes], mine: bytes) -> bool:
    """Whether the next rows are just these letters."""
    while mine:
        row = next(rows, b"")
        if not row or not mine.startswith(row):
            return False
        mine = mine[len(row) :]
    return True


def _letters(texts: Iterable[str]) -> list[bytes]:
    """The letters and digits of each text."""
    whole = BETWEEN.join(texts).replace("\xa0", "").encode("utf-8", "surrogatepass")
    return whole.translate(None, NO_LETTERS).split(BETWEEN.encode())
