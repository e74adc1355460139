"""How often something has been asked for in a span of time."""

from __future__ import annotations

from django.db import models


class Allowance(models.Model):
    """A count that all processes share.

    name   a pseudonym of what is counted, for whom and in which span (`tournaments.mail.pseudonyms`)
    until  when the span is over and the row may be purged
    """

    name = models.CharField(max_length=64, primary_key=True)
    used = models.PositiveIntegerField(default=0)
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"used {self.used} times until {self.until:%d %b %H:%M}"
