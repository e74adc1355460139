"""Papers that take a while to make."""

from __future__ import annotations

from django.db import models

from engine.language.languages import ENGLISH, LANGUAGES


class Print(models.Model):
    """A paper that was asked for: waiting, in the making with how far it is, or made and kept.

    key      of what it shows: who asks again for the same finds this row, two presses are one print
    language  of the player who asked for it, whatever its maker speaks
    done     steps of `steps`
    tries    how often it was begun; who makes it goes on only while this is still the number it began with
    beat_at  when its maker was last heard of, or before which it is not begun again
    used_at  when it was last asked for or taken away
    """

    class Kind(models.TextChoices):
        RECORD = "record", "game record"
        BOOK = "book", "league book"
        CERTIFICATES = "certificates", "certificates"

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        MAKING = "making", "being made"
        MADE = "made", "ready"
        FAILED = "failed", "could not be made"

    key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    language = models.CharField(max_length=10, default=ENGLISH, choices=LANGUAGES.items())
    league = models.ForeignKey("tournaments.League", on_delete=models.CASCADE, related_name="prints")
    table = models.ForeignKey("tournaments.Table", null=True, on_delete=models.CASCADE, related_name="prints")
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    done = models.PositiveSmallIntegerField(default=0)
    steps = models.PositiveSmallIntegerField(default=1)
    tries = models.PositiveSmallIntegerField(default=0)
    content = models.BinaryField(default=b"", editable=False)
    asked_at = models.DateTimeField(auto_now_add=True)
    beat_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index("beat_at", condition=models.Q(state__in=("waiting", "making")), name="print_to_make"),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.table or self.league}"
