"""The order of a letter that asks: the question, the news in brief, where one stands, the choice, then all the rest.

A telephone shows about so much before anybody scrolls; the text form has the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from django.utils import timezone

import engine
from engine.bots import bots
from engine.decisions import Decision
from engine.game import Paragraph, Section
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.letters.parts import sealed
from tournaments.letters.parts.newcomer import newcomer
from tournaments.models import Seat, Turn
from tournaments.queries.names import page

BELOW = ("sealed", "happened", "course", "ahead", "board", "hand", "me", "others", "table", "how")  # in this order


def asked(headline: str, turn: Turn, zone: str) -> str:
    """The question and its deadline in one line: "Your card 1 of 4, until Friday 14 November, 18:00 (46 hours)."."""
    now, ends = timezone.now(), turn.due_by
    if turn.seat.table.paused_at is not None or ends <= now:
        return f"{ended(headline)} {deadline_sentence(turn, zone)}"
    values = {"question": headline, "moment": clocks.words(ends, zone), "left": clocks.time_left(now, ends)}
    if headline.endswith("?"):
        return say("{question} Until {moment} ({left}).", **values)
    return say("{question}, until {moment} ({left}).", **values)


def ended(headline: str) -> str:
    """A question with its stop."""
    return headline if headline.endswith("?") else f"{headline}."


def deadline_sentence(turn: Turn, zone: str) -> str:
    """The sentence with the deadline."""
    if turn.seat.table.paused_at is not None:
        return say("The clocks of this table stand still: you have time until the organiser lets them run again.")
    now = timezone.now()
    if turn.handed_at is None and turn.due_by <= now:
        return say("The letter that asks you waits to be sent: your time runs from then.")
    return clocks.deadline_sentence(now, turn.due_by, zone)


def arranged(
    sections: Sequence[Section], seat: Seat, match: engine.Match, decision: Decision, happened: Sequence[str]
) -> list[Section]:
    """The sections of a letter that asks, those that may be chosen from first. `happened`: what is told in full below.

    Above the choice stand, as mere lines, where the seat stands, what a newcomer has to know and what is usual here.
    """
    # Where the ways are more than can be listed, what may be done stands in the hand as patterns, without a move.
    hand = [section for section in sections if section.key == "hand"]
    first = [section for section in sections if _offers(section)] or hand
    below = _in_little_room([section for section in sections if section not in first])
    stand = [standing(section) for section in sections if section.key == "me"]
    new = newcomer(seat, match.game)
    below += new[1:]
    if decision.sealed:
        below.append(Section("sealed", "", (Paragraph(sealed.changeable(seat, match)),)))
    if happened:
        bullets = tuple(Paragraph(words, "bullet") for words in happened)
        below.append(Section("happened", say("What else happened since your last letter"), bullets))
    below.sort(key=_rank)
    if first and (missing := _not_offered(first, decision)):
        first[-1] = replace(
            first[-1], paragraphs=(*first[-1].paragraphs, _in_steps(seat, missing, len(decision.moves)))
        )
    return [*stand, *new[:1], *usual(seat, match, decision), *first, *below]


def _not_offered(sections: Sequence[Section], decision: Decision) -> int:
    """The number of moves that no button of these sections plays."""
    offered = {order for section in sections for part in section.paragraphs for _, order in part.moves}
    return sum(move.text not in offered for move in decision.moves)


def _in_steps(seat: Seat, missing: int, every: int) -> Paragraph:
    at = page("steps", seat.table_id)
    if missing == every:
        words = say("All {n} ways by taps, step by step: {page}", n=every, page=at)
    else:
        words = say("{n:# more way|# more ways} by taps, step by step: {page}", n=missing, page=at)
    return Paragraph(words, "small")


def _rank(section: Section) -> int:
    return BELOW.index(section.key if section.key in BELOW else "board")


def _offers(section: Section) -> bool:
    """Tell whether it is to be chosen from: a question, or a hand with moves."""
    return section.key == "choice" or (section.key == "hand" and any(part.moves for part in section.paragraphs))


def standing(me: Section) -> Section:
    """The line of where the seat stands: the points, and what comes first among its things."""
    return Section("stand", "", (Paragraph(f"{me.title}. {me.paragraphs[0].words}"),))


def _in_little_room(sections: Sequence[Section]) -> list[Section]:
    """The sections without what stands above the choice, those about the others in one."""
    found = [section for section in sections if section.key not in ("me", "others")]
    for me in (section for section in sections if section.key == "me"):
        found.append(replace(me, title=say("Your things"), paragraphs=me.paragraphs[1:]))
    others = tuple(part for section in sections if section.key == "others" for part in _in_one(section))
    return [*found, *([Section("others", say("The others"), others)] if others else [])]


def _in_one(section: Section) -> tuple[Paragraph, ...]:
    first, *more = section.paragraphs
    return (replace(first, words=f"{section.title}. {first.words}"), *more)


def usual(seat: Seat, match: engine.Match, decision: Decision) -> list[Section]:
    """At a practice table one line of what players often look for, found by the evaluation of the seat's own view."""
    if not seat.table.league.practice:
        return []
    view = match.view(seat.number)
    move = bots["greedy"].choose(match.game, view, decision, Random(decision.serial))
    deed = match.game.say(move, view, seat.number)
    return [
        Section(
            "usual", "", (Paragraph(say("Often chosen here: {deed} [{order}].", deed=deed, order=move.text), "small"),)
        )
    ]
