"""One answer to many letters: what was written to each while they were read in a batch goes out as one letter."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tournaments.actions import digests
from tournaments.literal import Literal
from tournaments.mail import outbox
from tournaments.mail.letters import gathered as letters
from tournaments.models import OutboundLetter, Player

State = OutboundLetter.State
KIND = "gathered"
LEFT_BEHIND = timedelta(minutes=2)  # by a worker that died before it wrote the one letter
LATER = timedelta(minutes=5)


def waiting_for(answered: Iterable[int]) -> list[int]:
    """The players to whom answers to these letters wait to be gathered."""
    rows = OutboundLetter.objects.filter(answers__in=list(answered), state=State.FOR_ANSWER)
    return list(rows.order_by("player").values_list("player", flat=True).distinct())


def due(now: datetime) -> list[int]:
    """Players whose answers nobody has gathered."""
    rows = OutboundLetter.objects.filter(state=Literal(State.FOR_ANSWER), due_at__lt=now - LEFT_BEHIND)
    return sorted(set(rows.order_by("due_at").values_list("player", flat=True)))


@transaction.atomic
def send(player_id: int) -> bool:
    """Write one letter for all answers that wait for the player; a single one goes out as it is. True if any did."""
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    waiting = player.letters_out.filter(state=State.FOR_ANSWER).order_by("pk")
    answers = list(waiting.select_related("answers", "seat__table__league", "seat__player"))
    if not answers:
        return False
    if len(answers) == 1:
        outbox.let_go(answers[0])
        return True
    seats = {answer.seat_id for answer in answers if answer.seat_id is not None}
    games = [game for game in digests.waiting(player) if game.turn.seat_id in seats]
    seat = games[0].turn.seat if len(games) == 1 else None
    draft = letters.gathered(player, answers, games, timezone.now())
    outbox.write(draft, player=player, seat=seat, dedupe=f"{KIND}:{player.pk}:{answers[-1].pk}")
    waiting.filter(pk__in=[answer.pk for answer in answers]).update(state=State.GATHERED)
    return True


def put_off(player_id: int) -> None:
    """Move answers that could not be gathered out of the way of others'."""
    waiting = OutboundLetter.objects.filter(player=player_id, state=State.FOR_ANSWER)
    waiting.update(due_at=timezone.now() + LATER)
