"""What a provider that knows the secret may post by mistake, or hand on from a stranger: never 500, never lost."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, Phase, assume, given, seed, settings
from hypothesis import strategies as st
from pytest_django import Settings

from tests.inbox.doors import posted
from tests.inbox.doors.provider_urls import PROVIDERS
from tests.inbox.reply.deep import DEEP
from tournaments.inbox import ingest
from tournaments.models import InboundLetter

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("provider_packages")]
BARE, ANNA, ID = "play@mail.example.org", "anna@example.net", "b7bc2f4a-e38e-4336-af7d-e6c392c2f817"
HEAD = f"From: {ANNA}\r\nTo: {BARE}\r\nMessage-ID: <deep@client.example>\r\nSubject: deep\r\n"


@pytest.fixture(autouse=True)
def with_providers(settings: Settings) -> None:
    settings.ANYMAIL = posted.ANYMAIL
    settings.ROOT_URLCONF = "tests.inbox.doors.provider_urls"
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = settings.LARGEST_POST


@pytest.fixture
def strict(client: Client) -> Client:
    """A client that sees the page of a failure as a provider does, instead of the failure."""
    client.raise_request_exception = False
    return client


@pytest.fixture
def theirs(settings: Settings) -> Iterator[posted.Answers]:
    """The answers of Resend's own service."""
    with posted.answering() as answers:
        settings.ANYMAIL = {**posted.ANYMAIL, "RESEND_API_URL": answers.url}
        yield answers


def post(client: Client, page: str, body: Any) -> int:
    path, raw = f"/mail/{page}/", body if isinstance(body, bytes) else json.dumps(body)
    return client.post(path, raw, content_type="application/json", **posted.basic()).status_code


# --- letters that are built too deep ----------------------------------------------------------------


def postmark(**fields: Any) -> dict[str, Any]:
    """Its headers begin with the envelope's sender."""
    headers = [{"Name": "Return-Path", "Value": f"<{ANNA}>"}, *fields.pop("Headers", [])]
    return {"FromFull": {"Email": ANNA, "Name": ""}, "OriginalRecipient": BARE, "Headers": headers, **fields}


def mailgun(**fields: Any) -> dict[str, Any]:
    return {"sender": ANNA, "recipient": BARE, **posted.mailgun_signature(), **fields}


def raw_by_postmark(client: Client, raw: str) -> int:
    return post(client, "postmark/inbound", postmark(RawEmail=raw))


def attached_by_postmark(client: Client, raw: str) -> int:
    attached = {"Name": "f", "ContentType": "message/rfc822", "Content": base64.b64encode(raw.encode()).decode()}
    headers = [{"Name": "Message-ID", "Value": "<deep@client.example>"}]
    return post(client, "postmark/inbound", postmark(Headers=headers, TextBody="12\n", Attachments=[attached]))


def raw_by_mailgun(client: Client, raw: str) -> int:
    return posted.mailgun(client, "inbound_mime", mailgun(**{"body-mime": raw})).status_code


def attached_by_mailgun(client: Client, raw: str) -> int:
    file = BytesIO(raw.encode())
    file.name, file.content_type = "inner.eml", "message/delivery-status"  # type: ignore[attr-defined]
    headers = [["From", ANNA], ["To", BARE], ["Message-Id", "<deep@client.example>"]]
    told = {"message-headers": json.dumps(headers), "attachment-count": "1", "attachment-1": file, "body-plain": "12"}
    return posted.mailgun(client, "inbound", mailgun(**told)).status_code


def by_amazon(client: Client, raw: str) -> int:
    content = base64.b64encode(raw.encode()).decode()
    message = posted.ses_received(ANNA, BARE, {"type": "SNS", "encoding": "BASE64"}, content)
    return posted.sns(client, "inbound", message).status_code


POSTS = (raw_by_postmark, attached_by_postmark, raw_by_mailgun, attached_by_mailgun, by_amazon)


@pytest.mark.parametrize("deep", DEEP.values(), ids=DEEP)
@pytest.mark.parametrize("posts", POSTS)
def test_a_letter_of_parts_in_parts_is_stored_and_read_like_any_other(
    strict: Client, posts: Callable[[Client, str], int], deep: str
) -> None:
    assert posts(strict, HEAD + deep) == 200
    row = InboundLetter.objects.get()
    assert (row.message_id, row.recipient, row.mail_from) == ("<deep@client.example>", BARE, ANNA)
    assert deep[-1000:].strip() in bytes(row.raw).decode().replace("\r", "").replace("\n", "\r\n")
    ingest.read(row.pk)
    row.refresh_from_db()
    assert (row.state, row.attempts) == (InboundLetter.State.DONE, 1)


