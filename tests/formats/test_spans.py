"""Time that is given back: never twice, never more than was lost, in whatever pieces it becomes known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import spans
from tournaments.formats.spans import Span, given_back, length, union, without

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
NONE = timedelta(0)
minutes = st.integers(0, 60 * 24 * 9)
moments = minutes.map(lambda number: START + timedelta(minutes=number))
some = st.tuples(moments, moments).map(lambda pair: Span(*sorted(pair)))
several = st.lists(some, max_size=6)


def at(hours: float) -> datetime:
    return START + timedelta(hours=hours)


def moved(counts_from: datetime, due: datetime, stood: list[Span], before: list[Span]) -> datetime:
    """The deadline after each span has been given back in turn."""
    known = list(before)
    for span in stood:
        due += given_back(counts_from, due, span, known)
        known.append(span)
    return due


@given(moments, moments, some, several)
def test_no_deadline_moves_back_nor_by_more_than_was_lost(
    begins: datetime, due: datetime, stood: Span, known: list[Span]
) -> None:
    assert NONE <= given_back(begins, due, stood, known) <= stood.length


@given(some, several, st.lists(moments, min_size=3, max_size=3))
def test_an_outage_told_in_two_pieces_gives_back_what_it_gives_in_one(
    clock: Span, known: list[Span], cuts: list[datetime]
) -> None:
    first, middle, last = sorted(cuts)
    whole = moved(*clock, [Span(first, last)], known)
    assert moved(*clock, [Span(first, middle), Span(middle, last)], known) == whole


@given(some, several, several)
def test_what_is_given_back_again_changes_nothing(clock: Span, stood: list[Span], known: list[Span]) -> None:
    once = moved(*clock, stood, known)
    assert moved(clock.begins, once, stood, [*known, *stood]) == once


@given(moments, some, some)
def test_overlapping_outages_give_back_the_time_of_both_once(begins: datetime, one: Span, other: Span) -> None:
    due = max(begins, one.begins, other.begins)
    told = length([Span(max(span.begins, begins), span.ends) for span in (one, other)])
    assert moved(begins, due, [one, other], []) == moved(begins, due, [other, one], []) == due + told


@given(some, several)
def test_what_is_taken_out_and_what_is_left_are_the_whole(span: Span, others: list[Span]) -> None:
    left = without(span, others)
    taken = [Span(max(span.begins, other.begins), min(span.ends, other.ends)) for other in others]
    assert length(left) + length(taken) == span.length
    assert union(left) == left


@given(several)
def test_spans_are_stored_and_read_as_the_same_time(several: list[Span]) -> None:
    assert spans.from_json(spans.to_json(several)) == union(several)


def test_what_was_left_when_the_clock_stopped_is_left_when_it_goes_on() -> None:
    hour = timedelta(hours=1)
    assert given_back(at(0), at(48), Span(at(10), at(20))) == 10 * hour
    assert at(48) + given_back(at(0), at(48), Span(at(47), at(100))) == at(100) + hour
    assert given_back(at(15), at(63), Span(at(10), at(20))) == 5 * hour


def test_who_was_late_before_the_outage_stays_late() -> None:
    assert given_back(at(0), at(48), Span(at(49), at(100))) == NONE
