"""Whether our own mail host would take a letter, asked of a real SMTP server that answers as Postfix does."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session
from pytest_django import Settings

from tests.running.health.test_pages_reached import certified
from tournaments.running.health import postfix, posting
from tournaments.running.health.finding import Finding, State
from tournaments.running.installation import HOST, free_port

DAY = timedelta(days=1)
MILTER_AWAY = "451 4.7.1 Service unavailable - try again later"
DISK_FULL = "452 4.3.1 Insufficient system storage"
NOT_ANSWERED = "451 4.3.0 <play@mail.example.org>: Recipient address rejected: Try again later"


class Host:
    """Answers MAIL and RCPT with these words; keeps what was asked and what letters it was given."""

    def __init__(self, mail: str = "250 OK", rcpt: str = "250 OK") -> None:
        self.mail, self.rcpt = mail, rcpt
        self.asked: list[str] = []
        self.letters = 0

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, sender: str, options: object
    ) -> str:
        envelope.mail_from = sender
        self.asked.append(sender)
        return self.mail

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, to: str, options: object) -> str:
        envelope.rcpt_tos.append(to)
        self.asked.append(to)
        return self.rcpt

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.letters += 1
        return "250 kept"


@contextmanager
def answering(host: Host) -> Iterator[int]:
    controller = Controller(host, hostname=HOST, port=free_port())
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


@pytest.fixture
def own(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A mail host of our own at a port where nobody listens yet."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.LISTEN_POLICY, settings.MAIL_PROVIDER = HOST, (HOST, 2527), ""
    settings.MAIL_LINE_KEPT = 0
    monkeypatch.setattr(postfix, "PORT", free_port())
    monkeypatch.setattr(postfix, "MAIN", Path("/dev/null"))
    return settings


def of_door(host: Host, monkeypatch: pytest.MonkeyPatch) -> Finding:
    with answering(host) as port:
        monkeypatch.setattr(postfix, "PORT", port)
        (found,) = postfix.takes_letters()
    return found


@pytest.mark.usefixtures("own")
def test_a_mail_host_that_would_take_a_letter_for_us_is_well_and_is_given_none(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    host = Host()
    assert of_door(host, monkeypatch).state == State.OK
    assert (host.asked, host.letters) == (["<>", f"{settings.MAIL_LOCAL}@{settings.MAIL_DOMAIN}"], 0)


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("host", "mend"),
    [
        (Host(mail=MILTER_AWAY), "systemctl start opendkim opendmarc"),
        (Host(mail=DISK_FULL), "df -h, df -i"),
        (Host(rcpt=NOT_ANSWERED), "systemctl start bruges-receive"),
        (Host(rcpt="554 5.7.1 <play@mail.example.org>: Relay access denied"), "compare MAIL_DOMAIN"),
        (Host(rcpt="450 4.7.25 no name"), "/var/log/mail.log"),
    ],
)
def test_what_it_answers_leads_to_what_is_away(host: Host, mend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = of_door(host, monkeypatch)
    assert found.state == State.FAIL
    assert (host.rcpt if host.mail.startswith("250") else host.mail).partition("<")[0].strip() in found.words
    assert mend in found.mend
    assert (postfix.KEPT in found.mend) == (not host.rcpt.startswith("5")), "what is refused for good is lost"


@pytest.mark.usefixtures("own")
def test_a_mail_host_that_is_away_is_to_be_started() -> None:
    (found,) = postfix.takes_letters()
    assert (found.state, "systemctl start postfix" in found.mend) == (State.FAIL, True)


@pytest.mark.parametrize("other", [{"LISTEN_POLICY": None}, {"EMAIL_HOST": "192.0.2.7"}, {"MAIL_PROVIDER": "postmark"}])
def test_a_mail_host_of_somebody_else_is_not_asked(other: dict[str, object], own: Settings) -> None:
    for name, value in other.items():
        setattr(own, name, value)
    assert [found.state for found in postfix.takes_letters()] == [State.OK]
    assert postfix.queue() == []


@pytest.mark.parametrize(
    ("error", "mend"),
    [
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), "the name leads nowhere: mend SMTP_URL"),
        (socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"), "/etc/resolv.conf"),
        (ConnectionRefusedError(111, "Connection refused"), "systemctl start postfix"),
    ],
)
def test_what_keeps_from_the_mail_host_leads_to_what_is_to_be_mended(
    error: OSError, mend: str, own: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    own.EMAIL_HOST = "mail.exmaple.org"
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    (found,) = posting.mail_host()
    assert (found.state, str(error) in found.words, mend in found.mend) == (State.FAIL, True, True), found
    assert ("systemctl restart bruges.target" in found.mend) == ("resolv.conf" not in mend)


@pytest.mark.parametrize(
    ("demands", "mend"),
    [
        ({"auth_require_tls": False}, ("correct user and password of SMTP_URL in /etc/bruges.env",)),
        ({"auth_require_tls": True}, ("smtp+tls:// or smtps://", "leave user and password out of it")),
        ({"require_starttls": True}, ("smtp+tls:// or smtps://",)),
    ],
    ids=["a password", "a password through TLS", "TLS"],
)
def test_what_a_mail_host_demands_of_us_leads_to_the_setting(
    demands: dict[str, Any], mend: tuple[str, ...], own: Settings, tmp_path: Path
) -> None:
    controller = Controller(
        Host(), hostname=HOST, port=free_port(), tls_context=certified(tmp_path, -DAY, DAY), **demands,
        authenticator=lambda *_: AuthResult(success=False, handled=False),
    )  # fmt: skip
    own.EMAIL_PORT, own.EMAIL_HOST_USER, own.EMAIL_HOST_PASSWORD = controller.port, "bruges", "an old one"
    controller.start()
    try:
        (found,) = posting.mail_host()
    finally:
        controller.stop()
    assert found.state == State.FAIL
    assert [words for words in mend if words not in found.mend] == [], found
    assert "systemctl restart bruges.target" in found.mend


def test_a_milter_that_is_away_is_named_where_our_own_letters_go_out(own: Settings) -> None:
    with answering(Host(mail=MILTER_AWAY)) as own.EMAIL_PORT:
        (found,) = posting.mail_host()
    assert (found.state, postfix.MILTERS in found.mend) == (State.FAIL, True), found
    with answering(Host()) as own.EMAIL_PORT:
        (found,) = posting.mail_host()
    assert found.state == State.OK


@pytest.mark.usefixtures("own")
def test_milters_that_run_and_listen_elsewhere_are_told_from_those_that_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As OpenDKIM with Debian's own file does, which has a socket of its own."""
    closed = free_port()
    with socket.create_server((HOST, 0)) as milter:
        open_ = milter.getsockname()[1]
        main = tmp_path / "main.cf"
        main.write_text(
            f"smtpd_milters = inet:{HOST}:{open_},\n    inet:{HOST}:{closed}\nmilter_default_action = tempfail\n"
        )
        monkeypatch.setattr(postfix, "MAIN", main)
        mend = of_door(Host(mail=MILTER_AWAY), monkeypatch).mend
        assert f"nobody listens at {HOST}:{closed}, where smtpd_milters" in mend
        assert str(open_) not in mend
        main.write_text(f"smtpd_milters = inet:{HOST}:{open_}\n")
        assert postfix.MILTERS_LOG in of_door(Host(mail=MILTER_AWAY), monkeypatch).mend
