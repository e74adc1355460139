"""Letters that have waited for too long, in and out. What waits by intent does not count: `read_from` and `due_at`."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Min, Q
from django.utils import timezone

from tournaments.actions.clock import pace
from tournaments.models import InboundLetter, OutboundLetter
from tournaments.outbox.claims import LEASE
from tournaments.outbox.mail_health import TO_POST
from tournaments.outbox.outbox import WAITING
from tournaments.running.health.finding import Findings, age, fail, ok, warn
from tournaments.runtime.literal import Literal

SLOW, LATE = timedelta(seconds=30), timedelta(minutes=5)
START = "see that workers run (systemctl status bruges-worker) and what their log says of it"


def coming_in() -> Findings:
    """Whether a letter waits to be read for longer than it should; one of a batch waits for the end of its span."""
    now = timezone.now()
    oldest = pace.unread().filter(read_from__lte=now).aggregate(oldest=Min("read_from"))["oldest"]
    if oldest is not None and now - oldest > SLOW:
        yield (fail if now - oldest > LATE else warn)(f"a letter has waited to be read for {age(oldest)}", START)
    else:
        yield ok("no letter waits to be read for longer than it should")


def going_out() -> Findings:
    """Whether a letter waits to be posted for longer than it should; one that was put off waits until it is due."""
    now = timezone.now()
    waiting = OutboundLetter.objects.filter(state__in=TO_POST).order_by()
    oldest = waiting.aggregate(
        due=Min("due_at", filter=Q(state__in=WAITING, due_at__lte=now)),
        taken=Min("taken_at", filter=Q(state=OutboundLetter.State.IN_FLIGHT)),
    )
    late = [
        since
        for since, most in ((oldest["due"], LATE), (oldest["taken"], LATE + LEASE))
        if since is not None and now - since > most
    ]
    if late:
        yield fail(f"a letter has waited to be posted for {age(min(late))}", START)
    else:
        yield ok("no letter waits to be posted for longer than it should")


def laid_aside() -> Findings:
    """Whether letters were laid aside because reading them failed again and again."""
    aside = InboundLetter.objects.filter(state=Literal(InboundLetter.State.LAID_ASIDE)).order_by("received_at")
    moments: list[datetime] = list(aside.values_list("received_at", flat=True))
    if moments:
        words = f"letters that could not be read: {len(moments)}, the oldest of them for {age(moments[0])}"
        yield warn(words, 'on the desk\'s page about letters in, choose them and press "Read again"')
    else:
        yield ok("no letter was laid aside")
