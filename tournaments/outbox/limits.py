"""The limits on what is too much: error answers to a token, sign-in links to an address. Counts, refuses nothing.

What is above is not lost: such an answer waits for the end of the hour and goes out with all others that wait
(`actions.gathered`). The last one before that says so (`Answers.later`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F
from django.utils import timezone

from tournaments.models import Allowance, InboundLetter, OutboundLetter, Player, Seat
from tournaments.outbox.pseudonyms import pseudonym
from tournaments.runtime import portions

ERROR_ANSWERS = 3  # at once to one token in a day, or to a player's letters without a seat
SAME_WORDS_A_DAY = 20  # letters of one player that say the same and of which nothing can be done: then it is a machine
FORMER_ANSWERS = 1
RECEIPTS_AN_HOUR = 3  # at once for orders of one seat of which none is played yet
PAPERS_A_DAY = 2  # letters with papers that anybody may have asked for in a player's name
WORDS_AN_HOUR = 12  # answers to words that are no orders, and letters by "say", of one player: the last for all above
MANY = 2**31 - 1  # no count is larger
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
ERRORS = ("orders_refused", "turn_over")  # kinds of answers to letters of which nothing was done
TOGETHER = (OutboundLetter.State.FOR_ANSWER, OutboundLetter.State.GATHERED)


Allow = Callable[[str, str, int, timedelta], bool]


class Answers(NamedTuple):
    """The way in which an answer goes out.

    left   how many more go out at once before others are gathered
    until  when this one goes out, with all others that wait by then; None: at once
    """

    left: int
    until: datetime | None

    @property
    def later(self) -> datetime | None:
        """The time when the next one goes out, for the last that goes at once to say so; None for all others."""
        return end_of(HOUR) if self.left == 0 and self.until is None else None


def _after(sent: int, most: int) -> Answers:
    """Tell how the next one goes out after `sent` at once."""
    return Answers(most - sent - 1, None) if sent < most else Answers(0, end_of(HOUR))


def holder(seat: Seat) -> str:
    """The name of a seat and its player in counts: a new player of the seat does not inherit the old one's counts."""
    return f"{seat.pk} {seat.player_id}"


def errors(seat: Seat, letter: InboundLetter) -> Answers:
    """Tell how an answer goes out to a letter of which nothing was done: three to a token and day at once."""
    if letter.queue:
        return Answers(ERROR_ANSWERS, None)  # gathered with the answers to the letters that have waited with it
    since = timezone.now() - DAY
    sent = OutboundLetter.objects.filter(
        seat=seat, player=seat.player, kind__in=ERRORS, answers__serial=letter.serial or 0, created_at__gt=since
    )
    return _after(sent.exclude(state__in=TOGETHER).count(), ERROR_ANSWERS)


def goes_round(letter: InboundLetter, player: Player, lines: Iterable[str]) -> bool:
    """Whether the player's letters say the same useless words so often in a day that they get no more answers.

    Otherwise a machine that answers every letter of ours, and does not say that it is one, would go on for ever.
    Marks the letter. What anybody may have written in the player's name counts for itself.
    """
    what, who = _sort("same words", letter), f"{player.pk} {reason_key(lines)}"
    letter.goes_round = not allow(what, who, SAME_WORDS_A_DAY, DAY)
    return letter.goes_round


def _sort(what: str, letter: InboundLetter) -> str:
    """The name of the count: a different one for letters that anybody may have written in the player's name."""
    return what if letter.proved else f"{what} in their name"


def former(seat: Seat, player: Player, letter: InboundLetter) -> Answers:
    """Tell how "this seat is no longer yours" goes out: one to a player and seat in a day at once, from any address."""
    if letter.queue:
        return Answers(FORMER_ANSWERS, None)
    first = allow("former seat", f"{seat.pk} {player.pk}", FORMER_ANSWERS, DAY)
    return _after(0 if first else FORMER_ANSWERS, FORMER_ANSWERS)


def not_understood(player: Player, letter: InboundLetter) -> Answers:
    """Tell how an answer goes out to a letter without a seat that says nothing: three to a player in a day at once.

    What anybody may have written in the player's name counts for itself.
    """
    if letter.queue:
        return Answers(ERROR_ANSWERS, None)
    return _left(_sort("not understood", letter), str(player.pk), ERROR_ANSWERS, DAY)


def laid_aside(player: Player) -> Answers:
    """Tell how a player learns that a letter of theirs could not be read: three in a day at once."""
    return _left("laid aside", str(player.pk), ERROR_ANSWERS, DAY)


