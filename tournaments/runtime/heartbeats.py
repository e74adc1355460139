"""Signs of life of the service's parts. What is missing between two of them is written down as an outage.

Every part says that it works, and within which time it will say so again: the sweep at its end, a worker when it gets
a task through the broker, a door when it can take letters (the mailbox as it takes them, and once it has taken all that
lay there up to which moment that holds), posting as long as the mail
host takes letters. A part that nobody has ever seen is not expected: which doors there are is the host's choice.

Who notices a gap first writes it down: the part itself when it is back, or the sweep, as an outage that lasts. Each
row belongs to one gap, however often it is noticed. What an outage means for deadlines is decided in
`actions.outages`; until that is done, nothing is judged (`at_rest`).
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from threading import Event

from django.conf import settings
from django.db import close_old_connections, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournaments.models import Heartbeat, Outage
from tournaments.runtime import outages

log = logging.getLogger(__name__)

SWEEP, WORKER, POST = "sweep", "worker", "post"
MAILBOX, LISTENER, WEB = "mailbox", "listener", "web"
BEAT = "beat"  # none of the parts below: while it is away workers ask for sweeps, and nothing has to wait
PARTS = {  # as the desk and the journal name them
    SWEEP: "the sweep (worker, beat or broker)",
    WORKER: "the worker",
    POST: "posting (the mail host or provider that takes our letters)",
    MAILBOX: "the mailbox (the part that fetches letters, or its host)",
    LISTENER: "the listener (the part that takes letters by SMTP or LMTP)",
    WEB: "the web part, to which a mail provider posts letters",
}
# Doors to which mail is brought: who finds one closed keeps the letter and tries again later.
BROUGHT = (LISTENER, WEB)
DOORS = (MAILBOX, *BROUGHT)
COME_AGAIN = timedelta(hours=1)  # after an outage hosts try again within as long as it lasted; longer is not waited
EVERY = timedelta(seconds=20)


def beat(name: str, every: timedelta = EVERY, taken_until: datetime | None = None) -> None:
    """A part works, and says so again within `every`. It ends its outage, or leaves a gap as one that is over.

    taken_until  of a door that fetches: all letters that had come by then are taken; None for now
    """
    now = timezone.now()
    if name not in PARTS:
        Heartbeat.objects.update_or_create(name=name, defaults={"at": now, "every": every})
        return
    with transaction.atomic():
        row = _row(name)
        if row is None:
            first = {"at": now, "every": every, "taken_until": taken_until}
            Heartbeat.objects.get_or_create(name=name, defaults=first)
            return
        _sign(row, now, every, taken_until)


def _sign(row: Heartbeat, now: datetime, every: timedelta, taken_until: datetime | None) -> None:
    if row.is_late(now):
        _end(row, now)
    # The clock of another process may be ahead: no sign makes an earlier one unsaid.
    row.at, row.every, row.failing_at, row.taken_until = max(row.at, now), every, None, taken_until
    row.save(update_fields=("at", "every", "failing_at", "taken_until"))
    Outage.objects.filter(source=row.name, ends_at=None).update(ends_at=now)


def beat_at_work(name: str, every: timedelta = EVERY) -> None:
    """Note that a door that fetches works but has not come to the end: letters in time may still be in the mailbox.

    So a flood of letters, however long it takes, is no outage of ours; nor is anything judged before it is over for
    the letters that came in time (`at_rest`). Says nothing of a door that has never come to the end.
    """
    with transaction.atomic():
        row = _row(name)
        if row is not None:
            _sign(row, timezone.now(), every, row.has_taken_until)


def safely_beat(name: str, every: timedelta = EVERY) -> None:
    """The same for a part that has to go on whatever the database says: no sign is given then."""
    try:
        beat(name, every)
    except Exception as error:
        if not outages.tell(error):
            log.exception("%s could not say that it works", name)


def keep_beating(name: str, stop: Event, every: timedelta = EVERY) -> None:
    """Beat in a thread of its own until `stop` is set."""
    while True:
        close_old_connections()
        safely_beat(name, every)
        if stop.wait(every.total_seconds()):
            return


def is_back(name: str) -> None:
    """A part has begun what it says to have done only at its end: the gap before it is an outage that is over."""
    with transaction.atomic():
        row, now = _row(name), timezone.now()
        if row is not None and row.is_late(now):
            _end(row, now)


def fails(name: str) -> None:
    """Note that a part has failed for a reason of its own. It gives no sign until it works again."""
    now = timezone.now()
    Heartbeat.objects.get_or_create(name=name, defaults={"at": now, "every": EVERY})
    Heartbeat.objects.filter(name=name, failing_at=None).update(failing_at=now)


def failing_since(name: str) -> datetime | None:
    """The moment since when a part has failed; None while it works, or was never seen."""
    return Heartbeat.objects.filter(name=name).values_list("failing_at", flat=True).first()


def _row(name: str) -> Heartbeat | None:
    return Heartbeat.objects.select_for_update(no_key=True).filter(name=name).first()


def _end(row: Heartbeat, now: datetime) -> None:
    found, new = Outage.objects.get_or_create(source=row.name, begins_at=row.at, defaults={"ends_at": now})
    if not new:  # it was noticed before, and went on
        Outage.objects.filter(pk=found.pk).update(ends_at=now, credited_table=0)


def expected() -> list[Heartbeat]:
    """The parts that have been seen and that the settings still name."""
    return list(Heartbeat.objects.filter(name__in=PARTS).exclude(name__in=unused()))


def unused() -> list[str]:
    """The doors that the settings do not name any more, whatever signs of theirs there are."""
    return [name for name, used in ((MAILBOX, settings.IMAP), (WEB, settings.MAIL_PROVIDER)) if not used]


def note_silent(now: datetime) -> None:
    """Write down, as outages that last, which parts have been silent for too long. Not the sweep: it is asking."""
    rows = expected()
    for row in rows:
        if row.name != SWEEP and row.is_late(now):
            _, new = Outage.objects.get_or_create(source=row.name, begins_at=row.at)
            if new:
                log.warning("%s has been away since %s: deadlines wait", PARTS[row.name], row.at)
    lasting().exclude(source__in=[row.name for row in rows]).update(ends_at=now)


def lasting() -> QuerySet[Outage]:
    """Outages that have not ended."""
    return Outage.objects.filter(ends_at=None)


def to_credit() -> QuerySet[Outage]:
    """Outages that are over and of which deadlines have not got all of the time back."""
    behind = Q(credited_until=None) | Q(credited_until__lt=F("ends_at"))
    return Outage.objects.filter(behind, ends_at__isnull=False)


def at_rest(now: datetime, since: datetime | None = None) -> bool:
    """Whether nothing is judged now: a part is away, time has to be given back first, or mail is still on its way.

    Asked with every judgement, too: a worker that was frozen in the middle of a sweep does not know that it was.

    since  the moment by which letters had to come in: every door must have taken what had come by then
    """
    for row in expected():
        if row.is_late(now) or row.failing_at is not None:
            return True
        if since is not None and row.name in DOORS and row.has_taken_until < since:
            return True
    if lasting().exists() or to_credit().exists():
        return True
    lately = Outage.objects.filter(source__in=BROUGHT, ends_at__gt=now - COME_AGAIN)
    return any(now < away.ends + min(away.length, COME_AGAIN) for away in (found.span for found in lately))
