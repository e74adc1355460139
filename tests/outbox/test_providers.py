"""Letters that leave through a provider: a real HTTP server in its place, and what its webhook tells later."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.inbox.doors.provider_urls import SECRET
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, running_league
from tests.shared.post import ask_for_link, newest
from tournaments.models import JournalLine, OutboundLetter, Player
from tournaments.running import posting
from tournaments.running.installation import HOST

pytestmark = pytest.mark.django_db
State, Delivery = OutboundLetter.State, OutboundLetter.Delivery
RIGHT: dict[str, Any] = {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(SECRET.encode()).decode()}
ID = "b7bc2f4a-e38e-4336-af7d-e6c392c2f817"
INACTIVE = {"ErrorCode": 406, "Message": "Found inactive addresses: {to}.\nInactive recipients are ones that bounced."}

SOFT = {"ID": 1, "Type": "SoftBounce", "TypeCode": 4096, "BouncedAt": "2026-01-10T10:01:00Z"}


class Provider:
    """Speaks as Postmark does: what it was sent, and what it answers."""

    def __init__(self) -> None:
        self.status, self.answer = 200, {"ErrorCode": 0, "Message": "OK", "MessageID": ID}
        self.mails: list[dict[str, Any]] = []

    def take(self, mail: dict[str, Any]) -> tuple[int, bytes]:
        self.mails.append(mail)
        answer = json.dumps({**self.answer, "To": mail["To"]}).replace("{to}", mail["To"])
        return self.status, answer.encode()


@pytest.fixture
def provider(settings: Settings) -> Iterator[Provider]:
    provider = Provider()

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, answer = provider.take(json.loads(body))
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer((HOST, 0), Answers)
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    settings.ANYMAIL = {
        "POSTMARK_SERVER_TOKEN": "t",
        "POSTMARK_API_URL": f"http://{HOST}:{server.server_port}/",
        "WEBHOOK_SECRET": SECRET,
    }
    settings.ROOT_URLCONF = "tests.inbox.doors.provider_urls"
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def letter(cast: Cast) -> OutboundLetter:
    return newest(asked_seat(only_table(running_league(cast))), "turn")


def posted(letter: OutboundLetter) -> OutboundLetter:
    OutboundLetter.objects.filter(pk=letter.pk).update(due_at=timezone.now())
    posting.post(letter.pk)
    letter.refresh_from_db()
    return letter


def is_dead(letter: OutboundLetter) -> bool:
    return Player.objects.get(pk=letter.player_id).dead_at is not None


def tell(client: Client, letter: OutboundLetter, kind: str, **more: Any) -> HttpResponseBase:
    """The provider's webhook, of an event of that kind about the letter."""
    address = {"Recipient": letter.to, "Email": letter.to}
    event = {"RecordType": kind, "MessageID": ID, **address, **more}
    return client.post("/mail/postmark/tracking/", json.dumps(event), content_type="application/json", **RIGHT)


def told(client: Client, letter: OutboundLetter, kind: str, **more: Any) -> str:
    """The state of the letter after that event."""
    assert tell(client, letter, kind, **more).status_code == 200
    letter.refresh_from_db()
    return letter.delivery


# --- sending -------------------------------------------------------------------------------------


def test_a_letter_leaves_with_everything_that_it_has_on_the_wire(letter: OutboundLetter, provider: Provider) -> None:
    assert posted(letter).state == State.SENT
    assert letter.provider_id == ID
    mail = provider.mails[0]
    headers = {header["Name"]: header["Value"] for header in mail["Headers"]}
    assert headers["Message-ID"] == letter.message_id
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert (mail["TextBody"], mail["HtmlBody"]) == (letter.text, letter.html)
    assert [part["ContentID"] for part in mail["Attachments"]] == ["cid:position", "cid:position-dark"]


def test_a_provider_that_is_down_delays_a_letter(letter: OutboundLetter, provider: Provider) -> None:
    provider.status, provider.answer = 503, {"ErrorCode": 100, "Message": "Maintenance"}
    assert posted(letter).state == State.RETRY
    assert not is_dead(letter)
    provider.__init__()  # type: ignore[misc]
    assert posted(letter).state == State.SENT


def test_a_wrong_key_of_ours_loses_no_letter(letter: OutboundLetter, provider: Provider) -> None:
    provider.status, provider.answer = 401, {"ErrorCode": 10, "Message": "No Account or Server API tokens"}
    assert posted(letter).state == State.RETRY
    assert not is_dead(letter)


