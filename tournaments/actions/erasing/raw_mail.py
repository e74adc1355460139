"""Addresses in raw mail, however the mail is coded. Knows no rows.

Found without taking the mail apart, so that no odd one takes long. Nearly all mail is passed over by a search for the
letters and figures of an address, which stand as they are in every usual code but base64.
"""

from __future__ import annotations

import re
from binascii import a2b_base64, a2b_qp
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from engine.language.normal_form import normal_form
from tournaments.formats.entities import unescape

RUNS = re.compile(rb"[a-z0-9]+")
IN_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
NOT_IN_BASE64 = bytes(set(range(256)) - set(IN_BASE64))
SAYS_BASE64 = (b"base64", b"?b?")  # in lower case: in the head of a mail or part, in a link, in an encoded word
WORDS_IN_Q = re.compile(rb"=\?[^?\s]{1,40}\?q(\?[^?\s]*\?)=")  # in each "_" is a blank
IN_ADDRESS = r"[a-z0-9]"


class Trace(NamedTuple):
    """The letters and figures of an address, the longest run of them first, and its pattern in text."""

    runs: tuple[bytes, ...]
    pattern: re.Pattern[str]


class Traces:
    """A search for addresses in raw mail, where they are not part of longer ones.

    addresses  in lower case, those with an IDN in both forms
    """

    def __init__(self, addresses: Iterable[str]) -> None:
        forms = {form for address in addresses for form in (address, normal_form("NFD", address))}
        self._traces = [Trace(_runs(form), _pattern(form)) for form in sorted(forms)]
        self._plain = all(form.isascii() for form in forms)

    def are_in(self, raw: bytes) -> bool:
        return any(self._are_read_in(reading) for reading in _readings(raw) if self._may_be_in(reading))

    def _may_be_in(self, reading: bytes) -> bool:
        return any(all(run in reading for run in trace.runs) for trace in self._traces)

    def _are_read_in(self, reading: bytes) -> bool:
        return any(trace.pattern.search(text) for text in self._texts(reading) for trace in self._traces)

    def _texts(self, reading: bytes) -> Iterator[str]:
        words = b"\n".join(WORDS_IN_Q.findall(reading))
        for coded in {reading, a2b_qp(reading), a2b_qp(words, header=True)}:
            for plain in {coded, unquote_to_bytes(coded)}:
                for charset in ("utf-8",) if self._plain else ("utf-8", "latin-1"):
                    text = plain.decode(charset, "surrogateescape").lower()
                    yield text
                    if "&" in text:
                        yield unescape(text).lower()


def _runs(form: str) -> tuple[bytes, ...]:
    return tuple(sorted(set(RUNS.findall(form.encode())), key=len, reverse=True))


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
    """A mail in lower case, and what its base64 says wherever in it that begins, none of it broken into lines."""
    flat = _flat(raw)
    yield flat
    if any(word in flat for word in SAYS_BASE64):
        signs = raw.translate(None, NOT_IN_BASE64)
        for start in range(4):
            yield _flat(a2b_base64(signs[start : start + (len(signs) - start) // 4 * 4]))


def _flat(raw: bytes) -> bytes:
    """In lower case, without the soft ends of lines in quoted-printable and without the empty half of UTF-16."""
    for nothing in (b"=\r\n", b"=\n", b"\0"):
        if nothing in raw:
            raw = raw.replace(nothing, b"")
    return raw.lower()
