"""The time it takes to forget somebody grows no faster than what they and others have said, whatever its signs."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from tests.shared import pace
from tests.shared.cast import Cast, make_cast, only_table, person, prepared_league
from tournaments.actions.league import leagues
from tournaments.actions.player import digests, people, preferences
from tournaments.actions.table import orders
from tournaments.models import OutboundLetter, Player, Press, Seat

pytestmark = pytest.mark.django_db
LONGEST = 1_900  # signs at one time, less than may be said
LETTERS = "abcdefghijklmnop"
NAME = "Ada Byron"


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def seat_of(cast: Cast, name: str) -> Seat:
    """Of somebody new, beside two others."""
    league, player = prepared_league(cast, max_players=3), person(name, f"{name.split()[0].lower()}@example.net")
    for one in (player, cast.opponent, cast.third):
        leagues.enrol(league, one)
    leagues.start(league, cast.organiser)
    return only_table(league).seats.get(player=player)


def words(length: int, seed: int) -> str:
    rng, said = Random(seed), ""
    while len(said) < length:
        said += "".join(rng.choices(LETTERS, k=rng.randint(2, 9))) + " "
    return said[:length].strip()


def spoken(seat: Seat, said: list[str]) -> Player:
    """Somebody who has said this, of which the last words wait to be sent."""
    assert seat.player is not None
    Press.objects.bulk_create([Press(seat=seat, player=seat.player, round=1, words=one) for one in said[:-1]])
    orders.take_orders(seat.pk, [f"say: {said[-1]}"], serial=None, by="page")
    assert OutboundLetter.objects.filter(kind="say", state=OutboundLetter.State.QUEUED).exists()
    return seat.player


def seconds(player: Player) -> float:
    """Of erasing a person: the shorter one of two times, of which the first is taken back."""
    tried = pace.seconds(lambda: erased_and_taken_back(player.pk), runs=1)
    return min(tried, pace.seconds(lambda: people.erase(player, player), runs=1))


def erased_and_taken_back(pk: int) -> None:
    with transaction.atomic():
        player = Player.objects.get(pk=pk)
        people.erase(player, player)
        transaction.set_rollback(True)


def test_forgetting_who_has_said_much_costs_little_more_than_who_has_said_little(cast: Cast) -> None:
    said = {1: "Ann", 15: "Eve", 60: "Ida"}
    seats = {many: seat_of(cast, name) for many, name in said.items()}
    long = [words(1_990, number) for number in range(60)]
    took = {many: seconds(spoken(seat, long[:many])) for many, seat in seats.items()}
    assert took[15] < 2 * took[1] + pace.SOON
    assert took[60] < 3 * took[1] + 2 * pace.SOON
    assert not OutboundLetter.objects.filter(kind="say", state=OutboundLetter.State.QUEUED).exists()


@pytest.mark.parametrize("sign", ["| ", "|_ ", "_| ", "&nbsp; ", "<b> "])
def test_signs_that_letters_mark_lines_with_cost_no_more_than_others(cast: Cast, sign: str) -> None:
    """Two messages begin alike, and the letter with the first has gone out."""
    player = spoken(seat_of(cast, NAME), [f"so {sign * 40} {end * 60}" for end in ("alpha ", "omega ")])
    assert seconds(player) < pace.A_MOMENT
    assert not OutboundLetter.objects.filter(kind="say", text__contains="omega").exists()


@pytest.mark.parametrize("sign", ["|_x ", "x | ", "| "])
def test_such_signs_behind_a_name_cost_no_more_than_others(cast: Cast, sign: str) -> None:
    seat = seat_of(cast, NAME)
    other = seat.table.seats.get(player=cast.third)
    orders.take_orders(other.pk, [f"say: {NAME}, that is Ada {sign * 60}"], serial=None, by="page")
    assert seat.player is not None
    assert seconds(seat.player) < pace.A_MOMENT
    assert not OutboundLetter.objects.filter(player=cast.opponent, kind="say", text__contains="Byron").exists()


@pytest.mark.parametrize("sign", ["<a", "<li", f"{NAME} ", "a\N{NO-BREAK SPACE}", "a"])
def test_a_long_daily_letter_of_others_words_costs_no_more_whatever_its_signs(cast: Cast, sign: str) -> None:
    seat = seat_of(cast, NAME)
    other = seat.table.seats.get(player=cast.opponent)
    preferences.choose(cast.third, {"news": "digest"}, 9)
    said = [f"say: {number} {NAME} {sign * (LONGEST // len(sign))}" for number in range(15)]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        orders.take_orders(other.pk, said, serial=None, by="page")
        clock.shift(timedelta(hours=26))
        digests.send(cast.third.pk)
    assert len(OutboundLetter.objects.get(kind="digest").text) > 15 * LONGEST
    assert seat.player is not None
    assert seconds(seat.player) < pace.A_MOMENT
    assert NAME not in OutboundLetter.objects.get(kind="digest").text
