"""What is posted, kept in cookies or put into rows to be unpacked: bounded, read only from who may write, no code."""

from __future__ import annotations

import ast
import base64
import gzip
import io
import json
import pickle
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as service
from django.core import signing
from django.test import Client
from pytest_django import Settings

import bruges_pbem
import engine
import tournaments
from tests.inbox.doors import posted
from tests.inbox.doors.provider_urls import PROVIDERS
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, person, running_league
from tests.shared.post import address_of, deliver, newest, reply
from tests.shared.routes import ARGUMENT, routes
from tournaments.actions.league import decks
from tournaments.inbox import ingest
from tournaments.language.refusals import BadSettings
from tournaments.models import InboundLetter, LinkRequest, OutboundLetter, SignIn
from tournaments.outbox import limits

pytestmark = pytest.mark.django_db
PAGES = [f"/mail/{provider}/{page}/" for provider in PROVIDERS for page in ("inbound", "tracking")]
STRANGERS: tuple[dict[str, str], ...] = (
    {},
    posted.basic("postmark:guessed"),
    posted.basic(""),
    posted.basic("ü" * 40),
    {"HTTP_AUTHORIZATION": "Basic !!!"},
    {"HTTP_AUTHORIZATION": "Basic"},
    {"HTTP_AUTHORIZATION": "Bearer " + posted.basic()["HTTP_AUTHORIZATION"].partition(" ")[2]},
    {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(b"\xff\xfe").decode()},
)


class Untouched(io.RawIOBase):
    """A body that nobody may read."""

    def __init__(self) -> None:
        self.read_from = False

    def read(self, size: int = -1) -> bytes:
        self.read_from = True
        return b""

    def close(self) -> None:
        """Django closes the body of a request without reading it."""


def post_unread(client: Client, path: str, length: int | str, **headers: str) -> tuple[int, bool]:
    """The status, and whether anything of the body was read."""
    body = Untouched()
    extra: dict[str, Any] = {"wsgi.input": body, "CONTENT_LENGTH": str(length), **headers}
    return client.generic("POST", path, b"", "application/json", **extra).status_code, body.read_from


@pytest.fixture
def providers(settings: Settings, provider_packages: None) -> None:
    settings.ANYMAIL = posted.ANYMAIL
    settings.ROOT_URLCONF = "tests.inbox.doors.provider_urls"
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = settings.LARGEST_POST


# --- providers' webhooks ------------------------------------------------------------------------------


@pytest.mark.usefixtures("providers")
def test_nothing_of_what_a_stranger_posts_as_a_provider_is_read(client: Client) -> None:
    client.raise_request_exception = False
    answers = {post_unread(client, page, 1000, **headers) for page in PAGES for headers in STRANGERS}
    assert answers == {(401, False)}


@pytest.mark.usefixtures("providers")
def test_what_is_larger_than_a_letter_is_not_read_from_a_provider_either(client: Client) -> None:
    client.raise_request_exception = False
    largest = service.LARGEST_POST
    assert {post_unread(client, page, largest + 1, **posted.basic()) for page in PAGES} == {(413, False)}
    assert 413 not in {post_unread(client, page, largest, **posted.basic())[0] for page in PAGES}


@pytest.mark.usefixtures("providers")
def test_any_of_several_secrets_lets_in_and_none_lets_nobody_in(client: Client, settings: Settings) -> None:
    for secrets, status in (("", 401), ([], 401), (["a:b", "c:d"], 200)):
        settings.ANYMAIL = {**posted.ANYMAIL, "WEBHOOK_SECRET": secrets}
        body = json.dumps({"RecordType": "Open", "MessageID": "x", "Recipient": "a@b.example"})
        said = posted.basic("c:d")
        answer = client.post("/mail/postmark/tracking/", body, content_type="application/json", **said)
        assert answer.status_code == status


