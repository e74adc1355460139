"""The offers of seats that can still be taken, and how they end. Nobody is told here: see `actions.offers`."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournaments.models import League, Player, Seat, SeatOffer, Table
from tournaments.queries.access.offices import acts_for
from tournaments.runtime import portions

KEPT = timedelta(days=7)  # a row after its end: until then the desk tells what has become of the offer
State = SeatOffer.State


def open_now(now: datetime | None = None) -> QuerySet[SeatOffer]:
    """Offers that can be taken: in time, the seat still with whom it was with, the game running.

    And made by somebody who may still act for the league.
    """
    same = Q(since=None, seat__since=None) | Q(since=F("seat__since"))
    running = SeatOffer.objects.filter(same, state=State.OPEN, seat__table__state=Table.State.RUNNING)
    return running.filter(acts_for("seat__table__league", "by"), until__gt=now or timezone.now())


def end(offers: QuerySet[SeatOffer], state: str = State.OVER) -> int:
    """End those of the offers that are open; how many there were."""
    return offers.filter(state=State.OPEN).update(state=state, ended_at=timezone.now())


def end_for(seat: Seat) -> int:
    """End the offers of a seat that goes back to its player, alone or together with other seats of theirs."""
    end_for_all(seat.table.league, seat.player)
    return end(SeatOffer.objects.filter(seat=seat))


def end_for_all(league: League, player: Player | None) -> int:
    """End the offers of all seats of a player in a league together: one of them is the player's own again."""
    together = SeatOffer.objects.filter(everywhere=True, seat__table__league=league)
    return end(together.filter(seat__player=player)) if player is not None else 0


def end_at(table: Table) -> int:
    """End the offers at a table that stops: it may go on with other players than those to be replaced."""
    return end(SeatOffer.objects.filter(seat__table=table))


def end_to(player: Player) -> int:
    """End the offers to a player whose mailbox was read by somebody else, who must not take a seat in their name."""
    verified = player.addresses.filter(verified_at__isnull=False).values_list("email", flat=True)
    mine = Q()
    for email in (player.email, *verified):
        mine |= Q(email__same=email)
    return end(SeatOffer.objects.filter(mine))


def end_lapsed(now: datetime) -> int:
    """Mark the offers that can no longer be taken; how many there were."""
    lapsed = SeatOffer.objects.filter(state=State.OPEN).exclude(pk__in=open_now(now).values("pk"))
    return portions.update(lapsed, state=State.OVER, ended_at=timezone.now())


def forget_ended(now: datetime) -> int:
    """Delete offers some days after their end, and with them whom they went to; how many there were."""
    return portions.delete(SeatOffer.objects.filter(ended_at__lt=now - KEPT))
