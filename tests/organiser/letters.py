"""Letters as they lie on the desk."""

from __future__ import annotations

from django.utils import timezone

from tournaments.letters import headers
from tournaments.models import InboundLetter, Player, Seat, Table

TOKEN = headers.token_of(Seat(pk=7), 3)  # of a reply address


def letter_in(table: Table, player: Player, state: str = InboundLetter.State.DONE) -> InboundLetter:
    """One that the player has written to the table."""
    return InboundLetter.objects.create(
        key=f"{table.pk}-{player.pk}-{state}", door="smtp", seat=table.seats.get(player=player), player=player,
        raw=f"From: a@example.net\r\nTo: play+{TOKEN}@mail.example.org\r\n\r\nworkers heirloom\r\n".encode(),
        state=state, received_at=timezone.now(),
    )  # fmt: skip
