"""What in a text would let somebody else act in its reader's name, and the text without it. Pure but for settings.

Hidden are: links behind which a signed key stands, keys that stand alone, the signed part of reply addresses, and the
Message-IDs of our own letters, which prove to the service that a letter answers one of ours.
"""

from __future__ import annotations

import html
import re

from django.conf import settings

from tournaments.mail import address
from tournaments.redaction import HIDDEN, without_signed

# A reply address after its plus sign, and the same token at the end of a Message-ID; clients may fold or encode them.
AFTER_PLUS = re.compile(rf"({re.escape(settings.MAIL_LOCAL)}(?:\+|%2b|=2b|&#43;|&plus;))[a-z0-9=]+", re.IGNORECASE)
TOKEN = re.compile(rf"\b{address.TOKEN.pattern}\b", re.IGNORECASE)
# What is drawn in our Message-IDs: "<welcome.0123456789abcdef01234567@mail.example.org>".
OUR_ID = re.compile(r"\b([a-z_]+\.)[0-9a-f]{24}(?=[.@%=&])", re.IGNORECASE)
SPLIT = re.compile(r"<[^<>]*>|[\s>|\u00ad\u200b-\u200d\u2060\ufeff]+")  # what may come to stand inside a long word
AFTER_A_SIGN = re.compile(rf"[+.](?=[a-z0-9]{{{address.BODY_LETTERS + 1}}})")


def without_keys(text: str) -> str:
    """The text with each key replaced by an ellipsis; what stands around it stays readable."""
    text = OUR_ID.sub(rf"\1{HIDDEN}", TOKEN.sub(HIDDEN, AFTER_PLUS.sub(rf"\1{HIDDEN}", text)))
    return without_signed(text)


def holds_token(text: str) -> bool:
    """Whether a reply address of ours can be put together from the text, across line ends, tags and quotation marks."""
    squeezed = SPLIT.sub("", html.unescape(text)).lower()
    for sign in AFTER_A_SIGN.finditer(squeezed):
        for key_id in settings.MAIL_KEYS:
            if _is_ours(squeezed[sign.end() : sign.end() + len(key_id) + address.BODY_LETTERS]):
                return True
    return False


def _is_ours(word: str) -> bool:
    try:
        return address.read(f"{settings.MAIL_LOCAL}+{word}", settings.MAIL_KEYS, local=settings.MAIL_LOCAL) is not None
    except address.Forged:
        return False
