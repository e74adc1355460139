"""A mail to several reply addresses by a host that drops what follows their plus: each table gets it, and once."""

from __future__ import annotations

import base64

import pytest
from django.test import Client

from tests.inbox.doors import posted
from tests.inbox.doors.test_webhooks_providers import BARE, received, with_providers
from tests.inbox.doors.test_webhooks_shapes import strict
from tests.shared.cast import Cast, only_table, running_league
from tests.shared.post import address_of, newest, reply
from tournaments.inbox import ingest, round_trips
from tournaments.inbox.doors import arrivals
from tournaments.models import InboundLetter, OutboundLetter, Seat

__all__ = ("strict", "with_providers")
ORDER = "always draw red > blue"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun", "provider_packages")]
Two = tuple[OutboundLetter, OutboundLetter]


@pytest.fixture
def letters(seat: Seat, cast: Cast) -> Two:
    """The newest letters to two seats of one player."""
    other = Seat.objects.get(table=only_table(running_league(cast)), player=seat.player)
    return newest(seat), newest(other)


def to_both(letters: Two) -> bytes:
    to = ", ".join(map(address_of, letters))
    return reply(letters[0], ORDER, to=to, references=False, quote=False)


def stored() -> list[str]:
    return list(InboundLetter.objects.order_by("pk").values_list("recipient", flat=True))


def is_done_at_both(letters: Two) -> bool:
    for row in InboundLetter.objects.order_by("pk"):
        ingest.read(row.pk)
    return all(Seat.objects.get(pk=letter.seat_id).plan["rules"] for letter in letters)


def test_each_table_of_a_mail_to_the_bare_address_gets_it_once_however_often_it_is_delivered(letters: Two) -> None:
    raw = to_both(letters)
    for _ in range(2):
        arrivals.take(raw, BARE, letters[0].to, door="smtp")
    assert stored() == list(map(address_of, letters))
    assert is_done_at_both(letters)


def test_a_letter_of_the_doctor_is_known_by_its_head_and_another_that_names_its_address_is_kept() -> None:
    trip = round_trips.begin()
    for secret, kept in ((trip.secret + "x", [BARE]), (trip.secret, [BARE])):
        raw = f"From: play@example.org\r\nTo: {trip.to}\r\nSubject: Trial letter {secret}\r\n\r\nTried.\r\n".encode()
        taken = arrivals.take(raw, BARE, door="smtp")
        assert (taken == "a letter of the doctor") == (secret == trip.secret)
        assert stored() == kept
    assert round_trips.found(trip) is not None


def test_a_host_that_drops_it_from_one_delivery_alone_brings_no_second_row(letters: Two) -> None:
    raw = to_both(letters)
    for to in (address_of(letters[1]), BARE):
        arrivals.take(raw, to, letters[0].to, door="smtp")
    assert sorted(stored()) == sorted(map(address_of, letters))


def test_so_does_a_provider_that_tells_of_the_bare_address(letters: Two, strict: Client) -> None:
    message = received(letters[0], content=base64.b64encode(to_both(letters)).decode())
    message["receipt"]["recipients"] = [BARE]
    assert posted.sns(strict, "inbound", message).status_code == 200
    assert stored() == list(map(address_of, letters))
    assert is_done_at_both(letters)


@pytest.mark.parametrize("to", ["play+k1aaa@mail.example.org", "anna@example.net"])
def test_what_no_address_of_ours_follows_is_stored_as_it_came(letters: Two, to: str) -> None:
    raw = reply(letters[0], ORDER, to=to, references=False, quote=False)
    arrivals.take(raw, BARE, letters[0].to, door="smtp")
    assert stored() == [BARE]


@pytest.mark.parametrize("field", ["Delivered-To", "X-Original-To", "Envelope-To"])
def test_each_copy_goes_to_the_table_that_its_host_has_written_on_it(letters: Two, field: str) -> None:
    for letter in letters:
        copy = f"{field}: {address_of(letter)}\r\n".encode() + to_both(letters)
        arrivals.take(copy, BARE, letter.to, door="smtp")
    assert stored() == list(map(address_of, letters))
    assert is_done_at_both(letters)
