"""Letters and events as Postmark, Mailgun, Amazon SES and Resend post them; nobody else's are believed."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import pytest
from django.http import HttpRequest, QueryDict
from django.test import Client
from pytest_django import Settings

from tests.inbox.doors import posted
from tests.shared.post import address_of, newest, reply
from tournaments.inbox import ingest
from tournaments.inbox.doors.posted import Letter, arrived
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun", "provider_packages")]
ID = "b7bc2f4a-e38e-4336-af7d-e6c392c2f817"
SENT_AT = datetime(2026, 1, 1, 10, tzinfo=UTC)
BARE = "play@mail.example.org"


@pytest.fixture
def letter(seat: Seat) -> OutboundLetter:
    """A turn letter that has been sent through a provider."""
    letter = newest(seat, "turn")
    letter.provider_id, letter.attempts = ID, 1
    letter.save()
    return letter


@pytest.fixture(autouse=True)
def with_providers(settings: Settings) -> None:
    settings.ANYMAIL = posted.ANYMAIL
    settings.ROOT_URLCONF = "tests.inbox.doors.provider_urls"
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = settings.LARGEST_POST


@pytest.fixture
def theirs(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[posted.Answers]:
    """The answers of the providers' own services."""
    with posted.answering() as answers:
        settings.ANYMAIL = {**posted.ANYMAIL, "RESEND_API_URL": answers.url}
        given = {"ACCESS_KEY_ID": "for-tests", "SECRET_ACCESS_KEY": "for-tests", "DEFAULT_REGION": "eu-west-1"}
        for name, value in {**given, "ENDPOINT_URL": answers.url, "EC2_METADATA_DISABLED": "true"}.items():
            monkeypatch.setenv(f"AWS_{name}", value)
        yield answers


@pytest.fixture
def strict(client: Client) -> Client:
    """A client that sees the page of a failure as a provider does, instead of the failure."""
    client.raise_request_exception = False
    return client


def stored() -> InboundLetter:
    return InboundLetter.objects.get()


def delivery(letter: OutboundLetter) -> str:
    letter.refresh_from_db()
    return letter.delivery


def is_dead(letter: OutboundLetter) -> bool:
    return Player.objects.get(pk=letter.player_id).dead_at is not None


# --- Postmark ---------------------------------------------------------------------------------------


def postmark(client: Client, letter: OutboundLetter, **changes: Any) -> int:
    body = {
        "FromName": "",
        "MessageStream": "inbound",
        "FromFull": {"Email": letter.to, "Name": "", "MailboxHash": ""},
        "ToFull": [{"Email": address_of(letter), "Name": "", "MailboxHash": ""}],
        "CcFull": [],
        "BccFull": [],
        "OriginalRecipient": address_of(letter),
        "Subject": "Re: your move",
        "MessageID": ID,
        "Date": "Thu, 1 Jan 2026 10:00:00 +0000",
        "TextBody": "12\n",
        "HtmlBody": "",
        "Headers": [
            {"Name": "Return-Path", "Value": f"<{letter.to}>"},
            {"Name": "Message-ID", "Value": "<one@client.example>"},
        ],
        "Attachments": [],
        **changes,
    }
    path = "/mail/postmark/inbound/"
    return client.post(path, json.dumps(body), content_type="application/json", **posted.basic()).status_code


def test_postmark_s_raw_letter_is_stored(letter: OutboundLetter, client: Client) -> None:
    assert postmark(client, letter, RawEmail=reply(letter, "12").decode()) == 200
    row = stored()
    assert (row.door, row.recipient, row.mail_from) == ("postmark", address_of(letter), letter.to)
    assert ingest.read(row.pk) == "letter"


def test_postmark_s_parsed_letter_is_stored(letter: OutboundLetter, client: Client) -> None:
    attached = {"Name": "me.jpg", "Content": "/9j/", "ContentType": "image/jpeg", "ContentLength": 3}
    assert postmark(client, letter, Attachments=[attached]) == 200
    assert stored().message_id == "<one@client.example>"
    assert ingest.read(stored().pk) == "letter"


