"""A game whose rules stop in the middle: nobody's table ends by that, and the organiser finds it on the desk."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from engine import NothingAsked
from tests.actions.asked import open_turn
from tests.engine import toy
from tests.shared.cast import Cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.inbox import ingest
from tournaments.models import InboundLetter, Seat, Table
from tournaments.queries import matches, needs
from tournaments.running import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
MINUTES = timedelta(minutes=10)


@pytest.fixture
def fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """In these rules nobody is asked anything once the sealed bids are open."""
    asks = toy.Pebbles.asks
    monkeypatch.setattr(toy.Pebbles, "asks", lambda game, state: () if state.phase == "offer" else asks(game, state))


def begin(cast: Cast, delay: timedelta) -> list[Seat]:
    league = running_league(cast, game=toy.GAME.slug, reveal_delay=delay, grace=timedelta(0))
    return list(only_table(league).seats.order_by("number"))


def sweep_for(clock: time_machine.Traveller, minutes: int) -> None:
    for _ in range(minutes):
        clock.shift(timedelta(minutes=1))
        sweeps.sweep()


def found(cast: Cast) -> list[str]:
    return [need.kind for need in needs.needs_of(cast.organiser)]


@pytest.mark.usefixtures("fault")
def test_a_table_whose_choices_cannot_be_shown_is_on_the_desk_and_not_over(
    cast: Cast, clock: time_machine.Traveller, client: Client
) -> None:
    seats = begin(cast, MINUTES)
    for seat in seats:
        deliver(newest(seat), "bid 1")
    sweep_for(clock, 9)
    assert found(cast) == []
    sweep_for(clock, 17)
    table = Table.objects.get(pk=seats[0].table_id)
    assert (table.state, matches.load(table).over) == (Table.State.RUNNING, False)
    assert found(cast) == [needs.STUCK]
    client.force_login(cast.organiser)
    page = client.get("/desk/").content.decode()
    assert "all have chosen, and showing the choices fails" in page
    assert f"/desk/tournaments/table/{table.pk}/change/" in page


def test_one_whose_choices_are_shown_in_time_is_not(cast: Cast, clock: time_machine.Traveller) -> None:
    seats = begin(cast, MINUTES)
    for seat in seats:
        deliver(newest(seat), "bid 1")
    sweep_for(clock, 9)
    deliver(newest(seats[0]), "forget")
    sweep_for(clock, 30)
    deliver(newest(seats[0]), "bid 2")
    for _ in range(9):
        sweep_for(clock, 1)
        assert found(cast) == []
    sweep_for(clock, 2)
    assert matches.load(Table.objects.get(pk=seats[0].table_id)).waiting[0].kind != "bid"


@pytest.mark.usefixtures("fault")
def test_a_letter_after_which_nobody_would_be_asked_is_laid_aside_with_the_reason_and_its_seat_stays_asked(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    seats = begin(cast, timedelta(0))
    deliver(newest(seats[0]), "bid 1")
    deliver(newest(seats[1]), "bid 1")
    turn = open_turn(seats[2])
    with pytest.raises(NothingAsked):
        deliver(newest(seats[2]), "bid 1")
    letter = InboundLetter.objects.filter(seat=seats[2]).latest("pk")
    for _ in range(ingest.ATTEMPTS):
        clock.shift(2 * ingest.TRY_AGAIN_AFTER)
        with suppress(NothingAsked):
            ingest.read(letter.pk)
    letter.refresh_from_db()
    assert letter.state == InboundLetter.State.LAID_ASIDE
    assert "Pebbles, round 1: nobody is asked anything, and the game is not over" in letter.trouble
    assert open_turn(seats[2]) == turn
    assert needs.UNREAD in found(cast)
