"""One letter for many: what each of a player's own did, what others have said meanwhile, and what is asked now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from engine.language.languages import to_say
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.letters.digest import Waiting, about_game, answered_seat
from tournaments.letters.parts.draft import Draft, compose
from tournaments.letters.parts.frame import about_player, league_and_table
from tournaments.letters.parts.language import in_its_readers_language
from tournaments.letters.parts.layout import BULLET, Until, echoes, end_of_letter, marker, quoted, until
from tournaments.models import OutboundLetter, Player
from tournaments.queries.letters import kinds
from tournaments.queries.names import page

MOST = 60  # answers that are told one by one: as many as are read in a batch
MOST_LINES = 40  # of one answer; the rest is on the page of its table
OF_NOW = ("status", "board", "undo", "help")  # words whose answers show what the seat is asked at that moment
PRESS = ("say", "tell")  # kinds of letters that answer nothing: they pass on what somebody else has said
STATES = {
    "played": to_say("played"),
    "done": to_say("was done already"),
    "kept": to_say("kept for later"),
    "rule": to_say("holds from now on"),
    "command": to_say("done"),
    "stale": to_say("came too late"),
    "ignored": to_say("reads like no order"),
}


@in_its_readers_language
def gathered(player: Player, answers: Sequence[OutboundLetter], games: Sequence[Waiting], now: datetime) -> Draft:
    """One letter for `answers`, which would have gone out one by one; `games`: those that ask something now."""
    seat = answered_seat(games, answers)
    values = {**about_player(player), "games": [about_game(game, now) for game in games], "alone": seat is not None}
    values["answers"] = [_told(answer, player) for answer in answers[:MOST]]
    values["more"] = len(answers) - len(values["answers"])
    values["own"] = any(answer.kind not in PRESS for answer in answers)
    values["of_others"] = any(answer.kind in PRESS for answer in answers)
    values["home"] = page("home")
    title = _title(answers)
    values["heading"] = title
    values["first"] = marker(title.upper(), *_next(games, player, now))
    values["end"] = end_of_letter()
    return compose("gathered", values, serial=games[0].turn.serial if seat else 0)


def _title(answers: Sequence[OutboundLetter]) -> str:
    if len(answers) == 1:
        return say("An answer that has waited")
    if all(answer.kind in PRESS for answer in answers):
        return say("{n} times something was said", n=len(answers))
    letters = len({answer.answers_id for answer in answers})
    if letters == 1 or any(answer.kind in PRESS for answer in answers):
        return say("{n} answers in one letter", n=len(answers))
    return say("Your last {n} letters", n=letters)


def _next(games: Sequence[Waiting], player: Player, now: datetime) -> tuple[str, ...]:
    if not games:
        return (say("nothing to do now"),)
    due = clocks.short(games[0].turn.due_by, player.zone, now)
    return (until(due),) if len(games) == 1 else (Until(say("the first until {moment}", moment=due)),)


def _told(answer: OutboundLetter, player: Player) -> dict[str, Any]:
    """The effect of one letter: when it came, where it belongs, its lines and their fates; or what others say."""
    if answer.kind in PRESS and answer.gist:
        title, *words = answer.gist
        return {"title": title.rstrip(":"), "lines": [], "words": words[:MOST_LINES], "attached": False}
    letter = answer.answers
    moment = clocks.short(letter.received_at, player.zone) if letter else ""
    where = league_and_table(answer.seat.table) if answer.seat else ""
    title = say("Your letter of {moment}, {where}", moment=moment, where=where) if where else ""
    account = letter.account if letter and answer.tells_account else {}
    lines = account.get("lines", [])
    words = _words(answer) if _tells_more(answer, lines) else []
    aside = [echo for echo in echoes(account.get("ignored", [])) if echo not in words]
    return {
        "title": title or say("Your letter of {moment}", moment=moment),
        "lines": [_line(line) for line in lines[:MOST_LINES]],
        "words": words,
        "left_aside": aside[:MOST_LINES],
        "attached": bool(answer.picture or answer.papers) and not lines,
    }


def _tells_more(answer: OutboundLetter, lines: Sequence[dict[str, str]]) -> bool:
    """Whether the answer says what no word behind a line can: what was asked about, or why there was no order.

    Not what is asked of the seat: its numbers may mean something else by now.
    """
    if kinds.of(answer.kind).asks:
        return not lines
    return all(line["state"] == "command" and line["words"] not in OF_NOW for line in lines)


def _line(line: dict[str, str]) -> dict[str, Any]:
    if line["state"] == "refused":
        became = say("not accepted: {reason}", reason=line["words"]) if line["words"] else say("not accepted")
    else:
        became = say(STATES.get(line["state"], STATES["ignored"]))
    return {"said": quoted(line["text"]), "became": became}


def _words(answer: OutboundLetter) -> list[str]:
    """The lines of an answer as it would have gone out, without the marker lines at its ends and without blank ones.

    Also without the line on players' new names: this letter says that itself.
    """
    lines = answer.text.splitlines()[1:-1]
    if answer.names_told_at is not None and len(lines) > 1 and lines[1].startswith(BULLET["bullet"]):
        lines = lines[lines.index("", 1) :]
    return [line for line in lines if line.strip()][:MOST_LINES]