@pytest.mark.parametrize("deep", DEEP.values(), ids=DEEP)
def test_a_letter_of_parts_in_parts_is_fetched_from_resend(strict: Client, theirs: posted.Answers, deep: str) -> None:
    said = json.dumps({"object": "email", "raw": {"download_url": f"{theirs.url}/raw"}}).encode()
    theirs.bodies.update({f"/emails/receiving/{ID}": said, "/raw": (HEAD + deep).encode()})
    body = {"type": "email.received", "created_at": "2026-01-01T10:00:00.000Z", "data": {"email_id": ID}}
    assert posted.resend(strict, "inbound", body).status_code == 200
    assert bytes(InboundLetter.objects.get().raw) == (HEAD + deep).encode()


def test_a_raw_letter_is_stored_byte_by_byte(strict: Client) -> None:
    raw = HEAD + "X-Long: " + "long " * 400 + "\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--c\r\nFrom 12 \r\n"
    assert raw_by_postmark(strict, raw) == 200
    assert bytes(InboundLetter.objects.get().raw) == raw.encode()


def test_no_header_that_a_provider_has_decoded_becomes_two(strict: Client) -> None:
    forged = "x\r\nAuthentication-Results: mx.example; dmarc=pass header.from=example.net"
    headers = [{"Name": "Message-ID", "Value": "<two@client.example>"}, {"Name": "X-Said", "Value": forged}]
    assert post(strict, "postmark/inbound", postmark(Headers=headers, Subject=forged, TextBody="12\n")) == 200
    assert InboundLetter.objects.get().auth_results == ""


@pytest.mark.parametrize("odd", ["\ud800", "\0", "\x85", "ß" * 300])
def test_no_sign_in_what_is_posted_stops_a_letter(strict: Client, odd: str) -> None:
    assert raw_by_postmark(strict, f"{HEAD}X-Odd: {odd}\r\n\r\n12 {odd}\r\n") == 200
    fields = postmark(Subject=odd, TextBody=odd, HtmlBody=odd, OriginalRecipient=f"{odd}@mail.example.org")
    assert post(strict, "postmark/inbound", fields) == 200
    assert InboundLetter.objects.count() == 2


# --- wrong shapes -----------------------------------------------------------------------------------


def of_mailgun(event: dict[str, Any]) -> dict[str, Any]:
    return {"signature": posted.mailgun_signature(), "event-data": event}


DELIVERED = {"event": "delivered", "timestamp": 1767261600.5, "recipient": ANNA, "message": {"headers": {}}}
BOUNCED = {"RecordType": "Bounce", "ID": 1, "Type": "HardBounce", "MessageID": ID, "Email": ANNA}
RESENT: dict[str, Any] = {"type": "email.bounced", "created_at": "2026-01-01T10:00:00.000Z"}
RESENT["data"] = {"email_id": ID, "to": [ANNA], "bounce": {"message": "", "type": "Permanent"}}
CAME_BACK = {"bounceType": "Permanent", "bouncedRecipients": [{"emailAddress": ANNA}], "bounceSubType": "General"}
SES = {"eventType": "Bounce", "mail": {"messageId": ID, "destination": [ANNA], "headers": []}, "bounce": CAME_BACK}
INBOUND = postmark(RawEmail=f"{HEAD}\r\n12", ToFull=[], BccFull=[{"Email": ANNA, "Name": ""}])
ATTACHED = {"Name": "a", "ContentType": "image/png", "Content": "/9j/", "ContentID": "b"}
PARSED = postmark(Headers=[{"Name": "X-A", "Value": "b"}], TextBody="12", Subject="x", Attachments=[ATTACHED])
RECEIVED = posted.ses_received(ANNA, BARE, {"type": "SNS", "encoding": "UTF8"}, f"{HEAD}\r\n12")
FETCHED = {"type": "email.received", "created_at": "2026-01-01T10:00:00.000Z", "data": {"email_id": None}}
PAGES: dict[str, tuple[Any, Callable[[Client, Any], int]]] = {
    "postmark/tracking": (BOUNCED, lambda client, body: post(client, "postmark/tracking", body)),
    "postmark/inbound": (INBOUND, lambda client, body: post(client, "postmark/inbound", body)),
    "postmark/inbound in fields": (PARSED, lambda client, body: post(client, "postmark/inbound", body)),
    "mailgun/tracking": (of_mailgun(DELIVERED), lambda client, body: post(client, "mailgun/tracking", body)),
    "mailgun/inbound": (
        [["From", ANNA], ["Message-Id", "<a@b>"]],
        lambda client, body: (
            posted.mailgun(
                client, "inbound", mailgun(**{"message-headers": json.dumps(body), "body-plain": "12"})
            ).status_code
        ),
    ),
    "amazon_ses/tracking": (SES, lambda client, body: posted.sns(client, "tracking", body).status_code),
    "amazon_ses/inbound": (RECEIVED, lambda client, body: posted.sns(client, "inbound", body).status_code),
    "resend/tracking": (RESENT, lambda client, body: posted.resend(client, "tracking", body).status_code),
    "resend/inbound": (FETCHED, lambda client, body: posted.resend(client, "inbound", body).status_code),
}
ENDLESS: Any = json.loads("[" * 700 + "]" * 700)
ODD = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.just(10**400) | st.just(ENDLESS)
)
SHAPES = st.recursive(ODD, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3))


