"""Owners of the service who all take part in a league: who of them decides on a player."""

from __future__ import annotations

import re

import pytest

from tests.shared.cast import Cast, prepared_league
from tests.shared.desk import at_desk
from tournaments.actions.league import disqualify, leagues
from tournaments.actions.player import people
from tournaments.language.refusals import NotYours
from tournaments.models import Entry, League, Player

pytestmark = pytest.mark.django_db
LEFT = "You play at a table of Olivia, or have played or will: {} decides this"


@pytest.fixture
def met(cast: Cast) -> tuple[League, Player, Player]:
    """Olivia alone organises a league of two tables and plays in it; the owner at her table, and the other owner."""
    league = prepared_league(cast, seats=2, max_players=4, games="one")
    for player in (cast.organiser, *cast.players):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    here = Player.objects.filter(seats__table__seats__player=cast.organiser)
    rival = here.exclude(pk=cast.organiser.pk).get()
    other = next(player for player in cast.players if player != rival)
    for owner in (rival, other):
        owner.is_staff = owner.is_superuser = True
        owner.save()
    return league, rival, other


def offered_to(owner: Player, league: League) -> list[str]:
    page = at_desk(owner).get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()
    return re.findall(r"league/entry/(\d+)/disqualify/", page)


def test_who_plays_against_the_only_organiser_leaves_a_decision_on_them_to_who_never_did(
    cast: Cast, met: tuple[League, Player, Player]
) -> None:
    league, rival, other = met
    entry = league.entries.get(player=cast.organiser)
    assert (offered_to(rival, league), offered_to(other, league)) == ([], [str(entry.pk)])
    with pytest.raises(NotYours, match=LEFT.format(other.name)):
        disqualify.disqualify(entry.pk, rival, "slow", void=False)
    assert disqualify.disqualify(entry.pk, other, "slow", void=False).state == Entry.State.OUT


def test_but_decides_where_no_other_owner_is_there(cast: Cast, met: tuple[League, Player, Player]) -> None:
    league, rival, other = met
    Player.objects.filter(pk=other.pk).update(is_superuser=False)
    entry = league.entries.get(player=cast.organiser)
    assert offered_to(rival, league) == [str(entry.pk)]
    assert disqualify.disqualify(entry.pk, rival, "slow", void=False).state == Entry.State.OUT


def test_and_leaves_it_to_them_to_have_an_organiser_forgotten(cast: Cast, met: tuple[League, Player, Player]) -> None:
    league, rival, other = met
    league.organisers.add(third := next(player for player in cast.players if player not in (rival, other)))
    Player.objects.filter(pk=third.pk).update(is_staff=True)
    with pytest.raises(NotYours, match=LEFT.format(other.name)):
        people.erase(cast.organiser, rival, "asked by mail")
    assert people.erase(cast.organiser, other, "asked by mail").erased_at is not None
