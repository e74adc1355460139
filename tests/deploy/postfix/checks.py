"""What has to hold of the mail host and the service behind it, one function each; named like sentences.

Needs the machine, the service and Django to be set up (`tests.campaign.postfix`).
"""

from __future__ import annotations

import smtplib
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from email.utils import parseaddr
from ipaddress import ip_address

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connections

from bruges_pbem import env
from tests.deploy.postfix import behind, machine, people
from tests.deploy.postfix.people import FORGED, FORGER, PLAIN, PLAYER, PLAYERS_HOST, bring
from tests.shared import parts, post
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tournaments.inbox import ingest, reply
from tournaments.keys import address, dmarc
from tournaments.models import InboundLetter, OutboundLetter, Player
from tournaments.running import posting
from tournaments.running.health.finding import State
from tournaments.running.health.mail import records, transport
from tournaments.running.health.mail.names import Names
from tournaments.running.health.mail.place import configured
from tournaments.running.health.mail.round_trip import RoundTrip

SOON, PROBED = 0.5, 3.0  # seconds: of an answer at once, and of one for which Postfix would have tried an address
LARGEST = 1_000_000  # bytes that master.cf lets in
UNKNOWN = f"nobody@{machine.DOMAIN}"
FORGED_SENDER = f"victim@{FORGED}"
TRIALS = 50


@dataclass
class Stage:
    """What the checks play on.

    letter  a turn letter to a player of player.example; each reply is written to it
    """

    service: behind.Service
    players: people.Keeper
    forged: people.Keeper
    letter: OutboundLetter
    figures: list[str] = field(default_factory=list)

    @property
    def to(self) -> str:
        return post.address_of(self.letter)

    def reply(self, *lines: str, sender: str = "", headers: tuple[str, ...] = ()) -> bytes:
        return post.reply(self.letter, *(lines or ("status",)), sender=sender, headers=headers, quote=False)


def turn_letter() -> OutboundLetter:
    """A turn letter to somebody at player.example that waits for its reply."""
    seat = asked_seat(only_table(running_league(make_cast())))
    Player.objects.filter(seats=seat).update(email=f"anna@{PLAYER}")
    letter = post.newest(seat, "turn")
    letter.to = f"anna@{PLAYER}"
    letter.save(update_fields=["to"])
    return letter


Check = Callable[[Stage], None]
CHECKS: list[Check] = []


def check(one: Check) -> Check:
    CHECKS.append(one)
    return one


def stored() -> list[InboundLetter]:
    """The letters that the service has, the newest last."""
    return list(InboundLetter.objects.order_by("pk"))


def arrives(bringing: Callable[[], people.Answer], *, patience: float = parts.PATIENCE) -> InboundLetter:
    """The one letter that is stored when this one is brought, which is taken."""
    before = len(stored())
    answer = bringing()
    assert answer.code == 250, answer
    parts.until(lambda: len(stored()) > before, "the letter to be stored", patience)
    machine.until_sent()
    new = stored()[before:]
    assert len(new) == 1, new
    return new[0]


def hears(answer: people.Answer, code: int, stage: str) -> None:
    """AssertionError unless a host heard this code, in answer to this command."""
    assert (answer.code, answer.stage) == (code, stage), answer


def forged(own: str, number: int) -> str:
    """A reply address with another signature."""
    local, _, domain = own.partition("@")
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    return f"{local[:-3]}{letters[number // 32]}{letters[number % 32]}{'a' if local[-1] != 'a' else 'b'}@{domain}"


# --- recipients --------------------------------------------------------------------------------------


@check
def a_forged_address_is_refused_at_once(at: Stage) -> None:
    answers = [bring(forged(at.to, number), sender=FORGED_SENDER, host=FORGER) for number in range(TRIALS)]
    for answer in answers:
        hears(answer, 550, "RCPT")
        assert "No such reply address" in answer.words
    at.figures.append(f"a forged address hears 550 after {at_once(answers)}")


