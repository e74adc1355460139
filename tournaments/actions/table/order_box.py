"""The text that a player writes into a table's page: the same orders as in a letter, then the errands beside them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from engine.orders.api import Account
from tournaments.actions.commands import at_table
from tournaments.actions.table import orders
from tournaments.models import Player, Table
from tournaments.runtime import deadlocks


def take(
    table: Table, seat_id: int, lines: Sequence[str], *, serial: int, numbers: int = 0, player: Player,
    shown_at: datetime | None = None,
) -> Account:  # fmt: skip
    """Carry out the lines of a form, and give the account; NotYours if the seat is somebody else's by now.

    The table is written in one transaction, with the words that concern it; each errand has one of its own behind
    that, so that leagues and entries are never waited for with other rows locked. `serial`, `numbers`, `shown_at`:
    as in `orders.take_orders`.
    """
    take_orders = partial(
        orders.take_orders, seat_id, lines, serial=serial, numbers=numbers, by="page", player=player, shown_at=shown_at
    )
    account = deadlocks.retried(take_orders)
    return at_table.errands_on_page(table, player, account)
