"""Rollback: the organiser takes a table back to an earlier entry of its log. Every seat is told, with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from engine.events import Event
from engine.match.log import live
from engine.orders import api
from tournaments.actions import journal
from tournaments.actions.league.permissions import check_impartial
from tournaments.actions.table import reveal, turns
from tournaments.actions.table.notify_table import ask_all
from tournaments.actions.table.session import Session
from tournaments.formats import clocks
from tournaments.language.refusals import BadSettings, MovedOn, NotOpen, TooOften
from tournaments.letters import organiser as letters
from tournaments.letters.parts.draft import Draft
from tournaments.models import JournalLine, Player, Seat, Table, Turn
from tournaments.queries import telling
from tournaments.queries.access import desk_rights, impartiality

ONCE_IN = timedelta(days=1)  # chance is drawn anew at a table by who takes part in its league
NOT_LAST = "Choose an entry of the log that is not its last."
LATELY = 20  # entries among which the last thing that was told is looked for


@transaction.atomic
def roll_back(table_id: int, to: int, actor: Player, reason: str, *, anew: bool, seen: str) -> Table:
    """Go back to the position after log entry `to`; kept orders of every seat are dropped, standing orders stay.

    Choices that all make at once are made again by everybody (`engine.match.restoring.landing`).

    anew  chance gives something else from here on, and the actor gets no seat there after it; False: as before
    seen  the log's hash when the organiser looked: MovedOn if anything has happened since, so that of two presses
          one counts and no move is lost that nobody has read
    NotOpen once the game is over: its secret is known then, and chance with it. TooOften for who takes part in
    the league where chance was drawn anew within a day: else they could do it until it is kind to them.
    """
    with Session.open(table_id, with_log=True) as session:
        check_impartial(session.league, actor, pk=session.table.pk)
        if not session.is_running:
            raise NotOpen(
                f"{session.table} is over: everybody has read its secret and could foresee what chance would give."
            )
        if session.table.head != seen:
            raise MovedOn(
                f"Something has happened at {session.table} since you looked. Look again before you take it back."
            )
        if not 0 <= to < session.match.count:
            raise BadSettings(NOT_LAST)
        if anew:
            _refuse_again(session.table, actor)
        history = session.match.history
        to = api.roll_back(session.match, session.plans, to, anew)
        if to == len(history) - 1:
            raise BadSettings(NOT_LAST)
        before = telling.happened(live(history[: to + 1])[-LATELY:])
        session.table.run_at = None
        reveal.drop(session.table)
        turns.advance(session)
        session.write_down()
        _tell(session, before, actor, reason, anew=anew)
    how = "drawn anew" if anew else "as before"
    words = f"{actor} took {session.table} back to entry {to}, chance {how}: {reason}"
    table = session.table
    journal.note(desk_rights.ROLLED_BACK, words, actor=actor, table=table, to=to, anew=anew, head=table.head[:10])
    return table


def _refuse_again(table: Table, actor: Player) -> None:
    if actor.pk not in impartiality.part_of(table.league) | impartiality.players_of(table):
        return
    lines = JournalLine.objects.filter(
        table=table, verb=desk_rights.ROLLED_BACK, data__anew=True, at__gt=timezone.now() - ONCE_IN
    )
    last = lines.order_by("-pk").first()
    if last is not None:
        moment = clocks.words(last.at + ONCE_IN, actor.zone)
        raise TooOften(
            f"You take part in {table.league}, and dice and cards were drawn anew at {table} less than a day ago. "
            f"Take it back with the same as before, or wait until {moment}."
        )


def _tell(session: Session, before: Sequence[Event], actor: Player, reason: str, *, anew: bool) -> None:
    """Write a letter to everybody who has a seat."""

    def written(seat: Seat, turn: Turn | None) -> Draft:
        return letters.rolled_back(
            seat, session.match, session.plans[seat.number], turn, actor=actor, reason=reason, back_to=before,
            since=session.news(seat), anew=anew,
        )  # fmt: skip

    ask_all(session, written, f"rolled-back:{session.match.count}")
