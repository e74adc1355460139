"""The daily letter and the letter that asks which game was meant: every game with an address of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

import engine
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.letters import reply_serial
from tournaments.letters.headers import reply_address
from tournaments.letters.parts import first_screen
from tournaments.letters.parts.draft import Draft, compose
from tournaments.letters.parts.frame import NOTHING_TO_DO, about_player, answered_later
from tournaments.letters.parts.language import in_its_readers_language
from tournaments.letters.parts.layout import Until, end_of_letter, marker, quoted, until
from tournaments.letters.parts.names import harmless
from tournaments.letters.parts.ways import answer_link
from tournaments.models import OutboundLetter, Player, Seat, Turn
from tournaments.queries.names import page, table_title

LONGEST_LINK = 1_500  # characters of a player's own words in a link; mail programs cut longer ones


@dataclass(frozen=True, slots=True)
class Waiting:
    """An open question and the match in which it is asked."""

    turn: Turn
    match: engine.Match


def answered_seat(games: Sequence[Waiting], told: Iterable[OutboundLetter]) -> Seat | None:
    """The seat that a reply to a combined letter goes to; None unless all of it is about one table that asks.

    Words in answer to what was said at one table must not be told at another one. `told`: the letters that it replaces.
    """
    if len(games) != 1:
        return None
    seat = games[0].turn.seat
    return seat if {letter.seat_id for letter in told} <= {seat.pk, None} else None


@in_its_readers_language
def digest(player: Player, games: Sequence[Waiting], news: Sequence[OutboundLetter], now: datetime) -> Draft:
    """The daily letter. `games`: nearest deadline first; `news`: letters that waited, told as they say it in short."""
    seat = answered_seat(games, news)
    values = {**about_player(player), "games": [about_game(game, now) for game in games]}
    values |= {"news": [letter.gist for letter in news], "alone": seat is not None, "profile": page("profile")}
    waits = say("{n:game|games} {n:!waits|wait} for you", n=len(games))
    values["waits"] = waits if games else say("news from your tables")
    values["first"] = marker(*_state(values["waits"], games, player, now))
    values["end"] = end_of_letter()
    return compose("digest", values, serial=games[0].turn.serial if seat else 0)


def _state(waits: str, games: Sequence[Waiting], player: Player, now: datetime) -> tuple[str, ...]:
    if not games:
        return (waits.upper(), say(NOTHING_TO_DO))
    due = clocks.short(games[0].turn.due_by, player.zone, now)
    return (waits.upper(), until(due) if len(games) == 1 else Until(say("the first until {moment}", moment=due)))


def about_game(game: Waiting, now: datetime) -> dict[str, Any]:
    """The values of one game in which something waits."""
    seat, match = game.turn.seat, game.match
    decision, view = match.decision(seat.number), match.view(seat.number)
    assert decision is not None
    zone = seat.player.zone if seat.player else "UTC"
    return {
        **_place(seat, reply_address(seat, game.turn.serial)),
        "round": match.round,
        "deadline": first_screen.asked(match.game.headline(view, decision), game.turn, zone),
    }


def _place(seat: Seat, address: str) -> dict[str, Any]:
    """The place of a game: its name, the page, the address to which orders go, and links that open a letter there."""
    title = table_title(seat.table)
    return {
        "title": title,
        "league": harmless(seat.table.league.name),
        "page": page("table", seat.table_id),
        "address": address,
        "write": f"mailto:{address}?subject={quote(title)}",
        "status": answer_link(address, "status"),
    }


@in_its_readers_language
def which_game(player: Player, seats: Iterable[Seat], lines: Sequence[str], later: datetime | None = None) -> Draft:
    """The answer to a letter without a table's address: the tables, each with a link that holds the same lines.

    later  when the next answer like this one goes out, if not at once
    """
    values = {**about_player(player), "later": answered_later(later, player)}
    body = quote("\r\n".join(lines)[:LONGEST_LINK], safe="")
    games = [_place(seat, reply_address(seat, reply_serial.now(seat))) for seat in seats]
    values["games"] = [{**game, "again": f"{game['write']}&body={body}"} for game in games]
    values["lines"] = [echo for line in lines for echo in quoted(line)]
    first = marker(say("WHICH GAME DO YOU MEAN?"), say("nothing was done"))
    values |= {"first": first, "end": end_of_letter()}
    return compose("which_game", values)
