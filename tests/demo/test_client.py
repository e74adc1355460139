"""The mail client that plays: it reads a letter as a person would, and nothing but its mailbox."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest
from aiosmtpd.controller import Controller

import engine
from engine import Match
from tests.demo.conftest import as_it_came
from tests.post import deliver, newest
from tournaments.demo.client import Client, Offer, asks, offers, one_card_each, state_of
from tournaments.demo.post_office import box_of
from tournaments.demo.replies import plain_of
from tournaments.mail.reply import extract
from tournaments.models import Seat

ME = "anna@home.example"


@pytest.fixture
def client(server: Controller, tmp_path: Path) -> Client:
    return Client("Anna", ME, tmp_path / "post", (server.hostname, server.port), cards=(1,), random=Random(1))


def put(client: Client, letter: EmailMessage) -> None:
    client.box().add(letter.as_bytes())


def answers(client: Client, letter: EmailMessage) -> list[tuple[str, ...]]:
    """The player's lines of what has come to the address that a letter is to be answered to."""
    box = box_of(client.folder, str(letter["Reply-To"]))
    return [extract(box.get_bytes(key), lambda line: True).lines for key in box.keys()]  # noqa: SIM118 a maildir


def test_every_offer_of_a_turn_letter_is_an_order_that_can_be_played(turn_letter: EmailMessage, seat: Seat) -> None:
    found = offers(plain_of(turn_letter))
    assert len(found) >= 5
    for offer in found:
        match = Match.load(seat.table.position, secret=bytes(seat.table.secret))
        assert match.play(seat.number, offer.order), offer


def test_offers_in_a_row_share_the_words_behind_the_last() -> None:
    found = offers("[17 red], [17 blue] moves in for 9 after the Accountant.\n[12] get 4.")
    assert [(offer.order, offer.possible) for offer in found] == [("17 red", False), ("17 blue", False), ("12", True)]


def test_what_can_be_done_only_after_something_else_is_not_chosen_first() -> None:
    later, now = Offer("24", "left for 3, after the yellow one"), Offer("12", "get 4")
    assert one_card_each([later, now], Random(1), 4) == [now]


def test_a_plan_has_one_order_for_each_card_and_names_persons_first() -> None:
    choices = [Offer(f"{card}{action}", "words") for card in "123" for action in "127"]
    assert sorted(choice.order for choice in one_card_each(choices, Random(1), 4)) == ["17", "27", "37"]
    assert len(one_card_each(choices, Random(1), 2)) == 2


def test_of_numbered_choices_one_is_taken() -> None:
    assert len(one_card_each([Offer("1", "lose the Prince"), Offer("2", "lose the Dancer")], Random(1), 4)) == 1


def test_a_letter_that_asks_is_answered_once_and_marked_as_read(client: Client, turn_letter: EmailMessage) -> None:
    put(client, turn_letter)
    assert client.look() == 1
    assert client.look() == 0
    ((line,),) = answers(client, turn_letter)
    assert line in [offer.order for offer in offers(plain_of(turn_letter))]
    (message,) = client.box()
    assert (message.get_subdir(), message.get_flags()) == ("cur", "S")
    assert (client.received, client.sent, client.round) == (1, 1, 1)


def test_a_letter_that_asks_nothing_is_only_read(client: Client) -> None:
    letter = EmailMessage()
    letter["Subject"] = "[Autumn] You are in"
    letter.set_content("Hello Anna,\n\nyou may write [12] in a letter that asks.\n")
    put(client, letter)
    assert (client.look(), client.sent) == (1, 0)


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
    letter.set_content("#=#=# Anna: write go on, until Friday #=#=#\n\n[12] get 4\n")
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


def test_the_state_of_a_letter_is_in_its_first_marker_line() -> None:
    text = "#=#=# Anna: card 1, until Friday #=#=#\nwords\n#=#=# end of letter #=#=#"
    assert state_of(text) == "Anna: card 1, until Friday"
    assert asks(text)
    assert state_of("no marker") == ""
    assert not asks("#=#=# Anna: others think #=#=#")


def test_the_client_knows_no_game() -> None:
    import tournaments.demo.client as module

    assert engine not in vars(module).values()
