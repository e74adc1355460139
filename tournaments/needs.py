"""What needs an organiser now, for the desk and for the daily letter to organisers. Reads only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Model, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince, timeuntil

from tournaments.actions.deadlines import waits_for_a_yes
from tournaments.actions.results import to_confirm, to_rule
from tournaments.formats import clocks
from tournaments.models import Case, InboundLetter, League, OutboundLetter, Player, Table, Turn
from tournaments.rights import Scope, letters_shown, own

# Kinds of needs, as they are read.
LATE, ASKED, HELD, UNREAD, REFUSED = "late seat", "stand-in", "letter", "laid aside", "refused mail"
DEAD, DISPUTE, RULING, RESULTS = "dead address", "dispute", "ruling", "results"
BEFORE = (League.State.OPEN, League.State.DRAWING)
CANCELLED = League.State.CANCELLED  # what came and went for such a league needs nobody any more
STATES = {InboundLetter.State.HELD: HELD, InboundLetter.State.LAID_ASIDE: UNREAD}
WAITS = {HELD: "waits for the player's “that was me”", UNREAD: "could not be read and was laid aside"}


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
        words = {Table: "See the table", Player: "See the player", League: "See the league", Case: "Rule"}
        return words.get(type(self.row), "See the letter")


@dataclass(frozen=True, slots=True)
class Look:
    """Whose needs are wanted: which rows are theirs, and how names of people, leagues and tables are written."""

    organiser: Player
    mine: Scope
    name: Callable[[str], str]

    def call(self, who: object, otherwise: str = "a stand-in") -> str:
        return self.name(str(who)) if who else otherwise


def page_of(row: Model) -> str:
    if isinstance(row, Case):
        return reverse("desk:case", args=[row.pk])
    return reverse(f"desk:tournaments_{row._meta.model_name}_change", args=[row.pk])


def needs_of(organiser: Player, mine: Scope = own, name: Callable[[str], str] = str) -> list[Need]:
    """What needs them, the players who wait first."""
    look = Look(organiser, mine, name)
    return [
        *_late(look),
        *_letters_in(look),
        *_letters_out(look),
        *_dead(look),
        *_cases(look),
        *_rulings(look),
        *_to_confirm(look),
    ]


def _late(look: Look) -> Iterator[Need]:
    tables = look.mine(
        Table.objects.filter(state=Table.State.RUNNING, league__practice=False, paused_at=None), look.organiser
    )
    turns = Turn.objects.filter(seat__table__in=tables, ended_at=None, due_by__lt=timezone.now())
    for turn in turns.select_related("seat__player", "seat__table__league").order_by("due_by"):
        table = turn.seat.table
        words = f"{look.call(turn.seat.player, 'A stand-in')} at {look.call(table)}"
        since = f"{timesince(turn.due_by)} late"
        if waits_for_a_yes(turn, table.league):
            yield Need(ASKED, f"{words}: the stand-in waits for your yes", turn.due_by, since, turn, table)
        else:
            yield Need(LATE, words, turn.due_by, since, turn, table)


def _letters_in(look: Look) -> Iterator[Need]:
    waiting = InboundLetter.objects.filter(state__in=STATES).exclude(seat__table__league__state=CANCELLED)
    waiting = waiting.select_related("player", "seat__player", "seat__table__league")
    for letter in letters_shown(waiting, look.organiser, look.mine):
        kind = STATES[InboundLetter.State(letter.state)]
        words = f"A letter {_for(letter, look)} {WAITS[kind]}"
        yield Need(kind, words, letter.received_at, f"{timesince(letter.received_at)} ago", letter, letter)


def _for(letter: InboundLetter, look: Look) -> str:
    if letter.seat:
        return f"for {look.call(letter.seat.player)} at {look.call(letter.seat.table)}"
    return f"of {look.call(letter.player)}, who plays at several tables," if letter.player else "without a seat"


def _letters_out(look: Look) -> Iterator[Need]:
    came_back = Q(player=None, delivery=OutboundLetter.Delivery.CAME_BACK)  # a player's would be a dead address
    failed = OutboundLetter.objects.filter(Q(state=OutboundLetter.State.FAILED) | came_back, copy_of=None)
    failed = failed.exclude(league__state=CANCELLED).select_related("player")
    for letter in letters_shown(failed, look.organiser, look.mine):
        reader = look.call(letter.player, "an address that was typed in")
        refused = letter.state == OutboundLetter.State.FAILED
        what = "was refused for good" if refused else "is said to have come back"
        words = f"The {letter.kind.replace('_', ' ')} letter to {reader} {what}"
        yield Need(REFUSED, words, letter.created_at, f"{timesince(letter.created_at)} ago", letter, letter)


def _dead(look: Look) -> Iterator[Need]:
    playing = Q(seats__table__state=Table.State.RUNNING) | Q(entries__league__state__in=BEFORE)
    for player in look.mine(Player.objects.filter(playing, dead_at__isnull=False).distinct(), look.organiser):
        words = f"Letters to {look.call(player)} come back{_how_long(player, look)}"
        yield Need(DEAD, words, player.dead_at, f"for {timesince(player.dead_at)}", player, player)


def _how_long(player: Player, look: Look) -> str:
    if player.awaited_until is None:
        return ": their tables wait no longer"
    return f": their tables wait until {clocks.words(player.awaited_until, look.organiser.zone)} at the latest"


def _cases(look: Look) -> Iterator[Need]:
    waiting = Case.objects.filter(seat__table__in=look.mine(Table.objects.all(), look.organiser), ruled_at=None)
    for case in waiting.select_related("player", "seat__table__league"):
        words = f"{look.call(case.player, 'A stand-in')} asks for a ruling at {look.call(case.seat.table)}"
        yield Need(DISPUTE, words, case.opened_at, f"{timesince(case.opened_at)} ago", case, case)


def _rulings(look: Look) -> Iterator[Need]:
    tables = to_rule(look.mine(Table.objects.all(), look.organiser)).select_related("league").order_by("finished_at")
    for table in tables:
        since = f"{timesince(table.finished_at)} ago" if table.finished_at else ""
        words = f"The stand-in finished {look.call(table)}. How does it count?"
        yield Need(RULING, words, table.finished_at, since, table, table)


def _to_confirm(look: Look) -> Iterator[Need]:
    for league in to_confirm(look.mine(League.objects.all(), look.organiser)).order_by("final_by"):
        words = f"All games of {look.call(league)} are over: the results are provisional"
        since = f"final in {timeuntil(league.final_by)}" if league.final_by else ""
        yield Need(RESULTS, words, league.final_by, since, league, league)
