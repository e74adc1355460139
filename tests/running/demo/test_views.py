"""The pages of the local post office: mailboxes, letters as a mail program shows them, and real replies."""

from __future__ import annotations

import re
from email.message import EmailMessage
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from aiosmtpd.controller import Controller
from django.test import Client as Browser

import engine
from engine.orders import reader as grammar
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.post import newest
from tournaments.inbox.reply import extract
from tournaments.management.commands.play import WELCOME
from tournaments.models import Player, Seat
from tournaments.running.demo.post_office import box_of, parse

pytestmark = pytest.mark.urls("tests.running.demo.urls")
LINK = re.compile(r'href="([^"]*words=[^"]*)"')


@pytest.fixture
def office(server: Controller, tmp_path: Path, settings: Any) -> Path:
    settings.POST_OFFICE_DIR = tmp_path / "post"
    settings.LISTEN_SMTP = (server.hostname, server.port)
    return settings.POST_OFFICE_DIR


@pytest.fixture
def page(office: Path, seat: Seat, turn_letter: EmailMessage) -> str:
    """The address of the page of a turn letter."""
    key = box_of(office, seat.player.email).add(turn_letter.as_bytes())
    return f"/post/{seat.player.email}/{key}/"


def words(browser: Browser, url: str) -> str:
    answer = browser.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_office_names_each_mailbox_and_its_owner(client: Browser, page: str, seat: Seat) -> None:
    office = words(client, "/post/")
    assert f'href="/post/{seat.player.email}/"' in office
    assert seat.player.name in office
    assert "1 letter" in office


def test_every_page_of_the_office_says_first_that_everybody_reads_it(client: Browser, page: str, seat: Seat) -> None:
    for address in ("/post/", f"/post/{seat.player.email}/", page):
        before, _, _ = words(client, address).partition("<main")
        assert "all mail is shown to everybody who comes here, who can also answer it" in before
        assert "Not for the open net." in before


def test_who_starts_the_demonstration_reads_that_it_is_not_for_the_open_net() -> None:
    before, _, _ = WELCOME.partition("What to try first")
    assert "it shows all mail to everybody who reaches that address. Keep it off the open net." in before


def test_an_office_without_mail_says_so(client: Browser, office: Path, db: None) -> None:
    assert "No mail has come yet." in words(client, "/post/")


def test_a_mailbox_marks_the_letter_that_asks(client: Browser, page: str, seat: Seat, office: Path) -> None:
    quiet = EmailMessage()
    quiet["Subject"], quiet["Date"] = "Others think", "Sat, 21 Nov 2020 10:00:00 +0000"
    quiet.set_content("Nothing to do.")
    box_of(office, seat.player.email).add(quiet.as_bytes())
    listed = words(client, f"/post/{seat.player.email}/")
    assert listed.count('class="asks') == 1
    assert listed.index("Others think") < listed.index("round 1"), "the newest letter comes first"


def test_a_question_that_a_newer_letter_has_settled_asks_no_more(
    client: Browser, page: str, seat: Seat, office: Path, turn_letter: EmailMessage
) -> None:
    receipt = EmailMessage()
    receipt["Subject"], receipt["Date"] = f"Re: {turn_letter['Subject']}", turn_letter["Date"]
    receipt.set_content("#=#=# DONE - 1 played #=#=#")
    box = box_of(office, seat.player.email)
    message = box[box.add(receipt.as_bytes())]
    assert message.get_date() >= max(letter.get_date() for letter in box)
    assert 'class="asks' not in words(client, f"/post/{seat.player.email}/")


def test_a_german_mailbox_marks_what_asks_until_it_is_settled(client: Browser, office: Path, cast: Cast) -> None:
    Player.objects.update(language="de")
    seat = asked_seat(only_table(running_league(cast)))
    asked = newest(seat, "turn")
    assert "- darüber antworten #=#=#" in asked.text
    listed = []
    for subject, text in (
        (asked.subject, asked.text),
        (f"Re: {asked.subject.replace('Runde 1', 'Runde 2')}", "#=#=# ERLEDIGT #=#=#\n"),
    ):
        letter = EmailMessage()
        letter["Subject"], letter["Date"] = subject, "Sat, 21 Nov 2020 10:00:00 +0000"
        letter.set_content(text)
        box_of(office, seat.player.email).add(letter.as_bytes())
        listed.append(words(client, f"/post/{seat.player.email}/"))
    assert [page.count('class="asks') for page in listed] == [1, 0]
    assert "Runde 2" in listed[1]
    assert "darüber antworten" not in listed[0]


