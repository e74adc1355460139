"""The rows that an organiser may see: those of their own leagues; a superuser sees all. Reads only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from tournaments.models import (
    Case,
    Entry,
    InboundLetter,
    JournalLine,
    League,
    Officer,
    OutboundLetter,
    Player,
    Role,
    Seat,
    Table,
    Trial,
    Turn,
)
from tournaments.queries import stoppages
from tournaments.queries.access.impartiality import Left, left_to_others, played_at, takes_part

Scope = Callable[[QuerySet[Any], Player], QuerySet[Any]]  # `own`, `organised`
LOOKED = "looked inside"  # verb of the journal
ORDERS = "orders"  # another: its lines count what was played, kept for later and given as standing orders
GRACE = "grace"  # a third
CASE = "case opened"  # a fourth: its lines hold the words
ROLLED_BACK = "rolled back"  # a fifth
RULED = "ruled"  # a sixth: how a game counts
SILENT = "silent replaced"  # a seventh
# Verbs of lines about one seat that its opponents may read: the table is told of it, or the organiser has to act.
# Cases have a rule of their own (`withheld_cases`).
TOLD = frozenset({
    "stand-in", "waits", "asks the organiser", "cannot be reached", "deadline extended", "back", "seat offered",
    "seat taken", "seat declined", "offer withdrawn", CASE, "case ruled", "case passed over",
    stoppages.REPLACED, stoppages.RESIGNED, stoppages.GIVEN, stoppages.GIVEN_BACK,
})  # fmt: skip
EVERY = Q()
# Tables with hands and plans that others must not know: also a stopped one may go on as long as its league runs.
HIDES = Q(state=Table.State.RUNNING) | Q(state=Table.State.STOPPED, league__state=League.State.RUNNING)
UNRULED = Q(ruled_at=None) | Q(passed_over=True)  # cases of which only their player and whoever was to rule know
# States of tables that are played or were; all others have no seats, no position and no letters.
OPENED = (Table.State.RUNNING, Table.State.FINISHED, Table.State.STOPPED)
# A letter that could not be read and may be for any table at which its sender plays.
FOR_ANY_TABLE = Q(
    seat=None,
    state=InboundLetter.State.LAID_ASIDE,
    player__seats__table__state=Table.State.RUNNING,
    player__seats__mover__in=(Seat.Mover.PLAYER, Seat.Mover.STAND_IN),
)
# How the rows of each model lead to the leagues whose organisers may see them, and which rows that way is for.
TO_LEAGUES: dict[type[Model], dict[str, Q]] = {
    League: {"pk": EVERY},
    Table: {"league": EVERY},
    Seat: {"table__league": EVERY},
    Turn: {"seat__table__league": EVERY},
    Case: {"seat__table__league": EVERY},
    Entry: {"league": EVERY},
    JournalLine: {"league": EVERY},
    Trial: {"league": EVERY},
    Player: {"entries__league": EVERY},
    InboundLetter: {"seat__table__league": EVERY, "player__seats__table__league": FOR_ANY_TABLE},
    OutboundLetter: {"league": EVERY, "seat__table__league": EVERY},
}
# Rows that an office beside the organisers' opens, too.
FOR_OFFICERS: dict[type[Model], Role] = {
    Case: Role.REFEREE,
    InboundLetter: Role.HELPER,
    OutboundLetter: Role.HELPER,
}
# Each row of these leads to one league at most.
BY_ONE_WAY = (League, Table, Seat, Turn, Case, Entry, JournalLine, Trial)


def own(rows: QuerySet[Any], organiser: Player, role: Role | None = None) -> QuerySet[Any]:
    """The rows of a queryset that belong to the organiser's leagues; all of them for the owner of the service.

    role  an office that opens these rows here, beside those that always do (`FOR_OFFICERS`)
    """
    return rows if organiser.is_superuser else organised(rows, organiser, role)


def organised(rows: QuerySet[Any], organiser: Player, role: Role | None = None) -> QuerySet[Any]:
    """The rows that belong to leagues which the person organises, or has an office in that opens them (as `own`)."""
    ways, leagues = TO_LEAGUES[rows.model], League.objects.filter(organisers=organiser).order_by().values("pk")
    if role := role or FOR_OFFICERS.get(rows.model):
        leagues = leagues.union(Officer.objects.filter(player=organiser, role=role).order_by().values("league"))
    if rows.model in BY_ONE_WAY:
        return rows.filter(**{f"{path}__in": leagues for path in ways})
    # A subquery instead of `distinct()`: rows are also updated, counted and sliced. One SELECT for each way, because
    # a database looks into every row where two ways are joined by OR.
    every = rows.model._default_manager.order_by()
    first, *others = (every.filter(only, **{f"{path}__in": leagues}).values("pk") for path, only in ways.items())
    return rows.filter(pk__in=first.union(*others) if others else first)


def hides(table: Table) -> bool:
    """`HIDES` of one table whose league is known."""
    stopped = table.state == Table.State.STOPPED and table.league.state == League.State.RUNNING
    return table.state == Table.State.RUNNING or stopped


def looked_into(organiser: Player) -> QuerySet[Table]:
    """Tables whose hidden things the organiser has opened, which the journal tells."""
    return Table.objects.filter(_looked(organiser))


def drawn_anew_by(organiser: Player) -> QuerySet[Table]:
    """Tables at which the organiser has had chance drawn anew, maybe until it was kind to a seat."""
    lines = JournalLine.objects.filter(table=OuterRef("pk"), verb=ROLLED_BACK, data__anew=True, actor=organiser)
    return Table.objects.filter(Exists(lines))


def _looked(organiser: Player) -> Exists:
    return Exists(JournalLine.objects.filter(table=OuterRef("pk"), verb=LOOKED, actor=organiser))


def closed_to(organiser: Player) -> QuerySet[Table]:
    """Tables of which something is closed to the organiser until they say why they look, which the journal keeps.

    Letters and what players told each other alone are closed at every table that was ever opened: a letter may hold
    words for one player that never arrived, or whose row has gone since. Hands and plans only until the game has
    ended (`HIDES`).
    """
    return Table.objects.filter(state__in=OPENED).exclude(_looked(organiser))


def tables_played(organiser: Player) -> QuerySet[Table]:
    """Tables at which the organiser plays and whose hands are hidden: there not even a list shows others' letters.

    Also where they have played until another got their seat: they could get it back once they have read. Unless they
    have opened them: who plays on has told the table so, and who does not never plays there again.
    """
    return Table.objects.filter(HIDES, pk__in=played_at(organiser)).exclude(_looked(organiser))


@dataclass(frozen=True, slots=True)
class Opponents:
    """Keys of the seats against which somebody plays, or has played, where hands are hidden, and of the players there.

    taken  seats that were both the own and somebody else's: seat -> since when they are the own; None: not any more
    cases  withheld ones of opponents, hidden hands or not, that another organiser rules on: case -> seat
    left   what they leave to others, whoever plays there
    rules  the same of rulings on cases, on which referees rule as well
    """

    seats: frozenset[int]
    players: frozenset[int]
    taken: Mapping[int, datetime | None]
    cases: Mapping[int, int]
    left: Left
    rules: Left


NOBODY = Opponents(frozenset(), frozenset(), {}, {}, Left(), Left())


def opponents(organiser: Player) -> Opponents:
    """At the tables where the organiser plays, or has played, and that are closed to them."""
    if not takes_part(organiser):
        return NOBODY
    had = Exists(Seat.former.through.objects.filter(seat=OuterRef("pk"), player=organiser))
    seats = Seat.objects.filter(table__in=tables_played(organiser)).order_by().annotate(had=had)
    found = list(seats.values_list("pk", "player", "since", "had"))
    others = {seat: player for seat, player, _, _ in found if player != organiser.pk}
    again = {seat: since for seat, player, since, _ in found if player == organiser.pk and since is not None}
    taken = {**again, **{seat: None for seat, _, _, had in found if seat in others and had}}
    rules = left_to_others(organiser, ruling=True)
    cases = dict(withheld_cases(organiser, rules).exclude(player=organiser).values_list("pk", "seat"))
    return Opponents(
        frozenset(others),
        frozenset(player for player in others.values() if player),
        taken,
        cases,
        left_to_others(organiser),
        rules,
    )


def due_shown(turn: Turn, against: Callable[[], Opponents]) -> datetime:
    """The deadline of a turn as its reader may know it: of a grace nobody but its own player hears at the table.

    against  gives the reader's opponents; asked only where there is a grace, which is rare
    """
    return turn.due_by - turn.grace_time if turn.grace_time and turn.seat_id in against().seats else turn.due_by


def withheld_cases(organiser: Player, left: Left | None = None) -> QuerySet[Case]:
    """Cases without a ruling at tables where the organiser plays and others rule, or at which they were put to others.

    Also those that were closed without one: the table has read nothing of them. Of a case that nobody else could rule
    on its player is told who reads it (`actions.cases`): who comes to organise the league later, or is left as the only
    one, does not read what was written to others before.

    left  what they leave to others, if it has been looked up
    """
    unruled = Case.objects.filter(UNRULED).order_by()
    others_rule, not_read = _withheld(organiser, left)
    # One SELECT for each way, as in `organised`.
    ways = unruled.filter(others_rule).values("pk").union(unruled.filter(not_read).values("pk"))
    return Case.objects.filter(pk__in=ways).order_by()


def _withheld(organiser: Player, left: Left | None) -> tuple[Q, Q]:
    """Two ways to cases; of those without a ruling: others rule on it, or it was put to others at an own table."""
    read = Exists(Case.readers.through.objects.filter(case=OuterRef("pk"), player=organiser))
    others_rule = Q(seat__table__in=(left or left_to_others(organiser, ruling=True)).rows().values("pk"))
    return others_rule, Q(seat__table__in=played_at(organiser)) & ~Q(read)


def _is_withheld(organiser: Player, left: Left | None = None) -> Q:
    # By the seat, which every case joins: with `withheld_cases` PostgreSQL compares each case with every own seat.
    others_rule, not_read = _withheld(organiser, left)
    return UNRULED & (others_rule | not_read)


def cases_to_rule(
    rows: QuerySet[Case], organiser: Player, mine: Scope = own, left: Left | None = None
) -> QuerySet[Case]:
    """Own cases on which the organiser may rule, or did: `cases_shown` without what they asked of others."""
    return mine(rows, organiser).exclude(_is_withheld(organiser, left))


def cases_shown(rows: QuerySet[Case], organiser: Player, mine: Scope = own, left: Left | None = None) -> QuerySet[Case]:
    """Own cases without those that others read instead."""
    return mine(rows, organiser).exclude(_is_withheld(organiser, left) & ~Q(player=organiser))


def lines_shown(
    rows: QuerySet[Any], organiser: Player, mine: Scope = own, against: Opponents | None = None
) -> QuerySet[Any]:
    """Own lines of the journal without what only concerns others' seats, and without cases that others rule on.

    Others are opponents, and players who had an own seat before. Nobody else at the table knows what is planned ahead
    before that is played (the log says then on whose word), whose time was up, whose letters are held or not
    understood.

    against  the organiser's opponents, where they are known already
    """
    against = against or opponents(organiser)
    shown = mine(rows, organiser)
    if against.seats:
        shown = shown.exclude(~Q(verb__in=TOLD), seat__in=against.seats)
    for seat, since in against.taken.items():
        shown = shown.exclude(~Q(verb__in=TOLD), seat=seat, at__lt=since) if since else shown
    return shown.exclude(verb=CASE, data__case__in=list(against.cases)) if against.cases else shown
