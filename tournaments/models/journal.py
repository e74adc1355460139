"""The journal: who did what to a league, table or player, and when. Never changed, never deleted."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy

from tournaments.models.fields import SaidShortly


class JournalLine(models.Model):
    """One action. `actor` is empty when the service itself acted."""

    at = models.DateTimeField(gettext_lazy("when"), auto_now_add=True)
    verb = models.CharField(gettext_lazy("kind"), max_length=40)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="journal")
    league = models.ForeignKey("tournaments.League", null=True, on_delete=models.PROTECT, related_name="journal")
    table = models.ForeignKey("tournaments.Table", null=True, on_delete=models.PROTECT, related_name="journal")
    seat = models.ForeignKey("tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="journal")
    words = SaidShortly(max_length=400)
    data = models.JSONField(default=dict, blank=True)

    class Meta:
        indexes = (
            models.Index("at", "id", name="journal_at"),
            models.Index("verb", "at", "id", name="journal_verb"),
        )
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return self.words
