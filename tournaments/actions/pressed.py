"""The forms that are being carried out, and those that were: the same form of the same page counts once."""

from __future__ import annotations

from datetime import timedelta
from time import monotonic, sleep

from django.utils import timezone

from tournaments.models import Allowance
from tournaments.outbox.pseudonyms import pseudonym

MOMENTS = timedelta(seconds=10)  # what was done: a second click comes sooner, who goes back and means it comes later
KEPT = timedelta(days=1)  # what was written to others: so long a browser that starts anew may send it again
UNDER_WAY = timedelta(minutes=2)  # longer than any request may last: then its process was ended in the middle
PATIENCE, MOMENT = 3.0, 0.05  # seconds that a second press waits for the end of the first one, and between two looks
DONE = 1  # `Allowance.used` of what was carried out; 0 while it is


def begin(form: str) -> str:
    """The name under which this press has begun, "" if another one counts.

    form  where it was sent, and all that it says
    Waits a moment for the end of another one that is under way.
    """
    name, patient_until = pseudonym("pressed", form), monotonic() + PATIENCE
    while True:
        now = timezone.now()
        row, first = Allowance.objects.get_or_create(name=name, defaults={"until": now + UNDER_WAY})
        if first or (row.until <= now and _taken_over(row)):
            return name
        if row.used == DONE or monotonic() > patient_until:
            return ""
        sleep(MOMENT)


def _taken_over(row: Allowance) -> bool:
    """Take over a press that was begun long ago; False if another one did so first."""
    rows = Allowance.objects.filter(name=row.name, until=row.until)
    return rows.update(used=0, until=timezone.now() + UNDER_WAY) > 0


def end(name: str, *, done: bool, lasting: bool = False) -> None:
    """Mark the press as ended; what was not done can be sent again."""
    rows = Allowance.objects.filter(name=name)
    if done:
        rows.update(used=DONE, until=timezone.now() + (KEPT if lasting else MOMENTS))
    else:
        rows.delete()
