"""The desk's view of offered seats: to whom, until when, the fate of the letter and of the offer. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.actions.seats import offered
from tournaments.models import League, OutboundLetter, SeatOffer, Table
from tournaments.queries.access.impartiality import Left

MOST = 30  # on one page
TROUBLE = {
    OutboundLetter.Delivery.CAME_BACK: "the letter came back",
    OutboundLetter.Delivery.UNWANTED: "the letter was called unwanted mail",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """whom          the address, as an organiser typed it, or the player who has taken the seat
    is_open       whether it can still be taken
    may_withdraw  whether the organiser who looks may take it back: not where they play and others decide
    trouble       why it will hardly be answered: the letter came back, or was refused
    """

    offer: SeatOffer
    whom: str
    state: str
    is_open: bool
    may_withdraw: bool
    trouble: str


def of_table(table: Table, left: Left) -> list[Offer]:
    """Open ones, and those that have ended within the last days. `left`: what the reader leaves to others."""
    return _shown(SeatOffer.objects.filter(seat__table=table), left)


def of_league(league: League, left: Left) -> list[Offer]:
    """The offers that can still be taken."""
    return _shown(offered.open_now().filter(seat__table__league=league), left)


def _shown(rows: QuerySet[SeatOffer], left: Left) -> list[Offer]:
    can_be_taken = Exists(offered.open_now().filter(pk=OuterRef("pk")))
    newest = rows.select_related("seat__table__league", "seat__player", "player", "letter").order_by("-pk")
    found = newest.annotate(is_open=can_be_taken)[:MOST]
    decided = (row.is_open and not left.holds(row.seat.table) for row in found)
    return [_offer(row, is_open=row.is_open, may_withdraw=may) for row, may in zip(found, decided, strict=True)]


def _offer(row: SeatOffer, *, is_open: bool, may_withdraw: bool) -> Offer:
    lapsed = row.state == SeatOffer.State.OPEN and not is_open
    state = SeatOffer.State.OVER.label if lapsed else row.get_state_display()
    return Offer(row, str(row.player or row.email), state, is_open, may_withdraw, trouble_of(row.letter))


def trouble_of(letter: OutboundLetter | None) -> str:
    """The reason why nobody will answer a letter; "" where nothing is known against it."""
    if letter is None:
        return ""
    if letter.state == OutboundLetter.State.FAILED:
        return "the letter was refused for good"
    return TROUBLE.get(OutboundLetter.Delivery(letter.delivery), "") if letter.delivery else ""
