"""The rows of a text/html part, by a walk of its own: quote containers are known by what clients call them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from tournaments.mail.reply.attribution import ADDRESS, DATE
from tournaments.mail.reply.rows import LONGEST_TEXT, MOST_ROWS, Row, clean

MOST_NODES = 40_000
DEEPEST = 4_000
LONGEST_TAG = 8_192
FEW_TAGS = 400
MOST_OPEN_FORMATS = 100  # of one name: parsers repeat the open ones in every block


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SKIPPED = _words("head style script title template noscript object svg math select option iframe audio video map")
BLOCKS = _words(
    "address article aside blockquote body center dd details dir div dl dt fieldset figure figcaption footer form"
    " h1 h2 h3 h4 h5 h6 header hr html includetail li main menu nav ol p pre section summary table tbody tfoot"
    " thead tr ul"
)
SPACED = _words("p h1 h2 h3 h4 h5 h6 ul ol table pre hr")
CELLS = _words("td th")
FORMATS = _words("a b big code em font i nobr s small strike strong tt u")
VOID = _words("area base br col embed hr img input link meta source track wbr")

# What clients call the containers of a quoted letter, of its beginning, and of signatures.
QUOTES = _words(
    "gmail_attr yahoo_quoted moz-cite-prefix moz-forward-container moz-email-headers-table protonmail_quote"
    " tutanota_quote zmail_extra"
)
TAILS = _words(
    "divrplyfwdmsg appendonsend isreplycontent olk_src_body_section stopspelling zwchr"
    " mail-editor-reference-message-container"
)
SIGNATURES = _words(
    "gmail_signature moz-signature signature applemailsignature composer_signature ms-outlook-mobile-signature"
    " protonmail_signature_block tutanota_signature"
)
HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|max-height\s*:\s*0(?:px|pt)?\s*(?:;|!|$)"
)
WORD_HEADER = re.compile(r"border-top\s*:[^;]{0,60}solid")
KEEPS_LINES = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)")
INDENT = re.compile(r"border\s*:\s*(?:none|0)")
COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:]*)")
ANY_TAG = re.compile(r"<[^<>]*>?")
BREAK_TAG = re.compile(r"<(?:br|/?p|/?div|/?tr|/?li)\b[^<>]*>", re.IGNORECASE)


class State(NamedTuple):
    """What the containers around a text say about it."""

    quoted: bool = False
    signature: bool = False
    lines: bool = False  # newlines in the source are line breaks


def from_html(html: str) -> list[Row]:
    """The rows of an HTML text. Work is bounded: what is built to be expensive is read by its text alone."""
    if _expensive(html):
        return _stripped(html)
    root = LexborHTMLParser(html).root
    return _Walk().rows_of(root) if root is not None else []


def _expensive(html: str) -> bool:
    """Whether the tree would be thousands of elements deep or wide, or an element has thousands of attributes."""
    if any(len(piece) - piece.rfind("<") > LONGEST_TAG and "<" in piece for piece in html.split(">")):
        return True
    if html.count("<") <= FEW_TAGS:
        return False
    depth = 0
    formats = dict.fromkeys(FORMATS, 0)
    for tag in TAG.finditer(html):
        name, step = tag[2].lower(), -1 if tag[1] else 1
        if name in formats:
            formats[name] += step
        if name not in VOID:
            depth += step
        if depth > DEEPEST or formats.get(name, 0) > MOST_OPEN_FORMATS:
            return True
    return False


def _stripped(html: str) -> list[Row]:
    text = ANY_TAG.sub("", BREAK_TAG.sub("\n", COMMENT.sub("", html)))
    text = re.sub(r"\n\s+", "\n\n", text[: 2 * LONGEST_TEXT])[:LONGEST_TEXT]
    return [Row(clean(line)) for line in text.split("\n", MOST_ROWS)[:MOST_ROWS]]


class _Walk:
    """One walk over a tree, without recursion, that writes rows."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.words: list[str] = []
        self.tail = False
        self.room = LONGEST_TEXT

    def rows_of(self, root: LexborNode) -> list[Row]:
        waiting: list[tuple[LexborNode, State, bool]] = [(root, State(), False)]
        nodes = 0
        while waiting and nodes < MOST_NODES and self.room > 0 and len(self.rows) < MOST_ROWS:
            node, state, leaving = waiting.pop()
            nodes += 1
            if leaving:
                self._leave(node, state)
            elif node.is_text_node:
                self._write(node.text_content or "", state)
            elif node.is_element_node and (inside := self._enter(node, state)) is not None:
                if inside != state or node.tag in BLOCKS:
                    waiting.append((node, inside, True))
                waiting.extend((child, inside, False) for child in _last_first(node))
        self._end_row(State())
        return self.rows

    def _enter(self, node: LexborNode, state: State) -> State | None:
        """The state inside an element; None if nothing in it is to be read."""
        tag = node.tag or ""
        if tag == "br":
            self._break(state)
            return None
        if tag in SKIPPED:
            return None
        attributes = node.attributes
        inside = _state(node, tag, attributes, state) if attributes or tag in ("blockquote", "pre") else state
        if inside is None:
            return None
        if tag in BLOCKS or inside != state:
            self._end_row(state)
        elif tag in CELLS:
            self.words.append(" ")
        if not inside.quoted and (tag == "includetail" or (attributes and _begins_tail(node, attributes))):
            self._end_row(state)
            self.tail = True
        return inside

    def _leave(self, node: LexborNode, inside: State) -> None:
        self._end_row(inside)
        if node.tag in SPACED and self.rows and self.rows[-1].text:
            self.rows.append(Row("", inside.quoted, self.tail))

    def _write(self, text: str, state: State) -> None:
        self.room -= len(text)
        if not state.lines:
            self.words.append(text)
            return
        first, *others = text.replace("\r\n", "\n").split("\n")
        self.words.append(first)
        for line in others:
            self._break(state)
            self.words.append(line)

    def _break(self, state: State) -> None:
        before = len(self.rows)
        self._end_row(state)
        if len(self.rows) == before:
            self.rows.append(Row("", state.quoted, self.tail, state.signature))

    def _end_row(self, state: State) -> None:
        if not self.words:
            return
        text = clean("".join(self.words))
        self.words.clear()
        if text:
            self.rows.append(Row(text, state.quoted, self.tail, state.signature))


