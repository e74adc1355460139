"""Orders tried out before they are sent: read as a letter's are, carried out on a made-up copy. Changes nothing.

All that the seat may not know is imagined, so that neither what is possible nor what it leads to can show anything
hidden; what chance would bring is never told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import engine
from engine.decisions import Move
from engine.language import typed
from engine.orders.api import Account, Line, State, Step
from engine.orders.command_words import Said
from tournaments.actions.commands import at_table
from tournaments.actions.commands.command import NOTHING_UNDONE, Undone
from tournaments.actions.table import playing, undo
from tournaments.actions.table.session import Session
from tournaments.language.speech import say
from tournaments.models import Seat
from tournaments.outbox import limits
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
    again    of a stale line: the order that does now what it says
    """

    text: str
    state: State
    mark: str
    words: str
    nearest: tuple[str, ...] = ()
    again: str = ""


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
    takes_back = any(at_table.is_undo(line) for line in lines)
    game = matches.load_whole(seat.table) if takes_back else matches.load(seat.table)
    return check_at(game, seat, lines, serial, numbers)


def check_at(game: engine.Match, seat: Seat, lines: Sequence[str], serial: int | None, numbers: int) -> Check:
    """Tell what these lines would do in a match; it has its log if one of them takes something back."""
    written = [at for at, line in enumerate(lines) if line.strip()]
    takes_back = any(at_table.is_undo(line) for line in lines)
    lines = lines[: written[MOST_LINES]] if len(written) > MOST_LINES else lines  # blank ones divide paragraphs
    before = game.game.facts(game.view(seat.number))
    session = Session.trial(seat.table, game)
    undone = NOTHING_UNDONE
    if takes_back:
        below = playing.undoes_itself(game, seat, lines, serial, numbers)
        undone = undo.in_match(session, seat, serial, numbers, limits.would_allow, below=below)
    # What is taken back the seat has seen, and nothing hidden was seen since: from here on all else is imagined.
    session.match, session.plans = game.imagined(seat.number), {seat.number: session.plans[seat.number]}
    account = playing.play(session, seat, lines, serial, numbers, undone, allow=limits.would_allow)
    changes, open_end = _followed(game, seat.number, account.steps, before)
    return Check(tuple(_told(game, seat.number, account, undone)), changes, open_end, max(0, len(written) - MOST_LINES))


def anew(lines: Iterable[str], found: Check) -> list[str]:
    """The lines that `check` has found these to be, with the orders that do now what stale ones say.

    Of a stale line for which there is none nothing is left.
    """
    left, put = list(found.lines), list[str]()
    for line in lines:
        here = []
        while left and left[0].text in line:
            here.append(left.pop(0))
        late = any(one.state == "stale" for one in here)
        put += filter(None, (one.again if one.state == "stale" else one.text for one in here)) if late else [line]
    return put


def _told(match: engine.Match, seat: int, account: Account, undone: Undone) -> Iterator[Checked]:
    for line, said in at_table.each_once(account):
        state, words, nearest, again = line.state, _words(match, seat, line), line.nearest, ""
        if isinstance(said, str) and said:
            state, words = "refused", said
        elif isinstance(said, Said) and said.name == "undo":
            state, words = _taken_back(undone)
        elif line.state == "stale":
            again = line.words
        yield Checked(line.text, state, marks.of_tried(state), words, nearest, again)


def _taken_back(undone: Undone) -> tuple[State, str]:
    if undone.done:
        return "command", say("That takes back what you did at your last decision.")
    return "refused", say("That takes nothing back: {reason}.", reason=undone.why) if undone.why else undone.words


def _words(match: engine.Match, seat: int, line: Line) -> str:
    """An order as a sentence; of other lines what the account says."""
    if line.state in ("played", "kept"):
        return _sentence(match, seat, line.words)
    if line.state == "done":
        return say("There is nothing left to do for that.")
    if line.state == "stale":
        return marks.why_late(line)
    if line.state == "command":
        return say("It is answered once you send it.")
    return "" if typed.normalise(line.words) == typed.normalise(line.text) else line.words


def _sentence(match: engine.Match, seat: int, words: str) -> str:
    """The effect of an order; one with a condition, a second choice or `anyway` is echoed in its canonical words."""
    if "/" in words or words.startswith("if ") or words.endswith(" anyway"):
        return words
    return match.game.say(Move.of(words), match.view(seat), seat)


def _followed(
    match: engine.Match, seat: int, steps: Sequence[Step], before: Mapping[str, int]
) -> tuple[tuple[tuple[str, int, int], ...], str]:
    """The figures before and after the moves, as far as they can be known, and a sentence where they cannot."""
    trial = match.imagined(seat)
    after = trial.game.facts(trial.view(seat))
    open_end = ""
    for step in steps:
        trial.play(step.seat, step.move, by=step.by)
        if trial.log[-1].rolls or trial.game.reveals(trial.log[-1].events, step.seat):
            open_end = say("After that comes what nobody can know yet.")
            break
        after = trial.game.facts(trial.view(seat))
    changed = ((name, before[name], now) for name, now in after.items() if before.get(name, now) != now)
    return tuple((trial.game.fact(name), was, now) for name, was, now in changed), open_end
