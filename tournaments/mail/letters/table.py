"""Letters about a running table that ask for nothing new: reminder, expiry, changes, "that turn is over"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

import engine
from engine.events import Event
from engine.game import Scoresheet
from engine.plans import Plan, Step
from tournaments.formats import clocks
from tournaments.mail.letters.draft import Draft, compose
from tournaments.mail.letters.frame import about_table, about_turn, picture_of, told, with_safe_names
from tournaments.mail.letters.layout import SAID, grid, marker, ordinal, quoted
from tournaments.mail.letters.names import harmless
from tournaments.models import League, Seat, Turn

STAND_IN = "The stand-in is a bot: it first does what you have kept or ordered for good, the rest is its own choice."


def begun(seat: Seat, match: engine.Match, since: Iterable[Event], first: str) -> Draft:
    """The game has begun and somebody else moves first. `first`: that player's name."""
    values = about_table(seat, match)
    values["happened"] = told(match.game, since, values["names"], seat.number)
    values["starter"] = harmless(first)
    values["first"] = marker("THE GAME HAS BEGUN", f"{harmless(first)} is first, nothing to do yet")
    return compose("begun", values, picture=picture_of(seat, match))


def reminder(seat: Seat, turn: Turn, match: engine.Match, plan: Plan) -> Draft:
    """The one reminder before a deadline, with the whole question in it."""
    values = about_turn(seat, turn, match, plan, ())
    values |= {"afterwards": _afterwards(seat), "stand_in": _stand_in(seat.table.league)}
    values["first"] = marker("REMINDER", values["state"], "write above here")
    return compose("reminder", values, serial=turn.serial, picture=picture_of(seat, match))


def _afterwards(seat: Seat) -> str:
    """What happens when a deadline passes, by the settings of the league and what the seat has had already."""
    league = seat.table.league
    spent = seat.grace_used_at is not None or seat.expired_on
    if league.expiry == League.Expiry.WAIT or spent or league.grace <= timedelta(0):
        return _by_policy(league)
    then = _by_policy(league).replace("After that", "then", 1)
    return f"After that, once in each game, you have {_grace(league)} of grace that nobody else hears of; {then}"


def _by_policy(league: League) -> str:
    if league.expiry == League.Expiry.WAIT:
        return "After that the table goes on waiting for you, and the organiser sees it."
    if league.expiry == League.Expiry.ASK:
        return "After that the organiser may let the stand-in move for you."
    return "After that the stand-in moves for you."


def _stand_in(league: League) -> str:
    """Who that is; "" where it never moves."""
    return "" if league.expiry == League.Expiry.WAIT else STAND_IN


def _grace(league: League) -> str:
    """The grace in words: "24 hours"."""
    now = timezone.now()
    return clocks.time_left(now, now + league.grace)


def turn_expired(
    seat: Seat, steps: Sequence[Step], match: engine.Match, plan: Plan, turn: Turn | None, keeps_seat: bool
) -> Draft:
    """The stand-in has moved for the seat; `turn` is the seat's next open decision, if it is asked again."""
    values = about_turn(seat, turn, match, plan, ()) if turn else about_table(seat, match)
    events = [event for step in steps for event in step.events]
    values["happened"] = told(match.game, events, values["names"], seat.number)
    values |= {"keeps_seat": keeps_seat, "over": match.over, "stand_in": STAND_IN}
    asked = ("TIME WAS UP", f"now {values['state']}", "write above here") if turn else ()
    values["first"] = marker(*(asked or ("TIME WAS UP, the stand-in moved", "nothing to do now")))
    return compose("turn_expired", values, serial=turn.serial if turn else 0)


def grace(seat: Seat, turn: Turn, match: engine.Match, plan: Plan) -> Draft:
    """The deadline has passed; this once nobody is told and some hours are added."""
    values = about_turn(seat, turn, match, plan, ())
    league = seat.table.league
    values |= {"more": _grace(league), "afterwards": _by_policy(league), "stand_in": _stand_in(league)}
    values["first"] = marker(f"{values['more'].upper()} OF GRACE", values["state"], "write above here")
    return compose("grace", values, serial=turn.serial, picture=picture_of(seat, match))


def extended(seat: Seat, turn: Turn, match: engine.Match, reason: str) -> Draft:
    """The organiser has moved this seat's deadline."""
    values = about_table(seat, match)
    zone = seat.player.zone if seat.player else "UTC"
    values["deadline"] = clocks.words(turn.due_by, zone)
    values["reason"] = quoted(reason)
    values["first"] = marker(f"MORE TIME - until {clocks.short(turn.due_by, zone, timezone.now())}")
    return compose("extended", values, serial=turn.serial)


