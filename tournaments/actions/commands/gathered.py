"""One answer to many letters: what waits for the same moment goes out as one letter.

Answers to letters that are read in a batch wait for the end of the batch. What is above the limits (`limits`) waits for
the end of the hour: answers to a player's own letters, and what others say at a table.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tournaments.actions.player import digests
from tournaments.letters import gathered as letters
from tournaments.letters.digest import answered_seat
from tournaments.models import OutboundLetter, Player
from tournaments.outbox import outbox
from tournaments.queries.letters import kinds
from tournaments.runtime.literal import Literal

State = OutboundLetter.State
KIND = "gathered"
LEFT_BEHIND = timedelta(minutes=2)  # by a worker that died before it wrote the one letter
LATER = timedelta(minutes=5)


def waiting_for(answered: Iterable[int]) -> list[int]:
    """The players to whom answers to these letters are to be gathered by now."""
    rows = OutboundLetter.objects.filter(answers__in=list(answered), state=State.FOR_ANSWER, due_at__lte=timezone.now())
    return list(rows.order_by("player").values_list("player", flat=True).distinct())


def due(now: datetime) -> list[int]:
    """Players whose answers nobody has gathered."""
    rows = OutboundLetter.objects.filter(state=Literal(State.FOR_ANSWER), due_at__lt=now - LEFT_BEHIND)
    return sorted(set(rows.order_by("due_at").values_list("player", flat=True)))


@transaction.atomic
def send(player_id: int) -> bool:
    """Write one letter for all that waits to be gathered for the player, if some of it is due. True if it is.

    A single one goes out as it is, unless it asks for orders and may be out of date.
    """
    now = timezone.now()
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    waiting = player.letters_out.filter(state=State.FOR_ANSWER).order_by("pk")
    if not waiting.filter(due_at__lte=now).exists():
        return False
    held = waiting.select_for_update(of=("self",), no_key=True)  # somebody in them may be erased meanwhile (`unsent`)
    answers = list(held.select_related("answers", "seat__table__league", "seat__player"))
    if len(answers) == 1 and not _is_old_question(answers[0]):
        outbox.release(waiting.filter(pk=answers[0].pk))
        return True
    seats = {answer.seat_id for answer in answers if answer.seat_id is not None}
    games = [game for game in digests.waiting(player) if game.turn.seat_id in seats]
    draft, seat = letters.gathered(player, answers, games, now), answered_seat(games, answers)
    one = outbox.write(draft, player=player, seat=seat, dedupe=f"{KIND}:{player.pk}:{answers[-1].pk}")
    waiting.filter(pk__in=[answer.pk for answer in answers]).update(state=State.GATHERED, told_in=one)
    return True


def _is_old_question(answer: OutboundLetter) -> bool:
    return answer.due_at > answer.created_at and kinds.of(answer.kind).asks


def put_off(player_id: int) -> None:
    """Move answers that could not be gathered out of the way of others'."""
    now = timezone.now()
    waiting = OutboundLetter.objects.filter(player=player_id, state=State.FOR_ANSWER, due_at__lte=now)
    waiting.update(due_at=now + LATER)
