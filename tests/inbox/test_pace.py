"""More letters than anybody needs: stored, read in their order some minutes later, answered in one letter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from celery import current_app
from django.conf import settings as service
from pytest_django import Settings

from tests.outbox import reports
from tests.outbox.test_naming import named_order
from tests.shared.cast import Cast
from tests.shared.post import address_of, deliver, newest, reply
from tournaments import tasks
from tournaments.actions.clock import deadlines, in_time, pace
from tournaments.actions.commands import gathered
from tournaments.actions.table import orders
from tournaments.inbox import batches, ingest
from tournaments.letters import gathered as words
from tournaments.letters import headers, people
from tournaments.models import InboundLetter, LogEntry, OutboundLetter, Player, Seat, Turn
from tournaments.outbox import limits, outbox
from tournaments.running import posting, sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
SETTINGS = {"grace": timedelta(0)}
START = datetime(2026, 3, 2, 9, 1, tzinfo=UTC)
SPAN_ENDS = datetime(2026, 3, 2, 9, 10, tzinfo=UTC)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
BARE = "play@mail.example.org"
State = OutboundLetter.State
FEW = 2


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def few(settings: Settings) -> None:
    settings.LETTERS_AT_ONCE = FEW


def send(letter: OutboundLetter, *lines: str, **how: Any) -> InboundLetter:
    """Through the door; read at once if it has not to wait, as a worker does."""
    sender = how.get("sender") or letter.to
    row = ingest.ingest(reply(letter, *lines, **how), address_of(letter), sender)
    if row.state == InboundLetter.State.RECEIVED and not row.queue:
        ingest.read(row.pk)
    row.refresh_from_db()
    return row


def to_nobody(sender: str, *lines: str, vouched: bool = False, number: int = 0) -> InboundLetter:
    """A letter to the bare address."""
    head = f"From: {sender}\r\nMessage-ID: <{number}.{sender}>\r\n"
    domain = sender.partition("@")[2]
    results = f"mail.example.org; dmarc=pass header.from={domain}" if vouched else ""
    raw = (head + "\r\n" + "\r\n".join(lines) + "\r\n").encode()
    return ingest.ingest(raw, BARE, sender, auth_results=results)


def told(seat: Seat) -> OutboundLetter:
    """A letter to a player that belongs to no seat."""
    player = seat.owner
    return outbox.write(people.answered(player, "games", ["None."]), player=player, dedupe=f"told:{player.pk}")


def read_all(clock: time_machine.Traveller) -> None:
    """Do the workers' work until nothing waits any more."""
    current_app.conf.task_always_eager = current_app.conf.task_eager_propagates = True
    try:
        for _ in range(20):
            waiting = InboundLetter.objects.filter(state__in=InboundLetter.UNREAD).order_by("read_from").first()
            if waiting is None:
                return
            clock.move_to(max(waiting.read_from, datetime.now(UTC)) + SECOND)
            for queue in set(due_queues()):
                tasks.read_queue(queue)
    finally:
        current_app.conf.task_always_eager = current_app.conf.task_eager_propagates = False
    raise AssertionError("letters still wait")


def due_queues() -> list[str]:
    due = InboundLetter.objects.filter(state__in=InboundLetter.UNREAD, read_from__lte=datetime.now(UTC))
    return list(due.exclude(queue="").values_list("queue", flat=True))


def written(seat: Seat, kind: str) -> list[OutboundLetter]:
    return list(OutboundLetter.objects.filter(player=seat.player, kind=kind).order_by("pk"))


# --- who plays never meets a limit ------------------------------------------------------------------


def test_an_answer_every_twenty_seconds_is_read_at_once_all_day(seat: Seat, clock: time_machine.Traveller) -> None:
    letter = newest(seat, "turn")
    for _ in range(3 * 45):
        assert send(letter, "orders").queue == ""
        clock.shift(timedelta(seconds=21))


def test_somebody_who_answers_fifteen_tables_in_ten_minutes_meets_no_limit() -> None:
    assert service.LETTERS_AT_ONCE * pace.TABLES >= 15 * 6
    assert service.LETTERS_AT_ONCE >= 30


def test_the_letters_of_thousands_at_one_host_with_their_reply_addresses_are_not_counted_together(
    seat: Seat, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "OF_DOMAIN", 1)
    monkeypatch.setattr(pace, "NEW_OF_DOMAIN", 1)
    domain = seat.player.email.partition("@")[2]
    for number in range(5):
        to_nobody(f"somebody{number}@{domain}", number=number, vouched=True)
        to_nobody(cast.opponent.email, "games", number=number)
    assert send(newest(seat, "turn"), "12").verdict == "letter"


