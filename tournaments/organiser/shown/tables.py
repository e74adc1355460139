"""The desk's view of a table: public position and log, seats with their questions, letters, journal. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Replace
from django.http import HttpRequest
from django.utils import timezone

import engine
from engine.match import log
from engine.pictures.scene import Scene
from tournaments.actions.league.permissions import who_decides
from tournaments.actions.seats.seats import may_play
from tournaments.models import (
    Case,
    InboundLetter,
    JournalLine,
    League,
    LogEntry,
    OutboundLetter,
    Player,
    Press,
    Seat,
    Table,
    Turn,
)
from tournaments.organiser.shown import offers
from tournaments.pages.paging import Paged, paged
from tournaments.pages.table_view import match_of
from tournaments.queries.access.desk_rights import (
    Opponents,
    cases_shown,
    closed_to,
    due_shown,
    hides,
    lines_shown,
    looked_into,
    opponents,
    withheld_cases,
)
from tournaments.queries.access.impartiality import left_by, players_of
from tournaments.queries.letters.letters_shown import letters_shown
from tournaments.queries.names import seat_names
from tournaments.queries.needs import need
from tournaments.queries.standings import to_rule

MOVED_BY = {  # on whose word, as the log has it
    "order": "an order",
    "kept": "a kept order",
    "rule": "a standing order",
    "default": "the default",
    "automatic": "itself",
    "stand-in": "the stand-in",
    "organiser": "an organiser",
}
LATELY = 20  # entries among which the last thing that was told is looked for
NEWEST = 25  # rows of log, letters and journal on one page
FEW = 10  # of what may be long: talk, cases


def open_turns(table: Table) -> QuerySet[Turn]:
    """The open turns, the nearest deadline first."""
    return Turn.objects.filter(seat__table=table, ended_at=None).select_related("seat__player").order_by("due_by")


def public_scene(table: Table) -> Scene:
    match = match_of(table)
    return match.game.picture(match.view(None), seat_names(table), None)


@dataclass(frozen=True, slots=True)
class SeatShown:
    seat: Seat
    name: str
    turn: Turn | None
    late: bool
    may_extend: bool
    may_give: bool
    may_replace: bool
    may_give_back: bool
    unreachable: bool  # letters to the player come back
    may_allow: bool  # the stand-in waits for the organiser's yes


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the log as the public may read it."""

    number: int
    who: str
    by: str
    words: tuple[str, ...]
    hash: str
    at: Any


class Talk(TypedDict):
    """said: the words at the table; whispers: how many were for one person alone and are closed."""

    said: Paged
    whispers: int


class TablePage(Talk):
    """The values of a table's page.

    decides      whether the reader acts at this table, else `who_decides` names who does
    closed       whether letters and private words are closed to the reader
    hides        whether hands and plans are hidden at the table
    plays_here   whether the reader has a seat; `has_played`: or had one
    """

    table: Table
    decides: bool
    who_decides: str
    seats_shown: list[SeatShown]
    offers: list[offers.Offer]
    picture_words: str
    log_lines: Paged
    closed: bool
    hides: bool
    plays_here: bool
    has_played: bool
    has_looked: bool
    cases: Paged
    waits_for_ruling: bool
    may_rule: bool
    letters_in: Paged
    letters_out: Paged
    journal: Paged


def page_of(table: Table, organiser: Player, request: HttpRequest) -> TablePage:
    match = match_of(table)
    names = seat_names(table)
    closed = closed_to(organiser).filter(pk=table.pk).exists()
    # Those that wait for a ruling first.
    against, here = opponents(organiser), players_of(table)
    cases = cases_shown(Case.objects.filter(seat__table=table), organiser, left=against.rules)
    others_rule = Exists(withheld_cases(organiser, against.rules).filter(pk=OuterRef("pk")))
    cases = (
        cases.annotate(others_rule=others_rule)
        .select_related("player", "ruled_by")
        .order_by(F("ruled_at").desc(nulls_first=True), "-pk")
    )
    plays = organiser.pk in here
    left = left_by(table.league, organiser, here) if plays or against.left.holds(table) else []
    seats = seats_shown(table, names, against, decides=not left)
    letters_in = _letters(InboundLetter.objects.defer("raw", "account"), table, organiser, against)
    letters_out = _letters(OutboundLetter.objects.defer("text", "html"), table, organiser, against)
    letters_out = letters_out.annotate(kind_words=Replace("kind", Value("_"), Value(" ")))
    journal = lines_shown(JournalLine.objects.filter(table=table), organiser, against=against)
    return {
        "table": table,
        "decides": not left,
        "who_decides": who_decides(left) if left else "",
        "seats_shown": seats,
        "offers": offers.of_table(table, against.left),
        "picture_words": public_scene(table).words,
        "log_lines": log_lines(table, match, names, request),
        "closed": closed,
        "hides": hides(table),
        "plays_here": any(shown.seat.player_id == organiser.pk for shown in seats),
        "has_played": plays,
        "has_looked": looked_into(organiser).filter(pk=table.pk).exists(),
        **talk(table, organiser, request, closed=closed, plays=plays),
        "cases": paged(request, "cases", cases, FEW),
        "waits_for_ruling": to_rule(Table.objects.filter(pk=table.pk)).exists(),
        "may_rule": not left and can_be_ruled(table),
        "letters_in": paged(request, "letters-in", letters_in.order_by("-pk"), NEWEST),
        "letters_out": paged(request, "letters-out", letters_out.order_by("-pk"), NEWEST),
        "journal": paged(request, "journal", journal.select_related("actor"), NEWEST),
    }


