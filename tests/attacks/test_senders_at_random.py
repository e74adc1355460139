"""No From field, however it is put together, makes evil.example somebody else."""

from __future__ import annotations

from random import Random

import pytest

from tests.attacks import senders
from tests.fixtures.mail.senders import HOST
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import address_of, newest


def test_no_mutated_field_passes_for_another_domain() -> None:
    wrong = senders.read_alone(Random(12), "olivia@example.net", 1500)
    assert not wrong, wrong[:3]


@pytest.fixture
def careless(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trusted host says of every letter that it is from who is named in it."""
    said = f"Authentication-Results: {HOST}; dmarc=pass header.from={{}}"
    monkeypatch.setattr(senders, "SAID", (said,))


@pytest.mark.usefixtures("careless")
def test_a_field_that_passes_for_another_domain_is_found() -> None:
    wrong = senders.read_alone(Random(12), "olivia@example.net", 50)
    assert any(line.startswith("vouched for as 'olivia@example.net'") for line in wrong), wrong[:3]
    assert any(line.startswith("passes as 'olivia@example.net'") for line in wrong), wrong[:3]


@pytest.mark.django_db
@pytest.mark.usefixtures("careless")
def test_a_letter_that_acts_in_another_s_name_is_found() -> None:
    cast = make_cast()
    seat = asked_seat(only_table(running_league(cast)))
    to_seat = address_of(newest(seat, "turn"))
    wrong = senders.through_the_door(Random(12), seat.player, seat, to_seat, 30)
    assert f"is {seat.player}" in {line.partition(":")[0] for line in wrong}, wrong[:3]
    assert any(line.startswith("a orders_refused went to") for line in wrong), wrong[:3]


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["organiser", "player"])
def test_no_mutated_letter_acts_in_another_s_name(who: str) -> None:
    cast = make_cast()
    seat = asked_seat(only_table(running_league(cast)))
    victim = cast.organiser if who == "organiser" else seat.player
    wrong = senders.through_the_door(Random(12), victim, seat, address_of(newest(seat, "turn")), 60)
    assert not wrong, wrong[:3]
