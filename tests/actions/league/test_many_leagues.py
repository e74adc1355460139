"""Changing a name and being forgotten ask the database no more often for who has to do with many leagues."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from django.db import models, transaction

from tests.shared.budgets import counted
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, person, running_league
from tournaments.actions.erasing import erasure
from tournaments.actions.player import people
from tournaments.language.refusals import NameTaken, StillNeeded
from tournaments.models import Entry, JournalLine, League, Player, Seat, Table, Turn
from tournaments.running import sweeps

pytestmark = pytest.mark.django_db
Row = TypeVar("Row", bound=models.Model)
FEW, MANY = 10, 200
ROWS_AT_ONCE = 10  # statements more: SQLite takes so many values in one of them, and no more rows


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def copied(row: Row, **changes: object) -> Row:
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if field.name != "id"}
    return type(row)(**{**values, **changes})


def add_leagues(base: Table, count: int) -> list[Table]:
    """So many leagues like that of the table, each with the same organiser, players, table and open question."""
    organiser = base.league.organisers.get()
    made = League.objects.bulk_create(copied(base.league, name=f"League {at}") for at in range(count))
    through = League.organisers.through
    through.objects.bulk_create(through(league=league, player=organiser) for league in made)
    entries = list(base.league.entries.all())
    Entry.objects.bulk_create(copied(entry, league_id=league.pk) for league in made for entry in entries)
    tables = Table.objects.bulk_create(copied(base, league_id=league.pk) for league in made)
    seats = list(base.seats.all())
    rows = Seat.objects.bulk_create(copied(seat, table_id=table.pk) for table in tables for seat in seats)
    open_turn = Turn.objects.get(seat__table=base, ended_at=None)
    asked = [row for row in rows if row.number == asked_seat(base).number]
    Turn.objects.bulk_create(copied(open_turn, seat_id=seat.pk) for seat in asked)
    JournalLine.objects.bulk_create(
        JournalLine(verb="note", words="Anna and Olivia met", league=league) for league in made
    )
    return tables


def statements(act: Callable[[], object]) -> int:
    with counted() as work:
        act()
    return len(work.sql)


def worlds(cast: Cast) -> Table:
    base = only_table(running_league(cast))
    add_leagues(base, FEW)
    return base


def test_a_new_name_is_compared_in_all_leagues_at_once(cast: Cast) -> None:
    base = worlds(cast)
    few = statements(lambda: people.change_profile(cast.player, "Annika", "UTC"))
    add_leagues(base, MANY - FEW)
    assert statements(lambda: people.change_profile(cast.player, "Annemarie", "UTC")) <= few
    Entry.objects.filter(league=base.league, player=cast.opponent).update(state=Entry.State.LEFT)
    Seat.objects.filter(table=base, player=cast.opponent).update(player=None)
    with pytest.raises(NameTaken, match="League 0"):
        people.change_profile(cast.player, "Bea", "UTC")


def test_whether_an_organiser_may_be_forgotten_is_one_question(cast: Cast) -> None:
    base = worlds(cast)
    other = person("Oscar", is_staff=True)
    add_leagues(base, MANY - FEW)
    alone = League.objects.order_by("pk").last()
    for league in League.objects.exclude(pk=alone.pk):
        league.organisers.add(other)
    assert statements(lambda: erasure.why_not(cast.organiser, cast.organiser)) == 1
    assert isinstance(erasure.why_not(cast.organiser, cast.organiser), StillNeeded)
    assert alone.name in str(erasure.why_not(cast.organiser, cast.organiser))


@pytest.mark.parametrize("who", ["player", "organiser"])
def test_being_forgotten_asks_no_more_often_beside_many_leagues(cast: Cast, who: str) -> None:
    base = worlds(cast)
    add_leagues(base, erasure.AT_ONCE)
    victim = getattr(cast, who)
    few = forgetting(victim)
    add_leagues(base, MANY - FEW)
    assert forgetting(victim) <= few + ROWS_AT_ONCE


def forgetting(victim: Player) -> int:
    """Statements; nobody is forgotten after all."""
    other = person("Oscar", is_staff=True)
    leagues = League.organisers.through
    leagues.objects.bulk_create(leagues(league=league, player=other) for league in League.objects.all())
    try:
        with transaction.atomic():
            found = statements(lambda: people.erase(victim, victim))
            assert not JournalLine.objects.filter(words__contains=f"{victim.name} ").exists()
            transaction.set_rollback(True)
    finally:
        leagues.objects.filter(player=other).delete()
        other.delete()
    return found


def test_a_bot_has_every_seat_at_once_and_moves_at_the_first_tables_by_itself_at_the_others_with_the_sweep(
    cast: Cast,
) -> None:
    base = only_table(running_league(cast))
    player = asked_seat(base).player
    assert player is not None
    tables = [base, *add_leagues(base, erasure.AT_ONCE + 4)]
    people.erase(player, player)
    assert not Seat.objects.filter(player=player).exclude(mover=Seat.Mover.REPLACED).exists()
    assert moved(tables) == erasure.AT_ONCE
    sweeps.sweep()
    assert moved(tables) == len(tables)
    assert not Turn.objects.filter(seat__player=player, ended_at=None).exists()


def moved(tables: list[Table]) -> int:
    return sum(table.entries.exists() for table in tables)
