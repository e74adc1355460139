"""An organiser at a real browser, who finds things by their names, and what happens elsewhere meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import ParamSpec, TypeVar

from django.db import connections
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.camera import Camera
from tests.e2e.listening import listen
from tests.pages.test_for_everybody import AXE, findings
from tests.shared.post import answer_requests
from tournaments.models import OutboundLetter

Asked = ParamSpec("Asked")
Found = TypeVar("Found")
LINK = re.compile(r"^https?://[^/\s]+(/\S+)$", re.MULTILINE)


def meanwhile(act: Callable[Asked, Found], *asked: Asked.args, **named: Asked.kwargs) -> Found:
    """Do something where no browser is: in the thread of the test no query may run while one is open."""

    def work() -> Found:
        try:
            return act(*asked, **named)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(work).result()


def mailed_link(kind: str, email: str) -> str:
    """The page that the newest letter of that kind to the address leads to."""
    letter = OutboundLetter.objects.filter(kind=kind, to=email).latest("pk")
    found = LINK.search(letter.text)
    assert found, letter.text
    return found[1]


@dataclass(slots=True)
class Visitor:
    """Somebody at a browser; `complaints` collects what the browser or the service found wrong."""

    page: Page
    camera: Camera
    complaints: list[str] = field(default_factory=list)

    @classmethod
    def at(cls, browser: Browser, url: str, camera: Camera) -> Visitor:
        context = browser.new_context(base_url=url, accept_downloads=True, locale="en-GB")
        context.set_default_timeout(15_000)
        visitor = cls(context.new_page(), camera)
        listen(visitor.page, visitor.complaints)
        return visitor

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name, exact=True)

    def follow(self, name: str) -> None:
        self.link(name).first.click()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def fill(self, label: str, words: str) -> None:
        # What must be filled in has a star behind its label.
        self.page.get_by_label(re.compile(rf"^\s*{re.escape(label)}\s*\*?\s*$")).fill(words)

    def reads(self, *words: str) -> None:
        """All of it is on the page."""
        for one in words:
            expect(self.page.locator("body")).to_contain_text(one)

    def section(self, heading: str) -> Locator:
        """The part of the page under a heading."""
        title = self.page.get_by_role("heading", name=heading)
        return self.page.locator("section").filter(has=title)

    def look(self, name: str, *, phone: bool = True) -> None:
        """A picture; and axe-core finds nothing serious on the page. What the theme does moderately wrong stays."""
        self.camera.take(self.page, name, phone=phone)
        self.page.evaluate(AXE)
        self.complaints += [f"{name}: {what}" for what in findings(self.page) if not what.startswith("moderate")]

    def download(self, name: str, folder: Path) -> Path:
        """Press a link and keep the file that comes, under the name that it was given."""
        with self.page.expect_download() as coming:
            self.follow(name)
        path = folder / coming.value.suggested_filename
        coming.value.save_as(path)
        return path

    def sign_in(self, email: str) -> None:
        """On the page that asks to: have a link mailed and use it."""
        self.fill("Mail address", email)
        self.press("Mail me the link")
        meanwhile(answer_requests)
        self.page.goto(meanwhile(mailed_link, "sign_in", email))
        self.page.get_by_role("main").get_by_role("button", name="Sign in").click()

    def act(self, name: str, reason: str = "", /, **fields: str) -> None:
        """Follow a link to an act, read what it asks, fill it in (labels with _ for blanks), and press its button."""
        self.follow(name)
        for label, words in fields.items():
            self.fill(label.replace("_", " "), words)
        if reason:
            self.fill("Reason", reason)
        self.page.locator("form button.strong").click()
