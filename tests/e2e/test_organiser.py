"""An organiser's league from the empty desk to the league book, by clicks on what a person finds on the pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from tests.e2e.camera import Camera
from tests.e2e.desk import Visitor, mailed_link, meanwhile
from tests.pages.browsers import opened
from tests.shared.cast import asked_seat, person
from tests.shared.play import end_by_bots, play_on
from tests.shared.post import deliver, newest
from tournaments import tasks
from tournaments.actions.league import checkin, invitations
from tournaments.models import Invitation, League, OutboundLetter, Player, Print, Table

pytestmark = pytest.mark.django_db(transaction=True)
LEAGUE = "Canal League"
ANNA, BEA, CHIDI = "anna@example.net", "bea@example.net", "chidi@example.net"
REASON = "The post was on strike."


def test_an_organiser_leads_a_league_from_the_empty_desk_to_its_book(
    live_server: LiveServer, chromium: str, tmp_path: Path
) -> None:
    person("Olivia", is_staff=True)
    with opened(chromium) as browser:
        camera = Camera()
        olivia = Visitor.at(browser, live_server.url, camera)
        anna = Visitor.at(browser, live_server.url, camera)
        prepare_and_open(olivia)
        invite(olivia)
        accept(anna)
        fill_up_and_check_in(olivia)
        start(olivia)
        look_at_the_table(olivia)
        read_a_letter(olivia)
        extend(olivia)
        pause_and_go_on(olivia, anna)
        give_the_seat_away(olivia)
        roll_back(olivia)
        rule(olivia)
        have_the_book_made(olivia, tmp_path)
        confirm(olivia)
        take_the_scoresheet(olivia, tmp_path)
        assert olivia.complaints + anna.complaints == []


# --- a league begins -----------------------------------------------------------------------------


def prepare_and_open(olivia: Visitor) -> None:
    page = olivia.page
    page.goto("/desk/")
    olivia.sign_in("olivia@example.net")
    olivia.reads("What needs me now", "No league yet.")
    olivia.follow("Prepare a league")
    expect(olivia.section("How long it takes")).to_contain_text("weeks")
    page.get_by_role("radio", name="2").check()
    page.get_by_role("radio", name="Who is invited").check()
    for theme in ("Games of each player", "Description and conduct"):
        page.locator("summary").filter(has_text=theme).click()
    for label, words in {"Name": LEAGUE, "Short name": "Canal", "Players at most": "2"}.items():
        page.get_by_label(label, exact=True).fill(words)
    page.get_by_label("Games of each player").select_option("one, at a table drawn by lot")
    olivia.look("organiser-prepare")
    olivia.press("Prepare the league")
    olivia.reads(f"Open {LEAGUE} to join?", "Forecast")
    olivia.press("Open to join")
    olivia.reads(f"{LEAGUE} is open to join.")


def invite(olivia: Visitor) -> None:
    olivia.act("Invite", Addresses=f"Anna <{ANNA}>, {BEA}\n{CHIDI}")
    olivia.reads("3 invitations are on the way.", "Letters of invitation written: 3.")


def accept(anna: Visitor) -> None:
    """Behind the button of the letter: name, zone, a yes; nobody signs up for it."""
    anna.page.goto(meanwhile(mailed_link, "invited", ANNA))
    anna.reads(LEAGUE, "0 of 2;")
    anna.page.get_by_label("Name").fill("Anna")
    anna.page.get_by_label("Your time zone").select_option("Europe/Brussels")
    anna.page.get_by_role("checkbox").check()
    anna.press(f"Join {LEAGUE}")
    anna.reads("You are in")


def fill_up_and_check_in(olivia: Visitor) -> None:
    """Bea has the other place and is silent, Chidi waits and is ready: he gets it."""
    meanwhile(others_join)
    olivia.page.reload()
    row = olivia.page.get_by_role("row").filter(has_text="Chidi")
    expect(row).to_contain_text("on the waiting list")
    olivia.act("Ask who is ready", Days_to_answer="2")
    olivia.reads("The letters that ask for it are on their way.")
    meanwhile(say_ready, ANNA, CHIDI)
    meanwhile(League.objects.update, ready_by=timezone.now() - timedelta(minutes=1))
    olivia.page.reload()
    expect(olivia.page.get_by_role("row").filter(has_text="Anna")).to_contain_text("ready")
    olivia.act("Replace the silent")
    expect(olivia.page.get_by_role("row").filter(has_text="Bea")).to_contain_text("on the waiting list")


def others_join() -> None:
    league = League.objects.get()
    for email, name in ((BEA, "Bea"), (CHIDI, "Chidi")):
        invitations.accept(Invitation.objects.get(league=league, email=email), name, "UTC", "")


def say_ready(*emails: str) -> None:
    for email in emails:
        checkin.ready(Player.objects.get(email=email), League.objects.get())


def start(olivia: Visitor) -> None:
    olivia.follow("Start")
    olivia.reads(f"Start {LEAGUE}?", "Bea (waiting list)")
    olivia.press("Start the league")
    olivia.reads(f"{LEAGUE} has started")
    olivia.look("organiser-started")


# --- a table is kept going -----------------------------------------------------------------------


def look_at_the_table(olivia: Visitor) -> None:
    """Picture, log, journal, talk; what was done is in the journal."""
    meanwhile(say_something)
    olivia.follow("Table 1")
    picture = olivia.page.get_by_role("img").and_(olivia.page.locator(".desk-picture"))
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    expect(olivia.section("Talk")).to_contain_text("good luck to you")
    expect(olivia.section("Journal")).to_contain_text("began: ")
    expect(olivia.section("Seats").get_by_role("row")).to_have_count(3)


def say_something() -> None:
    seat = asked_seat(Table.objects.get(state=Table.State.RUNNING))
    deliver(newest(seat, "turn"), "say: good luck to you")


def read_a_letter(olivia: Visitor) -> None:
    """What it says is closed until the organiser says why they look, which the journal keeps; then the source too."""
    letters = olivia.section("Letters in").get_by_role("table").first
    letters.get_by_role("link").first.click()
    expect(olivia.page.locator("body")).not_to_contain_text("say: good luck")
    olivia.act("Look inside the table", "A question about a card.")
    olivia.reads("say: good luck to you", "Message-ID:")
    olivia.look("organiser-letter", phone=False)
    olivia.page.get_by_role("link", name=re.compile("^seat . of Canal League table 1$")).click()


def extend(olivia: Visitor) -> None:
    before = deadline(olivia)
    name = olivia.page.get_by_role("link", name=re.compile("^Extend the deadline of"))
    olivia.follow(name.inner_text().replace("\n", " "))
    olivia.reads(f"The deadline is {before}.")
    olivia.fill("Hours more", "30")
    olivia.fill("Reason", REASON)
    olivia.press("Give more time")
    olivia.reads("The deadline is later now; the table has been told.")
    assert deadline(olivia) != before


def deadline(olivia: Visitor) -> str:
    """The one deadline of the table, as its row has it."""
    return olivia.page.locator("td[data-label=Deadline]").filter(has_text=":").inner_text().strip()


def pause_and_go_on(olivia: Visitor, anna: Visitor) -> None:
    olivia.act("Stop the clocks", REASON)
    olivia.reads("The clocks stand still since")
    olivia.look("organiser-paused")
    anna.page.goto("/sign-in/")
    anna.sign_in(ANNA)
    anna.page.get_by_role("heading", name="Bruges 1").get_by_role("link").click()
    anna.reads("Paused.", REASON, "as much time as it had left")
    anna.look("player-paused")
    olivia.act("Let the clocks go on", "It is over.")
    expect(olivia.link("Stop the clocks")).to_be_visible()
    anna.page.reload()
    expect(anna.page.locator("body")).not_to_contain_text("Paused.")


def give_the_seat_away(olivia: Visitor) -> None:
    """Chidi has no time after all; Bea, who waits, plays on."""
    olivia.follow("Give to somebody else than Chidi")
    olivia.reads(f"On the waiting list: Bea ({BEA}).")
    olivia.fill("Mail address", BEA)
    olivia.fill("Reason", "Chidi has no time.")
    olivia.press("Give the seat")
    olivia.reads("The seat has a new player; everybody concerned has a letter.")
    expect(olivia.section("Seats").get_by_role("row").filter(has_text="Bea")).to_have_count(1)


def roll_back(olivia: Visitor) -> None:
    meanwhile(on_the_table, lambda table: play_on(table, 6))
    olivia.page.reload()
    olivia.page.get_by_role("link", name=re.compile("^Back to here behind entry")).nth(2).click()
    olivia.page.get_by_text("What counts no more then").click()
    olivia.look("organiser-roll-back")
    olivia.fill("Reason", REASON)
    olivia.press("Take it back")
    olivia.reads("The game is back where it stood; everybody at the table is told.")
    expect(olivia.section("Journal")).to_contain_text("back to entry")
    assert meanwhile(OutboundLetter.objects.filter(kind="rolled_back").count) == 2


def on_the_table(act: Callable[[Table], None]) -> None:
    act(Table.objects.get(state=Table.State.RUNNING))


# --- the league ends -----------------------------------------------------------------------------


def rule(olivia: Visitor) -> None:
    meanwhile(on_the_table, end_by_bots)
    olivia.page.reload()
    olivia.act("Rule how it counts", "Both were right.", Place_of_Anna="1", Place_of_Bea="1")
    olivia.reads("The table counts as you have ruled.")
    olivia.look("organiser-table-over")
    olivia.page.goto("/desk/")
    olivia.reads("results")
    olivia.follow(f"Open {LEAGUE}")
    olivia.reads("These results are provisional until")


def have_the_book_made(olivia: Visitor, folder: Path) -> None:
    """The worker's own task makes it while the page shows how far it is."""
    olivia.follow("League book and certificates")
    olivia.press("Make it now (League book)")
    expect(olivia.page.get_by_role("progressbar", name="League book: how far it is")).to_be_visible()
    olivia.look("organiser-book")
    meanwhile(make_the_book)
    expect(olivia.link("League book (PDF)")).to_be_visible()  # the page looks again by itself
    book = PdfReader(olivia.download("League book (PDF)", folder))
    assert LEAGUE in "".join(sheet.extract_text() for sheet in book.pages)
    olivia.follow(f"Back to {LEAGUE}")


def make_the_book() -> None:
    tasks.make_print.apply((Print.objects.get(kind=Print.Kind.BOOK).pk,)).get()


def confirm(olivia: Visitor) -> None:
    olivia.follow("Confirm them now")
    olivia.reads("Anna, 3 1/2 points", "Bea, 3 1/2 points")
    olivia.press("Confirm them")
    olivia.reads("The results are final; everybody gets the final standings.", f"{LEAGUE}: finished")
    assert meanwhile(OutboundLetter.objects.filter(kind="league_finished").count) == 2


def take_the_scoresheet(olivia: Visitor, folder: Path) -> None:
    sheet = PdfReader(olivia.download("Scoresheet (PDF) of table 1", folder))
    words = "".join(page.extract_text() for page in sheet.pages)
    assert "Anna" in words
    assert "Bea" in words