@pytest.mark.usefixtures("providers")
def test_a_letter_that_is_posted_again_counts_once(client: Client, cast: Cast) -> None:
    letter = newest(asked_seat(only_table(running_league(cast))), "turn")
    body = {
        "FromFull": {"Email": letter.to, "Name": ""},
        "OriginalRecipient": address_of(letter),
        "RawEmail": reply(letter, "12").decode(),
        "Headers": [],
    }
    for _ in range(3):
        page, raw = "/mail/postmark/inbound/", json.dumps(body)
        assert client.post(page, raw, content_type="application/json", **posted.basic()).status_code == 200
    ingest.read(InboundLetter.objects.get().pk)
    assert OutboundLetter.objects.filter(answers=InboundLetter.objects.get()).count() == 1


# --- pages -------------------------------------------------------------------------------------------


def test_no_page_reads_more_than_fits_into_its_forms(client: Client) -> None:
    """Whatever it is, and whoever asks: files beside the fields count as well, which Django does not bound."""
    for route in routes():
        path = ARGUMENT.sub("1", route)
        assert post_unread(client, path, service.LARGEST_FORM + 1) == (413, False), route
        for odd in ("-1", "1e3", "x", "9" * 5000):
            assert post_unread(client, path, odd)[0] in {413, 400}, route


def test_a_compressed_body_stays_as_it_is(client: Client) -> None:
    bomb = gzip.compress(b"email=" + b"a" * 50_000_000)
    assert len(bomb) < service.LARGEST_FORM
    form = "application/x-www-form-urlencoded"
    for coding in ("gzip", "deflate", "br"):
        answer = client.generic("POST", "/sign-in/", bomb, form, HTTP_CONTENT_ENCODING=coding)
        assert answer.status_code in {200, 400, 422}


