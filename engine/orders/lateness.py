"""The lines of a late letter about the future: whether they still make sense. Plays nothing.

Standing orders are about what comes, so they are taken from late letters too. They are too late where their player has
said something newer on the same topic, where they were meant for a round that is over, and when the game is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.language import typed
from engine.language.languages import to_say
from engine.language.speech import say
from engine.match.match import Match
from engine.orders.account import Line
from engine.orders.instructions import Forget, GoOn, Hold, Never, Once, Refused, Standing
from engine.orders.plan import Plan

AboutLater = Forget | GoOn | Hold | Never | Once | Standing
GAME_OVER = to_say("the game is over")
ROUND_OVER = to_say("it was said for round {round}, which is over")
NEWER = to_say("you have said something newer about {topic}")
ALL, EVERYWHERE = "all", " everywhere"


@dataclass(frozen=True, slots=True)
class Asked:
    """The question to which a letter belongs: its serial, and the round in which it was asked."""

    serial: int
    round: int


def unread(text: str, refused: Refused, match: Match) -> Line:
    """The line for an order that cannot be read: at a table that is over nothing else is wrong with it."""
    if match.over and not typed.normalise(text).endswith(EVERYWHERE):
        return Line(text, "refused", say(GAME_OVER))
    return Line(text, "refused", refused.reason, refused.nearest)


def weighed(text: str, said: AboutLater, plan: Plan, match: Match, asked: Asked | None, *, late: bool) -> Line | None:
    """The line for what is not done any more, stale or refused; None for what is, and that is remembered as newest.

    Call it before the plan is changed.

    asked  what the letter belongs to; None: to what is asked now, and nothing is
    late   whether the seat has been asked something newer; kept orders may have been given since
    """
    line = _too_late(text, said, plan, match, asked, late=late)
    if line is None:
        for topic in [ALL] if _is_of_all(said) else _named(said, plan):
            plan.said[topic] = max(asked.serial if asked else 0, plan.said.get(topic, 0))
    return line


def _too_late(text: str, said: AboutLater, plan: Plan, match: Match, asked: Asked | None, *, late: bool) -> Line | None:
    if match.over and not getattr(said, "everywhere", False):  # what is said of all tables still has a meaning
        return Line(text, "refused", say(GAME_OVER))
    if late and _is_about_kept(said):
        return Line(text, "stale", str(said))
    if asked is None:
        return None
    if isinstance(said, Hold | Once) and asked.round != match.round:
        return Line(text, "stale", str(said), why=say(ROUND_OVER, round=asked.round))
    newer = next((topic for topic in _topics(said, plan) if plan.said.get(topic, 0) > asked.serial), None)
    if newer is None:
        return None
    return Line(text, "stale", str(said), why=say(NEWER, topic=newer.removesuffix(EVERYWHERE)))


def _is_about_kept(said: AboutLater) -> bool:
    return isinstance(said, GoOn) or (isinstance(said, Forget) and said.what in ("", ALL))


def _is_of_all(said: AboutLater) -> bool:
    return isinstance(said, Forget) and said.what == ALL and not said.everywhere


def _topics(said: AboutLater, plan: Plan) -> Iterator[str]:
    """Under which a newer word on the same may have been noted."""
    yield from _named(said, plan)
    if not getattr(said, "everywhere", False):
        yield ALL


def _named(said: AboutLater, plan: Plan) -> tuple[str, ...]:
    match said:
        case Standing(rule, everywhere):
            return (rule.topic + EVERYWHERE if everywhere else rule.topic,)
        case Once(rule):
            return (rule.topic,)
        case Hold(name) | Never(name):
            return (name,)
        case Forget(what, everywhere) if what not in ("", ALL):
            end = EVERYWHERE if everywhere else ""
            known = {*plan.said, *plan.rules, *plan.once, *plan.held, *plan.never, *plan.everywhere} - {ALL}
            found = typed.complete(what, sorted({topic.removesuffix(EVERYWHERE) for topic in known}))
            return tuple(topic + end for topic in found)
    return ()
