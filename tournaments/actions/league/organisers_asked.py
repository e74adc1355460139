"""The open questions whether somebody has an office in a league, and how they end. Nobody is told here."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import League, OfficeOffer, Player
from tournaments.queries.access.offices import acts_for
from tournaments.runtime import portions

KEPT = timedelta(days=7)  # a row after its end: until then the desk tells what has become of the question
State = OfficeOffer.State


def open_now(now: datetime | None = None) -> QuerySet[OfficeOffer]:
    """Questions that can be answered: in time, asked by somebody who may still act for a league that is not over."""
    asked = OfficeOffer.objects.filter(state=State.OPEN, player__is_active=True)
    asked = asked.exclude(league__state__in=League.OVER)
    return asked.filter(acts_for("league", "by"), until__gt=now or timezone.now())


def end(asked: QuerySet[OfficeOffer], state: str = State.OVER) -> int:
    """End those of the questions that are open; how many there were."""
    return asked.filter(state=State.OPEN).update(state=state, ended_at=timezone.now())


def end_to(player: Player) -> int:
    """End the questions to a player whose mailbox was read by somebody else, who must accept nothing in their name."""
    return end(OfficeOffer.objects.filter(player=player))


def end_lapsed(now: datetime) -> int:
    """Mark the questions that can no longer be answered; how many there were."""
    lapsed = OfficeOffer.objects.filter(state=State.OPEN).exclude(pk__in=open_now(now).values("pk"))
    return portions.update(lapsed, state=State.OVER, ended_at=timezone.now())


def forget_ended(now: datetime) -> int:
    """Delete questions some days after their end; how many there were. The journal keeps what became of them."""
    return portions.delete(OfficeOffer.objects.filter(ended_at__lt=now - KEPT))
