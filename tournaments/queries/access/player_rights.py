"""The rows that a player may see. Reads only."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Model, Q, QuerySet
from django.http import Http404

from tournaments.models import Entry, InboundLetter, Invitation, League, Officer, Player, Seat, Table, Turn
from tournaments.runtime.literal import Literal

Reader = Player | AnonymousUser
Found = TypeVar("Found", bound=Model)
ANSWERED = ("released", "disowned")  # verdicts after the question
# Leagues in which games are played or were; one may be cancelled before there were any.
BEGUN = Q(state__in=(League.State.RUNNING, League.State.FINISHED)) | Q(
    state=League.State.CANCELLED, started_at__isnull=False
)
PUBLIC = Q(public=True) & BEGUN
EXHIBITED = PUBLIC & Q(practice=True)  # games that stand-ins have played among themselves, to be looked at
ENDED = (Table.State.FINISHED, Table.State.STOPPED)
OPENED = (Table.State.RUNNING, *ENDED)


def zone_of(reader: Reader) -> str:
    """The time zone in which moments are told to the reader."""
    return reader.zone if reader.is_authenticated else "UTC"


def visible_leagues(reader: Reader) -> QuerySet[League]:
    """Leagues open to join for everybody; those that are drawn, have begun or were cancelled for those in them."""
    allowed = Q(state=Literal(League.State.OPEN), access=League.Access.OPEN)
    if reader.is_authenticated:
        allowed |= Q(pk__in=_own_leagues(reader))
    return League.objects.filter(allowed)


def explained_leagues(reader: Reader) -> QuerySet[League]:
    """Leagues whose rules the reader may read: the visible ones, and those of the tables that the reader sees."""
    visible, seen = visible_leagues(reader).values("pk"), visible_tables(reader).values("league")
    return League.objects.filter(Q(pk__in=visible) | Q(pk__in=seen))


def public_leagues() -> QuerySet[League]:
    """Leagues that have begun and that everybody may follow."""
    return League.objects.filter(PUBLIC)


def leagues_to_follow() -> QuerySet[League]:
    """Public leagues in which games are played, the newest first."""
    return League.objects.filter(PUBLIC, state=League.State.RUNNING, practice=False).order_by("-started_at", "-pk")


def public_tables() -> QuerySet[Table]:
    """Opened tables of public leagues.

    To whoever only follows one that runs, no more is shown than its whole rounds (`replays.whole_rounds`).
    """
    return _opened_in(public_leagues())


def exhibited_tables() -> QuerySet[Table]:
    """Finished tables that are exhibited: everybody may have their scoresheet and record."""
    return _opened_in(League.objects.filter(EXHIBITED)).filter(state=Table.State.FINISHED)


def _opened_in(leagues: QuerySet[League]) -> QuerySet[Table]:
    return Table.objects.filter(state__in=OPENED, league__in=leagues.values("pk")).select_related("league")


def tables_in(league: League) -> QuerySet[Table]:
    """The opened tables of a league, for whoever may read its standings."""
    return Table.objects.filter(league=league, state__in=OPENED).select_related("league")


def found_in(pk: int, *some: QuerySet[Found]) -> Found:
    """The row with that key in the first of the querysets that has it. Http404 where none has.

    One after the other: together in one condition they would be searched row by row.
    """
    for rows in some:
        if (row := rows.filter(pk=pk).first()) is not None:
            return row
    raise Http404


def only_follows(reader: Reader, league: League) -> bool:
    """Tell whether the reader sees a league only because it is public, whatever they have been in it before."""
    return league.public and not visible_leagues(reader).filter(pk=league.pk).exists()


def only_follows_table(reader: Reader, table: Table) -> bool:
    """Tell whether the reader sees a table only because its league is public."""
    return table.league.public and not visible_tables(reader).filter(pk=table.pk).exists()


def _own_leagues(reader: Player) -> QuerySet[Any, Any]:
    """Keys of the leagues that the reader has a part in, found from the reader's own rows alone."""
    entries = Entry.objects.filter(player=reader).order_by()
    here = entries.exclude(state__in=Entry.GONE).filter(
        league__state__in=(League.State.OPEN, League.State.DRAWING, League.State.CANCELLED)
    )
    known = Invitation.objects.filter(player=reader, league__state=League.State.OPEN).order_by()
    assisted = _assisted(reader).filter(league__state__in=(League.State.OPEN, League.State.DRAWING))
    return here.values("league").union(known.values("league"), assisted.values("league"), _begun(reader))


