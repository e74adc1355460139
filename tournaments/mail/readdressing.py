"""Letters that have not gone out, and open questions, with the addresses and links that hold now.

Part of `actions.renewing`, inside its transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.utils import timezone

from tournaments import calendars, hints
from tournaments.mail import address, headers, kinds, outbox
from tournaments.models import OutboundLetter, Player, Seat, Turn

State = OutboundLetter.State
WAITING = (*outbox.WAITING, State.FOR_DIGEST, State.FOR_ANSWER)
IN_WORDS = ("sender", "subject", "text", "html", "envelope_sender", "message_id")
SAME = ("kind", "seat", "league", "serial", "sender", "subject", "text", "html", "picture", "papers", "gist")


class Renewal:
    """What replaces what in a letter: tokens by seat, the calendar's address, links to get fewer letters."""

    def __init__(self, before: Player, now: Player) -> None:
        self.before, self.now = before, now
        self.epochs = dict(Seat.objects.filter(player=now).values_list("pk", "token_epoch"))

    def words(self, text: str, letter: OutboundLetter) -> str:
        """A text of the letter with everything in it that was signed for the player signed anew."""
        text = address.signed_anew(text, self.epochs, settings.MAIL_KEYS)
        text = text.replace(calendars.address(self.before), calendars.address(self.now))
        if letter.league is not None:
            old, new = (headers.unsubscribe_key(player, letter.league) for player in (self.before, self.now))
            text = text.replace(old, new)
        return text

    def apply(self, letter: OutboundLetter) -> Sequence[str]:
        """Change a letter's row, not saved; the fields that were changed."""
        values: dict[str, Any] = {name: self.words(getattr(letter, name), letter) for name in IN_WORDS}
        values["headers"] = {name: self.words(value, letter) for name, value in letter.headers.items()}
        values["gist"] = [self.words(line, letter) for line in letter.gist]
        changed = {name: value for name, value in values.items() if value != getattr(letter, name)}
        for name, value in changed.items():
            setattr(letter, name, value)
        return list(changed)


def waiting(player: Player, renewal: Renewal) -> None:
    """Sign what has not gone out anew; a link that signs in is dead and goes to nobody."""
    letters = OutboundLetter.objects.filter(player=player, state__in=WAITING)
    for letter in letters.select_for_update(of=("self",), no_key=True).select_related("league").order_by("pk"):
        if kinds.of(letter.kind).key:
            letter.state, letter.failure = State.FAILED, "its link was ended"
            letter.save(update_fields=("state", "failure"))
        elif changed := renewal.apply(letter):
            letter.save(update_fields=changed)


def questions(player: Player, renewal: Renewal) -> int:
    """Send the newest letter with each open question once more, as of now; how many."""
    count = 0
    for turn in Turn.objects.filter(seat__player=player, ended_at=None, asked_at__isnull=False).order_by("pk"):
        letters = OutboundLetter.objects.filter(seat=turn.seat_id, serial=turn.serial, kind__in=kinds.ASKING)
        letter = letters.exclude(text="").select_related("league", "player", "seat").order_by("pk").last()
        if letter is None:
            continue
        count += 1
        if letter.state in outbox.WAITING:
            continue  # it has the new addresses already
        if letter.state == State.FOR_DIGEST:
            _send_now(letter)
        else:
            _send_again(letter, renewal)
    return count


def _send_now(letter: OutboundLetter) -> None:
    letter.state, letter.due_at = State.QUEUED, timezone.now()
    letter.save(update_fields=("state", "due_at"))
    hints.post_letter(letter.pk)


def _send_again(letter: OutboundLetter, renewal: Renewal) -> None:
    """The same words by a letter of its own: the answer to this one counts."""
    renewal.apply(letter)
    player, seat = renewal.now, letter.seat
    dedupe = f"renewed:{headers.renewal_of(player)}:{letter.pk}"
    reply_to = headers.reply_address(seat, letter.serial)
    again = OutboundLetter(
        **{name: getattr(letter, name) for name in SAME},
        player=player,
        to=player.email,
        dedupe=dedupe,
        headers={"Reply-To": reply_to, **headers.headers_for(player, seat, letter.league, None)},
        envelope_sender=reply_to,
        message_id=headers.message_id(letter.kind, dedupe, seat, letter.serial),
        due_at=timezone.now(),
    )
    if player.dead_at:
        again.state, again.failure = State.FAILED, outbox.UNREACHABLE
    outbox.put_in(again)
