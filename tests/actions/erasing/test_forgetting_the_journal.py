"""The time it takes to forget somebody does not depend on how often others have pressed something."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db.models.signals import post_init

from tests.shared.cast import Cast, make_cast, only_table, running_league
from tournaments.actions.player import people
from tournaments.actions.table import orders
from tournaments.models import JournalLine, Player, Table
from tournaments.queries.access.desk_rights import ORDERS

pytestmark = pytest.mark.django_db
MANY = 1_200


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@contextmanager
def lines_read() -> Iterator[list[str]]:
    """The words of the journal's lines that are read meanwhile."""
    found: list[str] = []

    def note(instance: JournalLine, **_: Any) -> None:
        found.append(instance.words)

    post_init.connect(note, sender=JournalLine)
    try:
        yield found
    finally:
        post_init.disconnect(note, sender=JournalLine)


def pressed(table: Table, player: Player) -> str:
    """Very many lines as the order box writes them; the words of each."""
    seat = table.seats.get(player=player)
    orders.take_orders(seat.pk, ["help"], serial=None, by="page")
    line = JournalLine.objects.filter(verb=ORDERS, actor=player).latest("pk")
    about = {"verb": ORDERS, "words": line.words, "actor": player, "league": table.league, "table": table, "seat": seat}
    JournalLine.objects.bulk_create([JournalLine(**about, data=line.data) for _ in range(MANY)])
    return line.words


def test_the_orders_of_others_are_not_read_to_forget_somebody(cast: Cast) -> None:
    table = only_table(running_league(cast))
    words = pressed(table, cast.player)
    with lines_read() as read:
        people.erase(cast.opponent, cast.opponent)
    assert "Anna" in words
    assert (words in read, len(read) < 100) == (False, True)
    assert JournalLine.objects.filter(words=words).count() == MANY + 1


def test_every_line_of_very_many_of_ones_own_is_without_the_name_afterwards(cast: Cast) -> None:
    table = only_table(running_league(cast))
    words = pressed(table, cast.player)
    assert "Anna" in words
    people.erase(cast.player, cast.player)
    assert not JournalLine.objects.filter(words__contains="Anna").exists()
    assert JournalLine.objects.filter(verb=ORDERS, table=table).count() == MANY + 1


def test_orders_that_nobody_proved_are_without_the_name_after_the_seat_has_become_anothers(cast: Cast) -> None:
    """Their line has no actor, and the seat has another player by then."""
    table = only_table(running_league(cast))
    seat = table.seats.get(player=cast.player)
    line = JournalLine.objects.create(
        verb=ORDERS, words="Anna by mail: 1 word", seat=seat, table=table, league=table.league
    )
    seat.player = cast.outsider
    seat.save(update_fields=("player",))
    people.erase(cast.player, cast.player)
    line.refresh_from_db()
    assert "Anna" not in line.words
