"""What a mail provider may post, and that nobody else may: real requests to the real addresses."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.http import HttpResponseBase
from django.test import Client
from pytest_django import Settings

from tests.inbox.doors.provider_urls import SECRET
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import address_of, newest, reply
from tournaments.inbox.doors import webhooks
from tournaments.models import InboundLetter, OutboundLetter, Player
from tournaments.runtime import outages

pytestmark = pytest.mark.django_db
RIGHT = {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(SECRET.encode()).decode()}
WRONG = {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(b"postmark:guessed").decode()}


@pytest.fixture
def letter() -> OutboundLetter:
    """A turn letter that has been sent through the provider."""
    letter = newest(asked_seat(only_table(running_league(make_cast()))), "turn")
    letter.provider_id, letter.attempts = "b7bc2f4a-e38e-4336-af7d-e6c392c2f817", 1
    letter.save()
    return letter


@pytest.fixture
def postmark(settings: Settings) -> None:
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    settings.ROOT_URLCONF = "tests.inbox.doors.provider_urls"


def bounce(letter: OutboundLetter, **changes: Any) -> dict[str, Any]:
    return {
        "RecordType": "Bounce",
        "ID": 1,
        "Type": "HardBounce",
        "TypeCode": 1,
        "MessageID": letter.provider_id,
        "Email": letter.to,
        "BouncedAt": "2026-01-10T10:00:00Z",
        "Inactive": True,
        **changes,
    }


def post(client: Client, kind: str, data: dict[str, Any], **headers: Any) -> HttpResponseBase:
    return client.post(f"/mail/postmark/{kind}/", json.dumps(data), content_type="application/json", **headers)


def inbound(letter: OutboundLetter) -> dict[str, Any]:
    return {
        "FromFull": {"Email": letter.to, "Name": ""},
        "OriginalRecipient": address_of(letter),
        "RawEmail": reply(letter, "12").decode(),
        "Headers": [],
    }


def is_dead(letter: OutboundLetter) -> bool:
    return Player.objects.get(pk=letter.player_id).dead_at is not None


def test_without_a_provider_nobody_s_webhook_is_there(letter: OutboundLetter, client: Client) -> None:
    assert post(client, "tracking", bounce(letter)).status_code == 404
    assert post(client, "inbound", inbound(letter)).status_code == 404
    assert not is_dead(letter)
    assert not InboundLetter.objects.exists()


def test_without_its_secret_a_provider_has_no_webhook() -> None:
    assert webhooks.urls("postmark", {}) == []
    assert webhooks.urls("postmark", {"WEBHOOK_SECRET": ""}) == []
    assert webhooks.urls("", {"WEBHOOK_SECRET": SECRET}) == []


def test_only_the_chosen_provider_s_webhooks_are_there() -> None:
    there = [str(pattern.pattern) for pattern in webhooks.urls("postmark", {"WEBHOOK_SECRET": SECRET})]
    assert there == ["postmark/inbound/", "postmark/tracking/"]
    assert len(webhooks.urls("mailgun", {"WEBHOOK_SECRET": SECRET})) == 2


@pytest.mark.usefixtures("postmark")
@pytest.mark.parametrize("headers", [{}, WRONG])
def test_a_post_without_the_secret_changes_nothing(
    letter: OutboundLetter, client: Client, headers: dict[str, str]
) -> None:
    assert post(client, "tracking", bounce(letter), **headers).status_code == 401
    assert post(client, "inbound", inbound(letter), **headers).status_code == 401
    assert not is_dead(letter)
    assert not InboundLetter.objects.exists()


@pytest.mark.usefixtures("postmark")
def test_a_letter_that_the_provider_posts_is_stored(letter: OutboundLetter, client: Client) -> None:
    assert post(client, "inbound", inbound(letter), **RIGHT).status_code == 200
    row = InboundLetter.objects.get()
    assert (row.door, row.recipient, row.seat_id) == ("postmark", address_of(letter), letter.seat_id)


@pytest.mark.usefixtures("postmark")
def test_a_bounce_of_a_letter_of_ours_marks_the_mailbox(letter: OutboundLetter, client: Client) -> None:
    assert post(client, "tracking", bounce(letter), **RIGHT).status_code == 200
    assert is_dead(letter)


@pytest.mark.usefixtures("postmark")
def test_a_bounce_that_names_our_own_message_id_marks_the_mailbox(letter: OutboundLetter, client: Client) -> None:
    post(client, "tracking", bounce(letter, MessageID=letter.message_id.strip("<>")), **RIGHT)
    assert is_dead(letter)


@pytest.mark.usefixtures("postmark")
@pytest.mark.parametrize("changes", [{"MessageID": "of-another-service"}, {"MessageID": ""}])
def test_a_bounce_of_a_letter_that_we_never_sent_marks_nobody(
    letter: OutboundLetter, client: Client, changes: dict[str, str]
) -> None:
    assert post(client, "tracking", bounce(letter, **changes), **RIGHT).status_code == 200
    assert not is_dead(letter)


@pytest.mark.usefixtures("postmark")
def test_a_bounce_of_one_player_s_letter_marks_nobody_else(letter: OutboundLetter, client: Client) -> None:
    other = Player.objects.exclude(pk=letter.player_id).filter(email__endswith="example.net")[0]
    post(client, "tracking", bounce(letter, Email=other.email), **RIGHT)
    assert not Player.objects.filter(dead_at__isnull=False).exists()


@pytest.mark.usefixtures("postmark")
def test_while_the_database_is_away_the_provider_is_asked_to_post_again(
    letter: OutboundLetter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OperationalError("connection to server failed: Connection refused")

    monkeypatch.setattr(outages, "HERE", outages.Outages())
    client, posted = Client(raise_request_exception=False), inbound(letter)
    with connection.execute_wrapper(refuse):
        answer = post(client, "inbound", posted, **RIGHT)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert post(client, "inbound", posted, **RIGHT).status_code == 200
    assert InboundLetter.objects.count() == 1
