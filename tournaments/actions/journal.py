"""One line in the journal for one action. Written within the action's transaction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournaments.models import JournalLine, League, Player, Seat, Table

WORDS = JournalLine._meta.get_field("words").max_length or 400


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
    """Write one line. A seat brings its table, a table its league; `data` are JSON values."""
    table = table or (seat.table if seat else None)
    league = league or (table.league if table else None)
    return JournalLine.objects.create(
        verb=verb,
        words=" ".join(words.split())[:WORDS],
        actor=actor,
        league=league,
        table=table,
        seat=seat,
        data=data,
    )


def note_in(leagues: Iterable[League | None], verb: str, words: str, actor: Player) -> None:
    """The same line in the journal of each league, written together. None: in that of no league."""
    words = " ".join(words.split())[:WORDS]
    JournalLine.objects.bulk_create(
        JournalLine(verb=verb, words=words, actor=actor, league=league) for league in leagues
    )
