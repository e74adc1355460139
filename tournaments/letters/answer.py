"""The answer to a player's letter: line by line what was done, kept, refused and ignored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import engine
from engine.events import Event
from engine.game import Section
from engine.language.languages import to_say
from engine.language.wording import listed
from engine.match.log import ROLL_BACK, UNDO, Entry
from engine.match.undo import check, last_orders
from engine.orders.api import Account, Line, Plan
from engine.orders.instructions import chat, misplaced
from engine.refusals import UndoRefused
from tournaments.language.speech import say
from tournaments.letters.parts import sealed
from tournaments.letters.parts.buttons import button
from tournaments.letters.parts.draft import ANSWERS_ORDERS, Draft, compose
from tournaments.letters.parts.frame import (
    NOTHING_TO_DO,
    RECEIPT,
    WRITE_ABOVE,
    about_table,
    about_turn,
    answered_later,
    is_beside,
    kept_in_words,
    picture_of,
    rules_now,
    told,
)
from tournaments.letters.parts.language import in_its_readers_language
from tournaments.letters.parts.layout import beginning, echoes, marker, ordinal
from tournaments.letters.parts.ways import Ways
from tournaments.letters.turn import GO_ON
from tournaments.models import Seat, Turn
from tournaments.queries import telling
from tournaments.queries.leagues.terms import span

AHEAD = "ahead"  # sections on what may happen before the next question
STALE = to_say("that turn is over, nothing was done")
LATE_UNDO = to_say("you have decided again since, and would take that back: nothing was done")


@in_its_readers_language
def account(
    seat: Seat,
    account: Account,
    match: engine.Match,
    plan: Plan,
    turn: Turn | None,
    since: Iterable[Event],
    ignored: Iterable[str] = (),
    *,
    ended: Turn | None = None,
    later: datetime | None = None,
) -> Draft:
    """Tell a seat what became of its orders; with `turn`, its next open decision, ask that in the same letter.

    since    what happened since the seat's last letter, through these orders and otherwise, as events
    ignored  lines of the letter that read like no order, or are where nothing is read: in a quote, or far below
    ended    the seat's turn that is over by these orders
    later    when the next answer like this one goes out, if not at once
    """
    values = about_turn(seat, turn, match, plan, (), RECEIPT) if turn else about_table(seat, match, RECEIPT)
    ways = values.get("ways")
    values |= _lines(account, ignored, ways) | _happened(seat, account, match, since, values["names"])
    values["kept"] = [
        (ordinal(number), words) for number, words in enumerate(kept_in_words(match, seat.number, plan), 1)
    ]
    beside = turn is not None and is_beside(values.get("sections", ()))
    values["stopped"] = plan.stopped if plan.kept and not beside else ""
    values["go_on"] = button(ways, "go on", say("play it as it stands"))
    values["notes"] = [*_passed_over(account), *plan.notes]
    waiting_for = _waiting_for(seat, match, values["names"])
    values["next"] = _next(waiting_for) if waiting_for else ""
    values["over"] = match.over
    values["later"] = answered_later(later, seat.player)
    values["accepted"] = any(values[name] for name in ("played", "by_itself", "kept_now", "rules_set", "commands"))
    if not turn and values["accepted"]:
        sections = _position(seat, match, plan, values["names"])
        values["standing"] = _standing(sections)
        # Who has planned ahead may get no letter at the last card of the round.
        values["sections"] = [section for section in sections if section.key == AHEAD and plan.kept]
        if sealed.is_made(seat, match):
            values["sealed"] = say("It stays sealed. {standing}", standing=sealed.standing(seat, match))
            values["chosen"] = sealed.count(match)
        else:
            values["undo"] = _undo(seat, match, waiting_for, ended)
    values["remarks"] = all(is_remark(line) for line in account.lines)
    values["first"] = marker(*_state(values, turn))
    picture = picture_of(seat, match) if turn else None
    return compose(ANSWERS_ORDERS, values, serial=turn.serial if turn else 0, picture=picture)


# --- the lines of the letter ----------------------------------------------------------------------------


def _lines(account: Account, ignored: Iterable[str], ways: Ways | None) -> dict[str, Any]:
    by_state: dict[str, list[Line]] = {}
    for line in account.lines:
        by_state.setdefault(line.state, []).append(line)
    refused = [line for line in account.lines if line.state in ("refused", "stale")]
    left_aside = [line.text for line in by_state.get("ignored", ()) if not _is_passed_over(line)]
    return {
        "played": by_state.get("played", []),
        "by_itself": [line.words for line in by_state.get("done", ())],
        "kept_now": by_state.get("kept", []),
        "refused": [_refusal(line, ways) for line in refused],
        "rules_set": [line.words for line in by_state.get("rule", ())],
        "commands": [line.words for line in by_state.get("command", ())],
        "left_aside": echoes([*left_aside, *ignored]),
        "misplaced": any(line.words == misplaced() for line in by_state.get("ignored", ())),
        "meant": _meant(by_state.get("ignored", ()), ways),
        "dropped": account.kept_dropped,
        "older": account.older,
    }


def _passed_over(account: Account) -> list[str]:
    """The orders whose condition is not so, each with what there is instead."""
    return [f"[{beginning(line.text)}]: {line.words}" for line in account.lines if _is_passed_over(line)]


def _is_passed_over(line: Line) -> bool:
    return line.state == "ignored" and line.words not in (chat(), misplaced())


def is_remark(line: Line) -> bool:
    """Whether a line is thanks or small talk: nothing is like it that could have been meant."""
    return line.state == "ignored" and line.words == chat() and not line.nearest


def _meant(left_aside: Iterable[Line], ways: Ways | None) -> list[dict[str, Any]]:
    """The suggestions for lines that were left aside, each once."""
    near = dict.fromkeys(words for line in left_aside for words in line.nearest)
    return [{"words": words, "button": button(ways, words)} for words in near]


def _refusal(line: Line, ways: Ways | None) -> dict[str, Any]:
    """The values of a refused line: as it was written, why, and what was perhaps meant; links if something is asked."""
    reason = line.words
    if line.state == "stale":
        reason = say("{why}: nothing was done", why=line.why) if line.why else say(_why_late(line.words))
    return {
        "echo": echoes([line.text]),
        "reason": reason[:1].upper() + reason[1:],
        "nearest": [{"words": near, "button": button(ways, near)} for near in line.nearest],
    }


def _why_late(words: str) -> str:
    return LATE_UNDO if words == "undo" else STALE


def _happened(
    seat: Seat, account: Account, match: engine.Match, since: Iterable[Event], names: list[str]
) -> dict[str, Any]:
    """Tell what the orders brought, and what happened besides: before, between and after them."""
    besides, done, at = list(since), list[Event](), 0
    for step in account.steps:
        events, count = telling.marked(step.events, step.by), telling.doing(match.game, step.events, step.seat)
        places = range(at, len(besides))
        at = next((at for at in places if besides[at : at + len(events)] == events), len(besides))
        done += events[:count]
        besides[at : at + len(events)] = events[count:]
        at += len(events) - count
    return {
        "done": told(seat, match, done, names),
        "besides": told(seat, match, besides, names),
    }


def _waiting_for(seat: Seat, match: engine.Match, names: Sequence[str]) -> list[str]:
    return [names[decision.seat] for decision in match.waiting if decision.seat != seat.number]


def _next(names: Sequence[str]) -> str:
    return say("{names} {n:!is|are} next", names=listed(names), n=len(names))


# --- the position -------------------------------------------------------------------------------------------


def _position(seat: Seat, match: engine.Match, plan: Plan, names: Sequence[str]) -> Sequence[Section]:
    rules = rules_now(seat, match.game, plan)
    return match.game.sections(match.view(seat.number), None, names, rules, seat.number)


def _standing(sections: Sequence[Section]) -> str:
    """The reader's points and purse in one line: the title of its section and what comes first in it."""
    me = next((section for section in sections if section.key == "me"), None)
    return f"{me.title}. {me.paragraphs[0].words}" if me else ""


