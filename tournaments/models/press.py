"""What players write for themselves about a game."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Note(models.Model):
    """A line that a player has noted at a table. No page and no letter but the player's own ever shows it.

    player  whose it is; the seat may be somebody else's by now
    letter  the one it came in: read twice, it is noted once
    """

    seat = models.ForeignKey("tournaments.Seat", on_delete=models.PROTECT, related_name="notes")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notes")
    letter = models.ForeignKey("tournaments.InboundLetter", null=True, on_delete=models.SET_NULL, related_name="notes")
    round = models.PositiveSmallIntegerField()
    words = models.TextField()
    written_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("written_at", "pk")

    def __str__(self) -> str:
        return f"a note of {self.seat}"
