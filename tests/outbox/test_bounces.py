"""Letters that are said to have come back: who is believed, and what a probe finds out."""

from __future__ import annotations

import smtplib
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.utils import timezone

from tests.inbox.doors.listening import listening
from tests.outbox import reports
from tests.outbox.reports import FORGERIES, NULL
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.post import answers_to, deliver, newest
from tournaments.actions.player import bounces
from tournaments.inbox import ingest
from tournaments.inbox.doors import envelope
from tournaments.inbox.reply.mime.returned import failed_for_good
from tournaments.keys import address
from tournaments.letters import headers
from tournaments.models import Address, InboundLetter, JournalLine, OutboundLetter, Player, Seat
from tournaments.outbox.outbox import Message
from tournaments.running import posting
from tournaments.running.installation import HOST

pytestmark = pytest.mark.django_db
SECOND = "anna@work.example"


@pytest.fixture
def letter(seat: Seat) -> OutboundLetter:
    """A turn letter that has gone out."""
    letter = newest(seat, "turn")
    assert posting.post(letter.pk)
    mail.outbox.clear()
    letter.refresh_from_db()
    return letter


def probes() -> list[OutboundLetter]:
    return list(OutboundLetter.objects.filter(kind="probe").order_by("pk"))


def sent_probe() -> OutboundLetter:
    probe = probes()[-1]
    assert posting.post(probe.pk)
    probe.refresh_from_db()
    return probe


def spoilt(own: str) -> str:
    """The address with another last sign of its signature."""
    local, _, domain = own.partition("@")
    return f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{domain}"


def dead() -> list[Player]:
    return list(Player.objects.filter(dead_at__isnull=False))


# --- the honest way ---------------------------------------------------------------------------------


def test_a_report_has_the_address_tried_by_a_probe_and_stops_no_clock(letter: OutboundLetter) -> None:
    row = reports.about(letter).arrive()
    assert (row.verdict, answers_to(row), dead()) == ("bounce", [], [])
    (probe,) = probes()
    assert (probe.to, probe.state) == (letter.to, "queued")
    assert address.read_probe(probe.envelope_sender, settings.MAIL_KEYS) == probe.pk
    assert JournalLine.objects.filter(verb="mail tried").count() == 1


def test_an_address_is_dead_when_the_probe_comes_back_to_its_own_return_address(letter: OutboundLetter) -> None:
    reports.about(letter).arrive()
    probe = sent_probe()
    sent = mail.outbox[-1]
    assert isinstance(sent, Message)
    assert sent.envelope_sender == probe.envelope_sender
    reports.about(probe).arrive()
    assert [player.email for player in dead()] == [letter.to]


def test_when_the_probe_does_not_come_back_nothing_happens(letter: OutboundLetter) -> None:
    reports.about(letter).arrive()
    sent_probe()
    with time_machine.travel(timezone.now() + timedelta(days=30)):
        assert dead() == []
    assert Player.objects.get(pk=letter.player_id).awaited_until is None


@pytest.mark.parametrize(
    "change",
    [
        lambda r: replace(r, returned_type="message/rfc822", returned=r.returned + "\n\nThe whole letter.\n"),
        lambda r: replace(r, recipient=r.recipient.upper(), action="ACTION:   Failed (5 tries)"),
        lambda r: replace(r, status="Status: 5.2.2 (mailbox full)", final="Final-Recipient: RFC822;{recipient}"),
        lambda r: replace(r, final="Original-Recipient: rfc822; a@b.example\nFinal-Recipient:\n rfc822; {recipient}"),
        lambda r: replace(r, returned="", extra=f"In-Reply-To: {r.returned.rpartition(' ')[2]}\n"),
        lambda r: replace(r, group=f"{r.group}\nArrival-Date: Mon, 2 Mar 2026 09:00:00 +0000\nX-Queue: 12\n\n"),
        lambda r: replace(r, status_type="message/global-delivery-status", final="Final-Recipient: utf-8; {recipient}"),
        lambda r: replace(r, action=f" \n{r.action}", more="\t\nX-Queue: 12"),
        lambda r: replace(r, returned=f"X-Scanned: yes\n \n{r.returned}"),
        lambda r: replace(r, returned="X-Scanned: yes\n" * 1_000 + r.returned),
    ],
)
def test_reports_of_other_hosts_count_as_well(
    letter: OutboundLetter, change: Callable[[reports.Report], reports.Report]
) -> None:
    change(reports.about(letter)).arrive()
    assert len(probes()) == 1


