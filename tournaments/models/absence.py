"""Days on which players are away."""

from __future__ import annotations

from django.db import models


class Vacation(models.Model):
    """Days off of one player in one league, booked beforehand.

    first, last         both included, in the player's zone when they were booked
    begins_at, ends_at  the same as moments
    booked_at           questions that were asked before keep their deadline
    cancelled_at        what was cancelled in its course ends with that day instead
    """

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="vacations")
    first = models.DateField()
    last = models.DateField()
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    booked_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(last__gte=models.F("first")), name="days_off_in_their_order"),
        )
        ordering = ("first", "pk")

    def __str__(self) -> str:
        return f"{self.first:%d %b} to {self.last:%d %b}"
