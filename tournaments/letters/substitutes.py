"""Letters about a seat that has got another player: to the new one, to the table, to the former one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import engine
from engine.events import Event
from engine.language.languages import to_say
from engine.language.wording import listed
from engine.orders.api import Plan
from tournaments.language.speech import say
from tournaments.letters.parts.draft import Draft, compose
from tournaments.letters.parts.frame import (
    WRITE_ABOVE,
    about_league,
    about_player,
    about_table,
    about_turn,
    picture_of,
    rules_now,
    safe_names,
    told,
)
from tournaments.letters.parts.language import in_its_readers_language
from tournaments.letters.parts.layout import end_of_letter, marker, quoted
from tournaments.letters.parts.names import harmless
from tournaments.letters.parts.offices import by_whom
from tournaments.models import Player, Seat, SeatOffer, Table, Turn
from tournaments.queries.letters import answer_times
from tournaments.queries.names import page, table_title

NOBODY = to_say("the stand-in")
OFFERED_DAYS = 7  # that an offer of a seat holds
MOST_TOLD = 30  # sentences of what happened lately


@in_its_readers_language
def seat_offered(reader: Player, offer: SeatOffer, url: str) -> Draft:
    """The offer of a seat to somebody who is not in the league. The buttons are on the page behind it."""
    seat, table = offer.seat, offer.seat.table
    values = {
        **about_player(reader),
        **about_league(table.league),
        "organiser": harmless(offer.by.name),
        "by_whom": by_whom(table.league, offer.by),
        "whose": _name(seat.player),
        "title": table_title(table),
        "others": listed([name for number, name in enumerate(safe_names(table)) if number != seat.number]),
        "reason": quoted(offer.reason),
        "everywhere": offer.everywhere,
        "game": engine.games[table.league.game].name,
        "url": url,
        "days": OFFERED_DAYS,
        "first": marker(say("A SEAT FOR YOU?"), say("look, and say yes or no")),
        "end": end_of_letter(),
    }
    return compose("seat_offered", values)


@in_its_readers_language
def taken_over(
    seat: Seat,
    match: engine.Match,
    plan: Plan,
    turn: Turn | None,
    *,
    former: Player | None,
    actor: Player,
    reason: str,
    since: Iterable[Event],
) -> Draft:
    """The letter to the seat's new player: what this is, what happened lately, the whole position, the question."""
    values = about_turn(seat, turn, match, plan, ()) if turn else _waiting(seat, match, plan)
    values |= {
        "organiser": by_whom(seat.table.league, actor),
        "whose": _name(former),
        "reason": quoted(reason),
        "happened": told(seat, match, since, values["names"])[-MOST_TOLD:],
        "rules_page": page("league", seat.table.league_id),
        "others": listed([name for number, name in enumerate(values["names"]) if number != seat.number]),
        "game": match.game.name,
        "known": seat.player is not None and seat.player.understood_most > 0,
        "within": answer_times.promise(),
    }
    asked = (values["headline"], values["until"], say(WRITE_ABOVE)) if turn else (say("nothing to do yet"),)
    values["first"] = marker(say("A SEAT FOR YOU"), *asked)
    picture = picture_of(seat, match)
    return compose("taken_over", values, serial=turn.serial if turn else 0, picture=picture)


def _waiting(seat: Seat, match: engine.Match, plan: Plan) -> dict[str, Any]:
    """The position for a seat that is asked nothing now."""
    values, view = about_table(seat, match), match.view(seat.number)
    rules = rules_now(seat, match.game, plan)
    return {**values, "sections": match.game.sections(view, None, values["names"], rules, seat.number)}


def _name(former: Player | None) -> str:
    return harmless(former.name) if former else say(NOBODY)


@in_its_readers_language
def seat_given(
    seat: Seat, match: engine.Match, new: Player, former: Player | None, actor: Player, reason: str
) -> Draft:
    """The letter to the others at the table: who plays on, and why."""
    values = about_table(seat, match)
    taker = harmless(new.name)
    values |= {"whose": _name(former), "taker": taker, "reason": quoted(reason)}
    values["organiser"] = by_whom(seat.table.league, actor)
    values["first"] = marker(say("NEWS"), say("{taker} plays on for {whose}", taker=taker, whose=_name(former)))
    return compose("seat_given", values)


@in_its_readers_language
def seat_gone(former: Player, table: Table, new: Player, actor: Player, reason: str) -> Draft:
    """The letter to the seat's former player: it is somebody else's, and letters for it count no more."""
    title, taker = table_title(table), harmless(new.name)
    values = {**about_player(former), **about_league(table.league), "title": title, "taker": taker}
    values |= {"reason": quoted(reason), "organiser": by_whom(table.league, actor)}
    values["first"] = marker(say("YOUR SEAT"), say("{taker} plays it from now on", taker=taker))
    return compose("seat_gone", {**values, "end": end_of_letter()})
