"""The presses of buttons in letters as a seat remembers them, and what its next letter tells of one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import TypedDict

from engine.events import Event
from engine.language.wording import listed
from engine.match.log import ROLL_BACK, UNDO
from engine.orders.api import Account, Line, State
from tournaments.actions.table import turns
from tournaments.actions.table.refused_letters import EFFECTS
from tournaments.actions.table.session import Session
from tournaments.keys.taps import Tap
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.letters import answer
from tournaments.letters.parts.frame import RECEIPT, number_of
from tournaments.letters.parts.ways import is_rule
from tournaments.models import LogEntry, Seat, Table
from tournaments.outbox import outbox, preferences
from tournaments.queries import matches, telling

BY = "button"
MOST = 40  # presses of a seat that are remembered
MOST_TOLD = 10  # notes on presses in one letter
SEAT = "\ue000{}\ue001"  # the place of a name, in signs that no text has


class ShownLine(TypedDict):
    """The fate of a line, as the page tells it: `words` of what happened or why not, `why` of a stale one.

    Players stand in `words` by their seats' numbers, as names change and are forgotten (`with_names`).
    """

    text: str
    state: State
    words: str
    why: str
    nearest: list[str]


class Press(TypedDict):
    """A press of one button.

    serial, epoch, backs, order  of its key (`keys.taps.Tap`)
    played      how many entries the log had afterwards
    done        whether it had an effect, and moved  whether one of them was a move
    receipt     its number, with the log's digits
    sealed      whether it was a choice that may be made anew until all are shown
    plan        digest of what the seat had kept afterwards
    taken_back  whether it was, and back  what a press on "take it back" has brought, "" before
    """

    serial: int
    epoch: int
    backs: int
    order: str
    played: int
    done: bool
    moved: bool
    lines: list[ShownLine]
    receipt: str
    sealed: bool
    plan: str
    taken_back: bool
    back: str


def made(table: Table, seat: Seat, tap: Tap, account: Account, *, sealed: bool) -> Press:
    """The press that this account tells of; table and seat are as they are afterwards."""
    states = {line.state for line in account.lines}
    done = not states.isdisjoint(EFFECTS)
    kept = [step for step in account.steps if step.seat == seat.number and step.order]
    with spoken_to(seat.player):
        lines = [_shown(table, seat, line) for line in account.lines]
        if kept and len(lines) == 1 and not lines[0]["words"]:  # it let kept orders go on
            lines[0]["words"] = " ".join(_told(table, seat, step.events) for step in kept)
        receipt = say(RECEIPT.filed, table=table.number, number=number_of(table), head=table.head[:10])
    return {
        "serial": tap.serial,
        "epoch": tap.epoch,
        "backs": tap.backs,
        "order": tap.order,
        "played": table.opened_position["count"],
        "done": done,
        "moved": "played" in states or bool(kept),
        "lines": lines,
        "receipt": receipt if done else "",
        "sealed": sealed,
        "plan": _plan(seat),
        "taken_back": False,
        "back": "",
    }


def remembered(seat: Seat, tap: Tap) -> Press | None:
    """The newest press of this button, if pressing it once more would do the same twice or has done nothing.

    A letter that was written after that press and offers the same again means it. So does a button for orders that
    have been replaced since, a choice that may still be changed, if another has been made, and a button whose move was
    taken back in another way than by its page.
    """
    newest = next((press for press in reversed(seat.pressed) if _key(press) == _of(tap)), None)
    if newest is None:
        return None
    if newest["taken_back"]:
        return newest
    again = False
    if newest["moved"]:
        again = _is_undone(seat, newest) or newest["played"] <= tap.played
        again = again or (newest["sealed"] and has_moved_since(seat, newest["played"]))
    if is_rule(tap.order) or (newest["done"] and not newest["moved"]):
        again = again or newest["plan"] != _plan(seat)
    return None if again else newest


def with_names(words: str, names: Sequence[str]) -> str:
    """The words of a line with the names of the seats as they are called now."""
    for number, name in enumerate(names):
        words = words.replace(SEAT.format(number), name)
    return words


def has_moved_since(seat: Seat, played: int) -> bool:
    """Whether anything was done for the seat, by whomever, since the log had so many entries."""
    return LogEntry.objects.filter(table=seat.table_id, number__gte=played, entry__seat=seat.number).exists()


def _is_undone(seat: Seat, press: Press) -> bool:
    """Whether what a press has played was taken back since, by a letter, on a page or by an organiser."""
    since = LogEntry.objects.filter(table=seat.table_id, number__gte=press["played"], entry__kind__in=(UNDO, ROLL_BACK))
    return since.filter(entry__to__lt=press["played"] - 1).exists()


def remember(seat: Seat, press: Press) -> None:
    """Keep a press; one of the same button takes the place of the one before. The seat's table is locked."""
    others = [other for other in seat.pressed if _key(other) != _key(press)]
    seat.pressed = [*others, press][-MOST:]
    seat.save(update_fields=("pressed",))


def tell(session: Session, seat: Seat, account: Account) -> None:
    """Number what had an effect, and have a letter tell of it: one of its own if the player wants that, or the next."""
    done = [line for line in account.lines if line.state in EFFECTS]
    if not done:
        return
    session.next_letter()
    if preferences.wants_receipts_of_presses(seat.owner, session.league):
        _receipt(session, seat, account)
        return
    with spoken_to(seat.player):
        note = say("pressed in a letter: {orders}", orders=listed([f"[{line.text}]" for line in done]))
    plan = session.plans[seat.number]
    plan.notes[:] = [*(other for other in plan.notes if other != note), note][-MOST_TOLD:]


def _receipt(session: Session, seat: Seat, account: Account) -> None:
    turn = turns.question(session, seat)
    if turn is not None:
        turns.turn_asked(session, turn)
    plan, news = session.plans[seat.number], session.news(seat)
    draft = answer.account(seat, account, session.match, plan, turn, news, ended=session.ended.get(seat.number))
    plan.notes.clear()  # told now
    dedupe = f"pressed:{seat.pk}:{session.table.letters}"
    outbox.write(draft, player=seat.owner, seat=seat, dedupe=dedupe, serial=turns.named(session, seat))


def _key(press: Press) -> tuple[int, int, int, str]:
    return (press["serial"], press["epoch"], press["backs"], press["order"])


def _of(tap: Tap) -> tuple[int, int, int, str]:
    return (tap.serial, tap.epoch, tap.backs, tap.order)


def _plan(seat: Seat) -> str:
    """A digest of what the seat has kept and ruled; what letters have to tell of it is not in it."""
    kept = {name: value for name, value in seat.plan.items() if name not in ("notes", "stopped")}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()[:16]


def _shown(table: Table, seat: Seat, line: Line) -> ShownLine:
    words = _told(table, seat, line.events) or (line.words if line.words != line.text else "")
    return {"text": line.text, "state": line.state, "words": words, "why": line.why, "nearest": list(line.nearest)}


def _told(table: Table, seat: Seat, events: Sequence[Event]) -> str:
    """The events of a move of the seat in words, with places for names."""
    game = matches.game_at(table)
    places = [SEAT.format(other.number) for other in table.seated]
    return " ".join(telling.told(game, events[: telling.doing(game, events, seat.number)], places, seat.number))
