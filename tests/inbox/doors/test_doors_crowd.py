"""How much one client may ask of the listener, and all together: over real sockets."""

from __future__ import annotations

import re
import smtplib
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from ipaddress import ip_network
from threading import Event

import pytest
from pytest_django import Settings

from tests.inbox.doors.listening import listening
from tests.shared import deploy_pages
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import address_of, newest, reply
from tournaments.inbox.doors import crowd
from tournaments.inbox.doors.crowd import Crowd, Limits, Network
from tournaments.models import InboundLetter, OutboundLetter
from tournaments.running.installation import HOST

pytestmark = pytest.mark.django_db(transaction=True)
OURS = (ip_network("127.0.0.0/8"),)
BARE = "play@mail.example.org"
VERDICT = "mx.example.org; dmarc=pass header.from=example.net"


@pytest.fixture
def open_lines() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def greeted(stack: ExitStack, port: int, source: str = HOST) -> str:
    """The listener's first answer on a new connection, which stays open."""
    line = stack.enter_context(closing(socket.create_connection((HOST, port), 10, source_address=(source, 0))))
    return line.recv(1000).decode()


def to_the_end(line: socket.socket) -> str:
    """All that is said until the listener hangs up."""
    return b"".join(iter(lambda: line.recv(65_536), b"")).decode()


def test_one_client_has_so_many_connections_and_another_one_its_own(open_lines: ExitStack) -> None:
    with listening(crowd=Crowd(Limits(of_client=3))) as port:
        assert [greeted(open_lines, port)[:3] for _ in range(5)] == ["220"] * 3 + ["421"] * 2
        assert greeted(open_lines, port, "127.0.0.2").startswith("220")


# How the limits are told to hosts: "(10 connections at a time, 30 new ones and 120 letters in a minute, ...".
TOLD = re.compile(
    r"(\d+) connections at a time, (\d+) new ones and (\d+) letters in a minute, (\d+) minutes of silence, "
    r"(\d+) errors; (\d+) connections of all together"
)


def told() -> list[int]:
    found = TOLD.search(deploy_pages.WORDS)
    assert found is not None
    return [int(number) for number in found.groups()]


def test_the_limits_of_a_listener_are_those_that_hosts_are_told() -> None:
    own = Limits()
    assert [own.of_client, own.arrivals, own.letters, own.idle / 60, own.errors, own.connections] == told()


@pytest.mark.parametrize("trusted", [(), OURS], ids=["anybody", "our host"])
def test_a_listener_limits_whom_its_settings_do_not_trust(
    trusted: tuple[Network, ...], settings: Settings, open_lines: ExitStack
) -> None:
    settings.TRUSTED_MAIL_HOSTS = trusted
    most = told()[0]
    with listening() as port:
        said = [greeted(open_lines, port)[:3] for _ in range(most + 2)]
    assert said == ["220"] * most + (["220"] * 2 if trusted else ["421"] * 2)


def test_all_clients_together_have_so_many_connections(open_lines: ExitStack) -> None:
    with listening(crowd=Crowd(Limits(connections=4))) as port:
        said = [greeted(open_lines, port, f"127.0.0.{number}")[:3] for number in range(1, 7)]
    assert said == ["220"] * 4 + ["421"] * 2


def test_a_connection_that_ends_makes_room(open_lines: ExitStack) -> None:
    gone = Event()

    class Watched(Crowd):
        def go(self, client: str) -> None:
            super().go(client)
            gone.set()

    with listening(crowd=Watched(Limits(of_client=1))) as port:
        for _ in range(3):
            with smtplib.SMTP(HOST, port, timeout=10) as client:
                assert client.noop()[0] == 250
            assert gone.wait(10)  # it hears that the line has ended a moment later
            gone.clear()
        assert greeted(open_lines, port).startswith("220")


def test_one_client_may_come_so_often_in_a_minute(monkeypatch: pytest.MonkeyPatch, open_lines: ExitStack) -> None:
    everybody = Crowd(Limits(arrivals=2))
    with listening(crowd=everybody) as port:
        assert [greeted(open_lines, port)[:3] for _ in range(3)] == ["220", "220", "421"]
        monkeypatch.setattr(crowd, "MINUTE", 0.0)
        assert greeted(open_lines, port).startswith("220")


def test_one_client_may_bring_so_many_letters_in_a_minute() -> None:
    with listening(crowd=Crowd(Limits(letters=2))) as port, smtplib.SMTP(HOST, port, timeout=10) as client:
        client.helo()
        said = []
        for _ in range(3):
            client.mail("anna@example.net")
            said.append(client.rcpt(BARE)[0])
            client.rset()
    assert said == [250, 250, 452]


def for_ever(act: Callable[[], object]) -> None:
    while True:
        act()


