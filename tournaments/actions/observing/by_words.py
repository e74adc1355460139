"""Observing by letter: "observe autumn/3" and "stop observing autumn/3"."""

from __future__ import annotations

import re

from django.db.models import QuerySet

from tournaments.actions.league import names as league_names
from tournaments.actions.observing import asking, ending
from tournaments.language.refusals import WordRefused
from tournaments.language.speech import say
from tournaments.letters.parts.names import harmless
from tournaments.models import League, Player, Table
from tournaments.queries.access import observing
from tournaments.queries.names import table_title

NAMED = re.compile(r"(?P<league>.*?)(?: ?/ ?|[: ] ?(?:(?:table|tisch) )?)(?P<number>\d{1,5})")


def begin(player: Player, words: str) -> str:
    """Make the player an observer of the table that is named; the sentence that answers. Refused, WordRefused."""
    table = asking.begin(player, _meant(player, words, observing.leagues(), observing.tables()))
    return say(
        "A letter about {table}, {league}, comes after each round, and one at the end.",
        table=table_title(table),
        league=harmless(table.league.name),
    )


def end(player: Player, words: str) -> str:
    """Send the player no more letters about the table that is named; the sentence that answers. WordRefused."""
    mine = observing.of(player).values("table")
    tables = Table.objects.filter(pk__in=mine).select_related("league")
    table = _meant(player, words, League.objects.filter(pk__in=tables.values("league")), tables)
    ending.stop(player, table)
    return say(
        "No more letters come about {table}, {league}.", table=table_title(table), league=harmless(table.league.name)
    )


def _meant(player: Player, words: str, leagues: QuerySet[League], tables: QuerySet[Table]) -> Table:
    named = NAMED.fullmatch(words)
    if named is None:
        raise WordRefused(say("Write the name of the league, a stroke and the number of the table."))
    found = league_names.fitting(leagues.order_by("pk"), named["league"])
    if len(found) > 1:
        raise WordRefused(league_names.which(league_names.as_followed(league, player) for league in found))
    table = tables.filter(league=found[0], number=int(named["number"])).first() if found else None
    if table is None:
        raise WordRefused(say("No such table is followed by letter. Write the league and the number, as on its page."))
    return table
