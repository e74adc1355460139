"""Words of a person, made readable for others: without invisible signs that change the visible ones."""

from __future__ import annotations

import re

# What some program takes for the end of a line.
_LINE_ENDS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# Control characters, blanks without width, what is no character, and whatever turns the direction of all that follows:
# lines of a letter are broken anew, so nothing would end it in time. Arabic and Hebrew are read from the right without.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe"
    "\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)


def readable(words: str) -> str:
    """The words in lines, with letters, marks, emoji and the joiners of their spelling; flags of regions turn plain."""
    return _UNSEEN.sub("", _LINE_ENDS.sub("\n", words))