def test_a_status_in_base64_is_read(letter: OutboundLetter) -> None:
    report = reports.about(letter)
    coded = "Content-Transfer-Encoding: base64\r\n\r\n" + b64encode(report.fields.encode()).decode()
    plain = report.bytes().decode()
    raw = plain.replace("\r\n\r\n" + report.fields.replace("\n", "\r\n"), f"\r\n{coded}\r\n")
    assert raw != plain
    replace(report, raw=raw.encode()).arrive()
    assert len(probes()) == 1


def test_a_letter_to_a_person_without_a_seat_comes_back_to_the_bare_address(letter: OutboundLetter) -> None:
    plain = OutboundLetter.objects.filter(player=letter.player, seat=None).order_by("pk").first()
    assert plain is not None
    posting.post(plain.pk)
    assert plain.envelope_sender == headers.bare_address()
    reports.about(plain).arrive()
    assert [probe.to for probe in probes()] == [plain.to]


# --- forged -----------------------------------------------------------------------------------------


def test_no_forged_report_has_an_address_tried_or_stops_a_clock(seat: Seat, letter: OutboundLetter) -> None:
    judge_at = seat.turns.get(ended_at=None).judge_at
    assert len(FORGERIES) >= 15
    believed = []
    for name, forge in FORGERIES.items():
        row = forge(reports.about(letter)).arrive()
        assert row.state == InboundLetter.State.DONE, name
        if probes() or dead():
            believed.append(name)
            OutboundLetter.objects.filter(kind="probe").delete()
    assert believed == []
    assert seat.turns.get(ended_at=None).judge_at == judge_at


def test_no_forged_report_about_the_probe_marks_an_address_as_dead(letter: OutboundLetter) -> None:
    reports.about(letter).arrive()
    probe = sent_probe()
    for forge in FORGERIES.values():
        forge(reports.about(probe)).arrive()
    assert dead() == []


def test_a_report_about_a_letter_to_somebody_else_tries_nobody(letter: OutboundLetter, cast: Cast) -> None:
    other = OutboundLetter.objects.exclude(player=letter.player).filter(player__in=cast.players)[0]
    posting.post(other.pk)
    replace(reports.about(other), to=letter.envelope_sender, recipient=letter.to).arrive()
    replace(reports.about(letter), recipient=other.to).arrive()
    assert (probes(), dead()) == ([], [])


def test_a_report_about_a_letter_that_was_never_sent_tries_nobody(seat: Seat) -> None:
    reports.about(newest(seat, "turn")).arrive()
    assert (probes(), dead()) == ([], [])


@pytest.mark.parametrize("to", ["seat", "bare", "forged", "another probe"])
def test_a_probe_counts_only_at_its_own_return_address(letter: OutboundLetter, to: str) -> None:
    reports.about(letter).arrive()
    probe = sent_probe()
    own = probe.envelope_sender
    addresses = {
        "seat": letter.envelope_sender,
        "bare": headers.bare_address(),
        "forged": spoilt(own),
        "another probe": headers.probe_address(probe.pk + 1),
    }
    assert addresses[to] != own
    reports.about(probe, to=addresses[to]).arrive()
    assert dead() == []


def test_the_door_refuses_a_forged_return_address_of_a_probe_and_takes_ours(transactional_db: None) -> None:
    own = headers.probe_address(4711)
    forged = spoilt(own)
    with listening() as port, smtplib.SMTP(HOST, port, timeout=10) as client:
        client.helo()
        client.mail("<>")
        assert [client.rcpt(to)[0] for to in (own, own.upper(), forged)] == [250, 250, 550]


