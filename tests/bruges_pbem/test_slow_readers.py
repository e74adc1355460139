"""A file that is asked for and not read holds no thread for long, and large files never hold all threads."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from threading import Thread
from typing import Any

import pytest
from django.http import HttpResponse

from bruges_pbem import answers
from bruges_pbem.answers import Answers, TakenAnswer
from bruges_pbem.hanging_up import clocks
from tests.bruges_pbem.large_answers import SIZE

PATIENCE = 20.0
THREADS = 8


@pytest.fixture
def connection() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The ends of a client and of the server."""
    client, server = socket.socketpair()
    with client, server:
        client.settimeout(PATIENCE)
        server.settimeout(PATIENCE)
        yield client, server


def write(answer: TakenAnswer, server: socket.socket) -> int:
    """Write an answer as gunicorn does; how many bytes the client's side has taken."""
    written = 0
    try:
        for piece in answer:
            server.sendall(piece)
            written += len(piece)
    finally:
        answer.close()
    return written


def test_who_reads_nothing_is_hung_up_on(
    connection: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "SECONDS", 0.1)
    before = len(clocks)
    with pytest.raises(BrokenPipeError):
        write(TakenAnswer([b"x" * SIZE], connection[1]), connection[1])
    assert len(clocks) == before


def test_who_reads_a_little_again_and_again_is_hung_up_on_in_the_end(
    connection: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "LONGEST", 0.3)
    client, server = connection

    def drip() -> None:
        while client.recv(1000):
            pass

    reader = Thread(target=drip)
    reader.start()
    with pytest.raises(BrokenPipeError):
        write(TakenAnswer(iter(lambda: b"x" * 1000, b""), server), server)
    client.shutdown(socket.SHUT_RDWR)
    reader.join(PATIENCE)
    assert not reader.is_alive()


def test_who_reads_gets_all_of_it_however_long_we_need_to_make_it(
    connection: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "SECONDS", 0.5)
    client, server = connection
    got: list[int] = []

    def read() -> None:
        while data := client.recv(1_000_000):
            got.append(len(data))

    def made() -> Iterator[bytes]:
        for _ in range(4):
            assert len(clocks) == before, "no clock runs while we make a part"
            yield b"x" * (SIZE // 4)

    before, reader = len(clocks), Thread(target=read)
    reader.start()
    assert write(TakenAnswer(made(), server), server) == SIZE
    server.shutdown(socket.SHUT_WR)
    reader.join(PATIENCE)
    assert sum(got) == SIZE


def test_an_answer_that_is_closed_before_its_end_closes_what_it_reads_from() -> None:
    closed: list[bool] = []

    class Opened(list[bytes]):
        def close(self) -> None:
            closed.append(True)

    answer = TakenAnswer(Opened([b"x"] * 3), None)
    next(iter(answer))
    answer.close()
    assert closed == [True]


def asked(server: Answers, length: str | None) -> tuple[str, Any]:
    """The status of one more answer of that length, and the answer, which is not read."""
    said: list[str] = []
    head = [] if length is None else [("Content-Length", length)]

    def application(environ: dict[str, Any], start: Any) -> list[bytes]:
        start("200 OK", head)
        return [b"x"]

    answer = server.of(application, {}, lambda status, headers: said.append(status))
    return said[0], answer


@pytest.mark.parametrize("length", [str(answers.LARGE + 1), None])
def test_half_of_the_threads_at_most_write_large_answers(length: str | None) -> None:
    server = Answers()
    busy = [asked(server, length) for _ in range(answers.LARGE_AT_ONCE)]
    assert [status for status, _ in busy] == ["200 OK"] * answers.LARGE_AT_ONCE
    assert asked(server, length)[0] == "503 Service Unavailable"
    assert asked(server, str(answers.LARGE))[0] == "200 OK"
    for _, answer in busy:
        answer.close()
    assert asked(server, length)[0] == "200 OK"


def test_a_page_without_a_length_is_as_large_as_it_is() -> None:
    server = Answers()

    def application(environ: dict[str, Any], start: Any) -> HttpResponse:
        start("400 Bad Request", [])
        return HttpResponse("This cannot be read.")

    for _ in range(answers.LARGE_AT_ONCE + 1):
        said: list[str] = []
        server.of(application, {}, lambda status, headers, said=said: said.append(status))
        assert said == ["400 Bad Request"]


def test_pages_come_while_everybody_else_asks_for_large_files_and_reads_nothing(tmp_path: Any) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable, "-m", "gunicorn", "tests.bruges_pbem.large_answers", "--bind", f"127.0.0.1:{port}",
        "--worker-class", "gthread", "--workers", "1", "--threads", str(THREADS), "--no-control-socket",
    ]  # fmt: skip
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        while "Booting worker" not in server.stderr.readline():
            assert server.poll() is None
        drain = Thread(target=server.stderr.read, daemon=True)
        drain.start()
        page, *readers = [HTTPConnection("127.0.0.1", port, timeout=PATIENCE) for _ in range(1 + THREADS)]
        heads: list[HTTPResponse] = []
        try:
            for reader in readers:
                reader.request("GET", "/large")
            heads = [reader.getresponse() for reader in readers]
            assert [head.status for head in heads].count(503) == THREADS - answers.LARGE_AT_ONCE
            page.request("GET", "/")
            assert page.getresponse().read() == b"x" * 10
        finally:
            ends: list[Any] = [*heads, page, *readers]
            for client in ends:
                client.close()
            server.terminate()
            server.wait(PATIENCE)
            drain.join(PATIENCE)
