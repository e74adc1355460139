"""The HTML of a letter with nothing but what is read of it, before a parser builds its tree.

A parser's work grows with what is never read here: attributes are compared with one another and repeated with formats,
formats that stay open are repeated in every block. So formats become plain elements, drawings are left out, and of
attributes only those stay that tell what a container is. What is left costs by the number of its tags and by how deep
they are nested.
"""

from __future__ import annotations

import re
from collections import Counter

from tournaments.formats.entities import unescape
from tournaments.inbox.reply.html import styles, unseen
from tournaments.inbox.reply.html.drawings import ROOTS, Drawing
from tournaments.inbox.reply.html.tags import (
    ATTRIBUTE,
    DEEPEST,
    SCANNED,
    TAG,
    UNREAD,
    VOID,
    Steps,
    TooOdd,
    attributes_of,
    end_of_text,
    end_of_unseen,
    name_of,
    words,
)

LONGEST_DOCTYPE = 300
MOST_IN_FIELD = 40  # lines; nobody answers with more in one


KEPT = words("class id name style type cite hidden open popover")  # attributes
OF_FONT = words("color size")  # more of them
# Formats, and what has other rules inside: written as elements of no meaning, under names that no letter has.
PLAIN = words("a b big code em font i nobr small strong tt u")
ONE_AT_A_TIME = words("a nobr")  # the next one ends the one before
# What formats are called that hide what is in them, or have only some programs show it, and nothing else is.
HIDES, DIMS = "tt", "code"
# They go on in the next blocks; three of a name at most, for nothing else tells them apart.
STRUCK = words(f"s strike {HIDES} {DIMS}")
LASTING = words("body html")
ENDED_BY_OTHERS = words("p li dd dt")
# Whose end tag ends these too. Any other end tag is only sure to be gone by where its element is the innermost.
BLOCKS = words(
    "address article aside blockquote center details dir div dl fieldset figure footer form header main menu nav ol"
    " section summary table tbody td tfoot th thead tr ul"
)
REWRITTEN = PLAIN | UNREAD | frozenset(ROOTS) | words("plaintext template")
NOTHING = "<!>"  # an empty comment, in the place of what is left out: else what is around it might become a tag


def reduced(html: str, steps: Steps, sheets: list[str] | None = None) -> str:
    """The same text in the same containers. TooOdd where elements are nested too deep, or the steps do not suffice.

    sheets  gets the texts of the style sheets, which are left out
    """
    parts: list[str] = []
    still, done, at, templates = _Open(), 0, 0, 0
    while tag := TAG.search(html, at):
        steps.take(SCANNED + len(still.names))
        begin, at = tag.span()
        if tag[1] and tag[1] not in REWRITTEN:
            still.begin(tag[1])
        elif tag[2] and tag[2] not in REWRITTEN:
            still.close(tag[2])
        else:
            steps.take(SCANNED)  # it takes twice as long
            written, at = _tag(html, tag, still, steps) if tag[4] or tag[1] or tag[2] else _unseen(html, tag)
            parts += (html[done:begin], written)
            done = at
            name = name_of(tag) if tag[1] or tag[2] or tag[4] else ""
            if name == "template":  # its end tag ends whatever is open in it
                templates = max(0, templates - 1) if tag[2] or tag[3] else templates + 1
            elif name == "style" and not (sheets is None or templates or tag[2] or tag[3]):
                sheets.append(html[attributes_of(html, tag)[1] + 1 : at])
        if len(still.names) > DEEPEST:
            raise TooOdd
    return "".join([*parts, html[done:]])


def _unseen(html: str, opening: re.Match[str]) -> tuple[str, int]:
    """The text kept of a comment, or of what parsers take for one, which is that of a doctype alone; where it ends."""
    (begin, end), behind = opening.span(), end_of_unseen(html, opening)
    is_doctype = html[end : end + 7].lower() == "doctype" and behind - begin <= LONGEST_DOCTYPE
    return html[begin:behind] if is_doctype and opening[0] == "<!" else NOTHING, behind


