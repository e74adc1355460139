"""One need of an organiser, one sort of them, and for whom they are looked up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Exists, Model, OuterRef, QuerySet
from django.db.models.expressions import Combinable
from django.urls import reverse

from tournaments.models import (
    Case,
    InboundLetter,
    JournalLine,
    League,
    Officer,
    OutboundLetter,
    Player,
    Role,
    Seat,
    Table,
    Turn,
)
from tournaments.queries.access.desk_rights import Opponents, Scope, opponents, organised, own

# Kinds of needs, as they are read.
LATE, ASKED, HELD, UNREAD, REFUSED = "late seat", "stand-in", "letter", "laid aside", "refused mail"
STUCK, FAULT, OUTAGE = "stuck", "fault", "outage"
HELP = "refused orders"
DEAD, DISPUTE, RULING, RESULTS = "dead address", "dispute", "ruling", "results"
CANCELLED = League.State.CANCELLED  # what came and went for such a league needs nobody any more


@dataclass(frozen=True, slots=True)
class Need:
    """One thing to look at.

    at     since when
    since  the same as it is read ("2 hours late"); "" where nobody knows
    about  the row that it is about: what an action on it is done to
    row    the row whose page helps
    """

    kind: str
    words: str
    at: datetime | None
    since: str
    about: Turn | Table | Seat | InboundLetter | OutboundLetter | Player | Case | League | JournalLine
    row: Table | InboundLetter | OutboundLetter | Player | Case | League | Seat

    @property
    def url(self) -> str:
        return page_of(self.row)

    @property
    def button(self) -> str:
        if isinstance(self.row, Table | Seat):
            return "See the table"
        words = {Player: "See the player", League: "See the league", Case: "Rule"}
        return words.get(type(self.row), "See the letter")


@dataclass(frozen=True)
class Look:
    """The organiser whose needs are wanted: which rows are theirs, and how people, leagues and tables are named.

    since  of sorts that are told once, only what is newer than this
    """

    organiser: Player
    mine: Scope
    name: Callable[[str], str]
    since: datetime | None = None

    @cached_property
    def against(self) -> Opponents:
        """Looked up once for all sorts of needs."""
        return opponents(self.organiser)

    def decides(self, table: str) -> Combinable:
        """Whether tables are not left to others, of rows of which the path `table` leads to theirs.

        Row by row: within a condition of several rows they cost PostgreSQL whole tables.
        """
        return ~Exists(self.against.left.rows().filter(pk=OuterRef(table)))

    @cached_property
    def helps(self) -> frozenset[int]:
        """Keys of the leagues in which they are a helper."""
        offices = Officer.objects.filter(player=self.organiser, role=Role.HELPER)
        return frozenset(offices.values_list("league", flat=True))

    def helped(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Those of the rows that are theirs, or of leagues in which they are a helper."""
        scope = own if self.mine is own else organised
        return scope(rows, self.organiser, Role.HELPER)

    @property
    def sees_all(self) -> bool:
        return self.mine is own and self.organiser.is_superuser

    def call(self, who: object, otherwise: str = "a stand-in") -> str:
        return self.name(str(who)) if who else otherwise


def page_of(row: Model) -> str:
    if isinstance(row, Case):
        return reverse("desk:case", args=[row.pk])
    if isinstance(row, Seat):  # of a league that the reader helps: its tables are on the desk of its organisers
        return reverse("player:table", args=[row.table_id])
    return reverse(f"desk:tournaments_{row._meta.model_name}_change", args=[row.pk])


@dataclass(frozen=True, slots=True)
class Sort:
    """Needs that are found together.

    slug   what its own page is called
    title  over that page, and in the link to it
    rows   what they are about, the most urgent first
    need   one of these rows as a need
    once   the field of a row since when it is one, where the daily letter tells of each once: there is nothing that the
           organiser could do about it by mail
    """

    slug: str
    title: str
    rows: Callable[[Look], QuerySet[Any]]
    need: Callable[[Any, Look], Need]
    once: str = ""

    def to_tell(self, look: Look) -> QuerySet[Any]:
        """The rows without those that were told of before."""
        rows = self.rows(look)
        return rows.filter(**{f"{self.once}__gte": look.since}) if self.once and look.since else rows


def waits_for_a_yes(turn: Turn, league: League) -> bool:
    """Whether the stand-in moves for a late seat as soon as an organiser says so.

    Where the league asks for it, once the deadline has been judged, so that nobody is robbed of the grace. Also while
    the table waits for a player whom no letter reaches; but a league whose tables wait has promised that nobody is
    moved for.
    """
    if turn.seat.table.paused_at is not None:
        return False
    asked = league.expiry == League.Expiry.ASK and turn.judge_at is None
    return asked or _is_awaited(turn.seat, league)


def _is_awaited(seat: Seat, league: League) -> bool:
    waits = league.expiry == League.Expiry.WAIT
    return not waits and seat.player is not None and seat.player.awaited_until is not None
