"""No letter of a player ends in silence: each is answered, gathered or asked about, or listed with why it is not."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings as service
from pytest_django import Settings

from tests.fixtures.mail.senders import HOST
from tests.inbox.test_ingest_workers import died_thrice
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.post import address_of, deliver, newest, reply
from tournaments.actions.clock import pace
from tournaments.actions.commands import gathered, held_letters
from tournaments.actions.player import bounces, people, renewing
from tournaments.actions.seats import seats, substitutes
from tournaments.inbox import batches, holding, ingest, understanding, volume
from tournaments.letters import headers
from tournaments.models import InboundLetter, LogEntry, OutboundLetter, Player, Seat
from tournaments.outbox import limits
from tournaments.queries.letters import outcomes
from tournaments.running import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
State = OutboundLetter.State
TIMES = 5  # letters with one outcome: more than go out at once
SOMEBODY = "somebody@elsewhere.example"
WENT_WRONG = (State.FAILED, State.NOT_WANTED)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 3, 2, 12, 1, tzinfo=UTC), tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """The limit of the most frequent answers is reached too, and a host of ours judges senders."""
    monkeypatch.setattr(limits, "WORDS_AN_HOUR", 3)
    settings.TRUSTED_AUTHSERV_IDS = (HOST,)


def judged(verdict: str, domain: str = "example.net") -> str:
    """The header in which our own host says what it thinks of a sender."""
    return f"Authentication-Results: {HOST}; dmarc={verdict} header.from={domain}"


@dataclass(frozen=True, slots=True)
class Stage:
    """A seat that is asked for its first card, and the letter that asks."""

    cast: Cast
    seat: Seat
    letter: OutboundLetter

    def bare(self, *lines: str, sender: str = "", **how: Any) -> InboundLetter:
        """To the service's own address, without a reference."""
        return deliver(self.letter, *lines, to=headers.bare_address(), references=False, sender=sender, **how)


@pytest.fixture
def stage(cast: Cast, seat: Seat) -> Stage:
    return Stage(cast, seat, newest(seat, "turn"))


Rows = Iterator[InboundLetter]


def a_letter(at: Stage) -> Rows:
    for _ in range(TIMES):
        yield deliver(at.letter, "recruit nobody")


def a_yes(at: Stage) -> Rows:
    for _ in range(holding.ASKED_A_DAY):
        held = deliver(at.letter, "recruit nobody", sender=SOMEBODY)
        yield deliver(newest(at.seat, "was_this_you"), "yes")
        ingest.read(held.pk)
        held.refresh_from_db()
        assert is_told(held)


def an_empty_one(at: Stage) -> Rows:
    for _ in range(TIMES):
        yield deliver(at.letter)
        yield at.bare()


def a_question_to_the_bare_address(at: Stage) -> Rows:
    for _ in range(TIMES):
        yield at.bare("status")


def one_for_several_tables(at: Stage) -> Rows:
    running_league(at.cast, name="Winter League", tag="Winter")
    for _ in range(TIMES):
        yield at.bare("12")


def one_without_a_table(at: Stage) -> Rows:
    for _ in range(TIMES):
        yield at.bare("When does it begin?", sender=at.cast.outsider.email)


def a_yes_too_many(at: Stage) -> Rows:
    at.bare("vacation 3 to 9 may", sender=at.cast.outsider.email)
    question = OutboundLetter.objects.get(kind="was_this_you")
    deliver(question, "yes")
    for _ in range(TIMES):
        yield deliver(question, "yes")


def one_for_a_replaced_seat(at: Stage) -> Rows:
    Seat.objects.filter(pk=at.seat.pk).update(mover=Seat.Mover.REPLACED)
    for _ in range(TIMES):
        yield deliver(at.letter, "12")


def one_for_a_former_seat(at: Stage) -> Rows:
    seats.replace_by_stand_in(at.seat.pk, at.cast.organiser, "a bet")
    for _ in range(TIMES):
        yield deliver(at.letter, "12")


def one_in_a_players_name(at: Stage) -> Rows:
    for _ in range(TIMES):
        yield at.bare("12")


def one_from_another_address(at: Stage) -> Rows:
    for _ in range(TIMES):
        yield deliver(at.letter, "12", sender=SOMEBODY)


def one_that_its_host_disowns(at: Stage) -> Rows:
    for _ in range(TIMES):
        yield deliver(at.letter, "12", headers=[judged("fail")])