@pytest.mark.parametrize(("coding", "packed"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
def test_a_form_that_was_sent_compressed_is_not_read(
    client: Client, coding: str, packed: Callable[[bytes], bytes]
) -> None:
    kind, filled = "application/x-www-form-urlencoded", b"email=anna%40example.net"
    client.generic("POST", "/sign-in/", packed(filled), kind, HTTP_CONTENT_ENCODING=coding)
    assert not LinkRequest.objects.exists()
    client.generic("POST", "/sign-in/", filled, kind)
    assert LinkRequest.objects.exists()


@pytest.mark.parametrize(
    "charset",
    [
        "zlib",
        "bz2",
        "hex",
        "base64",
        "rot13",
        "idna",
        "unicode_escape",
        "utf-7",
        "undefined",
        "punycode",
        "x" * 500,
        "\x7f",
    ],
)
def test_no_charset_of_a_form_unpacks_or_breaks_anything(client: Client, charset: str) -> None:
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=b"):
        raw = b"--b\r\nContent-Disposition: form-data; name=email\r\n\r\nx\x9c\r\n--b--\r\n"
        answer = client.generic("POST", "/sign-in/", raw, f"{kind}; charset={charset}")
        assert answer.status_code in {200, 302, 400, 415, 422}


# What is signed holds the time: without a name of its own two workers of one run would collect different tests.
SIGNED = pytest.param(signing.dumps([1]), id="signed")


@pytest.mark.parametrize(
    "cookie", ["", "x", "\\u0000", "W10:1:2", "gAN9cQAu", "." * 3000, "null", "[[[[", '"\\"', "ü", SIGNED]
)
def test_no_cookie_breaks_a_page(client: Client, cookie: str) -> None:
    for name in (
        service.SESSION_COOKIE_NAME,
        service.CSRF_COOKIE_NAME,
        service.LANGUAGE_COOKIE_NAME,
        "messages",
        "next",
    ):
        client.cookies.clear()
        client.cookies[name] = cookie
        assert client.get("/").status_code == 200
        assert client.post("/sign-in/", {"email": "nobody@nowhere.example"}).status_code in {302, 403, 422}


# --- to be unpickled ---------------------------------------------------------------------------------


class Trap:
    """Unpickled it makes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Path.touch, (self.path,)


def test_no_pickle_in_a_session_is_opened(client: Client, tmp_path: Path) -> None:
    """Whoever can write into the table of sessions, or has the key that signs them, runs nothing."""
    trap = pickle.dumps(Trap(tmp_path / "opened"))
    player = person("Anna")
    client.force_login(player)
    row = SignIn.objects.get()
    plain = base64.b64encode(b"0" * 40 + b":" + trap).decode()
    signed = signing.TimestampSigner(salt="tournaments.pages.sessions.SessionStore").sign(
        base64.urlsafe_b64encode(trap).strip(b"=").decode()
    )
    for data in (plain, signed, trap.decode("latin-1").replace("\0", "")):
        SignIn.objects.filter(pk=row.pk).update(session_data=data)
        assert client.get("/profile/").status_code == 302
    assert not (tmp_path / "opened").exists()


def test_nothing_that_is_shipped_unpickles_or_runs_what_it_reads() -> None:
    """A cache in memory is pickled by its own process alone; one that is shared would be read from others."""
    modules = {"pickle", "cPickle", "dill", "shelve", "marshal", "yaml", "jsonpickle"}
    calls = {"eval", "exec", "compile", "__import__"}
    found = []
    for root in (bruges_pbem, engine, tournaments):
        for path in Path(str(root.__file__)).parent.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                found += [f"{path.name}: {name}" for name in names if name.partition(".")[0] in modules]
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in calls:
                    found.append(f"{path.name}: {node.func.id}")
    assert found == []
    assert "json" in service.SESSION_SERIALIZER.lower()
    assert {cache["BACKEND"].rpartition(".")[2] for cache in service.CACHES.values()} == {"LocMemCache"}


# --- to be unpacked ----------------------------------------------------------------------------------


def zipped(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("deck.json", data)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        zipped(b"0" * 30_000_000),
        gzip.compress(b"[" * 30_000_000),
        b"[" * 200_000,
        b'{"persons": ' + b"[" * 100_000,
        b'{"a": ' * 40_000,
        b'{"persons": [' + b"9" * 200_000 + b"]}",
        b'{"persons": NaN, "a": Infinity}',
        b"\xff\xfe" + "{}".encode("utf-16-le"),
        b'{"persons": "\\ud800"}',
        b"\0" * 1000,
        b"null",
        b"x" * (decks.MOST_BYTES + 1),
    ],
)
def test_no_file_brought_as_a_deck_breaks_the_desk(data: bytes) -> None:
    with pytest.raises(BadSettings):
        decks.read("bruges", "deck.json", data)


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def packed(kind: str) -> Iterator[str]:
    """Header lines and a body of what unpacks to much more."""
    bomb = base64.encodebytes(gzip.compress(b"12\r\n" * 5_000_000)).decode()
    yield f"Content-Type: {kind}"
    yield "Content-Transfer-Encoding: base64"
    yield ""
    yield bomb


@pytest.mark.parametrize("kind", ["application/gzip", "text/plain; charset=zlib", "text/plain; charset=bz2", "x/y"])
def test_nothing_compressed_in_a_letter_is_unpacked(cast: Cast, kind: str) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    turn = newest(seat, "turn")
    row = deliver(turn, "orders")
    assert row.state == InboundLetter.State.DONE
    raw = f"From: {turn.to}\r\nTo: {address_of(turn)}\r\nMessage-ID: <bomb@x>\r\n" + "\r\n".join(packed(kind))
    bomb = ingest.ingest(raw.encode(), address_of(turn), turn.to)
    ingest.read(bomb.pk)
    bomb.refresh_from_db()
    assert bomb.state == InboundLetter.State.DONE
    seat.table.refresh_from_db()
    assert seat.turns.filter(ended_at=None).exists(), "and nothing in it counts as an order"
    assert OutboundLetter.objects.filter(answers=bomb).count() <= limits.ERROR_ANSWERS
