"""What in a text would let somebody else act in its reader's name, and the text without it. Pure but for settings.

Hidden are: links behind which a signed key stands, keys that stand alone, the signed part of reply addresses, and the
Message-IDs of our own letters, which prove to the service that a letter answers one of ours.

Nothing that people write for others keeps a key: not the rows that hold it (`models.fields`), nor the letters that pass
it on (`mail.letters.layout`). Who has written it is told by whatever takes it in (`taken_out`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase

from django.conf import settings

from engine.languages import to_say
from tournaments.mail import address
from tournaments.redaction import HIDDEN, without_drawn, without_signed
from tournaments.speech import say

# A reply address after its plus sign, and the same token at the end of a Message-ID; clients may fold or encode them.
AFTER_PLUS = re.compile(
    rf"({re.escape(settings.MAIL_LOCAL)}(?:\+|%2b|=2b|&#43;|&plus;))[a-z0-9=]{{10,}}", re.IGNORECASE
)
TOKEN = re.compile(rf"\b{address.TOKEN.pattern}\b", re.IGNORECASE)
# What is drawn in our Message-IDs: "<welcome.0123456789abcdef01234567@mail.example.org>".
OUR_ID = re.compile(r"\b([a-z_]+\.)[0-9a-f]{24}(?=[.@%=&])", re.IGNORECASE)
# The address that an organiser hands out: whoever has it may join, and can do nothing in anybody's name.
HANDED_OUT = re.compile(rf"({re.escape(settings.SITE_URL)}/come/[^\s\"'<>?&#]+)")
# What may come to stand inside a long word: a line's end, blanks, marks of a quote, what no screen shows, tags.
GAP = re.compile(
    r"(?:=\r?\n|[\s>|\u00ad\u200b-\u200d\u2060\ufeff]|</?[a-z][a-z0-9]{0,10}(?:\s[^<>]{0,1000})?/?>)+", re.IGNORECASE
)
SHORTEST = 16  # characters of a key
IN_SMALL_LETTERS = str.maketrans(ascii_uppercase, ascii_lowercase)
TAKEN_OUT = to_say(
    "In your words stood a reply address or a link of ours with a key, by which whoever reads it could act for you. "
    "It was taken out, and “{hidden}” stands in its place."
)


def without_keys(text: str) -> str:
    """What somebody wrote without any key, in pieces or whole; what stands around it stays as it is.

    So does the link by which everybody may join a league.
    """
    if len(text) < SHORTEST:
        return text
    for begin, end in sorted(_tokens(text), reverse=True):
        text = f"{text[:begin]}{HIDDEN}{text[end:]}"
    return "".join(_without(part) if at % 2 == 0 else part for at, part in enumerate(HANDED_OUT.split(text)))


def _without(text: str) -> str:
    return without_signed(OUR_ID.sub(rf"\1{HIDDEN}", TOKEN.sub(HIDDEN, AFTER_PLUS.sub(rf"\1{HIDDEN}", text))))


def taken_out(*words: str) -> list[str]:
    """The sentence for who has written words for others with a key in them; [] where none was."""
    return [say(TAKEN_OUT, hidden=HIDDEN)] if any(without_keys(one) != one for one in words) else []


def of_a_letter(text: str) -> str:
    """The source of a letter without keys, nor anything else that hosts have drawn by lot."""
    return without_drawn(without_keys(text))


def holds_token(text: str) -> bool:
    """Whether a reply address of ours can be put together from the text, across line ends, tags and quotation marks."""
    return any(True for _ in _tokens(html.unescape(text)))


def _tokens(text: str) -> Iterator[tuple[int, int]]:
    """Where our tokens begin and end in a text, however they are broken: their signatures tell them from words."""
    squeezed, places = _squeezed(text)
    for key_id in settings.MAIL_KEYS:
        at = squeezed.find(key_id)
        while at >= 0:
            end = at + len(key_id) + address.BODY_LETTERS
            if address.is_token(squeezed[at:end], settings.MAIL_KEYS):
                yield places[at], places[end - 1] + 1
            at = squeezed.find(key_id, at + 1)


def _squeezed(text: str) -> tuple[str, list[int]]:
    """A text without what may stand inside a token, in small letters, and where each of its characters stood."""
    places: list[int] = []
    begin = 0
    for gap in GAP.finditer(text):
        places.extend(range(begin, gap.start()))
        begin = gap.end()
    places.extend(range(begin, len(text)))
    return "".join(map(text.__getitem__, places)).translate(IN_SMALL_LETTERS), places
