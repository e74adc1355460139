"""However many strangers write or ask, so many letters go out at most, none is lost, and players get through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest
from pytest_django import Settings

from tests.attacks import floods
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, prepared_league, running_league
from tests.shared.post import answers_to, deliver, newest
from tournaments.outbox import limits

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture(autouse=True)
def within_an_hour() -> Iterator[None]:
    with floods.within_an_hour():
        yield


@pytest.fixture(autouse=True)
def small(settings: Settings) -> None:
    """Bounds that a short flood reaches."""
    settings.JOINS_AN_HOUR, settings.JOINS_OF_A_DOMAIN_AN_HOUR = 12, 4
    settings.SIGN_UPS_AN_HOUR, settings.REQUESTS_OF_A_PLACE_AN_HOUR = 15, 6


@pytest.mark.parametrize("domains", [1, 40])
def test_a_flood_of_letters_brings_few_out_and_a_player_still_plays(cast: Cast, domains: int) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    prepared_league(cast, name="Spring", tag="Spring")
    wrong = floods.letters(Random(12), "spring", 80, domains)
    assert not wrong, wrong
    row = deliver(newest(seat, "turn"), "status")
    assert (row.verdict, answers_to(row)) == ("letter", ["words"])


@pytest.mark.parametrize("places", [1, 30])
def test_a_flood_of_sign_ups_brings_few_letters_out(cast: Cast, places: int) -> None:
    wrong = floods.on_pages(Random(12), 50, places)
    assert not wrong, wrong


@pytest.fixture
def boundless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has so many that they reach a bound."""
    allow = limits.allow

    def allow_more(what: str, who: str, most: int, within: timedelta, **how: int) -> bool:
        return allow(what, who, 1_000 * most, within, **how)

    monkeypatch.setattr(limits, "allow", allow_more)


@pytest.mark.usefixtures("boundless")
@pytest.mark.parametrize("domains", [1, 40])
def test_a_flood_of_letters_that_brings_more_out_is_found(cast: Cast, domains: int) -> None:
    prepared_league(cast, name="Spring", tag="Spring")
    assert more_went_out(floods.letters(Random(12), "spring", 80, domains))


@pytest.mark.usefixtures("boundless")
@pytest.mark.parametrize("places", [1, 30])
def test_a_flood_of_sign_ups_that_brings_more_letters_out_is_found(cast: Cast, places: int) -> None:
    assert more_went_out(floods.on_pages(Random(12), 50, places))


@pytest.mark.usefixtures("boundless")
def test_links_that_are_written_to_one_player_without_end_are_found(cast: Cast) -> None:
    assert more_went_out(floods.at_one_player(Random(12), cast.player, 25))


def more_went_out(wrong: list[str]) -> bool:
    return any(re.match(r"\d+ letters went out", line) for line in wrong)


def test_nobody_is_locked_out_by_others_who_ask_for_their_links(cast: Cast) -> None:
    wrong = floods.at_one_player(Random(12), cast.player, 25)
    assert not wrong, wrong
