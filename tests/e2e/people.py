"""Persons at real browsers: what they open, press and write. Each has a browser profile and a mailbox of their own."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from playwright.sync_api import Browser, Page

from tests.e2e.camera import Camera
from tests.e2e.listening import listen
from tests.e2e.outside import Mailbox
from tests.shared.parts import Service
from tournaments.running.demo.characters import one_card_each
from tournaments.running.demo.reading import offers

# The words of the page as a letter has them: moves in brackets.
MENU = """() => [...document.querySelectorAll(".question .words:not(.at-how)")].map(section => {
    const copy = section.cloneNode(true);
    copy.querySelectorAll(".move .unseen").forEach(spoken => spoken.remove());
    copy.querySelectorAll(".move").forEach(move => move.replaceWith(`[${move.textContent}]`));
    return copy.textContent;
}).join("\\n")"""


@dataclass(slots=True)
class Person:
    """Somebody at a browser; `complaints` collects what the browser or the service found wrong."""

    name: str
    page: Page
    mailbox: Mailbox
    camera: Camera
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        listen(self.page, self.complaints)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name).click()

    def follow(self, name: str) -> None:
        self.page.get_by_role("link", name=name).first.click()

    # --- coming in -------------------------------------------------------------------------------

    def sign_up(self, zone: str) -> None:
        """Fill in the form, and confirm the address by the mailed link."""
        self.page.goto("/")
        self.camera.take(self.page, "welcome")
        self.follow("Sign up")
        self.page.get_by_label("Name").fill(self.name)
        self.page.get_by_label("Mail address").fill(self.mailbox.address)
        self.page.get_by_label("Your time zone").select_option(zone)
        self.camera.take(self.page, "sign-up")
        self.press_and_use_the_link("Make my account")

    def sign_in(self) -> None:
        """On the page that asks to sign in: have a link mailed and use it."""
        self.page.get_by_label("Mail address").fill(self.mailbox.address)
        self.camera.take(self.page, "sign-in")
        self.press_and_use_the_link("Sign in")

    def press_and_use_the_link(self, button: str) -> None:
        """Have a link mailed, open it, and press the button there."""
        before = self.mailbox.keys()
        self.press("Mail me the link")
        self.camera.take(self.page, "link-sent")
        self.page.goto(self.mailbox.link_since(before))
        assert not self.page.get_by_role("button", name="Sign out").count(), "opening a link must not sign in"
        self.camera.take(self.page, "link")
        self.page.get_by_role("main").get_by_role("button", name=button).click()
        self.page.wait_for_url(lambda url: "/sign-" not in url)

    # --- a table ---------------------------------------------------------------------------------

    @property
    def asked(self) -> bool:
        return self.page.locator(".banner.asks").count() > 0

    @property
    def over(self) -> bool:
        return self.page.get_by_text("The game is over.").count() > 0

    def send_orders(self, *lines: str) -> list[str]:
        """Write into the order box and send; the marks that came back, one for each line."""
        self.page.locator("#id_lines").fill("\n".join(lines))
        self.page.locator("#order-form").get_by_role("button", name="Send", exact=True).click()
        self.page.locator("#answer").wait_for()
        return self.page.locator("#answer .mark").all_inner_texts()

    def planned(self, most: int, random: Random) -> list[str]:
        """Orders for up to `most` cards, as the open page offers them."""
        choices = offers(self.page.evaluate(MENU))
        return [choice.order for choice in one_card_each(choices, random, most)]


def person(browser: Browser, service: Service, camera: Camera, name: str) -> Person:
    """Somebody with an empty browser profile."""
    context = browser.new_context(base_url=service.place.url, accept_downloads=True, locale="en-GB")
    context.set_default_timeout(15_000)
    # Some names have letters that mail addresses cannot have everywhere.
    local = name.lower().translate({ord("ł"): "l"})
    mailbox = Mailbox(service.place.data / "post", f"{local}@home.example")
    return Person(name, context.new_page(), mailbox, camera)
