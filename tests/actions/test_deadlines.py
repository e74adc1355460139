"""Reminders, grace, the stand-in, more time, and letters that came in time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine

from tests.cast import Cast, asked_seat, make_cast, only_table, running_league
from tests.post import address_of, deliver, newest, reply
from tournaments import sweeps
from tournaments.actions import bounces, deadlines, people, seats
from tournaments.actions.refusals import NotYours, TurnIsOver
from tournaments.mail import ingest
from tournaments.models import InboundLetter, JournalLine, LogEntry, OutboundLetter, Player, Seat, Table, Turn

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
NO_GRACE = {"grace": timedelta(0)}


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def cast(clock: time_machine.Traveller) -> Cast:
    return make_cast()


def begin(cast: Cast, **settings: object) -> tuple[Seat, Turn]:
    seat = asked_seat(only_table(running_league(cast, **settings)))
    return seat, seat.turns.get(ended_at=None)


def late(clock: time_machine.Traveller, turn: Turn, by: timedelta = timedelta(seconds=1)) -> None:
    turn.refresh_from_db()
    clock.move_to(turn.due_by + by)


def kinds(seat: Seat) -> list[str]:
    return list(OutboundLetter.objects.filter(seat=seat).order_by("pk").values_list("kind", flat=True))


def test_a_turn_has_its_hours_and_one_reminder_before_they_end(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    assert turn.due_by == START + 48 * HOUR
    clock.move_to(START + 35 * HOUR)
    assert sweeps.sweep()["reminders"] == 0
    clock.move_to(START + 36 * HOUR)
    assert [sweeps.sweep()["reminders"] for _ in range(2)] == [1, 0]
    assert kinds(seat) == ["turn", "reminder"]
    assert not deadlines.remind(turn.pk)


def test_an_answered_turn_is_not_reminded_of(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    deliver(newest(seat), "12")
    clock.move_to(START + 36 * HOUR)
    assert not deadlines.remind(turn.pk)
    assert "reminder" not in kinds(seat)


def test_who_wants_fewer_letters_is_reminded_all_the_same(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    assert seat.player is not None
    seat.player.entries.update(quiet_at=START)
    clock.move_to(START + 36 * HOUR)
    assert deadlines.remind(turn.pk)
    assert kinds(seat) == ["turn", "reminder"]


def test_the_first_deadline_brings_a_day_of_grace_that_nobody_else_hears_of(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast)
    late(clock, turn)
    before = OutboundLetter.objects.exclude(seat=seat).count()
    assert deadlines.expire(turn.pk) == "grace"
    turn.refresh_from_db()
    assert turn.due_by == turn.grace_until == START + 72 * HOUR + timedelta(seconds=1)
    assert kinds(seat) == ["turn", "grace"]
    assert OutboundLetter.objects.exclude(seat=seat).count() == before
    assert deadlines.expire(turn.pk) == "not due"


STAND_IN, ASK = "the stand-in moves for you.", "the organiser may let the stand-in move for you."


@pytest.mark.parametrize(
    ("policy", "grace", "afterwards"),
    [
        ("stand-in", 24, f"you have 24 hours of grace that nobody else hears of; then {STAND_IN}"),
        ("stand-in", 0, f"After that {STAND_IN}"),
        ("ask", 12, f"you have 12 hours of grace that nobody else hears of; then {ASK}"),
        ("ask", 0, f"After that {ASK}"),
        ("wait", 24, "After that the table goes on waiting for you, and the organiser sees it."),
    ],
)
def test_a_reminder_says_what_really_follows(
    cast: Cast, clock: time_machine.Traveller, policy: str, grace: int, afterwards: str
) -> None:
    seat, turn = begin(cast, expiry=policy, grace=grace * HOUR)
    clock.move_to(START + 36 * HOUR)
    deadlines.remind(turn.pk)
    told = newest(seat, "reminder")
    assert afterwards in " ".join(told.text.split())
    assert afterwards in " ".join(told.html.split())


def test_a_reminder_promises_no_second_grace(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    Seat.objects.filter(pk=seat.pk).update(grace_used_at=START)
    clock.move_to(START + 36 * HOUR)
    deadlines.remind(turn.pk)
    assert f"After that {STAND_IN}" in " ".join(newest(seat, "reminder").text.split())


@pytest.mark.parametrize(("hours", "words"), [(24, "24 hours"), (2, "2 hours"), (120, "5 days")])
def test_the_letter_of_grace_tells_how_long_it_is(
    cast: Cast, clock: time_machine.Traveller, hours: int, words: str
) -> None:
    seat, turn = begin(cast, grace=hours * HOUR)
    late(clock, turn)
    deadlines.expire(turn.pk)
    told = newest(seat, "grace")
    assert f"{words.upper()} OF GRACE" in told.text.splitlines()[0]
    assert f"you get {words} more" in " ".join(told.text.split())
    assert f"After that {STAND_IN}" in " ".join(told.text.split())


def test_after_the_grace_the_stand_in_moves_and_says_so(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    late(clock, turn)
    deadlines.expire(turn.pk)
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "stand-in"
    turn.refresh_from_db()
    assert turn.end == Turn.End.STAND_IN
    assert kinds(seat)[-1] == "turn_expired"
    assert asked_seat(seat.table).pk != seat.pk
    seat.refresh_from_db()
    assert seat.mover == Seat.Mover.PLAYER
    assert seat.expired_on == ["2026-03-05"]
    assert deadlines.expire(turn.pk) == "not due"


def test_the_stand_in_uses_the_seats_own_standing_orders_first(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    late(clock, turn)
    deliver(newest(seat), "22", message_id="<plan@x>")
    own = Turn.objects.filter(seat=seat).count()
    assert own == 1
    for _ in range(2):
        deliver(newest(asked_seat(seat.table)), "12")
    seat, turn = asked_seat(seat.table), asked_seat(seat.table).turns.get(ended_at=None)
    seat.plan = {
        **seat.plan,
        "kept": [{"moves": ["nothing prince", _legal(seat)], "guard": None, "anyway": False}],
        "stopped": "a test",
    }
    seat.save()
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "stand-in"
    moved = LogEntry.objects.filter(table=seat.table, entry__seat=seat.number, entry__by="kept")
    assert moved.exists()


def test_the_others_read_that_the_stand_in_moved(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    late(clock, turn)
    deadlines.expire(turn.pk)
    following = asked_seat(seat.table)
    sentence = f"The stand-in moved for {seat.player}:"
    assert sentence in " ".join(newest(following, "turn").text.split())
    deliver(newest(following), "log")
    assert sentence in " ".join(newest(following, "words").text.split())
    assert "The stand-in moved for" not in newest(seat, "turn_expired").text


def _legal(seat: Seat) -> str:
    import engine

    match = engine.Match.load(seat.table.position or {}, secret=bytes(seat.table.secret))
    decision = match.decision(seat.number)
    assert decision is not None
    return next(move.text for move in decision.moves if move.verb == "guilders")


def test_after_three_expiries_on_three_days_the_stand_in_keeps_the_seat(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast, **NO_GRACE)
    for _ in range(3):
        turn = _next_turn_of(seat)
        late(clock, turn)
        assert deadlines.expire(turn.pk) == "stand-in"
    seat.refresh_from_db()
    assert len(seat.expired_on) == 3
    assert seat.mover == Seat.Mover.STAND_IN
    for _ in range(6):
        deliver(newest(asked_seat(seat.table)), "guilders 1", "12", "22", "32", "42", "52")
    assert not seat.turns.filter(ended_at=None).exists()


def _next_turn_of(seat: Seat) -> Turn:
    """Let the others answer until this seat is asked."""
    while (asked := asked_seat(seat.table)).pk != seat.pk:
        deliver(newest(asked), _legal(asked))
    return seat.turns.get(ended_at=None)


def test_three_expiries_on_one_day_are_one(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast, turn_time=HOUR, **NO_GRACE)
    for _ in range(3):
        turn = _next_turn_of(seat)
        late(clock, turn)
        deadlines.expire(turn.pk)
    seat.refresh_from_db()
    assert (seat.mover, len(seat.expired_on)) == (Seat.Mover.PLAYER, 1)


def test_the_day_of_an_expiry_is_the_players_own(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, turn_time=14 * HOUR + timedelta(minutes=30), **NO_GRACE)
    late(clock, turn)  # 23:30 UTC is past midnight in Brussels
    deadlines.expire(turn.pk)
    seat.refresh_from_db()
    assert seat.expired_on == ["2026-03-03"]


def test_any_letter_of_the_owner_brings_the_seat_back(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, _ = begin(cast, **NO_GRACE)
    Seat.objects.filter(pk=seat.pk).update(mover=Seat.Mover.STAND_IN, expired_on=["2026-03-01"])
    deliver(newest(seat), "status")
    seat.refresh_from_db()
    assert (seat.mover, seat.expired_on) == (Seat.Mover.PLAYER, [])


def test_taking_a_seat_back_asks_its_player(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    Seat.objects.filter(pk=seat.pk).update(mover=Seat.Mover.STAND_IN)
    Turn.objects.filter(pk=turn.pk).delete()
    OutboundLetter.objects.filter(seat=seat).delete()
    assert seats.take_back(seat)
    assert kinds(seat) == ["turn"]
    assert not seats.take_back(seat)


@pytest.mark.parametrize(("policy", "word"), [("wait", "waits"), ("ask", "asks the organiser")])
def test_other_policies_leave_the_turn_open(cast: Cast, clock: time_machine.Traveller, policy: str, word: str) -> None:
    seat, turn = begin(cast, expiry=policy, **NO_GRACE)
    late(clock, turn)
    assert deadlines.expire(turn.pk) == word
    assert sweeps.sweep()["expired"] == 0
    assert asked_seat(seat.table).pk == seat.pk
    assert JournalLine.objects.filter(verb=word).count() == 1


def test_with_the_organisers_yes_the_stand_in_moves(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, expiry="ask", **NO_GRACE)
    with pytest.raises(TurnIsOver):
        deadlines.allow_stand_in(turn.pk, cast.organiser)
    late(clock, turn)
    deadlines.expire(turn.pk)
    with pytest.raises(NotYours):
        deadlines.allow_stand_in(turn.pk, cast.outsider)
    deadlines.allow_stand_in(turn.pk, cast.organiser)
    assert asked_seat(seat.table).pk != seat.pk
    with pytest.raises(TurnIsOver):
        deadlines.allow_stand_in(turn.pk, cast.organiser)


def test_a_letter_from_before_the_deadline_counts_though_it_is_read_later(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    letter = newest(seat)
    clock.move_to(turn.due_by - timedelta(seconds=1))
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    late(clock, turn, by=timedelta(seconds=20))
    assert deadlines.expire(turn.pk) == "waits for letters"
    assert ingest.read(row.pk) == "letter"
    turn.refresh_from_db()
    assert turn.end == Turn.End.ANSWERED
    assert deadlines.expire(turn.pk) == "not due"


def test_a_letter_that_was_laid_aside_is_not_waited_for(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    letter = newest(seat)
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "waits for letters"
    InboundLetter.objects.filter(pk=row.pk).update(state=InboundLetter.State.LAID_ASIDE)
    clock.shift(timedelta(minutes=1))
    assert deadlines.expire(turn.pk) == "stand-in"


def test_mail_to_no_table_is_waited_for_only_if_it_came_in_time(cast: Cast, clock: time_machine.Traveller) -> None:
    _, turn = begin(cast, **NO_GRACE)
    late(clock, turn)
    ingest.ingest(b"From: a@b.example\r\nMessage-ID: <late@x>\r\n\r\nhi\r\n", "play@mail.example.org", "a@b.example")
    assert deadlines.expire(turn.pk) == "stand-in"


def test_the_organiser_gives_more_time_and_the_player_is_told(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    with pytest.raises(NotYours):
        deadlines.extend(turn.pk, 24 * HOUR, cast.outsider, "please")
    deadlines.extend(turn.pk, 24 * HOUR, cast.organiser, "a holiday")
    turn.refresh_from_db()
    assert turn.due_by == START + 72 * HOUR
    assert kinds(seat) == ["turn", "extended"]
    assert JournalLine.objects.get(verb="deadline extended").actor == cast.organiser
    clock.move_to(START + 49 * HOUR)
    assert deadlines.expire(turn.pk) == "not due"


def test_more_time_after_the_deadline_counts_from_now(cast: Cast, clock: time_machine.Traveller) -> None:
    _, turn = begin(cast, expiry="wait")
    late(clock, turn, by=5 * HOUR)
    deadlines.extend(turn.pk, 2 * HOUR, cast.organiser, "illness")
    turn.refresh_from_db()
    assert turn.due_by == START + 55 * HOUR


@pytest.mark.parametrize(
    ("start", "local"),
    [
        (datetime(2026, 3, 27, 17, tzinfo=UTC), "2026-03-29 19:00"),  # clocks go forward in between
        (datetime(2026, 10, 23, 16, tzinfo=UTC), "2026-10-25 17:00"),  # and back
    ],
)
def test_a_night_of_changing_clocks_neither_takes_nor_gives_an_hour(
    start: datetime, local: str, clock: time_machine.Traveller
) -> None:
    clock.move_to(start)
    seat, turn = begin(make_cast())
    assert turn.due_by - turn.opened_at == 48 * HOUR
    assert turn.due_by.astimezone(ZoneInfo("Europe/Brussels")).strftime("%Y-%m-%d %H:%M") == local
    assert f"{local[-5:]} in" in " ".join(newest(seat).text.split()).replace(",", "")


def test_a_table_that_cannot_be_judged_does_not_stop_the_others(cast: Cast, clock: time_machine.Traveller) -> None:
    _, broken = begin(cast, **NO_GRACE)
    _, turn = begin(cast, name="Winter", tag="Winter", **NO_GRACE)
    Table.objects.filter(seats__turns=broken).update(position={})
    late(clock, turn)
    assert sweeps.sweep()["expired"] == 2
    broken.refresh_from_db()
    turn.refresh_from_db()
    assert turn.end == Turn.End.STAND_IN
    assert broken.attempts == 1
    assert broken.judge_at is not None
    assert broken.judge_at > clock_now()
    assert sweeps.sweep()["expired"] == 0


def clock_now() -> datetime:
    return datetime.now(UTC)


def test_the_sweep_may_run_twice_at_once_in_a_row(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    late(clock, turn)
    assert [sweeps.sweep()["expired"] for _ in range(3)] == [1, 0, 0]
    assert LogEntry.objects.filter(table=seat.table, entry__by="stand-in", entry__serial=turn.serial).exists()
    assert JournalLine.objects.filter(verb="stand-in").count() == 1


# --- dead mailboxes ------------------------------------------------------------------------------


def mailbox_of(seat: Seat) -> Player:
    assert seat.player is not None
    seat.player.refresh_from_db()
    return seat.player


def test_a_deadline_that_no_letter_told_of_is_no_miss(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "cannot be reached"
    clock.shift(2 * HOUR)
    assert sweeps.sweep()["expired"] == 1
    seat.refresh_from_db()
    assert (seat.expired_on, seat.grace_used_at, seat.mover) == ([], None, Seat.Mover.PLAYER)
    assert asked_seat(seat.table).pk == seat.pk
    assert JournalLine.objects.filter(verb="cannot be reached").count() == 1


def test_the_clock_stands_still_while_no_letter_arrives(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    clock.move_to(START + 10 * HOUR)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    late(clock, turn, by=100 * HOUR)
    deadlines.expire(turn.pk)
    people.confirm(mailbox_of(seat))
    turn.refresh_from_db()
    assert turn.due_by == turn.judge_at == clock_now() + 38 * HOUR
    assert turn.remind_at == clock_now() + 26 * HOUR
    late(clock, turn)
    assert deadlines.expire(turn.pk) == "stand-in"


def test_a_turn_that_began_while_no_letter_arrived_has_its_whole_time(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    first, _ = begin(cast, **NO_GRACE)
    other = first.table.seats.get(number=(first.number + 1) % 3)
    bounces.address_is_dead(mailbox_of(other).email, "a test")
    clock.shift(10 * HOUR)
    deliver(newest(first), _legal(first))
    assert asked_seat(first.table).pk == other.pk
    clock.shift(70 * HOUR)
    people.confirm(mailbox_of(other))
    assert other.turns.get(ended_at=None).due_by == clock_now() + 48 * HOUR


def test_nobody_is_reminded_at_an_address_that_is_dead(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    bounces.address_is_dead(mailbox_of(seat).email, "a test")
    clock.move_to(START + 36 * HOUR)
    assert not deadlines.remind(turn.pk)
    assert sweeps.sweep()["reminders"] == 0
    assert kinds(seat) == ["turn"]


@pytest.mark.parametrize("kind", ["turn", "reminder", "grace", "orders_refused"])
def test_an_open_question_is_sent_again_whatever_letter_asked_it(
    cast: Cast, clock: time_machine.Traveller, kind: str
) -> None:
    seat, turn = begin(cast)
    if kind == "reminder":
        clock.move_to(START + 36 * HOUR)
        deadlines.remind(turn.pk)
    if kind == "grace":
        late(clock, turn)
        deadlines.expire(turn.pk)
    if kind == "orders_refused":
        deliver(newest(seat), "recruit prince in red")
    letter = newest(seat)
    assert letter.kind == kind
    OutboundLetter.objects.update(state=OutboundLetter.State.SENT)
    bounces.address_is_dead(mailbox_of(seat).email, "it came back")
    people.confirm(mailbox_of(seat))
    again = OutboundLetter.objects.filter(state=OutboundLetter.State.QUEUED)
    assert list(again) == [letter]


def test_a_question_that_the_reviving_letter_answers_is_not_sent_again(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seat, _ = begin(cast)
    letter = newest(seat)
    OutboundLetter.objects.update(state=OutboundLetter.State.SENT)
    bounces.address_is_dead(mailbox_of(seat).email, "it came back")
    deliver(letter, _legal(seat))
    assert newest(seat).state == OutboundLetter.State.QUEUED
    letter.refresh_from_db()
    assert letter.state == OutboundLetter.State.SENT
