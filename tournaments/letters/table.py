"""Letters about a running table that ask for nothing new: reminder, expiry, changes, "that turn is over"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

import engine
from engine.events import Event
from engine.game import Scoresheet
from engine.language.languages import to_say
from engine.orders.api import Plan, Step
from tournaments.formats import clocks
from tournaments.formats.spans import Span
from tournaments.language.speech import say
from tournaments.letters.parts import layout, result
from tournaments.letters.parts.buttons import button
from tournaments.letters.parts.draft import Draft, compose
from tournaments.letters.parts.frame import (
    NOTHING_TO_DO,
    RECEIPT,
    WRITE_ABOVE,
    about_table,
    about_turn,
    answered_later,
    asked_now,
    picture_of,
    told,
    with_safe_names,
)
from tournaments.letters.parts.language import in_its_readers_language
from tournaments.letters.parts.layout import marker, ordinal, quoted, until
from tournaments.letters.parts.names import harmless
from tournaments.letters.parts.newcomer import newcomer
from tournaments.letters.parts.offices import by_whom
from tournaments.models import League, Player, Seat, Turn
from tournaments.queries import telling
from tournaments.queries.standings import Place

STAND_IN = to_say(
    "The stand-in is a program: it first does what you have kept or ordered for good, the rest is its own choice."
)
AFTER_THAT = {
    League.Expiry.WAIT: to_say("After that the table goes on waiting for you, and the organiser sees it."),
    League.Expiry.ASK: to_say("After that the organiser may let the stand-in move for you."),
    League.Expiry.STAND_IN: to_say("After that the stand-in moves for you."),
}
AFTER_GRACE = {
    League.Expiry.ASK: to_say(
        "After that, once in each game, you have {time} of grace of which nobody else at the table hears; then the "
        "organiser may let the stand-in move for you."
    ),
    League.Expiry.STAND_IN: to_say(
        "After that, once in each game, you have {time} of grace of which nobody else at the table hears; then the "
        "stand-in moves for you."
    ),
}


@in_its_readers_language
def begun(seat: Seat, match: engine.Match, since: Iterable[Event], first: str) -> Draft:
    """The beginning of a game in which somebody else moves first. `first`: that player's name."""
    values = about_table(seat, match)
    values["happened"] = told(seat, match, since, values["names"])
    values["starter"] = harmless(first)
    values["sections"] = newcomer(seat, match.game)
    values["first"] = marker(
        say("THE GAME HAS BEGUN"), say("{name} is first, nothing to do yet", name=values["starter"])
    )
    return compose("begun", values, picture=picture_of(seat, match))


@in_its_readers_language
def reminder(seat: Seat, turn: Turn, match: engine.Match, plan: Plan) -> Draft:
    """The one reminder before a deadline, with the whole question in it."""
    values = about_turn(seat, turn, match, plan, ())
    values |= {"afterwards": _afterwards(seat), "stand_in": _stand_in(seat.table.league)}
    values["first"] = marker(say("REMINDER"), values["headline"], values["until"], say(WRITE_ABOVE))
    return compose("reminder", values, serial=turn.serial, picture=picture_of(seat, match))


def _afterwards(seat: Seat) -> str:
    """Tell what happens when a deadline passes, by the settings of the league and what the seat has had already."""
    league = seat.table.league
    expiry, spent = League.Expiry(league.expiry), seat.grace_used_at is not None or seat.expired_on
    if expiry not in AFTER_GRACE or spent or league.grace <= timedelta(0):
        return say(AFTER_THAT[expiry])
    return say(AFTER_GRACE[expiry], time=_grace(league))


def _stand_in(league: League) -> str:
    """The words for the stand-in; "" where it never moves."""
    return "" if league.expiry == League.Expiry.WAIT else say(STAND_IN)


def _grace(league: League) -> str:
    """The grace in words: "24 hours"."""
    now = timezone.now()
    return clocks.time_left(now, now + league.grace)


@in_its_readers_language
def turn_expired(
    seat: Seat, steps: Sequence[Step], match: engine.Match, plan: Plan, turn: Turn | None, keeps_seat: bool
) -> Draft:
    """The stand-in's move for the seat; `turn` is the seat's next open decision, if it is asked again."""
    values = about_turn(seat, turn, match, plan, ()) if turn else about_table(seat, match)
    events = [event for step in steps for event in telling.marked(step.events, step.by)]
    values["happened"] = told(seat, match, events, values["names"])
    values |= {"keeps_seat": keeps_seat, "over": match.over, "stand_in": say(STAND_IN)}
    was_up = say("TIME WAS UP") if turn else say("TIME WAS UP, the stand-in moved")
    values["first"] = marker(was_up, *asked_now(values, turn))
    return compose("turn_expired", values, serial=turn.serial if turn else 0)


