"""Addresses in raw mail, however the mail is coded. Knows no rows.

Found without taking the mail apart, so that no odd one takes long. Nearly all mail is passed over by a search for the
letters and figures of an address, which stand as they are in every usual code but base64. Only what is around them is
decoded, and of one mail so much as a page waits for.
"""

from __future__ import annotations

import re
from binascii import a2b_base64, a2b_qp
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from engine.language.normal_form import normal_form
from tournaments.formats.entities import unescape

RUNS = re.compile(r"[a-z0-9]+")
IN_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
NOT_IN_BASE64 = bytes(set(range(256)) - set(IN_BASE64))
# Any sign between two pieces of base64 becomes one that makes no letter or figure beside either, in whatever way the
# bits are divided. Lines of it are one piece, also where they are quoted.
AS_ENDS = bytes.maketrans(NOT_IN_BASE64, b"/" * len(NOT_IN_BASE64))
BETWEEN_LINES = b"\r\n\t >"
SAYS_BASE64 = (b"base64", b"?b?")  # in lower case: in the head of a mail or part, in a link, in an encoded word
ENCODED_WORD = re.compile(rb"=\?[^?\s]{1,40}\?([bq])\?([^?\s]*)\?=", re.IGNORECASE)
MOST_WORDS = 5_000  # of these; no mail has so many
# Of one byte for each character, in which mail programs write letters beyond ASCII; others say UTF-8.
OF_BYTES = (
    *("latin-1", "iso-8859-2", "cp1250", "iso-8859-3", "iso-8859-4", "cp1257", "iso-8859-5", "cp1251", "koi8-r"),
    *("koi8-u", "iso-8859-6", "cp1256", "iso-8859-7", "iso-8859-8", "iso-8859-9", "iso-8859-15", "tis-620"),
)
IN_ADDRESS = r"[a-z0-9]"
LONGEST_CODE = 20  # bytes of a sign in whatever code: "=26=23x40=3B" is one
STEP = 1_000  # bytes that are decoded at a time, with what is around them
MOST_READ = 300_000  # characters of one mail, over all that it may mean: a tenth of a second


class Trace(NamedTuple):
    """The form of an address in which it is looked for.

    runs     its letters and figures
    last     the last of them before its "@", and
    first    the first behind it; b"" for none
    apart    at most so many bytes are between these two in any code
    around   bytes before and behind these in which all of it is
    pattern  in text
    charsets in which that may be
    """

    runs: tuple[bytes, ...]
    last: bytes
    first: bytes
    apart: int
    around: int
    pattern: re.Pattern[str]
    charsets: tuple[str, ...]

    def windows(self, reading: bytes) -> Iterator[bytes]:
        """Give the pieces of a reading in which the address may be. A letter where one is cut makes it no end of it."""
        at = 0
        while at < len(reading) and (found := self._near(reading, at)) >= 0:
            begin, at = max(found - self.around, 0), found + STEP
            end = at + self.around
            yield (b"x" if begin else b"") + reading[begin:end] + (b"x" if end < len(reading) else b"")

    def _near(self, reading: bytes, at: int) -> int:
        """Find the next `last` that has `first` near behind it; -1: there is none. Looks at no byte often."""
        while (begin := reading.find(self.last, at)) >= 0:
            end = begin + len(self.last)
            found = reading.find(self.first, end)
            if found < 0 or found - end <= self.apart or not self.first:
                return begin if found >= 0 else -1
            at = max(begin + 1, found - self.apart - len(self.last))
        return -1

    def texts(self, window: bytes) -> Iterator[str]:
        """Give all that a piece may say."""
        for coded in {window, a2b_qp(window)}:
            for plain in {coded, unquote_to_bytes(coded)}:
                for charset in self.charsets:
                    text = plain.decode(charset, "surrogateescape").lower()
                    yield text
                    if "&" in text:
                        yield unescape(text).lower()


