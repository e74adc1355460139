"""One line in the journal for one action. Written within the action's transaction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournaments.keys.in_text import passed_on
from tournaments.models import JournalLine, League, Player, Seat, Table
from tournaments.queries import stoppages
from tournaments.queries.access import desk_rights
from tournaments.queries.access.offices import ENDED, Office, office

WORDS = JournalLine._meta.get_field("words").max_length or 400
OFFICE = "office"  # key of `data`: set where the owner of the service acted for a league of others
AS_OWNER = " (as the owner of the service)"
ERASED = "erased"
# Verbs of what only who may act for a league does; of all else a player is the actor. By the first nobody loses or gets
# a place, a seat or points, by the others somebody may.
HARMLESS = frozenset({
    "league opened", "league changed", "start moved", "invited", "ready asked", "entries closed", "league started",
    "announced",
    "deadline extended", stoppages.PAUSED, "goes on", desk_rights.LOOKED, "seat offered", "helped", "read again",
    "organiser asked", "organiser not asked", ENDED, "archive taken",
})  # fmt: skip
DECIDING = frozenset({
    desk_rights.SILENT, "stand-in", desk_rights.ROLLED_BACK, stoppages.REPLACED, stoppages.GIVEN_BACK, stoppages.GIVEN,
    "offer withdrawn", "case ruled", "case passed over", desk_rights.RULED, "league finished", stoppages.STOPPED,
    stoppages.DISQUALIFIED, "readmitted", stoppages.CANCELLED,
})  # fmt: skip
ORGANISING = HARMLESS | DECIDING


def note(
    verb: str,
    words: str,
    *,
    actor: Player | None = None,
    league: League | None = None,
    table: Table | None = None,
    seat: Seat | None = None,
    **data: Any,
) -> JournalLine:
    """Write one line. A seat brings its table, a table its league; `data` are JSON values.

    It says where the actor has done this as the owner of the service, for a league that others organise.
    """
    table = table or (seat.table if seat else None)
    league = league or (table.league if table else None)
    mark = ""
    if verb in ORGANISING and actor is not None and _is_owner(actor, league):
        mark, data = AS_OWNER, {**data, OFFICE: Office.OWNER.value}
    return JournalLine.objects.create(
        verb=verb,
        words=_line(words)[: WORDS - len(mark)] + mark,
        actor=actor,
        league=league,
        table=table,
        seat=seat,
        data=data,
    )


def _line(words: str) -> str:
    """The words on one line, without keys: half of one, where the end is cut, would not be recognised later."""
    return passed_on(" ".join(words.split()))


def _is_owner(actor: Player, league: League | None) -> bool:
    """Whether the owner of the service does this, and not as an organiser of the league."""
    return actor.is_superuser and (league is None or office(league, actor) == Office.OWNER)


def note_in(leagues: Iterable[League | None], verb: str, words: str, actor: Player | None, **data: Any) -> None:
    """The same line in the journal of each league, written together. None: in that of no league."""
    words = _line(words)[:WORDS]
    JournalLine.objects.bulk_create(
        JournalLine(verb=verb, words=words, actor=actor, league=league, data=data) for league in leagues
    )
