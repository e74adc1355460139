"""Long lists in pages: whoever turns them over has seen every row once."""

from __future__ import annotations

from django.http import QueryDict
from django.test import RequestFactory

from tournaments.pages.paging import Bounded, Paged, paged


def page(query: str, rows: range, size: int = 4) -> Paged:
    return paged(RequestFactory().get(f"/{query}"), "over", rows, size)


def test_turning_the_pages_shows_every_row_once() -> None:
    rows = range(11)
    shown, found = [], page("", rows)
    for _ in rows:
        shown += list(found)
        if not found.after:
            break
        found = page(found.after.partition("#")[0], rows)
    assert shown == list(rows)
    assert (found.number, found.last, found.before.partition("#")[0]) == (3, 3, "?over=2")


def test_other_parts_of_the_address_stay_and_the_list_is_jumped_to() -> None:
    query, _, anchor = page("?asked=3&q=a%26b", range(9)).after.removeprefix("?").partition("#")
    assert QueryDict(query).dict() == {"asked": "3", "q": "a&b", "over": "2"}
    assert anchor == "over"


def test_a_page_that_is_not_there_is_the_nearest_one() -> None:
    assert [page(f"?over={wish}", range(9)).number for wish in ("0", "-3", "99", "x", "2" * 5000)] == [3, 3, 3, 1, 1]
    assert list(page("", range(0))) == []


def test_a_short_list_has_one_page() -> None:
    assert not page("", range(4)).several
    assert page("", range(5)).several


def test_no_more_than_so_many_rows_are_counted() -> None:
    assert Bounded(range(3), 2).count == 3
    assert page("", range(5)).shown_as(lambda rows: [row * 10 for row in rows]).count == 5
