"""No statement reads much of what belongs to leagues of others, as PostgreSQL finds its rows."""

from __future__ import annotations

import pytest
from django.db import connection

from tests import growth, plans
from tests.crowd import make_crowd

LEAGUES = 700  # of others: enough that whoever looks into their rows reads more than the own large league has
OWN = 1_000  # rows of anything that the large league has at most


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="reads the plans of PostgreSQL")
def test_sweeps_letters_and_pages_read_no_rows_of_others() -> None:
    found = growth.statements_that_read_much(make_crowd(LEAGUES), OWN)
    assert min(statements for statements, _ in found.values()) > 10
    told = [f"{who}: {plans.short(read.sql)}: {read.nodes}" for who, (_, much) in found.items() for read in much]
    assert not told, "\n".join(told)
