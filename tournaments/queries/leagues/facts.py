"""Five facts about a league: all that most people want to know before they join. Reads only."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count
from django.utils import timezone

import engine
from engine.language.languages import to_say
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.models import Entry, League
from tournaments.queries.leagues import forecasts
from tournaments.queries.leagues.terms import access_words, span

Facts = list[tuple[str, str]]


def facts_of(league: League, zone: str) -> Facts:
    """(what, how it is): game, length, pace, players, beginning."""
    return facts_of_each([league], zone)[league.pk]


def facts_of_each(leagues: Sequence[League], zone: str) -> dict[int, Facts]:
    """The facts of some leagues, in as many statements as for one."""
    lengths = forecasts.usual_lengths(leagues)
    have_place = Entry.objects.filter(league__in=leagues, state=Entry.State.IN).order_by()
    entered = dict(have_place.values_list("league").annotate(Count("pk")))
    return {league.pk: _facts(league, lengths[league.pk], entered.get(league.pk, 0), zone) for league in leagues}


def _facts(league: League, length: str, entered: int, zone: str) -> Facts:
    return [
        (say("Game"), say("{game} at tables of {n}", game=engine.games[league.game].name, n=league.seats)),
        (say("Length"), _length(league, length, entered)),
        (say("Pace"), _pace(league)),
        (say("Players"), _players(league, entered)),
        (say("Begins"), beginning(league, entered, zone)),
    ]


def _length(league: League, length: str, entered: int) -> str:
    """The games of a player: as many as a table has seats only where there is more than one table."""
    begun = league.started_at is not None
    if league.practice or league.games == League.Games.ONE or (begun and entered <= league.seats):
        return say("one game of about {length}", length=length)
    games = to_say("{n} games of about {length}") if begun else to_say("up to {n} games of about {length}")
    words = say(games, n=league.seats, length=length)
    return say("{words}, {n} at a time", words=words, n=league.at_once) if 0 < league.at_once < league.seats else words


def _pace(league: League) -> str:
    time = say("{length} a turn", length=span(league.turn_time))
    off = say("{n:# day off|# days off}", n=league.vacation_days) if league.vacation_days else say("no days off")
    return f"{time}, {off}"


def _players(league: League, entered: int) -> str:
    if league.state != League.State.DRAFT and not league.takes_entries:
        return say("{entered} of {most}", entered=entered, most=league.max_players)
    return say("{entered} of {most}; {access}", entered=entered, most=league.max_players, access=access_words(league))


def begins(league: League, zone: str) -> str:
    """The same as `beginning`, with those who are in now."""
    return beginning(league, league.entries.filter(state=Entry.State.IN).count(), zone)


def beginning(league: League, entered: int, zone: str) -> str:
    """The end of a sentence that says how and when a league begins, or began."""
    if league.state == League.State.CANCELLED:
        return say("it was cancelled")
    if league.started_at is not None:
        return say("begun on {moment}", moment=clocks.words(league.started_at, zone))
    if league.state == League.State.DRAWING:
        return say("as soon as the lots are drawn")
    missing = max(0, league.seats - entered)
    if league.start != League.Start.HAND and (words := _by_itself(league, missing, zone)):
        return words
    by_hand = say("when the organiser starts it")
    if missing:
        by_hand = say("with {n} more, when the organiser starts it", n=missing)
    closing = _closing(league, zone)
    return f"{by_hand}; {closing}" if closing else by_hand


def _closing(league: League, zone: str) -> str:
    """The end of entries, in words, of a league that its organiser starts; "" where no date ends them.

    And between the date and the moment at which they close: until then people join.
    """
    if league.start != League.Start.HAND or league.start_at is None:
        return ""
    if league.state == League.State.OPEN and not league.takes_entries:
        return say("entries have closed")
    if league.start_at <= timezone.now():
        return ""
    return say("entries close on {moment}", moment=clocks.words(league.start_at, zone))


def _by_itself(league: League, missing: int, zone: str) -> str:
    """The same of a league that starts by itself; "" once its date is over and it could not."""
    at = league.start_at
    if at is not None and at <= timezone.now():
        return ""
    moment = clocks.words(at, zone) if at else ""
    if league.start == League.Start.FULL:
        full = say("as soon as {n} have joined", n=league.max_players)
        return say("{full}, at the latest on {moment}", full=full, moment=moment) if at else full
    if missing:
        return say("on {moment} if {n} more have joined; entries close then", moment=moment, n=missing)
    return say("on {moment}; entries close then", moment=moment)