def receipts(seat: Seat, letter: InboundLetter) -> Answers:
    """Tell how a receipt goes out for orders only kept, or in force from now on: three of a seat an hour at once."""
    if letter.queue:
        return Answers(RECEIPTS_AN_HOUR, None)
    return _left("receipts", holder(seat), RECEIPTS_AN_HOUR, HOUR)


def _left(what: str, who: str, most: int, within: timedelta) -> Answers:
    """Count one of `most` in a span of time, and tell how it goes out."""
    name = _counted(what, who, most, within)
    used = Allowance.objects.values_list("used", flat=True).get(name=name) if name else most + 1
    return _after(used - 1, most)


def reason_key(reasons: Iterable[str]) -> str:
    """A short name for a set of reasons: equal sets have equal names."""
    return hashlib.sha256("\n".join(sorted(set(reasons))).encode()).hexdigest()[:16]


def allow(what: str, who: str, most: int, within: timedelta, times: int = 1) -> bool:
    """Count `times`; whether they are among the first `most` of a span of time. All processes count together."""
    return bool(_counted(what, who, most, within, times))


def would_allow(what: str, who: str, most: int, within: timedelta, times: int = 1) -> bool:
    """Whether `allow` would say yes now. Counts nothing."""
    return used(what, who, within) + times <= most


def _counted(what: str, who: str, most: int, within: timedelta, times: int = 1) -> str:
    """Count `times` and return the count's name; "", and nothing is counted, if that exceeds `most` in the span."""
    now = timezone.now()
    name = pseudonym("allowance", what, who.lower(), _slot(now, within))
    room = Allowance.objects.filter(name=name, used__lte=most - times)
    if room.update(used=F("used") + times):
        return name
    Allowance.objects.bulk_create([Allowance(name=name, until=now + within)], ignore_conflicts=True)
    return name if room.update(used=F("used") + times) else ""


def used(what: str, who: str, within: timedelta) -> int:
    """The number counted in this span of time."""
    name = pseudonym("allowance", what, who.lower(), _slot(timezone.now(), within))
    return Allowance.objects.filter(name=name).values_list("used", flat=True).first() or 0


def used_by_each(what: str, whos: Iterable[str], within: timedelta) -> dict[str, int]:
    """`used` of many at once."""
    slot = _slot(timezone.now(), within)
    names = {who: pseudonym("allowance", what, who.lower(), slot) for who in whos}
    found = dict(Allowance.objects.filter(name__in=names.values()).values_list("name", "used"))
    return {who: found.get(name, 0) for who, name in names.items()}


def add(what: str, who: str, within: timedelta, times: int) -> None:
    """Count `times` that have happened already, without a limit."""
    _counted(what, who, MANY, within, times)


def _slot(now: datetime, within: timedelta) -> int:
    return int(now.timestamp()) // int(within.total_seconds())


def end_of(within: timedelta) -> datetime:
    """The moment at which a new span of that length begins, for all counts."""
    now = timezone.now()
    return datetime.fromtimestamp((_slot(now, within) + 1) * int(within.total_seconds()), now.tzinfo)


def hold(what: str, who: str) -> None:
    """Lock a name until the end of the caller's transaction: whoever else holds the same one waits."""
    held = Allowance(name=pseudonym("held", what, who.lower()), until=timezone.now() + DAY)
    # Makes the row or writes it anew: either way others wait to write it.
    Allowance.objects.bulk_create([held], update_conflicts=True, unique_fields=["name"], update_fields=["until"])


def hold_addresses(emails: Iterable[str]) -> None:
    """`hold` mail addresses, in one order for all: behind leagues, before entries and players.

    Whatever gives an address a meaning, or forgets it, holds it first, and so sees what others have written of it.
    """
    for email in sorted({email.lower() for email in emails}):
        hold("address", email)


def answers(what: str, player: Player, letter: InboundLetter | None = None) -> Answers:
    """Tell how the next letter of this sort goes out that the player's words bring.

    letter  that the words came in: what anybody may have written in the player's name counts for itself; what has
            waited to be read is gathered with its like and counts for nothing
    """
    at_once = WORDS_AN_HOUR - 1
    if letter is not None and not letter.proved:
        what = _sort(what, letter)
    elif letter is not None and letter.queue:
        return Answers(at_once, None)
    return _left(what, str(player.pk), at_once, HOUR)


def may_attach(player: Player, letter: InboundLetter) -> bool:
    """Whether papers may go to the player whom a letter names: they are many times as large as the letter."""
    return letter.proved or allow("papers in the name of", str(player.pk), PAPERS_A_DAY, DAY)


def forget_spent(now: datetime) -> int:
    """Drop the counts whose span is over; how many there were."""
    return portions.delete(Allowance.objects.filter(until__lt=now))
