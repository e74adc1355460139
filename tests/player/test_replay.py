"""Stepping through a game on the players' site: each seat sees again what it saw, but nothing taken back."""

from __future__ import annotations

import re

import pytest
from django.test import Client

import engine
from tests.shared.cast import Cast, asked_seat
from tests.shared.desk import SignIn
from tests.shared.play import play_on
from tournaments.actions.table import orders
from tournaments.models import Seat, Table
from tournaments.pages.table_view import match_of
from tournaments.papers import papers
from tournaments.queries import matches, replays
from tournaments.queries.names import seat_names

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]


def steps_of(table: Table, reader: int | None, *, taken_back: bool = False) -> tuple[replays.Step, ...]:
    replay = replays.replay(table, -1, seat_names(table), reader, taken_back=taken_back)
    assert replay is not None
    return replay.steps


def page(client: Client, table: Table, step: int) -> str:
    return client.get(f"/table/{table.pk}/replay/{step}/").content.decode()


def play_and_take_back(table: Table) -> tuple[Seat, str]:
    """A seat's order and its undoing; what had been told of it."""
    while True:
        seat = asked_seat(table)
        decision = match_of(table).decision(seat.number)
        assert decision is not None
        orders.take_orders(seat.pk, [decision.moves[0].text], serial=decision.serial, by="page")
        told = steps_of(table, seat.number)[-1].words[0]
        orders.take_orders(seat.pk, ["undo"], serial=None, by="page")
        if table.entries.filter(entry__kind="undo").exists():
            return seat, told


def test_the_last_step_is_the_table_as_it_is_now(cast: Cast, table: Table) -> None:
    play_on(table, 9)
    table.refresh_from_db()
    for seat in table.seats.all():
        replay = replays.replay(table, -1, seat_names(table), seat.number)
        assert replay is not None
        assert replay.view == match_of(table).view(seat.number)


def test_a_step_lasts_until_the_next_one_tells_something(cast: Cast, table: Table) -> None:
    play_on(table, 9)
    names, log = seat_names(table), matches.log_of(table)
    steps = steps_of(table, 1)
    assert steps[0].number == 0
    for at, following in enumerate(steps[1:5]):
        then = replays.replay(table, at, names, 1)
        assert then is not None
        expected = engine.Match.replay(table.header, log[: following.number], secret=bytes(table.secret))
        assert then.view == expected.view(1)


def test_a_letter_shows_the_table_as_it_was_when_it_was_written(cast: Cast, table: Table) -> None:
    play_on(table, 9)
    table.refresh_from_db()
    log = matches.log_of(table)
    for entry in (0, len(log) // 2, len(log) - 1):
        then = engine.Match.replay(table.header, log[: entry + 1], secret=bytes(table.secret))
        assert papers.view_at(table, entry, 1) == then.view(1)


def test_every_step_tells_its_reader_something_and_every_reader_something_else(cast: Cast, table: Table) -> None:
    play_on(table, 9)
    told = {reader: steps_of(table, reader) for reader in (None, 0, 1, 2)}
    assert all(step.words for steps in told.values() for step in steps[1:])
    assert len({tuple(step.words for step in steps) for steps in told.values()}) == 4


def test_rounds_begin_where_the_game_says_so(cast: Cast, table: Table) -> None:
    while match_of(table).round < 3:
        play_on(table, 1, seed=table.entries.count())
    replay = replays.replay(table, -1, seat_names(table), None)
    assert replay is not None
    assert [number for number, _ in replay.rounds] == [1, 2, 3]
    assert [replay.steps[first].round for _, first in replay.rounds] == [1, 2, 3]


def test_what_was_taken_back_is_no_step_but_organisers_may_see_it(cast: Cast, table: Table) -> None:
    seat, told = play_and_take_back(table)
    assert told not in [words for step in steps_of(table, seat.number) for words in step.words]
    void = [step for step in steps_of(table, seat.number, taken_back=True) if step.void]
    assert told in [words for step in void for words in step.words]


def test_a_player_steps_on_and_back_without_a_script(cast: Cast, table: Table, sign_in: SignIn) -> None:
    play_on(table, 5)
    client = sign_in(cast.player)
    first = page(client, table, 1)
    assert 'rel="prev"' not in first
    onward = re.search(r'rel="next" href="([^"]+)"', first)
    assert onward
    second = client.get(onward[1]).content.decode()
    assert f'rel="prev" href="/table/{table.pk}/replay/1/"' in second
    last = client.get(f"/table/{table.pk}/replay/", {"step": "9999"}, follow=True).content.decode()
    assert 'rel="next"' not in last


def test_the_picture_of_a_step_is_the_readers_own(cast: Cast, table: Table, sign_in: SignIn) -> None:
    play_on(table, 5)
    for seat in table.seats.all():
        client, last = sign_in(seat.player), len(steps_of(table, seat.number))
        own = client.get(f"/table/{table.pk}/picture.svg").content
        assert client.get(f"/table/{table.pk}/replay/{last}/picture.svg").content == own


@pytest.mark.parametrize("step", ["0", "9999"])
def test_there_is_no_step_before_the_first_or_behind_the_last(
    cast: Cast, table: Table, sign_in: SignIn, step: str
) -> None:
    assert sign_in(cast.player).get(f"/table/{table.pk}/replay/{step}/").status_code == 404


def test_an_outsider_steps_through_nothing(cast: Cast, table: Table, sign_in: SignIn) -> None:
    for page in ("replay/", "replay/1/", "replay/1/picture.svg"):
        assert sign_in(cast.outsider).get(f"/table/{table.pk}/{page}").status_code == 404
