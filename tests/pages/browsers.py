"""Real browsers in front of the pages of a test's own rows. No query may run in the test while a browser is open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.shared.parts import BROWSER_OPTIONS
from tournaments.models import Player


@contextmanager
def opened(program: str) -> Iterator[Browser]:
    """A browser, closed afterwards."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(BROWSER_OPTIONS))
        yield browser
        browser.close()


def session_of(player: Player) -> str:
    """The cookie of somebody who has signed in."""
    client = Client()
    client.force_login(player)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def signed_in(browser: Browser, server: LiveServer, session: str, **profile: Any) -> Page:
    """A page in a browser profile of its own; without a session nobody is signed in."""
    context = browser.new_context(base_url=server.url, **profile)
    context.set_default_timeout(15_000)
    if session:
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": server.url}])
    return context.new_page()
