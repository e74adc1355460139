"""The mail client that plays: it reads a letter as a person would, and nothing but its mailbox."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest
from aiosmtpd.controller import Controller

import engine
from tests.running.demo.conftest import as_it_came
from tests.shared.post import deliver, newest
from tournaments.inbox.reply import extract
from tournaments.models import Seat
from tournaments.running.demo import characters, reading
from tournaments.running.demo import client as program
from tournaments.running.demo.characters import single
from tournaments.running.demo.client import Client
from tournaments.running.demo.post_office import box_of
from tournaments.running.demo.reading import asks, offers
from tournaments.running.demo.replies import plain_of

ME = "anna@home.example"


@pytest.fixture
def client(server: Controller, tmp_path: Path) -> Client:
    return Client("Anna", ME, tmp_path / "post", (server.hostname, server.port), single, random=Random(1))


def put(client: Client, letter: EmailMessage) -> None:
    client.box().add(letter.as_bytes())


def answers(client: Client, letter: EmailMessage) -> list[tuple[str, ...]]:
    """The player's lines of what has come to the address that a letter is to be answered to."""
    box = box_of(client.folder, str(letter["Reply-To"]))
    return [extract(box.get_bytes(key), lambda line: True).lines for key in box.keys()]  # noqa: SIM118 a maildir


def test_a_letter_that_asks_is_answered_once_and_marked_as_read(client: Client, turn_letter: EmailMessage) -> None:
    put(client, turn_letter)
    assert client.look() == 1
    assert client.look() == 0
    ((line,),) = answers(client, turn_letter)
    assert line in [offer.order for offer in offers(plain_of(turn_letter))]
    (message,) = client.box()
    assert (message.get_subdir(), message.get_flags()) == ("cur", "S")
    assert (client.received, client.sent, client.asked, client.round) == (1, 1, 1, 1)


def test_a_letter_that_asks_nothing_is_only_read(client: Client) -> None:
    letter = EmailMessage()
    letter["Subject"] = "[Autumn] You are in"
    letter.set_content("Hello Anna,\n\nyou may write [12] in a letter that asks.\n")
    put(client, letter)
    assert (client.look(), client.sent, client.asked) == (1, 0, 0)


def test_a_refused_order_is_not_sent_again(client: Client, seat: Seat) -> None:
    deliver(newest(seat, "turn"), "11 lilac", "47 black")
    refusal = as_it_came(newest(seat, "orders_refused"))
    assert asks(plain_of(refusal))
    put(client, refusal)
    client.look()
    ((line,),) = answers(client, refusal)
    assert line not in ("11 lilac", "47 black")


def test_a_plan_that_has_stopped_is_told_to_go_on(client: Client, turn_letter: EmailMessage) -> None:
    letter = EmailMessage()
    for name in ("From", "To", "Reply-To", "Subject", "Message-ID", "Date"):
        letter[name] = str(turn_letter[name])
    letter.set_content("#=#=# YOUR CARD 2 OF 4 - until Fri 18:00 #=#=#\n\nAnswer\n[go on] to play it.\n\n[12] get 4\n")
    put(client, letter)
    client.look()
    assert answers(client, letter) == [("go on",)]


def test_final_letters_are_kept(client: Client) -> None:
    letter = EmailMessage()
    letter["Subject"] = "FINAL SCORES - [Autumn] Bruges 1"
    letter.set_content("Anna wins.")
    put(client, letter)
    client.look()
    assert [str(final["Subject"]) for final in client.finals] == ["FINAL SCORES - [Autumn] Bruges 1"]


def test_a_reply_that_could_not_be_posted_is_tried_again(
    client: Client, turn_letter: EmailMessage, server: Controller
) -> None:
    put(client, turn_letter)
    client.server = (server.hostname, 1)
    with pytest.raises(OSError, match="refused"):
        client.look()
    client.server = (server.hostname, server.port)
    assert client.look() == 1
    assert len(answers(client, turn_letter)) == 1
    assert client.asked == 1


def test_turn_mails_are_counted_for_each_round(client: Client, turn_letter: EmailMessage) -> None:
    for number in (1, 1, 2):
        turn_letter.replace_header("Subject", f"[Autumn] Bruges 1, round {number}")
        put(client, turn_letter)
        client.look()
    assert (client.asked, client.asked_each_round) == (3, 1.5)


def test_neither_the_program_nor_who_sits_at_it_knows_a_game() -> None:
    for module in (program, characters, reading):
        assert engine not in vars(module).values()
    assert engine in globals().values()
