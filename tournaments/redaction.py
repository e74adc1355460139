"""What a key looks like, whatever it opens, and texts without keys. Pure: knows neither settings nor rows."""

from __future__ import annotations

import re

HIDDEN = "…"
# Pages whose address ends in a key, and what may stand before it when a mail program has encoded the address.
BEFORE_A_KEY = re.compile(
    r"((?:/|%2f)(?:invitation|come|sign-up|offer|letters(?:/|%2f)[a-z-]+)(?:/|%2f)|\b(?:sesame|token|key)(?:=|%3d))"
    r"[^\s\"'<>&?#)\]]+",
    re.IGNORECASE,
)
# `django.core.signing`: value, perhaps its time, and 43 letters of base64.
SIGNED = re.compile(r"(?<![\w.-])[\w.-]{1,500}(?:(?::|%3A)[\w-]{1,20})?(?::|%3A)[\w-]{43}(?![\w-])", re.IGNORECASE)
# A sign-in key begins with the number of its player in eight bytes, most of them zero; one in thirty holds no digit.
OF_SIGN_IN = re.compile(r"(?<![\w-])A{5}[\w-]{15,}")
# Whatever else looks drawn by lot: long, of small and capital letters and of digits.
BY_LOT = re.compile(r"(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[A-Za-z0-9_-]{20,}")


def without_signed(text: str, instead: str = HIDDEN) -> str:
    """The text with each signed value, and the end of each address of a page that carries one, replaced."""
    text = BEFORE_A_KEY.sub(rf"\g<1>{instead}", text)
    for key in (SIGNED, OF_SIGN_IN, BY_LOT):
        text = key.sub(instead, text)
    return text
