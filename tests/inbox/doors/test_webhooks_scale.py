"""Letters of very many pieces that a provider posts in parsed form: their time is bounded as that of raw ones is."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.inbox.doors import posted
from tests.inbox.doors.test_webhooks_shapes import ANNA, BARE, mailgun, post, postmark, strict, with_providers
from tests.shared import pace
from tournaments.inbox.reply import sender_of
from tournaments.inbox.reply.mime.mime import open_mail
from tournaments.models import InboundLetter

__all__ = ("strict", "with_providers")
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("provider_packages")]
ONE_FILE = {"Name": "a", "ContentType": "image/png", "Content": "YQ=="}
INNER = base64.b64encode(b"Subject: x\r\n\r\nhello").decode()
FIELDS: dict[str, Callable[[int], dict[str, Any]]] = {
    "headers": lambda count: {"Headers": [{"Name": "X-A", "Value": "a"}] * count},
    "files": lambda count: {"Attachments": [ONE_FILE] * count},
    "letters": lambda count: {"Attachments": [{**ONE_FILE, "ContentType": "message/rfc822", "Content": INNER}] * count},
    "addresses": lambda count: {"ToFull": [{"Email": f"p{number}@example.net"} for number in range(count)]},
    "long names": lambda count: {"Attachments": [{**ONE_FILE, "Name": "\xe9" * count * 30}]},
    "long type": lambda count: {"Attachments": [{**ONE_FILE, "ContentType": "image/png" + "; a=b" * count * 5}]},
    "long address": lambda count: {
        "FromFull": {"Email": "a" + ".a" * count * 10 + "@example.net", "Name": "a " * count}
    },
}


def by_postmark(client: Client, what: str, count: int) -> None:
    assert post(client, "postmark/inbound", postmark(TextBody="hello", **FIELDS[what](count))) == 200


def by_mailgun(client: Client, count: int) -> None:
    headers = json.dumps([["From", ANNA], ["To", BARE], ["Message-Id", "<q@x>"]] + [["X", "y"]] * count)
    told = {"message-headers": headers, "body-plain": "12"}
    assert posted.mailgun(client, "inbound", mailgun(**told)).status_code == 200


@pytest.mark.parametrize("what", FIELDS)
def test_no_letter_of_two_megabytes_in_many_pieces_holds_the_door(strict: Client, what: str) -> None:
    by_postmark(strict, what, 1)
    assert pace.seconds(lambda: by_postmark(strict, what, 30_000), runs=1) < pace.A_MOMENT


def test_no_letter_of_many_headers_by_mailgun_holds_the_door(strict: Client) -> None:
    by_mailgun(strict, 1)
    assert pace.seconds(lambda: by_mailgun(strict, 60_000), runs=1) < pace.A_MOMENT


@pytest.mark.parametrize("what", ["headers", "files", "addresses"])
def test_the_largest_post_takes_little_longer(strict: Client, what: str) -> None:
    by_postmark(strict, what, 1)
    body = json.dumps(postmark(TextBody="hello", **FIELDS[what](450_000))).encode()
    assert pace.seconds(lambda: post(strict, "postmark/inbound", body), runs=1) < 4


def test_whoever_reads_a_letter_of_too_many_files_knows_that_some_are_missing(strict: Client) -> None:
    by_postmark(strict, "files", 201)
    assert open_mail(bytes(InboundLetter.objects.get().raw)).cut


def test_a_letter_whose_head_was_not_kept_to_its_end_has_no_sender(strict: Client) -> None:
    headers = [{"Name": "X-A", "Value": "a" * 1000}] * 300
    hidden = {"Name": "From", "Value": "bea@example.net"}
    assert post(strict, "postmark/inbound", postmark(TextBody="hello", Headers=[*headers, hidden])) == 200
    assert sender_of(bytes(InboundLetter.objects.get().raw)) == ""
