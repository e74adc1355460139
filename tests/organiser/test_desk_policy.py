"""The desk under a policy without `unsafe` for scripts: all pages in a real browser, and every control that moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.organiser.letters import letter_in
from tests.pages.browsers import session_of, signed_in
from tests.shared.cast import Cast, make_cast, only_table, person, prepared_league, running_league
from tests.shared.desk import SignIn
from tests.shared.play import play_on
from tournaments.actions.league import leagues
from tournaments.models import InboundLetter, OutboundLetter

LOOKS: tuple[tuple[Literal["light", "dark"], int, int], ...] = (("light", 1280, 900), ("dark", 390, 844))
LISTS = ("league", "table", "inboundletter", "outboundletter", "player", "journalline")
GONE = (
    "password_change/", "password_change/done/", "jsi18n/", "autocomplete/", "search/", "r/1/1/",
    "auth/", "tournaments/league/1/history/", "tournaments/league/1/delete/", "tournaments/league/1/", "nothing/",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Desk:
    session: str
    pages: list[str]
    draft: str
    letters: str


@pytest.fixture
def desk_in_use(live_server: LiveServer) -> Desk:
    """A desk with something on each of its pages. All rows are made here: no query may run while the browser does."""
    cast = make_cast()
    host = person("Hedda", is_staff=True, is_superuser=True)
    table = only_table(running_league(cast))
    play_on(table, 12)
    to_join = prepared_league(cast, name="Spring", tag="Spring", access="link")
    draft = leagues.create(host, name="Unborn", tag="Unborn", game="bruges")
    letter = letter_in(table, cast.player, InboundLetter.State.LAID_ASIDE)
    out = OutboundLetter.objects.exclude(seat=None).first()
    rows = "/desk/tournaments"
    pages = [
        "/desk/", "/desk/mail/", *(f"{rows}/{name}/" for name in LISTS), f"{rows}/league/add/",
        f"{rows}/league/{table.league_id}/change/", f"{rows}/league/{to_join.pk}/change/",
        "/desk/key/", f"{rows}/league/{to_join.pk}/exchange/",
        f"{rows}/league/{to_join.pk}/invite/", f"{rows}/league/{draft.pk}/change/", f"{rows}/table/{table.pk}/change/",
        f"{rows}/table/{table.pk}/look/", f"{rows}/table/{table.pk}/replay/",
        f"{rows}/inboundletter/{letter.pk}/change/", f"{rows}/inboundletter/{letter.pk}/read-again/",
        f"{rows}/outboundletter/{out.pk}/change/",
        f"{rows}/player/{cast.player.pk}/change/", f"{rows}/player/{cast.player.pk}/erase/",
    ]  # fmt: skip
    return Desk(session_of(host), pages, f"{rows}/league/{draft.pk}/change/", f"{rows}/outboundletter/")


@pytest.fixture
def page(live_server: LiveServer, desk_in_use: Desk, browser: Browser) -> Iterator[Page]:
    """A page of the desk; at the end nothing may have been refused, and no expression may have failed."""
    said: list[str] = []
    found = signed_in(browser, live_server, desk_in_use.session)
    found.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    found.on("pageerror", lambda error: said.append(str(error)))
    yield found
    assert said == []


@pytest.mark.django_db(transaction=True)
def test_no_page_of_the_desk_asks_for_more_than_its_policy_allows(desk_in_use: Desk, page: Page) -> None:
    for address in desk_in_use.pages:
        for colours, width, height in LOOKS:
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=colours)
            answer = page.goto(address)
            assert answer is not None
            assert answer.status == 200, address
            policy = answer.headers["content-security-policy"]
            assert "unsafe-eval" not in policy
            assert "script-src" not in policy, "scripts fall back to the default, which is this site alone"
        expect(page.locator("body")).to_be_visible()  # until Alpine has started it is cloaked


@pytest.mark.django_db(transaction=True)
def test_everything_on_the_desk_that_moves_by_a_press_moves(desk_in_use: Desk, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/desk/")
    the_sidebar_closes_and_stays_so(page, desk_in_use.letters)
    the_colours_change_and_stay_so(page, desk_in_use.letters)
    the_filters_open(page)
    fields_show_with_what_they_depend_on(page, desk_in_use.draft)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(desk_in_use.letters)
    sidebar = page.locator("#nav-sidebar")
    expect(sidebar).to_be_hidden()
    page.get_by_text("dock_to_right").locator("visible=true").click()
    expect(sidebar).to_be_visible()
    page.reload()
    the_filters_open(page)


def the_sidebar_closes_and_stays_so(page: Page, elsewhere: str) -> None:
    sidebar, toggle = page.locator("#nav-sidebar"), page.get_by_text("dock_to_right").locator("visible=true")
    expect(sidebar).to_be_visible()
    toggle.click()
    expect(sidebar).to_be_hidden()
    page.goto(elsewhere)
    expect(sidebar).to_be_hidden()
    toggle.click()
    expect(sidebar).to_be_visible()


def the_colours_change_and_stay_so(page: Page, elsewhere: str) -> None:
    root, menu = page.locator("html"), page.locator("#logout-form")
    for colours in ("dark", "light"):
        expect(menu).to_be_hidden()
        page.locator("[x-on\\:click*='openUserLinks']").click()
        expect(menu).to_be_visible()
        page.locator(f"[x-on\\:click*=\"'{colours}'\"]").click()
        expect(root).to_have_class(colours)
        page.goto(elsewhere)
        expect(root).to_have_class(colours)


def the_filters_open(page: Page) -> None:
    filters = page.locator("#changelist-filter")
    expect(filters).to_be_hidden()
    page.locator("[x-on\\:click='filterOpen = true']").first.click()
    expect(filters).to_be_visible()
    page.keyboard.press("Escape")
    expect(filters).to_be_hidden()


def fields_show_with_what_they_depend_on(page: Page, form: str) -> None:
    page.goto(form)
    page.locator("#ask-variants summary").click()
    options = page.locator("[data-games=bruges]").first
    expect(options).to_be_visible()
    page.get_by_role("radio", name="La Venise du Nord").check()
    expect(options).to_be_hidden()


@pytest.mark.django_db
@pytest.mark.parametrize("address", GONE)
def test_pages_of_the_framework_that_the_desk_does_not_use_are_not_there(
    cast: Cast, sign_in: SignIn, address: str
) -> None:
    for client in (Client(), sign_in(cast.organiser)):
        assert client.get(f"/desk/{address}").status_code == 404
        assert client.post(f"/desk/{address}").status_code == 404


@pytest.mark.django_db
def test_nobody_is_asked_for_a_password_at_the_desk(cast: Cast, client: Client) -> None:
    cast.organiser.set_password("a password of old days")
    cast.organiser.save()
    for answer in (client.get("/desk/login/"), client.post("/desk/login/", {"username": "x", "password": "y"})):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/sign-in/")
    assert not client.login(username=cast.organiser.email, password="a password of old days")