def test_who_says_nothing_is_hung_up_on() -> None:
    with listening(crowd=Crowd(Limits(idle=0.3))) as port, closing(socket.create_connection((HOST, port), 10)) as line:
        assert to_the_end(line).startswith("220")


def test_who_sends_a_letter_drop_by_drop_is_hung_up_on() -> None:
    with listening(crowd=Crowd(Limits(idle=0.5))) as port, closing(socket.create_connection((HOST, port), 10)) as line:
        line.sendall(f"HELO a\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<{BARE}>\r\nDATA\r\nFrom: a".encode())
        with pytest.raises(OSError, match=r"pipe|reset"):
            for_ever(lambda: line.sendall(b"a"))
    assert not InboundLetter.objects.exists()


def test_no_session_lasts_for_ever_however_busy_it_is() -> None:
    busy = Crowd(Limits(session=0.5, commands=10**9))
    with listening(crowd=busy) as port, smtplib.SMTP(HOST, port, timeout=10) as client:
        assert -1 in iter(lambda: noop(client), None)


def noop(client: smtplib.SMTP) -> int:
    """The answer to a command that does nothing; -1 when the line is closed."""
    try:
        return client.noop()[0]
    except smtplib.SMTPServerDisconnected:
        return -1


@pytest.mark.parametrize("command", ["NOOP", "RSET", "VRFY a@b.example", "HELO a"])
def test_a_session_has_so_many_commands_of_a_kind(command: str) -> None:
    with listening(crowd=Crowd(Limits(commands=5, errors=100))) as port, smtplib.SMTP(HOST, port, timeout=10) as client:
        said = [client.docmd(command)[0] for _ in range(6)]
    assert (421 in said[:5], said[5]) == (False, 421)


@pytest.mark.parametrize("line", [b"\r\n", b"NONSENSE\r\n", b"\xff\xfe\r\n", b"RCPT TO:<x@nowhere.example>\r\n"])
def test_a_session_has_so_many_errors(line: bytes) -> None:
    everybody = Crowd(Limits(errors=3))
    with listening(crowd=everybody) as port, closing(socket.create_connection((HOST, port), 10)) as client:
        client.sendall(b"HELO a\r\nMAIL FROM:<a@b.example>\r\n" + line * 3)
        assert to_the_end(client).splitlines()[-1].startswith("421")


@pytest.fixture
def letter() -> OutboundLetter:
    return newest(asked_seat(only_table(running_league(make_cast()))), "turn")


@pytest.mark.parametrize("lmtp", [False, True])
def test_our_own_mail_host_brings_everybodys_letters_over_few_lines_and_is_never_put_off(
    letter: OutboundLetter, lmtp: bool, open_lines: ExitStack
) -> None:
    tight = Limits(connections=1, of_client=1, arrivals=1, letters=1, idle=0.2, session=0.2, commands=1, errors=1)
    with listening(lmtp=lmtp, crowd=Crowd(tight, OURS)) as port:
        assert [greeted(open_lines, port)[:3] for _ in range(20)] == ["220"] * 20
        with (smtplib.LMTP if lmtp else smtplib.SMTP)(HOST, port, timeout=10) as client:
            client.ehlo()
            for number in range(30):
                assert client.mail(letter.to)[0] == 250
                assert client.rcpt("play+forged@mail.example.org")[0] == 550
                assert client.rcpt(address_of(letter))[0] == 250
                assert client.data(reply(letter, "status", message_id=f"<{number}@x.example>"))[0] == 250
    assert InboundLetter.objects.count() == 30


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", ""),
        ("::ffff:127.0.0.1", ""),
        ("", "unknown"),
    ],
)
def test_a_client_is_an_address_or_what_one_subscriber_has_of_ipv6(host: str, name: str) -> None:
    assert Crowd(trusted=OURS).client(host) == name


# --- what a client says of itself -------------------------------------------------------------------


@pytest.mark.parametrize("lmtp", [False, True], ids=["smtp", "lmtp"])
@pytest.mark.parametrize(("trusted", "verdicts"), [(OURS, VERDICT), ((), "")], ids=["our host", "anybody"])
def test_only_our_own_host_is_believed_about_who_wrote(
    trusted: tuple[Network, ...], verdicts: str, lmtp: bool, settings: Settings
) -> None:
    settings.TRUSTED_MAIL_HOSTS = trusted
    letter = newest(asked_seat(only_table(running_league(make_cast()))), "turn")
    raw = f"Authentication-Results: {VERDICT}\r\n".encode() + reply(letter, "status")
    with listening(lmtp=lmtp) as port:
        client = (smtplib.LMTP if lmtp else smtplib.SMTP)(HOST, port)
        client.sendmail("evil@evil.example", [address_of(letter), BARE], raw)
        client.quit()
    assert list(InboundLetter.objects.values_list("auth_results", flat=True)) == [verdicts] * 2
