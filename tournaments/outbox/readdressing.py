"""Letters that have not gone out, and open questions, with the addresses and links that hold now.

Part of `actions.renewing`, inside its transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.utils import timezone

from tournaments.keys import address, taps
from tournaments.letters import headers
from tournaments.models import OutboundLetter, Player, Seat
from tournaments.outbox import goes_out, outbox
from tournaments.queries import calendars
from tournaments.queries.letters import kinds

State = OutboundLetter.State
WAITING = (*outbox.WAITING, State.FOR_DIGEST, State.FOR_ANSWER)
IN_WORDS = ("sender", "subject", "text", "html", "envelope_sender", "message_id")
AT_A_TIME = 100  # rows that one statement writes
SAME = (
    "kind", "seat", "league", "serial", "sender", "subject", "text", "html", "picture", "papers", "gist", "everywhere",
)  # fmt: skip


class Renewal:
    """The replacements in a letter: tokens and buttons by seat, the calendar's address, links to get fewer letters."""

    def __init__(self, before: Player, now: Player) -> None:
        self.before, self.now = before, now
        self.epochs = dict(Seat.objects.filter(player=now).values_list("pk", "token_epoch"))

    def words(self, text: str, letter: OutboundLetter) -> str:
        """A text of the letter with everything in it that was signed for the player signed anew."""
        for sort in (address, taps):
            text = sort.signed_anew(text, self.epochs, settings.MAIL_KEYS)
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
    """Sign anew what has not gone out. Links that sign in are dead and not sent, nor are copies of sent letters."""
    letters = OutboundLetter.objects.filter(player=player, state__in=WAITING)
    fields: set[str] = set()
    rows = list(letters.select_for_update(of=("self",), no_key=True).select_related("league").order_by("pk"))
    waits = {letter.pk for letter in rows}
    for letter in rows:
        if kinds.of(letter.kind).key:
            letter.state, letter.failure = State.FAILED, "its link was ended"
            fields |= {"state", "failure"}
        elif letter.copy_of_id is not None and letter.copy_of_id not in waits:
            # Its words are those of a letter that was sent and stays as it was; an open question comes anew, copied.
            letter.state, letter.failure = State.NOT_WANTED, "the addresses in it were ended"
            fields |= {"state", "failure"}
        else:
            fields |= set(renewal.apply(letter))
    if fields:
        OutboundLetter.objects.bulk_update(rows, sorted(fields), batch_size=AT_A_TIME)


def questions(player: Player, renewal: Renewal) -> tuple[int, list[OutboundLetter]]:
    """Send the newest letter with each open question once more, as of now.

    How many questions there are, and those of the letters whose words may not go out again: these are not sent.
    """
    letters = outbox.asking(player)
    held = [letter.pk for letter in letters if letter.state == State.FOR_DIGEST]
    outbox.release(player.letters_out.filter(pk__in=held, state=State.FOR_DIGEST))
    done = (*outbox.WAITING, State.FOR_DIGEST)  # with the new addresses already
    again = [letter for letter in letters if letter.state not in done]
    too_old = goes_out.too_old(again)
    outbox.put_all_in([_again(letter, renewal) for letter in again if letter not in too_old])
    return len(letters), too_old


def _again(letter: OutboundLetter, renewal: Renewal) -> OutboundLetter:
    """A new letter with the same words, whose reply address is valid."""
    renewal.apply(letter)
    player, seat, numbers = renewal.now, letter.seat, headers.numbers_in(letter)
    dedupe = f"renewed:{headers.renewal_of(player)}:{letter.pk}"
    reply_to = headers.reply_address(seat, letter.serial, numbers=numbers)
    again = OutboundLetter(
        **{name: getattr(letter, name) for name in SAME},
        player=player,
        to=player.email,
        dedupe=dedupe,
        headers={"Reply-To": reply_to, **headers.headers_for(player, seat, letter.league, None)},
        envelope_sender=reply_to,
        message_id=headers.message_id(letter.kind, dedupe, seat, letter.serial, player, numbers=numbers),
        due_at=timezone.now(),
    )
    if player.dead_at:
        again.state, again.failure = State.FAILED, outbox.UNREACHABLE
    return again
