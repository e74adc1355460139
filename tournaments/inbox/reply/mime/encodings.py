"""Content-Transfer-Encoding undone, as far as it can be. Knows no charsets and never raises."""

from __future__ import annotations

import binascii
import re

FULL = 60  # signs; no encoder breaks its rows at fewer columns, and nobody types so many without a blank
SIGN = rb"[A-Za-z0-9+/]"
END = rb"[ \t\r]*+(?:\n|\Z)"
ENDS = rb"[ \t\r]*+(?:\n\s*+|\Z)"  # also where ends of lines were doubled on the way
ENDING = rb"%b{2}==|%b{3}=" % (SIGN, SIGN)
# Nothing but rows of base64, each of whole groups; encoded texts may follow one another.
WHOLE = re.compile(rb"\s*+(?>(?:[ \t]*+(?:(?>(?:%b{4})+)(?:%b)?|%b)%b)*)\s*+" % (SIGN, ENDING, ENDING, END))
# Full rows with the one that ends them, which may be cut: among words they are what a gateway has put words around.
ROWS = re.compile(
    rb"((?>(?:^%b{%d,}+%b)+)(?:^(?:%b++={0,2}|={1,2})%b)?|^%b{%d,}+={0,2}%b)"
    % (SIGN, FULL, ENDS, SIGN, END, SIGN, FULL, END),
    re.MULTILINE,
)
WORD = re.compile(rb"[A-Z]?[a-z]++|[A-Z]++|[0-9]++")
PIECE = re.compile(rb"%b++(?>(?:\s++%b++)*)" % (SIGN, SIGN))
SOFT_BREAK = re.compile(rb"=[ \t]++(?=\r?\n|\Z)")  # a host may have put blanks behind it (RFC 2045, 6.7)
CONTROLS = bytes(sign for sign in range(32) if sign not in b"\t\n\r")


def decoded(data: bytes, encoding: str, most: int | None = None) -> bytes:
    """The bytes of a part; as they are where nothing is known about the encoding or it is not kept to.

    most  how many of the encoded ones are looked at; None: all
    """
    data = data[:most]
    if encoding == "quoted-printable":
        return binascii.a2b_qp(SOFT_BREAK.sub(b"=", data))
    return _from_base64(data) if encoding == "base64" else data


def _from_base64(data: bytes) -> bytes:
    """Decode what is encoded: the whole part, or full rows among words as they are.

    A word that somebody typed could be read as base64, and then as another order ("MTG" is "11"): where words are,
    a short row is one of them.
    """
    if WHOLE.fullmatch(data):
        content = _pieces(data)
        if _is_text(content) or not _may_be_words(data.split()):
            return content
    parts = ROWS.split(data)
    return b"".join(_apart(_pieces(part), parts[at + 1]) if at % 2 else part for at, part in enumerate(parts))


def _apart(content: bytes, below: bytes) -> bytes:
    """The content with the end of its last line where words follow below: they are another's."""
    return content if not below or content.endswith(b"\n") else content + b"\n"


def _may_be_words(rows: list[bytes]) -> bool:
    return all(map(WORD.fullmatch, rows)) or any(len(row) < FULL for row in rows[:-1])


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return content.translate(None, CONTROLS) == content


def _pieces(rows: bytes) -> bytes:
    """Encoded texts behind one another: programs put a banner above what they pass on, or encode line by line."""
    return b"".join(map(_repaired, PIECE.findall(rows)))


def _repaired(piece: bytes) -> bytes:
    signs = b"".join(piece.split())
    whole = signs[:-1] if len(signs) % 4 == 1 else signs  # one sign alone is no byte
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))