class Traces:
    """A search for addresses in raw mail, where they are not part of longer ones.

    addresses  in lower case, those with an IDN in both forms
    """

    def __init__(self, addresses: Iterable[str]) -> None:
        forms = {form for address in addresses for form in (address, normal_form("NFD", address))}
        self._traces = [_trace(form) for form in sorted(forms)]

    def are_in(self, raw: bytes, most: int = MOST_READ) -> bool:
        """Whether a mail names one of them; of one in which more than `most` characters may be that, it is assumed."""
        for text, pattern in self._texts(raw):
            most -= len(text)
            if most < 0 or pattern.search(text):
                return True
        return False

    def _texts(self, raw: bytes) -> Iterator[tuple[str, re.Pattern[str]]]:
        """Give all that a mail may say where an address may be, with the pattern of that."""
        for reading in _readings(raw):
            for trace in self._traces:
                if all(run in reading for run in trace.runs):
                    for window in trace.windows(reading):
                        yield from ((text, trace.pattern) for text in trace.texts(window))


def _trace(form: str) -> Trace:
    local, _, host = form.rpartition("@")
    before, behind = list(RUNS.finditer(local)), list(RUNS.finditer(host))
    last, first = before[-1][0] if before else "", behind[0][0] if behind else ""
    apart = len(local) - (before[-1].end() if before else 0) + 1 + (behind[0].start() if behind else 0)
    return Trace(
        tuple(sorted({found[0].encode() for found in (*before, *behind)}, key=len, reverse=True)),
        last.encode(),
        first.encode(),
        apart * LONGEST_CODE,
        (len(form) + 2) * LONGEST_CODE,
        _pattern(form),
        _charsets(form),
    )


def _charsets(form: str) -> tuple[str, ...]:
    """UTF-8, and one charset for each other way in which bytes say the address."""
    cases = (form, form.upper())
    ways = {case.encode(): "utf-8" for case in cases}
    for charset in OF_BYTES:
        for case in cases:
            with suppress(UnicodeError):
                ways.setdefault(case.encode(charset), charset)
    return tuple(dict.fromkeys(ways.values()))


def _pattern(form: str) -> re.Pattern[str]:
    """The pattern of an address, also of one in the return address of a list, which has "=" for its "@".

    What is looked for stands first and what may not be before it behind: so it is found many times as fast.
    """
    local, _, host = map(re.escape, form.rpartition("@"))
    own, returned = f"{local}@{host}", f"{local}={host}"
    not_longer = rf"(?<!{IN_ADDRESS}{own})(?<!{IN_ADDRESS}[.+_-]{own})"
    behind = rf"(?!\.?{IN_ADDRESS}|-+{IN_ADDRESS})"
    return re.compile(f"{local}(?:@{host}{not_longer}|={host}(?<!{IN_ADDRESS}{returned})){behind}")


def _readings(raw: bytes) -> Iterator[bytes]:
    """A mail in lower case, what its encoded words say, and what its base64 says wherever in it that begins."""
    flat = _flat(raw)
    yield flat
    if b"=?" in flat:
        yield _flat(b"".join(_words(raw)))
    if any(word in flat for word in SAYS_BASE64):
        pieces = raw.replace(b"\r\n\r\n", b"?").replace(b"\n\n", b"?")
        signs = pieces.translate(AS_ENDS, BETWEEN_LINES) + b"///"
        for start in range(4):
            yield _flat(a2b_base64(signs[start : start + (len(signs) - start) // 4 * 4]))


def _words(raw: bytes) -> Iterator[bytes]:
    """Give what encoded words say, in one piece where nothing but white space is between them (RFC 2047, 6.2)."""
    done = 0
    for word in islice(ENCODED_WORD.finditer(raw), MOST_WORDS):
        if raw[done : word.start()].strip():
            yield b"\n"
        yield a2b_qp(word[2], header=True) if word[1] in b"qQ" else _from_base64(word[2])
        done = word.end()


def _from_base64(text: bytes) -> bytes:
    signs = text.translate(None, NOT_IN_BASE64)
    return a2b_base64(signs[: len(signs) - (len(signs) % 4 == 1)] + b"==")


def _flat(raw: bytes) -> bytes:
    """In lower case, without the soft ends of lines in quoted-printable and without the empty half of UTF-16."""
    for nothing in (b"=\r\n", b"=\n", b"\0"):
        if nothing in raw:
            raw = raw.replace(nothing, b"")
    return raw.lower()
