"""The division of rows into the player's own and those of the quoted letter. Decides by form; executes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, takewhile

from tournaments.formats.typed import reading_form
from tournaments.inbox.reply.attribution import Opening, Page, find_opening
from tournaments.inbox.reply.breaks import Words
from tournaments.inbox.reply.markers import Marker, find_markers
from tournaments.inbox.reply.mending import mended
from tournaments.inbox.reply.own_lines import WRAPPED_AT, Fate, Joiner, Meant, Own, Reads, collect
from tournaments.inbox.reply.rows import Row
from tournaments.inbox.reply.signature import (
    SEALED,
    SEALED_END,
    armour,
    begins_signature,
    divides,
    ends_text,
    is_disclaimer,
    is_sealed,
)
from tournaments.inbox.reply.words import points

SEEN_BELOW = 6  # rows of a quote at the end of a letter that say what comes above it
TYPED_BELOW = 20  # rows that somebody may type between an attribution and what it introduces
WIDEST = 80  # letters of a row of a letter that is quoted
FULL_ROW = 45  # letters of a row that a program may have broken: a note goes on below it

FEWEST_PREFIXED = 4  # rows in a block
QUOTES = (Fate.QUOTED, Fate.BELOW, Fate.UNSURE)
RARE_SIGNS = "|＞»¦│┃"
RARE_PREFIX = re.compile(rf"(?:[{RARE_SIGNS}]|[^\W\d_][\w.-]{{0,11}}>)(?=\s|$)|[＞»]")
LINK = re.compile(r"\W{0,3}(?:https?://|www\.)\S{1,500}(?: ?\W){0,3}")


def own(
    rows: Sequence[Row],
    reads: Reads,
    first: Reads | None = None,
    words: Words | None = None,
    *,
    wrapped: bool = False,
    tells: bool = True,
) -> Own:
    """Sort out the rows of a text. `reads` says of a line as written whether it is an order in any of its forms,
    `first` whether it is one at the top, where numbers alone count too.

    `words`: what is said to people, for which no grammar says where it ends; None: there is nothing of the kind.
    `wrapped`: the client may have broken long lines, so an order that goes on in the next row is put together.
    `tells`: say which lines were left out, also those orders that are in a quote without prefix.
    """
    rows = mended(rows)
    markers = find_markers(rows)
    given = rows
    rows = _with_marker_prefix(rows, markers) if markers else _with_common_prefix(rows)
    guessed = [not markers and row.quoted and not was.quoted for row, was in zip(rows, given, strict=True)]
    markers = [marker._replace(quoted=rows[marker.start].quoted) for marker in markers]
    rows = rows[: _last_unquoted(rows) + SEEN_BELOW]
    begins = words.begins if words is not None else _never
    fates = _fates(rows, markers, reads, begins if wrapped else None)
    fates = [Fate.UNSURE if guessed[index] else fate for index, fate in enumerate(fates)]
    edge = _edge(fates, markers)
    top = [first or reads] * edge + [reads] * (len(rows) - edge)
    if not tells:
        fates = [Fate.OWN if fate is Fate.OWN else Fate.QUOTED for fate in fates]
    end = min(_end_of_quote(fates, markers), _end_of_prefixed(rows, fates))
    top[end:] = [first or reads] * (len(rows) - end)
    joins = Joiner(rows, fates, top, words) if wrapped else None
    return collect(rows, fates, top, edge, end, joins, Meant(begins), marker_found=bool(markers))


def _never(_: str) -> bool:
    return False


def _last_unquoted(rows: Sequence[Row]) -> int:
    """The index after the last row that has words and is not quoted: below it there is nothing to be found."""
    return next((index + 1 for index in range(len(rows) - 1, -1, -1) if rows[index].text and not rows[index].quoted), 0)


# --- what is quoted ------------------------------------------------------------------------------


def _with_marker_prefix(rows: Sequence[Row], markers: Sequence[Marker]) -> Sequence[Row]:
    """Rows that begin with the unusual sign which the client has put before our marker ("| ") are quoted too."""
    prefix = markers[0].prefix
    if not prefix or len(prefix) > 4 or any(sign.isalnum() for sign in prefix):
        return rows
    return [row._replace(quoted=True) if row.text.startswith(prefix) else row for row in rows]


def _with_common_prefix(rows: Sequence[Row]) -> Sequence[Row]:
    """Rows that begin with an unusual sign or with a name and ">" are quoted too, if a block of them begins alike.

    Also where all of them are orders: somebody else's words may be pasted so, and letters of ours show them so.
    """
    found = [_rare_prefix(row) for row in rows]
    if not any(found):
        return rows
    blocks = ((prefix, sum(1 for _ in block)) for prefix, block in groupby(found))
    known = {prefix for prefix, count in blocks if prefix and count >= FEWEST_PREFIXED}
    return [
        row._replace(text=row.text[len(prefix) :].strip(), quoted=True) if prefix in known else row
        for prefix, row in zip(found, rows, strict=True)
    ]


def _rare_prefix(row: Row) -> str:
    if row.quoted or not row.text or not (">" in row.text[:16] or row.text[0] in RARE_SIGNS):
        return ""
    prefix = RARE_PREFIX.match(row.text)
    drawn = len(row.text) > 1 and row.text[-1] == row.text[0]  # the frame of a row in a table
    return prefix[0].strip() if prefix and not drawn else ""


def _fates(rows: Sequence[Row], markers: Sequence[Marker], reads: Reads, begins: Reads | None) -> list[Fate]:
    """The fate of each row. `begins`: whether a row looks like a (misspelt) order; None where no row can be wrapped."""
    end = _end_of_letter(rows, markers)
    quoted, below, free = Fate.QUOTED, Fate.BELOW, Fate.OWN
    fates = [quoted if row.quoted else below if row.tail and index < end else free for index, row in enumerate(rows)]
    for marker in markers:
        if marker.end >= len(rows):
            break
        fates[marker.start : marker.end + 1] = [Fate.QUOTED] * (marker.end + 1 - marker.start)
    if markers and not markers[0].quoted:
        _bury(fates, markers[0].end + 1, end)
    _find_quotes(rows, fates, reads, end)
    if begins is not None:
        _find_wrapped_rests(rows, fates, reads, begins)
    _find_signatures(rows, fates, reads)
    return fates


def _end_of_letter(rows: Sequence[Row], markers: Sequence[Marker]) -> int:
    """The row after our end marker if our whole letter is quoted without prefix; else the end of the text."""
    whole = len(markers) >= 2 and len(markers) % 2 == 0
    return markers[-1].end + 1 if whole and not markers[-1].quoted else len(rows)


def _bury(fates: list[Fate], start: int, end: int) -> None:
    for index in range(start, end):
        if fates[index] is not Fate.QUOTED:
            fates[index] = Fate.BELOW


def _find_quotes(rows: Sequence[Row], fates: list[Fate], reads: Reads, end: int) -> None:
    """Mark attributions, and what follows them without a prefix as quoted. Linear, however many of them there are."""
    page = Page(rows, reads, [fate is Fate.OWN for fate in fates])
    begin = order = 0
    while opening := find_opening(page, begin):
        begin = opening.end + 1
        last = end if opening.start < end else len(rows)
        if not _introduces_prefixed(page, opening):
            if not opening.sure:
                order = _order_below(page, max(begin, order), last)
                if order < last:
                    continue
            unsure = list(takewhile(page.free.__getitem__, range(begin, min(last, begin + TYPED_BELOW))))
            _bury(fates, begin, last)
            for index in unsure:
                fates[index] = Fate.UNSURE
            begin = max(begin, last)
        fates[opening.start : opening.end + 1] = [Fate.ATTRIBUTION] * (opening.end + 1 - opening.start)
        page.free[opening.start : begin] = [False] * (begin - opening.start)


def _order_below(page: Page, begin: int, last: int) -> int:
    """The first row from `begin` on that is an order in nobody's quote; `last` where there is none before it."""
    return next((index for index in range(begin, last) if page.free[index] and page.reads(page.text(index))), last)