def replaced(seat: Seat, match: engine.Match, whose: str, reason: str) -> Draft:
    """Tell the table that a bot moves for a seat from now on. `whose`: the name of that seat."""
    values = about_table(seat, match)
    whose = harmless(whose)
    values |= {"whose": whose, "reason": quoted(reason), "first": marker("NEWS", f"a bot plays for {whose} now")}
    gist = (f"{values['title']}: a bot plays for {whose} now. The reason:", *values["reason"])
    return compose("replaced", values, gist=gist)


def resigned(seat: Seat, match: engine.Match, whose: str, counts: str) -> Draft:
    """Tell a seat that a player has given up. `counts`: how it counts, for the one who did it, "" for the others."""
    values = about_table(seat, match)
    whose = harmless(whose)
    news = "you have resigned" if counts else f"{whose} has resigned, a bot plays on"
    values |= {"whose": whose, "counts": counts, "first": marker("NEWS", news)}
    return compose("resigned", values)


def taken_back(seat: Seat, match: engine.Match, since: Iterable[Event]) -> Draft:
    """Somebody has taken back what the seat was told; perhaps it was asked something that is not asked any more."""
    values = about_table(seat, match)
    values["happened"] = told(match.game, since, values["names"], seat.number)
    values["first"] = marker("TAKEN BACK", "nothing to do now")
    return compose("taken_back", values)


def turn_over(seat: Seat, lines: Sequence[str], turn: Turn | None, match: engine.Match, plan: Plan) -> Draft:
    """An order came for a decision that is over; shows the current one, if the seat is asked something."""
    values = about_turn(seat, turn, match, plan, ()) if turn else about_table(seat, match)
    values["lines"] = [echo for line in lines for echo in quoted(line)]
    asks = ("now " + values["state"], "write above here") if turn else ("nothing to do now",)
    values["first"] = marker("THAT TURN IS OVER", *asks)
    return compose("turn_over", values, serial=turn.serial if turn else 0)


def final_scores(seat: Seat, match: engine.Match, standings: Sequence[Any]) -> Draft:
    """The game is over: result, standings of the league, the scoresheet as PDF."""
    values = about_table(seat, match)
    sheet = match.scoresheet()
    order = sorted(range(len(sheet.ranks)), key=lambda number: sheet.ranks[number])
    names = [values["names"][n] for n in order]
    rows = [(name[:1].upper() + name[1:], [cells[n] for n in order]) for name, cells in sheet.rows]
    rows.append(("Total", [sheet.totals[n] for n in order]))
    values |= {
        "result": [(ordinal(sheet.ranks[n]), values["names"][n], sheet.totals[n]) for n in order],
        "decided": sheet.decided,
        "place": sheet.ranks[seat.number],
        "tied": sheet.ranks.count(sheet.ranks[seat.number]) > 1,
        "rows": rows,
        "grid": grid(names, rows),
        "standings": with_safe_names(standings),
        "outcome": _outcome(seat, sheet),
        "first": marker(f"FINAL SCORES - you are {ordinal(sheet.ranks[seat.number])} of {len(sheet.ranks)}"),
    }
    return compose("final_scores", values, picture=picture_of(seat, match), papers=("scoresheet",))


def _outcome(seat: Seat, sheet: Scoresheet) -> str:
    """How the game went for the reader: "You have won with 50 points."."""
    rank, total = sheet.ranks[seat.number], sheet.totals[seat.number]
    shared = sheet.ranks.count(rank) > 1
    if rank == 1:
        return f"You share the victory with {total} points." if shared else f"You have won with {total} points."
    return f"You {'share the' if shared else 'are'} {ordinal(rank)}{' place' if shared else ''} with {total} points."


def words(
    seat: Seat,
    match: engine.Match,
    title: str,
    paragraphs: Sequence[str],
    sections: Sequence[Any],
    with_picture: bool = False,
    papers: tuple[str, ...] = (),
) -> Draft:
    """The answer to a command (status, log, help, ...): a title, some lines, perhaps the position in words."""
    values = about_table(seat, match, "receipt")
    values |= {"heading": title, "paragraphs": paragraphs, "sections": sections, "first": marker("ANSWER", title)}
    picture = picture_of(seat, match) if with_picture else None
    return compose("words", values, picture=picture, papers=papers)


def told_privately(seat: Seat, match: engine.Match, name: str, text: str) -> Draft:
    """What another player says to this seat alone, marked line by line as theirs. `name`: who says it."""
    return _press("told_privately", seat, match, name, text, "to you alone")


def said(seat: Seat, match: engine.Match, name: str, text: str) -> Draft:
    """What another player says to the table, marked line by line as theirs. `name`: who says it."""
    return _press("said", seat, match, name, text, "to the table")


def _press(kind: str, seat: Seat, match: engine.Match, name: str, text: str, to: str) -> Draft:
    values = about_table(seat, match)
    name = harmless(name)
    lines = quoted(text, SAID)
    values |= {"name": name, "lines": lines, "first": marker(f"{name} WRITES {to.upper()}", "nothing to do")}
    return compose(kind, values, gist=(f"{name} writes {to}, {values['title']}:", *lines))
