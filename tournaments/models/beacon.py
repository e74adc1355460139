"""Sources of public values for the chance."""

from __future__ import annotations

from django.db import models


class Beacon(models.Model):
    """A chain of public random values, as its own address describes it.

    genesis   seconds since 1970 when its first round came out, `period` the seconds between two; empty until it was
              reached
    tried_at  when it was last asked for them
    """

    source = models.URLField(max_length=300, unique=True)
    genesis = models.BigIntegerField(null=True, blank=True)
    period = models.PositiveIntegerField(null=True, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.source
