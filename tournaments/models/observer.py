"""Readers of letters about a public table, who do not play there."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from engine.language.languages import LANGUAGES


class Observer(models.Model):
    """Somebody who has proved the address to which letters about a table go. The row is gone when it is over.

    player    a player; else an `email`, which is nobody's who plays here, and the `language` of its letters
    told      number of the newest entry of the log that a letter has told of
    round     of the table when that was looked at last
    look_at   when to look again, after a fault
    """

    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="observers")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="observing"
    )
    email = models.EmailField(max_length=254, blank=True)
    language = models.CharField(max_length=10, blank=True, choices=LANGUAGES.items())
    since = models.DateTimeField(default=timezone.now)
    told = models.PositiveIntegerField(default=0)
    round = models.PositiveSmallIntegerField(default=0)
    look_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("table", "player"), name="observes_once"),
            models.UniqueConstraint(
                "table", Lower("email"), condition=~models.Q(email=""), name="address_observes_once"
            ),
            models.CheckConstraint(
                condition=models.Q(player__isnull=False, email="")
                | models.Q(models.Q(player=None), ~models.Q(email="")),
                name="observer_is_one",
            ),
        )
        indexes = (models.Index(Lower("email"), name="observer_email"),)
        ordering = ("since", "pk")

    def __str__(self) -> str:
        return f"observer {self.pk} of table {self.table_id}"
