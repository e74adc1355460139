"""Tells by small words in which language somebody was written to. Knows no sentence of ours."""

from __future__ import annotations

import re

# What hardly a sentence does without in one language, and no sentence of the other has.
SMALL = {
    "en": (
        "the and you your of to from with without for is are has have not nothing nobody who what when until this "
        "that it its there here word letter"
    ),
    "de": "der das und dich dein deine ist sind wird nicht nichts kein keine mit ohne von nach auf bis jetzt noch uhr",
}
# What a reader writes back; addresses; a line of somebody's own words, said or echoed.
_NOT_OURS = re.compile(r"\[[^\]]*\]|https?://\S+|\S+@\S+|^.*\| .*$", re.MULTILINE)


def written_in(language: str, text: str) -> list[str]:
    """The lines of a letter that have a word of this language in them."""
    words = re.compile(rf"\b(?:{'|'.join(SMALL[language].split())})\b", re.IGNORECASE)
    return [line for line in _NOT_OURS.sub("", text.replace("\xa0", " ")).splitlines() if words.search(line)]
