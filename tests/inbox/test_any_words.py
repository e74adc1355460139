"""Whatever a letter contains, and whoever writes it to whom: it is read, soon, and nothing is raised."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytest_django import Settings
from pytest_django.plugin import DjangoDbBlocker

from tests.fixtures.mail.senders import HOST
from tests.inbox import any_words
from tests.inbox.any_words import LINES, LONG, SECONDS, TEXTS, World, put
from tests.shared import pace
from tests.shared.cast import make_cast
from tests.shared.shared_rows import made_once
from tournaments.player.forms import Orders

pytestmark = pytest.mark.django_db
EXAMPLES = 20  # `tests.campaign.any_words` goes on as long as one likes
MANY = hypothesis_settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(django_db_blocker):
        yield World(make_cast())


@pytest.fixture
def world(made: World, settings: Settings) -> World:
    settings.TRUSTED_AUTHSERV_IDS = (HOST,)
    return made


@pytest.mark.parametrize(
    "lines",
    [
        [f"line {number}" for number in range(7)],
        [f"announce autumn {number}: hello" for number in ("፩", "᧚", "²", "9" * 400, "-1", "1.5")],
        ["vacation 30 February 2027", "vacation 0.0.0000", f"vacation {'9' * 400} May", "quiet 25-99", "language ፩"],
        [f"vacation {days}" for days in ("31.12.9999", "9999-12-31 9999-12-31", "1.1.0001", "1.1.0000", "3 May 9999")],
        [f"1 extend {'9' * 400} hours", "፩ ok", "᧚ ok", f"rule {'9' * 400}: No."],
        ["9" * 400, "፩", "᧚", f"if round >= {'9' * 400}: 1", f"always climb: if guilders >= {'9' * 400}"],
    ],
)
def test_odd_numbers_are_read_in_letters_of_everybody(world: World, lines: list[str]) -> None:
    for who in world.writers:
        world.write(who, lines[0], lines)


@MANY
@given(data=st.data())
def test_any_letter_of_anybody_to_any_address_is_read(world: World, data: st.DataObject) -> None:
    who, subject, lines = data.draw(st.sampled_from(sorted(world.writers))), data.draw(LINES), data.draw(TEXTS)
    assert pace.seconds(lambda: world.write(who, subject, lines), runs=1) < SECONDS


@MANY
@given(data=st.data())
def test_any_lines_from_a_page_are_taken_or_refused(world: World, data: st.DataObject) -> None:
    seat, lines = data.draw(st.sampled_from(world.seats)), data.draw(TEXTS)
    assert pace.seconds(lambda: put(seat, lines), runs=1) < SECONDS


def test_the_longest_text_that_a_page_takes_is_read_in_a_moment(world: World) -> None:
    assert all(len(text) <= Orders.LONGEST for text in LONG.values())
    assert any_words.slow_texts(world) == []


def test_what_takes_longer_than_a_moment_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(any_words, "SECONDS", 0.0)
    monkeypatch.setattr(any_words, "LONG", {"digits": "9" * 9})
    assert len(any_words.slow_texts(world)) == 1 + len(world.seats)
    assert len(any_words.slow_letters(world)) == len(any_words.HARDEST)


def test_the_longest_letter_is_read_in_a_moment(world: World) -> None:
    assert any_words.slow_letters(world) == []
