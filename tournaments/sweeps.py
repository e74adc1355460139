"""What is due now? Asked every few seconds of the rows, so that no timer and no lost hint can stop a game.

Every row is taken in a short transaction of its own; one that fails is pushed forward and blocks no other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from tournaments import hints, pictures
from tournaments.actions import deadlines, desk_letters, digests, printing, results, tables
from tournaments.mail import ingest, limits, outbox, works
from tournaments.models import Case, Heartbeat, InboundLetter, League, OutboundLetter, Table, Turn

log = logging.getLogger(__name__)

BATCH = 200
HINT_AFTER = timedelta(seconds=5)
BEGINNING = timedelta(hours=1)  # of a league: its tables are opened one after the other


def sweep(now: datetime | None = None) -> dict[str, int]:
    """Do everything that is due; how much of each was found."""
    now = now or timezone.now()
    done = {
        "letters": unread_letters(now),
        "runs": _each("run", _tables_to_run(now), tables.run, _put_off_run),
        "reveals": _each("reveal", _tables_to_reveal(now), tables.reveal, _put_off_reveal),
        "reminders": _each("remind", _to_remind(now), deadlines.remind, _forget_reminder),
        "expired": _each("expire", _to_judge(now), deadlines.expire, deadlines.put_off),
        "digests": _each("write the daily letter of", _digests(now), digests.send, digests.put_off),
        "opened": _each("open tables of", _leagues_with_room(now), tables.open_due, lambda league: None),
        "finals": _each("end", _leagues_to_end(now), results.make_final, _put_off_end),
        "organisers": _each("tell an organiser", _organisers(now), desk_letters.send, desk_letters.put_off),
        "prints": prints_to_make(now),
        "outbox": outbox.sweep(),
    }
    Heartbeat.objects.update_or_create(name=works.SWEEP, defaults={"at": timezone.now()})
    return done


def unread_letters(now: datetime) -> int:
    """Hint again at letters whose hint was lost and at those whose worker must have died."""
    lost = Q(state=InboundLetter.State.RECEIVED, received_at__lt=now - HINT_AFTER)
    stuck = Q(state=InboundLetter.State.READING, read_at__lt=now - ingest.TRY_AGAIN_AFTER)
    found = InboundLetter.objects.filter(lost | stuck).order_by("received_at", "pk").values_list("pk", flat=True)
    letters = list(found[:BATCH])
    for pk in letters:
        hints.read_letter(pk)
    return len(letters)


def _leagues_with_room(now: datetime) -> Iterable[int]:
    """Running leagues in which tables wait, for the end of others or for a hint that was lost at the start."""
    waiting = Table.objects.filter(state=Table.State.COMMITTED).exclude(lineup=[]).values("league")
    running = League.objects.filter(pk__in=waiting, state=League.State.RUNNING)
    over = Table.objects.filter(state__in=(Table.State.FINISHED, Table.State.STOPPED), league__in=running)
    with_room = Q(pk__in=over.values("league")) | Q(at_once=0) | Q(started_at__gt=now - BEGINNING)
    return list(running.filter(with_room).order_by("pk").values_list("pk", flat=True)[:BATCH])


def _leagues_to_end(now: datetime) -> Iterable[int]:
    """Those whose time for objections is over and in which nobody waits for a ruling."""
    due = results.to_confirm(League.objects.filter(final_by__lte=now)).order_by("final_by")
    waiting = Case.objects.filter(ruled_at=None).values("seat__table__league")
    return list(due.exclude(pk__in=waiting).values_list("pk", flat=True)[:BATCH])


def _put_off_end(league_id: int) -> None:
    League.objects.filter(pk=league_id).update(final_by=timezone.now() + timedelta(minutes=5))


def prints_to_make(now: datetime) -> int:
    """Hint again at papers whose hint was lost or whose maker must have died."""
    waiting = printing.to_make(now, HINT_AFTER)
    for pk in waiting:
        hints.make_print(pk)
    return len(waiting)


def _tables_to_run(now: datetime) -> Iterable[int]:
    due = Table.objects.filter(run_at__lte=now, state=Table.State.RUNNING).order_by("run_at")
    return list(due.values_list("pk", flat=True)[:BATCH])


def _tables_to_reveal(now: datetime) -> Iterable[int]:
    due = Table.objects.filter(reveal_at__lte=now, state=Table.State.RUNNING).order_by("reveal_at")
    return list(due.values_list("pk", flat=True)[:BATCH])


def _to_remind(now: datetime) -> Iterable[int]:
    due = Turn.objects.filter(remind_at__lte=now, ended_at=None, reminded_at=None).order_by("remind_at")
    return list(due.values_list("pk", flat=True)[:BATCH])


def _to_judge(now: datetime) -> Iterable[int]:
    due = Turn.objects.filter(judge_at__lte=now, ended_at=None).order_by("judge_at")
    return list(due.values_list("pk", flat=True)[:BATCH])


def _digests(now: datetime) -> Iterable[int]:
    due = OutboundLetter.objects.filter(state=OutboundLetter.State.FOR_DIGEST, due_at__lte=now)
    return list(due.order_by("player").values_list("player", flat=True).distinct()[:BATCH])


def _organisers(now: datetime) -> Iterable[int]:
    return list(desk_letters.due(now).order_by("pk").values_list("pk", flat=True)[:BATCH])


def _each(what: str, rows: Iterable[int], act: Callable[[int], object], put_off: Callable[[int], None]) -> int:
    count = 0
    for pk in rows:
        count += 1
        try:
            act(pk)
        except Exception:  # whatever is wrong with one table must not stop the others
            log.exception("could not %s %s", what, pk)
            put_off(pk)
    return count


def _put_off_run(table_id: int) -> None:
    Table.objects.filter(pk=table_id).update(run_at=timezone.now() + timedelta(minutes=5))


def _put_off_reveal(table_id: int) -> None:
    Table.objects.filter(pk=table_id).update(reveal_at=timezone.now() + timedelta(minutes=5))


def _forget_reminder(turn_id: int) -> None:
    Turn.objects.filter(pk=turn_id).update(remind_at=timezone.now() + timedelta(minutes=5))


def purge(now: datetime | None = None) -> int:
    """Empty the raw bytes of letters that have been kept long enough; what was understood of them stays.

    Counts whose span is over, and pictures and papers that nobody has asked for in a while, go too.
    """
    now = now or timezone.now()
    limits.forget_spent()
    pictures.purge(settings.DATA_DIR / pictures.FOLDER, now)
    printing.forget(now)
    before = now - settings.RAW_LETTERS_KEPT
    old = InboundLetter.objects.filter(received_at__lt=before).exclude(raw=b"")
    unread = (InboundLetter.State.RECEIVED, InboundLetter.State.READING)
    return old.exclude(state__in=unread).update(raw=b"", auth_results="", mail_from="", recipient="")
