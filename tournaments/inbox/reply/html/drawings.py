"""The end of a drawing in HTML, as the HTML Standard ends it (13.2.6.5, foreign content); nothing of it is read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

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

# Each drawing, and its elements that hold HTML.
ROOTS = {"svg": words("foreignobject desc title"), "math": words("mi mo mn ms mtext")}
BREAKS_OUT = words(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta"
    " nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
)
ENDS_TOO = ("p", "br")  # their end tags break out as well
FONT = words("color face size")  # with one of these attributes it breaks out, too
HOLDS_HTML = re.compile(r"=\s*+[\"']?(?:text/html|application/xhtml\+xml)[\"']?", re.IGNORECASE)  # annotation-xml
LITERAL, LITERAL_END = "[CDATA[", "]]>"


class Inside(NamedTuple):
    """An element that is open in a drawing.

    root         the name of the drawing that its content belongs to; "" for HTML
    within_html  whether it or an element around it holds HTML
    """

    name: str
    root: str
    holds_html: bool
    within_html: bool


class Drawing:
    """One drawing in an HTML text, from behind its start tag on.

    has  whether an end tag of such a name may end an element around it
    """

    def __init__(self, html: str, name: str, has: Callable[[str], bool], steps: Steps) -> None:
        self.html, self.has, self.steps = html, has, steps
        self.open: list[Inside] = []
        self.names: Counter[str] = Counter()  # of what is open
        self._push(name, name, holds_html=False)

    def end_from(self, at: int) -> int:
        """Find where it ends: behind its end tag, at the tag that breaks out of it, or with the text."""
        while self.open and (tag := TAG.search(self.html, at)):
            self.steps.take(2 * SCANNED + len(self.open))
            at = self._behind(tag)
            if len(self.open) > DEEPEST:
                raise TooOdd
        return len(self.html) if self.open else at

    def _behind(self, tag: re.Match[str]) -> int:
        """The index after a tag and its text; that of the tag itself, if it ends the drawing from outside."""
        html, at = self.html, tag.end()
        if not (tag[1] or tag[2] or tag[4]):
            if tag[0] == "<!" and html.startswith(LITERAL, at) and not self.open[-1].holds_html:
                end = html.find(LITERAL_END, at)
                return end + len(LITERAL_END) if end >= 0 else len(html)
            return end_of_unseen(html, tag)
        begin, end = attributes_of(html, tag)
        if end >= len(html):
            return end
        name = name_of(tag)
        if tag[2] or tag[3]:
            return end + 1 if self._close(name) else tag.start()
        return self._begin(name, html[begin:end], tag.start(), end + 1)

    def _begin(self, name: str, attributes: str, begin: int, behind: int) -> int:
        breaks_out = name in BREAKS_OUT or (name == "font" and FONT & _named(attributes))
        if breaks_out and not self._break_out():
            return begin
        closes_itself, last = attributes.endswith("/"), self.open[-1]
        if last.holds_html and name not in ROOTS:
            if name == "plaintext":
                return len(self.html)
            if name in UNREAD:
                return end_of_text(name, self.html, behind)
            if name not in VOID:
                self._push(name, "", holds_html=True)
        elif not closes_itself:
            root = name if last.holds_html else last.root
            self._push(name, root, _holds_html(name, root, attributes))
        return behind

    def _break_out(self) -> bool:
        """Close elements up to one that holds HTML; whether any is still open."""
        while self.open and not self.open[-1].holds_html:
            self._pop()
        return bool(self.open)

    def _close(self, name: str) -> bool:
        """Close what an end tag ends. False where it ends the drawing from outside: it is read again there."""
        if name in ENDS_TOO and not self._break_out():
            return False
        if self.names[name]:
            while self._pop() != name:
                pass
        elif not self.open[-1].within_html and self.has(name):
            self.open.clear()
            return False
        return True

    def _push(self, name: str, root: str, holds_html: bool) -> None:
        around = bool(self.open) and self.open[-1].within_html
        self.open.append(Inside(name, root, holds_html, holds_html or around))
        self.names[name] += 1

    def _pop(self) -> str:
        name = self.open.pop().name
        self.names[name] -= 1
        return name


def _named(attributes: str) -> frozenset[str]:
    return frozenset(attribute[1].lower() for attribute in ATTRIBUTE.finditer(attributes))


def _holds_html(name: str, root: str, attributes: str) -> bool:
    if name == "annotation-xml" and root == "math":
        encodings = (one[0] for one in ATTRIBUTE.finditer(attributes) if one[1].lower() == "encoding")
        return any(HOLDS_HTML.search(one) for one in encodings)
    return name in ROOTS.get(root, ())
