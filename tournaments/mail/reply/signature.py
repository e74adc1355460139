"""Where a signature begins. Knows no phrases: lines like "sent from my phone" fall out because they are no orders."""

from __future__ import annotations

import re

SEPARATOR = re.compile(r"(?:- )?--|[—―]{1,3}|_{4,}")  # "- --": as it stands in a signed text (RFC 4880, 7.1)
SIGNED, SIGNATURE, END = (
    f"-----{words}-----" for words in ("BEGIN PGP SIGNED MESSAGE", "BEGIN PGP SIGNATURE", "END PGP SIGNATURE")
)


def begins_signature(text: str) -> bool:
    """Whether a cleaned line is a signature separator: "--", a long dash, or a line of underscores."""
    return SEPARATOR.fullmatch(text) is not None


def armour(text: str, above: str) -> str:
    """Which part of the frame of an OpenPGP-signed text a line is in, given that of the line above; "" for none."""
    if text in (SIGNED, SIGNATURE, END):
        return text
    if above == SIGNED:
        return above if text else ""  # "Hash: SHA256" and the like, to the first blank line
    return above if above == SIGNATURE else ""
