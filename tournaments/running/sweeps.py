"""The sweep of what is due now, every `SWEEP_EVERY` seconds: by rows, so that no timer and no lost hint stops a game.

Every row is taken in a short transaction of its own; one that fails, or ends its worker, is pushed forward and blocks
no other (`trials`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from tournaments.actions import printing
from tournaments.actions.clock import beginnings, deadlines, handing, outage_time, pace, restored
from tournaments.actions.commands import desk, gathered
from tournaments.actions.commands import held_letters as held
from tournaments.actions.erasing import remnants
from tournaments.actions.league import close_and_draw, invitations, organisers_asked, results
from tournaments.actions.observing import telling
from tournaments.actions.player import addresses, bounces, digests, signed_in
from tournaments.actions.seats import offered
from tournaments.actions.table import tables
from tournaments.inbox import ingest, round_trips
from tournaments.models import Case, InboundLetter, League, LinkRequest, OutboundLetter, Player, Table, Turn
from tournaments.outbox import limits, mail_host_away, outbox
from tournaments.papers import pictures
from tournaments.runtime import heartbeats, hints, portions, trace, trials, vocabulary
from tournaments.runtime.literal import Literal

BATCH = 200
PURGE_AT = 3  # o'clock in UTC
PURGE_FOR = 60.0  # seconds, well below the workers' hard time limit
HINT_AFTER = timedelta(seconds=5)
JUDGED = ("runs", "reveals", "reminders", "awaited", "expired", "finals", "started")


@trace.spanned(vocabulary.SWEEP)
def sweep(now: datetime | None = None) -> dict[str, int]:
    """Do everything that is due; how much of each was found."""
    now = now or timezone.now()
    mail_host_away.look_after()
    hints.alive()
    letters = unread_letters(now)
    judging = outage_time.settle()
    done = {
        "letters": letters,
        "told": _each("tell of the restore", restored.waiting(), restored.tell, lambda pk: None) + outage_time.tell(),
        "handed": _each("count the time of", handing.waiting(), handing.begin, lambda pk: None),
        "mended": _each("read again", held.failed_before(), held.try_new_code, lambda pk: None),
        "heard": _each("hear again of", bounces.left_behind(now), bounces.hear_again, bounces.put_off_hearing),
        **(_judge(now) if judging else dict.fromkeys(JUDGED, 0)),
        "digests": _each("write the daily letter of", _digests(now), digests.send, digests.put_off),
        "draws": values_to_ask_for(now),
        "answers": _each("gather the answers to", gathered.due(now), gathered.send, gathered.put_off),
        "opened": _each("open tables of", _leagues_with_room(now), tables.open_due, tables.put_off),
        "observers": _each("write to the observers of", telling.due(now), telling.tell, telling.put_off),
        "organisers": _each("tell an organiser", desk.due(now), desk.send, desk.put_off),
        "prints": prints_to_make(now),
        "requests": link_requests(now),
        "outbox": outbox.sweep(),
    }
    if _is_time_to_purge(now):
        hints.purge()
    heartbeats.beat(heartbeats.SWEEP, settings.SWEEP_EVERY)
    return done


def _is_time_to_purge(now: datetime) -> bool:
    """Whether this sweep purges: the first after the hour, once a day."""
    if now.hour < PURGE_AT or limits.used("purges", "", limits.DAY):
        return False
    return limits.allow("purges", "", 1, limits.DAY)


def _judge(now: datetime) -> dict[str, int]:
    """Do all that ends somebody's time. Not while a part of ours is away, nor before time is given back."""
    counts = (
        _each("run", _tables_to_run(now), tables.run, _put_off_run),
        _each("reveal", _tables_to_reveal(now), tables.reveal, _put_off_reveal),
        _each("remind", _to_remind(now), deadlines.remind, _forget_reminder),
        _each("end the wait for", _awaited_enough(now), bounces.wait_no_longer, bounces.put_off_the_end),
        _each("expire", _to_judge(now), deadlines.expire, deadlines.put_off),
        _each("end", _leagues_to_end(now), results.make_final, _put_off_end),
        _each("start", _leagues_to_start(now), beginnings.begin, beginnings.put_off),
    )
    return dict(zip(JUDGED, counts, strict=True))


def unread_letters(now: datetime) -> int:
    """Hint again at letters whose hint was lost and at those whose worker must have died; hint at what has waited."""
    lost = Q(state=InboundLetter.State.RECEIVED, received_at__lt=now - HINT_AFTER)
    stuck = Q(state=InboundLetter.State.READING, read_at__lt=now - ingest.TRY_AGAIN_AFTER)
    found = pace.unread().filter(lost | stuck, queue="").order_by("received_at", "pk")
    letters = list(found.values_list("pk", flat=True)[:BATCH])
    for pk in letters:
        hints.read_letter(pk)
    waited = pace.unread().filter(read_from__lte=now).exclude(queue="")
    queues = list(waited.order_by("queue").values_list("queue", flat=True).distinct()[:BATCH])
    for queue in queues:
        hints.read_queue(queue)
    return len(letters) + len(queues)


def link_requests(now: datetime) -> int:
    """Hint again at requests for a mailed link whose hint was lost."""
    lost = LinkRequest.objects.filter(asked_at__lt=now - HINT_AFTER).order_by("asked_at", "pk")
    waiting = list(lost.values_list("pk", flat=True)[:BATCH])
    for pk in waiting:
        hints.answer_request(pk)
    return len(waiting)


