"""Whether a letter may still go out as it is. Asked at the last moment before it is handed over; changes nothing.

Whoever is erased is taken out of everything that waits to be sent (`actions.unsent`); what was sent stays as it is. So
a letter that has left us before somebody was erased, by itself or in one letter with others, may name them and must not
leave again in the same words: not as itself, not as a copy, and not as the words of a new letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max, Q

from tournaments.models import Address, OutboundLetter, Player
from tournaments.queries.access import observing

State = OutboundLetter.State
WORDS = ("subject", "text", "html")
NO_COPIES = "its reader wants no copies there any more"
READER_GONE = "its reader has left the service"
NOT_SENT = "the letter that it copies is not sent"
TOO_OLD = "it was sent before somebody was forgotten"
NOT_PUBLIC = "what it tells may not be told to everybody now"
TAKEN_BACK = "it was taken back while it was being sent"

# Letters outside these have left us, or are kept back for good.
WAITS = Q(state__in=(State.QUEUED, State.IN_FLIGHT, State.RETRY, State.FAILED, State.FOR_ANSWER, State.FOR_DIGEST))
WAITS |= Q(state=State.GATHERED, told_in__sent_at=None)  # comes by itself if the one letter is refused


def why_not(letter: OutboundLetter) -> str:
    """The reason not to send a letter in these words that somebody has taken up to send; "" when there is none."""
    if letter.player is not None and not letter.player.is_active:
        return READER_GONE
    if letter.kind == observing.LETTER and not observing.may_be_told(letter):
        return NOT_PUBLIC
    original = letter.copy_of
    if original is not None:
        if not _gets_copies(letter):
            return NO_COPIES
        if original.state == State.NOT_WANTED:
            return NOT_SENT
    return TOO_OLD if too_old([original or letter]) else ""


def too_old(letters: Sequence[OutboundLetter]) -> list[OutboundLetter]:
    """The letters whose words may name somebody who was erased after the letter was sent."""
    left = {letter.pk: since for letter in letters if (since := _left_at(letter)) is not None}
    if not left:
        return []
    erased = Player.objects.filter(erased_at__gte=min(left.values())).aggregate(last=Max("erased_at"))["last"]
    return [letter for letter in letters if erased is not None and letter.pk in left and left[letter.pk] <= erased]


def _left_at(letter: OutboundLetter) -> datetime | None:
    """The moment after which erasing no longer changes its words; None while it waits."""
    if letter.sent_at is not None:
        return letter.sent_at
    if letter.told_in is not None and letter.told_in.sent_at is not None:
        return letter.told_in.sent_at
    return letter.created_at if letter.state == State.NOT_WANTED else None


def _gets_copies(copy: OutboundLetter) -> bool:
    """Whether copies still go there: the address may have been given up while this one waited to be sent."""
    theirs = Address.objects.filter(player=copy.player, copies=True, verified_at__isnull=False)
    return theirs.filter(email__same=copy.to).exists()


def words_of(letter: OutboundLetter) -> tuple[str, ...]:
    """The words that a message of the letter holds, as far as they are stored."""
    original = letter.copy_of or letter
    return tuple(getattr(original, name) for name in WORDS)


class KeptBack(Exception):
    """The letter may not go out as it is. `why` is the reason, one of those in `goes_out`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
