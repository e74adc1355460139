"""Whether somebody may be in a league: the one rule that every way to an entry or a seat asks.

Joining on the page, by mail, by a link or an invitation; taking an offered seat; getting a seat from the organiser. Who
is disqualified comes back by `readmit` alone: the organiser decides on it, and everybody in the league is told.
"""

from __future__ import annotations

from tournaments.language.refusals import NotOpen
from tournaments.language.speech import say
from tournaments.models import Entry, League, Player


def refuse_out(league: League, player: Player) -> None:
    """Raise NotOpen for a player who is disqualified in the league, which must be locked."""
    if is_out(league, player):
        raise NotOpen(said_to_who_is_out(league))


def is_out(league: League, player: Player | None) -> bool:
    return Entry.objects.filter(league=league, player=player, state=Entry.State.OUT).exists()


def said_to_who_is_out(league: League) -> str:
    return say("You are disqualified in {league}; write to its organiser.", league=league)