def _tag(html: str, tag: re.Match[str], still: _Open, steps: Steps) -> tuple[str, int]:
    """The text kept of a tag, and where it ends; content that is not read counts as part of it."""
    ends, name = bool(tag[2] or tag[3]), name_of(tag)
    begin, end = attributes_of(html, tag)
    if end >= len(html):  # a tag that does not end is none
        return "", end
    behind, closes_itself = end + 1, html[end - 1] == "/"
    if name == "plaintext" and not ends:
        return "", len(html)
    if name in ROOTS:
        is_whole = ends or closes_itself
        return NOTHING, behind if is_whole else Drawing(html, name, still.has, steps).end_from(behind)
    if name in UNREAD:
        end = behind if ends else end_of_text(name, html, behind)
        return _field(html[behind:end], steps) if name == "textarea" else NOTHING, end
    kept = {} if ends else _kept(html[begin:end], KEPT | OF_FONT if name == "font" else KEPT)
    before = f"</{still.ended(name)}>" if name in ONE_AT_A_TIME and not ends and still.formats.get(name) else ""
    if name in PLAIN:
        name = still.ended(name) if ends else still.begun(name, _instead(name, kept))
    if ends:
        still.close(name)
        return f"</{name}>", behind
    still.begin(name)
    attributes = "" if name in STRUCK else "".join(kept.values())
    return f"{before}<{name}{attributes}{' /' if closes_itself else ''}>", behind


def _field(text: str, steps: Steps) -> str:
    """The first lines of a textarea as elements of their own, which nothing around them can end."""
    lines = list(filter(str.strip, text.split("\n", MOST_IN_FIELD)[:MOST_IN_FIELD]))
    steps.take(SCANNED * len(lines))
    written = (line.replace("<", "&lt;").replace(">", "&gt;") for line in lines)
    return NOTHING + "".join(f"<{unseen.FIELD}>{line}</{unseen.FIELD}>" for line in written)


def _kept(written: str, names: frozenset[str]) -> dict[str, str]:
    """The attributes of these names, each once: how they are written by their names."""
    kept: dict[str, str] = {}
    for attribute in ATTRIBUTE.finditer(written):
        if (name := attribute[1].lower()) in names:
            kept.setdefault(name, f" {attribute[0]}")
    return kept


def _instead(name: str, kept: dict[str, str]) -> str:
    """The name to write for a format: what one hides goes on in the next blocks as what is struck does."""
    style = styles.declarations(unescape(kept.get("style", "").partition("=")[2].strip().strip("'\"")))
    if "hidden" in kept or styles.hides(dict(style)):
        return HIDES
    return DIMS if unseen.of_attributes(kept, unseen.of_style(style)).hides else f"plain-{name}"


class _Open:
    """The elements that a parser surely has open: an end tag that it might ignore closes nothing."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.count: Counter[str] = Counter()  # of the names
        self.formats: dict[str, list[str]] = {}  # those that are open by their names: what is written instead
        self.firm: list[int] = []  # where those are that do not end with any other around them

    def begun(self, name: str, instead: str) -> str:
        self.formats.setdefault(name, []).append(instead)
        return instead

    def ended(self, name: str) -> str:
        open_ = self.formats.get(name)
        return open_.pop() if open_ else f"plain-{name}"

    def has(self, name: str) -> bool:
        """Whether an end tag may end an element that is open here: body and html stay open to the end of the text."""
        return name not in LASTING and (bool(self.formats.get(name)) or self.count[name] > 0)

    def begin(self, name: str) -> None:
        if name not in VOID:
            if name not in ENDED_BY_OTHERS:
                self.firm.append(len(self.names))
            self.names.append(name)
            self.count[name] += 1

    def close(self, name: str) -> None:
        """End the innermost element, or the innermost block with the paragraphs and the like that are open in it."""
        at = self.firm[-1] if name in BLOCKS and self.firm else len(self.names) - 1
        if at < 0 or self.names[at] != name:
            return
        self.count.subtract(self.names[at:])
        del self.names[at:]
        if name not in ENDED_BY_OTHERS:
            self.firm.pop()
