"""Carries out the lines of a letter or a form in the game alone: nobody is told, nothing is written down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from engine.language import typed
from engine.match.log import live
from engine.orders import api
from engine.orders.api import Account, Line, Readings
from tournaments.actions.commands import at_table
from tournaments.actions.commands.command import Undone
from tournaments.actions.table import changed_choices, undo, unshown_numbers
from tournaments.actions.table.session import Session
from tournaments.language.spoken import spoken_to
from tournaments.letters import reply_serial
from tournaments.models import InboundLetter, Seat
from tournaments.outbox import limits
from tournaments.queries import matches

NEWEST = 5  # letters of a seat that are looked at
BEGINS = "round begins"  # the kind of the event, in every game


def play(
    session: Session, seat: Seat, lines: Sequence[str], serial: int | None, numbers: int, undone: Undone, *,
    strict: bool = False, ours: bool = False, beside: Sequence[str] = (), readings: Readings | None = None,
    allow: limits.Allow = limits.allow,
) -> Account:  # fmt: skip
    """Play what can be played, keep the rest. The arguments are those of `orders.take_orders`.

    undone    what an `undo` among the lines has done already
    readings  what `read_ahead` has found the lines to say
    allow     of `limits`: counts what is not done without end; where the lines are only tried `would_allow`
    """
    again = _said_again(session, seat, lines, serial)
    answered, count = reply_serial.answered(
        seat, serial, numbers, session.match, taken_back=session.taken_back.get(seat.number)
    )
    now_open = session.match.decision(seat.number)
    late = reply_serial.is_older(seat, answered, now_open)
    asked = reply_serial.belongs_to(seat, None if undone.done else serial, now_open, session.match.round, late=late)
    take = partial(
        api.apply_letter, seat=seat.number, lines=again.lines, serial=answered, numbers=count, strict=strict,
        late=late, asked=asked, may_reopen=undo.may_reopen(session, seat), ours=ours, beside=beside, readings=readings,
    )  # fmt: skip
    account = changed_choices.bounded(session, seat, take, allow)
    if not (numbers or late) and (now_open is None or answered in (None, now_open.serial)):
        account = unshown_numbers.by_number(account)
    account = _accounted(session, seat, account, again.done)
    return at_table.without_late(account, undone)


def read_ahead(
    seat: Seat, lines: Sequence[str], serial: int | None, numbers: int, *, strict: bool, ours: bool,
    beside: Sequence[str] = (),
) -> Readings:  # fmt: skip
    """Read the lines as `play` will if the table is still as it is now: before it is locked, as that takes long."""
    match, readings = matches.load(seat.table), Readings()
    answered, count = reply_serial.answered(seat, serial, numbers, match)
    late = reply_serial.is_older(seat, answered, match.decision(seat.number))
    with spoken_to(seat.player):
        api.read_ahead(
            match, seat.number, lines, serial=answered, numbers=count, strict=strict, late=late, ours=ours,
            beside=beside, readings=readings,
        )  # fmt: skip
    return readings


# --- orders that come once more: they are done already, and nothing is done twice -------------------------------


class _Again(NamedTuple):
    """The lines of a letter without those that an earlier answer to the same question has had played.

    lines  what is left to be read
    done   the orders that are done
    """

    lines: list[str]
    done: list[Line]


def _said_again(session: Session, seat: Seat, lines: Sequence[str], serial: int | None) -> _Again:
    """Take out what the seat has had played by another answer to the same letter, if that question is over."""
    now_open = session.match.decision(seat.number)
    if session.letter is None or not serial or (now_open is not None and now_open.serial == serial):
        return _Again(list(lines), [])
    played = _played(session, seat, serial)
    if not played:
        return _Again(list(lines), [])
    left: list[str] = []
    done: list[Line] = []
    for line in lines:
        pieces = [piece.strip() for piece in line.split(";")]
        again = [piece for piece in pieces if _plain(piece) in played]
        done += [Line(piece, "done", played[_plain(piece)]) for piece in again]
        if len(again) < len(pieces):
            left.append("; ".join(piece for piece in pieces if piece not in again) if again else line)
    return _Again(left, done)


def _accounted(session: Session, seat: Seat, account: Account, done: Sequence[Line]) -> Account:
    """The account with the orders taken out; what was refused because it is done already is done as well."""
    lines = account.lines
    if session.letter is not None and any(line.state == "refused" for line in lines):
        played = _played(session, seat)
        lines = tuple(_done(line, played.get(_plain(line.text), "")) for line in lines)
    return replace(account, lines=(*done, *lines))


def _done(line: Line, words: str) -> Line:
    return Line(line.text, "done", words) if words and line.state == "refused" else line


def _played(session: Session, seat: Seat, serial: int | None = None) -> dict[str, str]:
    """The lines that the newest letters of the seat have had played, as typed, with their moves that are in force.

    serial  of the question that they answered; None: of any in this round
    """
    rows = InboundLetter.objects.filter(seat=seat, player=seat.player, verdict="letter")
    rows = rows.filter(serial=serial) if serial else rows
    newest = rows.order_by("-pk")[:NEWEST]  # that which is read now has no verdict yet
    said = {_plain(text): words for row in newest for text, words in _moves(row.account.get("lines", []))}
    if not said:
        return {}
    in_force = _in_force(session, seat, of_round=not serial)
    return {text: words for text, words in said.items() if words in in_force}


def _moves(lines: Iterable[dict[str, str]]) -> Iterable[tuple[str, str]]:
    return ((line["text"], line["words"]) for line in lines if line["state"] == "played")


def _in_force(session: Session, seat: Seat, *, of_round: bool) -> set[str]:
    """The moves that the seat has made by its orders, in this round or ever, and has not taken back."""
    log = live(matches.log_of(session.table))
    if of_round:
        log = list(takewhile(lambda entry: not any(event.kind == BEGINS for event in entry.events), reversed(log)))
    return {entry.move for entry in log if entry.seat == seat.number and entry.by in ("order", "kept") and entry.move}


def _plain(text: str) -> str:
    return typed.normalise(text)
