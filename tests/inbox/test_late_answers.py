"""Whose letter was read late because of us reads it in the answer; what new code can read, it reads by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from tests.shared.cast import Cast
from tests.shared.post import address_of, newest, reply
from tournaments.actions.player import vacations
from tournaments.inbox import batches, ingest
from tournaments.letters.parts import late
from tournaments.letters.parts.draft import Draft
from tournaments.models import InboundLetter, JournalLine, OutboundLetter, Player, Seat, Table
from tournaments.outbox import outbox
from tournaments.running import sweeps
from tournaments.runtime import code_version

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
State = InboundLetter.State
SENTENCE = {"en": "The delay was ours", "de": "Das lag an uns"}


def came(seat: Seat, order: str = "12") -> InboundLetter:
    letter = newest(seat, "turn")
    return ingest.ingest(reply(letter, order), address_of(letter), letter.to)


def answers(row: InboundLetter) -> list[OutboundLetter]:
    return list(OutboundLetter.objects.filter(answers=row))


def says_so(letter: OutboundLetter, language: str = "en") -> bool:
    in_both = {SENTENCE[language] in " ".join(words.split()) for words in (letter.text, letter.html)}
    assert len(in_both) == 1
    return in_both == {True}


@pytest.mark.parametrize("language", SENTENCE)
@pytest.mark.parametrize("order", ["12", "frobnicate the bridge"])
def test_an_answer_that_comes_late_says_that_it_was_our_fault(seat: Seat, language: str, order: str) -> None:
    assert seat.player is not None
    seat.player.language = language
    seat.player.save()
    row = came(seat, order)
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        ingest.read(row.pk)
    (answer,) = answers(row)
    assert says_so(answer, language)
    first, rest = answer.text.split("\n", 1)
    assert first.startswith("#=#="), "the state of the letter stays its first line"
    words = " ".join(rest.split())
    assert words.index(SENTENCE[language]) < len(words) / 2
    assert {"en": "2 hours", "de": "2 Stunden"}[language] in words
    others = OutboundLetter.objects.filter(created_at__gte=row.received_at).exclude(pk=answer.pk)
    assert not any(SENTENCE[language] in letter.text for letter in others)


def test_an_answer_within_a_few_minutes_says_nothing_of_it(seat: Seat) -> None:
    row = came(seat)
    with time_machine.travel(timezone.now() + late.LATE_FROM - timedelta(seconds=1)):
        ingest.read(row.pk)
    assert [says_so(answer) for answer in answers(row)] == [False]


def test_letters_that_wait_to_be_read_together_are_not_late_for_that(seat: Seat, settings: Settings) -> None:
    settings.LETTERS_AT_ONCE = 1
    with time_machine.travel(datetime(2026, 3, 2, 9, 0, 30, tzinfo=UTC), tick=False) as clock:
        came(seat, "status")
        row = came(seat, "frobnicate")
        assert row.queue
        clock.move_to(row.read_from + timedelta(minutes=14))
        assert batches.read(row.queue) == 1
    assert [says_so(answer) for answer in answers(row)] == [False]


def test_who_was_told_of_the_outage_already_is_not_told_again(seat: Seat) -> None:
    row = came(seat)
    assert seat.player is not None
    outbox.write(
        Draft("time_back", "s", "t", ""), player=seat.player, seat=seat, dedupe=f"{late.OF_AN_OUTAGE}1:{seat.pk}"
    )
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        ingest.read(row.pk)
    assert [says_so(answer) for answer in answers(row)] == [False]


def test_whose_table_was_told_of_days_off_meanwhile_is_told_that_the_letter_was_read_late(seat: Seat) -> None:
    row = came(seat)
    other = Player.objects.filter(seats__table=seat.table).exclude(pk=seat.player_id)[0]
    today = timezone.localdate()
    vacations.book(other, f"{today + timedelta(days=20)} {today + timedelta(days=21)}")
    assert OutboundLetter.objects.filter(player=seat.player, kind="away").exists()
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        ingest.read(row.pk)
    assert [says_so(answer) for answer in answers(row)] == [True]


# --- laid aside, and read again ------------------------------------------------------------------


@pytest.fixture
def laid_aside(seat: Seat) -> InboundLetter:
    """A letter that this code could not read."""
    row = came(seat)
    position = Table.objects.values_list("position", flat=True).get(pk=seat.table_id)
    Table.objects.filter(pk=seat.table_id).update(position={})
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(ingest.ATTEMPTS):
            with pytest.raises(KeyError):
                ingest.read(row.pk)
        clock.shift(2 * ingest.TRY_AGAIN_AFTER)
        ingest.read(row.pk)
    Table.objects.filter(pk=seat.table_id).update(position=position)
    row.refresh_from_db()
    assert row.state == State.LAID_ASIDE
    return row


def updated(monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    """The same code with another fingerprint, as after an update."""
    monkeypatch.setattr(code_version, "fingerprint", lambda: version)


def test_a_letter_that_was_laid_aside_is_read_again_by_itself_after_an_update(
    laid_aside: InboundLetter, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sweeps.sweep()["mended"] == 0
    updated(monkeypatch, "newer")
    assert sweeps.sweep()["mended"] == 1
    laid_aside.refresh_from_db()
    assert (laid_aside.state, laid_aside.attempts) == (State.RECEIVED, 0)
    assert ingest.read(laid_aside.pk) == "letter"
    assert JournalLine.objects.filter(verb="read again", seat=laid_aside.seat).exists()


def test_each_version_tries_a_letter_once_also_while_old_and_new_run_beside_each_other(
    laid_aside: InboundLetter, monkeypatch: pytest.MonkeyPatch, cast: Cast
) -> None:
    ours = code_version.fingerprint()
    tries = []
    for version in ("newer", ours, "newer", "newest", ours):
        updated(monkeypatch, version)
        tries.append(sweeps.sweep()["mended"])
        InboundLetter.objects.update(state=State.LAID_ASIDE)
    assert tries == [1, 0, 0, 1, 0]


def test_the_fingerprint_of_the_code_is_that_of_its_files() -> None:
    assert code_version.fingerprint() == code_version.fingerprint.__wrapped__()
    many = " ".join(f"v{number}" for number in range(20))
    assert code_version.with_ours(many).split()[-1] == code_version.fingerprint()
    longest = " ".join(["x" * code_version.SHORT] * 30)
    assert len(code_version.with_ours(longest)) <= InboundLetter._meta.get_field("failed_under").max_length
