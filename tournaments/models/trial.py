"""What the sweep has begun and not brought to an end."""

from __future__ import annotations

from django.db import models


class Trial(models.Model):
    """One thing that was due and was begun; its row goes when it is done.

    what      what is done to it, as the sweep calls it, and row  the key of the row to which it is done
    busy      somebody is at it since `begun_at`, or has died at it
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
