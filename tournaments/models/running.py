"""The service itself: signs of life, outages, trials, letters to itself, restores and drills."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models

from tournaments.formats.spans import Span
from tournaments.models.states import there


class Heartbeat(models.Model):
    """A part and its last sign of life.

    every       the span within which the next sign was due; if it is much later, the part was away
    failing_at  since when what it does has failed; empty while it works. Such a part gives no sign
    taken_until  of a door that fetches letters: all that had come by then have been taken; empty when that is so of
                its last sign
    """

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
    every = models.DurationField(default=timedelta(0))
    failing_at = models.DateTimeField(null=True, blank=True)
    taken_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%d %b %H:%M:%S}"

    def is_late(self, now: datetime) -> bool:
        """Whether the next sign is missing for longer than a moment."""
        return now - self.at > self.every + settings.OUTAGE_AFTER

    @property
    def has_taken_until(self) -> datetime:
        """The moment up to which a door has taken all letters that had come."""
        return self.taken_until or self.at


class Outage(models.Model):
    """A time in which a part of the service did not work, as it became known. No deadline runs in it.

    source          which part (`tournaments.runtime.heartbeats.PARTS`)
    begins_at       its last sign of life
    ends_at         the next one; empty as long as there is none
    credited_until  up to where open deadlines have been given the time back
    credited_table  while it is given back in portions of tables: the key of the last whose questions have got it
    told_at         when the tables whose deadlines moved have been told
    """

    source = models.CharField(max_length=20)
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    credited_until = models.DateTimeField(null=True, blank=True)
    credited_table = models.BigIntegerField(default=0)
    told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint("source", "begins_at", name="outage_once"),)
        indexes = (
            models.Index("ends_at", name="outage_ended"),
            models.Index("begins_at", condition=models.Q(told_at__isnull=True), name="outage_open"),
        )
        ordering = ("-begins_at", "-pk")

    def __str__(self) -> str:
        return f"outage of {self.source} from {self.begins_at:%d %b %H:%M}"

    @property
    def span(self) -> Span:
        """The whole of it. NotThere as long as it lasts."""
        return Span(self.begins_at, there(self.ends_at, self, "end: it lasts"))


class RoundTrip(models.Model):
    """A letter of the service to itself, until the doctor has seen it or gives up. It is in no list of letters.

    number  drawn by lot; the address that the letter goes to carries it, signed
    proof   the SHA-256 of the secret that is in the letter alone
    raw     the letter as it came back, with its signatures; door  by which it came
    """

    number = models.BigIntegerField(primary_key=True)
    proof = models.CharField(max_length=64)
    begun_at = models.DateTimeField()
    came_at = models.DateTimeField(null=True, blank=True)
    door = models.CharField(max_length=12, blank=True)
    raw = models.BinaryField(default=bytes)

    class Meta:
        indexes = (models.Index("begun_at", name="round_trip_begun"),)

    def __str__(self) -> str:
        return f"round trip of {self.begun_at:%Y-%m-%d %H:%M} UTC"


class Trial(models.Model):
    """Work that was due and was begun; its row is deleted when the work is done.

    what      what is done to it, as the sweep calls it, and row  the key of the row to which it is done
    busy      a worker has been at it since `begun_at`, or has died at it
    failures  how often in a row it failed, or ended its worker, and why  what happened last
    league, table  whose organisers see that it failed; empty where it belongs to no league
    """

    what = models.CharField(max_length=40)
    row = models.BigIntegerField()
    begun_at = models.DateTimeField()
    busy = models.BooleanField(default=True)
    failures = models.PositiveSmallIntegerField(default=0)
    why = models.CharField(max_length=100, blank=True)
    league = models.ForeignKey("tournaments.League", null=True, on_delete=models.CASCADE, related_name="+")
    table = models.ForeignKey("tournaments.Table", null=True, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("what", "row"), name="one_trial_of_each"),)

    def __str__(self) -> str:
        return f"{self.what} {self.row}"


class Restore(models.Model):
    """The database was put back from a backup.

    made_at  the moment that came back
    moved    the service had done nothing since: nothing was lost
    told_at  when all tables have been told; at once where nothing was lost
    """

    made_at = models.DateTimeField()
    restored_at = models.DateTimeField()
    moved = models.BooleanField(default=False)
    told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (models.Index("restored_at", condition=models.Q(told_at__isnull=True), name="restore_to_tell"),)

    def __str__(self) -> str:
        return f"restore of {self.made_at:%Y-%m-%d %H:%M} UTC"


class Drill(models.Model):
    """A backup was restored into a database of its own and checked.

    backup   name of the file; made_at  when it was made
    checked  how many games and leagues were; trouble  what was wrong, "" if nothing was
    """

    at = models.DateTimeField()
    backup = models.CharField(max_length=100, blank=True)
    made_at = models.DateTimeField(null=True, blank=True)
    checked = models.PositiveIntegerField(default=0)
    trouble = models.CharField(max_length=400, blank=True)

    class Meta:
        indexes = (models.Index("at", name="drill_at"),)

    def __str__(self) -> str:
        return f"drill of {self.at:%Y-%m-%d %H:%M} UTC"
