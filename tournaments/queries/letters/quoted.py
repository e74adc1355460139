"""The parts of a letter that came in that not every organiser may read: notes, and quotes from letters of ours.

It is found when the letter is read and kept with its row: the bytes may be gone at once (`volume`) or later
(`ingest.forget`), and what was made of the letter stays. One letter too many is found rather than one too few.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from engine.language.normal_form import normal_form
from engine.orders.command_words import may_hold_note
from tournaments.formats.entities import unescape
from tournaments.inbox.reply.html.html import from_html
from tournaments.inbox.reply.html.tags import Steps, TooOdd
from tournaments.inbox.reply.mime import mime
from tournaments.inbox.reply.mime.sources import decoded_source
from tournaments.models import InboundLetter, Note, OutboundLetter
from tournaments.queries.letters import everywhere, kinds
from tournaments.queries.letters.identify import named_in

TAG = re.compile(r"<[^<>]{0,2000}>")
LONGEST = 400_000  # characters that are looked through, of the source and of what is kept of it
LONGEST_NORMAL = 1_200_000  # of both once they are normalised
EVERYWHERE = "everywhere"  # is in every order that holds at all tables of a game
SHORTEST = 8  # letters and digits: many a letter contains fewer
# Letters of the text times notes that are looked for in it: a third of a second. Notes can be written without end.
MOST_LOOKED_FOR = 40_000_000


@dataclass(frozen=True, slots=True)
class Quoted:
    """
    note     it may contain a note of its writer, as they wrote it or quoted; so too where nobody can tell
    unseen   nobody can tell: it is gone, too long to be looked through, or built too oddly
    mixed    it answers a letter that may tell of leagues of several organisers
    leagues  those of the letters that it answers
    tables   (table, player to whom it went) of the letters that it answers
    everywhere  whose standing orders for all tables of which game it, or a letter that it answers, may tell
    unread   nobody has looked through it, nor will: it may contain anything
    """

    note: bool
    mixed: bool = False
    leagues: frozenset[int] = frozenset()
    tables: frozenset[tuple[int, int | None]] = frozenset()
    everywhere: everywhere.Told = frozenset()
    unread: bool = False
    unseen: bool = False

    def __or__(self, other: Quoted) -> Quoted:
        return Quoted(
            self.note or other.note,
            self.mixed or other.mixed,
            self.leagues | other.leagues,
            self.tables | other.tables,
            self.everywhere | other.everywhere,
            self.unread or other.unread,
            self.unseen or other.unseen,
        )


# Of a letter whose bytes were gone before anybody looked, or that took too long.
UNKNOWN = Quoted(note=True, unread=True, unseen=True)
OLD = kinds.Kind("", notes=True, leagues=True)  # a letter of a kind that only an older release has written


def of(letter: InboundLetter) -> Quoted:
    """The findings kept with the letter. One that is not read yet is looked through, once for each instance."""
    if not letter.quotes and letter.raw:
        find(letter)
    found = _loaded(letter.quotes) if letter.quotes else UNKNOWN
    if found.unread:
        return replace(found, everywhere=found.everywhere | everywhere.of_writer(letter, typed=True))
    return found


def find(letter: InboundLetter) -> None:
    """Look through a letter; what was found in it before stays found, for its bytes may be fewer by now.

    Sets `quotes`, saves nothing.
    """
    found = _found(letter)
    letter.quotes = _stored(found | _loaded(letter.quotes) if letter.quotes else found)


def unknown() -> dict[str, Any]:
    """The `quotes` of a letter that has taken too long, and is not looked through again."""
    return _stored(UNKNOWN)


def _stored(quoted: Quoted) -> dict[str, Any]:
    tables = sorted(quoted.tables, key=str)
    return {
        "note": quoted.note,
        "mixed": quoted.mixed,
        "leagues": sorted(quoted.leagues),
        "tables": tables,
        "everywhere": sorted(quoted.everywhere),
        "unread": quoted.unread,
        "unseen": quoted.unseen,
    }


def _loaded(quotes: dict[str, Any]) -> Quoted:
    tables = frozenset((table, player) for table, player in quotes["tables"])
    told, leagues = everywhere.load(quotes["everywhere"]), frozenset(quotes["leagues"])
    return Quoted(quotes["note"], quotes["mixed"], leagues, tables, told, quotes["unread"], quotes["unseen"])


def _found(letter: InboundLetter) -> Quoted:
    named, text = _answered(letter), _plain(letter)
    of_kinds = [kinds.KINDS.get(one.kind, OLD) for one in named]
    typed = text is None or EVERYWHERE in _squeezed(text)
    holds_note = _holds_note(letter, text)
    return Quoted(
        any(kind.notes for kind in of_kinds) or holds_note is not False,
        any(kind.leagues for kind in of_kinds),
        frozenset(one.league_id for one in named if one.league_id is not None),
        frozenset((one.seat.table_id, one.player_id) for one in named if one.seat is not None),
        everywhere.of_writer(letter, typed=typed).union(*map(_told_in, named)),
        unseen=holds_note is None,
    )


def _told_in(letter: OutboundLetter) -> everywhere.Told:
    """The rules that a letter of ours tells, and those that it repeats from the letter that it answers."""
    answered_one = letter.answers.quotes if letter.answers is not None else {}
    return everywhere.load([*letter.everywhere, *answered_one.get("everywhere", ())])


def _answered(letter: InboundLetter) -> list[OutboundLetter]:
    """The letters that it names as what it answers; of copies, what was copied.

    Named by our Message-ID or by that of a provider. Each has an index; with the copies' as another way all letters
    would be read.
    """
    ids = mime.head_of(bytes(letter.raw)).answered
    rows = OutboundLetter.objects.filter(named_in(ids, proved=True) if ids else Q(pk=None)).order_by()
    told = ("kind", "league", "seat__table", "player", "everywhere", "answers__quotes")
    ways = [name for way in ("", "copy_of__") for name in (f"{way}{one}" for one in told)]
    found = rows.select_related("seat", "answers", "copy_of__seat", "copy_of__answers").only("copy_of", *ways)
    return [row.copy_of or row for row in found]


def _holds_note(letter: InboundLetter, text: str | None) -> bool | None:
    """Whether its `text` contains the word, or what its writer has noted.

    None for what cannot be looked through, or not in a moment.
    """
    if text is None:
        return None
    if may_hold_note(text):
        return True
    notes = Note.objects.filter(player__in=everywhere.writers(letter)).order_by()
    if not notes.exists():
        return False
    squeezed = _squeezed(text)
    most = MOST_LOOKED_FOR // max(len(squeezed), 1)
    noted = list(notes.values_list("words", flat=True)[: most + 1])
    if len(noted) > most:
        return None
    return any(len(words) >= SHORTEST and words in squeezed for words in map(_squeezed, noted))


def _plain(letter: InboundLetter) -> str | None:
    """The source and the words that are kept of it, twice: with and without tags of HTML; and what is read of HTML.

    Tags may be in the middle of a word, and so may words that only some programs show. None for what is too long to be
    looked through, or built too oddly.
    """
    try:
        source, kept = decoded_source(bytes(letter.raw)), "\n".join((*_kept(letter), *_read(bytes(letter.raw))))
        if source is None or max(len(source), len(kept)) > LONGEST:
            return None
        text = normal_form("NFKC", f"{source}\n{kept}")
        if len(text) > LONGEST_NORMAL:
            return None
        return f"{text}\n{normal_form('NFKC', unescape(TAG.sub('', text)))}"
    except TooOdd:
        return None


def _read(raw: bytes) -> Iterator[str]:
    """The rows of a letter's HTML as a reader of orders has them."""
    steps = Steps()
    return (row.text for part in mime.open_mail(raw).parts if part.html for row in from_html(part.text, steps))


def _kept(letter: InboundLetter) -> Iterator[str]:
    """The words that stay when the letter's bytes are gone, or are told back to its writer."""
    yield from (line.get("text", "") for line in letter.account.get("lines", ()))
    yield from letter.account.get("ignored", ())
    yield from letter.shown.get("lines", ())
    yield letter.shown.get("subject_order", "")


def _squeezed(text: str) -> str:
    """Letters and digits alone: programs wrap what they quote and put marks in front of it."""
    return "".join(filter(str.isalnum, normal_form("NFKC", text).casefold()))
