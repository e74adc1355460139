"""The daily letter: one for all games in which something waits, at the player's hour. Reminders go out beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments.formats import clocks
from tournaments.letters import digest as letters
from tournaments.letters.digest import Waiting
from tournaments.models import OutboundLetter, Player, Seat, Table, Turn
from tournaments.outbox import outbox, preferences
from tournaments.queries import matches

State = OutboundLetter.State


@transaction.atomic
def send(player_id: int) -> bool:
    """Write the daily letter if it is time and anything waits. True if it was written now.

    A turn letter that is told of in it waits on, for the next day, as long as its turn is open; all others are done.
    """
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    now = timezone.now()
    waiting_for_it = player.letters_out.select_for_update(of=("self",), no_key=True).filter(state=State.FOR_DIGEST)
    held = list(waiting_for_it.order_by("pk"))  # held until it is written: somebody in them may be erased (`unsent`)
    if not any(letter.due_at <= now for letter in held):
        return False
    key = f"digest:{player.pk}:{clocks.local_day(now, player.zone)}"
    today = OutboundLetter.objects.filter(dedupe=key).exists()  # the hour was changed: one a day all the same
    games, news = waiting(player), [letter for letter in held if letter.gist]
    written = bool(games or news) and not today
    daily = _write(player, games, news, key, now) if written else None
    _put_away(player, held, games, now, told=not today, told_in=daily)
    return written


def waiting(player: Player) -> list[Waiting]:
    """The player's open questions, the nearest deadline first. Rows may change meanwhile: what does not fit is left."""
    turns = Turn.objects.filter(seat__player=player, ended_at=None, asked_at__isnull=False)
    running = turns.filter(seat__table__state=Table.State.RUNNING, seat__mover=Seat.Mover.PLAYER)
    found = []
    for turn in running.select_related("seat__player", "seat__table__league__deck").order_by("due_by", "pk"):
        match = matches.load(turn.seat.table)
        decision = match.decision(turn.seat.number)
        if decision is not None and decision.serial == turn.serial:
            found.append(Waiting(turn, match))
    return found


def _write(
    player: Player, games: Sequence[Waiting], news: Sequence[OutboundLetter], key: str, now: datetime
) -> OutboundLetter:
    """Write it. If all of it is about one game that waits, a reply to the letter itself goes to that game."""
    draft = letters.digest(player, games, news, now)
    return outbox.write(draft, player=player, dedupe=key, seat=letters.answered_seat(games, news))


def _put_away(
    player: Player,
    held: Iterable[OutboundLetter],
    games: Sequence[Waiting],
    now: datetime,
    *,
    told: bool,
    told_in: OutboundLetter | None,
) -> None:
    still_open = {(game.turn.seat_id, game.turn.serial) for game in games}
    tomorrow = preferences.next_digest(player, now)
    for letter in held:
        if not told or (letter.kind == "turn" and (letter.seat_id, letter.serial) in still_open):
            letter.due_at = tomorrow
        else:
            letter.state = State.GATHERED
        letter.told_in = told_in or letter.told_in
        letter.save(update_fields=("state", "due_at", "told_in"))


def put_off(player_id: int) -> None:
    """Move a daily letter that could not be written out of the way of the others."""
    held = OutboundLetter.objects.filter(player=player_id, state=State.FOR_DIGEST)
    held.update(due_at=timezone.now() + outbox.DIGEST_AGAIN)
