"""When parts of the service were last seen at work."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """A part and its last sign of life."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%d %b %H:%M:%S}"
