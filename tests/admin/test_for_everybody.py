"""Pages for everybody: in a real browser axe-core finds nothing serious, and nothing is refused by the policy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.admin.pages import Place, life
from tests.parts import BROWSER_OPTIONS

pytestmark = pytest.mark.django_db(transaction=True)

LOOKS = {"light": (1280, 900), "dark": (360, 740)}  # a desk by day, a telephone by night
EXPECTED = "404 (Not Found)"  # the browser's word on the page that does not exist


@pytest.fixture
def visits(live_server: LiveServer) -> list[tuple[Place, str]]:
    """Each page with its reader's session. All rows are made here: no query may run while the browser does."""
    places = life().places()
    sessions: dict[str, str] = {}
    for place in places:
        if place.reader is not None and place.reader.email not in sessions:
            client = Client()
            client.force_login(place.reader)
            sessions[place.reader.email] = client.cookies[settings.SESSION_COOKIE_NAME].value
    return [(place, sessions[place.reader.email] if place.reader else "") for place in places]


@pytest.fixture
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        program = playwright.chromium.launch(executable_path=chromium, args=list(BROWSER_OPTIONS))
        yield program
        program.close()


def test_no_page_stands_in_anybodys_way(
    live_server: LiveServer, visits: list[tuple[Place, str]], browser: Browser
) -> None:
    found: list[str] = []
    contexts: dict[str, BrowserContext] = {}
    for place, session in visits:
        if session not in contexts:
            contexts[session] = browser.new_context(base_url=live_server.url)
            if session:
                cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}
                contexts[session].add_cookies([cookie])
        page = contexts[session].new_page()
        found += [f"{place.name}: {what}" for what in complaints(page, place.address)]
        page.close()
    assert found == []


def complaints(page: Page, address: str) -> list[str]:
    """What the browser refuses to load or run, what sticks out, and what axe finds, in two looks at the page."""
    said: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and EXPECTED not in message.text:
            said.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(address)
    for colours, (width, height) in LOOKS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=colours)
        if page.evaluate("document.scrollingElement.scrollWidth > innerWidth"):
            said.append(f"is wider than {width} pixels")
        said += [f"{finding} ({colours})" for finding in findings(page)]
    return said


def findings(page: Page) -> list[str]:
    """What axe calls worse than minor."""
    violations = Axe().run(page).response["violations"]
    return [
        f"{finding['impact']} {finding['id']}: {[node['target'] for node in finding['nodes']][:5]}"
        for finding in violations
        if finding["impact"] != "minor"
    ]


def test_axe_finds_what_it_is_asked_for(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<title>x</title><main><h1>x</h1><input><p id=pale>pale</p></main>")
    page.evaluate("document.getElementById('pale').style.color = '#eee'")
    assert {finding.split()[1] for finding in findings(page)} >= {"label:", "color-contrast:"}
