"""The texts that players write about a game: for themselves, and to each other."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models.fields import Said


class Note(models.Model):
    """A line that a player has noted at a table. No page and no letter but the player's own ever shows it.

    player  whose it is; the seat may be somebody else's by now
    letter  the one it came in: read twice, it is noted once
    """

    seat = models.ForeignKey("tournaments.Seat", on_delete=models.PROTECT, related_name="notes")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notes")
    letter = models.ForeignKey("tournaments.InboundLetter", null=True, on_delete=models.SET_NULL, related_name="notes")
    round = models.PositiveSmallIntegerField()
    words = Said()
    written_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("written_at", "pk")

    def __str__(self) -> str:
        return f"a note of {self.seat}"


class Press(models.Model):
    """Words that a player has said to the table, or told one other player. They were mailed on when they came.

    seat       where they were said; `player` who sat there then, `to_player` who sat at `to`
    to         None: the whole table
    letter     the one they came in: read twice, they are said once
    """

    seat = models.ForeignKey("tournaments.Seat", on_delete=models.PROTECT, related_name="press")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="press")
    to = models.ForeignKey("tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="press_in")
    to_player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="press_in"
    )
    letter = models.ForeignKey("tournaments.InboundLetter", null=True, on_delete=models.SET_NULL, related_name="press")
    round = models.PositiveSmallIntegerField()
    words = Said()
    said_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("said_at", "pk")
        verbose_name_plural = "press"

    def __str__(self) -> str:
        return f"press of {self.seat}"