@in_its_readers_language
def grace(seat: Seat, turn: Turn, match: engine.Match, plan: Plan) -> Draft:
    """The hours of grace after a missed deadline, of which nobody else is told."""
    values = about_turn(seat, turn, match, plan, ())
    league = seat.table.league
    afterwards = say(AFTER_THAT[League.Expiry(league.expiry)])
    values |= {"more": _grace(league), "afterwards": afterwards, "stand_in": _stand_in(league)}
    more = say("{time} OF GRACE", time=values["more"].upper())
    values["first"] = marker(more, values["headline"], values["until"], say(WRITE_ABOVE))
    return compose("grace", values, serial=turn.serial, picture=picture_of(seat, match))


@in_its_readers_language
def extended(seat: Seat, turn: Turn, match: engine.Match, reason: str) -> Draft:
    """The seat's later deadline; the others read who gave it (`organiser.acted`)."""
    values = about_table(seat, match)
    zone = seat.player.zone if seat.player else "UTC"
    values["deadline"] = clocks.words(turn.due_by, zone)
    values["reason"] = quoted(reason)
    values["first"] = marker(say("MORE TIME"), until(clocks.short(turn.due_by, zone, timezone.now())))
    return compose("extended", values, serial=turn.serial)


@in_its_readers_language
def time_back(seat: Seat, match: engine.Match, turn: Turn | None, lost: Span, *, late: bool = False) -> Draft:
    """The time of an outage of ours, given back. `turn`: what the seat is asked.

    lost  in which the service did not work or, if `late`, in which the letter that asks this seat waited with us
    """
    values, now = about_table(seat, match), timezone.now()
    zone, paused = seat.player.zone if seat.player else "UTC", seat.table.paused_at is not None
    due = clocks.short(turn.due_by, zone, now) if turn and not paused else ""
    begins, ends = (clocks.short(moment, zone, now) for moment in lost)
    values |= {
        "begins": begins,
        "ends": ends,
        "late": late,
        "paused": paused,
        "deadline": clocks.words(turn.due_by, zone) if turn and due else "",
        "first": marker(say("TIME GIVEN BACK"), *([until(due)] if due else [say(NOTHING_TO_DO)])),
    }
    gist = say("{table}: the service did not work for a while, nobody loses time by it.", table=values["where"])
    return compose("time_back", values, serial=turn.serial if turn else 0, gist=() if due else (gist,))


@in_its_readers_language
def restored(
    seat: Seat, match: engine.Match, plan: Plan, turn: Turn | None, *, since: Iterable[Event], made_at: datetime
) -> Draft:
    """The restore of the database of `made_at`: what came after it is lost. `turn`: what is asked now."""
    values = about_turn(seat, turn, match, plan, ()) if turn else about_table(seat, match)
    values |= {
        "moment": clocks.words(made_at, seat.player.zone if seat.player else "UTC"),
        "happened": told(seat, match, since, values["names"]),
    }
    values["first"] = marker(say("THE SERVICE WAS SET BACK"), *asked_now(values, turn))
    return compose("restored", values, serial=turn.serial if turn else 0, picture=picture_of(seat, match))


@in_its_readers_language
def replaced(seat: Seat, match: engine.Match, actor: Player, whose: str, reason: str) -> Draft:
    """Tell the table that the stand-in moves for a seat from now on. `whose`: the name of that seat."""
    values = about_table(seat, match)
    whose = harmless(whose)
    news = marker(say("NEWS"), say("the stand-in plays for {whose} from now on", whose=whose))
    values |= {"whose": whose, "reason": quoted(reason), "first": news, "organiser": by_whom(seat.table.league, actor)}
    gist = say("{table}: the stand-in plays for {whose} from now on. The reason:", table=values["where"], whose=whose)
    return compose("replaced", values, gist=(gist, *values["reason"]))


@in_its_readers_language
def resigned(seat: Seat, match: engine.Match, whose: str, counts: str) -> Draft:
    """Tell a seat that a player has given up. `counts`: how that counts, for the player alone; "" for the others."""
    values = about_table(seat, match)
    whose = harmless(whose)
    news = say("you have resigned") if counts else say("{whose} has resigned, the stand-in plays on", whose=whose)
    values |= {"whose": whose, "counts": say(counts) if counts else "", "first": marker(say("NEWS"), news)}
    return compose("resigned", values)


@in_its_readers_language
def taken_back(seat: Seat, match: engine.Match, since: Iterable[Event]) -> Draft:
    """The undo of something that the seat was told, or of what brought its question."""
    values = about_table(seat, match)
    values["happened"] = told(seat, match, since, values["names"])
    values["first"] = marker(say("TAKEN BACK"), *asked_now(values, None))
    return compose("taken_back", values)