def _introduces_prefixed(page: Page, opening: Opening) -> bool:
    """Whether the quoted letter has a prefix (or nothing follows), so that the opening takes only itself away.

    Somebody may have typed between the opening and the quote: that is short or has orders, and nothing else is
    introduced in it.
    """
    begin, count = opening.end + 1, len(page.rows)
    said = next((index for index in range(begin, count) if page.text(index) or not page.free[index]), count)
    if said == count or not page.free[said]:
        return True
    near = range(said, min(count, begin + TYPED_BELOW + 1))
    stop = next((index for index in near if not page.free[index]), count)
    if stop == count or not page.rows[stop].quoted or find_opening(page, begin, stop):
        return False
    between = [row.text for row in page.rows[begin:stop] if row.text]
    return len(between) <= 3 or any(page.reads(text) for text in between)


def _find_wrapped_rests(rows: Sequence[Row], fates: list[Fate], reads: Reads, begins: Reads) -> None:
    """The end of a quoted line that the client has wrapped without repeating the prefix, surely or perhaps."""
    for index, fate in enumerate(fates[1:-1], 1):
        if fate is not Fate.OWN or not rows[index - 1].quoted:
            continue
        above, row, below = rows[index - 1 : index + 2]
        if not row.text or not below.quoted or reads(row.text) or points(row.text):
            continue
        if _ends_a_link(above.text, row.text) or _fills(above.text, row.text, below.text):
            sure = _ends_a_link(above.text, row.text) or _within(above.text, row.text, below.text)
            fates[index] = Fate.QUOTED if sure and not begins(row.text) else Fate.REST


