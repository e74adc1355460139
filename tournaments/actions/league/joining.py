"""Joining a league by mail: its settings are read first, and only the yes to the letter that shows them enters."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from engine.language.languages import to_say
from tournaments.actions import questions
from tournaments.actions.league import leagues
from tournaments.language.refusals import AlreadyEntered, Refused
from tournaments.language.speech import say
from tournaments.letters import people
from tournaments.models import Entry, InboundLetter, League, OutboundLetter, Player
from tournaments.outbox import limits, outbox

ASKED = "join_asked"  # kind of the letter that a yes answers
NOT_SHOWN = to_say(
    "So many letters were answered within this hour that the settings of {league} are not here. They stand on its "
    "page, where you can join: {page}"
)


def ask(player: Player, league: League, letter: InboundLetter | None) -> list[str]:
    """Mail all settings with the question; from a page, tell where to find them. Return what else there is to say."""
    if league.entries.filter(player=player).exclude(state__in=Entry.GONE).exists():
        raise AlreadyEntered(say("You are in {league} already.", league=league))
    leagues.refuse_closed(league)
    leagues.refuse_uninvited(league, player)
    if letter is None:
        return [say("Its settings are on its page, where you can join: {page}", page=_page(league))]
    # Anybody can write in a player's name: these letters are counted with the other answers.
    how = limits.answers("words", player, letter)
    if how.until is not None:
        return [say(NOT_SHOWN, league=league, page=_page(league))]
    entered = league.entries.filter(state=Entry.State.IN).count()
    draft = people.join_asked(player, league, entered, how.later)
    outbox.write(draft, player=player, league=league, dedupe=f"join:{letter.pk}:{league.pk}", answers=letter)
    return []


def _page(league: League) -> str:
    return settings.SITE_URL.rstrip("/") + reverse("player:league", args=(league.pk,))


@transaction.atomic
def agree(question: OutboundLetter, player: Player) -> str:
    """Enter a player who was asked and says yes, or put them on the waiting list; a letter says so.

    Returns why not, where that cannot be. A yes counts once: a player who has left again is asked anew.
    """
    assert question.league is not None  # leagues that players could join are kept
    try:
        with transaction.atomic():
            leagues.enrol(question.league, player)
            questions.use_up(question)
    except Refused as refusal:
        return str(refusal)
    return ""
