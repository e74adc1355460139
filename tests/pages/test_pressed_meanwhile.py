"""Something is changed between the press of a button and the lock that it needs. Two connections, real locks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.actions.at_once.workers import meanwhile
from tests.player.test_profile import shown
from tests.shared.cast import Cast, make_cast, only_table, person, prepared_league, running_league
from tests.shared.desk import stamp_of
from tournaments.actions.clock import pausing
from tournaments.actions.league import checkin, disqualify, leagues, readmit, settings
from tournaments.actions.player import people, preferences
from tournaments.models import Entry, League, Player, Print, Table

pytestmark = pytest.mark.django_db(transaction=True)
DESK = "/desk/tournaments/"
LOCK = "FOR NO KEY UPDATE"
Prepared = tuple[str, dict[str, str], Callable[[], object], Callable[[], object]]  # page, filled, change, what stays


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time; the run on PostgreSQL has this test")
    return make_cast()


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


# --- the desk ------------------------------------------------------------------------------------


def other_settings(cast: Cast) -> Prepared:
    league = leagues.create(cast.organiser, name="Draft League", tag="Draft", game="bruges", seats=2)

    def change() -> None:
        settings.change(league, cast.organiser, points=[100, 0], max_players=2)

    return f"league/{league.pk}/open/", {}, change, lambda: state(league) == League.State.DRAFT


def one_player_less(cast: Cast) -> Prepared:
    league = open_league(cast, max_players=4)
    page = f"league/{league.pk}/start/"
    return page, {}, lambda: leagues.leave(league, cast.third), lambda: state(league) == League.State.OPEN


def another_pause(cast: Cast) -> Prepared:
    table = only_table(running_league(cast))
    pausing.pause(table.pk, cast.organiser, "holidays")

    def change() -> None:
        pausing.go_on(table.pk, cast.organiser, "back")
        pausing.pause(table.pk, cast.organiser, "a quarrel")

    return f"table/{table.pk}/go-on/", {}, change, lambda: Table.objects.get(pk=table.pk).paused_at


def a_league_that_has_begun(cast: Cast) -> Prepared:
    league = open_league(cast, max_players=4)
    entry = league.entries.get(player=cast.third)
    page = f"league/entry/{entry.pk}/disqualify/"
    return page, {"games": "void"}, lambda: leagues.start(league, cast.organiser), lambda: not out(entry)


def a_place_that_is_taken(cast: Cast) -> Prepared:
    league = open_league(cast, max_players=3)
    entry = league.entries.get(player=cast.third)
    disqualify.disqualify(entry.pk, cast.organiser, "two accounts", void=False)
    page = f"league/entry/{entry.pk}/readmit/"
    return page, {}, lambda: leagues.enrol(league, cast.outsider), lambda: out(entry)


def put_out_anew(cast: Cast) -> Prepared:
    """The games were kept when the page was made, and are void by the press."""
    league = running_league(cast, provisional=timedelta(days=3))
    entry = league.entries.get(player=cast.third)
    disqualify.disqualify(entry.pk, cast.organiser, "two accounts", void=False)

    def change() -> None:
        readmit.readmit(entry.pk, cast.organiser, "a mistake")
        disqualify.disqualify(entry.pk, cast.organiser, "two accounts after all", void=True)

    return f"league/entry/{entry.pk}/readmit/", {}, change, lambda: out(entry)


def asked_by_another(cast: Cast) -> Prepared:
    league = open_league(cast, max_players=4)

    def change() -> None:
        checkin.call(league, cast.organiser, league.created_at.replace(year=2099))

    by_another: Callable[[], bool] = lambda: League.objects.get(pk=league.pk).ready_by.year == 2099  # noqa: E731
    return f"league/{league.pk}/ready/", {"days": "3"}, change, by_another


def ready_at_last(cast: Cast) -> Prepared:
    """One who is to lose the place says "ready": another loses it."""
    league = open_league(cast, max_players=2)
    checkin.call(league, cast.organiser, timezone.now() + timedelta(days=1))
    League.objects.filter(pk=league.pk).update(ready_by=timezone.now() - timedelta(hours=1))
    waiting = league.entries.filter(player=cast.third, state=Entry.State.WAITING)
    return f"league/{league.pk}/silent/", {}, lambda: checkin.ready(cast.player, league), waiting.exists


def open_league(cast: Cast, max_players: int) -> League:
    league = prepared_league(cast, seats=2, max_players=max_players, games=League.Games.ALL)
    for player in cast.players:
        leagues.enrol(league, player)
    return league


def state(league: League) -> str:
    return League.objects.get(pk=league.pk).state


def out(entry: Entry) -> bool:
    return Entry.objects.get(pk=entry.pk).state == Entry.State.OUT


@pytest.mark.parametrize(
    "prepare",
    [
        other_settings, one_player_less, another_pause, a_league_that_has_begun, a_place_that_is_taken, put_out_anew,
        asked_by_another, ready_at_last,
    ],
)  # fmt: skip
def test_what_another_organiser_does_at_the_moment_of_the_press_is_seen(
    cast: Cast, prepare: Callable[[Cast], Prepared]
) -> None:
    path, fields, change, stays = prepare(cast)
    other = person("Gil", is_staff=True, is_superuser=True)
    desk, page = browser(other), DESK + path
    pressed = {**fields, "reason": "seen from here", "stamp": stamp_of(desk, page)}
    answer = meanwhile(lambda: desk.post(page, pressed).status_code, rf'"tournaments_(league|table)".*{LOCK}', change)
    assert (answer[0], bool(stays())) == (422, True), answer
    again = desk.post(page, {**pressed, "stamp": stamp_of(desk, page)})
    assert (again.status_code, bool(stays())) == (302, False)


# --- the profile ---------------------------------------------------------------------------------


def test_a_language_that_is_changed_by_mail_while_a_zone_is_on_the_page_stays(cast: Cast) -> None:
    anna = browser(cast.player)
    page = {**shown(anna, "/profile/"), "zone": "Asia/Tokyo"}
    meanwhile(
        lambda: anna.post("/profile/", page).status_code,
        rf'"tournaments_player".*{LOCK}',
        lambda: preferences.speak(cast.player, "de"),
    )
    now = Player.objects.get(pk=cast.player.pk)
    assert (now.name, now.zone, now.language) == ("Anna", "Asia/Tokyo", "de")


def test_ways_of_letters_that_are_changed_in_two_windows_at_once_both_change(cast: Cast) -> None:
    one, other, action = browser(cast.player), browser(cast.player), "/profile/letters/"
    page = shown(one, action)
    meanwhile(
        lambda: one.post(action, {**page, "turns": "digest"}).status_code,
        rf'"tournaments_player".*{LOCK}',
        lambda: other.post(action, {**page, "news": "off", "digest_hour": "20"}).status_code,
    )
    now = Player.objects.get(pk=cast.player.pk)
    assert (now.ways, now.digest_hour) == ({"turns": "digest", "news": "off"}, 20)


def test_so_do_those_of_one_league(cast: Cast) -> None:
    league = running_league(cast)
    one, action = browser(cast.player), f"/league/{league.pk}/letters/"
    page, entry = shown(one, action), league.entries.get(player=cast.player)
    meanwhile(
        lambda: one.post(action, {**page, "turns": "digest"}).status_code,
        rf'"tournaments_entry".*{LOCK}',
        lambda: preferences.choose_for(cast.player, entry, {"news": "off"}),
    )
    entry.refresh_from_db()
    assert entry.ways == {"turns": "digest", "news": "off"}


# --- papers --------------------------------------------------------------------------------------


def test_a_paper_that_is_asked_for_while_somebody_of_the_league_is_forgotten_is_made(cast: Cast) -> None:
    league, anna = running_league(cast), browser(cast.player)
    answer = meanwhile(
        lambda: anna.post(f"/league/{league.pk}/papers/ask/", {"kind": "book"}).status_code,
        r'^DELETE FROM "tournaments_print"',
        lambda: people.erase(cast.third, cast.third),
    )
    assert answer[0] == 302, answer
    assert Print.objects.filter(league=league, state=Print.State.WAITING).exists()