def _last_first(node: LexborNode) -> Iterator[LexborNode]:
    child = node.last_child
    while child is not None:
        yield child
        child = child.prev


# --- what containers are -------------------------------------------------------------------------


def _names(attributes: dict[str, str | None]) -> set[str]:
    """Id, name and classes of an element in lower case; Outlook puts x_ before those of a quoted letter."""
    said = f"{attributes.get('id') or ''} {attributes.get('name') or ''} {attributes.get('class') or ''}"
    return {re.sub(r"^(?:x_)+", "", name) for name in said.lower().split()}


def _state(node: LexborNode, tag: str, attributes: dict[str, str | None], state: State) -> State | None:
    style = (attributes.get("style") or "").lower()
    if "hidden" in attributes or (style and HIDDEN.search(style)):
        return None
    names = _names(attributes)
    return State(
        quoted=state.quoted or _is_quote(node, tag, attributes, names, style),
        signature=state.signature or bool(names & SIGNATURES),
        lines=state.lines or tag == "pre" or bool(style and KEEPS_LINES.search(style)),
    )


def _is_quote(node: LexborNode, tag: str, attributes: dict[str, str | None], names: set[str], style: str) -> bool:
    if tag == "blockquote":
        only_indented = not names and not {"type", "cite"} & attributes.keys() and INDENT.search(style)
        return "isreplycontent" not in names and not only_indented
    if "protonmail_quote" in names:
        return not _has_blockquote(node)  # answers may stand between the blockquotes inside
    return bool(names & QUOTES) or attributes.get("name") == "quote"


def _has_blockquote(node: LexborNode) -> bool:
    return any(child.tag == "blockquote" for child in _last_first(node))


def _begins_tail(node: LexborNode, attributes: dict[str, str | None]) -> bool:
    """Whether from here to the end everything is the quoted letter."""
    if _names(attributes) & TAILS:
        return True
    if not WORD_HEADER.search((attributes.get("style") or "").lower()):
        return False
    words = " ".join((node.text(deep=True) or "").split())[:600]
    return ":" in words and bool(ADDRESS.search(words) or DATE.search(words))
