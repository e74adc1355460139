"""No From field, however it is put together, makes evil.example somebody else."""

from __future__ import annotations

from random import Random

import pytest

from tests.attacks import senders
from tests.cast import asked_seat, make_cast, only_table, running_league
from tests.post import address_of, newest


def test_no_mutated_field_passes_for_another_domain() -> None:
    wrong = senders.read_alone(Random(12), "olivia@example.net", 1500)
    assert not wrong, wrong[:3]


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["organiser", "player"])
def test_no_mutated_letter_acts_in_another_s_name(who: str) -> None:
    cast = make_cast()
    seat = asked_seat(only_table(running_league(cast)))
    victim = cast.organiser if who == "organiser" else seat.player
    wrong = senders.through_the_door(Random(12), victim, seat, address_of(newest(seat, "turn")), 60)
    assert not wrong, wrong[:3]