def test_of_a_letter_with_a_large_picture_the_words_are_kept(letter: OutboundLetter, client: Client) -> None:
    picture = "\r\n".join(["/9j/4AAQ" * 9] * 60_000)
    raw = reply(letter, "12", "", picture)
    assert len(raw) > 4 * ingest.LARGEST
    assert postmark(client, letter, RawEmail=raw.decode()) == 200
    assert len(stored().raw) == ingest.LARGEST
    assert ingest.read(stored().pk) == "letter"


# --- Mailgun ----------------------------------------------------------------------------------------


def routed(letter: OutboundLetter, **fields: Any) -> dict[str, Any]:
    return {"sender": letter.to, "recipient": address_of(letter), **posted.mailgun_signature(), **fields}


def parsed(letter: OutboundLetter) -> dict[str, Any]:
    named = [["Subject", "Re: your move"], ["Message-Id", "<two@client.example>"]]
    headers = [["From", letter.to], ["To", address_of(letter)], *named]
    words = {"from": letter.to, "subject": "Re: your move", "body-plain": "12\r\n", "stripped-text": "12"}
    return routed(letter, **{**words, "body-html": "<p>12</p>", "message-headers": json.dumps(headers)})


def test_mailgun_s_raw_letter_is_stored(letter: OutboundLetter, client: Client) -> None:
    fields = routed(letter, **{"body-mime": reply(letter, "12").decode()})
    assert posted.mailgun(client, "inbound_mime", fields).status_code == 200
    row = stored()
    assert (row.door, row.recipient, row.mail_from) == ("mailgun", address_of(letter), letter.to)
    assert row.received_at == SENT_AT
    assert ingest.read(row.pk) == "letter"


def test_mailgun_s_parsed_letter_is_stored(letter: OutboundLetter, client: Client) -> None:
    assert posted.mailgun(client, "inbound", parsed(letter)).status_code == 200
    assert stored().message_id == "<two@client.example>"
    assert ingest.read(stored().pk) == "letter"


@pytest.mark.parametrize(
    "wrong",
    [{"signature": "0" * 64}, {"timestamp": "1767261601"}, {"token": "d" * 50}, {**posted.mailgun_signature(key="x")}],
)
def test_what_mailgun_has_not_signed_is_refused(letter: OutboundLetter, client: Client, wrong: dict[str, str]) -> None:
    assert posted.mailgun(client, "inbound", {**parsed(letter), **wrong}).status_code == 400
    assert posted.mailgun_event(client, {"event": "failed"}, key="x").status_code == 400
    assert not InboundLetter.objects.exists()


def test_the_same_letter_in_both_forms_of_mailgun_has_one_effect(letter: OutboundLetter, client: Client) -> None:
    letter.subject = "your move"
    raw = reply(letter, "12", message_id="<two@client.example>", references=False, quote=False).decode()
    posted.mailgun(client, "inbound", parsed(letter))
    posted.mailgun(client, "inbound_mime", routed(letter, **{"body-mime": raw}))
    read = [ingest.read(pk) for pk in InboundLetter.objects.order_by("pk").values_list("pk", flat=True)]
    assert read == ["letter", "duplicate"]


@pytest.mark.parametrize(
    ("event", "told", "dead"),
    [
        ({"event": "delivered"}, "delivered", False),
        ({"event": "complained"}, "complained", False),
        ({"event": "failed", "severity": "permanent", "reason": "bounce"}, "bounced", True),
        ({"event": "failed", "severity": "temporary", "reason": "generic"}, "deferred", False),
    ],
)
def test_mailgun_tells_what_became_of_a_letter(
    letter: OutboundLetter, client: Client, event: dict[str, str], told: str, dead: bool
) -> None:
    named = {"recipient": letter.to, "message": {"headers": {"message-id": letter.message_id.strip("<>")}}}
    assert posted.mailgun_event(client, {**event, **named}).status_code == 200
    assert (bool(delivery(letter)), is_dead(letter)) == (True, dead)
    assert delivery(letter) == TOLD[told]


TOLD = {
    "delivered": OutboundLetter.Delivery.ARRIVED,
    "complained": OutboundLetter.Delivery.UNWANTED,
    "bounced": OutboundLetter.Delivery.CAME_BACK,
    "deferred": OutboundLetter.Delivery.PUT_OFF,
}


# --- Amazon SES -------------------------------------------------------------------------------------

