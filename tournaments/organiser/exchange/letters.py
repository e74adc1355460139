"""The letters of a league for its archive: those whose words its organiser may read, and why each other is not there.

Nothing is decided here: the words and the reasons are those of the desk's own pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import partial

from django.db.models import Q, QuerySet

from tournaments.formats.sheets.writing import Sheet, Value, plain, to_csv
from tournaments.keys.in_text import of_a_letter
from tournaments.language.speech import say
from tournaments.models import InboundLetter, League, OutboundLetter, Player
from tournaments.organiser.shown.quoting import closed_by_kind, told_back, withheld
from tournaments.organiser.shown.sources import NOT_READ, QUOTES_AN_ADDRESS, source
from tournaments.queries.exchange.zips import Maker
from tournaments.queries.letters.letters_shown import Letter, closed_in, letters_shown

IN_HAND = 10  # letters, each of up to some megabytes
INDEX = "letters.csv"
PURGED = "no longer kept: raw letters are kept for a limited time"
CLOSED = "closed: look inside its table first, and the journal says why"
HEADS = {"file": "File", "at": "When", "way": "Way", "person": "Person", "about": "About", "why": "Not here because"}
Shown = tuple[str, str]  # the words, or the reason why they are not shown


class Letters:
    """The files of one archive. `index` may be asked for once all others are made."""

    def __init__(self, league: League, organiser: Player) -> None:
        self.organiser = organiser
        self.is_closed = closed_in(league, organiser)
        self.league = league
        self.lines: list[dict[str, Value]] = []

    def files(self) -> Iterator[tuple[str, Maker]]:
        for letter in self._came_in().iterator(chunk_size=IN_HAND):
            yield from self._file(letter, f"letters/in/{letter.pk}.txt", letter.received_at, letter.verdict)
        for sent in self._went_out().iterator(chunk_size=IN_HAND):
            yield from self._file(sent, f"letters/out/{sent.pk}.txt", sent.created_at, sent.subject)
        yield INDEX, lambda: [to_csv(Sheet({name: say(head) for name, head in HEADS.items()}, self.lines))]

    def _came_in(self) -> QuerySet[InboundLetter]:
        rows = InboundLetter.objects.filter(seat__table__league=self.league).select_related("player", "seat")
        return letters_shown(rows, self.organiser).defer("raw", "auth_results").order_by("received_at", "pk")

    def _went_out(self) -> QuerySet[OutboundLetter]:
        about = Q(league=self.league) | Q(seat__table__league=self.league)
        rows = OutboundLetter.objects.filter(about, copy_of=None)
        rows = rows.select_related("player", "seat", "answers__player", "answers__seat")
        return letters_shown(rows, self.organiser).defer("html", "answers__raw").order_by("created_at", "pk")

    def _file(self, letter: Letter, name: str, at: datetime, about: str) -> Iterator[tuple[str, Maker]]:
        came_in = isinstance(letter, InboundLetter)
        words, why = self._in(letter) if isinstance(letter, InboundLetter) else self._out(letter)
        person, about = letter.player.name if letter.player else "", of_a_letter(about)
        way = "in" if came_in else "out"
        self.lines.append(
            {"file": "" if why else name, "at": at, "way": way, "person": person, "about": about, "why": why}
        )
        if not why:
            head = f"{'Received' if came_in else 'Written'}: {plain(at)}\n{'From' if came_in else 'To'}: {person}\n"
            yield name, partial(_text, f"{head}About: {about}\n", words)

    def _in(self, letter: InboundLetter) -> Shown:
        if self.is_closed(letter):
            return "", CLOSED
        if not (raw := bytes(letter.raw)):
            return "", PURGED
        words, why = source(raw), withheld(letter, self.organiser)
        return words, (words if words in (NOT_READ, QUOTES_AN_ADDRESS) else why)

    def _out(self, letter: OutboundLetter) -> Shown:
        if why := closed_by_kind(letter):
            return "", why
        if self.is_closed(letter):
            return "", CLOSED
        return of_a_letter(letter.text), told_back(letter, self.organiser)


def _text(head: str, words: str) -> list[bytes]:
    return [f"{head}\n{words}\n".encode("utf-8", "replace")]
