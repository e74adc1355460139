"""A free place of an open league goes to whoever waits first, however it has become free."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tests.actions.at_once.workers import meanwhile
from tests.shared.cast import Cast, make_cast, person, prepared_league
from tournaments.actions.erasing import erasure
from tournaments.actions.league import checkin, disqualify, leagues, readmit
from tournaments.actions.player import people, vacations
from tournaments.models import Entry, League, OutboundLetter, Player

pytestmark = pytest.mark.django_db
IN, WAITING = Entry.State.IN, Entry.State.WAITING


@pytest.fixture
def league(cast: Cast) -> League:
    """Full with three; Otto and then Dora wait."""
    league = prepared_league(cast, max_players=3)
    for player in (*cast.players, cast.outsider, person("Dora")):
        leagues.enrol(league, player)
    return league


def left(cast: Cast, league: League, who: Player) -> None:
    leagues.leave(league, who)


def put_out(cast: Cast, league: League, who: Player) -> None:
    disqualify.disqualify(league.entries.get(player=who).pk, cast.organiser, "Two accounts.", void=True)


def forgotten(cast: Cast, league: League, who: Player) -> None:
    people.erase(who, who)


def forgotten_by_the_organiser(cast: Cast, league: League, who: Player) -> None:
    people.erase(who, cast.organiser, "died")


def states(league: League) -> dict[str, str]:
    return dict(league.entries.exclude(state__in=Entry.GONE).values_list("player__name", "state"))


Way = Callable[[Cast, League, Player], None]
EVERY = [left, put_out, forgotten, forgotten_by_the_organiser]
WAYS = pytest.mark.parametrize("way", EVERY, ids=lambda way: way.__name__)


@WAYS
def test_a_place_that_becomes_free_goes_to_who_waits_first(cast: Cast, league: League, way: Way) -> None:
    way(cast, league, cast.player)
    assert states(league) == {"Bea": IN, "Chidi": IN, "Otto": IN, "Dora": WAITING}
    assert OutboundLetter.objects.filter(player=cast.outsider).latest("pk").kind == "welcome"
    assert leagues.enrol(league, person("Emil")).state == WAITING
    assert leagues.start(league, cast.organiser).state != League.State.OPEN


@WAYS
def test_who_only_waited_frees_no_place(cast: Cast, league: League, way: Way) -> None:
    way(cast, league, cast.outsider)
    assert states(league) == {"Anna": IN, "Bea": IN, "Chidi": IN, "Dora": WAITING}


def test_forgetting_fills_the_places_of_all_open_leagues_and_of_no_other(cast: Cast, league: League) -> None:
    second, begun = prepared_league(cast, max_players=3), prepared_league(cast, max_players=3)
    for other in (second, begun):
        for player in (*cast.players, cast.outsider):
            leagues.enrol(other, player)
    leagues.start(begun, cast.organiser)
    people.erase(cast.player, cast.player)
    assert states(league)["Otto"] == states(second)["Otto"] == IN
    assert states(begun)["Otto"] == WAITING


def test_forgetting_begins_anew_where_a_league_was_joined_meanwhile(cast: Cast, league: League) -> None:
    locked = erasure.lock(cast.player)
    meanwhile = prepared_league(cast, max_players=3)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(meanwhile, player)
    with pytest.raises(erasure.JoinedMeanwhile), transaction.atomic():
        erasure.erase(cast.player, cast.player, locked)
    people.erase(cast.player, cast.player)
    assert states(meanwhile)["Otto"] == IN
    assert states(league)["Otto"] == IN


def test_forgetting_begins_anew_where_its_person_organises_another_league_meanwhile(cast: Cast, league: League) -> None:
    locked = erasure.lock(cast.player)
    prepared_league(cast).organisers.add(cast.player)
    with pytest.raises(erasure.JoinedMeanwhile), transaction.atomic():
        erasure.erase(cast.player, cast.player, locked)


def test_days_off_that_were_booked_while_waiting_are_there_with_the_place(cast: Cast, league: League) -> None:
    (told,) = vacations.book(cast.outsider, "3 to 9 may")
    assert "you are away, 3 to 9 May" in told
    leagues.leave(league, cast.player)
    entry = league.entries.get(player=cast.outsider)
    assert (entry.state, len(vacations.in_force(entry))) == (IN, 1)


def test_who_gets_a_place_a_second_time_is_told_again(cast: Cast, league: League) -> None:
    def told() -> int:
        return OutboundLetter.objects.filter(player=cast.outsider, kind="welcome").count()

    leagues.leave(league, cast.player)
    put_out(cast, league, cast.outsider)
    assert states(league) == {"Bea": IN, "Chidi": IN, "Dora": IN}
    before, entry = told(), league.entries.get(player=cast.outsider)
    assert readmit.readmit(entry.pk, cast.organiser, "A mistake of mine.").state == WAITING
    leagues.leave(league, cast.opponent)
    assert (states(league)["Otto"], told()) == (IN, before + 1)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_who_says_ready_while_getting_a_place_is_ready() -> None:
    cast = make_cast()
    league = prepared_league(cast, seats=2, max_players=2)
    for player in cast.players:
        leagues.enrol(league, player)
    checkin.call(league, cast.organiser, timezone.now() + timedelta(hours=1))
    League.objects.update(ready_by=timezone.now() - timedelta(hours=1))
    outcomes = meanwhile(
        lambda: checkin.replace_silent(league, cast.organiser),
        r'^UPDATE "tournaments_entry" SET ("league_id"|"state" = %s WHERE)',
        lambda: checkin.ready(cast.third, league),
    )
    entry = league.entries.get(player=cast.third)
    assert (entry.state, entry.ready_at is not None) == (IN, True), outcomes
