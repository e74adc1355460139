"""When parts of the service were last seen at work, and the times in which one was not."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models

from tournaments.formats.spans import Span
from tournaments.models.states import there


class Heartbeat(models.Model):
    """A part and its last sign of life.

    every       within which the next sign was to come; much later than that, the part was away
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
        """The moment of which a door says that all letters that had come by then are here."""
        return self.taken_until or self.at


class Outage(models.Model):
    """A time in which a part of the service did not work, as it became known. No deadline runs in it.

    source          which part (`tournaments.heartbeats.PARTS`)
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
