"""The desk's view of a league's offices: who has one, who has been asked, and what may be done. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Exists, OuterRef, When

from tournaments.actions.league import organisers_asked
from tournaments.models import League, OfficeOffer, Officer, Player, Role
from tournaments.organiser.shown.offers import trouble_of
from tournaments.queries.access.offices import leads_among

MOST = 20  # questions, or offices, the newest


@dataclass(frozen=True, slots=True)
class Asked:
    """is_open  whether it can still be accepted
    trouble  why it will hardly be answered: the letter came back, or was refused
    """

    offer: OfficeOffer
    state: str
    is_open: bool
    trouble: str


@dataclass(frozen=True, slots=True)
class Held:
    """Somebody's office; `may_end`: whether the reader may end it."""

    person: Player
    office: str
    may_end: bool


def of_league(league: League, reader: Player, *, decides: bool) -> dict[str, Any]:
    """The values of this part of a league's page. `decides`: whether the reader leaves nothing in it to others."""
    organisers = list(league.organisers.filter(is_active=True).order_by("name", "pk"))
    assisting = list(league.officers.filter(player__is_active=True).select_related("player").order_by("player__name"))
    led = leads_among(league, reader, organisers)
    ends = led and decides
    held = [
        Held(person, Role.OWNER.label if person.pk == league.owner_id else "", ends and person != reader)
        for person in organisers
    ]
    held += [Held(row.player, row.get_role_display(), ends) for row in assisting]
    goes_on = league.state not in League.OVER and not league.practice
    return {
        "held": held,
        "asked": _asked(league),
        "may_step_down": reader in organisers,
        "may_ask": goes_on,
        "may_hand_over": goes_on and led and any(person.pk != league.owner_id for person in organisers),
    }


def own_offices(reader: Player) -> list[Officer]:
    """The reader's offices beside the organisers of leagues, those of leagues that are not over first."""
    rows = Officer.objects.filter(player=reader).select_related("league")
    over = Case(When(league__state__in=League.OVER, then=1), default=0)
    return list(rows.order_by(over, "-league_id")[:MOST])


def _asked(league: League) -> list[Asked]:
    """Open ones first, then what has ended within the last days; who has accepted is among the organisers."""
    can_be_accepted = organisers_asked.open_now().filter(pk=OuterRef("pk"))
    rows = league.office_offers.exclude(state=OfficeOffer.State.TAKEN).select_related("player", "letter")
    newest = rows.annotate(is_open=Exists(can_be_accepted)).order_by("-is_open", "-pk")[:MOST]
    return [_shown(row, row.is_open) for row in newest]


def _shown(row: OfficeOffer, is_open: bool) -> Asked:
    lapsed = row.state == OfficeOffer.State.OPEN and not is_open
    state = OfficeOffer.State.OVER.label if lapsed else row.get_state_display()
    return Asked(row, state, is_open, trouble_of(row.letter))
