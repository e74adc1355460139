"""A league in a minute: somebody with a telephone prepares and opens it; what it asks stays few, large and in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.browsers import session_of, signed_in
from tests.pages.test_for_everybody import AXE, findings
from tests.shared.cast import make_cast

pytestmark = pytest.mark.django_db(transaction=True)

ADD = "/desk/tournaments/league/add/"
MOST_TAPS = 8  # with an answer of one's own to each of the four questions
LEAST_TAPS = 3  # with the answers that stand there
A_TAP = 5.0  # seconds of a person who reads and finds it: more than most take
TYPED = 0.4  # seconds for a letter on a telephone
MINUTE = 60.0
THUMB = 44
MOST_SHIFT = 0.02
SHIFTED = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => list.getEntries().forEach(one => sum += one.value))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 100);
})"""
SMALL = """least => [...document.querySelectorAll(
  ".ask-choices label, .ask summary, .ask-field input:not([type=checkbox], [type=file], [type=radio])"
  + ", .ask-field select, .ask-send *"
)].filter(one => one.checkVisibility()).filter(one => one.getBoundingClientRect().height < least)
  .map(one => one.outerHTML.slice(0, 80))"""


@dataclass
class Thumb:
    """Somebody with a telephone, whose taps and letters are counted."""

    page: Page
    taps: int = 0
    letters: int = 0

    def tap(self, name: str, role: str = "button") -> None:
        self.taps += 1
        self.page.get_by_role(role, name=name, exact=True).locator("visible=true").first.click()  # type: ignore[arg-type]

    def fill(self, label: str, words: str) -> None:
        self.taps += 1
        self.letters += len(words)
        self.page.get_by_label(label, exact=True).fill(words)

    @property
    def seconds(self) -> float:
        """The time that a person needs for it, the service's own left out."""
        return self.taps * A_TAP + self.letters * TYPED


@pytest.fixture
def session(live_server: LiveServer) -> str:
    """All rows are made here: no query may run in the test while a browser is open."""
    return session_of(make_cast().organiser)


@pytest.fixture
def telephone(live_server: LiveServer, session: str, browser: Browser) -> Iterator[Page]:
    """A page on a telephone; at the end nothing may have been refused, and no script may have failed."""
    said: list[str] = []
    page = signed_in(browser, live_server, session, viewport={"width": 390, "height": 844})
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    assert said == []


def test_a_league_is_prepared_and_open_within_a_minute_on_a_telephone(telephone: Page) -> None:
    telephone.goto("/desk/")
    begun, thumb = monotonic(), Thumb(telephone)
    thumb.tap("Prepare a league", "link")
    thumb.tap("Flandern", "radio")
    thumb.tap("4", "radio")
    thumb.fill("Players at most", "12")
    thumb.tap("Brisk: a day for each answer", "radio")
    thumb.tap("Who has its link: you get one to hand on", "radio")
    thumb.tap("Prepare the league")
    thumb.tap("Open to join")
    expect(telephone.locator("body")).to_contain_text("is open to join.")
    expect(telephone.locator("code.desk-link")).to_be_visible()
    assert thumb.taps <= MOST_TAPS
    assert monotonic() - begun + thumb.seconds < MINUTE


def test_who_takes_what_stands_there_opens_a_league_with_three_taps(telephone: Page) -> None:
    telephone.goto("/desk/")
    thumb = Thumb(telephone)
    thumb.tap("Prepare a league", "link")
    thumb.tap("Prepare the league")
    thumb.tap("Open to join")
    expect(telephone.locator("body")).to_contain_text("is open to join.")
    assert thumb.taps == LEAST_TAPS


def test_the_forecast_the_words_and_the_name_follow_the_choices_and_nothing_moves(telephone: Page) -> None:
    telephone.goto(ADD)
    length, name = telephone.locator("[data-forecast]"), telephone.get_by_label("Name", exact=True)
    before, proposed = length.inner_text(), name.input_value()
    telephone.get_by_role("radio", name="Flandern").check()
    telephone.get_by_role("radio", name="Easy: four days").check()
    expect(telephone.locator("[data-of]")).to_have_text("Flandern at tables of 3, 96 hours for an answer")
    assert length.inner_text() != before
    assert name.input_value() == proposed.replace("Bruges", "Flandern")
    name.fill("The Thursday Club")
    telephone.get_by_role("radio", name="4", exact=True).check()
    expect(telephone.locator("[data-told=games]")).to_have_text("4 for each, all at the same time")
    assert name.input_value() == "The Thursday Club", "what somebody has written stays"
    assert telephone.evaluate(SHIFTED) <= MOST_SHIFT


def test_only_games_with_sealed_choices_ask_for_their_times_and_only_another_pace_for_hours(telephone: Page) -> None:
    telephone.goto(ADD)
    telephone.locator("#ask-thoughts summary").click()
    minutes = telephone.get_by_label("Minutes before sealed choices are shown")
    expect(minutes).to_be_hidden()
    telephone.get_by_role("radio", name="Flandern").check()
    expect(minutes).to_be_visible()
    hours = telephone.get_by_label("Hours for an answer")
    expect(hours).to_be_hidden()
    telephone.get_by_role("radio", name="Other").check()
    expect(hours).to_be_visible()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_form_stands_in_nobodys_way_and_has_room_for_thumbs(telephone: Page, colours: str) -> None:
    for width in (390, 1280):
        telephone.set_viewport_size({"width": width, "height": 844})
        telephone.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
        telephone.goto(ADD)
        telephone.evaluate("document.querySelectorAll('.ask details').forEach(one => one.open = true)")
        telephone.evaluate(AXE)
        assert [what for what in findings(telephone) if not what.startswith("moderate")] == []
        assert telephone.evaluate(SMALL, THUMB) == []
        assert not telephone.evaluate("document.scrollingElement.scrollWidth > innerWidth")


def test_the_form_works_without_a_script(live_server: LiveServer, session: str, browser: Browser) -> None:
    page = signed_in(browser, live_server, session, viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page.goto(ADD)
    page.get_by_role("radio", name="Flandern").check()
    page.locator("#ask-thoughts summary").click()
    expect(page.get_by_label("Minutes before sealed choices are shown")).to_be_visible()
    page.get_by_role("button", name="Prepare the league").click()
    expect(page.locator("body")).to_contain_text("Usually about")  # the page that opens it says how long it takes
    page.get_by_role("button", name="Open to join").click()
    expect(page.locator("body")).to_contain_text("is open to join.")
