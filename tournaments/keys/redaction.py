"""The look of keys and mail addresses, and texts without them. Pure: knows neither settings nor rows."""

from __future__ import annotations

import re

from tournaments.keys.address import BODY_LETTERS
from tournaments.keys.taps import FEWEST_LETTERS

HIDDEN = "…"
LONGEST_WHY = 200  # characters of what somebody else says of an error
# How programs encode a sign, once or several times, with its number behind it: in addresses and mail, in JSON and code.
OF_HEX = r"(?:[%=](?:25|3d){0,3}|(?:\\|%(?:25){0,3}5c)(?:u00|x))"


def encoded(sign: str, name: str) -> str:
    """The pattern of a sign as it is and as programs encode it, in small letters."""
    number = ord(sign)
    named = rf"&(?:amp;){{0,3}}(?:#0{{0,5}}{number}|#x0{{0,5}}{number:x}|{name});"
    return rf"(?:{re.escape(sign)}|{OF_HEX}{number:x}|{named})"


SLASH, EQUALS, COLON = encoded("/", "sol"), encoded("=", "equals"), encoded(":", "colon")
# Looks at each letter once: what is logged may be long, and written by anybody. Whatever is at an "@" goes: a name
# within quotes, a host without a dot, a number in brackets. Only a unit of systemd (postfix@-.service) stays.
ADDRESS = re.compile(
    r"""(?:"(?>(?:[^"\\\n]|\\.){1,64})"|(?<![\w.+%=/'-])[\w.+%=/'-]++)@"""
    r"""(?![\w-]{1,64}\.(?:service|socket|target|timer)(?![\w.-]))(?:\[[^]\s]{1,64}+]|[\w.-]++)"""
)
FIRST = re.compile(rf"\W*(?:mailto:)?{ADDRESS.pattern}", re.IGNORECASE)
# Of a button in a letter (`taps`): longer than the token of a reply address, which is of the same letters.
BUTTON = re.compile(rf"(?<![a-z0-9])[a-z0-9]{{1,8}}[a-z2-7]{{{FEWEST_LETTERS},}}(?![a-z0-9])", re.IGNORECASE)
# Of a reply address, perhaps without its domain.
TOKEN = re.compile(rf"\b[a-z0-9]{{1,8}}[a-z2-7]{{{BODY_LETTERS}}}\b", re.IGNORECASE)
# Pages whose address ends in a key, and what may come before it when a mail program has encoded the address.
BEFORE_A_KEY = re.compile(
    rf"({SLASH}(?:invitation|come|sign-up|offer|organise|letters{SLASH}[a-z-]+){SLASH}"
    rf"|{SLASH}m{SLASH}(?=[a-z0-9]{{20}})"
    rf"|(?:\b|(?<=[0-9][0-9a-f])|(?<=\\[a-z]))(?:sesame|token|key){EQUALS})"
    r"[!$%(*-;=@-\[\\^-~]+",  # of an address: no word that follows it in another script
    re.IGNORECASE,
)
# `django.core.signing`: value, perhaps its time, and 43 letters of base64.
SIGNED = re.compile(rf"(?<![\w.-])[\w.-]{{1,500}}(?:{COLON}[\w-]{{1,20}})?{COLON}[\w-]{{43}}(?![\w-])", re.IGNORECASE)
# A sign-in key begins with the number of its player in eight bytes, most of them zero; one in thirty holds no digit.
OF_SIGN_IN = re.compile(r"(?<![\w-])A{5}[\w-]{15,}")
# Ids that are drawn: a UUID of version 4, as Amazon, Postmark and Resend have it in theirs, or as much without hyphens,
# and what is drawn in ours: "<welcome.0123456789abcdef01234567@mail.example.org>".
UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.IGNORECASE)
BARE_ID = re.compile("[0-9a-f]{32,}", re.IGNORECASE)
OWN_ID = re.compile(
    r"(?:(?<=[a-z_]\.)|(?<=[%=]2e)|(?<=[%=]252e)|(?<=%25252e)|(?<=\\u002e)|(?<=\\x2e)|(?<=&#46;)|(?<=&#x2e;))[0-9a-f]{24}",
    re.IGNORECASE,
)
IDS = (UUID, BARE_ID, OWN_ID)
# Whatever else looks drawn by lot: long, of small and capital letters and of digits.
BY_LOT = re.compile(r"(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[A-Za-z0-9_-]{20,}")


def without_signed(text: str, instead: str = HIDDEN) -> str:
    """The text with each signed value, and the end of each address of a page that carries one, replaced."""
    text = BEFORE_A_KEY.sub(rf"\g<1>{instead}", text)
    for key in (SIGNED, OF_SIGN_IN, BUTTON):
        text = key.sub(instead, text)
    return text


def without_drawn(text: str, instead: str = HIDDEN) -> str:
    """The text without signed values, and without whatever else looks drawn by lot, whoever has drawn it."""
    return BY_LOT.sub(instead, without_signed(text, instead))


def holds_key(line: str) -> bool:
    """Whether a line holds a key in one piece, or begins with a mail address, as introductions of a quote do."""
    drawn = any(one.search(line) for one in (TOKEN, *IDS))
    return drawn or bool(FIRST.match(line)) or without_signed(line) != line


def redacted(text: str) -> str:
    """The text without mail addresses and keys of any sort."""
    return TOKEN.sub("<token>", without_drawn(ADDRESS.sub("<address>", text), "<token>"))


def why(error: BaseException) -> str:
    """The words of an error, on one line, without addresses and keys."""
    said = " ".join(str(error).split()) or type(error).__name__
    return redacted(said)[:LONGEST_WHY]