def _undo(seat: Seat, match: engine.Match, next_ones: Sequence[str], ended: Turn | None) -> str:
    """A sentence on how long the orders can be taken back; "" if they cannot."""
    if match.over or not next_ones or not _may_take_back(seat, match, ended):
        return ""
    names, delay = listed(next_ones), seat.table.league.delay
    until = say("[undo] takes it back until {names} {n:!has|have} played.", names=names, n=len(next_ones))
    if not delay:
        return until
    # Said of every table with a delay: whether somebody has kept orders that will run is nobody else's business.
    return f"{until} {say('Orders kept for later run {length} after the move before.', length=span(delay))}"


def _may_take_back(seat: Seat, match: engine.Match, ended: Turn | None) -> bool:
    """Whether the engine would take these orders back, as far as the moves of this session tell."""
    entries: list[Entry] = list(match.log)
    if any(entry.kind in (UNDO, ROLL_BACK) for entry in entries):
        return False
    try:
        first = last_orders(entries, seat.number)
        check(match.game, entries[first:], seat.number, match.branch)
    except UndoRefused:
        return False
    serial = entries[first].serial
    if ended is not None and ended.serial == serial:
        return not ended.in_part
    earlier = seat.table.entries.filter(number__lt=entries[first].number, entry__seat=seat.number, entry__serial=serial)
    return not earlier.exists()  # part of it was done by an earlier letter: that is not looked at here


# --- the marker line --------------------------------------------------------------------------------------


def _state(values: dict[str, Any], turn: Turn | None) -> tuple[str, ...]:
    """The words of the marker line: the result first, then what is asked or who is next."""
    asks: tuple[str, ...] = ()
    if turn and "until" in values:
        asks = (values["until"], GO_ON if values["stopped"] else say(WRITE_ABOVE))
    if values["remarks"]:  # thanks and small talk are no mistake
        if not asks:
            return (say("Nothing to do here"), say("nothing has changed"))
        return (say("Nothing to do here: your turn is open"), asks[0])
    if not values["accepted"]:
        return (say("NOT ACCEPTED"), *(asks or (say("nothing has changed"),)))
    if "chosen" in values:
        stored = say("STORED IN PART, sealed") if values["refused"] else say("STORED, sealed")
        return (stored, values["chosen"], say(NOTHING_TO_DO))
    if asks:
        return (_done_now(values), *asks)
    state = say("DONE IN PART") if values["refused"] else say("DONE")
    result = _counted(values)
    return (state, *([result] if result else []), _what_follows(values))


def _done_now(values: dict[str, Any]) -> str:
    if values["refused"]:
        return say("DONE IN PART, now {headline}", headline=values["headline"])
    return say("DONE, now {headline}", headline=values["headline"])


def _counted(values: dict[str, Any]) -> str:
    """ "2 played, 1 kept, 1 not accepted"; what was kept and is done or given up by now is kept no more."""
    played, done = len(values["played"]) + values["older"], len(values["by_itself"])
    kept, refused = min(len(values["kept_now"]), len(values["kept"])), len(values["refused"])
    parts = [say("{n} played", n=played)] if played else []
    parts += [say("{n} done already", n=done)] if done else []
    parts += [say("{n} kept", n=kept)] if kept else []
    parts += [say("{n} not accepted", n=refused)] if refused else []
    return ", ".join(parts)


def _what_follows(values: dict[str, Any]) -> str:
    return say("nothing to do, {next}", next=values["next"]) if values["next"] else say("the game is over")