SNS_ACTION = {"type": "SNS", "encoding": "BASE64"}


def received(letter: OutboundLetter, action: dict[str, str] = SNS_ACTION, content: str | None = None) -> dict[str, Any]:
    return posted.ses_received(letter.to, address_of(letter), action, content)


def test_amazon_s_letter_in_the_notification_is_stored(letter: OutboundLetter, client: Client) -> None:
    content = base64.b64encode(reply(letter, "12")).decode()
    assert posted.sns(client, "inbound", received(letter, content=content)).status_code == 200
    row = stored()
    assert (row.door, row.recipient, row.mail_from) == ("amazon ses", address_of(letter), letter.to)
    assert row.received_at == SENT_AT
    assert ingest.read(row.pk) == "letter"


def test_amazon_s_letter_to_several_of_our_addresses_is_stored_for_each(letter: OutboundLetter, client: Client) -> None:
    to = [address_of(letter), BARE, "somebody@elsewhere.example"]
    message = received(letter, {"type": "SNS", "encoding": "UTF8"}, reply(letter, "12").decode())
    message["receipt"]["recipients"] = to
    assert posted.sns(client, "inbound", message).status_code == 200
    assert list(InboundLetter.objects.order_by("pk").values_list("recipient", flat=True)) == to[:2]


def several(to: list[str]) -> list[str]:
    """The recipients of a letter that MailerSend and SendGrid say to be for these."""
    form = HttpRequest()
    form.POST = QueryDict("envelope=" + quote(json.dumps({"from": "a@client.example", "to": to})))
    rows = {"data": {"recipients": {"rcptTo": [{"email": one} for one in to]}}}
    return [one for name, told in (("MailerSend", rows), ("SendGrid", form)) for one in recipients_of(name, told)]


def recipients_of(provider: str, told: Any) -> tuple[str, ...]:
    found = arrived(SimpleNamespace(message=Letter(), esp_event=told, timestamp=None), provider)
    return found.recipients if found is not None else ()


def test_all_recipients_are_known_of_providers_that_post_several_together() -> None:
    assert several(["a@x.example", "b@x.example"]) == ["a@x.example", "b@x.example"] * 2


def test_amazon_s_letter_in_plain_text_is_stored(letter: OutboundLetter, client: Client) -> None:
    action = {"type": "SNS", "encoding": "UTF8"}
    content = reply(letter, "12").decode()
    assert posted.sns(client, "inbound", received(letter, action, content)).status_code == 200
    assert ingest.read(stored().pk) == "letter"


def test_amazon_s_letter_in_a_bucket_is_fetched(letter: OutboundLetter, client: Client, theirs: posted.Answers) -> None:
    theirs.bodies["/letters/incoming/one"] = reply(letter, "12")
    action = {"type": "S3", "bucketName": "letters", "objectKey": "incoming/one"}
    assert posted.sns(client, "inbound", received(letter, action)).status_code == 200
    assert ingest.read(stored().pk) == "letter"


def test_while_amazon_s_bucket_is_away_the_notification_fails_and_comes_again(
    letter: OutboundLetter, strict: Client, theirs: posted.Answers
) -> None:
    action = {"type": "S3", "bucketName": "letters", "objectKey": "incoming/one"}
    assert posted.sns(strict, "inbound", received(letter, action)).status_code == 500
    theirs.bodies["/letters/incoming/one"] = reply(letter, "12")
    assert posted.sns(strict, "inbound", received(letter, action)).status_code == 200
    assert InboundLetter.objects.count() == 1


def test_amazon_s_topic_is_confirmed_only_for_who_knows_the_secret(client: Client, theirs: posted.Answers) -> None:
    theirs.bodies["/"] = (
        b'<ConfirmSubscriptionResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><ConfirmSubscriptionResult>'
        b"<SubscriptionArn>arn:aws:sns:eu-west-1:1:bruges:2</SubscriptionArn></ConfirmSubscriptionResult>"
        b"<ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></ConfirmSubscriptionResponse>"
    )
    asked = {"kind": "SubscriptionConfirmation", "Token": "t" * 30, "SubscribeURL": "https://sns.example/"}
    words = "You have chosen to subscribe to the topic."
    wrong = posted.basic("amazon:guessed")
    assert posted.sns(client, "inbound", words, **asked, **wrong).status_code == 401
    assert posted.sns(client, "inbound", words, **asked, HTTP_AUTHORIZATION=None).status_code == 401
    assert theirs.asked == []
    assert posted.sns(client, "inbound", words, **asked).status_code == 200
    ((_, _, given),) = theirs.asked
    assert "Action=ConfirmSubscription" in given
    assert "t" * 30 in given