# --- what is above ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("few")
def test_what_is_above_waits_is_read_in_order_and_gets_one_answer(seat: Seat, clock: time_machine.Traveller) -> None:
    letter = newest(seat, "turn")
    first = [send(letter, line) for line in ("orders", "always draw red > blue")]
    later = [send(letter, line) for line in ("recruit nobody", "12", "always draw blue > red")]
    assert [row.queue == "" for row in (*first, *later)] == [True, True, False, False, False]
    assert {row.read_from for row in later} == {SPAN_ENDS}
    sweeps.sweep()
    assert LogEntry.objects.filter(letter__in=later).count() == 0
    before = len(written(seat, "orders_account"))
    read_all(clock)
    assert [InboundLetter.objects.get(pk=row.pk).verdict for row in later] == ["letter"] * 3
    assert LogEntry.objects.filter(letter=later[1]).exists()
    seat.refresh_from_db()
    assert seat.plan["rules"]["draw"].startswith("blue")
    (one,) = written(seat, "gathered")
    posted = OutboundLetter.objects.filter(player=seat.player, answers__in=later)
    assert set(posted.values_list("state", flat=True)) == {State.GATHERED}
    assert len(written(seat, "orders_account")) > before
    text = " ".join(one.text.split())
    assert one.state == State.QUEUED
    assert "YOUR LAST 3 LETTERS" in text
    assert text.count("YOUR LETTER OF") == 3
    for piece in ("not accepted", "played", "holds from now on"):
        assert piece in text


