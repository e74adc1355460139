"""The buttons of letters: a press carries out one move once, by the path of an answer by mail, or takes it back.

Nothing that anybody opens comes here, only what they press.
"""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.utils import timezone

from engine.decisions import Decision
from engine.match.match import Match
from engine.orders.api import Readings
from tournaments.actions.buttons import presses
from tournaments.actions.buttons.presses import Press
from tournaments.actions.table import orders, own_seat, playing
from tournaments.actions.table.session import lock
from tournaments.keys.taps import Tap
from tournaments.language.refusals import LinkExpired, MovedOn, NotOpen, NotProved, NotYours
from tournaments.language.speech import say
from tournaments.letters.parts.ways import is_rule
from tournaments.models import Player, Seat, Table
from tournaments.queries import matches, ways
from tournaments.runtime import deadlocks

UNDO = "undo"


def press(tap: Tap, player: Player | None) -> Press:
    """Carry out the move of a button, and give what came of it; of a second press, what came of the first.

    player  who is signed in where it was pressed; None for nobody
    NotProved unless that is whose letter it was, or they let their buttons act everywhere. LinkExpired, NotYours,
    MovedOn, NotOpen as `check` and `check_open` say.
    """
    seat = Seat.objects.select_related("player", "table__league").get(pk=tap.seat_id)
    check(seat, tap)
    readings = playing.read_ahead(seat, [tap.order], tap.serial, 0, strict=False, ours=True)
    return deadlocks.retried(partial(_press, tap, player, readings))


@transaction.atomic
def _press(tap: Tap, player: Player | None, readings: Readings) -> Press:
    table = lock(seats=tap.seat_id)
    seat = _held(table, tap, player)
    before = presses.remembered(seat, tap)
    # A `go on` that was refused has given up the order that cannot be played: once more, it would play the next.
    if before is not None and (before["done"] or is_rule(tap.order)):
        return before
    match = matches.load(table)
    check_open(match, seat, tap)
    decision = match.decision(seat.number)
    account = orders.take_orders(
        seat.pk, [tap.order], serial=tap.serial, by=presses.BY, table=table, player=seat.player, ours=True,
        readings=readings,
    )  # fmt: skip
    pressed = presses.made(table, seat, tap, account, sealed=decision is not None and decision.sealed)
    presses.remember(seat, pressed)
    return pressed


def take_back(tap: Tap, player: Player | None) -> Press:
    """Take back what a press of this button has done, if nothing was done for the seat since; the press afterwards.

    MovedOn where there was no such press, and otherwise as `press`.
    """
    return deadlocks.retried(partial(_take_back, tap, player))


@transaction.atomic
def _take_back(tap: Tap, player: Player | None) -> Press:
    table = lock(seats=tap.seat_id)
    seat = _held(table, tap, player)
    before = presses.remembered(seat, tap)
    if before is None or not before["moved"]:
        raise MovedOn(say("There is nothing here that could be taken back."))
    if before["taken_back"]:
        return before
    if presses.has_moved_since(seat, before["played"]):
        words = say("Nothing was taken back: something else was done for your seat since.")
        return _with_back(seat, before, words, taken_back=False)
    account = orders.take_orders(
        seat.pk, [UNDO], serial=tap.serial, by=presses.BY, table=table, player=seat.player, ours=True
    )
    line = account.lines[0]
    return _with_back(seat, before, line.words, taken_back=line.state == "command")


def _with_back(seat: Seat, press: Press, words: str, *, taken_back: bool) -> Press:
    after: Press = {**press, "back": words, "taken_back": taken_back}
    presses.remember(seat, after)
    return after


def _held(table: Table, tap: Tap, player: Player | None) -> Seat:
    """The seat of a locked table, for whoever may press this button now."""
    seat = next(seat for seat in table.seated if seat.pk == tap.seat_id)
    check(seat, tap)
    if (player is None or player.pk != tap.holder) and not acts_everywhere(seat):
        raise NotProved(say("Sign in: this button acts only where you are signed in."))
    return seat


def acts_everywhere(seat: Seat) -> bool:
    """Whether the seat's player lets the buttons of their letters act without asking who presses them."""
    return seat.player is not None and ways.way(seat.player, None, ways.PRESSES) == ways.EVERYWHERE


def check(seat: Seat, tap: Tap) -> None:
    """NotYours unless the seat is whose letter it was; LinkExpired, MovedOn, NotOpen where the button has ended."""
    if seat.player_id != tap.holder:
        raise NotYours(say("This seat is no longer yours."))
    own_seat.check(seat)
    if tap.ends < timezone.now().date():
        raise LinkExpired(say("This button is too old: use one of a newer letter, or the page of your table."))
    if seat.token_epoch != tap.epoch:
        raise LinkExpired(say("The addresses and buttons of this letter were ended. A newer letter has others."))
    if seat.table.state != Table.State.RUNNING:
        raise NotOpen(say("The game is over."))
    if seat.table.opened_position["backs"] != tap.backs:
        raise MovedOn(say("The table was taken back to an earlier position after this letter, so nothing is played."))


def check_open(match: Match, seat: Seat, tap: Tap) -> None:
    """MovedOn unless the button's question is the one that is open; rules and plans can be changed at any time.

    A move that was offered at an earlier step of it, and is none of this one, would be kept for a later turn.
    """
    decision = match.decision(seat.number)
    if is_rule(tap.order):
        return
    is_same = decision is not None and decision.serial == tap.serial
    if is_same and (_offers(decision, tap.order) or not presses.has_moved_since(seat, tap.played)):
        return
    raise MovedOn(say("The question of this letter is over, so nothing is played."))


def _offers(decision: Decision | None, order: str) -> bool:
    return decision is not None and any(move.text == order for move in decision.moves)