def one_that_is_too_long_to_ask_about(at: Stage) -> Rows:
    many = [f"recruit x{number} in red" for number in range(understanding.MOST_LINES_ASKED + 1)]
    for _ in range(TIMES):
        yield at.bare(*many)
        yield deliver(at.letter, *many, sender=SOMEBODY)


def a_strangers_join(at: Stage) -> Rows:
    yield at.bare("join autumn", sender=SOMEBODY, headers=[judged("pass", "elsewhere.example")])


# --- what must stay without an answer ------------------------------------------------------------


def a_bounce(at: Stage) -> Rows:
    yield deliver(at.letter, "returned to sender", sender="mailer-daemon@elsewhere.example", mail_from="<>")


def an_automatic_reply(at: Stage) -> Rows:
    yield deliver(at.letter, "I am away", headers=["Auto-Submitted: auto-replied"])


def one_of_a_machine_that_answers_everything(at: Stage) -> Rows:
    for _ in range(limits.SAME_WORDS_A_DAY):
        assert is_told(deliver(at.letter, "Thank you for your message."))
    OutboundLetter.objects.filter(state=State.FOR_ANSWER).update(state=State.SENT)
    yield deliver(at.letter, "Thank you for your message.")


def a_copy(at: Stage) -> Rows:
    raw = reply(at.letter, "recruit nobody")
    for to in (address_of(at.letter), headers.bare_address()):
        row = ingest.ingest(raw, to, at.letter.to)
        ingest.read(row.pk)
    row.refresh_from_db()
    yield row


def an_empty_one_of_nobody(at: Stage) -> Rows:
    yield deliver(at.letter, sender=SOMEBODY)


def a_disowned_one(at: Stage) -> Rows:
    held = deliver(at.letter, "12", sender=SOMEBODY)
    yield gone_unconfirmed(held, lambda: held_letters.refuse(held, at.seat.owner))


def one_of_a_flood(at: Stage) -> Rows:
    for _ in range(holding.ASKED_A_DAY + 1):
        at.bare("12")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(volume, "OF_A_PLAYER", 0)
        patch.setattr(volume, "OF_BEGINNINGS", 0)
        yield at.bare("12")


def one_of_megabytes_that_wait(at: Stage) -> Rows:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pace, "OF_ADDRESS", 0)
        patch.setattr(volume, "OF_A_PLAYER", 0)
        yield at.bare("12")


def one_whose_seat_was_given_away(at: Stage) -> Rows:
    held = deliver(at.letter, "12", sender=SOMEBODY)
    yield gone_unconfirmed(
        held,
        lambda: substitutes.give_seat(
            at.seat.pk, at.cast.outsider, at.cast.organiser, "a bet", epoch=at.seat.token_epoch
        ),
    )


def one_that_nobody_said_yes_to(at: Stage) -> Rows:
    held = deliver(at.letter, "12", sender=SOMEBODY)
    later = held.received_at + service.RAW_LETTERS_KEPT + timedelta(days=1)
    yield gone_unconfirmed(held, lambda: ingest.forget(later))


def one_of_who_was_forgotten(at: Stage) -> Rows:
    held = deliver(at.letter, "12", sender=SOMEBODY)
    yield gone_unconfirmed(held, lambda: people.erase(at.seat.owner, at.cast.organiser, "their wish"))


def gone_unconfirmed(held: InboundLetter, happens: Callable[[], object]) -> InboundLetter:
    """A letter that was asked about, and then something else happened; the question is out of the way."""
    OutboundLetter.objects.filter(answers=held).delete()
    happens()
    held.refresh_from_db()
    return held


def one_for_a_seat_that_was_never_theirs(at: Stage) -> Rows:
    seats.replace_by_stand_in(at.seat.pk, at.cast.organiser, "a bet")
    yield deliver(at.letter, "12", sender=at.cast.outsider.email)


def one_with_an_invented_address(at: Stage) -> Rows:
    local, _, domain = address_of(at.letter).partition("@")
    invented = f"{local[:-1]}{'b' if local[-1] == 'a' else 'a'}@{domain}"
    yield deliver(at.letter, "12", sender=SOMEBODY, to=invented, references=False)


def one_of_nobody(at: Stage) -> Rows:
    yield at.bare("help", sender=SOMEBODY)
    yield at.bare("help", headers=[judged("fail")])


