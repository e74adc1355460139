"""When the database was put back from a backup, and when that was rehearsed."""

from __future__ import annotations

from django.db import models


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
