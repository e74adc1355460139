"""The rows of a text/html part, by a walk of its own: quote containers are known by what clients call them.

The parser mends the HTML and writes it out again in one form: every tag closed, every value in quotes. That is what is
walked, tag by tag.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser

from tournaments.formats.entities import unescape
from tournaments.formats.typed import UNKNOWN, clean
from tournaments.inbox.reply.attribution import ADDRESS, DATE
from tournaments.inbox.reply.html import styles, unseen
from tournaments.inbox.reply.html.reduced import DIMS, HIDES, reduced
from tournaments.inbox.reply.html.sheets import Sheet
from tournaments.inbox.reply.html.tags import VOID, Steps, words
from tournaments.inbox.reply.rows import MOST_LOOKED_THROUGH, Row, Taken, in_half, is_turned

MOST_TAGS = 40_000
LONGEST_TAG = 1_000
WALKED, LOOKED = 600, 30_000  # steps: to walk a tag, and to look ahead
LONGEST_KEPT = 500  # letters of attributes that are remembered
LONGEST_HEADER = 600  # letters of a header block that are looked at, and tags of what an element holds
MOST_LOOKS = 50  # ahead, of what an element holds


SKIPPED = words(f"head title template del s strike {HIDES}")
BLOCKS = words(
    "address article aside blockquote body caption center dd details dir div dl dt fieldset figure figcaption footer"
    " form h1 h2 h3 h4 h5 h6 header hgroup hr html includetail legend li main menu nav ol p pre search section summary"
    " table tbody tfoot thead tr ul"
)
SPACED = words("p h1 h2 h3 h4 h5 h6 ul ol table pre hr")
CELLS = words("td th")
BETWEEN = "\0"  # words that are hidden one by one
MAY_HIDE = unseen.CLOSED | unseen.IN_PLACE_OF | unseen.TURNED | words("summary")

# What clients call the containers of a quoted letter, of its beginning, and of signatures.
QUOTE_NAME = re.compile(r"(?:^|[_-])quoted?(?:$|[_-])")  # yahoo_quoted, protonmail_quote, quoted-content ...
QUOTES = words("gmail_attr moz-cite-prefix moz-forward-container moz-email-headers-table zmail_extra reply-intro")
TAILS = words(
    "divrplyfwdmsg appendonsend isreplycontent olk_src_body_section stopspelling zwchr"
    " mail-editor-reference-message-container quoted_header"
)
SIGNATURES = words(
    "gmail_signature moz-signature signature applemailsignature composer_signature ms-outlook-mobile-signature"
    " protonmail_signature_block tutanota_signature"
)
KEEPS_LINES = ("pre", "break-spaces")  # beginnings of how white space is kept
KEEPS_NO_LINES = ("normal", "nowrap")
OWN_LINES = ("block", "flex", "grid", "table", "list-item", "flow-root")
NO_BORDER = ("none", "0")  # of a blockquote that only indents
FORWARDED_NAME = re.compile(r"^(?:x_)+")  # Outlook puts it before the names in a quoted letter

# HTML as the parser writes it. Split by PIECE: text, then of each tag its slash, name, attributes, and the next text.
WRITTEN = r'(?: [^ \t\n\f\r/>][^ \t\n\f\r=/>]*="[^"]*")*'
UNREAD = "style|script|xmp|iframe|noembed|noframes|plaintext"
PIECE = re.compile(
    rf"<(?:!--.*?--|[!?][^>]*|({UNREAD}){WRITTEN}>.*?</\1|(/?)([a-z][^ \t\n\f\r/>]*)({WRITTEN}))>", re.DOTALL
)
VALUE = re.compile(r' ([^ \t\n\f\r/>][^ \t\n\f\r=/>]*)="([^"]*)"')


class Said(NamedTuple):
    """The facts that an element's name and attributes tell about its content."""

    hidden: bool = False
    quoted: bool = False
    signature: bool = False
    effect: unseen.Effect = unseen.NO_EFFECT
    block: bool = False  # stands in lines of its own
    lines: bool | None = None  # newlines in the source are line breaks; None: as around it
    tail: bool = False  # from here to the end everything is the quoted letter
    header: bool = False  # the border that Word draws above the headers of a quoted letter
    around: bool = False  # holds the attribution and, in a blockquote or without one, the quoted letter


class State(NamedTuple):
    """The facts about a text that the elements around it tell."""

    quoted: bool = False
    signature: bool = False
    lines: bool = False
    unseen: frozenset[str] = unseen.NONE  # why only some programs show it


NOTHING, OUTSIDE, LINES = Said(), State(), Said(lines=True)