def can_be_ruled(table: Table) -> bool:
    """Whether the game has ended and counts, and its league has not ended."""
    counts = table.state == Table.State.FINISHED and not (table.result or {}).get("void")
    return counts and table.league.state == League.State.RUNNING


def _letters(rows: QuerySet[Any], table: Table, organiser: Player, against: Opponents) -> QuerySet[Any]:
    """The table's letters that the organiser may see; the table is theirs, or this page would not be shown."""
    of_table = rows.filter(seat__table=table).select_related("player")
    return letters_shown(of_table, organiser, lambda found, _: found, against)


def talk(table: Table, organiser: Player, request: HttpRequest, *, closed: bool, plays: bool) -> Talk:
    """The words said at the table, the newest first, and how many were for one person alone and are closed.

    The number is for readers who do not play there and never have: others who whisper are hidden as well.
    """
    said = Press.objects.filter(seat__table=table).select_related("player", "to_player").order_by("-said_at", "-pk")
    for_all = Q(to=None) | Q(player=organiser) | Q(to_player=organiser)
    whispers = said.exclude(for_all).count() if closed and not plays else 0
    heard = paged(request, "talk", said.filter(for_all) if closed else said, FEW)
    return {"said": heard, "whispers": whispers}


def seats_shown(table: Table, names: list[str], against: Opponents, *, decides: bool) -> list[SeatShown]:
    """The seats in their order. `decides`: whether the organiser who looks acts at this table, and nobody instead."""
    turns = {turn.seat_id: turn for turn in open_turns(table)}
    for turn in turns.values():
        turn.due_by = due_shown(turn, lambda: against)
    seats = table.seats.select_related("player").order_by("number")
    return [_seat_shown(seat, names[seat.number], turns.get(seat.pk), table, decides=decides) for seat in seats]


def _seat_shown(seat: Seat, name: str, turn: Turn | None, table: Table, *, decides: bool) -> SeatShown:
    running = decides and table.state == Table.State.RUNNING
    late = turn is not None and turn.due_by < timezone.now() and table.paused_at is None
    return SeatShown(
        seat=seat,
        name=name,
        turn=turn,
        late=late,
        unreachable=seat.player is not None and seat.player.dead_at is not None,
        may_replace=running and seat.mover != Seat.Mover.REPLACED,
        may_give_back=running and seat.mover == Seat.Mover.REPLACED and may_play(seat),
        may_extend=decides and turn is not None,
        may_give=decides and not table.finished_at,
        may_allow=decides and late and turn is not None and need.waits_for_a_yes(turn, table.league),
    )


def log_lines(table: Table, match: engine.Match, names: list[str], request: HttpRequest) -> Paged:
    """The lines of the log with public events only, the newest entries first."""
    found = paged(request, "log", table.entries.order_by("-number"), NEWEST)
    return found.shown_as(lambda rows: [line(row, match, names) for row in rows])


def around(table: Table, number: int) -> tuple[Line, list[Line]]:
    """The last entry up to that one, which must be there, that tells the public anything, and all that came after."""
    match, names = match_of(table), seat_names(table)
    before = [line(row, match, names) for row in table.entries.filter(number__lte=number).order_by("-number")[:LATELY]]
    after = table.entries.filter(number__gt=number).order_by("number")
    told = next((line for line in before if line.words), before[0])
    return told, [line(row, match, names) for row in after]


def line(row: LogEntry, match: engine.Match, names: list[str]) -> Line:
    """One entry with what everybody is told of it."""
    entry = log.Entry.from_json(row.entry)
    told = (match.game.tell(event, names, None) for event in log.told([entry], None))
    who = "" if entry.seat is None else names[entry.seat]
    return Line(
        entry.number, who, MOVED_BY[entry.by], tuple(words for words in told if words), entry.hash[:10], row.created_at
    )
