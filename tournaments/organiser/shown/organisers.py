"""The desk's view of a league's organisers: names, who has been asked, and what may be done. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from tournaments.actions.league import organisers_asked
from tournaments.models import League, OrganiserOffer, Player
from tournaments.organiser.shown.offers import trouble_of

MOST = 20  # questions, the newest


@dataclass(frozen=True, slots=True)
class Asked:
    """is_open  whether it can still be accepted
    trouble  why it will hardly be answered: the letter came back, or was refused
    """

    offer: OrganiserOffer
    state: str
    is_open: bool
    trouble: str


def of_league(league: League, reader: Player) -> dict[str, Any]:
    """The values of this part of a league's page."""
    organisers = list(league.organisers.filter(is_active=True).order_by("name", "pk"))
    return {
        "organisers": organisers,
        "asked": _asked(league),
        "may_step_down": reader in organisers,
        "may_ask": league.state not in League.OVER and not league.practice,
    }


def _asked(league: League) -> list[Asked]:
    """Open ones first, then what has ended within the last days; who has accepted is among the organisers."""
    can_be_accepted = organisers_asked.open_now().filter(pk=OuterRef("pk"))
    rows = league.organiser_offers.exclude(state=OrganiserOffer.State.TAKEN).select_related("player", "letter")
    newest = rows.annotate(is_open=Exists(can_be_accepted)).order_by("-is_open", "-pk")[:MOST]
    return [_shown(row, row.is_open) for row in newest]


def _shown(row: OrganiserOffer, is_open: bool) -> Asked:
    lapsed = row.state == OrganiserOffer.State.OPEN and not is_open
    state = OrganiserOffer.State.OVER.label if lapsed else row.get_state_display()
    return Asked(row, state, is_open, trouble_of(row.letter))
