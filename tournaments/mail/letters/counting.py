"""Letters about how games count: provisional standings, a ruling on a result, a player who is out."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats import clocks
from tournaments.mail.letters.draft import Draft, compose
from tournaments.mail.letters.frame import about_league, about_player, page, safe_names, table_title, with_safe_names
from tournaments.mail.letters.layout import marker, ordinal, quoted
from tournaments.mail.letters.names import harmless
from tournaments.models import Entry, League, Player, Table


def provisional(player: Player, league: League, standings: Sequence[object]) -> Draft:
    """All tables have ended; the standings become final at a moment that is named, unless somebody objects."""
    by = league.final_by
    values = {**about_player(player), **about_league(league), "page": page("standings", league.pk)}
    values |= {
        "standings": with_safe_names(standings),
        "by": clocks.words(by, player.zone) if by else "",
        "first": marker("ALL GAMES ARE OVER", f"provisional until {clocks.short(by, player.zone)}" if by else ""),
        "end": marker("end of letter"),
    }
    return compose("provisional", values)


def ruled(player: Player, table: Table, organiser: Player, reason: str) -> Draft:
    """The organiser has ruled how a finished game counts. `table.result` holds the ruling."""
    counted = (table.result or {})["counted"]
    names = safe_names(table)
    order = sorted(range(len(names)), key=counted.__getitem__)
    values = {**about_player(player), **about_league(table.league), "title": table_title(table)}
    values |= {
        "organiser": harmless(organiser.name),
        "places": [(ordinal(counted[seat]), names[seat]) for seat in order],
        "reason": quoted(reason),
        "first": marker("A RULING", f"how {table_title(table)} counts"),
        "end": marker("end of letter"),
    }
    return compose("ruled", values)


def disqualified(
    player: Player, entry: Entry, organiser: Player, reason: str, *, void: bool, stopped: Sequence[Table]
) -> Draft:
    """Somebody is out of the league: what becomes of the games. `stopped`: tables that ended by it."""
    values = {**about_player(player), **about_league(entry.league)}
    values |= {
        "mine": player.pk == entry.player_id,
        "whose": harmless(entry.player.name),
        "organiser": harmless(organiser.name),
        "void": void,
        "begun": entry.league.started_at is not None,
        "stopped": [table_title(table) for table in stopped],
        "reason": quoted(reason),
        "first": marker("NEWS", f"{harmless(entry.player.name)} is out of {harmless(entry.league.name)}"),
        "end": marker("end of letter"),
    }
    return compose("disqualified", values)


def readmitted(
    player: Player,
    entry: Entry,
    organiser: Player,
    reason: str,
    *,
    waits: bool,
    counted: Sequence[Table],
    resumed: Sequence[Table],
    seats: Sequence[Table],
) -> Draft:
    """Somebody who was out is in the league again: what becomes of the games.

    counted  ended games that count again; resumed: stopped ones that go on; seats: where the bot gives the seat back
    """
    values = {**about_player(player), **about_league(entry.league)}
    values |= {
        "mine": player.pk == entry.player_id,
        "whose": harmless(entry.player.name),
        "organiser": harmless(organiser.name),
        "begun": entry.league.started_at is not None,
        "waits": waits,
        "counted": [table_title(table) for table in counted],
        "resumed": [table_title(table) for table in resumed],
        "seats": [table_title(table) for table in seats],
        "reason": quoted(reason),
        "first": marker("NEWS", f"{harmless(entry.player.name)} is in {harmless(entry.league.name)} again"),
        "end": marker("end of letter"),
    }
    return compose("readmitted", values)


def cancelled(
    entry: Entry, league: League, organiser: Player, reason: str, *, stopped: Sequence[Table], kept: Sequence[Table]
) -> Draft:
    """The league ends before its time. `stopped` and `kept`: the reader's tables that stop by it and that had ended."""
    values = {**about_player(entry.player), **about_league(league), "page": page("league", league.pk)}
    values |= {
        "organiser": harmless(organiser.name),
        "begun": league.started_at is not None,
        "waits": entry.state == Entry.State.WAITING,
        "stopped": [table_title(table) for table in stopped],
        "kept": [(table_title(table), page("scoresheet", table.pk)) for table in kept],
        "reason": quoted(reason),
        "first": marker("NEWS", f"{harmless(league.name)} was cancelled"),
        "end": marker("end of letter"),
    }
    return compose("cancelled", values)
