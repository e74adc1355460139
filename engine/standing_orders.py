"""Standing orders: how a seat answers a kind of decision without being asked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A standing order of a seat: how it answers one kind of decision without being asked.

    topic  what it is about ("draw", "climb", "fire", ...)
    text   the canonical words after the topic ("red > blue > any", "if climb price <= 3", "ask")
    """

    topic: str
    text: str

    def __str__(self) -> str:
        return f"{self.topic} {self.text}"


ASK = "ask"  # the rule text that means: ask me