def a_join_too_many(at: Stage) -> Rows:
    (_,) = a_strangers_join(at)
    yield from a_strangers_join(at)


WAYS: dict[str, Callable[[Stage], Rows]] = {
    "letter": a_letter,
    "yes": a_yes,
    "empty": an_empty_one,
    "asked": a_question_to_the_bare_address,
    "which table": one_for_several_tables,
    "no seat": one_without_a_table,
    "nothing waited": a_yes_too_many,
    "replaced seat": one_for_a_replaced_seat,
    "former seat": one_for_a_former_seat,
    "invited": a_strangers_join,
    "no token": one_in_a_players_name,
    "other address": one_from_another_address,
    "dmarc": one_that_its_host_disowns,
    "too long to ask": one_that_is_too_long_to_ask_about,
    "bounce": a_bounce,
    "auto-reply": an_automatic_reply,
    "goes round": one_of_a_machine_that_answers_everything,
    "duplicate": a_copy,
    "nothing to ask": an_empty_one_of_nobody,
    "disowned": a_disowned_one,
    "no room": one_of_a_flood,
    "queue full": one_of_megabytes_that_wait,
    "waited too long": one_that_nobody_said_yes_to,
    "seat given": one_whose_seat_was_given_away,
    "erased": one_of_who_was_forgotten,
    "dead token": one_for_a_seat_that_was_never_theirs,
    "forged": one_with_an_invented_address,
    "stranger": one_of_nobody,
    "too many joins": a_join_too_many,
}
ANSWERED = [verdict for verdict, outcome in outcomes.OUTCOMES.items() if not outcome.silent]


def is_told(row: InboundLetter) -> bool:
    """Whether a letter answers it, or asks about it; of one that waits, whether a letter says that such wait."""
    if OutboundLetter.objects.filter(answers=row).exclude(state__in=WENT_WRONG).exists():
        return True
    waiting = OutboundLetter.objects.filter(kind=holding.ALL_WAIT)
    return row.state == InboundLetter.State.HELD and waiting.exists()


def end_the_hour(clock: time_machine.Traveller) -> None:
    clock.move_to(limits.end_of(limits.HOUR) + gathered.LEFT_BEHIND + timedelta(seconds=1))
    sweeps.sweep()


def test_every_outcome_is_tried_here() -> None:
    assert set(WAYS) == set(outcomes.OUTCOMES)


@pytest.mark.parametrize("verdict", ANSWERED)
def test_letters_with_an_outcome_that_is_answered_are_all_answered_within_the_hour(
    verdict: str, stage: Stage, clock: time_machine.Traveller
) -> None:
    rows = []
    for row in WAYS[verdict](stage):
        assert row.verdict == verdict
        assert verdict == "yes" or is_told(row), "the letter that a yes lets through is answered in its place"
        rows.append(row)
    end_the_hour(clock)
    assert not OutboundLetter.objects.filter(state=State.FOR_ANSWER).exists()
    for answer in OutboundLetter.objects.filter(answers__in=rows, state=State.GATHERED):
        assert answer.told_in is not None
        assert answer.told_in.state == State.QUEUED


@pytest.mark.parametrize("verdict", [one for one in ANSWERED if one not in ("yes", "invited")])
def test_who_is_not_answered_at_once_any_more_has_been_told_so(verdict: str, stage: Stage) -> None:
    announced = False
    for row in WAYS[verdict](stage):
        for answer in OutboundLetter.objects.filter(answers=row).order_by("pk"):
            assert announced or answer.state != State.FOR_ANSWER
            announced = announced or "answered together" in answer.text or answer.kind == holding.ALL_WAIT
    assert announced


@pytest.mark.parametrize("verdict", [verdict for verdict in WAYS if verdict not in ANSWERED])
def test_letters_that_must_stay_without_an_answer_get_none(
    verdict: str, stage: Stage, clock: time_machine.Traveller
) -> None:
    for row in WAYS[verdict](stage):
        assert row.verdict == verdict
        assert not OutboundLetter.objects.filter(answers=row).exists()
    end_the_hour(clock)
    assert not OutboundLetter.objects.filter(kind=gathered.KIND).exists()


# --- what lies between ---------------------------------------------------------------------------