@pytest.mark.parametrize(
    "wrong",
    [
        posted.basic("amazon:guessed"),
        {"HTTP_X_AMZ_SNS_MESSAGE_TYPE": "SubscriptionConfirmation"},
        {"HTTP_X_AMZ_SNS_MESSAGE_ID": "another"},
    ],
)
def test_what_amazon_would_not_send_is_refused(letter: OutboundLetter, client: Client, wrong: dict[str, str]) -> None:
    content = base64.b64encode(reply(letter, "12")).decode()
    assert posted.sns(client, "inbound", received(letter, content=content), **wrong).status_code in {400, 401}
    assert not InboundLetter.objects.exists()


@pytest.mark.parametrize(
    ("event", "told", "dead"),
    [
        ({"delivery": {"recipients": ["{to}"], "smtpResponse": "250 ok"}}, "delivered", False),
        ({"complaint": {"complainedRecipients": [{"emailAddress": "{to}"}]}}, "complained", False),
        (
            {
                "bounce": {
                    "bounceType": "Permanent",
                    "bounceSubType": "General",
                    "bouncedRecipients": [{"emailAddress": "{to}", "status": "5.1.1", "diagnosticCode": "550 5.1.1"}],
                }
            },
            "bounced",
            True,
        ),
        (
            {
                "bounce": {
                    "bounceType": "Transient",
                    "bounceSubType": "MailboxFull",
                    "bouncedRecipients": [{"emailAddress": "{to}", "status": "4.2.2"}],
                }
            },
            "bounced",
            False,
        ),
    ],
)
def test_amazon_tells_what_became_of_a_letter(
    letter: OutboundLetter, client: Client, event: dict[str, Any], told: str, dead: bool
) -> None:
    (kind,) = event
    mail = {"messageId": ID, "destination": [letter.to], "source": BARE}
    body = json.loads(json.dumps({"eventType": kind.capitalize(), "mail": mail, **event}).replace("{to}", letter.to))
    assert posted.sns(client, "tracking", body).status_code == 200
    assert (delivery(letter), is_dead(letter)) == (TOLD[told], dead)


# --- Resend -----------------------------------------------------------------------------------------

RECEIVED = {"type": "email.received", "created_at": "2026-01-01T10:00:00.000Z", "data": {"email_id": ID}}
API = f"/emails/receiving/{ID}"


def test_resend_s_raw_letter_is_fetched_and_stored(
    letter: OutboundLetter, client: Client, theirs: posted.Answers
) -> None:
    theirs.bodies[API] = json.dumps({"object": "email", "raw": {"download_url": f"{theirs.url}/raw"}}).encode()
    theirs.bodies["/raw"] = b"Return-Path: <%s>\r\n" % letter.to.encode() + reply(letter, "12")
    assert posted.resend(client, "inbound", RECEIVED).status_code == 200
    row = stored()
    assert (row.door, row.recipient, row.mail_from) == ("resend", address_of(letter), letter.to)
    assert theirs.asked[0][:2] == (API, "Bearer re_for_tests")
    assert ingest.read(row.pk) == "letter"


def test_resend_s_parsed_letter_is_fetched_and_stored(
    letter: OutboundLetter, client: Client, theirs: posted.Answers
) -> None:
    words = {"from": letter.to, "to": [address_of(letter)], "cc": [], "bcc": [], "reply_to": [], "subject": "Re: x"}
    more = {"text": "12\n", "html": None, "headers": {"x-mailer": "m"}, "message_id": "<three@client.example>"}
    theirs.bodies[API] = json.dumps({"object": "email", "id": ID, **words, **more, "attachments": []}).encode()
    assert posted.resend(client, "inbound", RECEIVED).status_code == 200
    assert (stored().recipient, stored().message_id) == (address_of(letter), "<three@client.example>")
    assert ingest.read(stored().pk) == "letter"


