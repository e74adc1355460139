"""One player at two tables at the same moment: what each changes of the player stays."""

from __future__ import annotations

import pytest

from engine.orders.api import Account, Line
from tests.shared.cast import Cast, make_cast, only_table, running_league
from tournaments.actions.table import orders
from tournaments.actions.table.session import Session
from tournaments.models import Player

pytestmark = pytest.mark.django_db
EVERYWHERE = {"climb": "never", "fire": "cheapest"}


@pytest.fixture
def cast() -> Cast:
    cast = make_cast()
    cast.player.rules = {"bruges": dict(EVERYWHERE)}
    cast.player.save()
    return cast


def two_sessions(cast: Cast) -> list[Session]:
    """Two workers that have both read the player before one of them writes."""
    tables = [only_table(running_league(cast, name=name, tag=name)) for name in ("Autumn", "Winter")]
    return [Session.open(table.pk) for table in tables]


def rules_at(s: Session, player: Player) -> dict[str, str]:
    seat = next(seat for seat in s.seats if seat.player == player)
    return s.plans[seat.number].everywhere


def test_standing_orders_for_all_tables_from_two_tables_at_once_all_hold(cast: Cast) -> None:
    one, other = two_sessions(cast)
    rules_at(one, cast.player)["draw"] = "red"
    del rules_at(one, cast.player)["fire"]
    rules_at(other, cast.player)["climb"] = "if climb price <= 3"
    for session in (one, other):
        with session:
            pass
    cast.player.refresh_from_db()
    assert cast.player.rules == {"bruges": {"climb": "if climb price <= 3", "draw": "red"}}


def test_letters_understood_at_two_tables_at_once_count_twice(cast: Cast) -> None:
    account = Account((Line("12", "played", "workers", (), ()),), ())
    for player in [Player.objects.get(pk=cast.player.pk) for _ in range(2)]:
        assert orders.understood(player, "bruges", account)
        orders.count_understood(player, "bruges")
    cast.player.refresh_from_db()
    assert cast.player.letters_understood == {"bruges": 2}
