"""Letters that tell a table what its organiser has done to it. Nothing here is done in silence; nothing is decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from django.utils import timezone

import engine
from engine.events import Event
from engine.language.languages import to_say
from engine.orders.api import Plan
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.letters.parts.draft import Draft, compose
from tournaments.letters.parts.frame import NOTHING_TO_DO, about_table, about_turn, asked_now, picture_of, told
from tournaments.letters.parts.language import in_its_readers_language
from tournaments.letters.parts.layout import marker, quoted, said, until
from tournaments.letters.parts.names import harmless
from tournaments.letters.parts.offices import as_owner, by_whom, news_from
from tournaments.models import Player, Role, Seat, Turn
from tournaments.queries import telling
from tournaments.queries.access.offices import role_in


class Act(Enum):
    """An act of an organiser on one seat: its sentence for the table, and its words for the letter's first line."""

    MORE_TIME = (
        to_say("{organiser}, has given {whose} {n:hour|hours} more for what is asked there."),
        to_say("more time for {whose}"),
    )
    GIVEN_BACK = (
        to_say("{organiser}, has given the seat of {whose} back: the stand-in plays it no more."),
        to_say("{whose} plays again"),
    )
    STAND_IN = (
        to_say("{organiser}, plays here and has let the stand-in move for {whose}."),
        to_say("the stand-in moves for {whose}"),
    )


@in_its_readers_language
def rolled_back(
    seat: Seat,
    match: engine.Match,
    plan: Plan,
    turn: Turn | None,
    *,
    actor: Player,
    reason: str,
    back_to: Sequence[Event],
    since: Iterable[Event],
    anew: bool,
) -> Draft:
    """A game taken back to an earlier position. `back_to`: what had happened last then; `turn`: what is asked now."""
    values = about_turn(seat, turn, match, plan, ()) if turn else about_table(seat, match)
    after = [event for event in since if event.kind != telling.TAKEN_BACK]
    values |= {
        "organiser": by_whom(seat.table.league, actor),
        "reason": quoted(reason),
        "back_to": told(seat, match, back_to, values["names"])[-1:],
        "happened": told(seat, match, after, values["names"]),
        "anew": anew,
    }
    values["first"] = marker(say("THE GAME GOES BACK"), *asked_now(values, turn))
    picture = picture_of(seat, match)
    return compose("rolled_back", values, serial=turn.serial if turn else 0, picture=picture)


@in_its_readers_language
def resumed(
    seat: Seat,
    match: engine.Match,
    plan: Plan,
    turn: Turn | None,
    *,
    who: Player,
    actor: Player,
    reason: str,
    since: Iterable[Event],
) -> Draft:
    """A stopped table that goes on because `who` is in the league again. `turn`: what is asked now."""
    values = about_turn(seat, turn, match, plan, ()) if turn else about_table(seat, match)
    values |= {
        "organiser": by_whom(seat.table.league, actor),
        "mine": seat.player_id == who.pk,
        "who": harmless(who.name),
        "reason": quoted(reason),
        "happened": told(seat, match, since, values["names"]),
    }
    values["first"] = marker(say("THE GAME GOES ON"), *asked_now(values, turn))
    return compose("resumed", values, serial=turn.serial if turn else 0, picture=picture_of(seat, match))


@in_its_readers_language
def helped(
    seat: Seat,
    match: engine.Match,
    plan: Plan,
    turn: Turn | None,
    *,
    actor: Player,
    words: str,
    since: Iterable[Event],
) -> Draft:
    """An organiser's words to a player whose letters were refused. `turn`: what is asked now."""
    values = about_turn(seat, turn, match, plan, ()) if turn else about_table(seat, match)
    league = seat.table.league
    role = role_in(league, actor)
    news, heading = news_from(league, actor), say("The organiser writes to you")
    if as_owner(league, actor):
        heading = say("The owner of the service writes to you")
    elif role == Role.HELPER:
        news, heading = say("FROM A HELPER OF THE LEAGUE"), say("A helper of the league writes to you")
    values |= {
        "organiser": by_whom(league, actor, role),
        "heading": heading,
        "said": said(words),
        "happened": told(seat, match, since, values["names"]),
    }
    values["first"] = marker(news, *asked_now(values, turn))
    picture = picture_of(seat, match) if turn else None
    return compose("helped", values, serial=turn.serial if turn else 0, picture=picture)


@in_its_readers_language
def clocks_changed(seat: Seat, match: engine.Match, turn: Turn | None, actor: Player, reason: str) -> Draft:
    """The clocks of the table stopped by the organiser, or running again. `turn`: what the seat is asked."""
    values = about_table(seat, match)
    zone, stopped = seat.player.zone if seat.player else "UTC", seat.table.paused_at is not None
    due = clocks.short(turn.due_by, zone, timezone.now()) if turn and not stopped else ""
    news = say("THE CLOCKS STAND STILL") if stopped else say("THE CLOCKS RUN AGAIN")
    values |= {
        "organiser": by_whom(seat.table.league, actor),
        "reason": quoted(reason),
        "stopped": stopped,
        "deadline": clocks.words(turn.due_by, zone) if due and turn else "",
        "first": marker(news, *([until(due)] if due else [])),
    }
    return compose("clocks_changed", values, serial=turn.serial if turn else 0)


@in_its_readers_language
def looked_inside(seat: Seat, match: engine.Match, actor: Player, reason: str) -> Draft:
    """A look at what is hidden, by an organiser or a helper who plays at the table."""
    values, league = about_table(seat, match), seat.table.league
    role = role_in(league, actor)
    news, heading = say("THE ORGANISER HAS LOOKED"), say("The organiser has looked")
    if as_owner(league, actor):
        news, heading = say("THE OWNER OF THE SERVICE HAS LOOKED"), say("The owner of the service has looked")
    elif role == Role.HELPER:
        news, heading = say("A HELPER OF THE LEAGUE HAS LOOKED"), say("A helper of the league has looked")
    values |= {
        "organiser": by_whom(league, actor, role),
        "heading": heading,
        "reason": quoted(reason),
        "mine": seat.player_id == actor.pk,
        "first": marker(news, say(NOTHING_TO_DO)),
    }
    return compose("looked_inside", values)


@in_its_readers_language
def acted(seat: Seat, match: engine.Match, act: Act, actor: Player, whose: str, reason: str, n: int = 0) -> Draft:
    """An organiser's act on the seat of `whose`. `n`: hours, of MORE_TIME."""
    values = about_table(seat, match)
    what, news = act.value
    whose = harmless(whose)
    about = {"organiser": by_whom(seat.table.league, actor), "whose": whose, "n": n}
    values |= {"what": say(what, **about), "reason": quoted(reason)}
    values["first"] = marker(say("NEWS"), say(news, whose=whose))
    return compose("acted", values, gist=(values["what"], *values["reason"]))
