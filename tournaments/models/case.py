"""The matters that players bring before the organiser of their league."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models.fields import Said


class Case(models.Model):
    """A question of a seat to the referee, and the ruling that the whole table reads.

    player  who called; the seat may be somebody else's by now
    letter  the one it came in: read twice, it opens one case
    readers  organisers to whom it was put when it was opened; of those who play at the table nobody else reads it
             before its ruling, and who called was told so
    passed_over  closed by an organiser without a ruling, and so without a letter to the table
    """

    seat = models.ForeignKey("tournaments.Seat", on_delete=models.PROTECT, related_name="cases")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="cases")
    letter = models.ForeignKey("tournaments.InboundLetter", null=True, on_delete=models.SET_NULL, related_name="cases")
    readers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+")
    words = Said()
    opened_at = models.DateTimeField(auto_now_add=True)
    ruling = Said(blank=True)
    ruled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="ruled")
    ruled_at = models.DateTimeField(null=True, blank=True)
    passed_over = models.BooleanField(default=False)

    class Meta:
        indexes = (models.Index("opened_at", condition=models.Q(ruled_at__isnull=True), name="case_open"),)
        ordering = ("opened_at", "pk")

    def __str__(self) -> str:
        return f"case {self.pk} of {self.seat}"