def test_no_reply_address_can_be_read_as_that_of_a_probe_and_no_probe_as_a_reply_address() -> None:
    keys = {"k1": b"x" * 32}
    reply, probe = address.make(7, 3, 0, keys), address.make_probe(7, keys)
    assert (address.read_probe(reply, keys), address.read_probe(probe, keys)) == (None, 7)
    for wrong in (probe, probe.replace("p-", ""), reply.replace("+", "+p-")):
        assert address.read_probe(wrong.replace("p-", "p-p-"), keys) is None
        with pytest.raises(address.Forged):
            address.read(wrong, keys)
    assert address.read_probe(reply.replace("+", "+p-"), keys) is None


def test_a_report_about_a_letter_to_an_address_that_is_nobodys_tries_nobody(letter: OutboundLetter) -> None:
    OutboundLetter.objects.filter(pk=letter.pk).update(player=None, seat=None)
    reports.about(letter).arrive()
    assert (probes(), dead()) == ([], [])


# --- how often --------------------------------------------------------------------------------------


def test_many_reports_write_one_probe_until_the_last_one_can_no_longer_be_on_its_way(
    letter: OutboundLetter,
) -> None:
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        for _ in range(20):
            reports.about(letter).arrive()
            clock.shift(timedelta(hours=1))
        assert len(probes()) == 1
        clock.move_to(start + bounces.PROBE_AGAIN + timedelta(minutes=1))
        reports.about(letter).arrive()
        assert len(probes()) == 2


def test_a_probe_speaks_once(letter: OutboundLetter) -> None:
    """Or who likes could have their own clock stopped with an old report again and again."""
    reports.about(letter).arrive()
    probe = sent_probe()
    reports.about(probe).arrive()
    assert bounces.hear_from(Player.objects.get(pk=letter.player_id))
    row = reports.about(probe).arrive()
    assert (row.verdict, dead()) == ("bounce", [])


def test_who_is_known_to_be_dead_is_not_tried(letter: OutboundLetter) -> None:
    bounces.address_is_dead(letter.to, "a test")
    reports.about(letter).arrive()
    assert probes() == []


def test_an_address_that_letters_no_longer_go_to_is_not_tried(letter: OutboundLetter) -> None:
    Player.objects.filter(pk=letter.player_id).update(email="moved@example.net")
    reports.about(letter).arrive()
    assert probes() == []


def test_a_copy_that_comes_back_ends_the_copies_after_a_probe_and_leaves_the_player_alone(
    cast: Cast,
) -> None:
    for player in cast.players:
        Address.objects.create(player=player, email=f"{player.pk}.{SECOND}", verified_at=timezone.now(), copies=True)
    copy = newest(asked_seat(only_table(running_league(cast))), "turn").copies.get()
    posting.post(copy.pk)
    copy.refresh_from_db()
    reports.about(copy).arrive()
    probe = sent_probe()
    assert (probe.to, probe.copies.count()) == (copy.to, 0)
    reports.about(probe).arrive()
    assert dead() == []
    assert not Address.objects.get(email=copy.to).copies


def test_a_person_who_answers_the_probe_is_read_as_at_the_bare_address(letter: OutboundLetter) -> None:
    reports.about(letter).arrive()
    probe = sent_probe()
    assert deliver(probe, "games").verdict == "asked"
    assert dead() == []


def test_the_reader_of_reports_never_raises_whatever_the_bytes_are(letter: OutboundLetter) -> None:
    raw = reports.about(letter).bytes()
    assert failed_for_good(raw) is not None
    for end in range(0, len(raw), 7):
        failed_for_good(raw[:end])
        failed_for_good(raw[:end] + b"\xff\0\r" + raw[end:])


def test_a_report_that_is_fetched_or_posted_counts_if_the_host_wrote_down_the_null_sender(
    letter: OutboundLetter,
) -> None:
    report = reports.about(letter)
    raw = b"Return-Path: <>\r\n" + report.bytes()
    assert envelope.sender(ingest.headers_of(raw)) == NULL
    replace(report, raw=raw, mail_from=envelope.sender(ingest.headers_of(raw))).arrive()
    assert len(probes()) == 1
