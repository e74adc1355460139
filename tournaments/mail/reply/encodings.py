"""Content-Transfer-Encoding undone, as far as it can be. Knows no charsets and never raises."""

from __future__ import annotations

import binascii
import re

LONGEST_TEXT = 400_000  # bytes of one text part, far beyond what is read of it

NO_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")


def decoded(data: bytes, encoding: str, most: int = LONGEST_TEXT) -> bytes:
    """The bytes of a part; as they are where nothing is known about the encoding or it is not kept to.

    most  how many of the encoded ones are looked at
    """
    data = data[:most]
    if encoding == "quoted-printable":
        return binascii.a2b_qp(data)
    return _from_base64(data) if encoding == "base64" else data


def _from_base64(data: bytes) -> bytes:
    try:
        return binascii.a2b_base64(data)
    except binascii.Error:
        signs = NO_BASE64.sub(b"", data)
        whole = signs[:-1] if len(signs) % 4 == 1 else signs  # one sign alone is no byte
        return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))
