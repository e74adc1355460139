"""A letter of somebody comes in while they are being forgotten: see `test_in_the_middle`."""

from __future__ import annotations

import pytest
from django.db import connection

from tests.actions.at_once.test_in_the_middle import raw_to_bare
from tests.actions.at_once.workers import meanwhile
from tests.shared.cast import Cast, make_cast, only_table, person, running_league
from tests.shared.post import address_of, newest, reply
from tests.shared.traces import in_rows
from tournaments.actions.player import people
from tournaments.inbox import ingest
from tournaments.letters import headers
from tournaments.models import InboundLetter, Player

pytestmark = pytest.mark.django_db(transaction=True)
NAME, EMAIL = "Quirina", "quirina@tulpenpost.example"
State = InboundLetter.State


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time; the run on PostgreSQL has this test")
    return make_cast()


@pytest.mark.parametrize("to", ["the seat", "the bare address"])
@pytest.mark.parametrize("line", ["1", "say: the crown jewels", "referee: hello", "leave autumn"])
def test_a_letter_that_comes_while_its_player_is_forgotten_is_read_behind_that(cast: Cast, line: str, to: str) -> None:
    cast.player = person(NAME, EMAIL)
    table = only_table(running_league(cast))
    letter = newest(table.seats.get(player=cast.player))
    rows: list[int] = []

    def write() -> str:
        if to == "the seat":
            row = ingest.ingest(reply(letter, line), address_of(letter), EMAIL)
        else:
            row = ingest.ingest(raw_to_bare(EMAIL, line), headers.bare_address(), EMAIL)
        rows.append(row.pk)
        ingest.read(row.pk)
        return "read"

    outcomes = meanwhile(lambda: people.erase(cast.player, cast.player), r'UPDATE "tournaments_seat"', write)
    assert isinstance(outcomes[0], Player), outcomes
    assert outcomes[1] == "read", outcomes
    row = InboundLetter.objects.get(pk=rows[0])
    assert (row.state, row.attempts) == (State.DONE, 1)
    left = [trace for trace in in_rows([NAME, EMAIL, "crown jewels"]) if trace.table != "tournaments_inboundletter"]
    assert left == [], "what came in is a stranger's letter by now"
