"""The number of letters to others that a player can cause by pressing the same buttons again and again."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tournaments.actions.league import leagues
from tournaments.actions.player import vacations
from tournaments.actions.table import orders
from tournaments.language.refusals import BadSettings, TooOften
from tournaments.models import OutboundLetter, Player, Seat, Table, Vacation
from tournaments.pages.table_view import match_of

pytestmark = pytest.mark.django_db
TIMES = 25
MOST = 24  # letters to one other player


def order(seat: Seat) -> str | None:
    """The first order that the seat may give now; None while it is not asked."""
    decision = match_of(Table.objects.get(pk=seat.table_id)).decision(seat.number)
    return decision.moves[0].text if decision else None


def test_an_order_that_is_taken_back_again_and_again_fills_no_mailbox(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    text = order(seat)
    before = OutboundLetter.objects.latest("pk").pk
    said = ""
    for _ in range(TIMES):
        for line in (text, "undo"):
            account = orders.take_orders(seat.pk, [line], serial=None, by="page")
            said = account.lines[0].words
    assert re.fullmatch(r"Nothing was taken back: you have done so \d+ times within a day\.", said)
    sent = Counter(OutboundLetter.objects.filter(pk__gt=before).exclude(player=seat.player).values_list("player"))
    assert max(sent.values()) <= MOST


def test_what_could_not_be_taken_back_does_not_count(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    for _ in range(TIMES):
        account = orders.take_orders(seat.pk, ["undo"], serial=None, by="page")
        assert "within a day" not in account.lines[0].words
    orders.take_orders(seat.pk, [order(seat)], serial=None, by="page")
    assert "Taken back" in orders.take_orders(seat.pk, ["undo"], serial=None, by="page").lines[0].words


def come_and_go(player: Player) -> None:
    for _ in range(TIMES):
        vacations.book(player, "5 to 9 march")
        vacations.cancel(player)


def test_days_off_that_are_booked_and_cancelled_all_day_fill_no_mailbox(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    assert seat.player is not None
    before = OutboundLetter.objects.latest("pk").pk
    with pytest.raises(TooOften, match="Try again tomorrow"):
        come_and_go(seat.player)
    sent = Counter(OutboundLetter.objects.filter(pk__gt=before).exclude(player=seat.player).values_list("player"))
    assert 0 < max(sent.values()) <= MOST
    assert not Vacation.objects.filter(cancelled_at=None).exists()


# --- what everybody is shown ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["about", "conduct"])
def test_what_a_league_says_of_itself_is_no_book(cast: Cast, name: str) -> None:
    settings = {"name": "Spring", "tag": "S", "game": "bruges", "seats": 3}
    assert leagues.create(cast.organiser, **settings, **{name: "a" * 4_000}).pk
    with pytest.raises(BadSettings, match="at most 4000 characters"):
        leagues.create(cast.organiser, **settings, **{name: "a" * 4_001})


def test_league_points_are_no_number_that_fills_a_page(cast: Cast) -> None:
    with pytest.raises(BadSettings, match="whole numbers from 0 to"):
        leagues.create(cast.organiser, name="Spring", tag="S", game="bruges", seats=3, points=[10**30, 1, 0])