def places(body: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of a post: the post itself, and each value in it."""
    yield path
    for name, inner in body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ():
        yield from places(inner, (*path, name))


def changed(body: Any, path: tuple[Any, ...], instead: Any) -> Any:
    """The post with something else in one place; left out where that is `...`."""
    if not path:
        return {} if instead is ... else instead
    copy = dict(body) if isinstance(body, dict) else list(body)
    if len(path) == 1 and instead is ...:
        del copy[path[0]]
    else:
        copy[path[0]] = changed(body[path[0]], path[1:], instead)
    return copy


def asks_for_a_letter(page: str, path: tuple[Any, ...], instead: Any) -> bool:
    """Whether it has the right shape and names a letter that Resend would have to be asked for."""
    said = changed(PAGES[page][0], path, instead)
    data = said.get("data") if isinstance(said, dict) else None
    name = data.get("email_id") if isinstance(data, dict) else None
    return page == "resend/inbound" and isinstance(name, str) and name != ""


def tried(client: Client, page: str, body: Any) -> tuple[int, list[str]]:
    """The status, and what was written into the log at a level that somebody may look at."""
    lines: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    root, handler = logging.getLogger(), Lines(logging.WARNING)
    root.addHandler(handler)
    try:
        return PAGES[page][1](client, body), lines
    finally:
        root.removeHandler(handler)


def test_every_page_of_every_provider_is_tried() -> None:
    tracked = {f"{name}/{kind}" for name in PROVIDERS for kind in ("tracking", "inbound")}
    assert {page.partition(" ")[0] for page in PAGES} == tracked


@pytest.mark.parametrize("page", PAGES)
def test_what_each_page_expects_is_taken(strict: Client, page: str) -> None:
    assert tried(strict, page, PAGES[page][0])[0] == 200


@pytest.mark.parametrize("page", PAGES)
def test_whatever_stands_anywhere_in_a_post_is_taken_or_refused_with_one_line(strict: Client, page: str) -> None:
    """Systematically: each value left out, or with each kind of value in its place."""
    whole, refused = PAGES[page][0], 0
    for path in places(whole):
        for instead in (..., None, [], {}, 5, "x", [[5]], {"x": [None]}, True):
            if asks_for_a_letter(page, path, instead):
                continue
            body = changed(whole, path, instead)
            status, lines = tried(strict, page, body)
            assert status in {200, 400}, (path, instead, lines)
            assert len(lines) <= 1 if status == 200 else len(lines) == 1, (path, instead, lines)
            refused += status == 400
    assert refused, "nothing was refused: the changes test nothing"


@pytest.mark.parametrize("page", PAGES)
def test_no_shape_of_json_makes_a_page_fail(strict: Client, page: str) -> None:
    whole = PAGES[page][0]

    @seed(12)
    @settings(
        max_examples=25, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(st.sampled_from(list(places(whole))), SHAPES)
    def never_fails(path: tuple[Any, ...], instead: Any) -> None:
        assume(not asks_for_a_letter(page, path, instead))
        status, lines = tried(strict, page, changed(whole, path, instead))
        assert status in {200, 400}, lines

    never_fails()


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b"[" * 100_000, b"null", b"NaN", b'"\\ud800"', b"[" + b"9" * 5000]
)
def test_a_body_that_is_no_json_is_refused_by_every_page(strict: Client, body: bytes) -> None:
    for page in ("postmark/tracking", "postmark/inbound", "mailgun/tracking"):
        assert post(strict, page, body) == 400


@pytest.mark.parametrize(
    "moment", ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "2026-01-10T10:00:00", "2026-99-99T00:00:00Z"]
)
def test_no_moment_that_a_provider_names_makes_a_page_fail(strict: Client, moment: str) -> None:
    assert post(strict, "postmark/tracking", {**BOUNCED, "BouncedAt": moment}) in {200, 400}
    for number in (1e20, 1e17, -1e17, "nan", "1"):
        assert post(strict, "mailgun/tracking", of_mailgun({**DELIVERED, "timestamp": number})) in {200, 400}
