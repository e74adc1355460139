"""Content-Transfer-Encoding undone, as far as it can be. Knows no charsets and never raises."""

from __future__ import annotations

import binascii
import re

NO_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
# Lines of nothing but base64, with what ends each piece; and what stands between them as it is, a list's foot.
LINES = re.compile(rb"((?:^[A-Za-z0-9+/]++=*+[ \t]*+(?:\r?\n|\Z))++)", re.MULTILINE)
WORDS = re.compile(rb"(?:(?:[A-Z]?[a-z]++|[0-9]++)[ \t]*+(?:\r?\n|\Z))++")  # lines of one word or number each
SOFT_BREAK = re.compile(rb"=[ \t]++(?=\r?\n|\Z)")  # a host may have put blanks behind it (RFC 2045, 6.7)
PIECE = re.compile(rb"[A-Za-z0-9+/]++(?:[ \t\r\n]++[A-Za-z0-9+/]++)*+")


def decoded(data: bytes, encoding: str, most: int | None = None) -> bytes:
    """The bytes of a part; as they are where nothing is known about the encoding or it is not kept to.

    most  how many of the encoded ones are looked at; None: all
    """
    data = data[:most]
    if encoding == "quoted-printable":
        return binascii.a2b_qp(SOFT_BREAK.sub(b"=", data))
    return _from_base64(data) if encoding == "base64" else data


def _from_base64(data: bytes) -> bytes:
    try:
        return binascii.a2b_base64(data.translate(None, b" \t\r\n"), strict_mode=True)
    except binascii.Error:
        lines = LINES.split(data)
        if len(lines) == 1:  # no line is whole: whatever stands between the signs is none of them
            return _repaired(data)
        return b"\n".join(_pieces(part) if at % 2 else part for at, part in enumerate(lines) if part)


def _pieces(lines: bytes) -> bytes:
    """Encoded texts behind one another: programs put a banner above what they pass on, or encode line by line."""
    if WORDS.fullmatch(lines):  # of a plain text that was never encoded: its other lines are read as they are, too
        return lines
    return b"".join(map(_repaired, PIECE.findall(lines)))


def _repaired(piece: bytes) -> bytes:
    signs = NO_BASE64.sub(b"", piece)
    whole = signs[:-1] if len(signs) % 4 == 1 else signs  # one sign alone is no byte
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))
