"""The work of reading a letter grows with its rows, not with what each of them has to be compared with."""

from __future__ import annotations

import time

import pytest

from tests.fixtures.mail.grammar import is_order
from tests.inbox.reply.hostile import TEXT
from tournaments.inbox.reply import extract

FEW, MANY = 350, 2_800  # rows
MORE = 2.5  # times as much as the rows are more: a busy machine adds something, work by the square eight times as much

ROWS = {
    "what a client has slipped behind its introduction": "Bea wrote:> 17 red",
    "an introduction in another script": "كتب:> x",
    "introductions of nothing": "On 14.11.2025 10:00 a@b.org wrote:",
    "headers": "From: a\r\nDate: 1/2/2020\r\n",
    "headers that may be somebody's own": "Bea: 1/2/2020\r\nTo: x\r\n",
    "rows between quotes": "> a row\r\nOn 14.11.2025 Bea wrote:\r\nhello",
    "titles of letters": "-----Original Message-----\r\nhello\r\n",
    "signatures": "-- \r\nAnna",
    "marks": "#=#=# a #=#=#\r\nOn 14.11.2025 Bea wrote:",
    "brackets that a client has broken": "On 14.11.2025 Bea <bea@example.org\r\n> wrote:",
    "words that a client has broken": f"say: {'x' * 40} {'y' * 25}\r\nred",
}


def seconds(row: str, count: int) -> float:
    """Of the processor, for rows between two orders: the shortest of some runs."""
    rows = "\r\n".join(["17 red", *[row] * count, "17 red", ""])
    raw, took = TEXT + rows.encode(), []
    for _ in range(3):
        begin = time.process_time()
        extract(raw, is_order)
        took.append(time.process_time() - begin)
    return min(took)


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_letter_of_eight_times_the_rows_takes_about_eight_times_as_long(row: str) -> None:
    lines = row.count("\r\n") + 1
    few, many = FEW // lines, MANY // lines
    assert seconds(row, many) < MORE * (MANY / FEW) * seconds(row, few)
