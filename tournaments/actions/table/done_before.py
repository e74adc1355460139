"""Orders that a seat sends once more: they are done already, which is accounted for, and nothing is done twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from engine.language import typed
from engine.match.log import live
from engine.orders.api import Account, Line
from tournaments.actions.table.session import Session
from tournaments.models import InboundLetter, Seat
from tournaments.queries import matches

NEWEST = 5  # letters of a seat that are looked at
BEGINS = "round begins"  # the kind of the event, in every game
PIECES = re.compile(r"\s*;\s*")


class Again(NamedTuple):
    """The lines of a letter without those that an earlier answer to the same question has had played.

    lines  what is left to be read
    done   the orders that are done
    """

    lines: list[str]
    done: list[Line]


def said_again(session: Session, seat: Seat, lines: Sequence[str], serial: int | None) -> Again:
    """Take out what the seat has had played by another answer to the same letter, if that question is over."""
    now_open = session.match.decision(seat.number)
    if session.letter is None or not serial or (now_open is not None and now_open.serial == serial):
        return Again(list(lines), [])
    played = _played(session, seat, serial)
    if not played:
        return Again(list(lines), [])
    left: list[str] = []
    done: list[Line] = []
    for line in lines:
        pieces = PIECES.split(line)
        again = [piece for piece in pieces if _plain(piece) in played]
        done += [Line(piece, "done", played[_plain(piece)]) for piece in again]
        if len(again) < len(pieces):
            left.append("; ".join(piece for piece in pieces if piece not in again) if again else line)
    return Again(left, done)


def accounted(session: Session, seat: Seat, account: Account, done: Sequence[Line]) -> Account:
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