@check
def an_unknown_box_and_another_s_domain_are_refused_at_once(at: Stage) -> None:
    hears(bring(UNKNOWN, sender=FORGED_SENDER, host=FORGER), 550, "RCPT")
    hears(bring(f"victim@{FORGED}", sender=FORGED_SENDER, host=FORGER), 554, "RCPT")
    hears(bring(f"play@sub.{machine.DOMAIN}", sender=FORGED_SENDER, host=FORGER), 554, "RCPT")
    for odd in (f"nobody@{machine.DOMAIN}.", f'"nobody"@{machine.DOMAIN}'):
        hears(bring(odd, sender=FORGED_SENDER, host=FORGER), 550, "RCPT")
    for other in (f"nobody@[{machine.OWN}]", "root@localhost", "nobody", f"nobody%{machine.DOMAIN}@{machine.DOMAIN}"):
        hears(bring(other, sender=FORGED_SENDER, host=FORGER), 554, "RCPT")


@check
def a_reply_address_that_was_never_asked_about_is_answered_at_once(at: Stage) -> None:
    own = [f"{address.make(number, 1, 0, settings.MAIL_KEYS)}@{machine.DOMAIN}" for number in range(1, TRIALS + 1)]
    answers = [bring(recipient) for recipient in own]
    for answer in answers:
        hears(answer, 250, "RCPT")
    at.figures.append(f"a new reply address hears 250 after {at_once(answers)}")


@check
def a_reply_is_taken_and_stored_once(at: Stage) -> None:
    raw = at.reply()
    row = arrives(lambda: bring(at.to, raw))
    assert (row.door, row.recipient, row.mail_from) == ("lmtp", at.to, f"anna@{PLAYER}")
    assert ingest.read(row.pk) == "letter"
    before = len(stored())
    assert bring(at.to, raw).code == 250
    machine.until_sent()
    assert len(stored()) == before


@check
def a_hundred_replies_come_through(at: Stage) -> None:
    before, begun = len(stored()), time.perf_counter()
    letters = [at.reply(f"status {number}") for number in range(100)]
    with ThreadPoolExecutor(10) as hosts:
        assert {answer.code for answer in hosts.map(lambda letter: bring(at.to, letter), letters)} == {250}
    taken = time.perf_counter() - begun
    parts.until(lambda: len(stored()) == before + 100, "all of them to be stored")
    at.figures.append(
        f"100 letters over 10 connections: taken in {taken:.1f} s, stored after {time.perf_counter() - begun:.1f} s"
    )


@check
def a_report_that_a_probe_came_back_is_taken_from_the_null_sender(at: Stage) -> None:
    to = f"{address.make_probe(7, settings.MAIL_KEYS)}@{machine.DOMAIN}"
    raw = b"From: MAILER-DAEMON@player.example\r\nSubject: failed\r\n\r\nfailed\r\n"
    assert arrives(lambda: bring(to, raw, sender="")).mail_from == "<>"


@check
def postmaster_and_abuse_reach_who_runs_the_host(at: Stage) -> None:
    before = len(stored())
    for name in (f"postmaster@{machine.DOMAIN}", f"ABUSE@{machine.DOMAIN}", "postmaster"):
        mark = f"complaint to {name}"
        assert bring(name, f"From: a@{PLAIN}\r\nSubject: {mark}\r\n\r\n.\r\n".encode(), host=FORGER).code == 250
        parts.until(lambda mark=mark: mark in machine.box(), f"a letter to {name}")  # type: ignore[misc]
    assert len(stored()) == before


# --- sizes and forms ---------------------------------------------------------------------------------


@check
def a_letter_that_is_too_large_is_refused_in_the_conversation(at: Stage) -> None:
    hears(bring(at.to, mail=["SIZE=2000000"], sender=FORGED_SENDER), 552, "MAIL")
    assert bring(at.to, of_size(at, 2_000_000), sender=FORGED_SENDER).code == 552
    assert bring(at.to, of_size(at, LARGEST + 100), sender=FORGED_SENDER).code == 552


@check
def the_largest_letter_that_is_taken_is_stored_too(at: Stage) -> None:
    arrives(lambda: bring(at.to, of_size(at, LARGEST - 100)))


