"""Before the start: entrants are asked to answer, the silent are shown and lose their place to who waits."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.cast import Cast, prepared_league
from tests.desk import at_desk
from tournaments.actions import checkin, leagues
from tournaments.actions.refusals import BadSettings, NotOpen, NotYours
from tournaments.models import Entry, League, OutboundLetter, Player

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def league(cast: Cast) -> League:
    """Full with three; a fourth waits."""
    league = prepared_league(cast, max_players=3)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    return league


def asked() -> set[Player]:
    return {letter.player for letter in OutboundLetter.objects.filter(kind="be_ready")}


def places(league: League) -> list[str]:
    entries = league.entries.filter(state=Entry.State.IN).order_by("pk")
    return list(entries.values_list("player__name", flat=True))


def page(player: Player) -> Client:
    return at_desk(player)


def test_everybody_with_a_place_is_asked_who_has_not_answered_yet(cast: Cast, league: League) -> None:
    checkin.ready(cast.player, league)
    checkin.call(league, cast.organiser, timezone.now() + 3 * DAY)
    assert asked() == {cast.opponent, cast.third}
    text = OutboundLetter.objects.filter(kind="be_ready").latest("pk").text
    assert "[ready]" in text


def test_who_is_asked_again_by_a_date_that_was_named_before_is_told_so(cast: Cast, league: League) -> None:
    first, later = timezone.now() + DAY, timezone.now() + 3 * DAY
    for by in (first, later, first):
        checkin.call(league, cast.organiser, by)
    assert OutboundLetter.objects.filter(kind="be_ready", player=cast.third).count() == 3


def test_only_an_organiser_asks_and_not_for_yesterday(cast: Cast, league: League) -> None:
    with pytest.raises(NotYours):
        checkin.call(league, cast.player, timezone.now() + DAY)
    with pytest.raises(BadSettings):
        checkin.call(league, cast.organiser, timezone.now() - DAY)


def test_the_silent_give_their_places_to_those_who_wait_once_the_date_is_over(cast: Cast, league: League) -> None:
    checkin.call(league, cast.organiser, timezone.now() + DAY)
    checkin.ready(cast.player, league)
    checkin.ready(cast.third, league)
    with pytest.raises(NotOpen):
        checkin.replace_silent(league, cast.organiser)
    with time_machine.travel(timezone.now() + 2 * DAY):
        assert checkin.replace_silent(league, cast.organiser) == 1
    assert places(league) == ["Anna", "Chidi", "Otto"]
    assert Entry.objects.get(player=cast.opponent).state == Entry.State.WAITING
    assert OutboundLetter.objects.filter(player=cast.opponent).latest("pk").kind == "place_lost"
    assert OutboundLetter.objects.filter(player=cast.outsider).latest("pk").kind == "welcome"


def test_nobody_loses_a_place_that_nobody_waits_for(cast: Cast, league: League) -> None:
    leagues.leave(league, cast.outsider)
    checkin.call(league, cast.organiser, timezone.now() + DAY)
    with time_machine.travel(timezone.now() + 2 * DAY), pytest.raises(NotOpen):
        checkin.replace_silent(league, cast.organiser)
    assert len(places(league)) == 3


def test_who_comes_back_later_has_to_say_ready_anew(cast: Cast, league: League) -> None:
    checkin.ready(cast.player, league)
    assert league.entries.get(player=cast.player).ready_at is not None
    leagues.leave(league, cast.player)
    assert leagues.enrol(league, cast.player).ready_at is None


def test_the_desk_asks_shows_the_silent_and_replaces_them(cast: Cast, league: League) -> None:
    desk = page(cast.organiser)
    checkin.ready(cast.player, league)
    base = f"/desk/tournaments/league/{league.pk}"
    assert desk.post(f"{base}/ready/", {"days": 2}, follow=True).status_code == 200
    assert asked() == {cast.opponent, cast.third}
    shown = desk.get(f"{base}/start/").content.decode()
    assert shown.count("has not said “ready”") == 3
    with time_machine.travel(timezone.now() + 3 * DAY):
        assert "Replace the silent" in desk.get(f"{base}/change/").content.decode()
        desk.post(f"{base}/silent/", {}, follow=True)
    assert "Otto" in places(league)


def test_the_desk_announces_to_a_league(cast: Cast, league: League) -> None:
    page(cast.organiser).post(f"/desk/tournaments/league/{league.pk}/announce/", {"words": "Soon"}, follow=True)
    assert OutboundLetter.objects.filter(kind="announced").count() == 4
