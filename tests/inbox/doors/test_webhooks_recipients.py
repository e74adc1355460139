"""The recipients of a letter that a provider posts: bounded and judged as those that a mail host names."""

from __future__ import annotations

import base64
import json

import pytest
from django.test import Client
from pytest_django import Settings

from tests.inbox.doors import posted
from tests.inbox.doors.test_webhooks_providers import BARE, parsed, received, with_providers
from tests.inbox.doors.test_webhooks_shapes import strict
from tests.shared.post import address_of, newest, reply
from tournaments.inbox.doors import envelope, recipients
from tournaments.keys import address
from tournaments.models import InboundLetter, OutboundLetter, Seat

__all__ = ("strict", "with_providers")
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun", "provider_packages")]


@pytest.fixture
def letter(seat: Seat) -> OutboundLetter:
    return newest(seat, "turn")


def by_amazon(client: Client, letter: OutboundLetter, to: list[str]) -> list[str]:
    """The recipients for which a letter to all of these is stored."""
    message = received(letter, content=base64.b64encode(reply(letter, "12")).decode())
    message["receipt"]["recipients"] = to
    assert posted.sns(client, "inbound", message).status_code == 200
    return stored()


def stored() -> list[str]:
    return list(InboundLetter.objects.order_by("pk").values_list("recipient", flat=True))


def spelt(plain: str, number: int) -> str:
    """The address with other letters in capitals for each number."""
    return "".join(sign.upper() if number >> (at % 10) & 1 else sign for at, sign in enumerate(plain))


def test_an_invented_reply_address_among_others_is_stored_no_more_than_a_mail_host_may_name_it(
    letter: OutboundLetter, strict: Client
) -> None:
    invented = [f"play+x{number}@mail.example.org" for number in range(50)]
    assert by_amazon(strict, letter, [*invented, address_of(letter)]) == [address_of(letter)]


def test_of_invented_reply_addresses_alone_one_shows_that_the_letter_came(
    letter: OutboundLetter, strict: Client
) -> None:
    invented = [f"play+x{number}@mail.example.org" for number in range(50)]
    assert by_amazon(strict, letter, invented) == invented[:1]


def test_one_address_counts_once_however_it_is_spelt(letter: OutboundLetter, strict: Client) -> None:
    to = address_of(letter)
    assert by_amazon(strict, letter, [to, *(spelt(to, number) for number in range(1, 60)), f"<{to}.>"]) == [to]


def test_no_letter_is_stored_for_more_addresses_than_a_mail_host_may_name(
    letter: OutboundLetter, strict: Client, settings: Settings
) -> None:
    own = [
        f"{address.make(letter.seat_id or 0, serial, 0, settings.MAIL_KEYS)}@mail.example.org" for serial in range(40)
    ]
    assert by_amazon(strict, letter, own) == own[: recipients.MOST_RECIPIENTS]
    assert envelope.recipients(f"To: {', '.join(own)}\r\n".encode()) == own[: recipients.MOST_RECIPIENTS]


@pytest.mark.parametrize("field", ["a letter's own header", json.dumps({"to": [BARE]}), "[]"])
def test_an_envelope_is_read_on_the_page_alone_of_the_provider_that_posts_one(
    letter: OutboundLetter, strict: Client, field: str
) -> None:
    assert posted.mailgun(strict, "inbound", {**parsed(letter), "envelope": field}).status_code == 200
    assert stored() == [address_of(letter)]


@pytest.mark.parametrize(
    "domain", ["xn--tlpen-kva.example", "tülpen.example", "TÜLPEN.example", "tu\u0308lpen.example."]
)
def test_our_host_s_name_is_known_in_both_forms_in_which_hosts_write_it(settings: Settings, domain: str) -> None:
    settings.MAIL_DOMAIN = "xn--tlpen-kva.example"
    reply_address = f"{address.make(1, 2, 0, settings.MAIL_KEYS)}@{domain}"
    for to in (reply_address, f"play@{domain}"):
        assert recipients.refuse(to) == ""
        assert envelope.ours([to]) == [to]