def _leagues_with_room(now: datetime) -> Iterable[int]:
    """Leagues in which a table has ended while others wait, or of which a hint was lost at the start."""
    due = League.objects.filter(room_at__lte=now).order_by("room_at")
    return list(due.values_list("pk", flat=True)[:BATCH])


def _leagues_to_end(now: datetime) -> Iterable[int]:
    """Leagues whose time for objections is over and in which nobody waits for a ruling."""
    due = League.objects.filter(state=Literal(League.State.RUNNING), final_by__lte=now).order_by("final_by")
    waiting = Case.objects.filter(ruled_at=None).values("seat__table__league")
    return list(due.exclude(pk__in=waiting).values_list("pk", flat=True)[:BATCH])


def _leagues_to_start(now: datetime) -> Iterable[int]:
    """Leagues that start by themselves, on their date or because they are full."""
    due = League.objects.filter(begin_at__lte=now).order_by("begin_at")
    return list(due.values_list("pk", flat=True)[:BATCH])


def _put_off_end(league_id: int) -> None:
    League.objects.filter(pk=league_id).update(final_by=timezone.now() + timedelta(minutes=5))


def prints_to_make(now: datetime) -> int:
    """Hint again at papers whose hint was lost or whose maker must have died."""
    waiting = printing.to_make(now, HINT_AFTER)
    for pk in waiting:
        hints.make_print(pk)
    return len(waiting)


def values_to_ask_for(now: datetime) -> int:
    """Hint again at draws whose public value is due: the source is asked by a worker, which nothing here waits for."""
    for pk in close_and_draw.sources_to_ask(now):
        hints.ask_source(pk)
    waiting = close_and_draw.due(now)
    for pk in waiting:
        hints.draw(pk, 0)
    return len(waiting)


def _tables_to_run(now: datetime) -> Iterable[int]:
    now_looked_at = Q(run_look_at=None) | Q(run_look_at__lte=now)
    due = Table.objects.filter(now_looked_at, run_at__lte=now, state=Table.State.RUNNING).order_by("run_at")
    return list(due.values_list("pk", flat=True)[:BATCH])


def _tables_to_reveal(now: datetime) -> Iterable[int]:
    due = Table.objects.filter(reveal_look_at__lte=now, state=Table.State.RUNNING).order_by("reveal_look_at")
    return list(due.values_list("pk", flat=True)[:BATCH])


def _to_remind(now: datetime) -> Iterable[int]:
    due = Turn.objects.filter(remind_at__lte=now, ended_at=None, reminded_at=None, handed_at__isnull=False)
    due = due.order_by("remind_at")
    return list(due.values_list("pk", flat=True)[:BATCH])


def _to_judge(now: datetime) -> Iterable[int]:
    due = Turn.objects.filter(deadlines.counting(), judge_at__lte=now, ended_at=None).order_by("judge_at")
    return list(due.values_list("pk", flat=True)[:BATCH])


def _awaited_enough(now: datetime) -> Iterable[int]:
    due = Player.objects.filter(awaited_until__lte=now).order_by("awaited_until")
    return list(due.values_list("pk", flat=True)[:BATCH])


def _digests(now: datetime) -> Iterable[int]:
    due = OutboundLetter.objects.filter(state=Literal(OutboundLetter.State.FOR_DIGEST), due_at__lte=now)
    players = due.order_by("due_at").values_list("player", flat=True)[:BATCH]
    return sorted(set(players))


def _each(what: str, rows: Iterable[int], act: Callable[[int], object], put_off: Callable[[int], None]) -> int:
    count = 0
    for pk in rows:
        count += 1
        trials.each(what, pk, act, put_off)
    return count


def _put_off_run(table_id: int) -> None:
    Table.objects.filter(pk=table_id).update(run_look_at=timezone.now() + timedelta(minutes=5))


def _put_off_reveal(table_id: int) -> None:
    waiting = Table.objects.filter(pk=table_id, reveal_look_at__isnull=False)  # null while somebody chooses again
    waiting.update(reveal_look_at=timezone.now() + timedelta(minutes=5))


def _forget_reminder(turn_id: int) -> None:
    Turn.objects.filter(pk=turn_id).update(remind_at=timezone.now() + timedelta(minutes=5))


def purge(now: datetime | None = None) -> int:
    """Empty letters that have been kept long enough, those of strangers sooner; what was understood of them stays.

    Counts whose span is over, sign-ins that have run out, pictures and papers that nobody has asked for in a while, and
    addresses of people who have never come go too. What there was no time for, the next run goes on with, at once.
    """
    now = now or timezone.now()
    with portions.within(PURGE_FOR) as limit:
        addresses.forget_unproved(now)
        invitations.forget_unanswered(now)
        offered.end_lapsed(now)
        offered.forget_ended(now)
        organisers_asked.end_lapsed(now)
        organisers_asked.forget_ended(now)
        outbox.forget_strangers(now)
        round_trips.forget(now)
        limits.forget_spent(now)
        printing.forget(now)
        signed_in.forget(now)
        trials.forget(now)
        emptied = ingest.forget(now)
    pictures.purge(settings.DATA_DIR / pictures.FOLDER, now, settings.PICTURES_KEPT_MB << 20)
    remnants.cut_log()
    if limit.over:
        hints.purge()
    return emptied
