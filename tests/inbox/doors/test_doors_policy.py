"""What Postfix hears about a recipient, before it says 250 to anybody."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_network

import pytest
from django.conf import settings as service
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from pytest_django import Settings

from tests.inbox.doors.listening import answering, listening
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, prepared_league, running_league
from tests.shared.post import address_of, newest
from tournaments.inbox.doors import arrivals, policy
from tournaments.keys import address
from tournaments.models import InboundLetter
from tournaments.queries.letters import open_questions
from tournaments.running.installation import HOST


class Postfix:
    """Asks over one connection, as a process of Postfix does."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._answers = line.makefile("rb")

    def asks(self, recipient: str, state: str = "RCPT") -> str:
        """The action that it is told; "" when the connection is closed instead."""
        words = ["request=smtpd_access_policy", f"protocol_state={state}", "sender=a@b.example", "size=0", "instance=1"]
        self.says("\n".join([*words, f"recipient={recipient}", "", ""]).encode())
        return self.hears()

    def says(self, words: bytes) -> None:
        self._line.sendall(words)

    def hears(self) -> str:
        answer = self._answers.readline()
        if not answer:
            return ""
        assert self._answers.readline() == b"\n", "an empty line ends an answer"
        name, _, action = answer.decode().rstrip("\n").partition("=")
        assert name == "action"
        return action


@contextmanager
def connected(port: int) -> Iterator[Postfix]:
    with socket.create_connection((HOST, port), 10) as line:
        yield Postfix(line)


@pytest.fixture
def league(transactional_db: None) -> None:
    """One has been opened here, as wherever a reply address was written."""
    prepared_league(make_cast())


@pytest.fixture
def postfix(league: None) -> Iterator[Postfix]:
    with answering() as port, connected(port) as host:
        yield host


def reply_address() -> str:
    """An address that we have signed."""
    return f"{address.make(1, 1, 0, service.MAIL_KEYS)}@{service.MAIL_DOMAIN}"


def recipients() -> list[str]:
    """Addresses of our domain: signed, of a probe, bare, forged, malformed, unknown."""
    own, domain = reply_address(), service.MAIL_DOMAIN
    probe = f"{address.make_probe(7, service.MAIL_KEYS)}@{domain}"
    ours = [own, own.upper(), probe, f"play@{domain}", f"PLAY@{domain}", f"postmaster@{domain}"]
    forged = own.replace("+k1", "+k2"), own[: own.index("@") - 1] + f"0@{domain}", f"play+{'k1' + 'a' * 32}@{domain}"
    return [*ours, *forged, f"play+@{domain}", f"play+p-x@{domain}", f"somebody@{domain}", f"abuse@{domain}"]


@pytest.mark.usefixtures("league")
def test_it_hears_of_each_recipient_what_the_listener_says() -> None:
    with (
        answering() as asked,
        listening(lmtp=True) as port,
        connected(asked) as postfix,
        smtplib.LMTP(HOST, port) as client,
    ):
        client.ehlo()
        client.mail("anna@example.net")
        for recipient in recipients():
            code, words = client.rcpt(recipient)
            assert code in (250, 550), recipient
            assert postfix.asks(recipient) == ("DUNNO" if code == 250 else f"{code} {words.decode()}"), recipient


def test_a_reply_address_passes_and_a_forged_one_is_refused(postfix: Postfix) -> None:
    own = reply_address()
    assert postfix.asks(own) == "DUNNO"
    assert postfix.asks(own.replace("+k1", "+k2")).startswith("550 5.1.1 ")


