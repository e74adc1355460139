"""What needs an organiser now, for the desk and for the daily letter to organisers. Reads only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Count, Exists, Max, Model, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince, timeuntil

from tournaments import trials
from tournaments.actions import outages
from tournaments.actions.deadlines import waits_for_a_yes
from tournaments.actions.results import to_confirm, to_rule
from tournaments.formats import clocks
from tournaments.letter_rights import letters_shown
from tournaments.literal import Literal, literals
from tournaments.models import (
    Case,
    Entry,
    InboundLetter,
    JournalLine,
    League,
    OutboundLetter,
    Player,
    Seat,
    Table,
    Trial,
    Turn,
)
from tournaments.rights import Opponents, Scope, cases_shown, opponents, own, ruled_by_others

# Kinds of needs, as they are read.
LATE, ASKED, HELD, UNREAD, REFUSED = "late seat", "stand-in", "letter", "laid aside", "refused mail"
STUCK, FAULT, OUTAGE = "stuck", "fault", "outage"
HELP = "refused orders"
DEAD, DISPUTE, RULING, RESULTS = "dead address", "dispute", "ruling", "results"
BEFORE = (League.State.OPEN, League.State.DRAWING)
CANCELLED = League.State.CANCELLED  # what came and went for such a league needs nobody any more
STATES = (InboundLetter.State.HELD, InboundLetter.State.LAID_ASIDE)  # in the order of their index
OUTAGES_TOLD = timedelta(days=2)
DUE = {
    "run": "Playing kept orders at",
    "remind": "A reminder at",
    "expire": "Judging a deadline at",
    "open tables of": "Opening tables of",
    "end": "Making final the results of",
}
STANDS_STILL = timedelta(minutes=15)  # behind the moment of a reveal: it is tried every few minutes
UNSEEN = ("seat__table__position", "seat__table__header")  # long, and no need tells of them


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
    row: Table | InboundLetter | OutboundLetter | Player | Case | League

    @property
    def url(self) -> str:
        return page_of(self.row)

    @property
    def button(self) -> str:
        words = {Table: "See the table", Player: "See the player", League: "See the league", Case: "Rule"}
        return words.get(type(self.row), "See the letter")


@dataclass(frozen=True)
class Look:
    """Whose needs are wanted: which rows are theirs, and how names of people, leagues and tables are written.

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

    @cached_property
    def held(self) -> dict[int | None, int]:
        """How many letters wait for the yes of each player."""
        waiting = _letters(self, InboundLetter.State.HELD).order_by().values("whose")
        return dict(waiting.annotate(count=Count("pk")).values_list("whose", "count"))

    @property
    def sees_all(self) -> bool:
        return self.mine is own and self.organiser.is_superuser

    def call(self, who: object, otherwise: str = "a stand-in") -> str:
        return self.name(str(who)) if who else otherwise


def page_of(row: Model) -> str:
    if isinstance(row, Case):
        return reverse("desk:case", args=[row.pk])
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


def needs_of(
    organiser: Player, mine: Scope = own, name: Callable[[str], str] = str, most: int | None = None
) -> list[Need]:
    """What needs them, what they can settle first; of each sort so many at most."""
    look = Look(organiser, mine, name)
    return [sort.need(row, look) for sort in SORTS for row in sort.rows(look)[:most]]


def most_urgent(look: Look, most: int) -> tuple[list[Need], int]:
    """So many needs of all sorts, and how many there are; no sort has so many that another one is not told of."""
    sorts = [(sort, sort.to_tell(look)) for sort in (*SORTS, TOLD)]
    found = [(sort, rows, list(rows[:most])) for sort, rows in sorts]
    share = most // max(1, sum(bool(first) for _, _, first in found))
    left = most - sum(min(len(first), share) for _, _, first in found)
    needs, count = [], 0
    for sort, rows, first in found:
        more = min(max(len(first) - share, 0), left)
        left -= more
        needs += [sort.need(row, look) for row in first[: share + more]]
        count += len(first) if len(first) < most else rows.order_by().count()
    return needs, count


def _running(look: Look) -> QuerySet[Turn]:
    late = Turn.objects.filter(ended_at=None, handed_at__isnull=False, due_by__lt=timezone.now())
    late = late.filter(seat__table__league__practice=False)
    running = late.filter(seat__table__state=Table.State.RUNNING, seat__table__paused_at=None)
    turns = look.mine(running, look.organiser)
    return turns.select_related("seat__player", "seat__table__league").defer(*UNSEEN).order_by("due_by", "pk")


def _late(turn: Turn, look: Look) -> Need:
    table = turn.seat.table
    words = f"{look.call(turn.seat.player, 'A stand-in')} at {look.call(table)}"
    since = f"{timesince(turn.due_by)} late"
    if waits_for_a_yes(turn, table.league):
        return Need(ASKED, f"{words}: the stand-in waits for your yes", turn.due_by, since, turn, table)
    return Need(LATE, words, turn.due_by, since, turn, table)


