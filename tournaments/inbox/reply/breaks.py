"""Lines of words for people that a mail program has broken: which lines below go on with them. Knows no game.

Words for people could go on with anything, so that no grammar says where they end. A line that is taken for their rest
is read by everybody they go to: in doubt it is a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tournaments.keys.redaction import holds_key

NARROWEST, WIDEST = 72, 80  # columns at which mail programs break lines

ENDS_A_SENTENCE = re.compile(r"[.!?:…。！？：][\"'”’»)\]*_]*$")
LABELLED = re.compile(r"\W*\w+(?:[^\w:：]+\w+){0,2}\s*[:：](?!//)(?!(?<=\d.)\d)")  # no address, no time of day
NUMBERED = re.compile(r"\W*\d")
POSTSCRIPT = re.compile(r"\W*(?:(?:p\.? ?){1,2}s|n\.? ?b)\b", re.IGNORECASE)


class Words(NamedTuple):
    """Two questions to a grammar about words for people.

    spoken  whether a line is such words, which any line below could go on with
    begins  whether a line looks as if it began something else: an order or a word of ours, even if misspelt
    """

    spoken: Callable[[str], bool]
    begins: Callable[[str], bool]


def count_rests(line: str, below: Iterable[str], begins: Callable[[str], bool]) -> int:
    """The number of the lines below that are the rest of a line, which a mail program has broken off.

    That is so while one width explains all breaks: every line fits into it, and none would have with the first word
    of the next. A line that follows the end of a sentence, that is labelled ("NB: …") or that begins something is
    never a rest.
    """
    narrowest, widest, count = max(NARROWEST, len(line)), WIDEST, 0
    for next_line in below:
        narrowest = max(narrowest, len(next_line))
        widest = min(widest, len(line) + len(next_line.partition(" ")[0]))
        if narrowest > widest or ENDS_A_SENTENCE.search(line) or begins_anew(next_line) or begins(next_line):
            break
        line = next_line
        count += 1
    return count


def begins_anew(line: str) -> bool:
    """Whether a line says by its form alone that it does not go on with the one above.

    A number, a label, a PS do; and no words for others go on with a key, as introductions of a quoted letter have it.
    """
    return any(form.match(line) for form in (NUMBERED, LABELLED, POSTSCRIPT)) or holds_key(line)
