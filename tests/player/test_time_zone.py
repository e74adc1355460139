"""A newcomer's time zone: chosen among towns that people know, typed as any other, told by the browser."""

from __future__ import annotations

import re
import zoneinfo

import pytest
from django.test import Client
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from engine.language.languages import speaking
from tests.player.test_signing_in import NEWCOMER, sign_up_link
from tournaments.models import Player
from tournaments.pages import zones

pytestmark = pytest.mark.django_db
TYPED = {
    "Lubumbashi": "Africa/Lubumbashi",
    "zürich": "Europe/Zurich",
    "sao paulo": "America/Sao_Paulo",
    "Port au Prince": "America/Port-au-Prince",
    "Asia/Calcutta": "Asia/Calcutta",
    "Etc/GMT+3": "Etc/GMT+3",
    "La Rioja (Argentina)": "America/Argentina/La_Rioja",
    "utc": "UTC",
}


def options(page: str) -> list[str]:
    select = re.search(r'<select name="zone".*?</select>', page, re.DOTALL)
    assert select
    return re.findall(r'<option value="([^"]+)"', select[0])


def test_about_sixty_towns_are_offered_each_of_them_a_time_zone(client: Client) -> None:
    offered = options(client.get("/sign-up/").content.decode())
    assert 55 <= len(offered) <= 70
    assert set(offered) <= zoneinfo.available_timezones()
    assert len(set(offered)) == len(offered)


@pytest.mark.parametrize(("words", "zone"), TYPED.items())
def test_any_other_town_is_typed(client: Client, words: str, zone: str) -> None:
    assert client.post("/sign-up/", {**NEWCOMER, "zone": "Europe/Berlin", "zone_other": words}).status_code == 302
    client.post(sign_up_link())
    assert Player.objects.get(email=NEWCOMER["email"]).zone == zone


def test_a_town_is_known_by_its_name_in_the_readers_language() -> None:
    with speaking("de"):
        assert zones.named("Wien") == "Europe/Vienna"
        assert ("Europe/Vienna", "Wien") in dict(zones.first_towns())["Europa"]


@pytest.mark.parametrize("words", ["localtime", "Factory", "EST5EDT", "posixrules"])
def test_a_name_that_another_machine_may_not_know_is_no_zone(words: str) -> None:
    assert zones.named(words) == ""


def test_what_is_no_town_is_said_next_to_what_was_typed(client: Client) -> None:
    page = client.post("/sign-up/", {**NEWCOMER, "zone": "", "zone_other": "Entenhausen"})
    assert page.status_code == 422
    assert "type the nearest large town" in page.content.decode()
    assert 'value="Entenhausen"' in page.content.decode()


def test_nothing_chosen_is_asked_for_again(client: Client) -> None:
    assert client.post("/sign-up/", {**NEWCOMER, "zone": "", "zone_other": " "}).status_code == 422


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("zone", "chosen", "typed"), [("Asia/Tokyo", "Asia/Tokyo", ""), ("Asia/Oral", "", "Asia/Oral")]
)
def test_the_browsers_own_zone_is_chosen_beforehand(
    live_server: LiveServer, browser: Browser, zone: str, chosen: str, typed: str
) -> None:
    page = browser.new_context(timezone_id=zone).new_page()
    page.goto(f"{live_server.url}/sign-up/")
    assert page.input_value("select[name=zone]") == chosen
    assert page.input_value("input[name=zone_other]") == typed


def test_the_page_behind_names_the_address_to_the_browser_that_gave_it_alone(client: Client) -> None:
    page = client.post("/sign-up/", NEWCOMER, follow=True).content.decode()
    assert NEWCOMER["email"] in page
    assert NEWCOMER["email"] not in Client().get("/sign-in/sent/").content.decode()


@pytest.mark.parametrize("page", ["/sign-up/", "/sign-in/"])
@pytest.mark.parametrize("email", ["dora@bücher.example", "dora@例え.example", "dora+%20%C3%BC@example.net"])
def test_the_page_behind_names_an_address_whatever_the_letters_of_its_host(
    client: Client, page: str, email: str
) -> None:
    """A cookie is a header, which has no room for most letters."""
    assert email in client.post(page, {**NEWCOMER, "email": email}, follow=True).content.decode()
