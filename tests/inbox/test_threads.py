"""Which letter of ours is answered where the reply address is lost: the one that is named so, else the newest."""

from __future__ import annotations

from base64 import b64encode

import pytest

from tests.outbox.test_naming import moves_of, others_play, states
from tests.shared.post import address_of, deliver, newest
from tournaments.actions.player import renewing
from tournaments.inbox import ingest, reply
from tournaments.letters import headers
from tournaments.models import InboundLetter, OutboundLetter, Seat
from tournaments.queries.letters import quoted

pytestmark = pytest.mark.django_db


def two_questions(seat: Seat) -> tuple[OutboundLetter, OutboundLetter]:
    """The letters with two questions to a seat, of which the first is answered."""
    old = newest(seat)
    deliver(old, "12")
    others_play(seat)
    return old, newest(seat, "turn")


def forms_of(name: str) -> dict[str, str]:
    """A Message-ID whole, and as programs write it that fold or encode whatever is long."""
    coded = b64encode(name.encode()).decode()
    return {"new": name, "bare": name[1:], "begin": name[:20], "end": name[20:], "coded": coded}


def without_plus_part(seat: Seat, order: str, *named: str) -> tuple[int | None, InboundLetter]:
    """An order by a host that drops what is behind the plus: the serial that the door has read, and the row."""
    last = newest(seat)
    head = [f"From: {last.to}", f"To: {headers.bare_address()}", "Message-ID: <answer@client.example>", *named]
    row = ingest.ingest("\r\n".join([*head, "", order, ""]).encode(), headers.bare_address(), last.to)
    at_the_door = row.serial
    ingest.read(row.pk)
    row.refresh_from_db()
    return at_the_door, row


@pytest.mark.parametrize(
    "form",
    [
        ("In-Reply-To: {new}", "References: {old} {new}"),
        ("References: {old} {new}",),
        ("In-Reply-To: {new}", "References: {old}"),
        ("In-Reply-To: {new}", "References: {new} {old}"),
        ("References: {old}", "References: {new}"),
        ("References: {old} <\r\n {bare}",),
        ("References: {old}\r\n {begin}\r\n {end}",),
        ("References: =?utf-8?q?=3C{bare}?=",),
        ("References: =?utf-8?q?{old}?=\r\n =?utf-8?b?{coded}?=",),
    ],
)
def test_of_several_letters_of_ours_the_one_that_is_answered_counts_or_the_newest(
    seat: Seat, form: tuple[str, ...]
) -> None:
    old, new = two_questions(seat)
    named = [header.format(old=old.message_id, **forms_of(new.message_id)) for header in form]
    at_the_door, row = without_plus_part(seat, moves_of(seat)[0], *named)
    assert (at_the_door, row.serial, states(row)) == (new.serial, new.serial, ["played"])
    assert (new.seat.table_id, new.player_id) in quoted.of(row).tables, "whoever may not read that one reads no answer"


def test_an_answer_to_an_older_letter_is_none_to_a_newer_one_of_the_thread(seat: Seat) -> None:
    old, new = two_questions(seat)
    named = f"In-Reply-To: {old.message_id}", f"References: {old.message_id} {new.message_id}"
    at_the_door, row = without_plus_part(seat, moves_of(seat)[0], *named)
    assert (at_the_door, row.serial, states(row)) == (old.serial, old.serial, ["stale"])


def test_an_older_letter_in_the_thread_whose_address_was_ended_costs_no_order(seat: Seat) -> None:
    old = newest(seat)
    renewing.renew(seat.player)
    new = newest(seat, "turn")
    assert address_of(new) != address_of(old)
    thread = f"References: {old.message_id} {new.message_id}"
    at_the_door, row = without_plus_part(seat, moves_of(seat)[0], thread)
    assert (at_the_door, states(row)) == (new.serial, ["played"])


def test_the_letter_that_is_answered_stands_last_among_the_references_wherever_it_is_named() -> None:
    letter = reply.extract(b"References: <b@x> <a@x>\r\nIn-Reply-To: <b@x>\r\n\r\nhello\r\n", lambda _line: False)
    assert letter.references == ("<a@x>", "<b@x>")
