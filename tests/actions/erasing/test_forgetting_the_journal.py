"""The journal forgets a name however it was typed, and in a time that does not grow with what others have pressed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.db.models.signals import post_init

from tests.shared.cast import Cast, make_cast, only_table, person, running_league
from tests.shared.desk import at_desk
from tournaments.actions.player import people
from tournaments.actions.table import orders
from tournaments.models import Entry, JournalLine, Player, Table
from tournaments.queries.access.desk_rights import ORDERS
from tournaments.queries.stoppages import PAUSED

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


@pytest.mark.parametrize("gap", ["  ", "\N{NO-BREAK SPACE}", " \N{THIN SPACE}"])
def test_a_name_goes_however_its_words_were_parted_when_somebody_typed_it(cast: Cast, gap: str) -> None:
    player = person("Ada Byron", "ada@example.net")
    table = only_table(running_league(replace(cast, player=player)))
    Entry.objects.create(league=table.league, player=person("Ada Byron King", "king@example.net"))
    reason = f"ADA{gap}Byron asked, Ada Byron{gap}King did not"
    at_desk(cast.organiser).post(f"/desk/tournaments/table/{table.pk}/pause/", {"reason": reason})
    people.erase(player, player)
    line, left = JournalLine.objects.get(verb=PAUSED), "former player asked, Ada Byron King did not"
    assert line.data["reason"].split() == left.split()
    assert left in line.words
