"""No flood of letters fills the disk: what is kept of them in bytes has a bound, and all of them are stored as ever."""

from __future__ import annotations

from itertools import count

import pytest
from django.test import Client
from pytest_django import Settings

from tests.shared.post import address_of, deliver, newest, reply
from tournaments.actions.clock import pace
from tournaments.actions.commands import held_letters
from tournaments.inbox import holding, ingest, volume
from tournaments.letters import headers
from tournaments.models import InboundLetter, JournalLine, OutboundLetter, Seat
from tournaments.queries.letters import outcomes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
State = InboundLetter.State
MEGABYTE = 1024 * 1024
numbers = count(1)


def of_stranger(size: int, *, head: int = 0) -> InboundLetter:
    """A letter of so many bytes, of them `head` in a header, to the service's own address."""
    number = next(numbers)
    top = f"From: s{number}@nowhere.example\r\nMessage-ID: <{number}@nowhere.example>\r\nX-Long: {'h' * head}\r\n\r\n"
    return ingest.ingest(top.encode() + b"x" * size, headers.bare_address(), f"s{number}@nowhere.example")


def kept() -> int:
    return sum(len(bytes(raw)) for raw in InboundLetter.objects.values_list("raw", flat=True))


def test_of_what_is_done_with_at_the_door_the_head_alone_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "STRANGERS", 0)
    row = of_stranger(200_000)
    assert (row.state, row.verdict) == (State.DONE, "stranger")
    raw = bytes(InboundLetter.objects.get(pk=row.pk).raw)
    assert raw.startswith(b"From: s")
    assert b"xxx" not in raw
    assert len(bytes(of_stranger(10, head=60_000).raw)) == volume.HEAD


