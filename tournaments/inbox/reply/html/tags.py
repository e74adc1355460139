"""The tags of HTML and what ends where, told apart as the HTML Standard does (13.2.5, tokenization)."""

from __future__ import annotations

import re
from dataclasses import dataclass

DEEPEST = 4_000
MOST_STEPS = 50_000_000  # for all HTML of a letter, some nanoseconds each: an element has the parser look through all
# that are open, and a tag costs as much as so many of these steps to be looked at.
SCANNED = 300


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VOID = words("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr")
UNREAD = words("style script xmp iframe noembed noframes title textarea")  # hold text alone, up to their end tag
# A start tag of nothing but a name, such an end tag, what is no tag, any other tag.
TAG = re.compile(r"<(?:([a-z][a-z0-9]*+)>|/([a-z][a-z0-9]*+)>|!--|!|\?|/(?![a-zA-Z])|(/?)([a-zA-Z][^ \t\n\f\r/>]*+))")
GAP = r"[ \t\n\f\r]"
VALUE = rf"{GAP}*+=(?:{GAP}*+(?:\"[^\"]*+\"?|'[^']*+'?|[^ \t\n\f\r>\"'][^ \t\n\f\r>]*+))?"
NAME = r"[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+"
ATTRIBUTES = re.compile(rf"(?>(?:(?>(?:{GAP}|/)+)|{NAME}(?:{VALUE})?)*)")
ATTRIBUTE = re.compile(rf"({NAME})(?:{VALUE})?")
ENDS = {name: re.compile(rf"</{name}(?=[ \t\n\f\r/>])", re.IGNORECASE) for name in UNREAD}
COMMENT_ENDS = re.compile(r"--!?>")
CLOSED_COMMENTS = ("<!-->", "<!--->")


class TooOdd(Exception):
    """The HTML of one letter is built so that reading it would take a worker from the letters of others."""


@dataclass(slots=True)
class Steps:
    """The number of steps left for all HTML of one letter."""

    left: int = MOST_STEPS

    def take(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise TooOdd


def end_of_unseen(html: str, opening: re.Match[str]) -> int:
    """Find where a comment ends, or what parsers take for one."""
    begin, end = opening.span()
    if opening[0] == "<!--":
        closed = next((whole for whole in CLOSED_COMMENTS if html.startswith(whole, begin)), "")
        found = COMMENT_ENDS.search(html, end)
        return begin + len(closed) if closed else found.end() if found else len(html)
    at = html.find(">", end)
    return at + 1 if at >= 0 else len(html)


def name_of(tag: re.Match[str]) -> str:
    """The name as parsers know it: only ASCII capitals become small letters."""
    name = tag[1] or tag[2] or tag[4]
    return name.lower() if name.isascii() else name


def attributes_of(html: str, tag: re.Match[str]) -> tuple[int, int]:
    """Find where the attributes of a tag begin and end; with the text where the tag does not end: it is none."""
    begin = tag.end() if tag[4] else tag.end() - 1
    rest = ATTRIBUTES.match(html, begin) if tag[4] else None
    return begin, rest.end() if rest else begin


def end_of_text(name: str, html: str, begin: int) -> int:
    """Find the end tag of an element that holds text alone."""
    found = ENDS[name].search(html, begin)
    return found.start() if found else len(html)