def test_while_a_key_of_open_questions_is_missing_the_sender_s_host_is_to_keep_the_answer(
    transactional_db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.inbox.doors.recipients.SETTINGS_AGAIN", 0.0)
    cast = make_cast()
    with answering() as port, connected(port) as postfix:
        of_a_missing_key(cast, postfix, settings)


def of_a_missing_key(cast: Cast, postfix: Postfix, settings: Settings) -> None:
    answer = address_of(newest(asked_seat(only_table(running_league(cast))), "turn"))
    keys = settings.MAIL_KEYS
    assert postfix.asks(answer) == "DUNNO"
    settings.MAIL_KEYS = {"k9": b"9" * 32}
    assert postfix.asks(answer).startswith("451 4.3.0 ")
    assert postfix.asks(f"somebody@{service.MAIL_DOMAIN}").startswith("550 ")
    for _ in range(open_questions.LOOKED_AT + 1):
        running_league(cast)
    assert postfix.asks(answer).startswith("451 4.3.0 "), "although many are asked since with the new key"
    settings.MAIL_KEYS = {"k9": b"9" * 32, **keys}
    assert postfix.asks(answer) == "DUNNO"
    assert postfix.asks(answer.replace("+k1", "+k2")).startswith("550 ")


def test_while_the_database_is_away_the_sender_s_host_is_to_keep_the_letter(
    postfix: Postfix, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(wrapper: object) -> None:
        raise OperationalError("nobody answers")

    forged = reply_address().replace("+k1", "+k2")
    with monkeypatch.context() as patch:
        patch.setattr(BaseDatabaseWrapper, "ensure_connection", away)
        assert postfix.asks(reply_address()).startswith("451 4.3.0 ")
        assert postfix.asks(forged).startswith("451 4.3.0 "), "nobody knows yet whether our keys are the right ones"
    assert postfix.asks(forged).startswith("550 ")
    with monkeypatch.context() as patch:
        patch.setattr(BaseDatabaseWrapper, "ensure_connection", away)
        assert postfix.asks(forged).startswith("550 ")
    assert postfix.asks(reply_address()) == "DUNNO"


WRONG = {"MAIL_DOMAIN": "mail.exampel.org", "MAIL_LOCAL": "pley", "MAIL_KEYS": {"k9": b"9" * 32}}


@pytest.mark.parametrize("name", WRONG)
def test_what_one_of_our_settings_alone_makes_foreign_is_kept_by_whoever_has_it(
    name: str, transactional_db: None, settings: Settings
) -> None:
    """A player's answer, the letter of a newcomer, the return of a probe: at both doors, from a host of ours."""
    cast = make_cast()
    answer = address_of(newest(asked_seat(only_table(running_league(cast))), "turn"))
    probe = f"{address.make_probe(7, service.MAIL_KEYS)}@{service.MAIL_DOMAIN}"
    bare = f"{service.MAIL_LOCAL}@{service.MAIL_DOMAIN}"
    setattr(settings, name, WRONG[name])
    hearing = [answer, answer.upper(), probe, *([bare] if name != "MAIL_KEYS" else [])]
    with answering() as asked, connected(asked) as postfix:
        assert [postfix.asks(one)[:9] for one in hearing] == ["451 4.3.0"] * len(hearing)
        assert postfix.asks(f"somebody@{settings.MAIL_DOMAIN}").startswith("550 ")
    for lmtp in (True, False):
        with listening(lmtp=lmtp) as port, smtplib.SMTP(HOST, port) as client:
            client.docmd("LHLO" if lmtp else "EHLO", "mx.example.net")
            client.mail("anna@example.net")
            assert [client.rcpt(one)[0] for one in hearing] == [451] * len(hearing)


def test_before_anything_was_asked_a_letter_to_another_domain_is_kept_by_our_host_and_refused_to_others(
    transactional_db: None, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    newcomer = f"play@{service.MAIL_DOMAIN}"
    settings.MAIL_DOMAIN = WRONG["MAIL_DOMAIN"]
    with answering() as asked, connected(asked) as postfix:
        assert postfix.asks(newcomer).startswith("451 4.3.0 ")
    assert "MAIL_DOMAIN is mail.exampel.org" in caplog.text
    settings.TRUSTED_MAIL_HOSTS = (ip_network("192.0.2.1"),)
    for lmtp, code in ((True, 451), (False, 550)):
        with listening(lmtp=lmtp) as port, smtplib.SMTP(HOST, port) as client:
            client.docmd("LHLO" if lmtp else "EHLO", "mx.example.net")
            client.mail("anna@example.net")
            assert client.rcpt(newcomer)[0] == code


def test_an_answer_is_kept_by_its_host_while_the_database_is_the_new_one_of_a_machine_that_waits_for_its_backup(
    transactional_db: None, settings: Settings
) -> None:
    """Between installing and restoring the service runs: what it took would be overwritten, and nobody told."""
    answer = f"{address.make(1, 1, 0, service.MAIL_KEYS)}@{service.MAIL_DOMAIN}"
    bare = f"{service.MAIL_LOCAL}@{service.MAIL_DOMAIN}"
    with answering() as asked, connected(asked) as postfix, listening(lmtp=True) as port:
        assert postfix.asks(answer).startswith("451 4.3.0 ")
        assert postfix.asks(bare) == "DUNNO"
        with smtplib.LMTP(HOST, port) as client:
            client.ehlo()
            client.mail("anna@example.net")
            assert (client.rcpt(answer)[0], client.rcpt(bare)[0]) == (451, 250)
        with pytest.raises(arrivals.NotRestored):  # by a mailbox or a provider
            arrivals.take(b"Subject: 12\r\n\r\n12", answer, door="imap")
        assert not InboundLetter.objects.exists()
        running_league(make_cast())
        assert postfix.asks(answer) == "DUNNO"


@pytest.mark.parametrize("recipient", ["root@localhost", "nobody@[192.0.2.1]", "post.master", "postmaster", ""])
def test_the_boxes_of_the_machine_itself_are_left_to_the_mail_host(postfix: Postfix, recipient: str) -> None:
    assert postfix.asks(recipient) == "DUNNO"


def test_a_dot_behind_the_domain_makes_it_no_other_one(postfix: Postfix) -> None:
    for domain in (f"{service.MAIL_DOMAIN}.", f"{service.MAIL_DOMAIN}.."):
        assert postfix.asks(f"nobody@{domain}").startswith("550 ")


def test_only_recipients_are_judged(postfix: Postfix) -> None:
    forged = f"play+nonsense@{service.MAIL_DOMAIN}"
    assert postfix.asks(forged, state="DATA") == postfix.asks(forged, state="END-OF-MESSAGE") == "DUNNO"
    assert postfix.asks(forged).startswith("550 ")


def test_an_address_in_utf_8_or_of_any_bytes_is_refused(postfix: Postfix) -> None:
    assert postfix.asks(f"pläy@{service.MAIL_DOMAIN}").startswith("550 ")
    words = f"request=smtpd_access_policy\nprotocol_state=RCPT\nrecipient=\xff\xfe@{service.MAIL_DOMAIN}\n\n"
    postfix.says(words.encode("latin-1"))
    assert postfix.hears().startswith("550 ")


def test_who_is_no_mail_host_of_ours_gets_no_answer(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    settings.TRUSTED_MAIL_HOSTS = (ip_network("192.0.2.1"),)
    with answering() as port, connected(port) as somebody:
        assert somebody.hears() == ""
    assert "add it to TRUSTED_MAIL_HOSTS" in caplog.text


@pytest.mark.parametrize(
    "words",
    [
        b"GET / HTTP/1.1\nHost: x\n\n",
        b"recipient=" + b"a" * policy.LONGEST_LINE + b"\n",
        b"name=value\n" * (policy.MOST_LINES + 1),
        b"\n",
    ],
)
def test_what_is_no_question_ends_its_own_conversation_alone(words: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with answering() as port, connected(port) as postfix:
        with connected(port) as somebody:
            somebody.says(words)
            assert somebody.hears() == ""
        assert postfix.asks("root@localhost") == "DUNNO"
    assert "not as Postfix does" in caplog.text


def test_a_question_that_breaks_off_is_forgotten(caplog: pytest.LogCaptureFixture) -> None:
    with answering() as port:
        with connected(port) as somebody:
            somebody.says(b"request=smtpd_access_policy\nrecipi")
        with connected(port) as postfix:
            assert postfix.asks("root@localhost") == "DUNNO"
    assert not caplog.text


def test_an_open_conversation_does_not_keep_the_service_from_ending() -> None:
    with answering() as port:
        line = socket.create_connection((HOST, port), 10)
        postfix = Postfix(line)
        assert postfix.asks("root@localhost") == "DUNNO"
    with line:
        assert postfix.hears() == "", "it was closed"
