"""Results: what a finished table counts, the standings, the end of a league. Changes no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

import engine
from tournaments.actions import journal
from tournaments.actions.refusals import BadSettings, NotYours
from tournaments.formats import standings as tally
from tournaments.mail import outbox
from tournaments.mail.letters import people
from tournaments.models import Entry, League, Player, Seat, Table
from tournaments.standings import shown, standings

__all__ = ["finish", "result_of", "rule", "shown", "standings", "to_rule"]


def result_of(match: engine.Match, seats: Sequence[Seat], league: League) -> dict[str, Any]:
    """What is stored of a finished table. `ranks` are the game's, `counted` those for the league.

    They differ where a seat that the stand-in finished counts as last. `stand_in` names those seats.
    """
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


def finish(league: League) -> list[tally.Row] | None:
    """End the league if all its tables have ended and none waits for a ruling; its standings, or None.

    Within the caller's transaction.
    """
    league = League.objects.select_for_update().get(pk=league.pk)
    still_open = league.tables.filter(state__in=(Table.State.RUNNING, Table.State.COMMITTED))
    if league.state != League.State.RUNNING or still_open.exists() or to_rule(league.tables.all()).exists():
        return None
    league.state, league.finished_at = League.State.FINISHED, timezone.now()
    league.save(update_fields=("state", "finished_at"))
    rows = standings(league)
    if league.practice:
        return None  # there is nothing to stand in
    for entry in league.entries.select_related("player").filter(state=Entry.State.IN):
        draft = people.league_finished(entry.player, league, shown(league, rows))
        outbox.write(draft, player=entry.player, league=league, dedupe=f"league-finished:{league.pk}:{entry.player_id}")
    journal.note("league finished", f"{league} has ended", league=league)
    return rows


def to_rule(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Those of the tables that the stand-in finished for somebody and that wait for the organiser's ruling."""
    left_to_us = tables.filter(league__after_stand_in=League.AfterStandIn.RULE, state=Table.State.FINISHED)
    return left_to_us.filter(result__stand_in__0__isnull=False, result__ruled__isnull=True)


@transaction.atomic
def rule(table_id: int, counted: Sequence[int], actor: Player, reason: str) -> Table:
    """The organiser rules how a finished table counts: a rank for each seat, in seat order.

    The league ends with its last ruling.
    """
    table = Table.objects.select_for_update(of=("self",)).select_related("league").get(pk=table_id)
    if not table.league.organisers.filter(pk=actor.pk).exists():
        raise NotYours("Only an organiser of the league rules on its tables.")
    if table.result is None or len(counted) != len(table.result["ranks"]):
        raise BadSettings("Give a rank for each seat of a finished table.")
    try:
        tally.league_points(counted, table.league.points)
    except tally.BadResult as error:
        raise BadSettings(str(error)) from error
    table.result = {**table.result, "counted": list(counted), "ruled": True}
    table.save(update_fields=("result",))
    words = f"{actor} ruled that {table} counts {', '.join(map(str, counted))}: {reason}"
    journal.note("ruled", words, actor=actor, table=table, counted=list(counted))
    finish(table.league)
    return table
