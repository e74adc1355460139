"""Whether this service has made a key, by its signature or, where rows would be needed for that, by how it is built.

Pure but for settings. How keys look, for what is to hide them without asking, is in `redaction`.
"""

from __future__ import annotations

import struct
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress

from django.core import signing

# With what the keys of pages are signed, wherever in the service.
SALTS = (
    "asked to organise", "calendar", "invited", "league link", "observe a table", "observing", "seat offered",
    "second address", "sign up", "unsubscribe",
)  # fmt: skip
# What django-sesame packs: the number of the player, seconds since 2020, and a signature over what is in their row.
SIGN_IN = struct.Struct("!qi10x")
SIGN_IN_LETTERS = 30
SINCE = 1_577_836_800
MOST_PLAYERS = 2**32
DAY = 24 * 60 * 60  # clocks go wrong


def is_signed(key: str) -> bool:
    """Whether one of our signers has signed this, with a secret of today or one before it, however long ago."""
    for salt in SALTS:
        with suppress(signing.BadSignature):
            return bool(signing.Signer(salt=salt).unsign(key))
    return False


def is_sign_in(text: str) -> bool:
    """Whether these letters of base64 are built as a sign-in key is."""
    data = urlsafe_b64decode(text + "==")
    if len(data) != SIGN_IN.size or urlsafe_b64encode(data).decode().rstrip("=") != text:
        return False
    player, made = SIGN_IN.unpack(data)
    return 0 < player < MOST_PLAYERS and 0 <= made < time.time() - SINCE + DAY