def _letters(look: Look, state: InboundLetter.State) -> QuerySet[Any]:
    """Letters in of that state; `whose`: who plays the seat that they are for, or who is said to have written them."""
    # By their index where all are the organiser's; otherwise by way of the own leagues.
    indexed = literals(STATES) if look.sees_all else STATES
    waiting = (
        InboundLetter.objects.filter(state__in=indexed)
        .filter(state=state)
        .exclude(seat__table__league__state=CANCELLED)
    )
    waiting = waiting.annotate(whose=Coalesce("seat__player", "player"))
    return letters_shown(waiting, look.organiser, look.mine, look.against)


def _with_readers(letters: QuerySet[Any]) -> QuerySet[Any]:
    letters = letters.select_related("player", "seat__player", "seat__table__league").defer("raw", *UNSEEN)
    return letters.order_by("received_at", "pk")


def _laid_aside(look: Look) -> QuerySet[Any]:
    return _with_readers(_letters(look, InboundLetter.State.LAID_ASIDE))


def _not_read(letter: InboundLetter, look: Look) -> Need:
    words = f"A letter {_for(letter, look)} could not be read and was laid aside"
    return Need(UNREAD, words, letter.received_at, f"{timesince(letter.received_at)} ago", letter, letter)


def _held(look: Look) -> QuerySet[Any]:
    """Of each player the newest: anybody can write any number in their names."""
    waiting = _letters(look, InboundLetter.State.HELD).order_by().values("whose")
    newest = waiting.annotate(newest=Max("pk")).values("newest")
    return _with_readers(InboundLetter.objects.filter(pk__in=newest))


def _waits_for_a_yes(letter: InboundLetter, look: Look) -> Need:
    whose = letter.seat.player if letter.seat else letter.player
    count, since = look.held.get(whose.pk if whose else None, 1), f"{timesince(letter.received_at)} ago"
    if count == 1:
        words = f"A letter {_for(letter, look)} waits for the player's “that was me”"
    else:
        words = f"{count} letters in the name of {look.call(whose)} wait for that player's “that was me”"
        since = f"the newest {since}"
    return Need(HELD, words, letter.received_at, since, letter, letter)


def _for(letter: InboundLetter, look: Look) -> str:
    if letter.seat:
        return f"for {look.call(letter.seat.player)} at {look.call(letter.seat.table)}"
    return f"of {look.call(letter.player)}, who plays at several tables," if letter.player else "without a seat"


def _misunderstood(look: Look) -> QuerySet[Seat]:
    """Seats of whose player's newest letters nothing could be done, but those against which the organiser plays."""
    played = Seat.objects.filter(refused_at__isnull=False, table__state=Table.State.RUNNING)
    waiting = look.mine(played, look.organiser).exclude(mover=Seat.Mover.BOT).exclude(table__league__practice=True)
    if look.against.seats:
        waiting = waiting.exclude(pk__in=look.against.seats)
    unseen = ("plan", "table__position", "table__header", "table__secret")
    return waiting.select_related("player", "table__league").defer(*unseen).order_by("refused_at", "pk")


def _help(seat: Seat, look: Look) -> Need:
    words = f"Nothing could be done with the last {seat.refused} letters of {look.call(seat.player)}"
    since = f"for {timesince(seat.refused_at)}"
    return Need(HELP, f"{words} at {look.call(seat.table)}", seat.refused_at, since, seat, seat.table)


def _refused(look: Look) -> QuerySet[OutboundLetter]:
    state = OutboundLetter.State.FAILED
    refused = Q(state=Literal(state) if look.sees_all else state)
    came_back = Q(player=None, delivery=OutboundLetter.Delivery.CAME_BACK)  # a player's would be a dead address
    failed = OutboundLetter.objects.filter(refused | came_back, copy_of=None)
    failed = failed.exclude(league__state=CANCELLED).select_related("player")
    return letters_shown(failed, look.organiser, look.mine, look.against).order_by("created_at", "pk")


def _letter_out(letter: OutboundLetter, look: Look) -> Need:
    reader = look.call(letter.player, "an address that was typed in")
    refused = letter.state == OutboundLetter.State.FAILED
    what = "was refused for good" if refused else "is said to have come back"
    words = f"The {letter.kind.replace('_', ' ')} letter to {reader} {what}"
    return Need(REFUSED, words, letter.created_at, f"{timesince(letter.created_at)} ago", letter, letter)


def _unreachable(look: Look) -> QuerySet[Player]:
    seats = Seat.objects.filter(player=OuterRef("pk"), table__state=Table.State.RUNNING)
    entries = Entry.objects.filter(player=OuterRef("pk"), league__state__in=BEFORE)
    gone = Player.objects.filter(Exists(seats) | Exists(entries), dead_at__isnull=False)
    return look.mine(gone, look.organiser).order_by("dead_at", "pk")


def _dead(player: Player, look: Look) -> Need:
    words = f"Letters to {look.call(player)} come back{_how_long(player, look)}"
    return Need(DEAD, words, player.dead_at, f"for {timesince(player.dead_at)}", player, player)


