"""A move chosen step by step: by taps alone every legal move is reached, whatever the question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qs

import pytest
from django.test import Client

from engine.decisions import Move
from tests.engine.any_game import KINDS, Kind, moments
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.tapped import key_of
from tournaments.actions.table.session import Session
from tournaments.models import Seat, Table
from tournaments.pages.steps import MOST_WAYS, further, matching


def reached(moves: tuple[Move, ...], chosen: tuple[str, ...], *, last_first: bool) -> Iterator[Move]:
    left = matching(moves, chosen, last_first=last_first)
    onwards, whole = further(left, chosen, last_first=last_first)
    assert len(whole) + sum(step.ways for step in onwards) == len(left)
    for step in onwards:
        assert len(step.words) > len(chosen)
        yield from reached(moves, step.words, last_first=last_first)
    yield from whole


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_move_is_reached_once_and_every_step_says_how_many_ways_it_leads_to(kind: Kind) -> None:
    many = 0
    for ask in (ask for moment in moments(kind) for ask in moment.asks):
        for last_first in (True, False):
            assert sorted(reached(ask.moves, (), last_first=last_first)) == sorted(ask.moves)
        many += len(ask.moves) > MOST_WAYS
    assert many


@pytest.fixture
def asked() -> Seat:
    table: Table = only_table(running_league(make_cast(), game="flandern"))
    return Seat.objects.select_related("player").get(table=table, number=0)  # all choose at once


def links(page: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'<a class="move" href="([^"]+)"', page)]


@pytest.mark.django_db
def test_on_the_page_taps_alone_lead_to_the_button_of_every_move(client: Client, asked: Seat) -> None:
    client.force_login(asked.player)
    at = f"/table/{asked.table_id}/steps/"
    found, ahead = set[str](), [at]
    while ahead:
        for link in links(client.get(ahead.pop()).content.decode()):
            if link.startswith("?"):
                assert set(parse_qs(link[1:])) == {"word"}
                ahead.append(f"{at}{link}")
            else:
                found.add(key_of(link.removeprefix("https://play.example.org")).order)
    with Session.open(asked.table_id) as session:
        decision = session.match.decision(asked.number)
    assert found == {move.text for move in decision.moves}


@pytest.mark.django_db
def test_words_that_lead_nowhere_lead_back_to_the_beginning(client: Client, asked: Seat) -> None:
    client.force_login(asked.player)
    at = f"/table/{asked.table_id}/steps/"
    assert client.get(f"{at}?word=nothing&word={'x' * 900}").headers["Location"] == at


@pytest.mark.django_db
def test_who_is_not_asked_is_led_to_the_table(client: Client) -> None:
    table = only_table(running_league(make_cast()))
    other = next(seat for seat in table.seats.all() if seat.player != asked_seat(table).player)
    client.force_login(other.player)
    assert client.get(f"/table/{table.pk}/steps/").headers["Location"] == f"/table/{table.pk}/"