def test_an_address_that_the_provider_refuses_for_good_is_dead(letter: OutboundLetter, provider: Provider) -> None:
    provider.status, provider.answer = 422, INACTIVE
    assert posted(letter).state == State.FAILED
    assert letter.failure == "the provider says rejected"
    assert is_dead(letter)
    assert letter.to not in JournalLine.objects.get(verb="mail dead").words


# --- what became of it ---------------------------------------------------------------------------


def test_a_letter_that_arrived_says_so_and_since_when(
    letter: OutboundLetter, provider: Provider, client: Client
) -> None:
    posted(letter)
    assert told(client, letter, "Delivery", DeliveredAt="2026-01-10T10:00:00Z") == Delivery.ARRIVED
    assert letter.delivery_at == datetime(2026, 1, 10, 10, tzinfo=UTC)


def test_a_letter_that_came_back_says_so_even_after_it_had_arrived(
    letter: OutboundLetter, provider: Provider, client: Client
) -> None:
    posted(letter)
    told(client, letter, "Delivery", DeliveredAt="2026-01-10T10:00:00Z")
    more = {"ID": 1, "Type": "HardBounce", "TypeCode": 1, "BouncedAt": "2026-01-10T10:01:00Z"}
    assert told(client, letter, "Bounce", **more) == Delivery.CAME_BACK
    assert is_dead(letter)
    late = told(client, letter, "Delivery", DeliveredAt="2026-01-10T10:02:00Z")
    assert late == Delivery.CAME_BACK


def test_a_full_mailbox_is_not_a_dead_one(letter: OutboundLetter, provider: Provider, client: Client) -> None:
    posted(letter)
    assert told(client, letter, "Bounce", **SOFT) == Delivery.CAME_BACK
    assert not is_dead(letter)


def test_a_mailbox_from_which_three_letters_in_a_row_came_back_is_dead(
    letter: OutboundLetter, provider: Provider, client: Client
) -> None:
    posted(letter)
    for _ in range(2):
        told(client, letter, "Bounce", **SOFT)
    assert not is_dead(letter)
    for number, (kind, dead) in enumerate(
        [("Delivery", False), ("Bounce", False), ("Bounce", False), ("Bounce", True)]
    ):
        provider.answer["MessageID"] = f"{ID}-{number}"
        ask_for_link(letter.to)
        following = posted(OutboundLetter.objects.filter(kind="sign_in").latest("pk"))
        told(client, following, kind, **SOFT | {"MessageID": following.provider_id})
        assert is_dead(letter) == dead, number


def test_a_letter_that_its_reader_calls_unwanted_is_journalled_and_costs_no_seat(
    letter: OutboundLetter, provider: Provider, client: Client
) -> None:
    posted(letter)
    more = {"ID": 1, "Type": "SpamComplaint", "TypeCode": 512, "BouncedAt": "2026-01-10T10:01:00Z"}
    for _ in range(2):  # providers repeat themselves
        assert told(client, letter, "SpamComplaint", **more) == Delivery.UNWANTED
    line = JournalLine.objects.get(verb="unwanted")
    assert (line.actor, line.league) == (letter.player, letter.league)
    assert not is_dead(letter)


@pytest.mark.parametrize("kind", ["Open", "Click"])
def test_who_opens_a_letter_or_follows_a_link_is_not_kept(
    letter: OutboundLetter, provider: Provider, client: Client, kind: str
) -> None:
    posted(letter)
    before = OutboundLetter.objects.filter(pk=letter.pk).values().get()
    assert told(client, letter, kind, ReceivedAt="2026-01-10T10:00:00Z", OriginalLink="https://x.example") == ""
    assert OutboundLetter.objects.filter(pk=letter.pk).values().get() == before


def test_the_desk_shows_what_became_of_a_letter(
    cast: Cast, letter: OutboundLetter, provider: Provider, client: Client
) -> None:
    desk = Client()
    desk.force_login(cast.organiser)
    address = f"/desk/tournaments/outboundletter/{letter.pk}/change/"
    assert "nothing was told" in desk.get(address).content.decode()
    posted(letter)
    told(client, letter, "Delivery", DeliveredAt="2026-01-10T10:00:00Z")
    assert "arrived, 10 Jan 2026, 11:00" in desk.get(address).content.decode()
