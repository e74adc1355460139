"""The time of a turn on a telephone, from the open letter to the accepted move: `python -m tests.bench.telephone`.

A real browser of a telephone's size, its network slowed down to mobile figures, opens the HTML form of a letter and
taps. Times are of the clock, medians; what a person takes to read is added as READING and is not measured.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from time import perf_counter

from tests.bench import ready  # isort: skip  # the settings have to be there first

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the browser's library has a loop of its own

from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import call_command
from django.db import connections
from django.test.testcases import LiveServerThread
from django.test.utils import override_settings
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.bench.measuring import Bar, told
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.parts import BROWSER_OPTIONS, chromium
from tests.shared.post import answer_requests, deliver, newest
from tests.shared.tapped import buttons_of, key_of
from tournaments.models import OutboundLetter, Table

assert ready.FOLDER
QUICK = "--quick" in sys.argv
TURNS = 1 if QUICK else 15
READING = 8.0  # seconds of a person between the letter and the tap, and on the page
MOST_OURS, MOST_TOTAL = 1.0, 15.0
SCREEN = ViewportSize(width=390, height=664)  # of a common telephone, without the bars of its browser
MOBILE = {"offline": False, "latency": 60, "downloadThroughput": 9e6 / 8, "uploadThroughput": 1.5e6 / 8}  # 4G


def main() -> int:
    call_command("migrate", verbosity=0)
    table = only_table(running_league(make_cast()))
    open_http = override_settings(
        ALLOWED_HOSTS=["*"], SESSION_COOKIE_SECURE=False, CSRF_COOKIE_SECURE=False, CSRF_TRUSTED_ORIGINS=[]
    )
    with open_http, served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(BROWSER_OPTIONS))
        bars = list(measured(table, browser, address))
        browser.close()
    return told(bars)


@contextmanager
def served() -> Iterator[str]:
    server = LiveServerThread("127.0.0.1", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.terminate()


def measured(table: Table, browser: Browser, address: str) -> Iterator[Bar]:
    new = [first_press(table, browser, address) for _ in range(1 if QUICK else 5)]
    print(f"  first press in a new browser, with its sign-in: {median(new):.2f} s ours, {median(new) + READING:.1f} s")
    telephones: dict[int, Page] = {}
    ours = [tapped(table, browser, address, telephones) for _ in range(TURNS)]
    mail = [by_reply(table) for _ in range(TURNS)]
    print(f"  a reply from its arrival to the answer in the outbox: {median(mail):.2f} s ours")
    print(f"  a tap: {median(ours):.2f} s ours (worst {max(ours):.2f}), {median(ours) + READING:.1f} s with reading")
    yield bar("ours in a turn by tap", median(ours), MOST_OURS)
    yield bar("from the open letter to the accepted move", median(ours) + READING, MOST_TOTAL)


def bar(name: str, seconds: float, most: float) -> Bar:
    return Bar(name, f"{seconds:.2f} s", f"at most {most:.0f} s", seconds <= most)


def tapped(table: Table, browser: Browser, address: str, telephones: dict[int, Page]) -> float:
    """Seconds that pass between a tap in the letter and the answer, without reading."""
    seat = asked_seat(table)
    page = telephones.get(seat.owner.pk) or telephones.setdefault(seat.owner.pk, telephone(browser))
    if not page.context.cookies(address):
        sign_in(page, seat.owner.email, address)
    open_letter(page, newest(seat), address)
    opening = timed(lambda: tap(page))
    return opening + timed(lambda: press(page))


def first_press(table: Table, browser: Browser, address: str) -> float:
    """The same in a browser that has never been here: the press asks for a sign-in, and is made once more behind it."""
    seat, page = asked_seat(table), telephone(browser)
    open_letter(page, newest(seat), address)
    took = timed(lambda: tap(page))
    took += timed(lambda: asked_to_sign_in(page))
    took += timed(lambda: sign_in(page, seat.owner.email, address, here=True))
    page.wait_for_selector("button.huge")
    took += timed(lambda: press(page))
    page.context.close()
    return took


def by_reply(table: Table) -> float:
    letter = newest(asked_seat(table))
    order = next(iter(buttons_of(letter)))
    return timed(lambda: deliver(letter, order))


def telephone(browser: Browser) -> Page:
    page = browser.new_context(viewport=SCREEN, is_mobile=True, has_touch=True).new_page()
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", MOBILE)
    return page


def open_letter(page: Page, letter: OutboundLetter, address: str) -> None:
    """Show the letter as a mail program does: it is there, only its links need a network."""
    assert key_of(next(iter(buttons_of(letter).values())))
    page.set_content(letter.html.replace(settings.SITE_URL, address))


def tap(page: Page) -> None:
    page.tap("a.move[href*='/m/']")
    page.wait_for_selector("button.huge")


def press(page: Page) -> None:
    page.tap("button.huge")
    page.wait_for_selector("ol.answer")


def asked_to_sign_in(page: Page) -> None:
    page.tap("button.huge")
    page.wait_for_selector("input[name=email]")


def sign_in(page: Page, email: str, address: str, *, here: bool = False) -> None:
    if not here:
        page.goto(f"{address}/sign-in/")
    page.fill("input[name=email]", email)
    page.click("main form .button")
    page.wait_for_url("**/sign-in/sent/")
    answer_requests()
    letter = OutboundLetter.objects.filter(kind="sign_in").latest("pk")
    link = letter.text.partition(f"{settings.SITE_URL}/sign-in/link/")[2].split()[0]
    page.goto(f"{address}/sign-in/link/{link}")
    page.click("main form .button")
    page.wait_for_load_state()


def timed(act: Callable[[], object]) -> float:
    begin = perf_counter()
    act()
    return perf_counter() - begin


if __name__ == "__main__":
    try:
        status = main()
    finally:
        connections.close_all()
    raise SystemExit(status)