@check
def what_is_taken_is_stored_whatever_its_form(at: Stage) -> None:
    arrives(lambda: bring(at.to, at.reply("> " + "x" * 200_000)))
    arrives(lambda: bring(at.to, at.reply(headers=(f"X-Long: {'x' * 30_000}", f"X-Words: {'word ' * 5_000}"))))
    arrives(lambda: bring(at.to, b"\0\xff\r\n" + at.reply() + b"\0\xff\x1a\r\n.\r\n..\r\n"))
    for length in (64, 450, 1800):
        arrives(lambda length=length: bring(at.to, at.reply(), sender=f"{'v' * length}=x@{PLAYER}"))  # type: ignore[misc]


def of_size(at: Stage, size: int) -> bytes:
    """A reply of so many bytes, in the shortest of lines: a line end counts two bytes or one."""
    raw = at.reply(f"a letter of {size}")
    return raw + b"x\r\n" * ((size - len(raw)) // 3)


@check
def letters_may_come_encrypted(at: Stage) -> None:
    with smtplib.SMTP(machine.OWN, 25, timeout=20, source_address=(FORGER, 0)) as client:
        assert client.starttls()[0] == 220
        client.ehlo()
        client.docmd("MAIL", f"FROM:<{FORGED_SENDER}>")
        assert client.docmd("RCPT", f"TO:<{UNKNOWN}>")[0] == 550


# --- when parts are away -----------------------------------------------------------------------------


@check
def while_the_database_is_away_the_sender_s_host_keeps_the_letter(at: Stage) -> None:
    connections.close_all()
    with at.service.without_database():
        time.sleep(1.1)  # so long a database that has answered counts as being there
        hears(bring(at.to, at.reply()), 451, "RCPT")
        hears(bring(forged(at.to, 1), sender=FORGED_SENDER, host=FORGER), 550, "RCPT")
    arrives(lambda: bring(at.to, at.reply()))


@check
def while_receive_is_away_the_sender_s_host_keeps_the_letter(at: Stage) -> None:
    at.service.stop()
    answer = bring(at.to, at.reply())
    assert (answer.code, answer.stage) == (451, "RCPT"), answer
    at.figures.append(f"while receive is away a recipient hears 451 after {answer.seconds:.2f} s")
    at.service.start()
    arrives(lambda: bring(at.to, at.reply()))


@check
def a_letter_that_was_taken_before_receive_went_away_is_brought_when_it_is_back(at: Stage) -> None:
    before = len(stored())
    taken_without_receive(at, at.reply("taken"))
    at.service.start()
    begun = time.perf_counter()
    parts.until(lambda: len(stored()) == before + 1, "Postfix to bring it by itself", 120)
    at.figures.append(f"a letter in the queue is brought {time.perf_counter() - begun:.0f} s after receive is back")
    machine.until_sent()


@check
def without_a_milter_no_letter_is_taken(at: Stage) -> None:
    for name in ("opendmarc", "opendkim"):
        machine.stop_milter(name)
        try:
            answer = bring(at.to, at.reply())
            assert answer.code == 451, answer
        finally:
            machine.start_milter(name)
    parts.until(lambda: bring(at.to).code == 250, "the milters")


def taken_without_receive(at: Stage, letter: bytes, *rcpt: str, sender: str = FORGED_SENDER, to: str = "") -> None:
    """Have Postfix say 250 to a letter and stop `receive` before it is brought there."""
    with smtplib.SMTP(machine.OWN, 25, timeout=20, source_address=(FORGER, 0)) as client:
        client.ehlo("forger.example")
        assert client.docmd("MAIL", f"FROM:<{sender}>")[0] == 250
        assert client.docmd("RCPT", " ".join([f"TO:<{to or at.to}>", *rcpt]))[0] == 250
        at.service.stop()
        assert client.data(letter)[0] == 250


# --- nothing goes back to a sender who may be forged --------------------------------------------------


@check
def a_letter_that_is_refused_after_all_goes_to_the_postmaster_alone(at: Stage) -> None:
    """Of a box that is none any more, and that no open question names."""
    at.service.stop()
    at.service.start(MAIL_LOCAL="former")
    former = f"former@{machine.DOMAIN}"
    try:
        taken_without_receive(at, at.reply("to another box"), "NOTIFY=SUCCESS,FAILURE,DELAY", to=former)
    finally:
        at.service.start_again()
    machine.flush()
    machine.until_sent(90)
    parts.until(lambda: "Undelivered" in machine.box(), "the postmaster to be told")
    assert at.forged.letters == []


@check
def while_a_setting_of_ours_is_wrong_every_answer_is_kept_and_comes_when_it_is_mended(at: Stage) -> None:
    wrong = {"MAIL_DOMAIN": "letters.exampel.com", "MAIL_LOCAL": "pley", "MAIL_KEYS": env.new_secrets()["MAIL_KEYS"]}
    for name, value in wrong.items():
        before = len(stored())
        taken_without_receive(at, at.reply(f"before {name}"))
        at.service.start(**{name: value})
        try:
            machine.flush_until_put_off()
            assert len(machine.queue()) == 1, (name, machine.log())
            hears(bring(at.to, at.reply(f"during {name}")), 451, "RCPT")
        finally:
            at.service.start_again()
        machine.flush()
        machine.until_sent()
        assert len(stored()) == before + 1, name
    assert at.forged.letters == []


@check
def a_note_of_success_is_sent_to_nobody(at: Stage) -> None:
    for words in (["NOTIFY=SUCCESS"], ["ORCPT=rfc822;a@b.example", "NOTIFY=SUCCESS,DELAY"], ["notify=success"]):
        arrives(lambda words=words: bring(at.to, at.reply(), sender=FORGED_SENDER, host=FORGER, rcpt=words))  # type: ignore[misc]
    answer = bring(at.to, at.reply(), sender=FORGED_SENDER, host=FORGER, rcpt=["NOTIFY=SUCCESS", "NOTIFY=SUCCESS"])
    assert answer.code in (250, 501), answer
    for blank in ("\t", "\v", "\f", "\r", " \t"):
        with smtplib.SMTP(machine.OWN, 25, timeout=20, source_address=(FORGER, 0)) as client:
            client.ehlo("forger.example")
            assert client.docmd("MAIL", f"FROM:<{FORGED_SENDER}>")[0] == 250
            client.send(f"RCPT{blank}TO:<{at.to}> NOTIFY=SUCCESS\r\n")
            assert client.getreply()[0] in (500, 502), repr(blank)
    machine.until_sent()
    assert at.forged.letters == []


# --- who vouches for a letter ------------------------------------------------------------------------


def verdict_on(row: InboundLetter) -> str:
    sender = parseaddr(reply.sender_of(bytes(row.raw)))[1]
    assert row.auth_results == "\n".join(ingest.auth_results_of(ingest.headers_of(bytes(row.raw))).splitlines())
    return dmarc.verdict(row.auth_results, settings.TRUSTED_AUTHSERV_IDS, sender)


@check
def a_letter_from_its_domain_s_own_host_passes(at: Stage) -> None:
    assert verdict_on(arrives(lambda: bring(at.to, at.reply()))) == "pass"


@check
def a_forged_from_fails_and_changes_nothing(at: Stage) -> None:
    row = arrives(lambda: bring(at.to, at.reply("resign"), sender=f"a@{PLAIN}", host=FORGER))
    assert verdict_on(row) == "fail"
    assert ingest.read(row.pk) == "dmarc"


@check
def a_domain_without_a_policy_has_none(at: Stage) -> None:
    raw = at.reply(sender=f"anna@{PLAIN}")
    assert verdict_on(arrives(lambda: bring(at.to, raw, sender=f"anna@{PLAIN}", host=FORGER))) == "none"


@check
def forged_results_are_taken_away_however_they_are_written(at: Stage) -> None:
    own = machine.DOMAIN
    said = f"dmarc=pass header.from={PLAYER}; dkim=pass header.d={PLAYER}; spf=pass smtp.mailfrom={PLAYER}"
    lines = (
        f"Authentication-Results: {own}; {said}",
        f"authentication-results: {own.upper()} 1; {said}",
        f"AUTHENTICATION-RESULTS:\r\n {own}; {said}",
        f"Authentication-Results \t: {own}; {said}",
        f'Authentication-Results: (a) "{own}" ; {said}',
        f"Authentication-Results: {own}\r\n\t; {said}",
        f"Authentication-Results: other.example; {said}",
        f"Authentication-Results: {own}; {said}",
        f"Received-SPF: pass identity=mailfrom; client-ip={PLAYERS_HOST}; envelope-from=a@{PLAYER}; helo=mx.{PLAYER}",
    )
    for headers in (lines, *((line,) for line in lines)):
        raw = at.reply("resign", headers=headers)
        raw = "\r\n".join(headers).encode() + b"\r\n" + raw
        row = arrives(lambda raw=raw: bring(at.to, raw, sender=f"a@{PLAIN}", host=FORGER))  # type: ignore[misc]
        assert verdict_on(row) == "fail", row.auth_results
        assert "pass" not in row.auth_results, row.auth_results


# --- what the service writes -------------------------------------------------------------------------


@check
def the_service_s_letters_are_signed_so_that_they_pass_wherever_they_come_from(at: Stage) -> None:
    assert posting.post(at.letter.pk)
    parts.until(lambda: at.players.letters, "the player's host to get it")
    (letter,) = at.players.letters
    row = arrives(lambda: bring(at.to, letter, sender=f"list@{PLAIN}", host=FORGER))
    assert verdict_on(row) == "pass", row.auth_results
    changed = letter.replace(b"\r\n\r\n", b"\r\n\r\nchanged ", 1).replace(b"Message-ID: <", b"Message-ID: <2.", 1)
    assert verdict_on(arrives(lambda: bring(at.to, changed, sender=f"list@{PLAIN}", host=FORGER))) == "fail"


@check
def a_letter_of_the_service_that_comes_back_is_told_to_it(at: Stage) -> None:
    at.players.to_recipient = "550 5.1.1 no such person"
    try:
        letter = EmailMessage("Subject", "words", at.letter.sender, [f"gone@{PLAYER}"])
        row = arrives(lambda: people.Answer(250 if letter.send() else 0, "", "sent"))
    finally:
        at.players.to_recipient = "250 OK"
    assert row.mail_from == "<>"
    assert b"5.1.1 no such person" in bytes(row.raw)


@check
def the_doctor_s_letter_comes_back_signed_with_the_key_in_the_dns(at: Stage) -> None:
    before, trip = len(stored()), RoundTrip()
    told = [*trip.goes_out(), *trip.comes_back(), *trip.is_signed()]
    assert [finding.state for finding in told] == [State.OK] * 3, told
    assert "came back by lmtp" in told[1].words
    assert len(stored()) == before
    at.figures.append(told[1].words)


@check
def the_doctor_finds_the_mail_host_of_the_documentation_in_order(at: Stage) -> None:
    place, names = (
        replace(configured(), addresses=(ip_address(machine.OWN),), door=(machine.OWN, 25)),
        Names.configured(),
    )
    looks = (
        records.sender_policy,
        records.signing_key,
        records.domain_policy,
        records.exchanges,
        records.reverse_names,
    )
    told = [finding for look in looks for finding in look(names, place)]
    assert [finding.state for finding in told] == [State.OK] * len(looks), told
    (door,) = transport.mail_door(names, place)
    assert (door.state, "not trusted" in door.words) == (State.WARN, True), door


@check
def the_service_s_letters_may_be_larger_than_those_from_the_net(at: Stage) -> None:
    before = len(at.players.letters)
    letter = EmailMessage("A book", "words", at.letter.sender, [f"anna@{PLAYER}"])
    letter.attach("book.pdf", b"x" * 5_000_000, "application/pdf")
    assert letter.send() == 1
    parts.until(lambda: len(at.players.letters) > before, "the player's host to get it")


@check
def nobody_else_sends_through_it(at: Stage) -> None:
    with smtplib.SMTP(machine.LOOPBACK, 587, timeout=20, source_address=(FORGER, 0)) as client:
        client.ehlo()
        client.docmd("MAIL", "FROM:<a@b.example>")
        assert client.docmd("RCPT", f"TO:<victim@{FORGED}>")[0] == 554


@check
def after_all_of_this_nothing_waits_and_nobody_was_sent_a_bounce(at: Stage) -> None:
    machine.until_sent()
    assert at.forged.letters == []


def at_once(answers: list[people.Answer]) -> str:
    """The time that recipients waited, which must not be long."""
    median, most = statistics.median(answer.seconds for answer in answers), max(answer.seconds for answer in answers)
    assert median < SOON, median
    assert most < PROBED, most
    return f"{median * 1000:.1f} ms (median of {len(answers)}; {most * 1000:.1f} at most)"