def from_html(html: str, steps: Steps | None = None) -> list[Row]:
    """The rows of an HTML text. TooOdd for what is built so that reading it takes long."""
    steps = steps or Steps()
    texts: list[str] = []
    tree = LexborHTMLParser(reduced(html, steps, texts))
    written = (tree.body or tree).html
    pieces = PIECE.split(written, MOST_TAGS) if written else []
    steps.take(WALKED * (len(pieces) // 5))
    if not pieces:
        return []
    goes_on = len(pieces) > 5 * MOST_TAGS
    if goes_on:
        pieces[-1] = UNKNOWN  # in place of what stands behind that many tags, with its tags
    rows = _Walk(pieces, steps, Sheet(texts, steps)).rows_of()
    return in_half(rows) if goes_on else rows


class _Walk:
    """One walk along the tags that writes rows. `pieces`: see PIECE."""

    def __init__(self, pieces: Sequence[str], steps: Steps, sheet: Sheet | None = None) -> None:
        self.pieces = pieces
        self.steps = steps
        self.sheet = sheet if sheet is not None and sheet.hides else None
        self.rows = Taken()
        self.words: list[str] = []
        self.unseen: list[str] = []  # words that stand among these and are not always shown
        # Of each open element its name, the state around it (None: not read), and whether it has lines of its own.
        self.open: list[tuple[str, State | None, bool]] = []
        self.names: Counter[str] = Counter()  # of the open elements
        self.state: State | None = OUTSIDE
        self.tail = False
        self.looks = self.lines = 0

    def rows_of(self) -> list[Row]:
        pieces = self.pieces
        for at in range(0, len(pieces), 5):
            text = pieces[at]
            if text and (state := self.state) is not None:
                if state.lines:
                    self._write(text, state)
                else:
                    (self.unseen if state.unseen else self.words).append(text)
            if at + 5 > len(pieces):
                break
            name = pieces[at + 3]
            if not name:
                continue
            if pieces[at + 2]:
                self._leave(name)
            elif name != "br":
                self._enter(name, pieces[at + 4], at + 5)
            elif self.state is not None:
                self._break(self.state)
        self._end_row(self.state or OUTSIDE)
        return self.rows.all

    def _enter(self, name: str, attributes: str, below: int) -> None:
        state = inside = self.state
        block = name in BLOCKS
        if state is not None:
            said = _said(name, attributes) if attributes else LINES if name == "pre" else NOTHING
            quoted = state.quoted or said.quoted or (name == "blockquote" and not attributes)
            if said.around and not quoted:
                quoted = not self._quotes(below)  # answers may stand between the blockquotes inside
            hidden = self._unseen(name, attributes, said, state)
            if name in SKIPPED or said.hidden:
                inside = None
            elif said is not NOTHING or quoted != state.quoted or hidden != state.unseen:
                lines = state.lines if said.lines is None else said.lines
                inside = State(quoted, state.signature or said.signature, lines, hidden)
            if inside is not None:
                block = block or said.block
                self._begin(name, state, inside, said, below)
                if inside.unseen != state.unseen:
                    self.unseen.append(BETWEEN)
        if name not in VOID:
            self.open.append((name, state, block))
            self.names[name] += 1
            self.state = inside
        elif inside is not None and block:
            self._closed(name, inside)

    def _unseen(self, name: str, attributes: str, said: Said, around: State) -> frozenset[str]:
        """The reasons for which only some programs show what is in an element."""
        found = said.effect.on(around.unseen)
        if name in MAY_HIDE:
            found = unseen.of_element(name, is_open=" open=" in attributes).on(found)
        if name == DIMS:
            found |= {DIMS}
        if self.sheet is not None:  # last, as a rule may stand above the style: "!important"
            found |= self.sheet.hiding(name.removeprefix("plain-"), dict(VALUE.findall(attributes)))
        return found

    def _begin(self, name: str, state: State, inside: State, said: Said, below: int) -> None:
        if name in BLOCKS or said.block or _parts(inside, state):
            if self.words or self.unseen:
                self._end_row(state)
        elif name in CELLS:
            self.words.append(" ")
        if not inside.quoted and (said.tail or name == "includetail" or (said.header and self._heads(below))):
            self._end_row(state)
            self.tail = True

    def _leave(self, name: str) -> None:
        """Close an element; one that the parser left open inside of it is closed with it."""
        if not self.names[name]:
            return
        inside, last, block = self.state, "", False
        while last != name:
            last, self.state, block = self.open.pop()
            self.names[last] -= 1
        if inside is not None and (block or _parts(inside, self.state)):
            self._closed(name, inside)

    def _closed(self, name: str, inside: State) -> None:
        if self.words or self.unseen:
            self._end_row(inside)
        if name in SPACED and self.rows.all and self.rows.all[-1].text:
            self.rows.add(Row("", inside.quoted, self.tail))

    def _write(self, text: str, state: State) -> None:
        """Write a text whose newlines are line breaks."""
        first, *others = text.replace("\r\n", "\n").split("\n")
        words = self.unseen if state.unseen else self.words
        words.append(first)
        for line in others:
            self.lines += 1
            self._break(state)
            if self.lines > MOST_LOOKED_THROUGH:
                self.rows.add(Row(UNKNOWN, unread=True))
            if self.rows.ended:
                return
            words.append(line)

    def _break(self, state: State) -> None:
        before = len(self.rows.all)
        self._end_row(state)
        if len(self.rows.all) == before and not state.unseen:
            self.rows.add(Row("", state.quoted, self.tail, state.signature))

    def _end_row(self, state: State) -> None:
        if self.words:
            text = "".join(self.words)
            turned = is_turned(text) or is_turned("".join(self.unseen))
            text = _unescaped(text) if "&" in text else text
            text = text.strip() if state.quoted else clean(text)  # a quoted row is read but for markers
            self.words.clear()
            if text:
                prefixed = text[0] == ">"  # webmails that have made a text into HTML
                text = text.lstrip("> ") if prefixed else text
                quoted = state.quoted or prefixed
                unseen = turned and not (quoted or self.tail)
                self.rows.add(Row(text, quoted, self.tail, state.signature, unseen=unseen))
        if self.unseen:
            texts = map(clean, _unescaped("".join(self.unseen)).split(BETWEEN))
            self.unseen.clear()
            for text in () if state.quoted or self.tail else filter(None, texts):
                self.rows.add(Row(text, unseen=True))

    # --- what comes below ---

    def _quotes(self, below: int) -> bool:
        """Whether the element whose content begins at a piece has a blockquote right below itself."""
        return any(depth == 0 and name == "blockquote" for depth, name, _ in self._inside(below))

    def _heads(self, below: int) -> bool:
        """Whether the element whose content begins at a piece reads like the headers of a letter."""
        words = " ".join(_unescaped("".join(text for _, _, text in self._inside(below))).split())[:LONGEST_HEADER]
        return ":" in words and bool(ADDRESS.search(words) or DATE.search(words))

    def _inside(self, below: int) -> Iterator[tuple[int, str, str]]:
        """(depth, name of the element that begins, text before it) from a piece on to the element's end."""
        pieces, depth, room = self.pieces, 0, 10 * LONGEST_HEADER
        self.looks += 1
        if self.looks > MOST_LOOKS:
            return
        self.steps.take(LOOKED)
        for at in range(below, min(len(pieces) - 4, below + 5 * LONGEST_HEADER), 5):
            name = pieces[at + 3] or ""
            yield depth, "" if pieces[at + 2] else name, pieces[at][:room]
            room -= len(pieces[at])
            if name and name not in VOID:
                depth += -1 if pieces[at + 2] else 1
            if depth < 0 or room <= 0:
                return


def _unescaped(text: str) -> str:
    """The four entities that the parser writes, undone."""
    return text.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _parts(inside: State, around: State | None) -> bool:
    """Whether the words of an element are no part of the line around it: how white space is kept parts nothing."""
    return around is None or inside[:2] != around[:2]


# --- what containers are -------------------------------------------------------------------------


def _said(name: str, written: str) -> Said:
    return _read(name, written) if len(written) <= LONGEST_KEPT else _read.__wrapped__(name, written)


@lru_cache(maxsize=2_048)
def _read(name: str, written: str) -> Said:
    """The facts that an element tells, by its name and its attributes as the parser writes them."""
    attributes = dict(VALUE.findall(written))
    declarations = styles.declarations(unescape(attributes.get("style", "")))
    names, style = _names(attributes), dict(declarations)
    effect = unseen.of_attributes(attributes, unseen.of_style(declarations))
    said = Said(
        hidden="hidden" in attributes or styles.hides(style),
        effect=unseen.of_font(attributes, effect) if name == "plain-font" else effect,
        quoted=_is_quote(name, attributes, names, style),
        signature=bool(names & SIGNATURES),
        block=style.get("display", "") in OWN_LINES,
        lines=_keeps_lines(name, style.get("white-space", "")),
        tail=bool(names & TAILS),
        header="solid" in style.get("border-top", ""),
        around=name != "blockquote" and not names & TAILS and any(map(QUOTE_NAME.search, names)),
    )
    return NOTHING if said == NOTHING else said


def _keeps_lines(name: str, white_space: str) -> bool | None:
    if white_space.startswith(KEEPS_LINES):
        return True
    return False if white_space in KEEPS_NO_LINES else name == "pre" or None


def _names(attributes: dict[str, str]) -> set[str]:
    """Id, name and classes of an element in lower case."""
    said = " ".join(attributes.get(key, "") for key in ("id", "name", "class"))
    return {FORWARDED_NAME.sub("", name) for name in said.lower().split()}


def _is_quote(name: str, attributes: dict[str, str], names: set[str], style: dict[str, str]) -> bool:
    if name == "blockquote":
        is_plain = not names and not {"type", "cite"} & attributes.keys()
        only_indented = is_plain and style.get("border", "").startswith(NO_BORDER)
        return "isreplycontent" not in names and not only_indented
    return bool(names & QUOTES)