@pytest.mark.usefixtures("few")
def test_what_a_gathered_answer_would_have_asked_is_asked_with_its_own_address(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    letter = newest(seat, "turn")
    for line in ("orders", "orders", "recruit nobody", "play nothing"):
        send(letter, line)
    read_all(clock)
    (one,) = written(seat, "gathered")
    turn = seat.turns.get(ended_at=None)
    assert headers.reply_address(seat, turn.serial) in one.text
    assert deliver(one, named_order(seat)).verdict == "letter"
    turn.refresh_from_db()
    assert turn.end == Turn.End.ANSWERED


@pytest.mark.usefixtures("few")
def test_one_answer_alone_goes_out_as_it_is(seat: Seat, clock: time_machine.Traveller) -> None:
    letter = newest(seat, "turn")
    rows = [send(letter, line) for line in ("orders", "orders", "12")]
    read_all(clock)
    assert OutboundLetter.objects.get(answers=rows[2]).state == State.QUEUED
    assert written(seat, "gathered") == []


@pytest.mark.usefixtures("few")
def test_a_letter_that_comes_later_never_overtakes_one_that_waits(seat: Seat, clock: time_machine.Traveller) -> None:
    letter = newest(seat, "turn")
    rows = [send(letter, "always draw red > blue") for _ in range(FEW + 1)]
    clock.move_to(SPAN_ENDS + 5 * SECOND)  # nobody has read it yet
    rows.append(send(letter, "always draw blue > red"))
    assert rows[-1].queue == rows[-2].queue != ""
    read_all(clock)
    seat.refresh_from_db()
    assert seat.plan["rules"]["draw"].startswith("blue")


@pytest.mark.usefixtures("few")
def test_a_batch_stops_where_another_worker_reads(seat: Seat, clock: time_machine.Traveller) -> None:
    letter = newest(seat, "turn")
    rows = [send(letter, "orders") for _ in range(FEW + 3)][FEW:]
    other = {"state": InboundLetter.State.READING, "attempts": ingest.ATTEMPTS, "read_at": SPAN_ENDS + SECOND}
    InboundLetter.objects.filter(pk=rows[1].pk).update(**other)
    clock.move_to(SPAN_ENDS + SECOND)
    assert batches.read(rows[0].queue) == 1
    rows[2].refresh_from_db()
    assert rows[2].state == InboundLetter.State.RECEIVED


@pytest.mark.usefixtures("few")
def test_a_batch_stops_at_a_letter_that_cannot_be_read_and_the_later_ones_wait_behind_it(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    letter = newest(seat, "turn")
    rows = [send(letter, "orders") for _ in range(FEW + 2)][FEW:]
    Seat.objects.filter(pk=seat.pk).update(plan={"rules": "spoilt"})
    clock.move_to(SPAN_ENDS + SECOND)
    assert batches.read(rows[0].queue) == 0
    Seat.objects.filter(pk=seat.pk).update(plan={})
    clock.shift(2 * ingest.TRY_AGAIN_AFTER)
    assert batches.read(rows[0].queue) == 2


@pytest.mark.usefixtures("few")
def test_answers_of_a_worker_that_died_before_it_gathered_them_are_gathered_by_the_sweep(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    letter = newest(seat, "turn")
    rows = [send(letter, "recruit nobody" + "!" * n) for n in range(FEW + 2)][FEW:]
    clock.move_to(SPAN_ENDS + SECOND)
    for row in rows:
        ingest.read(row.pk)
    assert sweeps.sweep()["answers"] == 0
    clock.shift(gathered.LEFT_BEHIND + SECOND)
    waiting = OutboundLetter.objects.filter(state=State.FOR_ANSWER).count()
    assert (waiting, sweeps.sweep()["answers"]) == (1 if waiting == 1 else 2, 1)
    assert not OutboundLetter.objects.filter(state=State.FOR_ANSWER).exists()


@pytest.mark.usefixtures("few")
def test_a_flood_is_read_bit_by_bit_and_none_of_it_is_lost(
    seat: Seat, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "BATCH", 5)
    letter = newest(seat, "turn")
    rows = [send(letter, "orders") for _ in range(20)]
    at = [row.read_from for row in rows[FEW:]]
    assert at == sorted(at)
    assert {moment: at.count(moment) for moment in at} == {
        SPAN_ENDS: 5, SPAN_ENDS + pace.SPAN: 5, SPAN_ENDS + 2 * pace.SPAN: 5, SPAN_ENDS + 3 * pace.SPAN: 3,
    }  # fmt: skip
    read_all(clock)
    assert set(InboundLetter.objects.values_list("verdict", flat=True)) == {"letter"}


# --- nobody uses up what is another's ---------------------------------------------------------------


def test_letters_of_others_to_a_reply_address_keep_its_players_letters_from_nothing(seat: Seat) -> None:
    letter = newest(seat, "turn")
    rows = [send(letter, "12", sender=f"x{number}@evil.example") for number in range(pace.OTHERS + 5)]
    assert [row.queue for row in rows[-5:]] == [f"seat {seat.pk}"] * 5
    assert send(letter, "12").verdict == "letter"


def test_what_others_wrote_in_a_players_name_and_had_to_wait_is_told_in_one_letter(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    """Also of letters of which nobody can be asked whether they are theirs."""
    letter = newest(seat, "turn")
    for number in range(pace.OTHERS + 12):
        send(letter, *["12"] * 100, sender=f"x{number}@evil.example", quote=False)
    before = len(written(seat, "answered"))
    read_all(clock)
    told_later = written(seat, "answered")[before:]
    assert len(told_later) == limits.SAME_WORDS_A_DAY - pace.OTHERS
    assert {one.state for one in told_later} == {State.GATHERED}
    assert len(written(seat, "gathered")) == 1


def reported(letter: OutboundLetter, to: str = "", **changes: Any) -> InboundLetter:
    """A report about a letter, with something else in it, as a mail host hands it over."""
    report = replace(reports.about(letter), **changes)
    return ingest.ingest(report.bytes(), to or report.to, reports.NULL)


def posted(letter: OutboundLetter) -> OutboundLetter:
    assert posting.post(letter.pk)
    letter.refresh_from_db()
    return letter


def test_letters_with_the_null_sender_keep_a_players_letters_from_nothing(seat: Seat) -> None:
    letter = posted(newest(seat, "turn"))
    rows = [reported(letter) for _ in range(pace.REPORTS + 5)]
    rows += [reported(letter, action="Action: delayed") for _ in range(pace.OTHERS + 5)]
    assert len({row.queue for row in rows}) == 3
    assert [bool(row.queue) for row in rows].count(True) == 10
    assert send(letter, "12").verdict == "letter"


@pytest.mark.parametrize(
    "forged",
    [
        {"returned": "Message-ID: <somebody@else.example>"},
        {"recipient": "somebody@nowhere.example"},
        {"action": "Action: delayed"},
        {"kind": "multipart/mixed"},
    ],
)
def test_no_flood_of_invented_reports_delays_a_true_one(
    cast: Cast, seat: Seat, forged: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "STRANGERS", 3)
    letter = posted(told(seat))
    assert letter.envelope_sender == headers.bare_address()
    rows = [reported(letter, **forged) for _ in range(8)]
    assert {row.queue for row in rows} == {""}
    assert [row.state for row in rows].count(InboundLetter.State.DONE) == 5, "what is above is not even read"
    assert all(bytes(row.raw) for row in rows), "nothing is lost"
    assert {ingest.read(row.pk) for row in rows} <= {"bounce", "auto-reply", ""}
    assert not OutboundLetter.objects.filter(kind="probe").exists()
    true = reported(letter)
    assert (true.state, true.queue) == (InboundLetter.State.RECEIVED, "")
    ingest.read(true.pk)
    assert OutboundLetter.objects.filter(kind="probe", to=letter.to).count() == 1


def test_true_reports_about_one_address_delay_none_about_another(seat: Seat) -> None:
    letter = posted(told(seat))
    other = posted(told(next(one for one in Seat.objects.filter(table=seat.table) if one != seat)))
    rows = [reported(letter) for _ in range(pace.REPORTS + 3)]
    assert [bool(row.queue) for row in rows] == [False] * pace.REPORTS + [True] * 3
    assert reported(other).queue == ""


def test_invented_reports_are_kept_as_long_as_letters_of_strangers(
    seat: Seat, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "STRANGERS", 0)
    row = reported(posted(told(seat)), returned="Message-ID: <somebody@else.example>")
    for kept, after in ((True, -MINUTE), (False, MINUTE)):
        clock.move_to(START + service.STRANGERS_LETTERS_KEPT + after)
        ingest.forget(datetime.now(UTC))
        row.refresh_from_db()
        assert bool(row.raw) is kept


def test_letters_in_a_players_name_to_the_bare_address_keep_the_players_answers_from_nothing(seat: Seat) -> None:
    rows = [to_nobody(seat.player.email, "games", number=number) for number in range(pace.OF_ADDRESS + 5)]
    assert [bool(row.queue) for row in rows] == [False] * pace.OF_ADDRESS + [True] * 5
    assert send(newest(seat, "turn"), "12").verdict == "letter"


def test_what_was_answered_or_held_in_a_players_name_keeps_the_players_answers_from_nothing(
    seat: Seat, settings: Settings
) -> None:
    settings.LETTERS_AT_ONCE = 4
    for number, line in enumerate(["status", "12"] * 4):
        ingest.read(to_nobody(seat.player.email, line, number=number).pk)
    assert InboundLetter.objects.filter(seat=seat, player=seat.player).count() == 8
    assert send(newest(seat, "turn"), "12").verdict == "letter"


@pytest.mark.parametrize("proved", ["vouched for", "answers ours"])
def test_what_anybody_wrote_in_a_players_name_keeps_the_players_own_letters_to_the_bare_address_from_nothing(
    seat: Seat, proved: str, settings: Settings
) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mail.example.org",)
    for number in range(pace.OF_ADDRESS + 5):
        to_nobody(seat.player.email, "games", number=number)
    if proved == "vouched for":
        row = to_nobody(seat.player.email, "games", vouched=True, number=-1)
    else:
        row = ingest.ingest(reply(told(seat), "games", to=BARE), BARE, seat.player.email)
    assert (row.state, row.queue) == (InboundLetter.State.RECEIVED, "")


def test_who_knows_a_letter_to_somebody_else_has_proved_nothing(seat: Seat, cast: Cast) -> None:
    to_other = told(next(one for one in Seat.objects.filter(table=seat.table) if one != seat))
    rows = [
        ingest.ingest(reply(to_other, f"games {number}", sender=seat.player.email, to=BARE), BARE)
        for number in range(pace.OF_ADDRESS + 5)
    ]
    assert [bool(row.queue) for row in rows][-5:] == [True] * 5


# --- strangers --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("trusted")
def test_strangers_whom_nobody_vouches_for_cost_a_row_each_above_what_all_may_send(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "STRANGERS", 10)
    rows = [to_nobody(f"a{number}@b{number}.example", "join Autumn", number=number) for number in range(30)]
    assert [row.state for row in rows] == ["received"] * 10 + ["done"] * 20
    assert {(row.verdict, bytes(row.raw) != b"") for row in rows[10:]} == {("stranger", True)}
    assert not ingest.read(rows[-1].pk)
    newcomer = to_nobody("nina@new.example", "join Autumn", vouched=True)
    assert (newcomer.state, newcomer.queue) == ("received", "")


@pytest.mark.usefixtures("trusted")
def test_newcomers_wait_above_what_their_address_and_their_domain_may_send(cast: Cast) -> None:
    one = [to_nobody("nina@new.example", "help", vouched=True, number=n).queue != "" for n in range(8)]
    many = [to_nobody(f"n{n}@many.example", "help", vouched=True, number=n).queue != "" for n in range(70)]
    assert (one.count(True), many.count(True)) == (8 - pace.NEWCOMERS, 70 - pace.NEW_OF_DOMAIN)
    assert to_nobody("other@third.example", "help", vouched=True).queue == ""


def test_letters_in_the_names_of_players_wait_above_what_one_domain_may_send() -> None:
    letters = 310
    people = [f"p{number}@many.example" for number in range(letters // pace.OF_ADDRESS)]
    Player.objects.bulk_create(Player(email=email, name=email[:4]) for email in people)
    rows = [to_nobody(email, "games", number=number) for email in people for number in range(pace.OF_ADDRESS)]
    waiting = [bool(row.queue) for row in rows]
    assert (waiting, waiting.count(False)) == (sorted(waiting), pace.OF_DOMAIN)
    Player.objects.create_user("other@third.example", name="Olaf")
    assert to_nobody("other@third.example", "games").queue == ""


@pytest.fixture
def trusted(settings: Settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mail.example.org",)


# --- deadlines --------------------------------------------------------------------------------------


def test_a_letter_that_came_in_time_counts_though_it_has_to_wait(
    seat: Seat, clock: time_machine.Traveller, settings: Settings
) -> None:
    settings.LETTERS_AT_ONCE = FEW
    turn = seat.turns.get(ended_at=None)
    letter = newest(seat, "turn")
    clock.move_to(turn.due_by - MINUTE)
    for line in ("orders", "orders", "12"):
        row = send(letter, line)
    assert row.queue
    clock.move_to(turn.due_by + SECOND)
    assert deadlines.expire(turn.pk) == "waits for letters"
    read_all(clock)
    turn.refresh_from_db()
    assert turn.end == Turn.End.ANSWERED


def test_letters_from_after_the_deadline_put_no_judgement_off(seat: Seat, clock: time_machine.Traveller) -> None:
    turn = seat.turns.get(ended_at=None)
    letter = newest(seat, "turn")
    clock.move_to(turn.due_by + SECOND)
    for own in seat.table.seated:
        ingest.ingest(reply(letter, "orders"), headers.reply_address(own, turn.serial), own.player.email)
    assert deadlines.expire(turn.pk) == "stand-in"


def test_no_flood_to_the_bare_address_puts_a_judgement_off(
    seat: Seat, cast: Cast, clock: time_machine.Traveller, settings: Settings
) -> None:
    turn = seat.turns.get(ended_at=None)
    clock.move_to(turn.due_by - MINUTE)
    for number in range(30):
        to_nobody(f"a{number}@evil.example", "12", number=number)
        to_nobody(cast.outsider.email, "12", number=number)
    clock.move_to(turn.due_by + SECOND)
    assert deadlines.expire(turn.pk) == "stand-in"


def test_what_anybody_may_have_written_in_the_name_of_somebody_at_the_table_puts_no_judgement_off(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    turn = seat.turns.get(ended_at=None)
    clock.move_to(turn.due_by - MINUTE)
    to_nobody(seat.player.email, "12")
    clock.move_to(turn.due_by + SECOND)
    assert deadlines.expire(turn.pk) == "stand-in"


@pytest.mark.usefixtures("trusted")
def test_a_letter_without_reply_address_of_somebody_at_the_table_is_waited_for(
    seat: Seat, clock: time_machine.Traveller
) -> None:
    turn = seat.turns.get(ended_at=None)
    clock.move_to(turn.due_by - MINUTE)
    row = to_nobody(seat.player.email, "12", vouched=True)
    clock.move_to(turn.due_by + SECOND)
    assert deadlines.expire(turn.pk) == "waits for letters"
    ingest.read(row.pk)
    clock.shift(in_time.LOOK_AGAIN)
    assert deadlines.expire(turn.pk) == "stand-in"


@pytest.mark.usefixtures("few")
def test_a_player_cannot_put_the_own_judgement_off_with_a_flood(
    seat: Seat, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "BATCH", 5)
    turn = seat.turns.get(ended_at=None)
    letter = newest(seat, "turn")
    clock.move_to(turn.due_by - MINUTE)
    for _ in range(100):
        send(letter, "orders")
    late = timedelta(0)
    while deadlines.expire(turn.pk) != "stand-in":
        clock.shift(MINUTE)
        for queue in set(due_queues()):
            batches.read(queue)
        late = datetime.now(UTC) - turn.due_by
        assert late < in_time.HELD_UP + 2 * MINUTE
    assert InboundLetter.objects.filter(state__in=InboundLetter.UNREAD).exists()


def test_what_became_of_a_line_is_told_in_every_case() -> None:
    assert {*words.STATES, "refused"} == {*orders.COUNTED, "ignored"}