def _assisted(reader: Player) -> QuerySet[Officer]:
    """The reader's offices beside the organisers of leagues."""
    return Officer.objects.filter(player=reader).order_by()


def begun_leagues(reader: Reader) -> QuerySet[League]:
    """Leagues with tables and standings, for those who play in them or have an office in them."""
    if not reader.is_authenticated:
        return League.objects.none()
    return League.objects.filter(pk__in=_begun(reader))


def _begun(reader: Player) -> QuerySet[Any, Any]:
    """Keys of the leagues that have begun among those that the reader is in, or has an office in."""
    entries = Entry.objects.filter(player=reader, state=Entry.State.IN).order_by()
    over = Q(league__state=League.State.CANCELLED, league__started_at__isnull=False)
    begun = Q(league__state__in=(League.State.RUNNING, League.State.FINISHED)) | over
    return entries.filter(begun).values("league").union(_assisted(reader).filter(begun).values("league"))


def never_begun(reader: Player) -> QuerySet[League]:
    """Cancelled leagues of the reader's in which they had no seat."""
    mine = Entry.objects.filter(player=reader, league__state=League.State.CANCELLED).exclude(state__in=Entry.GONE)
    cancelled = League.objects.filter(pk__in=mine.values("league")).order_by("-finished_at", "-pk")
    return cancelled.exclude(pk__in=own_seats(reader).order_by().values("table__league"))


def visible_tables(reader: Reader) -> QuerySet[Table]:
    """Tables that have been opened, of leagues that the reader plays in; of others those where they sat to the end."""
    leagues = begun_leagues(reader)
    allowed = Q(state__in=OPENED, league__in=leagues)
    if reader.is_authenticated:
        allowed |= Q(state__in=ENDED, pk__in=Seat.objects.filter(player=reader).values("table"))
    return Table.objects.filter(allowed).select_related("league")


def own_seats(reader: Reader) -> QuerySet[Seat]:
    """The reader's own seats at opened tables, newest table first."""
    if not reader.is_authenticated:
        return Seat.objects.none()
    seats = Seat.objects.filter(player=reader, table__in=visible_tables(reader))
    return seats.select_related("table__league", "player").order_by("-table__opened_at", "-table__pk")


def open_turn(seat: Seat) -> Turn | None:
    return seat.turns.filter(ended_at=None).order_by("serial").last()


def waiting_letters(reader: Reader) -> QuerySet[InboundLetter]:
    """The `questioned_letters` that wait, in the order in which they came.

    Found from the reader's own seats and letters, not among all that wait.
    """
    if not reader.is_authenticated:
        return InboundLetter.objects.none()
    held = InboundLetter.objects.filter(state=InboundLetter.State.HELD).order_by()
    seats = Seat.objects.filter(player=reader).order_by().values("pk")
    found = held.filter(seat__in=seats).values("pk").union(held.filter(player=reader, seat=None).values("pk"))
    return questioned_letters(reader).filter(pk__in=found).order_by("received_at", "pk")


def questioned_letters(reader: Reader) -> QuerySet[InboundLetter]:
    """Letters for the reader's own seats, or in their name, that wait for a "that was me", or have been answered."""
    if not reader.is_authenticated:
        return InboundLetter.objects.none()
    asked = Q(state=InboundLetter.State.HELD) | Q(verdict__in=ANSWERED)
    # What came for a seat before it was the reader's is the former player's affair.
    since = Q(seat__since=None) | Q(received_at__gte=F("seat__since"))
    mine = Q(seat__player=reader) & since | Q(seat=None, player=reader)
    letters = InboundLetter.objects.filter(asked & mine)
    return letters.select_related("seat__table__league", "seat__player")