def test_the_page_of_a_letter_says_whether_it_asks_and_whether_it_can_be_answered(
    client: Browser, page: str, office: Path, seat: Seat
) -> None:
    assert "A press on a move" in words(client, page)
    for offer, said in (
        ('<a href="mailto:play@club.example?body=ready">ready</a>', "it asks for no move"),
        ("", "asks nothing"),
    ):
        letter = EmailMessage()
        letter["Subject"] = "Are you ready?"
        letter.set_content("Say ready.")
        letter.add_alternative(f"<p>Say it: {offer}</p>", subtype="html")
        key = box_of(office, seat.player.email).add(letter.as_bytes())
        assert said in words(client, f"/post/{seat.player.email}/{key}/")


def test_a_letter_that_was_opened_is_no_longer_new(client: Browser, page: str, seat: Seat) -> None:
    mailbox = f"/post/{seat.player.email}/"
    assert "<b>new</b>" in words(client, mailbox)
    words(client, page)
    assert "<b>new</b>" not in words(client, mailbox)


def test_looking_at_a_robots_letter_does_not_take_it_from_the_robot(client: Browser, page: str, seat: Seat) -> None:
    seat.player.is_robot = True
    seat.player.save()
    words(client, page)
    assert "<b>new</b>" in words(client, f"/post/{seat.player.email}/")


def test_a_letter_may_stand_in_a_frame_of_the_office_and_run_nothing(client: Browser, page: str) -> None:
    policy = client.get(page + "page")["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in client.get(page)["Content-Security-Policy"]


def test_a_letter_shows_its_picture_from_here(client: Browser, page: str) -> None:
    shown = words(client, page + "page")
    assert "cid:" not in shown
    assert f'src="{page}part/position"' in shown
    picture = client.get(page + "part/position")
    assert picture["Content-Type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")


def test_answer_links_go_into_the_reply_box_instead_of_a_mail_program(client: Browser, page: str) -> None:
    shown = words(client, page + "page")
    assert 'href="mailto:' not in shown
    links = [unescape(link) for link in LINK.findall(shown)]
    assert len(links) >= 5
    for link in links:
        (order,) = parse_qs(urlsplit(link).query)["words"]
        assert f">{order}</textarea>" in words(client, link)
        assert grammar.reads(engine.games["bruges"], order)


def test_a_reply_goes_out_by_smtp_above_the_quoted_letter(
    client: Browser, page: str, turn_letter: EmailMessage, office: Path, seat: Seat
) -> None:
    answer = client.post(page, {"words": "12\r\n26", "style": "outlook"}, follow=True)
    assert "Your reply is on its way" in answer.content.decode()
    (raw,) = (box.get_bytes(key) for box in [box_of(office, str(turn_letter["Reply-To"]))] for key in box.keys())  # noqa: SIM118 a maildir
    assert extract(raw, lambda line: line.isdigit()).lines == ("12", "26")
    assert parse(raw)["From"].addresses[0].addr_spec == seat.player.email


@pytest.mark.parametrize("form", [{"words": " ", "style": "gmail"}, {"words": "12", "style": "telex"}, {}])
def test_an_empty_reply_is_not_sent(client: Browser, page: str, form: dict[str, str], office: Path) -> None:
    answer = client.post(page, form, follow=True)
    assert "Write an answer first" in answer.content.decode()
    assert len(list(office.iterdir())) == 1, "nothing has been sent"


def test_a_paper_is_handed_out_under_its_name(client: Browser, office: Path, db: None) -> None:
    letter = EmailMessage()
    letter["Subject"], letter["Date"] = "FINAL SCORES", "Sat, 21 Nov 2020 10:00:00 +0000"
    letter.set_content("Anna wins.")
    letter.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="scoresheet-1.pdf")
    page = f"/post/anna@home.example/{box_of(office, 'anna@home.example').add(letter.as_bytes())}/"
    assert f'href="{page}part/scoresheet-1.pdf"' in words(client, page)
    paper = client.get(page + "part/scoresheet-1.pdf")
    assert (paper["Content-Type"], paper.content) == ("application/pdf", b"%PDF-1.7")


def test_what_is_not_there_is_not_found(client: Browser, page: str, seat: Seat) -> None:
    mailbox = f"/post/{seat.player.email}/"
    for url in ("/post/nobody@home.example/", mailbox + "17/", mailbox + "17/page", page + "part/none", "/post/../x/"):
        assert client.get(url).status_code == 404, url


@pytest.mark.urls("bruges_pbem.urls")
def test_outside_the_demonstration_there_is_no_post_office(client: Browser, db: None) -> None:
    assert client.get("/post/").status_code == 404
