"""Letters about how games count: provisional standings, a ruling on a result, a player who is out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine.language.languages import to_say
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.letters.parts.draft import Draft, compose
from tournaments.letters.parts.frame import about_league, about_player, safe_names, with_safe_names
from tournaments.letters.parts.language import in_its_readers_language
from tournaments.letters.parts.layout import end_of_letter, marker, ordinal, quoted
from tournaments.letters.parts.names import harmless
from tournaments.letters.parts.offices import by_whom
from tournaments.models import Entry, League, Player, Table
from tournaments.queries.names import page, table_title
from tournaments.queries.standings import Place


@in_its_readers_language
def provisional(player: Player, league: League, standings: Sequence[Place]) -> Draft:
    """The provisional standings, with the moment at which they become final unless somebody objects."""
    by = league.final_by
    values = {**about_player(player), **about_league(league), "page": page("standings", league.pk)}
    values |= {
        "standings": with_safe_names(standings),
        "by": clocks.words(by, player.zone) if by else "",
        "first": marker(say("ALL GAMES ARE OVER"), *_provisional(by, player.zone)),
        "end": end_of_letter(),
    }
    return compose("provisional", values)


def _provisional(by: datetime | None, zone: str) -> tuple[str, ...]:
    return (say("provisional until {moment}", moment=clocks.short(by, zone)),) if by else ()


@in_its_readers_language
def ruled(player: Player, table: Table, organiser: Player, reason: str) -> Draft:
    """The organiser's ruling on how a finished game counts, which `table.result` holds."""
    counted = (table.result or {})["counted"]
    names = safe_names(table)
    order = sorted(range(len(names)), key=counted.__getitem__)
    values = {**about_player(player), **about_league(table.league), "title": table_title(table)}
    values |= {
        "organiser": by_whom(table.league, organiser),
        "places": [(ordinal(counted[seat]), names[seat]) for seat in order],
        "reason": quoted(reason),
        "first": marker(say("A RULING"), say("how {table} counts", table=table_title(table))),
        "end": end_of_letter(),
    }
    return compose("ruled", values)


@in_its_readers_language
def disqualified(
    player: Player, entry: Entry, organiser: Player, reason: str, *, void: bool, stopped: Sequence[Table]
) -> Draft:
    """The fate of the games of a player who is out of the league. `stopped`: tables that ended by it."""
    values = {**about_player(player), **about_league(entry.league)}
    values |= {
        "mine": player.pk == entry.player_id,
        "whose": harmless(entry.player.name),
        "organiser": by_whom(entry.league, organiser),
        "void": void,
        "begun": entry.league.started_at is not None,
        "stopped": [table_title(table) for table in stopped],
        "reason": quoted(reason),
        "first": _news(say("{name} is out of {league}", **_who_and_where(entry))),
        "end": end_of_letter(),
    }
    return compose("disqualified", values)


@in_its_readers_language
def readmitted(
    player: Player,
    entry: Entry,
    organiser: Player,
    reason: str,
    *,
    waits: bool,
    taken: bool,
    counted: Sequence[Table],
    resumed: Sequence[Table],
    seats: Sequence[Table],
    later: Sequence[Table],
) -> Draft:
    """The fate of the games of a player who was out and is in the league again, or waits for a place.

    waits    they are on the waiting list, or the league has begun without them; taken: their place has been taken
    counted  ended games that count again; resumed: stopped ones that go on; seats: where the seat is given back
    later    tables that had been given up before they began
    """
    values = {**about_player(player), **about_league(entry.league)}
    news = to_say("{name} is not disqualified any more in {league}") if waits else to_say("{name} is in {league} again")
    values |= {
        "mine": player.pk == entry.player_id,
        "whose": harmless(entry.player.name),
        "organiser": by_whom(entry.league, organiser),
        "begun": entry.league.started_at is not None,
        "waits": waits,
        "taken": taken,
        "counted": [table_title(table) for table in counted],
        "resumed": [table_title(table) for table in resumed],
        "seats": [table_title(table) for table in seats],
        "later": [table_title(table) for table in later],
        "reason": quoted(reason),
        "first": _news(say(news, **_who_and_where(entry))),
        "end": end_of_letter(),
    }
    return compose("readmitted", values)


@in_its_readers_language
def cancelled(
    entry: Entry, league: League, organiser: Player, reason: str, *, stopped: Sequence[Table], kept: Sequence[Table]
) -> Draft:
    """The early end of a league. `stopped` and `kept`: the reader's tables that stop by it and that had ended."""
    values = {**about_player(entry.player), **about_league(league), "page": page("league", league.pk)}
    values |= {
        "organiser": by_whom(league, organiser),
        "begun": league.started_at is not None,
        "waits": entry.state == Entry.State.WAITING,
        "stopped": [table_title(table) for table in stopped],
        "kept": [(table_title(table), page("scoresheet", table.pk)) for table in kept],
        "reason": quoted(reason),
        "first": _news(say("{league} was cancelled", league=harmless(league.name))),
        "end": end_of_letter(),
    }
    return compose("cancelled", values)


def _news(words: str) -> str:
    return marker(say("NEWS"), words)


def _who_and_where(entry: Entry) -> dict[str, str]:
    return {"name": harmless(entry.player.name), "league": harmless(entry.league.name)}
