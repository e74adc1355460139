"""Reminders, grace, more time, and letters that came in time."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine

from tests.actions.asked import HOUR, NO_GRACE, START, begin, kinds, late, open_turn
from tests.shared.cast import Cast, asked_seat, make_cast
from tests.shared.desk import at_desk
from tests.shared.post import address_of, deliver, newest, reply
from tournaments.actions.clock import deadlines
from tournaments.inbox import ingest
from tournaments.language.refusals import NotYours
from tournaments.models import InboundLetter, JournalLine, LogEntry, OutboundLetter, Player, Seat, Table, Turn
from tournaments.outbox.preferences import FEWEST
from tournaments.running import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


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
    other = asked_seat(seat.table)
    assert deadlines.remind(open_turn(other).pk)
    assert "reminder" in kinds(other)


def test_who_wants_fewer_letters_is_reminded_all_the_same(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast)
    assert seat.player is not None
    seat.player.entries.update(ways=FEWEST)
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


DAY_OF_GRACE = re.compile(r"\b5 Mar\b|March 5,")  # its end, a day behind the deadline


def test_no_deadline_on_the_desk_tells_an_organiser_who_plays_of_an_opponents_grace(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    """Every page shows the one that the table knows, also when more time is given; others see the true one."""
    seat, turn = begin(cast)
    player = seat.table.seats.exclude(pk=seat.pk)[0].player
    assert player is not None
    Player.objects.filter(pk=player.pk).update(is_staff=True)
    seat.table.league.organisers.add(player)
    late(clock, turn)
    deadlines.expire(turn.pk)
    pages = [
        f"/desk/tournaments/{end}" for end in ("table/", f"table/{seat.table_id}/change/", "league/", "journalline/")
    ]
    pages += [
        f"/desk/tournaments/league/{seat.table.league_id}/change/",
        f"/desk/tournaments/table/turn/{turn.pk}/extend/",
    ]
    seen = {}
    for reader in (player, cast.organiser):
        client = at_desk(Player.objects.get(pk=reader.pk))
        texts = [client.get(page).content.decode() for page in pages]
        seen[reader] = [bool(DAY_OF_GRACE.search(text)) for text in texts]
        client.post(pages[-1], {"hours": "1", "reason": "a question"})
    assert seen[player] == [False] * len(pages)
    assert seen[cast.organiser].count(True) >= 3
    before, turn = turn.due_by, Turn.objects.get(pk=turn.pk)
    assert turn.due_by == turn.grace_until + HOUR, "who plays leaves it to the other one"
    assert turn.due_by - turn.grace_time == before + HOUR


STAND_IN, ASK = "the stand-in moves for you.", "the organiser may let the stand-in move for you."


@pytest.mark.parametrize(
    ("policy", "grace", "afterwards"),
    [
        ("stand-in", 24, f"you have 24 hours of grace of which nobody else at the table hears; then {STAND_IN}"),
        ("stand-in", 0, f"After that {STAND_IN}"),
        ("ask", 12, f"you have 12 hours of grace of which nobody else at the table hears; then {ASK}"),
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
    assert broken.judge_at > datetime.now(UTC)
    assert sweeps.sweep()["expired"] == 0


def test_the_sweep_may_run_twice_at_once_in_a_row(cast: Cast, clock: time_machine.Traveller) -> None:
    seat, turn = begin(cast, **NO_GRACE)
    late(clock, turn)
    assert [sweeps.sweep()["expired"] for _ in range(3)] == [1, 0, 0]
    assert LogEntry.objects.filter(table=seat.table, entry__by="stand-in", entry__serial=turn.serial).exists()
    assert JournalLine.objects.filter(verb="stand-in").count() == 1
