"""Needs about letters and those who write or read them."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.timesince import timesince

from tournaments.formats import clocks
from tournaments.models import Entry, InboundLetter, League, OutboundLetter, Player, Seat, Table
from tournaments.queries.letters.letters_shown import letters_shown
from tournaments.queries.needs.need import CANCELLED, DEAD, HELD, HELP, REFUSED, UNREAD, Look, Need
from tournaments.runtime.literal import Literal, literals

STATES = (InboundLetter.State.HELD, InboundLetter.State.LAID_ASIDE)  # in the order of their index
BEFORE = (League.State.OPEN, League.State.DRAWING)
UNSEEN = ("seat__table__position", "seat__table__header")  # long, and no need tells of them
WHOSE = Coalesce("seat__player", "player")


def _letters(look: Look, state: InboundLetter.State) -> QuerySet[Any]:
    """Letters in of that state; `whose`: who plays the seat that they are for, or who is said to have written them."""
    # By their index where all are the organiser's; otherwise by way of the own leagues.
    indexed = literals(STATES) if look.sees_all else STATES
    waiting = (
        InboundLetter.objects.filter(state__in=indexed)
        .filter(state=state)
        .exclude(seat__table__league__state=CANCELLED)
    )
    waiting = waiting.annotate(whose=WHOSE)
    return letters_shown(waiting, look.organiser, look.mine, look.against)


def _with_readers(letters: QuerySet[Any]) -> QuerySet[Any]:
    letters = letters.select_related("player", "seat__player", "seat__table__league").defer("raw", *UNSEEN)
    return letters.order_by("received_at", "pk")


def laid_aside(look: Look) -> QuerySet[Any]:
    return _with_readers(_letters(look, InboundLetter.State.LAID_ASIDE))


def of_laid_aside(letter: InboundLetter, look: Look) -> Need:
    words = f"A letter {_for(letter, look)} could not be read and was laid aside"
    return Need(UNREAD, words, letter.received_at, f"{timesince(letter.received_at)} ago", letter, letter)


def held(look: Look) -> QuerySet[Any]:
    """The newest held letter of each player, since anybody can write any number in their names."""
    waiting = _letters(look, InboundLetter.State.HELD).order_by()
    newest = waiting.values("whose").annotate(newest=Max("pk")).values("newest")
    same = waiting.filter(whose=OuterRef("whose")).values("whose").annotate(count=Count("pk")).values("count")
    letters = InboundLetter.objects.filter(pk__in=newest).annotate(whose=WHOSE)
    return _with_readers(letters.annotate(count=Coalesce(Subquery(same), 1)))


def of_held(letter: Any, look: Look) -> Need:
    whose = letter.seat.player if letter.seat else letter.player
    since = f"{timesince(letter.received_at)} ago"
    if letter.count == 1:
        words = f"A letter {_for(letter, look)} waits for the player's “that was me”"
    else:
        words = f"{letter.count} letters in the name of {look.call(whose)} wait for that player's “that was me”"
        since = f"the newest {since}"
    return Need(HELD, words, letter.received_at, since, letter, letter)


def _for(letter: InboundLetter, look: Look) -> str:
    if letter.seat:
        return f"for {look.call(letter.seat.player)} at {look.call(letter.seat.table)}"
    return f"of {look.call(letter.player)}, who plays at several tables," if letter.player else "without a seat"


def misunderstood(look: Look) -> QuerySet[Seat]:
    """Seats whose players' newest letters were all refused, but for those against which the organiser plays."""
    played = Seat.objects.filter(refused_at__isnull=False, table__state=Table.State.RUNNING)
    waiting = look.helped(played).exclude(mover=Seat.Mover.REPLACED).exclude(table__league__practice=True)
    if look.against.seats:
        waiting = waiting.exclude(pk__in=look.against.seats)
    unseen = ("plan", "table__position", "table__header", "table__secret")
    return waiting.select_related("player", "table__league").defer(*unseen).order_by("refused_at", "pk")


def help_wanted(seat: Seat, look: Look) -> Need:
    words = f"Nothing could be done with the last {seat.refused} letters of {look.call(seat.player)}"
    since = f"for {timesince(seat.refused_at)}" if seat.refused_at else ""
    row = seat if seat.table.league_id in look.helps else seat.table
    return Need(HELP, f"{words} at {look.call(seat.table)}", seat.refused_at, since, seat, row)


def refused(look: Look) -> QuerySet[OutboundLetter]:
    state = OutboundLetter.State.FAILED
    refused = Q(state=Literal(state) if look.sees_all else state)
    came_back = Q(player=None, delivery=OutboundLetter.Delivery.CAME_BACK)  # a player's would be a dead address
    failed = OutboundLetter.objects.filter(refused | came_back, copy_of=None)
    failed = failed.exclude(league__state=CANCELLED).select_related("player")
    return letters_shown(failed, look.organiser, look.mine, look.against).order_by("created_at", "pk")


def of_refused(letter: OutboundLetter, look: Look) -> Need:
    reader = look.call(letter.player, "an address that was typed in")
    refused = letter.state == OutboundLetter.State.FAILED
    what = "was refused for good" if refused else "is said to have come back"
    words = f"The {letter.kind.replace('_', ' ')} letter to {reader} {what}"
    return Need(REFUSED, words, letter.created_at, f"{timesince(letter.created_at)} ago", letter, letter)


def unreachable(look: Look) -> QuerySet[Player]:
    """Players at running tables of the organiser's leagues, or who have joined one of them that has not begun."""
    dead = {"player__dead_at__isnull": False}
    seats = look.mine(Seat.objects.filter(table__state=Table.State.RUNNING, **dead), look.organiser)
    entries = look.mine(Entry.objects.filter(league__state__in=BEFORE, **dead), look.organiser)
    gone = seats.order_by().values("player").union(entries.order_by().values("player"))
    return Player.objects.filter(pk__in=gone).order_by("dead_at", "pk")


def of_unreachable(player: Player, look: Look) -> Need:
    words = f"Letters to {look.call(player)} come back{_how_long(player, look)}"
    since = f"for {timesince(player.dead_at)}" if player.dead_at else ""
    return Need(DEAD, words, player.dead_at, since, player, player)


def _how_long(player: Player, look: Look) -> str:
    if player.awaited_until is None:
        return ": their tables wait no longer"
    return f": their tables wait until {clocks.words(player.awaited_until, look.organiser.zone)} at the latest"