def _ends_a_link(above: str, text: str) -> bool:
    """Whether a line between two quoted ones is a link, or the end of one in a bracket."""
    last = text.partition(")")[0]
    return bool(LINK.fullmatch(text)) or (above.count("(") > above.count(")") and last != text and " " not in last)


def _fills(above: str, text: str, below: str) -> bool:
    """Whether the quoted line above was full, so that the line below it may be its end."""
    full = len(above) + 1 + len(text.partition(" ")[0]) > WRAPPED_AT
    return full and bool(below or _goes_on(above, text))


def _within(above: str, text: str, below: str) -> bool:
    """Whether a line ends the quoted one above: together no longer than ours are, and within a sentence."""
    ends = not below or text.endswith((".", "!", "?")) or _goes_on(text, below)
    short = len(above) + 1 + len(text) <= WIDEST and not text[0].isdigit()
    return short and ends and _goes_on(above, text)


def _goes_on(above: str, below: str) -> bool:
    """Whether a line reads as the rest of a sentence that the line above has left open."""
    return above[-1:].isalnum() and not below[:1].isupper()


def _find_signatures(rows: Sequence[Row], fates: list[Fate], reads: Reads) -> None:
    inside, ended, frame, noted = False, False, "", False
    sealed_to = max((index for index, row in enumerate(rows) if row.text == SEALED_END), default=-1)
    for index, row in enumerate(rows):
        if fates[index] is not Fate.OWN:
            inside, ended, frame, noted = False, False, "", False
            continue
        above, frame = frame, armour(row.text, frame)
        if frame == SEALED and above != SEALED and index > sealed_to and not is_sealed(_own_below(rows, fates, index)):
            frame = ""  # no end of it comes any more, nor what is encrypted: somebody's own words
        begins = begins_signature(row.text)
        inside = inside or (begins and not divides(row.text, _own_below(rows, fates, index)))
        ended = ended or ends_text(row.text)
        goes_on = noted and index > 0 and len(rows[index - 1].text) >= FULL_ROW
        noted = bool(row.text) and (goes_on or is_disclaimer(row.text))  # to the end of what a program has wrapped
        if frame == SEALED or (frame == SEALED_END and above == SEALED):
            fates[index] = Fate.SEALED
        elif (inside or begins or frame or noted or row.signature) and row.text and (ended or not reads(row.text)):
            fates[index] = Fate.SIGNATURE


def _own_below(rows: Sequence[Row], fates: Sequence[Fate], index: int) -> Iterator[str]:
    own = takewhile(lambda below: fates[below] is Fate.OWN, range(index + 1, len(rows)))
    return (rows[below].text for below in own)


# --- what is left --------------------------------------------------------------------------------


def _edge(fates: Sequence[Fate], markers: Sequence[Marker]) -> int:
    """The first row that is no longer at the top of the letter."""
    stops = QUOTES if markers else (*QUOTES, Fate.ATTRIBUTION)
    return next((index for index, fate in enumerate(fates) if fate in stops), len(fates))


def _end_of_quote(fates: Sequence[Fate], markers: Sequence[Marker]) -> int:
    """The row right below our whole letter, where nothing more is quoted; the end of the text if there is none."""
    if len(markers) < 2 or len(markers) % 2:
        return len(fates)
    end = markers[-1].end + 1
    return len(fates) if any(fate in QUOTES or fate is Fate.ATTRIBUTION for fate in fates[end:]) else end


def _end_of_prefixed(rows: Sequence[Row], fates: Sequence[Fate]) -> int:
    """The row below all that is quoted, where every quoted row has a prefix; the end of the text where one has none.

    Also where what stands right below may be the end of the last quoted line, which the client has wrapped.
    """
    last = next((index for index in range(len(fates) - 1, -1, -1) if fates[index] in QUOTES), -1)
    if last < 0 or any(fate in (Fate.BELOW, Fate.UNSURE, Fate.REST) for fate in fates):
        return len(fates)
    if not all(row.quoted for row, fate in zip(rows, fates, strict=True) if fate is Fate.QUOTED):
        return len(fates)
    below = rows[last + 1].text if last + 1 < len(rows) else ""
    full = len(rows[last].text) + 1 + len(below.partition(" ")[0]) > WRAPPED_AT
    return len(fates) if Fate.ATTRIBUTION in fates[last:] or (below and full) else last + 1


def reader(is_order: Callable[[str], bool], stricter: Reads | None = None) -> Reads:
    """`is_order` for a line as written or in its reading form; asked for a line that `stricter` does not take."""

    def reads(text: str) -> bool:
        if stricter is not None and stricter(text):
            return True
        return bool(text) and (is_order(text) or ((form := reading_form(text)) != text and is_order(form)))

    return once(reads)


def once(reads: Reads) -> Reads:
    """A reader that remembers what it has said of a line."""
    known: dict[str, bool] = {}

    def remembers(text: str) -> bool:
        if text not in known:
            known[text] = reads(text)
        return known[text]

    return remembers
