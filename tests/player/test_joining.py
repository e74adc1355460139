"""Leagues on the players' site: everything is shown before joining, and one may leave until the start."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from urllib.parse import urljoin

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.pages.browsers import session_of, signed_in
from tests.shared.cast import Cast, only_table, person, prepared_league, running_league
from tests.shared.desk import SignIn, at_desk
from tests.shared.play import end_by_bots
from tournaments.actions.league import leagues
from tournaments.models import Entry, League, Table
from tournaments.player.views import leagues as pages
from tournaments.running import sweeps

pytestmark = pytest.mark.django_db

YES = {"word": "tulip", "accept": "on"}


@pytest.fixture
def league(cast: Cast) -> League:
    return prepared_league(cast, about="A calm one.")


def test_visitors_read_all_settings_before_they_have_a_name(client: Client, league: League) -> None:
    page = client.get(f"/league/{league.pk}/").content.decode()
    for words in ("A calm one.", "48 hours", "6 / 3 / 1", "the stand-in", "the seat keeps its score", "3 seats"):
        assert words in page


def test_every_commitment_is_shown_before_joining(client: Client, league: League) -> None:
    page = client.get(f"/league/{league.pk}/").content.decode()
    commitments = list(league.tables.values_list("commitment", flat=True))
    assert len(commitments) == 7
    assert all(commitment in page for commitment in commitments)


def test_no_secret_is_shown(client: Client, league: League) -> None:
    page = client.get(f"/league/{league.pk}/").content.decode()
    secrets = [bytes(secret).hex() for secret in league.tables.values_list("secret", flat=True)]
    assert all(len(secret) == 64 for secret in secrets)
    assert secrets
    assert not any(secret in page for secret in secrets)


def test_fairness_is_one_sentence_for_those_who_are_in(cast: Cast, league: League, sign_in: SignIn) -> None:
    client = sign_in(cast.outsider)
    assert "3 more players are needed to begin." in client.get(f"/league/{league.pk}/").content.decode()
    for name in ("Eva", "Finn", "Gus", "Hana", "Ida", "Jan", "Kim"):
        leagues.enrol(league, person(name))
    words = "With the 7 players who are in now: everybody plays 3 games, meets everybody once"
    assert words in client.get(f"/league/{league.pk}/").content.decode()


def test_joining_keeps_the_players_own_word(cast: Cast, league: League, sign_in: SignIn) -> None:
    page = sign_in(cast.player).post(f"/league/{league.pk}/join/", YES, follow=True).content.decode()
    assert "You are in" in page
    entry = league.entries.get(player=cast.player)
    assert (entry.state, entry.word) == (Entry.State.IN, "tulip")


def test_joining_takes_a_yes_to_the_settings(cast: Cast, league: League, sign_in: SignIn) -> None:
    page = sign_in(cast.player).post(f"/league/{league.pk}/join/", {"word": "tulip"})
    assert page.status_code == 422
    assert "Tick this box" in page.content.decode()
    assert not league.entries.exists()


def test_the_eighth_of_seven_waits(cast: Cast, sign_in: SignIn) -> None:
    league = prepared_league(cast, max_players=3)
    for player in cast.players:
        leagues.enrol(league, player)
    page = sign_in(cast.outsider).post(f"/league/{league.pk}/join/", YES, follow=True).content.decode()
    assert "on the waiting list" in page


def test_one_may_leave_until_the_start(cast: Cast, league: League, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    client.post(f"/league/{league.pk}/join/", YES)
    client.post(f"/league/{league.pk}/leave/")
    assert league.entries.get(player=cast.player).state == Entry.State.LEFT
    client.post(f"/league/{league.pk}/join/", YES)
    for player in (cast.opponent, cast.third):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    page = client.post(f"/league/{league.pk}/leave/", follow=True).content.decode()
    assert "has begun" in page
    assert league.entries.get(player=cast.player).state == Entry.State.IN


def test_who_has_played_all_their_games_of_a_league_is_not_told_to_resign(cast: Cast, sign_in: SignIn) -> None:
    league = running_league(cast, max_players=3, provisional=timedelta(days=3))
    client, told = sign_in(cast.player), []
    while True:
        page = client.post(f"/league/{league.pk}/leave/", follow=True)
        told += [str(words) for words in page.context["messages"]]
        if not league.tables.filter(state=Table.State.RUNNING).exists():
            break
        end_by_bots(only_table(league))
        sweeps.sweep()
    *before, last = told
    assert before
    assert all("gives your seat up" in words for words in before)
    assert last == f"{league} has begun, and you have no seat there that you could give up."


def test_the_lists_on_the_page_of_a_form_that_is_shown_again_are_turned_over(
    cast: Cast, league: League, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ENTERED", 2)
    for player in cast.players:
        leagues.enrol(league, player)
    here, client = f"/league/{league.pk}/join/", sign_in(cast.outsider)
    again = client.post(here, {})
    assert again.status_code == 422
    (link,) = re.findall(r'href="([^"]*entered=[^"]*)"', again.content.decode())
    led = client.get(urljoin(here, unescape(link)), follow=True)
    assert led.redirect_chain == [(f"/league/{league.pk}/?entered=2", 302)]
    assert led.context["entries"].number == 2


def test_opening_a_page_neither_joins_nor_leaves(cast: Cast, league: League, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    assert client.get(f"/league/{league.pk}/join/").status_code == 302
    assert client.get(f"/league/{league.pk}/leave/").status_code == 302
    assert not league.entries.exists()


def test_a_league_that_is_being_prepared_is_nobodys_business(cast: Cast, sign_in: SignIn) -> None:
    league = leagues.create(cast.organiser, name="Secret", tag="Secret", game="bruges")
    client = sign_in(cast.player)
    assert client.get(f"/league/{league.pk}/").status_code == 404
    assert "Secret" not in client.get("/").content.decode()


def test_joining_twice_is_said_and_harmless(cast: Cast, league: League, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    client.post(f"/league/{league.pk}/join/", YES)
    page = client.post(f"/league/{league.pk}/join/", YES, follow=True).content.decode()
    assert "already" in page
    assert league.entries.count() == 1


# --- five facts ------------------------------------------------------------------------------------------


def facts(page: str) -> dict[str, str]:
    shown = re.search(r'<dl class="facts tight">(.*?)</dl>', page, re.DOTALL)
    assert shown
    return dict(re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", unescape(shown[1])))


def test_a_league_in_five_facts(client: Client, cast: Cast, league: League) -> None:
    leagues.enrol(league, cast.opponent)
    told = facts(client.get(f"/league/{league.pk}/").content.decode())
    assert told == facts(client.get("/").content.decode())
    assert told["Game"] == "Bruges at tables of 3"
    assert re.fullmatch(r"up to 3 games of about \d+ (days|weeks)", told["Length"])
    assert told["Pace"] == "48 hours a turn, 14 days off"
    assert told["Players"] == "1 of 7; everybody may join"
    assert told["Begins"] == "with 2 more, when the organiser starts it"


def test_the_facts_follow_the_settings_and_the_state(client: Client, cast: Cast) -> None:
    one = {"games": League.Games.ONE, "vacation_days": 0, "turn_time": timedelta(hours=3)}
    league = prepared_league(cast, **one)
    for player in cast.players:
        leagues.enrol(league, player)
    told = facts(client.get(f"/league/{league.pk}/").content.decode())
    assert told["Length"].startswith("one game of about ")
    assert told["Pace"] == "3 hours a turn, no days off"
    assert told["Begins"] == "when the organiser starts it"
    started = leagues.start(league, cast.organiser)
    page = at_desk(cast.player).get(f"/league/{started.pk}/").content.decode()
    assert facts(page)["Begins"].startswith("begun on ")


def test_at_one_table_everybody_plays_one_game_and_at_several_as_many_as_it_has_seats(cast: Cast) -> None:
    for players, words in ((3, "one game of"), (4, "3 games of")):
        league = prepared_league(cast)
        for player in [*cast.players, cast.outsider][:players]:
            leagues.enrol(league, player)
        leagues.start(league, cast.organiser)
        page = at_desk(cast.player).get(f"/league/{league.pk}/").content.decode()
        assert facts(page)["Length"].startswith(words)


def test_a_list_of_leagues_tells_their_facts_in_as_many_statements_as_for_one(client: Client, cast: Cast) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as statements:
            client.get("/")
        return len(statements)

    prepared_league(cast)
    count()
    one = count()
    for tag in ("a", "b", "c"):
        prepared_league(cast, tag=tag, name=f"League {tag}", game="venise" if tag == "a" else "bruges")
    assert count() == one


@pytest.fixture
def session(cast: Cast, league: League) -> str:
    """Made before the browser runs."""
    return session_of(cast.player)


@pytest.fixture
def entered(cast: Cast, league: League) -> str:
    leagues.enrol(league, cast.player)
    return session_of(cast.player)


def test_on_a_telephone_one_joins_without_scrolling(live_server: LiveServer, session: str, browser: Browser) -> None:
    page = signed_in(browser, live_server, session, viewport={"width": 390, "height": 844})
    page.goto("/")
    page.get_by_role("link", name="Join Autumn League").click()
    page.goto(page.url.partition("#")[0])
    box = page.get_by_role("button", name="Join Autumn League").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844
    assert page.locator("details[open]").count() == 0


def test_no_two_cards_stand_side_by_side_on_a_telephone(
    live_server: LiveServer, entered: str, browser: Browser
) -> None:
    page = signed_in(browser, live_server, entered, viewport={"width": 390, "height": 844})
    page.goto("/")
    page.get_by_role("link", name="Autumn League").click()
    boxes = [card.bounding_box() for card in page.locator(".card, aside section").all()]
    assert len(boxes) >= 3
    assert all(box["width"] > 330 for box in boxes)