def _how_long(player: Player, look: Look) -> str:
    if player.awaited_until is None:
        return ": their tables wait no longer"
    return f": their tables wait until {clocks.words(player.awaited_until, look.organiser.zone)} at the latest"


def _open_cases(look: Look) -> QuerySet[Case]:
    waiting = cases_shown(Case.objects.filter(ruled_at=None), look.organiser, look.mine)
    return waiting.select_related("player", "seat__table__league").order_by("opened_at", "pk")


def _case(case: Case, look: Look) -> Need:
    words = f"{look.call(case.player, 'A stand-in')} asks for a ruling at {look.call(case.seat.table)}"
    return Need(DISPUTE, words, case.opened_at, f"{timesince(case.opened_at)} ago", case, case)


def _stopped(look: Look) -> QuerySet[Table]:
    """Tables that wait for a ruling, and those that stand still; two sorts by one statement."""
    mine = look.mine(Table.objects.all(), look.organiser).order_by()
    theirs = to_rule(mine).exclude(pk__in=ruled_by_others(look.organiser).values("pk"))
    found = theirs.values("pk").union(_stuck(mine).values("pk"))
    tables = Table.objects.filter(pk__in=found).defer("position", "header").select_related("league")
    return tables.order_by("finished_at", "reveal_at", "pk")


def _stuck(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Those whose sealed choices all have made, and where showing them fails: nobody there is late."""
    since = timezone.now() - STANDS_STILL
    return tables.filter(reveal_look_at__isnull=False, reveal_at__lt=since, state=Table.State.RUNNING)


def _why_stopped(table: Table, look: Look) -> Need:
    return _ruling(table, look) if table.state != Table.State.RUNNING else _not_shown(table, look)


def _not_shown(table: Table, look: Look) -> Need:
    words = f"{look.call(table)} stands still: all have chosen, and showing the choices fails. The log says why"
    return Need(STUCK, words, table.reveal_at, f"for {timesince(table.reveal_at)}", table, table)


def _ruling(table: Table, look: Look) -> Need:
    since = f"{timesince(table.finished_at)} ago" if table.finished_at else ""
    words = f"The stand-in finished {look.call(table)}. How does it count?"
    return Need(RULING, words, table.finished_at, since, table, table)


def _faults(look: Look) -> QuerySet[Trial]:
    """What failed when it was due; not choices that cannot be shown, whose tables stand still (`_stuck`)."""
    failing = trials.failing(timezone.now()).filter(league__isnull=False).exclude(what="reveal")
    found = look.mine(failing, look.organiser).select_related("league", "table__league")
    return found.defer("table__position", "table__header").order_by("begun_at", "pk")


def _fault(trial: Trial, look: Look) -> Need:
    often = "once" if trial.failures == 1 else f"{trial.failures} times"
    words = f"{DUE[trial.what]} {look.call(trial.table or trial.league)} has failed {often}: {trial.why}"
    since = f"the last time {timesince(trial.begun_at)} ago"
    row = trial.table or trial.league
    words += ". It is tried again, everything else goes on, and the log says more"
    return Need(FAULT, words, trial.begun_at, since, row, row)


def _provisional(look: Look) -> QuerySet[League]:
    return to_confirm(look.mine(League.objects.all(), look.organiser)).order_by("final_by", "pk")


def _outages(look: Look) -> QuerySet[JournalLine]:
    """What the journals of their leagues tell of outages in the last days."""
    lines = JournalLine.objects.filter(verb=outages.OUTAGE, at__gt=timezone.now() - OUTAGES_TOLD, league__isnull=False)
    return look.mine(lines, look.organiser).select_related("league").order_by("-at", "-pk")


def _outage(line: JournalLine, look: Look) -> Need:
    words = f"{look.call(line.league)}: {line.words}. There is nothing to do"
    return Need(OUTAGE, words, line.at, f"{timesince(line.at)} ago", line, line.league)


def _result(league: League, look: Look) -> Need:
    words = f"All games of {look.call(league)} are over: the results are provisional"
    since = f"final in {timeuntil(league.final_by)}" if league.final_by else ""
    return Need(RESULTS, words, league.final_by, since, league, league)


SORTS = (  # as they are read: first what waits for an answer, last what others can make any number of
    Sort("late", "seats that are late", _running, _late),
    Sort("letters", "letters that could not be read", _laid_aside, _not_read),
    Sort("cases", "cases", _open_cases, _case),
    Sort("rulings", "tables that wait for your ruling or stand still", _stopped, _why_stopped),
    Sort("results", "provisional results", _provisional, _result),
    Sort("help", "players who were refused three times in a row", _misunderstood, _help),
    Sort("faults", "things that were due and failed", _faults, _fault),
    Sort("unreachable", "players whose letters come back", _unreachable, _dead),
    Sort("refused", "letters that were refused", _refused, _letter_out, once="created_at"),
    Sort("held", "players in whose names letters wait", _held, _waits_for_a_yes, once="received_at"),
)
# In the letter alone: there is nothing to do.
TOLD = Sort("outages", "outages of the service", _outages, _outage, once="at")
