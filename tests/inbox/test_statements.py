"""The statements that a reply needs: what was read once is not read again."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.outbox.hosts import Host
from tests.shared.cast import asked_seat
from tests.shared.post import address_of, newest, reply
from tournaments import tasks
from tournaments.inbox import ingest
from tournaments.models import OutboundLetter, Table

MOST = 39  # from the door to the host of the last letter, where an order brings a receipt and the next player's turn
NO_ROWS = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT", "PRAGMA")


@pytest.mark.django_db(transaction=True)
@pytest.mark.posted_by_hand
def test_an_order_with_its_receipt_and_the_next_turn_letter_takes_few_statements(table: Table, host: Host) -> None:
    first, second = (play(table) for _ in range(2))
    assert len(second) <= MOST, "\n".join(second)
    assert len(first) - len(second) < 5


def play(table: Table) -> list[str]:
    """One order of whoever is asked, read and answered; the statements on rows that it took."""
    letter = newest(asked_seat(table))
    sent = OutboundLetter.objects.count()
    with CaptureQueriesContext(connection) as caught:
        row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
        tasks.read_letter.run(row.pk)
    assert OutboundLetter.objects.count() == sent + 2
    statements = [query["sql"] for query in caught.captured_queries]
    return [statement for statement in statements if not statement.startswith(NO_ROWS)]
