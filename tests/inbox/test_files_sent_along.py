"""Orders in a file or a picture, and notes of firms: the first are said to be unread, the second are passed over."""

from __future__ import annotations

import pytest

from tests.shared.post import address_of, deliver, newest
from tournaments.inbox import ingest
from tournaments.inbox.reply import Ignored, Why, extract
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
UNREAD = {"en": "not read: write your orders into", "de": "nicht gelesen: Schreib deine Anweisungen in den"}
DISCLAIMERS = (
    "This e-mail and any attachments are confidential and intended solely for the use of the addressee.",
    "If you are not the intended recipient, please delete it.",
    "Please consider the environment before printing.",
    "Diese E-Mail enthält vertrauliche oder rechtlich geschützte Informationen.",
    "Wenn Sie nicht der richtige Adressat sind, vernichten Sie diese Mail.",
)


def sent(seat: Seat, words: str, kind: str, name: str) -> InboundLetter:
    letter = newest(seat, "turn")
    head = f"From: {letter.to}\r\nTo: {address_of(letter)}\r\nIn-Reply-To: {letter.message_id}\r\nMIME-Version: 1.0\r\n"
    text = f"--b\r\nContent-Type: text/plain\r\n\r\n{words}\r\n" if words else ""
    disposition = f'Content-Disposition: attachment; filename="{name}"'
    file = f"--b\r\nContent-Type: {kind}\r\n{disposition}\r\n\r\n12\r\n--b--\r\n"
    raw = f"{head}Content-Type: multipart/mixed; boundary=b\r\n\r\n{text}{file}".encode()
    row = ingest.ingest(raw, address_of(letter), letter.to)
    ingest.read(row.pk)
    row.refresh_from_db()
    return row


def told(row: InboundLetter) -> str:
    text = OutboundLetter.objects.get(answers=row).text.replace("\xa0", " ").replace("| ", "")
    return " ".join(text.split())


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("words", ["", "My orders are attached."])
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("text/plain", "orders.txt"),
        ("application/pdf", "orders.pdf"),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "orders.docx"),
    ],
)
def test_orders_in_a_file_are_said_to_be_unread_and_what_to_do(
    seat: Seat, kind: str, name: str, words: str, language: str
) -> None:
    Player.objects.filter(pk=seat.player_id).update(language=language)
    answer = told(sent(seat, words, kind, name))
    assert name in answer
    assert UNREAD[language] in answer


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_letter_that_is_but_a_picture_is_told_so(seat: Seat, language: str) -> None:
    Player.objects.filter(pk=seat.player_id).update(language=language)
    assert UNREAD[language] in told(sent(seat, "", "image/jpeg", "IMG_1.jpg"))


def test_a_picture_beside_an_order_is_not_mentioned(seat: Seat) -> None:
    row = sent(seat, "12", "image/png", "logo.png")
    assert [line["state"] for line in row.account["lines"]] == ["played"]
    assert "not read" not in told(row)


@pytest.mark.parametrize("note", DISCLAIMERS)
def test_the_note_of_a_firm_below_an_order_is_not_listed(seat: Seat, note: str) -> None:
    row = deliver(newest(seat, "turn"), "12", "", note, "It goes on here.", quote=False)
    assert [line["state"] for line in row.account["lines"]] == ["played"]
    assert "eft aside" not in told(row)


def test_words_in_another_paragraph_are(seat: Seat) -> None:
    row = deliver(newest(seat, "turn"), "12", "", DISCLAIMERS[0], "", "Greetings from the coast", quote=False)
    assert "Greetings from the coast" in told(row).partition("eft aside")[2]


@pytest.mark.parametrize(
    "above", ["say: is this message confidential, or not?", "This message is confidential, please."]
)
@pytest.mark.parametrize("order", ["12", "I'll take the guilders for card 1"])
def test_an_order_below_own_words_that_are_like_such_a_note_is_carried_out(seat: Seat, above: str, order: str) -> None:
    row = deliver(newest(seat, "turn"), "always draw red > blue", "", above, order, quote=False)
    assert "played" in [line["state"] for line in row.account["lines"]]


def test_words_below_a_quote_are_no_part_of_a_note_above_the_quote() -> None:
    below = "I take the money"
    raw = f"From: a@example.net\r\n\r\n12\r\n\r\n{DISCLAIMERS[0]}\r\n> {'words of a letter ' * 4}\r\n{below}\r\n"
    letter = extract(raw.encode(), lambda line: line == "12")
    assert Ignored(below, Why.SIGNATURE) not in letter.ignored
    assert below in [*letter.lines, *(line.line for line in letter.ignored)]