@pytest.mark.parametrize("read", [True, False])
def test_all_letters_of_strangers_together_keep_no_more_than_the_setting(
    read: bool, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.STRANGERS_LETTERS_KEPT_MB = 1
    monkeypatch.setattr(pace, "STRANGERS", 99 if read else 0)
    rows = [of_stranger(20_000, head=15_000) for _ in range(20)]
    for row in rows:
        ingest.read(row.pk)
    assert InboundLetter.objects.filter(state=State.DONE, verdict="stranger").count() == len(rows)
    share = volume.strangers_a_day() * volume.KB
    assert share / 2 < kept() <= share
    days = settings.STRANGERS_LETTERS_KEPT.days + 1
    assert days * share <= MEGABYTE


def test_what_a_player_sends_is_carried_out_and_kept_up_to_a_bound(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(volume, "OF_A_PLAYER", 30)
    letter = newest(seat, "turn")
    long = [f"X-Long: {'h' * 12_000}"]
    rows = [deliver(letter, "status", headers=long, quote=False) for _ in range(4)]
    assert {(row.state, row.verdict) for row in rows} == {(State.DONE, "letter")}
    assert [bool(row.raw) for row in rows] == [True, True, False, False]
    forged = deliver(letter, "status", sender="somebody@else.example", headers=long)
    assert bytes(forged.raw), "what others write counts for itself"


def forged(seat: Seat, size: int, *, vouched: bool = False) -> InboundLetter:
    """A letter of so many bytes to the bare address in the name of a seat's player."""
    number = next(numbers)
    top = f"From: {seat.player.email}\r\nMessage-ID: <{number}@evil.example>\r\nSubject: x\r\n\r\nworkers 1\r\n"
    said = f"mx.example.org; dmarc=pass header.from={seat.player.email.partition('@')[2]}" if vouched else ""
    row = ingest.ingest((top + "> x\r\n" * (size // 5)).encode(), headers.bare_address(), "e@evil.example", said)
    ingest.read(row.pk)
    row.refresh_from_db()
    return row


def test_letters_that_wait_for_a_yes_keep_no_more_in_a_day_than_what_is_said(
    seat: Seat, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ["mx.example.org"]
    for name, value in (("OF_A_PLAYER", 60), ("OF_BEGINNINGS", 20), ("BEGINNING", 8 * volume.KB)):
        monkeypatch.setattr(volume, name, value)
    rows = [forged(seat, 30_000) for _ in range(7)]
    assert [len(bytes(row.raw)) // volume.KB for row in rows] == [29, 8, 8, 8, 0, 0, 0]
    assert [row.answers.count() for row in rows] == [1, 1, 1, 1, 0, 0, 0], "what is asked about can be read"
    assert [row.state for row in rows] == [State.HELD] * 4 + [State.DONE] * 3
    assert {row.verdict for row in rows[4:]} == {outcomes.NO_ROOM}
    told = OutboundLetter.objects.get(kind=holding.ALL_WAIT)
    page = Client()
    page.force_login(seat.player)
    for text in (told.text, page.get("/letter/").content.decode()):
        assert "not all of them are kept. What you write as an answer to our newest letter" in " ".join(text.split())
    assert sum(len(bytes(row.raw)) for row in rows) <= 60 * volume.KB
    held_letters.release(rows[2], seat.player)
    assert ingest.read(rows[2].pk) == "letter", "its words are among what is kept"
    elsewhere = deliver(newest(seat, "turn"), "workers 1", sender="another@else.example", quote=False)
    assert elsewhere.state == State.HELD, "what comes to a reply address counts for itself"
    assert forged(seat, 300, vouched=True).state == State.HELD, "and so does what their own host vouches for"


def test_strangers_take_no_room_from_what_a_player_has_said_yes_to(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(volume, "strangers_a_day", lambda: 0)
    row = deliver(newest(seat, "turn"), "status", sender="her@office.example", quote=False)
    assert row.state == State.HELD
    held_letters.release(row, seat.player)
    ingest.read(row.pk)
    row.refresh_from_db()
    assert (row.player, bool(row.raw)) == (None, True)


def test_a_letter_that_waits_with_many_others_keeps_its_beginning(
    seat: Seat, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LETTERS_AT_ONCE = 0
    monkeypatch.setattr(volume, "QUEUED", 2000)
    letter = newest(seat, "turn")
    row = ingest.ingest(reply(letter, "status", "", "b" * 5000, quote=False), address_of(letter), letter.to)
    assert row.queue
    assert len(bytes(row.raw)) == volume.QUEUED
    assert ingest.read(row.pk) == "letter"


@pytest.mark.parametrize("to", ["bare address", "reply address"])
def test_letters_in_a_queue_keep_no_more_in_a_day_than_what_is_said(
    to: str, seat: Seat, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("OTHERS", 0), ("OF_ADDRESS", 0)):
        monkeypatch.setattr(pace, name, value)
    for name, value in (("OF_A_PLAYER", 60), ("OF_BEGINNINGS", 20), ("BEGINNING", 8 * volume.KB)):
        monkeypatch.setattr(volume, name, value)
    letter = newest(seat, "turn")
    address = headers.bare_address() if to == "bare address" else address_of(letter)
    rows = []
    for number in range(20):
        sender = letter.to if to == "bare address" else f"s{number}@evil.example"
        top = f"From: {sender}\r\nMessage-ID: <{number}@evil.example>\r\nSubject: x\r\n\r\nstatus\r\n"
        rows.append(ingest.ingest((top + "> x\r\n" * 6000).encode(), address, "e@evil.example"))
    sizes = [len(bytes(row.raw)) // volume.KB for row in rows]
    assert sizes == [29, 29, 8, 8] + [0] * 16
    assert [(row.state, bool(row.queue)) for row in rows[:4]] == [(State.RECEIVED, True)] * 4
    assert {(row.state, row.verdict, row.queue) for row in rows[4:]} == {(State.DONE, outcomes.QUEUE_FULL, "")}
    settings.LETTERS_AT_ONCE = 0
    own = ingest.ingest(reply(letter, "status", quote=False), address_of(letter), letter.to)
    assert own.state == State.RECEIVED, "what the player writes counts for itself"
    assert own.queue


def test_the_journal_tells_of_some_automatic_replies_a_day(seat: Seat) -> None:
    letter = newest(seat, "turn")
    for _ in range(8):
        assert deliver(letter, "I am away.", headers=["Auto-Submitted: auto-replied"]).verdict == "auto-reply"
    assert 0 < JournalLine.objects.filter(verb="auto-reply").count() <= 3
