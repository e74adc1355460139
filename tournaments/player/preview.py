"""Orders tried out before they are sent: read as a letter's are, carried out on a made-up copy. Changes nothing.

All that the seat may not know is imagined, so that neither what is possible nor what it leads to can show anything
hidden; what chance would bring is never told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import engine
from engine.decisions import Move
from engine.language import typed
from engine.language.wording import sentence
from engine.orders import api
from engine.orders.api import Account, Line, Plan, State, Step
from tournaments.language.speech import say
from tournaments.letters import reply_serial
from tournaments.models import Seat
from tournaments.player import marks
from tournaments.queries import matches

MOST_LINES = 40


@dataclass(frozen=True, slots=True)
class Checked:
    """The effect that one line would have.

    text     as it was written
    state    as in `engine.orders.api.Line`; `mark`: the same in a word for people
    words    what it would do, or why it cannot be
    nearest  orders that were perhaps meant
    """

    text: str
    state: State
    mark: str
    words: str
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """The effect that all lines would have, and the figures that the orders played at once would change.

    changes   (name, before, after)
    untried   how many lines below the first MOST_LINES were left out
    open_end  a sentence where chance or hidden things come in; "" where they do not
    """

    lines: tuple[Checked, ...]
    changes: tuple[tuple[str, int, int], ...] = ()
    open_end: str = ""
    untried: int = 0


def check(seat: Seat, lines: Sequence[str], serial: int | None, numbers: int = 0) -> Check:
    """Tell what these lines would do if they were sent now. `serial` and `numbers` as in `take_orders`."""
    written = [line for line in lines if line.strip()]
    lines = written[:MOST_LINES]
    game = matches.load(seat.table)
    trial = game.imagined(seat.number)
    everywhere = seat.player.rules.get(seat.table.league.game, {}) if seat.player else {}
    plan = Plan.load(seat.plan, everywhere)
    answered, count = reply_serial.answered(seat, serial, numbers, trial)
    now_open = trial.decision(seat.number)
    late = reply_serial.is_older(seat, answered, now_open)
    asked = reply_serial.belongs_to(seat, serial, now_open, trial.round, late=late)
    account = api.apply_letter(
        trial, {seat.number: plan}, seat.number, lines, serial=answered, numbers=count, late=late, asked=asked
    )
    changes, open_end = _followed(game, seat.number, account.steps)
    return Check(_told(game, seat.number, account), changes, open_end, len(written) - len(lines))


def _told(match: engine.Match, seat: int, account: Account) -> tuple[Checked, ...]:
    return tuple(
        Checked(line.text, line.state, marks.of_tried(line.state), _words(match, seat, line), line.nearest)
        for line in account.lines
    )


def _words(match: engine.Match, seat: int, line: Line) -> str:
    """An order as a sentence; of other lines what the account says."""
    if line.state in ("played", "kept"):
        return _sentence(match, seat, line.words)
    if line.state == "done":
        return say("That happens by itself.")
    if line.state == "stale":
        return sentence(line.why) if line.why else say("The question that this page showed is over.")
    if line.state == "command":
        return say("It is answered once you send it.")
    return "" if typed.normalise(line.words) == typed.normalise(line.text) else line.words


def _sentence(match: engine.Match, seat: int, words: str) -> str:
    """The effect of an order; one with a condition or a second choice is echoed in its canonical words."""
    if "/" in words or words.startswith("if "):
        return words
    return match.game.say(Move.of(words), match.view(seat), seat)


def _followed(match: engine.Match, seat: int, steps: Sequence[Step]) -> tuple[tuple[tuple[str, int, int], ...], str]:
    """The figures before and after the moves, as far as they can be known, and a sentence where they cannot."""
    trial = match.imagined(seat)
    before = after = trial.game.facts(trial.view(seat))
    open_end = ""
    for step in steps:
        trial.play(step.seat, step.move, by=step.by)
        if trial.log[-1].rolls or trial.game.reveals(trial.log[-1].events, step.seat):
            open_end = say("After that comes what nobody can know yet.")
            break
        after = trial.game.facts(trial.view(seat))
    changed = ((name, before[name], now) for name, now in after.items() if before.get(name, now) != now)
    return tuple((trial.game.fact(name), was, now) for name, was, now in changed), open_end
