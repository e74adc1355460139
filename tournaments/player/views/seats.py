"""The reader's seats in short: what waits for an answer first, then what waits for others, then what is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery
from django.http import HttpRequest

from engine.language.languages import Reader
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.models import Player, Seat, Table, Turn
from tournaments.pages import table_view
from tournaments.pages.paging import Paged, paged
from tournaments.queries import stoppages
from tournaments.queries.access import player_rights
from tournaments.queries.names import table_title

MOST = 10  # seats of each list on one page


@dataclass(frozen=True, slots=True)
class SeatCard:
    """One seat on the home page. `in_league`: whether the pages of its league are the reader's, too."""

    seat: Seat
    title: str
    headline: str
    deadline: str
    waiting_for: str
    outcome: str
    in_league: bool

    @property
    def table(self) -> Table:
        return self.seat.table


def seat_cards(player: Player, request: HttpRequest) -> dict[str, Paged]:
    """The cards in three lists, each in pages: `asked`, the nearest deadline first, `others`, and `over`."""
    open_turn = Turn.objects.filter(seat=OuterRef("pk"), ended_at=None).order_by("-serial").values("due_by")
    running = (
        player_rights.own_seats(player).filter(table__state=Table.State.RUNNING).annotate(due=Subquery(open_turn[:1]))
    )
    lists = {
        "asked": running.filter(due__isnull=False).order_by("due", "pk"),
        "others": running.filter(due=None),
        "over": player_rights.own_seats(player).exclude(table__state=Table.State.RUNNING),
    }
    found = {name: paged(request, name, _with_tables(seats), MOST) for name, seats in lists.items()}
    shown = [seat for page in found.values() for seat in page]
    leagues = _own_leagues(player, shown)
    ways = stoppages.why_stopped([seat.table for seat in shown if seat.table.state == Table.State.STOPPED])

    def cards(seats: list[Any]) -> list[SeatCard]:
        return [_card(seat, player, seat.table.league_id in leagues, ways.get(seat.table_id)) for seat in seats]

    return {name: page.shown_as(cards) for name, page in found.items()}


def _with_tables(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Each with its open turn, and its table with all seats: in as many statements for many seats as for few."""
    turns = Turn.objects.filter(ended_at=None).order_by("serial")
    at_table = Seat.objects.select_related("player").order_by("number")
    seats = seats.select_related("table__league__deck", "player")
    return seats.prefetch_related(Prefetch("turns", turns, "open"), Prefetch("table__seats", at_table, "by_number"))


def _own_leagues(player: Player, seats: Sequence[Seat]) -> set[int]:
    leagues = {seat.table.league_id for seat in seats}
    return (
        set(player_rights.visible_leagues(player).filter(pk__in=leagues).values_list("pk", flat=True))
        if leagues
        else set()
    )


def _card(seat: Any, player: Player, in_league: bool, why: stoppages.Why | None) -> SeatCard:
    """`seat` comes from `_with_tables`."""
    table = seat.table
    for other in table.by_number:
        other.table = table
    table.seated = table.by_number
    title, outcome = table_title(table), _outcome(seat, why)
    if table.state != Table.State.RUNNING:
        return SeatCard(seat, title, "", "", "", outcome, in_league)
    seen = table_view.view_of(table, player, seat)
    turn = seat.open[-1] if seat.open else None
    waiting_for = seen.next_ones or say("The table goes on by itself.")
    return SeatCard(seat, title, seen.headline, deadline_words(turn, player), waiting_for, outcome, in_league)


def deadline_words(turn: Turn | None, player: Player | None) -> str:
    """The deadline in the reader's own zone; "" without a question."""
    if turn is None or player is None:
        return ""
    if turn.seat.table.paused_at is not None:
        return say("the clocks run again")
    return clocks.words(turn.due_by, player.zone)


def _outcome(seat: Seat, why: stoppages.Why | None) -> str:
    """The outcome for the seat; "" while the game goes on."""
    if seat.table.state == Table.State.STOPPED:
        return _stopped(seat, why)
    result = seat.table.result
    if result is None:
        return ""
    place, points = result["ranks"][seat.number], result["totals"][seat.number]
    return say("place {place} of {last}, {points} points", place=place, last=len(result["ranks"]), points=points)


def _stopped(seat: Seat, why: stoppages.Why | None) -> str:
    if why is not None and why.cancelled:
        return say("stopped, counts for nobody: the league was cancelled")
    if why is None or why.out is None:
        return seat.table.get_state_display()
    out = Reader(say("you"), True) if why.out == seat.player else Reader(str(why.out))
    return say("stopped, counts for nobody: {who:were|was} disqualified", who=out)
