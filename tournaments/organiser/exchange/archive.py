"""A league's archive: everything that its organiser may take along, as files of one zip in a fixed order.

What is hidden at a running table is not in it: of such a game only what onlookers see. The same rows give the same
bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from engine.language.languages import ENGLISH, speaking
from engine.match.export import export
from engine.match.log import Entry
from engine.refusals import BrokenRecord
from tournaments.actions import printing
from tournaments.formats.sheets.writing import plain, to_csv, to_json
from tournaments.models import JournalLine, League, LogEntry, Player, Print, Table
from tournaments.organiser.exchange import letters
from tournaments.organiser.shown import tables
from tournaments.queries import matches, prints, proofs
from tournaments.queries.access.desk_rights import OPENED, lines_shown
from tournaments.queries.access.player_rights import BEGUN
from tournaments.queries.exchange.sheets import SHEETS
from tournaments.queries.exchange.zips import Maker
from tournaments.queries.leagues.terms import settings_of
from tournaments.queries.names import seat_names
from tournaments.queries.takeout.rows import in_pieces

README, BOOK = "README.txt", "league-book.pdf"
GAMES = 1  # tables, each with some hundred kilobytes of position, that are in hand together
LINES = 200  # of the journal
ABOUT = """\
Archive of {league}

league.json          the settings of the league, its organisers, when it began and ended
roster, line-ups,
results, standings   as CSV for spreadsheets and as JSON for programs; a cell that a spreadsheet would run as a
                     formula begins with an apostrophe
lots.json            how the lots were drawn, for verify.py; once the league has begun
deck.json            the deck, where the league has its own
games/               of each table its record for verify.py, and its log in words. Of a game that runs, or was stopped,
                     only what onlookers see: neither its secret nor what is sealed
journal.json         who did what, as the desk shows it to you
letters/             the words of the letters that you may read on the desk, without keys
{index}          every letter of the league that your desk lists. The last column says why the words of one are not
                     here: it is for its reader alone, its table is closed until you look inside, or it is gone
{book}      the league book, if it has been made: ask for it on the page of papers, then take the archive anew

Not listed at all: letters of your opponents, where you play in the league yourself, and letters to the service that
belong to no table. Positions, plans kept for later, notes, what players told each other alone, and mail addresses
beside those of the roster are not in it.
"""


def files(league: League, organiser: Player) -> Iterator[tuple[str, Maker]]:
    """Name and maker of every file. The makers have to be called in this order, each before the next is asked for."""
    about = ABOUT.format(league=league, index=letters.INDEX, book=BOOK)
    yield README, lambda: [about.encode()]
    yield "league.json", lambda: [_as_json(_league(league))]
    for what, make in SHEETS.items():
        sheet = make(league)
        yield f"{what}.csv", partial(lambda made: [to_csv(made)], sheet)
        yield f"{what}.json", partial(lambda made: [to_json(made)], sheet)
    if League.objects.filter(BEGUN, pk=league.pk, draw__isnull=False).exists():
        yield "lots.json", lambda: [_as_json(proofs.record_of(league))]
    if (deck := league.deck) is not None:
        yield "deck.json", lambda: [deck.text.encode()]
    opened = league.tables.filter(state__in=OPENED).select_related("league__deck").order_by("number")
    for table in opened.iterator(chunk_size=GAMES):
        yield from _game(table)
    yield "journal.json", lambda: in_pieces(_journal(league, organiser))
    book = prints.current(Print.Kind.BOOK, prints.Subject(league))
    if book is not None and book.state == Print.State.MADE:
        yield BOOK, partial(lambda row: [printing.take(row)], book)
    yield from letters.Letters(league, organiser).files()


def _as_json(value: Any) -> bytes:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1).encode()


def _league(league: League) -> dict[str, Any]:
    moments = {name: plain(getattr(league, name)) for name in ("created_at", "opened_at", "started_at", "finished_at")}
    organisers = league.organisers.filter(is_active=True).order_by("name", "pk").values_list("name", flat=True)
    return {
        "name": league.name,
        "tag": league.tag,
        "game": league.game,
        "state": league.state,
        **moments,
        "organisers": list(organisers),
        "settings": dict(settings_of(league)),
        "commitment": league.commitment,
    }


def _game(table: Table) -> Iterator[tuple[str, Maker]]:
    rows = list(table.entries.order_by("number"))
    yield f"games/table-{table.number:03}.json", lambda: [_as_json(_record(table, rows))]
    yield f"games/table-{table.number:03}-log.txt", lambda: _log(table, rows)


def _record(table: Table, rows: list[LogEntry]) -> dict[str, Any]:
    """The record; of a game whose log is damaged the reason, so that the archive has all others."""
    match = matches.load(table, [Entry.from_json(row.entry) for row in rows])
    try:
        with speaking(ENGLISH):  # a record is the same for everybody's programs
            return export(match, seat_names(table))
    except BrokenRecord as error:
        return {"format": None, "broken": str(error)}


def _log(table: Table, rows: list[LogEntry]) -> Iterator[bytes]:
    """The log in words that everybody may read; of what was taken back later, too."""
    match, names = matches.load(table), seat_names(table)
    for row in rows:
        line = tables.line(row, match, names)
        words = "; ".join(line.words) or "–"
        yield f"{line.number}\t{plain(row.created_at)}\t{line.who}\t{line.by}\t{words}\t{row.hash}\n".encode()


def _journal(league: League, organiser: Player) -> Iterator[dict[str, Any]]:
    rows = lines_shown(JournalLine.objects.filter(league=league), organiser).order_by("at", "pk")
    found = rows.values_list("at", "verb", "actor__name", "table__number", "words")
    for at, verb, actor, table, words in found.iterator(chunk_size=LINES):
        yield {"at": plain(at), "verb": verb, "actor": actor or "", "table": table, "words": words}
