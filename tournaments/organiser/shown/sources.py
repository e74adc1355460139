"""A letter for organisers to look into: headers and decoded words, without what would let them act for its writer."""

from __future__ import annotations

from django.utils.html import escape

from tournaments.inbox.reply.mime.sources import decoded_source
from tournaments.keys.in_text import holds_token, of_a_letter

NOT_READ = "not shown: it is built so oddly that it cannot be taken apart"
QUOTES_AN_ADDRESS = "not shown: it quotes, in pieces, an address that is for its writer alone"


def source(raw: bytes) -> str:
    """The headers of a letter and what is read of it decoded, in their order; of other parts only what they are.

    Not the bytes themselves: an encoded part would carry a reply address that nobody could take out of it.
    """
    text = decoded_source(raw)
    if text is None:
        return NOT_READ
    shown = of_a_letter(text)
    return QUOTES_AN_ADDRESS if holds_token(shown) else shown


def beginning(text: str, most: int) -> str:
    """The beginning of a text that takes no more bytes than `most` in a page, where some characters take six."""
    text = text[:most]
    while len(escape(text).encode()) > most:
        text = text[: len(text) * 3 // 4]
    return text
