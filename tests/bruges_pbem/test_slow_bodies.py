"""A body sent slowly, or not to its end, holds no thread for long, and nothing of it is carried out."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from django.core import signals
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.test import RequestFactory
from gunicorn.config import Config  # type: ignore[import-untyped]
from gunicorn.http import RequestParser  # type: ignore[import-untyped]
from pytest_django import Settings

from bruges_pbem import bodies, handlers, posts
from bruges_pbem.bodies import BrokenBody, WholeBody
from bruges_pbem.hanging_up import clocks
from bruges_pbem.posts import BoundedPosts

ENCODED = "application/x-www-form-urlencoded"
FORM = b"lines=pass&serial=4"
PATIENCE = 20.0


@pytest.fixture
def connection() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The ends of a client and of the server."""
    client, server = socket.socketpair()
    with client, server:
        server.settimeout(PATIENCE)
        yield client, server


def environ(server: socket.socket) -> dict[str, Any]:
    """What gunicorn makes of the request that comes in there, as far as a body is concerned."""
    request = next(RequestParser(Config(), server, ("192.0.2.7", 4711)))
    length = dict(request.headers)["CONTENT-LENGTH"]
    return {"wsgi.input": request.body, "gunicorn.socket": server, "CONTENT_LENGTH": length}


def head(length: int) -> bytes:
    return b"POST / HTTP/1.1\r\nHost: play.example.org\r\nContent-Length: %d\r\n\r\n" % length


def test_a_body_that_comes_whole_is_read_and_leaves_no_clock_running(
    connection: tuple[socket.socket, socket.socket],
) -> None:
    client, server = connection
    client.sendall(head(len(FORM)) + FORM)
    body, before = WholeBody(environ(server)), len(clocks)
    assert body.read(5)
    assert len(clocks) == before + 1
    assert body.read(len(FORM) - 5)
    assert len(clocks) == before


def test_who_stops_sending_is_hung_up_on(
    connection: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "SECONDS", 0.1)
    client, server = connection
    client.sendall(head(1_000_000) + FORM)
    with pytest.raises(BrokenBody):
        WholeBody(environ(server)).read(1_000_000)


@pytest.mark.parametrize("read", ["read", "readline"])
def test_a_body_that_breaks_off_is_not_taken_for_a_short_one(
    connection: tuple[socket.socket, socket.socket], read: str
) -> None:
    client, server = connection
    client.sendall(head(len(FORM) + 1) + FORM)
    client.shutdown(socket.SHUT_WR)
    with pytest.raises(BrokenBody):
        getattr(WholeBody(environ(server)), read)(len(FORM) + 1)


def test_lines_of_a_body_are_read_one_by_one() -> None:
    body = WholeBody({"wsgi.input": BytesIO(b"one\ntwo"), "CONTENT_LENGTH": "7"})
    assert [body.readline(7), body.readline(3)] == [b"one\n", b"two"]


def test_a_form_that_breaks_off_is_refused_by_the_application_that_gunicorn_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its request is another than that of Django's test client."""
    read: list[object] = []

    def view(request: HttpRequest) -> HttpResponse:
        with pytest.raises(UnreadablePostError):
            read.append(request.POST)
        return HttpResponse()

    application = handlers.WSGI()
    monkeypatch.setattr(application, "get_response", view)
    sent = {"wsgi.input": BytesIO(FORM), "CONTENT_LENGTH": str(len(FORM) + 1), "CONTENT_TYPE": ENCODED}
    monkeypatch.setattr(signals, "request_started", Signal())  # which closes connections to the database
    application(RequestFactory().post("/").environ | sent, lambda *_: None)
    assert read == []


def test_a_provider_never_has_all_threads_and_hears_that_it_should_post_again(settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.inbox.doors.provider_urls"
    inside, go_on = threading.Barrier(posts.PROVIDERS_AT_ONCE + 1), threading.Event()

    def slow(request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/mail/"):
            inside.wait(PATIENCE)
            assert go_on.wait(PATIENCE)
        return HttpResponse()

    door = BoundedPosts(slow)
    letter = RequestFactory().post("/mail/postmark/inbound/")
    busy = [threading.Thread(target=door, args=[letter]) for _ in range(posts.PROVIDERS_AT_ONCE)]
    for thread in busy:
        thread.start()
    inside.wait(PATIENCE)
    assert door(letter).status_code == 503
    assert door(RequestFactory().post("/sign-in/")).status_code == 200
    go_on.set()
    for thread in busy:
        thread.join(PATIENCE)
    assert door._free.acquire(blocking=False)


def test_a_letter_of_a_provider_that_breaks_off_is_refused() -> None:
    door = BoundedPosts(lambda _: HttpResponse())
    answer = door.process_exception(RequestFactory().post("/"), UnreadablePostError())
    assert answer is not None
    assert answer.status_code == 400
    assert door.process_exception(RequestFactory().post("/"), ValueError()) is None


@pytest.mark.parametrize(
    "length", ["9" * 5000, "9" * 16, "abc", "-5", "1e3", "", "\N{SUPERSCRIPT TWO}", "\N{ARABIC-INDIC DIGIT THREE}"]
)
def test_what_is_no_length_of_a_body_breaks_nothing_before_it_is_refused(length: str) -> None:
    sent = {"wsgi.input": BytesIO(b""), "CONTENT_LENGTH": length}
    assert WholeBody(sent).read(10) == b""
