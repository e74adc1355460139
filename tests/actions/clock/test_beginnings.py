"""Leagues that start by themselves: on a date, when they are full; and what is said where they cannot."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tests.shared.cast import ZONE, Cast, person, prepared_league
from tests.shared.desk import SignIn
from tournaments.actions.clock import beginnings
from tournaments.actions.league import invitations, leagues
from tournaments.formats import clocks
from tournaments.language.refusals import BadSettings, LinkExpired, NotOpen, NotYours
from tournaments.models import Entry, Invitation, JournalLine, League, OutboundLetter, Player
from tournaments.queries.leagues.facts import facts_of
from tournaments.running import sweeps

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
FULL, DATE, HAND = League.Start.FULL, League.Start.DATE, League.Start.HAND


def in_days(days: int) -> Any:
    return timezone.now() + days * DAY


def its_date_comes(league: League) -> None:
    """What stands in the rows once the date is there."""
    League.objects.filter(pk=league.pk).update(start_at=timezone.now() - timedelta(seconds=1), begin_at=timezone.now())


def swept(league: League) -> League:
    sweeps.sweep()  # a sweep that has not run for long counts as an outage of ours
    sweeps.sweep()
    league.refresh_from_db()
    return league


def enter(league: League, *players: Player) -> None:
    for player in players:
        leagues.enrol(league, player)


def test_a_league_starts_on_its_date_with_those_who_have_joined(cast: Cast) -> None:
    league = prepared_league(cast, start=DATE, start_at=in_days(3))
    enter(league, *cast.players)
    assert swept(league).state == League.State.OPEN
    its_date_comes(league)
    assert swept(league).state == League.State.RUNNING
    assert league.begin_at is None
    line = JournalLine.objects.get(league=league, verb="league started")
    assert line.actor is None
    assert OutboundLetter.objects.filter(kind="turn").exists()


def test_a_league_starts_as_soon_as_it_is_full(cast: Cast) -> None:
    league = prepared_league(cast, start=FULL, max_players=3)
    enter(league, cast.player, cast.opponent)
    assert swept(league).state == League.State.OPEN
    enter(league, cast.third)
    assert swept(league).state == League.State.RUNNING


def test_a_league_from_which_somebody_has_left_before_the_sweep_waits_until_it_is_full_again(cast: Cast) -> None:
    league = prepared_league(cast, start=FULL, max_players=3, start_at=in_days(9))
    enter(league, *cast.players)
    leagues.leave(league, cast.third)
    assert swept(league).state == League.State.OPEN
    assert league.begin_at == league.start_at
    enter(league, person("Dora"))
    assert swept(league).state == League.State.RUNNING


def test_a_league_that_is_not_full_on_its_last_date_starts_with_those_who_are_in(cast: Cast) -> None:
    league = prepared_league(cast, start=FULL, start_at=in_days(3))
    enter(league, *cast.players)
    its_date_comes(league)
    assert swept(league).state == League.State.RUNNING


def test_with_too_few_the_organiser_is_told_once_with_what_to_do_and_the_league_stays_open(cast: Cast) -> None:
    league = prepared_league(cast, start=DATE, start_at=in_days(3))
    enter(league, cast.player)
    its_date_comes(league)
    assert swept(league).state == League.State.OPEN
    swept(league)
    letter = OutboundLetter.objects.get(kind="not_started")
    assert letter.player == cast.organiser
    assert "needs 3 players, 1 have joined" in letter.text
    assert f"/desk/tournaments/league/{league.pk}/change/" in letter.text
    assert "move the start to another date" in letter.text
    assert dict(facts_of(league, ZONE))["Begins"] == "with 2 more, when the organiser starts it"


def test_players_that_do_not_fill_whole_tables_are_told_to_the_organiser(cast: Cast) -> None:
    league = prepared_league(cast, start=FULL, games=League.Games.ONE, max_players=4)
    enter(league, *cast.players, person("Dora"))
    assert swept(league).state == League.State.OPEN
    assert "do not fill tables of 3" in OutboundLetter.objects.get(kind="not_started").text


def test_a_league_started_by_hand_before_its_date_does_not_start_again(cast: Cast) -> None:
    league = prepared_league(cast, start=DATE, start_at=in_days(3))
    enter(league, *cast.players)
    leagues.start(league, cast.organiser)
    league.refresh_from_db()
    assert league.begin_at is None
    assert beginnings.begin(league.pk) is False


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"start": DATE}, "Give the date"),
        ({"start": HAND, "start_at": timezone.now() - DAY}, "still to come"),
        ({"start": DATE, "start_at": timezone.now() - DAY}, "still to come"),
        ({"start": FULL, "start_at": timezone.now() + 400 * DAY}, "within 366 days"),
    ],
)
def test_a_start_that_cannot_come_is_refused(cast: Cast, settings: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSettings, match=words):
        prepared_league(cast, **settings)


def test_a_league_prepared_for_a_date_that_is_over_does_not_open(cast: Cast) -> None:
    league = leagues.create(cast.organiser, name="Cup", tag="Cup", game="bruges", start=DATE, start_at=in_days(1))
    League.objects.update(start_at=in_days(-1))
    with pytest.raises(BadSettings, match="still to come"):
        leagues.open_league(league, cast.organiser)


# --- entries that a date closes, of a league that its organiser starts ---------------------------


def closed_by_date(cast: Cast, *entered: Player, **settings: Any) -> League:
    league = prepared_league(cast, start=HAND, start_at=in_days(3), **settings)
    enter(league, *entered)
    its_date_comes(league)
    return swept(league)


def test_a_date_closes_the_entries_of_a_league_and_its_organiser_is_told_once_to_start_it(cast: Cast) -> None:
    league = closed_by_date(cast, *cast.players)
    swept(league)
    assert (league.state, league.takes_entries) == (League.State.OPEN, False)
    letter = OutboundLetter.objects.get(kind="to_be_started")
    assert letter.player == cast.organiser
    assert "3 have joined." in letter.text
    assert f"/desk/tournaments/league/{league.pk}/change/" in letter.text
    assert leagues.start(league, cast.organiser).state == League.State.RUNNING


def test_with_too_few_behind_its_date_the_organiser_reads_how_many_a_table_needs(cast: Cast) -> None:
    closed_by_date(cast, cast.player)
    letter = OutboundLetter.objects.get(kind="to_be_started")
    assert "1 has joined. A table needs 3." in letter.text
    assert "start it," not in letter.text


def test_nobody_joins_behind_the_date_by_any_door(cast: Cast) -> None:
    league, late = closed_by_date(cast, *cast.players), person("Dora")
    with pytest.raises(NotOpen, match="takes no entries now"):
        leagues.enrol(league, late)
    assert league not in leagues.open_to_all()
    assert league not in leagues.to_join(late)
    with pytest.raises(NotOpen, match="Move its start first"):
        invitations.invite(league, cast.organiser, "new@example.net")


def test_the_link_of_a_league_ends_with_the_date(cast: Cast) -> None:
    league = closed_by_date(cast, access=League.Access.LINK)
    with pytest.raises(LinkExpired):
        invitations.come_by_link(league, person("Dora"))
    with pytest.raises(LinkExpired):
        invitations.league_of(invitations.link(league).rstrip("/").rpartition("/")[2])


def test_an_invitation_ends_with_the_date(cast: Cast) -> None:
    league = prepared_league(cast, start=HAND, start_at=in_days(3), access=League.Access.INVITATION)
    invitations.invite(league, cast.organiser, "new@example.net")
    key = invitations.address(Invitation.objects.get(league=league)).rstrip("/").rpartition("/")[2]
    assert invitations.read(key).league == league
    its_date_comes(league)
    swept(league)
    with pytest.raises(LinkExpired, match="cannot be joined any more"):
        invitations.read(key)


def test_who_is_in_may_leave_behind_the_date_and_who_waits_moves_up(cast: Cast) -> None:
    late = person("Dora")
    league = closed_by_date(cast, *cast.players, late, max_players=3)
    leagues.leave(league, cast.third)
    assert league.entries.get(player=late).state == Entry.State.IN


def test_a_start_that_is_moved_lets_people_join_again(cast: Cast) -> None:
    league = closed_by_date(cast, *cast.players)
    assert beginnings.move(league, cast.organiser, HAND, in_days(2)).takes_entries
    assert beginnings.move(league, cast.organiser, HAND, None).takes_entries
    enter(league, person("Dora"))


def test_the_page_says_until_when_people_can_join_and_that_they_cannot_any_more(cast: Cast, client: Client) -> None:
    league = prepared_league(cast, start=HAND, start_at=in_days(3))
    client.force_login(cast.player)
    assert league.start_at is not None
    when = clocks.words(league.start_at, ZONE)
    begins = dict(facts_of(league, ZONE))["Begins"]
    assert begins == f"with 3 more, when the organiser starts it; entries close on {when}"
    page, join = f"/league/{league.pk}/", f"/league/{league.pk}/join/"
    assert join in client.get(page).content.decode()
    its_date_comes(league)
    league.refresh_from_db()
    assert join in client.get(page).content.decode(), "until the sweep has looked"
    assert dict(facts_of(league, ZONE))["Begins"] == "with 3 more, when the organiser starts it"
    assert swept(league).takes_entries is False
    shown = client.get(page).content.decode()
    assert "entries have closed" in shown
    assert "League, closed, waiting for its organiser" in shown
    assert dict(facts_of(league, ZONE))["Players"] == "0 of 7"
    assert "Nobody can join any more" in shown
    assert join not in shown
    assert str(league) not in client.get("/").content.decode()


# --- what is said of it --------------------------------------------------------------------------


def test_page_facts_and_letters_say_how_and_when_a_league_starts(cast: Cast, sign_in: SignIn) -> None:
    league = prepared_league(cast, start=DATE, start_at=in_days(3))
    moment = clocks.words(league.start_at or timezone.now(), ZONE)
    begins = f"on {moment} if 3 more have joined; entries close then"
    assert dict(facts_of(league, ZONE))["Begins"] == begins
    assert begins in sign_in(cast.player).get(f"/league/{league.pk}/").content.decode()
    enter(league, *cast.players)
    assert dict(facts_of(league, ZONE))["Begins"] == f"on {moment}; entries close then"
    full = prepared_league(cast, start=FULL, start_at=in_days(3))
    assert dict(facts_of(full, ZONE))["Begins"] == f"as soon as 7 have joined, at the latest on {moment}"
    League.objects.filter(pk=full.pk).update(start_at=None)
    full.refresh_from_db()
    assert dict(facts_of(full, ZONE))["Begins"] == "as soon as 7 have joined"


def test_who_has_joined_is_told_when_the_start_is_moved(cast: Cast) -> None:
    league = prepared_league(cast)
    enter(league, cast.player, cast.opponent)
    Player.objects.filter(pk=cast.player.pk).update(language="de")
    beginnings.move(league, cast.organiser, DATE, in_days(5))
    league.refresh_from_db()
    assert league.begin_at == league.start_at
    letters = {letter.player: letter.text for letter in OutboundLetter.objects.filter(kind="start_moved")}
    assert set(letters) == {cast.player, cast.opponent}
    assert clocks.words(league.start_at or timezone.now(), ZONE) in letters[cast.opponent]
    assert "Sie beginnt jetzt so" in letters[cast.player]
    with pytest.raises(NotYours):
        beginnings.move(league, cast.outsider, HAND, None)


def test_moving_the_start_of_a_full_league_to_when_it_is_full_starts_it(cast: Cast) -> None:
    league = prepared_league(cast, max_players=3)
    enter(league, *cast.players)
    beginnings.move(league, cast.organiser, FULL, None)
    assert swept(league).state == League.State.RUNNING


def test_the_organiser_moves_the_start_at_the_desk(cast: Cast, desk: Client) -> None:
    league = prepared_league(cast)
    enter(league, cast.player)
    page = f"/desk/tournaments/league/{league.pk}/move-start/"
    assert page in desk.get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()
    assert "with 2 more, when the organiser starts it" in desk.get(page).content.decode()
    assert desk.post(page, {"start": "date", "start_on": ""}).status_code == 422
    day = in_days(5).date()
    assert desk.post(page, {"start": "date", "start_on": day.isoformat()}).status_code == 302
    league.refresh_from_db()
    assert (league.start, league.start_at and league.start_at.astimezone(ZoneInfo(ZONE)).hour) == (DATE, 18)
    assert f'value="{day.isoformat()}"' in desk.get(page).content.decode()
