"""Results: what a finished table counts, the standings, the end of a league. Changes no game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

import engine
from engine.language.languages import ENGLISH, speaking
from tournaments.actions import journal, printing
from tournaments.actions.clock import in_time
from tournaments.actions.league import passing_over
from tournaments.actions.league.permissions import check_impartial, check_impartial_in
from tournaments.formats import standings as tally
from tournaments.language.default_reasons import said_to
from tournaments.language.refusals import BadSettings, MovedOn, NotOpen, NotWaiting
from tournaments.letters import counting as letters
from tournaments.letters import people
from tournaments.models import Case, Entry, League, Player, Print, Seat, Table
from tournaments.outbox import outbox
from tournaments.queries.access import desk_rights
from tournaments.queries.prints import Subject
from tournaments.queries.standings import shown, stamp, standings, to_confirm, to_rule

BOOK_TABLES = 60  # of a league whose book still fits into a letter: about 1.4 MB

__all__ = [
    "confirm", "finish", "make_final", "open_cases", "result_of", "rule", "shown", "standings", "to_confirm", "to_rule",
]  # fmt: skip


def result_of(match: engine.Match, seats: Sequence[Seat], league: League) -> dict[str, Any]:
    """The data stored of a finished table. `ranks` are the game's, `counted` those for the league.

    They differ where a seat that the stand-in finished counts as last. `stand_in` names those seats. What is told of it
    is English, whoever made the last move.
    """
    with speaking(ENGLISH):
        sheet = match.scoresheet()
    ranks = tuple(sheet.ranks)
    absent = [seat.number for seat in seats if seat.mover != Seat.Mover.PLAYER]
    if league.after_stand_in == League.AfterStandIn.LAST:
        ranks = tally.put_last(tally.Result((), tuple(sheet.totals), ranks), absent).ranks if absent else ranks
    return {
        "totals": list(sheet.totals),
        "ranks": list(sheet.ranks),
        "counted": list(ranks),
        "tie_break": list(sheet.tie_break[1]),
        "decided": sheet.decided,
        "stand_in": absent,
    }


def finish(league: League, *, anew: bool = False) -> list[tally.Row] | None:
    """Make results provisional, or final where nobody waits, once all tables have ended and none needs a ruling.

    anew  some results count otherwise than before: the time to object to provisional ones begins once more
    The final standings; None while they are not. Within the caller's transaction.
    """
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if anew and league.final_by is not None:
        league.final_by = None
        league.save(update_fields=("final_by",))
    still_open = league.tables.filter(state__in=(Table.State.RUNNING, Table.State.COMMITTED))
    if league.state == League.State.RUNNING and league.tables.filter(state=Table.State.COMMITTED).exists():
        league.room_at = timezone.now()  # the sweep opens the next ones, as far as their players have room now
        league.save(update_fields=("room_at",))
    if league.state != League.State.RUNNING or still_open.exists() or to_rule(league.tables.all()).exists():
        return None
    if league.practice or league.provisional <= timedelta(0):
        return _end(league, None)
    if league.final_by is None:
        _wait_for_objections(league)
    return None


def _wait_for_objections(league: League) -> None:
    league.final_by = timezone.now() + league.provisional
    league.save(update_fields=("final_by",))
    rows = shown(league, standings(league))
    for entry in league.entries.select_related("player").filter(state=Entry.State.IN):
        draft = letters.provisional(entry.player, league, rows)
        # Once for each time: games that count again, or go on, make the results provisional anew.
        key = f"provisional:{league.pk}:{entry.player_id}:{league.final_by.timestamp():.6f}"
        outbox.write(draft, player=entry.player, league=league, dedupe=key)
    journal.note("results provisional", f"all tables of {league} have ended", league=league)


def _end(league: League, actor: Player | None) -> list[tally.Row] | None:
    league.state, league.finished_at = League.State.FINISHED, timezone.now()
    league.save(update_fields=("state", "finished_at"))
    rows = standings(league)
    if league.practice:
        return None  # it has no standings
    players = [entry.player for entry in league.entries.select_related("player").filter(state=Entry.State.IN)]
    printing.ask_for(players, Print.Kind.BOOK, Subject(league))  # made once for the letters that carry it
    places = shown(league, rows)
    with_book = league.tables.filter(state=Table.State.FINISHED).count() <= BOOK_TABLES
    for player in players:
        draft = people.league_finished(player, league, places, with_book=with_book)
        outbox.write(draft, player=player, league=league, dedupe=f"league-finished:{league.pk}:{player.pk}")
    words = f"{actor} confirmed the results of {league}" if actor else f"{league} has ended"
    journal.note("league finished", words, actor=actor, league=league)
    return rows


@transaction.atomic
def confirm(league: League, actor: Player, seen: str = "", over: Collection[int] = ()) -> League:
    """Make provisional results final before their time, at the organiser's word; everybody gets them.

    seen  the `stamp` of the standings that the organiser looked at: MovedOn if they are others by now; "" for none
    over  numbers of open cases that end without a ruling; NotWaiting while others wait (`passing_over`)
    """
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    check_impartial_in(league, actor)
    if (until := league.final_by) is None or not _is_provisional(league):
        raise NotWaiting(f"No results of {league} wait for this.")
    if in_time.unread(in_time.of_league(league), until, by=timezone.now()):
        raise NotWaiting("A letter that may object is being read. Look again in a minute.")
    if seen and seen != stamp(league):
        raise MovedOn("The standings have changed since you looked. Look again.")
    passing_over.pass_over(league, actor, over)
    _end(league, actor)
    return league


@transaction.atomic
def make_final(league_id: int) -> bool:
    """Make results final once the time for objections is over. False before, or while a ruling is due."""
    league = League.objects.select_for_update(no_key=True).get(pk=league_id)
    until = league.final_by
    if until is None or until > timezone.now() or not _is_provisional(league) or open_cases(league):
        return False
    if in_time.waits(timezone.now(), until, in_time.of_league(league)):  # one of them may object
        return False
    _end(league, None)
    return True


def _is_provisional(league: League) -> bool:
    """Whether the results of a league whose tables have all ended are provisional."""
    waits = to_rule(league.tables.all()).exists()
    return league.state == League.State.RUNNING and not waits


def open_cases(league: League) -> int:
    """The number of cases of the league that wait for a ruling."""
    return Case.objects.filter(seat__table__league=league, ruled_at=None).count()


@transaction.atomic
def rule(
    table_id: int, counted: Sequence[int], actor: Player, reason: str, seen: dict[str, Any] | None = None
) -> Table:
    """Set how a finished table counts, as the organiser rules: a rank for each seat, in seat order. The table is told.

    seen  the table's result when the organiser looked: MovedOn if it counts otherwise by now; None for any
    MovedOn also for a ruling that is in force already. NotYours as `check_impartial` says. NotOpen once the league's
    results are final or it was cancelled, and for a game that is void. The league ends with its last ruling, or its
    results can be objected to anew.
    """
    table = Table.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=table_id)
    check_impartial(table.league, actor, pk=table.pk)
    if table.result is None or len(counted) != len(table.result["ranks"]):
        raise BadSettings("Give a rank for each seat of a finished table.")
    if seen not in (None, table.result):
        raise MovedOn("Somebody has ruled on this table since you looked. Look again.")
    league = League.objects.select_for_update(no_key=True).get(pk=table.league_id)
    if league.state == League.State.FINISHED:
        raise NotOpen(f"The results of {league} are final.")
    if league.is_cancelled:
        raise NotOpen(f"{league} was cancelled: its games count for nothing any more.")
    if table.result.get("void"):
        raise NotOpen(f"{table} counts for nobody, since a player of it was put out of {league}: readmit them first.")
    try:
        tally.league_points(counted, league.points)
    except tally.BadResult as error:
        raise BadSettings(str(error)) from error
    ruled = {**table.result, "counted": list(counted), "ruled": True}
    if ruled == table.result:
        raise MovedOn("The table counts so already, as it was ruled: nobody was told anything.")
    changes, table.result = ruled["counted"] != table.result["counted"], ruled
    table.save(update_fields=("result",))
    words = f"{actor} ruled that {table} counts {', '.join(map(str, counted))}: {reason}"
    line = journal.note(desk_rights.RULED, words, actor=actor, table=table, counted=list(counted))
    for seat in table.seats.select_related("player"):
        if seat.player is None:
            continue
        draft = letters.ruled(seat.player, table, actor, said_to(seat.player, reason))
        outbox.write(draft, player=seat.player, league=league, dedupe=f"ruled:{line.pk}:{seat.pk}")
    finish(league, anew=changes)
    return table
