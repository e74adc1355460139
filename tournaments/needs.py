"""What needs an organiser now, for the desk and for the daily letter to organisers. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Model, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince, timeuntil

from tournaments.actions.deadlines import waits_for_a_yes
from tournaments.actions.results import to_confirm, to_rule
from tournaments.models import Case, InboundLetter, League, OutboundLetter, Player, Table, Turn
from tournaments.rights import Scope, letters_shown, own

# Kinds of needs, as they are read.
LATE, ASKED, LETTER, REFUSED = "late seat", "stand-in", "letter", "refused mail"
DEAD, DISPUTE, RULING, RESULTS = "dead address", "dispute", "ruling", "results"
HELD = "waits for the player's “that was me”"
UNREADABLE = "could not be read and was laid aside"


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
    about: Turn | Table | InboundLetter | OutboundLetter | Player | Case | League
    row: Table | InboundLetter | OutboundLetter | Player | Case | League

    @property
    def url(self) -> str:
        return page_of(self.row)

    @property
    def button(self) -> str:
        return {Table: "See the table", Player: "See the player", Case: "Rule"}.get(type(self.row), "See the letter")


def page_of(row: Model) -> str:
    if isinstance(row, Case):
        return reverse("desk:case", args=[row.pk])
    return reverse(f"desk:tournaments_{row._meta.model_name}_change", args=[row.pk])


def needs_of(organiser: Player, mine: Scope = own) -> list[Need]:
    """What needs them, the players who wait first. `mine`: which rows are theirs (`tournaments.rights`)."""
    return [
        *_late(organiser, mine),
        *_letters_in(organiser, mine),
        *_letters_out(organiser, mine),
        *_dead(organiser, mine),
        *_cases(organiser, mine),
        *_rulings(organiser, mine),
        *_to_confirm(organiser, mine),
    ]


def _late(organiser: Player, mine: Scope) -> Iterator[Need]:
    tables = mine(Table.objects.filter(state=Table.State.RUNNING, league__practice=False), organiser)
    turns = Turn.objects.filter(seat__table__in=tables, ended_at=None, due_by__lt=timezone.now())
    for turn in turns.select_related("seat__player", "seat__table__league").order_by("due_by"):
        seat, waits = turn.seat, waits_for_a_yes(turn, turn.seat.table.league)
        words = f"{seat.player or 'A stand-in'} at {seat.table}"
        if waits:
            words = f"{words}: the stand-in waits for your yes"
        since = f"{timesince(turn.due_by)} late"
        yield Need(ASKED if waits else LATE, words, turn.due_by, since, turn, seat.table)


def _letters_in(organiser: Player, mine: Scope) -> Iterator[Need]:
    states = {InboundLetter.State.HELD: HELD, InboundLetter.State.LAID_ASIDE: UNREADABLE}
    waiting = InboundLetter.objects.filter(state__in=states).select_related(
        "player", "seat__player", "seat__table__league"
    )
    for letter in letters_shown(waiting, organiser, mine):
        words = f"A letter {_for(letter)} {states[InboundLetter.State(letter.state)]}"
        since = f"{timesince(letter.received_at)} ago"
        yield Need(LETTER, words, letter.received_at, since, letter, letter)


def _for(letter: InboundLetter) -> str:
    if letter.seat:
        return f"for {letter.seat.player or 'a stand-in'} at {letter.seat.table}"
    return f"of {letter.player}, who plays at several tables," if letter.player else "without a seat"


def _letters_out(organiser: Player, mine: Scope) -> Iterator[Need]:
    failed = OutboundLetter.objects.filter(state=OutboundLetter.State.FAILED, copy_of=None).select_related("player")
    for letter in letters_shown(failed, organiser, mine):
        words = f"The {letter.kind.replace('_', ' ')} letter to {letter.player} was refused for good"
        yield Need(REFUSED, words, letter.created_at, f"{timesince(letter.created_at)} ago", letter, letter)


def _dead(organiser: Player, mine: Scope) -> Iterator[Need]:
    playing = Q(seats__table__state=Table.State.RUNNING) | Q(entries__league__state=League.State.OPEN)
    for player in mine(Player.objects.filter(playing, dead_at__isnull=False).distinct(), organiser):
        yield Need(
            DEAD, f"Letters to {player} come back", player.dead_at, f"for {timesince(player.dead_at)}", player, player
        )


def _cases(organiser: Player, mine: Scope) -> Iterator[Need]:
    waiting = Case.objects.filter(seat__table__in=mine(Table.objects.all(), organiser), ruled_at=None)
    for case in waiting.select_related("player", "seat__table__league"):
        words = f"{case.player or 'A stand-in'} calls the referee at {case.seat.table}"
        yield Need(DISPUTE, words, case.opened_at, f"{timesince(case.opened_at)} ago", case, case)


def _rulings(organiser: Player, mine: Scope) -> Iterator[Need]:
    tables = to_rule(mine(Table.objects.all(), organiser)).select_related("league").order_by("finished_at")
    for table in tables:
        since = f"for {timesince(table.finished_at)}" if table.finished_at else ""
        words = f"The stand-in finished {table}: how does it count?"
        yield Need(RULING, words, table.finished_at, since, table, table)


def _to_confirm(organiser: Player, mine: Scope) -> Iterator[Need]:
    for league in to_confirm(mine(League.objects.all(), organiser)).order_by("final_by"):
        words = f"All games of {league} are over: the results are provisional"
        since = f"final in {timeuntil(league.final_by)}" if league.final_by else ""
        yield Need(RESULTS, words, league.final_by, since, league, league)
