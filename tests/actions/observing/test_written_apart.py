"""Players wait for no letter to who only follows: each is written by itself, and no table is locked meanwhile."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.player.visitors.test_public_leagues import play_until_round
from tests.shared.cast import make_cast, only_table, running_league
from tournaments.actions.observing import telling
from tournaments.models import Observer

LETTER = 'INSERT INTO "tournaments_outboundletter"'


@pytest.mark.django_db(transaction=True)
def test_each_letter_is_written_in_a_transaction_of_its_own_that_holds_no_table(transactional_db: None) -> None:
    table = only_table(running_league(make_cast(), public=True))
    Observer.objects.bulk_create(Observer(table=table, email=f"fan{n}@many.example") for n in range(3))
    play_until_round(table, table.round + 1)
    with CaptureQueriesContext(connection) as seen:
        telling.tell(table.pk)
    transactions: list[list[str]] = [[]]
    for query in seen.captured_queries:
        transactions[-1].append(query["sql"])
        if query["sql"] == "COMMIT":
            transactions.append([])
    inserts = [sum(LETTER in sql for sql in each) for each in transactions]
    assert (sum(inserts), max(inserts)) == (3, 1)
    for each, letters in zip(transactions, inserts, strict=True):
        held = any('"tournaments_table"' in sql and "FOR NO KEY UPDATE" in sql for sql in each)
        assert not (held and letters)