@in_its_readers_language
def turn_over(
    seat: Seat,
    lines: Sequence[str],
    turn: Turn | None,
    match: engine.Match,
    plan: Plan,
    why: str = "",
    *,
    over: bool = True,
    at_once: bool = False,
    later: datetime | None = None,
) -> Draft:
    """The answer to an order for a decision that is over; shows the current one, if the seat is asked something.

    lines    in full words what a yes brings; "" for each of which that is not known
    why      a sentence about words that are no orders, or about what waits for a yes; "" if there is none
    over     False: the letter is in time, but orders by number in it wait for a yes
    at_once  whether all of it needs no question
    later    when the next answer like this one goes out, if not at once
    """
    values = about_turn(seat, turn, match, plan, ()) if turn else about_table(seat, match)
    values["lines"] = [echo for line in lines for echo in quoted(line)]
    offered = [line for line in lines if line]
    yes = _yes(offered, plan, at_once=at_once, asked=turn is not None) if offered else ""
    values |= {"why": why, "over": over, "yes": yes, "later": answered_later(later, seat.player)}
    values["offered"] = [button(values["ways"], line) for line in offered] if "ways" in values else []
    state = say("THAT TURN IS OVER") if over else say("NOT PLAYED YET")
    values["first"] = marker(state, *asked_now(values, turn))
    return compose("turn_over", values, serial=turn.serial if turn else 0)


def _yes(offered: Sequence[str], plan: Plan, *, at_once: bool, asked: bool) -> str:
    """Tell what a yes to offered orders does."""
    if asked:
        return say("If you still want it, the word [yes] as an answer plays it now.")
    if at_once:
        return say("If you still want it, the word [yes] as an answer does it now.")
    if plan.kept and not offered[0].startswith("also "):
        return say(
            "If you still want it, the word [yes] as an answer keeps it for your turn, instead of what is kept now."
        )
    return say("If you still want it, the word [yes] as an answer keeps it for your turn.")


@in_its_readers_language
def final_scores(seat: Seat, match: engine.Match, standings: Sequence[Place]) -> Draft:
    """The end of a game: result, standings of the league, the scoresheet as PDF."""
    values = about_table(seat, match)
    sheet = match.scoresheet()
    place = ordinal(sheet.ranks[seat.number])
    values |= {
        **result.of_sheet(sheet, values["names"]),
        "place": sheet.ranks[seat.number],
        "tied": sheet.ranks.count(sheet.ranks[seat.number]) > 1,
        "standings": with_safe_names(standings),
        "outcome": _outcome(seat, sheet),
        "first": marker(say("FINAL SCORES"), say("you are {place} of {n}", place=place, n=len(sheet.ranks))),
    }
    return compose("final_scores", values, picture=picture_of(seat, match), papers=("scoresheet",))


def _outcome(seat: Seat, sheet: Scoresheet) -> str:
    """Tell how the game went for the reader: "You have won with 50 points."."""
    rank, total = sheet.ranks[seat.number], sheet.totals[seat.number]
    shared = sheet.ranks.count(rank) > 1
    if rank == 1 and shared:
        return say("You share the victory with {n:point|points}.", n=total)
    if rank == 1:
        return say("You have won with {n:point|points}.", n=total)
    if shared:
        return say("You share the {place} place with {n:point|points}.", place=ordinal(rank), n=total)
    return say("You are {place} with {n:point|points}.", place=ordinal(rank), n=total)


@in_its_readers_language
def words(
    seat: Seat,
    match: engine.Match,
    title: str,
    paragraphs: Sequence[str],
    sections: Sequence[Any],
    with_picture: bool = False,
    papers: tuple[str, ...] = (),
    later: datetime | None = None,
    left_aside: Iterable[str] = (),
) -> Draft:
    """The answer to a command (status, log, help, ...): a title, some lines, perhaps the position in words.

    left_aside  other lines of the player's letter, with which nothing was done
    """
    values = about_table(seat, match, RECEIPT)
    values |= {"heading": title, "paragraphs": paragraphs, "sections": sections, "first": marker(say("ANSWER"), title)}
    values |= {"later": answered_later(later, seat.player), "left_aside": layout.echoes(left_aside)}
    picture = picture_of(seat, match) if with_picture else None
    return compose("words", values, picture=picture, papers=papers)


@in_its_readers_language
def told_privately(seat: Seat, match: engine.Match, name: str, text: str) -> Draft:
    """The letter with words of a player to this seat alone, marked line by line as theirs. `name`: the speaker."""
    values = _press(seat, match, name, text)
    first = say("{name} WRITES TO YOU ALONE", name=values["name"])
    gist = say("{name} writes to you alone, {table}:", name=values["name"], table=values["where"])
    return _passed_on("told_privately", values, first, gist)


@in_its_readers_language
def said(seat: Seat, match: engine.Match, name: str, text: str) -> Draft:
    """The letter with words of another player to the table, marked line by line as theirs. `name`: the speaker."""
    values = _press(seat, match, name, text)
    first = say("{name} WRITES TO THE TABLE", name=values["name"])
    gist = say("{name} writes to the table, {table}:", name=values["name"], table=values["where"])
    return _passed_on("said", values, first, gist)


def _press(seat: Seat, match: engine.Match, name: str, text: str) -> dict[str, Any]:
    return {**about_table(seat, match), "name": harmless(name), "lines": layout.said(text)}


def _passed_on(kind: str, values: dict[str, Any], first: str, gist: str) -> Draft:
    values["first"] = marker(first, say(NOTHING_TO_DO))
    return compose(kind, values, gist=(gist, *values["lines"]))
