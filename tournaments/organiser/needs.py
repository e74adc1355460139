"""What needs the organiser now, and the leagues at a glance. Reads only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Model, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince

from tournaments.actions.results import to_rule
from tournaments.models import Case, InboundLetter, League, OutboundLetter, Player, Table, Turn
from tournaments.organiser.rights import letters_shown, own


@dataclass(frozen=True, slots=True)
class Need:
    """One thing to look at: what it is, since when, and the row whose page helps."""

    kind: str
    words: str
    since: str
    row: Table | InboundLetter | OutboundLetter | Player | Case

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


def needs_of(organiser: Player) -> list[Need]:
    return [
        *_late(organiser),
        *_letters_in(organiser),
        *_letters_out(organiser),
        *_dead(organiser),
        *_cases(organiser),
        *_rulings(organiser),
    ]


def _late(organiser: Player) -> Iterator[Need]:
    tables = own(Table.objects.filter(state=Table.State.RUNNING, league__practice=False), organiser)
    turns = Turn.objects.filter(seat__table__in=tables, ended_at=None, due_by__lt=timezone.now())
    for turn in turns.select_related("seat__player", "seat__table__league").order_by("due_by"):
        seat = turn.seat
        yield Need(
            "late seat",
            f"{seat.player or 'A stand-in'} at {seat.table}",
            f"{timesince(turn.due_by)} late",
            seat.table,
        )


def _letters_in(organiser: Player) -> Iterator[Need]:
    states = {
        InboundLetter.State.HELD: "waits for the player's “that was me”",
        InboundLetter.State.LAID_ASIDE: "could not be read and was laid aside",
    }
    waiting = InboundLetter.objects.filter(state__in=states).select_related(
        "player", "seat__player", "seat__table__league"
    )
    for letter in letters_shown(waiting, organiser):
        state = InboundLetter.State(letter.state)
        yield Need(
            "letter",
            f"A letter {_for(letter)} {states[state]}",
            f"{timesince(letter.received_at)} ago",
            letter,
        )


def _for(letter: InboundLetter) -> str:
    if letter.seat:
        return f"for {letter.seat.player or 'a stand-in'} at {letter.seat.table}"
    return f"of {letter.player}, who plays at several tables," if letter.player else "without a seat"


def _letters_out(organiser: Player) -> Iterator[Need]:
    failed = OutboundLetter.objects.filter(state=OutboundLetter.State.FAILED, copy_of=None).select_related("player")
    for letter in letters_shown(failed, organiser):
        yield Need(
            "refused mail",
            f"The {letter.kind.replace('_', ' ')} letter to {letter.player} was refused for good",
            f"{timesince(letter.created_at)} ago",
            letter,
        )


def _dead(organiser: Player) -> Iterator[Need]:
    playing = Q(seats__table__state=Table.State.RUNNING) | Q(entries__league__state=League.State.OPEN)
    for player in own(Player.objects.filter(playing, dead_at__isnull=False).distinct(), organiser):
        yield Need(
            "dead address",
            f"Letters to {player} come back",
            f"for {timesince(player.dead_at)}",
            player,
        )


def _cases(organiser: Player) -> Iterator[Need]:
    tables = own(Table.objects.all(), organiser)
    waiting = Case.objects.filter(seat__table__in=tables, ruled_at=None)
    for case in waiting.select_related("seat__player", "seat__table__league"):
        where = f"{case.seat.player or 'A stand-in'} calls the referee at {case.seat.table}"
        yield Need("dispute", where, f"{timesince(case.opened_at)} ago", case)


def _rulings(organiser: Player) -> Iterator[Need]:
    for table in to_rule(own(Table.objects.all(), organiser)).select_related("league").order_by("finished_at"):
        yield Need(
            "ruling",
            f"The stand-in finished {table}: how does it count?",
            f"for {timesince(table.finished_at)}" if table.finished_at else "",
            table,
        )


@dataclass(frozen=True, slots=True)
class Glance:
    league: League
    words: str
    url: str


def leagues_at_a_glance(organiser: Player) -> list[Glance]:
    """Leagues that are not over, with one clause on how far they are."""
    ended = (League.State.FINISHED, League.State.CANCELLED)
    leagues = own(League.objects.exclude(state__in=ended).exclude(practice=True), organiser).order_by("pk")
    counted = leagues.annotate(
        entered=Count("entries", filter=Q(entries__state="in"), distinct=True),
        running=Count("tables", filter=Q(tables__state=Table.State.RUNNING), distinct=True),
        done=Count("tables", filter=Q(tables__state=Table.State.FINISHED), distinct=True),
    )
    return [Glance(league, _glance_words(league), page_of(league)) for league in counted]


def _glance_words(league: Any) -> str:
    """`league` comes with its counts."""
    if league.state == League.State.RUNNING:
        return f"{league.running} {'table' if league.running == 1 else 'tables'} running, {league.done} finished"
    return f"{league.get_state_display()}, {league.entered} of at most {league.max_players} players entered"
