"""Letters about the draw of a league."""

from __future__ import annotations

from tournaments import proofs
from tournaments.mail.letters.draft import Draft, compose
from tournaments.mail.letters.frame import NOTHING_TO_DO, about_league, about_player, page
from tournaments.mail.letters.layout import end_of_letter, marker
from tournaments.mail.letters.reader import in_its_readers_language
from tournaments.models import Entry, League
from tournaments.speech import say


@in_its_readers_language
def entries_closed(entry: Entry, league: League) -> Draft:
    """The league begins as soon as a public value is out: which one is said before anybody knows it."""
    draw = league.fixed_draw
    values = {**about_player(entry.player), **about_league(league), "page": page("league", league.pk)}
    values |= {
        "players": len(draw["entrants"]),
        "waits": proofs.waiting(draw["public"], entry.player.zone),
        "first": marker(say("ENTRIES ARE CLOSED"), say(NOTHING_TO_DO)),
        "end": end_of_letter(),
    }
    return compose("entries_closed", values)
