"""No statement reads much of what belongs to leagues of others, as PostgreSQL finds its rows."""

from __future__ import annotations

import pytest
from django.db import connection

from tests.shared import growth, plans
from tests.shared.crowd import make_crowd

LEAGUES = 700  # of others: enough that whoever looks into their rows reads more than the own large league has
OWN = 1_000  # rows of anything that the large league has at most
SAMPLED = 1_500  # rows: a sample of the newest, or what happened lately; there are thrice as many turns and entries


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="reads the plans of PostgreSQL")
def test_sweeps_letters_and_pages_read_no_rows_of_others() -> None:
    crowd = make_crowd(LEAGUES)
    found = growth.statements_that_read_much(crowd, OWN)
    assert min(statements for statements, _ in found.values()) > 10
    statements, much = growth.figures_that_read_much(SAMPLED)
    assert statements > 10
    found["figures of the whole service"] = statements, much
    told = [f"{who}: {plans.short(read.sql)}: {read.nodes}" for who, (_, much) in found.items() for read in much]
    assert not told, "\n".join(told)
