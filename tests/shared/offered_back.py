"""An order that came too late, offered back: the answer to it asks whether it is to be played now."""

from __future__ import annotations

from tests.shared.cast import asked_seat
from tests.shared.post import deliver, newest
from tournaments.models import OutboundLetter, Seat


def offered_back(seat: Seat) -> OutboundLetter:
    """The question to a seat that is asked at this moment; a yes to it plays an order."""
    letter = newest(seat, "turn")
    deliver(letter, "12")
    for _ in range(2):
        deliver(newest(asked_seat(seat.table), "turn"), "12")
    deliver(letter, "22")
    return newest(seat, "turn_over")
