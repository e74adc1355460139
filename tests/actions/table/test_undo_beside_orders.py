"""An `undo` in one letter with orders: these are for where it leads, and are done only with it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.engine import toy
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.table import orders
from tournaments.letters import reply_serial
from tournaments.models import InboundLetter, OutboundLetter, Seat, Table
from tournaments.player import preview
from tournaments.queries import matches

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


@pytest.fixture
def table(cast: Cast) -> Table:
    return only_table(running_league(cast, delay=timedelta(minutes=5)))


def sums(table: Table) -> list[str]:
    """The orders of the seat that is asked which put a card away for money."""
    (decision,) = matches.load(Table.objects.get(pk=table.pk)).waiting
    return [move.text for move in decision.moves if move.verb == "guilders"]


def plays(table: Table) -> Seat:
    """The next seat plays a card."""
    seat = asked_seat(table)
    deliver(newest(seat, "turn", "orders_account"), sums(table)[0])
    return seat


def done(seat: Seat) -> tuple[list[str], list[str]]:
    """What the seat has done by its own word since the game began, and what of it is kept."""
    log = [entry.entry for entry in seat.table.entries.order_by("number") if entry.entry["seat"] == seat.number]
    kept = [order["moves"][0] for order in Seat.objects.get(pk=seat.pk).plan["kept"]]
    return [entry["kind"] for entry in log if entry["by"] in ("order", "kept")], kept


def states(row: InboundLetter) -> list[str]:
    return [line["state"] for line in row.account["lines"]]


def words_of(letter: OutboundLetter) -> str:
    return " ".join(letter.text.split())


@pytest.mark.parametrize("word", ["undo", "zurück"])
def test_an_undo_below_an_order_takes_nothing_back_and_keeps_the_order_from_being_done(table: Table, word: str) -> None:
    _, other = sums(table)[:2]
    seat = plays(table)
    letter = newest(seat)
    found = preview.check(Seat.objects.get(pk=seat.pk), [other, word], reply_serial.now(seat))
    assert [line.state for line in found.lines] == ["refused", "refused"]
    assert "refused" in states(deliver(letter, other, word))
    assert done(seat) == (["move"], [])
    assert "Nothing was taken back: an order stands above that word." in words_of(newest(seat))
    assert states(deliver(letter, word, other)) == ["command", "played"]
    assert done(seat) == (["move", "undo", "move"], [])


def test_an_order_below_an_undo_that_could_not_be_done_is_not_kept_for_the_next_turn(table: Table) -> None:
    other = sums(table)[1]
    seat = plays(table)
    plays(table)
    found = preview.check(Seat.objects.get(pk=seat.pk), ["undo", other], reply_serial.now(seat))
    assert [line.state for line in found.lines] == ["refused", "refused"]
    row = deliver(newest(seat), "undo", other)
    assert states(row)[1] == "refused"
    assert row.account["lines"][1]["offers"] == [other]
    assert "not done because nothing was taken back" in words_of(newest(seat)).lower()
    assert done(seat) == (["move"], [])


def test_an_order_below_an_undo_that_asks_for_a_yes_waits_with_it(table: Table) -> None:
    cards = sums(table)
    seat = plays(table)
    told = newest(seat)
    for _ in range(6):
        if asked_seat(table).pk == seat.pk:
            break
        plays(table)
    assert plays(table).pk == seat.pk
    assert done(seat) == (["move", "move"], [])
    row = deliver(told, "undo", cards[-1])
    assert states(row) == ["stale", "stale"]
    assert done(seat) == (["move", "move"], [])
    deliver(row.answers.get(), "yes")
    assert done(seat) == (["move", "move", "undo", "move"], [])


def test_a_sealed_choice_is_replaced_beside_an_undo_that_others_have_made_impossible(cast: Cast) -> None:
    league = running_league(cast, game=toy.GAME.slug, reveal_delay=timedelta(minutes=10))
    first, second, *_ = only_table(league).seats.order_by("number")
    for seat in (first, second):
        orders.take_orders(seat.pk, ["bid 1"], serial=None, by="page")
    account = orders.take_orders(first.pk, ["undo", "bid 2"], serial=None, by="page")
    assert [line.state for line in account.lines][1] == "played"
