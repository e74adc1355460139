"""Letters about the draw of a league."""

from __future__ import annotations

from tournaments.language.speech import say
from tournaments.letters.parts.draft import Draft, compose
from tournaments.letters.parts.frame import NOTHING_TO_DO, about_league, about_player
from tournaments.letters.parts.language import in_its_readers_language
from tournaments.letters.parts.layout import end_of_letter, marker
from tournaments.models import Entry, League
from tournaments.queries import proofs
from tournaments.queries.names import page


@in_its_readers_language
def entries_closed(entry: Entry, league: League) -> Draft:
    """The public value after which the league begins, named before anybody can know it."""
    draw = league.fixed_draw
    values = {**about_player(entry.player), **about_league(league), "page": page("league", league.pk)}
    values |= {
        "players": len(draw["entrants"]),
        "waits": proofs.waiting(draw["public"], entry.player.zone),
        "first": marker(say("ENTRIES ARE CLOSED"), say(NOTHING_TO_DO)),
        "end": end_of_letter(),
    }
    return compose("entries_closed", values)
