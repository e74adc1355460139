"""The HTML of a letter with nothing but what is read of it, before a parser builds its tree.

A parser's work grows with what is never read here: attributes are compared with one another and repeated with formats,
formats that stay open are repeated in every block. So formats become plain elements, and of attributes only those stay
that tell what a container is. What is left costs by the number of its tags and by how deep they stand in one another.
Tags, comments and texts are told apart as the HTML Standard does (13.2.5, tokenization).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

from tournaments.mail.reply import styles

DEEPEST = 4_000
MOST_STEPS = 50_000_000  # for all HTML of a letter, some nanoseconds each: an element has the parser look through all
# that are open, and a tag costs as much as so many of these steps to be looked at.
SCANNED = 300
LONGEST_DOCTYPE = 300


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VOID = words("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr")
KEPT = words("class id name style type cite hidden")  # attributes
# Formats, and what has other rules inside: written as elements of no meaning, under names that no letter has.
PLAIN = words("a b big code em font i math nobr small strong svg tt u")
DRAWN = words("svg math")  # of these, a tag that closes itself is a whole element
ONE_AT_A_TIME = words("a nobr")  # the next one ends the one before
HIDES = "tt"  # what formats are called that hide what is in them, and nothing else that is written
# They go on in the next blocks; three of a name at most, for nothing else tells them apart.
STRUCK = words(f"s strike {HIDES}")
UNREAD = words("style script xmp iframe noembed noframes title textarea")  # hold text alone, up to their end tag
ENDED_BY_OTHERS = words("p li dd dt")
# Whose end tag ends these too. Any other end tag is only sure to be gone by where its element is the innermost.
BLOCKS = words(
    "address article aside blockquote center details dir div dl fieldset figure footer form header main menu nav ol"
    " section summary table tbody td tfoot th thead tr ul"
)
REWRITTEN = PLAIN | UNREAD | words("plaintext")
# A start tag of nothing but a name, such an end tag, what is no tag, any other tag.
TAG = re.compile(r"<(?:([a-z][a-z0-9]*+)>|/([a-z][a-z0-9]*+)>|!--|!|\?|/(?![a-zA-Z])|(/?)([a-zA-Z][^ \t\n\f\r/>]*+))")
GAP = r"[ \t\n\f\r]"
VALUE = rf"{GAP}*+=(?:{GAP}*+(?:\"[^\"]*+\"?|'[^']*+'?|[^ \t\n\f\r>\"'][^ \t\n\f\r>]*+))?"
NAME = r"[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+"
ATTRIBUTES = re.compile(rf"(?:(?:{GAP}|/)++|{NAME}(?:{VALUE})?)*+")
ATTRIBUTE = re.compile(rf"({NAME})(?:{VALUE})?")
ENDS = {name: re.compile(rf"</{name}(?=[ \t\n\f\r/>])", re.IGNORECASE) for name in UNREAD}
COMMENT_ENDS = re.compile(r"--!?>")
NOTHING = "<!>"  # an empty comment, in the place of what is left out: else what stands around it might become a tag
CLOSED_COMMENTS = ("<!-->", "<!--->")


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


def reduced(html: str, steps: Steps) -> str:
    """The same text in the same containers. TooOdd where elements stand too deep, or the steps do not suffice."""
    parts: list[str] = []
    still, done, at = _Open(), 0, 0
    while tag := TAG.search(html, at):
        steps.take(SCANNED + len(still.names))
        begin, at = tag.span()
        if tag[1] and tag[1] not in REWRITTEN:
            still.begin(tag[1])
        elif tag[2] and tag[2] not in REWRITTEN:
            still.close(tag[2])
        else:
            steps.take(SCANNED)  # it takes twice as long
            written, at = _tag(html, tag, still) if tag[4] or tag[1] or tag[2] else _unseen(html, tag)
            parts += (html[done:begin], written)
            done = at
        if len(still.names) > DEEPEST:
            raise TooOdd
    return "".join([*parts, html[done:]])


def _unseen(html: str, opening: re.Match[str]) -> tuple[str, int]:
    """What is written of a comment, or of what parsers take for one, and where it ends: nothing, but a doctype."""
    begin, end = opening.span()
    if opening[0] == "<!--":
        closed = next((whole for whole in CLOSED_COMMENTS if html.startswith(whole, begin)), "")
        found = COMMENT_ENDS.search(html, end)
        return NOTHING, begin + len(closed) if closed else found.end() if found else len(html)
    at = html.find(">", end)
    behind = at + 1 if at >= 0 else len(html)
    is_doctype = html[end : end + 7].lower() == "doctype" and behind - begin <= LONGEST_DOCTYPE
    return html[begin:behind] if is_doctype else NOTHING, behind


def _tag(html: str, tag: re.Match[str], still: _Open) -> tuple[str, int]:
    """What is written of a tag, and where it ends, with the text that it holds where that is not read."""
    ends, name, begin = bool(tag[2] or tag[3]), tag[1] or tag[2] or tag[4], tag.end()
    if tag[4] is None:  # it is written to its end
        begin -= 1
    rest = ATTRIBUTES.match(html, begin)
    end = rest.end() if rest else begin
    if end >= len(html):  # a tag that does not end is none
        return "", end
    behind, closes_itself = end + 1, html[end - 1] == "/"
    name = name.lower() if name.isascii() else name  # parsers know no other capitals
    if name == "plaintext" and not ends:
        return "", len(html)
    if name in DRAWN and closes_itself and not ends:
        return NOTHING, behind
    if name in UNREAD:
        is_whole = ends or (closes_itself and still.draws)
        return NOTHING, behind if is_whole else _end_of(name, html, behind)
    kept = {} if ends else _kept(html[begin:end])
    before = f"</{still.ended(name)}>" if name in ONE_AT_A_TIME and not ends and still.hiding.get(name) else ""
    if name in PLAIN:
        name = still.ended(name) if ends else still.begun(name, _hides(kept))
    if ends:
        still.close(name)
        return f"</{name}>", behind
    still.begin(name)
    attributes = "" if name in STRUCK else "".join(kept.values())
    return f"{before}<{name}{attributes}{' /' if closes_itself else ''}>", behind


def _end_of(name: str, html: str, begin: int) -> int:
    """Where the end tag stands of an element that holds text alone."""
    found = ENDS[name].search(html, begin)
    return found.start() if found else len(html)


def _kept(written: str) -> dict[str, str]:
    """The attributes that are read, each once: how they are written by their names."""
    kept: dict[str, str] = {}
    for attribute in ATTRIBUTE.finditer(written):
        if (name := attribute[1].lower()) in KEPT:
            kept.setdefault(name, f" {attribute[0]}")
    return kept


def _hides(kept: dict[str, str]) -> bool:
    style = kept.get("style", "").partition("=")[2].strip().strip("'\"")
    return "hidden" in kept or styles.hides(styles.declared(unescape(style)))


class _Open:
    """At least the elements that a parser has open: an end tag that it might not go by ends nothing."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.hiding: dict[str, list[bool]] = {}  # by their names, whether the formats that are open hide their text
        self.firm: list[int] = []  # where those are that do not end with any other around them

    def begun(self, name: str, hides: bool) -> str:
        """The name to write: what a format hides goes on in the next blocks as what is struck does."""
        self.hiding.setdefault(name, []).append(hides)
        return HIDES if hides else f"plain-{name}"

    def ended(self, name: str) -> str:
        open_ = self.hiding.get(name)
        return HIDES if open_ and open_.pop() else f"plain-{name}"

    @property
    def draws(self) -> bool:
        """Whether a drawing is open, in which any element may close itself."""
        return any(self.hiding.get(name) for name in DRAWN)

    def begin(self, name: str) -> None:
        if name not in VOID:
            if name not in ENDED_BY_OTHERS:
                self.firm.append(len(self.names))
            self.names.append(name)

    def close(self, name: str) -> None:
        """End the innermost element, or the innermost block with the paragraphs and the like that are open in it."""
        at = self.firm[-1] if name in BLOCKS and self.firm else len(self.names) - 1
        if at < 0 or self.names[at] != name:
            return
        del self.names[at:]
        if name not in ENDED_BY_OTHERS:
            self.firm.pop()
