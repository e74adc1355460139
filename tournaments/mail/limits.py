"""How much is too much: error answers to a token, sign-in links to an address. Counts, refuses nothing itself."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import timedelta

from django.db.models import F, QuerySet
from django.utils import timezone

from tournaments import portions
from tournaments.mail.pseudonyms import pseudonym
from tournaments.models import Allowance, InboundLetter, OutboundLetter, Player, Seat

ERROR_ANSWERS = 3  # to one token in a day
TURN_OVER_ANSWERS = FORMER_ANSWERS = 1
PAPERS_A_DAY = 2  # letters with papers that anybody may have asked for in a player's name
WORDS_AN_HOUR = 12  # answers to words that are no orders, and letters by "say", of one player
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def may_answer_error(seat: Seat, serial: int, reasons: Iterable[str]) -> bool:
    """At most three error answers to a token and day, one for each reason."""
    sent = _answers(seat, serial, "orders_refused")
    if sent.count() >= ERROR_ANSWERS:
        return False
    return not sent.filter(dedupe__endswith=reason_key(reasons)).exists()


def may_answer_turn_over(seat: Seat, serial: int) -> bool:
    """At most one "that turn is over" to a token and day."""
    return _answers(seat, serial, "turn_over").count() < TURN_OVER_ANSWERS


def may_answer_former(seat: Seat, player: Player) -> bool:
    """At most one "this seat is no longer yours" to a player and seat in a day, by whatever address they write."""
    return allow("former seat", f"{seat.pk} {player.pk}", FORMER_ANSWERS, DAY)


def _answers(seat: Seat, serial: int, kind: str) -> QuerySet[OutboundLetter]:
    since = timezone.now() - DAY
    return OutboundLetter.objects.filter(seat=seat, kind=kind, answers__serial=serial, created_at__gt=since)


def reason_key(reasons: Iterable[str]) -> str:
    """A short name for a set of reasons: equal sets have equal names."""
    return hashlib.sha256("\n".join(sorted(set(reasons))).encode()).hexdigest()[:16]


def allow(what: str, who: str, most: int, within: timedelta, times: int = 1) -> bool:
    """Count so many and say whether they are among the first `most` of a span of time; all processes count together."""
    return _count(what, who, most, within, times) is not None


def _count(what: str, who: str, most: int, within: timedelta, times: int = 1) -> int | None:
    """Count so many; how many it makes in this span, None, and nothing is counted, when it is more than `most`."""
    now, span = timezone.now(), int(within.total_seconds())
    slot = int(now.timestamp()) // span
    name = pseudonym("allowance", what, who.lower(), slot)
    Allowance.objects.get_or_create(name=name, defaults={"until": now + within})
    if not Allowance.objects.filter(name=name, used__lte=most - times).update(used=F("used") + times):
        return None
    return Allowance.objects.values_list("used", flat=True).get(name=name)


def hold(what: str, who: str) -> None:
    """Let everybody else who holds the same wait until the end of the caller's transaction."""
    name = pseudonym("held", what, who.lower())
    Allowance.objects.get_or_create(name=name, defaults={"until": timezone.now() + DAY})
    Allowance.objects.select_for_update(no_key=True).get(name=name)


def last_answers(what: str, player: Player, letter: InboundLetter | None = None) -> int | None:
    """How many more letters of this sort the player's words may bring in this hour; None when not even this one.

    letter  that the words came in: what anybody may have written in the player's name counts for itself
    """
    if letter is not None and letter.in_name_only:
        what = f"{what} in their name"
    used = _count(what, str(player.pk), WORDS_AN_HOUR, HOUR)
    return None if used is None else WORDS_AN_HOUR - used


def may_attach(player: Player, letter: InboundLetter) -> bool:
    """Whether papers may go to the player whom a letter names: they are many times as large as the letter."""
    return not letter.in_name_only or allow("papers in the name of", str(player.pk), PAPERS_A_DAY, DAY)


def forget_spent() -> int:
    """Drop the counts whose span is over; how many there were."""
    return portions.delete(Allowance.objects.filter(until__lt=timezone.now()))
