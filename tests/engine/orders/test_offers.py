"""The orders that are offered for lines which are none."""

from __future__ import annotations

import pytest

from tests.shared.replies import Kind, replies
from tests.shared.replies_judged import at_table, offered

MOST_TIMES = 0.95  # of the replies that are not carried out


def test_what_was_meant_is_among_what_is_offered() -> None:
    refused = dict[str, bool]()
    for reply in replies():
        if reply.kind in (Kind.PLAIN, Kind.UNCLEAR):
            found = offered(reply, at_table(reply.letter, reply.text.splitlines()))
            refused |= {} if found is None else {str(reply): found}
    missed = [reply for reply, found in refused.items() if not found]
    assert refused
    assert len(missed) <= (1 - MOST_TIMES) * len(refused), missed


@pytest.mark.parametrize(
    ("letter", "line", "first"),
    [
        ("bruges-3-en", "22 for whoever wants it", "guilders muralist"),  # its beginning reads as an order
        ("bruges-3-en", "I will pay whatever you ask and climb", "climb"),  # of a kind that is not asked
        ("flandern-8-de", "S4, grau mit 1 meister", "lay grey1 S4 ieper"),  # the most of the whole line
        ("flandern-5-en", "something with a church in it", "choose gent"),  # nothing of it can be done now
        ("venise-3-en", "port", "move 4 port1"),  # a name without its number
    ],
)
def test_the_nearest_order_is_offered_first(letter: str, line: str, first: str) -> None:
    outcome = at_table(letter, [line])
    assert not outcome.done
    assert outcome.offers[0] == first


def test_orders_that_begin_with_a_word_to_the_service_leave_room_for_it() -> None:
    assert at_table("venise-5-en", ["order"]).offers == ("move 1 order", "move 4 order", "orders")
