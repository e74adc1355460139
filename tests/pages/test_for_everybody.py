"""Pages for everybody: in a real browser axe-core finds nothing serious, and nothing is refused by the policy.

They are looked at in German, whose words are longer: what has room for them has room for English.
"""

from __future__ import annotations

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Error, Page
from pytest_django.live_server_helper import LiveServer

from tests.pages.browsers import session_of, signed_in
from tests.pages.pages import Place, life
from tournaments.models import Player

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGE = "de"
# A desk by day, a telephone by night.
LOOKS: dict[Literal["light", "dark"], tuple[int, int]] = {"light": (1280, 900), "dark": (360, 740)}
# What the second look may find that the first one did not; all else is the same page.
ANEW = ["color-contrast", "scrollable-region-focusable", "target-size", "nested-interactive"]
AXE = Axe().axe_script
# Words that only scrolling sideways would show, where no keyboard can scroll.
HIDES_WORDS = "[...document.querySelectorAll('pre:not([tabindex])')].some(box => box.scrollWidth > box.clientWidth)"
EXPECTED = "404 (Not Found)"  # the browser's word on the page that does not exist


@pytest.fixture
def visits(live_server: LiveServer) -> list[tuple[Place, str]]:
    """Each page with its reader's session. All rows are made here: no query may run while the browser does."""
    places = life().places()
    Player.objects.update(language=LANGUAGE)
    sessions = {place.reader.email: session_of(place.reader) for place in places if place.reader is not None}
    return [(place, sessions[place.reader.email] if place.reader else "") for place in places]


def test_no_page_stands_in_anybodys_way(
    live_server: LiveServer, visits: list[tuple[Place, str]], browser: Browser
) -> None:
    found: list[str] = []
    desks: dict[str, Page] = {}
    for place, session in visits:
        if session not in desks:
            desks[session] = signed_in(browser, live_server, session, locale=LANGUAGE)
        found += [f"{place.name}: {what}" for what in complaints(desks[session], place.address)]
    assert found == []


def complaints(page: Page, address: str) -> list[str]:
    """All that the browser refuses to load or run or that sticks out, and axe's findings, in two looks at the page."""
    said: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and EXPECTED not in message.text:
            said.append(message.text)

    def fail(error: Error) -> None:
        said.append(str(error))

    page.on("console", listen)
    page.on("pageerror", fail)
    for (colours, (width, height)), rules in zip(LOOKS.items(), (None, ANEW), strict=True):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=colours)
        page.goto(address)  # for each look: the desk asks for the colours when it is loaded
        page.evaluate(AXE)
        if page.evaluate("document.scrollingElement.scrollWidth > innerWidth"):
            said.append(f"is wider than {width} pixels")
        if page.evaluate(HIDES_WORDS):
            said.append(f"hides words at {width} pixels")
        said += [f"{finding} ({colours})" for finding in findings(page, rules)]
    page.remove_listener("console", listen)
    page.remove_listener("pageerror", fail)
    return said


def findings(page: Page, rules: list[str] | None = None) -> list[str]:
    """The findings of axe, which the page has loaded, that are worse than minor; by all of its rules or by these."""
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    violations = page.evaluate("options => axe.run(document, options)", options)["violations"]
    return [
        f"{finding['impact']} {finding['id']}: {[node['target'] for node in finding['nodes']][:5]}"
        for finding in violations
        if finding["impact"] != "minor"
    ]


def test_axe_finds_what_it_is_asked_for(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<title>x</title><main><h1>x</h1><input><p id=pale>pale</p></main>")
    page.evaluate("document.getElementById('pale').style.color = '#eee'")
    page.evaluate(AXE)
    assert {finding.split()[1] for finding in findings(page)} >= {"label:", "color-contrast:"}
    assert {finding.split()[1] for finding in findings(page, ANEW)} == {"color-contrast:"}
