"""Letters as they lie on the desk."""

from __future__ import annotations

from django.utils import timezone

from tournaments.models import InboundLetter, Player, Table


def letter_in(table: Table, player: Player, state: str = InboundLetter.State.DONE) -> InboundLetter:
    """One that the player has written to the table."""
    return InboundLetter.objects.create(
        key=f"{table.pk}-{player.pk}-{state}", door="smtp", seat=table.seats.get(player=player), player=player,
        raw=b"From: a@example.net\r\nTo: play+k1abc234xyz@mail.example.org\r\n\r\nworkers heirloom\r\n", state=state,
        received_at=timezone.now(),
    )  # fmt: skip
