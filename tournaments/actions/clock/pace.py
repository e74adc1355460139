"""The time at which a letter is read: at once, or in a batch some minutes later. Drops none and refuses none.

So much is read at once in ten minutes that nobody who plays ever comes to the end of it: of one seat `LETTERS_AT_ONCE`
(30, and three times as many of one player at all tables), which is an answer every twenty seconds. What is more waits
for the end of the ten minutes, is read in the order in which it came, and gets one answer for everything
(`actions.gathered`). Letters count where they can do harm, and nobody's count is used up by others:

    to a reply address, from its player     by seat and by player
    to a reply address, from anybody else   by seat
    reports that a letter of ours came back by the address that the letter was sent to
    with the null sender, to a seat         by seat
    to the bare address, from a player      by player: their host vouches for it, or it answers a letter to them
    to the bare address, in a player's name by address and by domain
    to the bare address, from strangers     by address and by domain if their host vouches for them

Strangers for whom no host vouches can have no effect at all (`no_seat.stranger`), nor can a letter with the null sender
that reports nothing of a letter of ours and names no seat: above what they may send all together their letters are
stored and done with. So whoever invents reports keeps no true one waiting.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import InboundLetter, OutboundLetter, Player, Seat
from tournaments.outbox import limits
from tournaments.outbox.pseudonyms import pseudonym
from tournaments.queries.letters import identify
from tournaments.queries.letters.returned import letter_returned
from tournaments.runtime.literal import literals

SPAN = timedelta(minutes=10)
BATCH = 60  # letters that are read of one queue at a time; more wait for the next ten minutes
TABLES = 3  # times what one seat may send is what one player may send to all of them
OTHERS = 10  # to one seat from anybody but its player; bounces and automatic replies of its player count for themselves
OF_ADDRESS = 10  # to the bare address, where orders need a yes anyway
OF_DOMAIN = 300  # in the name of players: a webmail host has many
NEWCOMERS, NEW_OF_DOMAIN = 5, 60  # for whom their host vouches
REPORTS = 10  # about letters to one address: the first one has it tried, the others tell nothing new
STRANGERS = 300  # all others together
NULL_SENDER = "<>"


class Place(NamedTuple):
    """The queue that a letter belongs to, and whether it has to wait there."""

    queue: str
    waits: bool


def unread() -> QuerySet[InboundLetter]:
    """Letters that wait to be read, in a queue or not."""
    return InboundLetter.objects.filter(state__in=literals(InboundLetter.UNREAD))


def place(row: InboundLetter, seat: Seat | None, references: Iterable[str] = ()) -> None:
    """Say when the letter is read, and whether its head proves whose it is; its `sender` and `player` are who it
    claims to be from.

    seat        that its reply address names
    references  Message-IDs of letters that it answers
    """
    now = timezone.now()
    row.queue, row.read_from, row.proved = "", row.received_at, False
    by_host = row.mail_from.strip() == NULL_SENDER
    returned = letter_returned(bytes(row.raw)) if by_host else None
    if returned is None and _is_powerless(row, seat, by_host=by_host):
        if not _within("strangers", "", STRANGERS):
            verdict = "bounce" if by_host else "stranger"
            row.state, row.verdict, row.read_at = InboundLetter.State.DONE, verdict, now
        return
    if returned is not None:
        where = _of_a_report(returned)
    else:
        where = _to_a_seat(row, seat, now) if seat is not None else _to_nobody(row, references)
    last = _last(where.queue)
    if where.waits or last is not None:
        row.queue, row.read_from = where.queue, _next(where.queue, last, now)


def _is_powerless(row: InboundLetter, seat: Seat | None, *, by_host: bool) -> bool:
    """Whether a letter can have no effect whatever it says: to no seat, from a stranger for whom no host vouches.

    by_host  with the null sender: then it is never read as somebody's words, and is no report about a letter of ours
    """
    if seat is not None:
        return False
    return by_host or (row.player is None and not identify.vouched_for(row.auth_results, row.sender))


def _of_a_report(letter: OutboundLetter) -> Place:
    to = letter.to.lower()
    return Place(f"returned {pseudonym('queue', to)[:24]}", not _within("reports", to, REPORTS))


def _to_a_seat(row: InboundLetter, seat: Seat, now: datetime) -> Place:
    if row.mail_from.strip() == NULL_SENDER:
        return Place(f"returned {seat.pk}", not _within("returned", str(seat.pk), OTHERS))
    if row.player is None or row.player != seat.player:
        return Place(f"seat {seat.pk}", not _within("letters of others", str(seat.pk), OTHERS))
    row.proved = True
    at_once = settings.LETTERS_AT_ONCE
    lately = InboundLetter.objects.filter(player=row.player, seat__isnull=False, received_at__gt=now - SPAN)
    lately = lately.filter(proved=True)
    seats = list(lately.order_by().values_list("seat", flat=True)[: at_once * TABLES])
    return Place(f"player {row.player.pk}", seats.count(seat.pk) >= at_once or len(seats) >= at_once * TABLES)


def _to_nobody(row: InboundLetter, references: Iterable[str]) -> Place:
    domain = row.sender.rpartition("@")[2]
    row.proved = row.player is not None and _is_from(row.player, row, references)
    if row.player is not None and row.proved:
        return Place(f"own {row.player.pk}", not _within("letters from", str(row.player.pk), settings.LETTERS_AT_ONCE))
    if row.player is not None:
        few = _within("letters of", row.sender, OF_ADDRESS) and _within("letters of players", domain, OF_DOMAIN)
        return Place(f"bare {row.player.pk}", not few)
    few = _within("letters of", row.sender, NEWCOMERS) and _within("letters of newcomers", domain, NEW_OF_DOMAIN)
    return Place(f"domain {pseudonym('queue', domain)[:24]}", not few)


def _is_from(player: Player, row: InboundLetter, references: Iterable[str]) -> bool:
    """Whether a host's word or an id of a letter to the player proves that the letter is the player's."""
    if identify.vouched_for(row.auth_results, row.sender):
        return True
    ours = list(references)
    return bool(ours) and identify.written_to(player).filter(identify.named_in(ours)).exists()


def _within(what: str, who: str, most: int) -> bool:
    return limits.allow(what, who, most, SPAN)


def _last(queue: str) -> datetime | None:
    """The time at which the last letter in the queue is read: the next one comes after it."""
    waiting = unread().filter(queue=queue)
    return waiting.order_by("-read_from").values_list("read_from", flat=True).first()


def _next(queue: str, last: datetime | None, now: datetime) -> datetime:
    """The time at which the next letter to come into the queue is read: at the end of a span, at most BATCH in one."""
    span = int(SPAN.total_seconds())
    end = datetime.fromtimestamp((int(now.timestamp()) // span + 1) * span, now.tzinfo)
    if last is None or last < end:
        return end
    full = unread().filter(queue=queue, read_from=last).count() >= BATCH
    return last + SPAN if full else last


def claimed(row: InboundLetter, sender: str, seat: Seat | None) -> None:
    """Note who a letter claims to be from, before it is read; reading it finds out.

    Nobody where the sender's domain disowns it: a forged letter takes nothing of what its victim may send.
    """
    at_hand: Player | None = seat.player if seat is not None else None
    row.sender = sender[:320]
    row.player = identify.player_at(sender, at_hand) if identify.passed(row.auth_results, sender) else None
