"""What the HTML of a letter would cost a parser, by a look at its tags: never less than it does.

A parser works with what it has open. Start tags are believed wherever they stand, also in comments; end tags are
believed only where a parser surely sees them and goes by them.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

DEEPEST = 4_000
MOST_STEPS = 40_000_000  # for all HTML of a letter, some nanoseconds each: an element has the parser look through all
# that are open, and a tag costs as much as so many of these steps to be looked at, and to be walked.
SCANNED = 150
REOPENED = 50  # for each element of a format that is open: the parser may repeat it
LONGEST_TAG, MOST_ATTRIBUTES = 65_536, 1_300  # letters of pictures; each attribute is compared with all of its tag
MOST_OPEN_FORMATS = 100  # of one name: parsers repeat the open ones in every block


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FORMATS = words("a b big code em font i nobr s small strike strong tt u")
VOID = words("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr")
FOREIGN = words("svg math")
VOID_ANYWHERE = words("br embed hr img meta")  # in these too
ENDED_BY_OTHERS = words("p li dd dt")
# What an end tag may be hidden in: up to the letters that end it, or up to the end of the text.
HIDING = {"<!--": "-->", "<![CDATA[": "]]>", "<!": ">", "<?": ">", "</": ">"}
TAG = re.compile(r"<(?:!--|!\[CDATA\[|[!?]|/(?![a-zA-Z])|(/?)([a-zA-Z][^ \t\n\f\r/>]*+))")
# What belongs to a tag behind its name, to parsers: a value in quotes may hold any sign.
GAP = r"[ \t\n\f\r]"
VALUE_OF = rf"{GAP}*+=(?:{GAP}*+(?:\"[^\"]*+\"?|'[^']*+'?|[^ \t\n\f\r>\"'][^ \t\n\f\r>]*+))?"
ATTRIBUTE = rf"[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+(?:{VALUE_OF})?"
ATTRIBUTES, ONE_ATTRIBUTE = re.compile(rf"(?:(?:{GAP}|/)++|{ATTRIBUTE})*+"), re.compile(ATTRIBUTE)


class TooOdd(Exception):
    """The HTML of one letter is built so that reading it would take a worker from the letters of others."""


@dataclass(slots=True)
class Steps:
    """How many are left for all HTML of one letter."""

    left: int = MOST_STEPS

    def take(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise TooOdd


def is_expensive(html: str, steps: Steps) -> bool:
    """Whether the tree would be thousands of elements deep or wide, or an element has thousands of attributes."""
    still, hidden = _Open(), _Hidden(html)
    for tag in TAG.finditer(html):
        if not tag[2]:
            steps.take(SCANNED)
            hidden.begin(tag)
            continue
        rest = ATTRIBUTES.match(html, tag.end(), tag.end() + LONGEST_TAG)
        written = rest[0] if rest else ""
        steps.take(SCANNED + len(written) + len(still.names) + REOPENED * still.formats)
        count = len(ONE_ATTRIBUTE.findall(written))
        steps.take(count * count)
        name = tag[2].lower() if tag[2].isascii() else tag[2]  # parsers know no other capitals
        if not tag[1]:
            still.begin(name)
        elif tag.start() >= hidden.end:
            still.close(name)
        hidden.end = max(hidden.end, tag.end() + len(written))
        if len(written) >= LONGEST_TAG or count > MOST_ATTRIBUTES or still.is_too_much(name):
            return True
    return False


class _Hidden:
    """Up to where end tags may be none, but part of a comment or of another tag."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.end = 0
        self.found = dict.fromkeys(HIDING.values(), 0)  # where the letters stand that end something

    def begin(self, opening: re.Match[str]) -> None:
        """Go on to the end of something, unless what began earlier may go on longer."""
        ending = HIDING[opening[0]]
        if self.found[ending] < opening.end():
            at = self.html.find(ending, opening.end())
            self.found[ending] = at if at >= 0 else len(self.html)
        self.end = max(self.end, self.found[ending])


class _Open:
    """At least the elements that a parser has open: an end tag that it might not go by ends nothing.

    Parsers look for the start tag no further than the next table, object and others, and leave a format open that has
    blocks open within. So an end tag ends the innermost element, or one in which only paragraphs and the like are open.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.firm: list[int] = []  # where those are that do not end with any other around them
        self.of_name: Counter[str] = Counter()
        self.formats = 0
        self.void = VOID

    def begin(self, name: str) -> None:
        if name in FOREIGN:
            self.void = VOID_ANYWHERE
        if name not in self.void:
            if name not in ENDED_BY_OTHERS:
                self.firm.append(len(self.names))
            self.names.append(name)
            self.of_name[name] += 1
            self.formats += name in FORMATS

    def close(self, name: str) -> None:
        """End the innermost element, or the innermost other than paragraphs and the like, and those with it."""
        at = len(self.names) - 1
        if name not in FORMATS and name not in ENDED_BY_OTHERS and self.firm:
            at = self.firm[-1]
        if at < 0 or self.names[at] != name:
            return
        self.of_name.subtract(self.names[at:])
        self.formats -= name in FORMATS
        del self.names[at:]
        if name not in ENDED_BY_OTHERS:
            self.firm.pop()

    def is_too_much(self, name: str) -> bool:
        """Whether there are too many by now, one of a name having begun."""
        return len(self.names) > DEEPEST or (name in FORMATS and self.of_name[name] > MOST_OPEN_FORMATS)