LINES = (
    "12", "12", "22", "32", "recruit nobody", "status", "help this", "say: hello", "note: me", "notes",
    "always draw red > blue", "hold prince", "also workers 2", "forget", "undo", "go on", "yes", "what now?", "",
    "games", "leave", "referee: is this so?", "language de", "quiet 22-7", "vacation 1 may", "orders", "rules",
)  # fmt: skip


def test_whatever_a_player_writes_in_whatever_order_is_answered(seat: Seat, clock: time_machine.Traveller) -> None:
    chance, letter = random.Random(13), newest(seat, "turn")
    for _ in range(30):
        if chance.random() < 0.3 and (asked := asked_seat(seat.table)).pk != seat.pk:
            deliver(newest(asked), "12")
        if chance.random() < 0.3:
            letter = newest(seat)
        lines = [chance.choice(LINES) for _ in range(chance.choice((1, 1, 2)))]
        row = deliver(letter, *lines)
        assert is_told(row), lines
        clock.shift(timedelta(minutes=chance.choice((0, 1, 25))))
    end_the_hour(clock)
    assert not OutboundLetter.objects.filter(state=State.FOR_ANSWER).exists()


def test_forty_letters_with_standing_orders_bring_a_few_receipts_and_one_for_all_others(
    seat: Seat, clock: time_machine.Traveller, settings: Settings
) -> None:
    letter = newest(seat, "turn")
    rows = []
    for number in range(40):
        raw = reply(letter, f"always draw {'red > blue' if number % 2 else 'blue > red'}")
        rows.append(ingest.ingest(raw, address_of(letter), letter.to))
        ingest.read(rows[-1].pk) if not rows[-1].queue else None
    clock.shift(pace.SPAN)
    assert batches.read(rows[-1].queue) == len(rows) - settings.LETTERS_AT_ONCE
    alone = OutboundLetter.objects.filter(kind="orders_account", state=State.QUEUED)
    assert alone.count() == 3
    one = OutboundLetter.objects.get(kind=gathered.KIND)
    count = len(rows) - 3
    assert f"YOUR LAST {count} LETTERS" in one.text
    assert one.text.count("holds from now on") == count


@pytest.mark.parametrize("tables", [0, 1, 2])
def test_a_machine_that_answers_all_our_letters_and_does_not_say_so_comes_to_an_end(
    stage: Stage, clock: time_machine.Traveller, tables: int
) -> None:
    player = stage.seat.owner if tables else stage.cast.outsider
    if tables == 2:
        running_league(stage.cast, name="Winter League", tag="Winter")
    begun = newest(stage.seat)
    deliver(begun, "I am on the sea.", sender=player.email, to=headers.bare_address() if tables != 1 else "")
    answered = begun.pk
    for _ in range(3 * limits.SAME_WORDS_A_DAY):
        ours = OutboundLetter.objects.filter(player=player, pk__gt=answered, state=State.QUEUED).order_by("pk")
        for letter in ours.exclude(kind="turn"):
            answered = letter.pk
            deliver(letter, "I am on the sea.", sender=player.email)
        if not ours.exists() and not player.letters_out.filter(state=State.FOR_ANSWER).exists():
            break
        end_the_hour(clock)
    else:
        pytest.fail("It goes on for ever.")


def test_a_receipt_that_waits_keeps_nothing_back_that_is_asked_or_played(seat: Seat) -> None:
    letter = newest(seat, "turn")
    for _ in range(4):
        waits = deliver(letter, "always draw red > blue")
    assert OutboundLetter.objects.get(answers=waits).state == State.FOR_ANSWER
    played = deliver(letter, "12")
    assert LogEntry.objects.filter(letter=played).exists()
    assert OutboundLetter.objects.get(answers=played).state == State.QUEUED


def test_a_question_that_was_not_asked_yet_waits_with_no_receipt(cast: Cast) -> None:
    table = only_table(running_league(cast, delay=timedelta(hours=1)))
    first = asked_seat(table)
    decided = deliver(newest(first, "turn"), "12")
    seat = asked_seat(table)
    assert seat.pk != first.pk
    other = next(one for one in table.seats.all() if one.pk not in (seat.pk, first.pk))
    for _ in range(limits.RECEIPTS_AN_HOUR):
        deliver(newest(other), "workers 1")
    deliver(newest(seat, "turn"), "12")
    turn = other.turns.get(ended_at=None)
    assert (decided.verdict, turn.asked_at) == ("letter", None)
    row = deliver(newest(other), "forget")
    turn.refresh_from_db()
    assert turn.asked_at is not None
    assert OutboundLetter.objects.get(answers=row).state == State.QUEUED


