"""Keys with which organisers' programs read: how one is made, looks, and is kept. Pure.

A key is drawn, so that its digest alone needs to be kept, and found by it. In words and logs it is known by its form.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from base64 import b32encode

NAME = "api1"
DRAWN = 35  # bytes, whose letters need no sign to fill up; as many letters as `redaction` hides wherever they stand
FORM = re.compile(rf"{NAME}[a-z2-7]{{56}}")


def make() -> str:
    return NAME + b32encode(secrets.token_bytes(DRAWN)).decode().lower()


def digest(key: str) -> str:
    """The digest under which a key is kept: nothing leads from it to the key."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