def test_what_resend_has_not_signed_is_refused_and_nothing_is_fetched(
    letter: OutboundLetter, client: Client, theirs: posted.Answers
) -> None:
    assert posted.resend(client, "inbound", RECEIVED, key=posted.RESEND_KEYS["tracking"]).status_code == 400
    assert theirs.asked == []


def test_while_resend_s_letters_are_away_the_post_fails_and_comes_again(strict: Client, theirs: posted.Answers) -> None:
    assert posted.resend(strict, "inbound", RECEIVED).status_code == 500
    assert not InboundLetter.objects.exists()


def test_resend_s_post_that_names_no_letter_is_put_away(client: Client, theirs: posted.Answers) -> None:
    assert posted.resend(client, "inbound", {**RECEIVED, "data": {}}).status_code == 200
    assert not InboundLetter.objects.exists()


@pytest.mark.parametrize(
    ("kind", "more", "told", "dead"),
    [
        ("email.delivered", {}, "delivered", False),
        ("email.complained", {}, "complained", False),
        ("email.delivery_delayed", {}, "deferred", False),
        (
            "email.bounced",
            {"bounce": {"message": "The recipient's email provider sent a hard bounce message.", "type": "Permanent"}},
            "bounced",
            True,
        ),
    ],
)
def test_resend_tells_what_became_of_a_letter(
    letter: OutboundLetter, client: Client, kind: str, more: dict[str, Any], told: str, dead: bool
) -> None:
    body = {"type": kind, "created_at": "2026-01-01T10:00:00.000Z", "data": {"email_id": ID, "to": [letter.to], **more}}
    assert posted.resend(client, "tracking", body, key=posted.RESEND_KEYS["inbound"]).status_code == 400
    assert delivery(letter) == ""
    assert posted.resend(client, "tracking", body).status_code == 200
    assert (delivery(letter), is_dead(letter)) == (TOLD[told], dead)


# --- odd letters ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "header",
    [
        "Cc: <",
        "Cc: undisclosed-recipients:;",
        "Cc: a@b@c, =?utf-8?q?=2C?= <x@y>",
        "Date: nonsense",
        "MIME-Version: (",
        "Content-Type: multipart/mixed; boundary=",
        "Content-Type: text/plain; charset=bogus\r\nContent-Transfer-Encoding: base64",
        "Content-Disposition: attachment; filename*=utf-8''%E4; filename=",
        "Message-ID: <[a]@[b>",
        "X-Spam-Score: \0",
        "Subject: Zürich \N{GRINNING FACE}",
    ],
)
def test_an_odd_letter_is_stored_and_never_stops_the_webhook(
    letter: OutboundLetter, client: Client, header: str
) -> None:
    raw = f"{header}\r\nFrom: {letter.to}\r\nTo: {address_of(letter)}\r\n\r\n12\r\n"
    assert postmark(client, letter, RawEmail=raw) == 200
    assert posted.mailgun(client, "inbound_mime", routed(letter, **{"body-mime": raw})).status_code == 200
    assert {ingest.read(row.pk) for row in InboundLetter.objects.all()} <= {"letter", "empty", "duplicate", "refused"}


def test_a_long_message_id_of_ours_comes_through_a_provider_whole(letter: OutboundLetter, client: Client) -> None:
    """Folded anew it would be read as a word and encoded, and the letter would have lost its table."""
    token = address_of(letter).partition("+")[2].partition("@")[0]
    reference = f"<turn.{'4' * 40}.{token}@mail.example.org>"
    raw = f"From: {letter.to}\r\nTo: {BARE}\r\nReferences: <a@b.example>\r\n {reference}\r\n\r\n12\r\n"
    postmark(client, letter, OriginalRecipient=BARE, RawEmail=raw)
    assert reference.encode() in bytes(stored().raw)
    assert stored().seat_id == letter.seat_id


def test_no_provider_s_clock_runs_ahead_of_ours(letter: OutboundLetter, client: Client) -> None:
    ahead = posted.mailgun_signature(timestamp="4000000000")
    posted.mailgun(client, "inbound", {**parsed(letter), **ahead})
    assert stored().received_at <= datetime.now(UTC)
