"""Letters that the doctor has sent to the service itself and waits for."""

from __future__ import annotations

from django.db import models


class RoundTrip(models.Model):
    """One of them, until the doctor has seen it or gives up. It is nobody's letter and stands in no list.

    number  drawn by lot; the address that the letter goes to carries it, signed
    proof   the SHA-256 of the secret that stands in the letter alone
    raw     the letter as it came back, with its signatures; door  by which it came
    """

    number = models.BigIntegerField(primary_key=True)
    proof = models.CharField(max_length=64)
    begun_at = models.DateTimeField()
    came_at = models.DateTimeField(null=True, blank=True)
    door = models.CharField(max_length=12, blank=True)
    raw = models.BinaryField(default=bytes)

    class Meta:
        indexes = (models.Index("begun_at", name="round_trip_begun"),)

    def __str__(self) -> str:
        return f"round trip of {self.begun_at:%Y-%m-%d %H:%M} UTC"
