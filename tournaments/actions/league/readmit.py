"""The end of a disqualification: the place, the seats and the games come back as far as they can."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from tournaments.actions import journal
from tournaments.actions.league import leagues, results
from tournaments.actions.league.permissions import check_impartial_on, others_decide_on, why_no_place
from tournaments.actions.player import names
from tournaments.actions.seats import offered, seats
from tournaments.actions.table import tables, turns
from tournaments.actions.table.notify_table import ask_all
from tournaments.actions.table.session import Session, lock_tables
from tournaments.language.refusals import NotOpen, NotYours
from tournaments.letters import counting
from tournaments.letters import organiser as letters
from tournaments.letters.parts.draft import Draft
from tournaments.models import Entry, JournalLine, League, Player, Seat, Table, Turn
from tournaments.outbox import outbox
from tournaments.queries.stoppages import DISQUALIFIED, STOPPED


@dataclass(frozen=True, slots=True)
class Return:
    """The things that come back with a player.

    waits    they are on the waiting list: they were, or the place is taken, or they have no seat in a league that runs
    taken    they had a place before the start, and it is taken
    seats    at running tables that the stand-in has had since, still the player's
    resumed  stopped tables that go on where they stopped
    counted  ended games that count again
    later    tables that were given up before they began
    """

    waits: bool
    taken: bool
    seats: tuple[Seat, ...]
    resumed: tuple[Table, ...]
    counted: tuple[Table, ...]
    later: tuple[Table, ...]


def what_returns(entry: Entry) -> Return:
    """The things that come back with the player: the same for the page that asks and for the action."""
    line = _lines(entry.league).get(entry.player_id)
    void = line is not None and line.data["void"]
    free = _no_longer_void(entry) if void else []
    running = Seat.objects.filter(player=entry.player, mover=Seat.Mover.REPLACED, table__state=Table.State.RUNNING)
    theirs = running.filter(table__league=entry.league).select_related("table__league").order_by("table_id")
    theirs = theirs.defer("table__position", "table__header")
    return Return(
        waits=_waits(entry, line),
        taken=not _was_waiting(line) and entry.league.state == League.State.OPEN and _is_full(entry.league),
        seats=tuple(seats.not_given_up(theirs)),
        resumed=tuple(table for table in free if table.state == Table.State.STOPPED),
        counted=tuple(table for table in free if table.state == Table.State.FINISHED),
        later=tuple(table for table in free if table.state == Table.State.UNUSED),
    )


def _lines(league: League) -> dict[int, JournalLine]:
    """The newest disqualification of each player of the league."""
    lines = JournalLine.objects.filter(league=league, verb=DISQUALIFIED).order_by("pk")
    return {line.data["player"]: line for line in lines}


def _was_waiting(line: JournalLine | None) -> bool:
    return line is not None and line.data["was"] == Entry.State.WAITING


def _waits(entry: Entry, line: JournalLine | None) -> bool:
    """Whether readmitting leads to the waiting list: before the start without a place, later without a seat left.

    There is none left when substitutes have got all of the player's seats.
    """
    league = entry.league
    if league.started_at is None:
        return _is_full(league) or (_was_waiting(line) and bool(why_no_place(league, entry.player)))
    return not seats.has_any(league, entry.player)


def _is_full(league: League) -> bool:
    return league.entries.filter(state=Entry.State.IN).count() >= league.max_players


def _no_longer_void(entry: Entry) -> list[Table]:
    """The tables that this player alone keeps from counting: no other sits there whose games are void."""
    lines = _lines(entry.league)
    out = entry.league.entries.filter(state=Entry.State.OUT).exclude(pk=entry.pk).values_list("player_id", flat=True)
    others = {pk for pk in out if pk in lines and lines[pk].data["void"]}
    found = []
    for table in entry.league.tables.order_by("number").defer("position", "header").prefetch_related("seats"):
        at_it = {seat.player_id for seat in table.seats.all()} or set(table.lineup)
        stopped = table.state in (Table.State.STOPPED, Table.State.UNUSED)
        annulled = stopped or bool(table.result and table.result.get("void"))
        if annulled and entry.player_id in at_it and not at_it & others:
            found.append(table)
    return found


@transaction.atomic
def readmit(entry_id: int, actor: Player, reason: str) -> Entry:
    """Let a player who was put out into the league again. Everybody in it is told. A second call does nothing.

    What the stand-in has played for them stays; a table that was stopped goes on, and whoever is asked there has all
    the time of a question. NotYours, also for the player themselves whom another put out or may readmit; NotOpen once
    the results are final, NameTaken by who has joined in between.
    """
    entry = Entry.objects.select_related("player").get(pk=entry_id)
    lock_tables(Table.objects.filter(league=entry.league_id, seats__player=entry.player))
    league = leagues.locked(entry.league)
    check_impartial_on(league, actor, entry.player)
    rows = Entry.objects.select_for_update(of=("self",), no_key=True)
    entry = rows.get(pk=entry_id)
    entry.player = Player.objects.select_for_update(no_key=True).get(pk=entry.player_id)  # who may be changing names
    if entry.state != Entry.State.OUT:
        return entry
    if entry.player == actor and (_put_out_by_another(entry) or others_decide_on(league, actor)):
        raise NotYours("You were put out yourself: another organiser of the league, or the owner, readmits you.")
    _check(league, entry)
    entry.league = league
    back = what_returns(entry)
    entry.state = Entry.State.WAITING if back.waits else Entry.State.IN
    entry.save(update_fields=("state",))
    words = f"{actor} readmitted {entry.player}: {reason}"
    line = journal.note("readmitted", words, actor=actor, league=league, player=entry.player_id)
    _bring_back(entry, back, actor, reason, line.pk)
    _tell(entry, back, actor, reason, line.pk)
    return entry


def _put_out_by_another(entry: Entry) -> bool:
    line = _lines(entry.league).get(entry.player_id)
    return line is not None and line.actor_id != entry.player_id


def _check(league: League, entry: Entry) -> None:
    if league.state not in (League.State.OPEN, League.State.RUNNING):
        raise NotOpen(f"{league} is {league.get_state_display()}.")
    if not entry.player.is_active:
        raise NotOpen("This person has been forgotten and cannot play any more.")
    names.refuse_taken(league, entry.player, entry.player.name)


def _bring_back(entry: Entry, back: Return, actor: Player, reason: str, line: int) -> None:
    league = entry.league
    offered.end_for_all(league, entry.player)
    for seat in back.seats:
        _give_back(seat)
    for table in back.counted:
        result = {name: value for name, value in (table.result or {}).items() if name != "void"}
        Table.objects.filter(pk=table.pk).update(result=result)
    for table in back.resumed:
        with Session.open(table.pk) as session:
            _resume(session, entry, actor, reason, line)
    Table.objects.filter(pk__in=[table.pk for table in back.later]).update(state=Table.State.COMMITTED)
    if league.state == League.State.RUNNING and not back.waits:
        tables.open_next(league)
        results.finish(league, anew=True)


def _give_back(seat: Seat) -> None:
    with Session.open(seat.table_id) as session:
        seats.player_again(session.seat(seat.pk))
        offered.end_for(seat)
        turns.advance(session)


def _resume(session: Session, entry: Entry, actor: Player, reason: str, line: int) -> None:
    """Let a table go on where it stopped, with every player who has not given up the seat and is in the league.

    A stand-in that sat there sits there again until its player writes.
    """
    stopped = JournalLine.objects.filter(table=session.table, verb=STOPPED).latest("pk")
    there = {seat.pk for seat in seats.not_given_up(session.seats) if seats.may_play(seat)}
    for seat, mover in zip(session.seats, stopped.data["movers"], strict=True):
        if seat.pk not in there:
            seat.mover = Seat.Mover.REPLACED
        elif mover == Seat.Mover.STAND_IN and seat.player_id != entry.player_id:
            seat.mover = Seat.Mover.STAND_IN
        else:
            seats.player_again(seat)
    session.table.state, session.table.finished_at = Table.State.RUNNING, None
    turns.advance(session)
    session.write_down()
    _tell_table(session, entry, actor, reason, line)


def _tell_table(session: Session, entry: Entry, actor: Player, reason: str, line: int) -> None:
    """Write a letter to everybody at a table that goes on."""

    def written(seat: Seat, turn: Turn | None) -> Draft:
        plan, since = session.plans[seat.number], session.news(seat)
        return letters.resumed(
            seat, session.match, plan, turn, who=entry.player, actor=actor, reason=reason, since=since
        )

    ask_all(session, written, f"resumed:{line}")


def _tell(entry: Entry, back: Return, actor: Player, reason: str, line: int) -> None:
    others = entry.league.entries.exclude(state__in=Entry.GONE).exclude(pk=entry.pk).select_related("player")
    for reader in [entry.player, *(other.player for other in others)]:
        draft = counting.readmitted(
            reader, entry, actor, reason, waits=back.waits, taken=back.taken, counted=back.counted,
            resumed=back.resumed, seats=[seat.table for seat in back.seats], later=back.later,
        )  # fmt: skip
        outbox.write(draft, player=reader, league=entry.league, dedupe=f"readmitted:{line}:{reader.pk}")