def test_a_letter_to_a_finished_table_is_answered(seat: Seat) -> None:
    letter = newest(seat, "turn")
    type(seat.table).objects.update(state="finished")
    assert [is_told(deliver(letter, line)) for line in ("12", "status", "thank you", "")] == [True] * 4


def test_a_letter_to_a_renewed_address_is_told_that_the_seat_is_still_its_players(seat: Seat) -> None:
    letter = newest(seat, "turn")
    renewing.renew(seat.owner)
    row = deliver(letter, "12")
    assert row.verdict == "former seat"
    assert "The seat is yours" in " ".join(OutboundLetter.objects.get(answers=row).text.split())


@pytest.mark.parametrize("how", [{"sender": SOMEBODY}, {"headers": [judged("fail")]}])
def test_a_yes_to_a_letter_whose_address_has_ended_since_is_answered(seat: Seat, how: dict[str, Any]) -> None:
    held = deliver(newest(seat, "turn"), "12", **how)
    player = seat.owner
    renewing.renew(player)
    held_letters.release(held, player)
    assert ingest.read(held.pk) == "former seat"
    answer = OutboundLetter.objects.get(answers=held, kind="no_longer_yours")
    assert (answer.player, answer.state) == (player, State.QUEUED)


def test_who_writes_to_the_bare_address_is_heard_of_again_if_the_letter_is_surely_theirs(stage: Stage) -> None:
    player = stage.cast.outsider
    bounces.address_is_dead(player.email, "gone")
    assert not is_told(stage.bare("games", sender=player.email))
    assert is_told(stage.bare("games", sender=player.email, headers=[judged("pass")]))
    player.refresh_from_db()
    assert player.dead_at is None


def laid_aside(letter: OutboundLetter, **how: Any) -> InboundLetter:
    raw = reply(letter, "12", **how)
    row = ingest.ingest(raw, str(how.get("to") or address_of(letter)), str(how.get("mail_from", letter.to)))
    InboundLetter.objects.filter(pk=row.pk).update(**died_thrice())
    ingest.read(row.pk)
    row.refresh_from_db()
    assert row.state == InboundLetter.State.LAID_ASIDE
    return row


@pytest.mark.parametrize("to", ["", headers.bare_address()])
def test_whose_letter_cannot_be_read_is_told_so_and_once_more_when_it_could_be(seat: Seat, cast: Cast, to: str) -> None:
    row = laid_aside(newest(seat, "turn"), to=to, references=not to)
    answer = OutboundLetter.objects.get(answers=row)
    assert (answer.player, answer.state) == (seat.player, State.QUEUED)
    assert "could not be read" in " ".join(answer.text.split())
    held_letters.read_again(row, cast.organiser)
    ingest.read(row.pk)
    assert OutboundLetter.objects.filter(answers=row).count() == 2


def test_a_letter_is_laid_aside_also_where_its_player_cannot_be_told(seat: Seat) -> None:
    Player.objects.filter(pk=seat.player_id).update(zone="Nowhere/Never")
    row = laid_aside(newest(seat, "turn"))
    assert not OutboundLetter.objects.filter(answers=row).exists()


def test_so_many_letters_that_cannot_be_read_are_gathered_too(seat: Seat) -> None:
    letter = newest(seat, "turn")
    answers = [OutboundLetter.objects.get(answers=laid_aside(letter)) for _ in range(TIMES)]
    few = 3
    assert [one.state for one in answers] == [State.QUEUED] * few + [State.FOR_ANSWER] * (TIMES - few)
    assert "answered together" in answers[few - 1].text


@pytest.mark.parametrize(
    "how",
    [
        {"sender": SOMEBODY},
        {"headers": ["Auto-Submitted: auto-replied"]},
        {"headers": [judged("fail")]},
        {"sender": "mailer-daemon@example.net"},
    ],
)
def test_machines_and_strangers_do_not_hear_that_a_letter_cannot_be_read(seat: Seat, how: dict[str, Any]) -> None:
    row = laid_aside(newest(seat, "turn"), **how)
    assert not OutboundLetter.objects.filter(answers=row).exists()
