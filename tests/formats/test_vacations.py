"""Days away: what people write for them."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.language.languages import speaking
from engine.orders.command_words import command
from tests.shared import pace
from tournaments.formats import vacations
from tournaments.formats.vacations import Days, NoDates

TODAY = date(2026, 4, 20)
MAY = Days(date(2026, 5, 3), date(2026, 5, 9))


@pytest.mark.parametrize(
    "written",
    [
        "3 to 9 May", "3 May to 9 May", "3-9 May", "3 – 9 May 2026", "from 3 May until 9 May", "May 3 to 9",
        "May 3 - May 9", "3rd to 9th of May", "2026-05-03 2026-05-09", "2026-05-03 to 2026-05-09",
        "2026-05-03/2026-05-09", "3.5.-9.5.", "3.5. - 9.5.", "3.-9.5.", "3.5.2026 - 9.5.2026", "3.5. 9.5.",
        "03.05.-09.05.", "3. bis 9. Mai", "vom 3. bis zum 9. Mai", "3. Mai bis 9. Mai 2026", "3.-9. Mai",
    ],
)  # fmt: skip
def test_the_same_week_can_be_written_in_many_ways(written: str) -> None:
    said = command(f"vacation {written}")
    assert said is not None
    assert vacations.read(said.rest, TODAY) == MAY


def test_a_single_day_is_one() -> None:
    assert vacations.read("3 may", TODAY) == Days(MAY.first, MAY.first)


def test_without_a_year_the_next_days_are_meant() -> None:
    assert vacations.read("1 to 3 march", TODAY).first == date(2027, 3, 1)
    assert vacations.read("18 to 22 april", TODAY).first == date(2026, 4, 18)
    assert vacations.read("1. bis 3. marz", TODAY).first == date(2027, 3, 1)
    assert vacations.read("28. Dezember bis 4. Januar", TODAY) == Days(date(2026, 12, 28), date(2027, 1, 4))
    assert vacations.read("28 december to 4 january", TODAY) == Days(date(2026, 12, 28), date(2027, 1, 4))


def test_the_last_day_of_february_is_that_of_the_year_that_is_meant() -> None:
    december = date(2027, 12, 1)
    for written in ("20 to 29 feb", "20.2.-29.2.", "20. bis 29. Februar"):
        assert vacations.read(written, december) == Days(date(2028, 2, 20), date(2028, 2, 29))
    assert vacations.read("29 feb to 3 march", december).first == date(2028, 2, 29)
    with pytest.raises(NoDates, match="no day 29 in month 2 of 2027"):
        vacations.read("20 to 29 feb", date(2026, 12, 1))


PLAIN = "{0.day}.{0.month}."
WORDS = ("{0.day} {0:%B}", "{0:%b} {0.day}", "{0.day}. {0:%B}", "{0.day}th of {0:%B}", PLAIN, "{0:%d.%m.}")
YEARS = ("{0.year}", " {0.year}")


@st.composite
def days_written(draw: st.DrawFn) -> tuple[date, Days, str]:
    """A day, days off that it could be written on, and one of the ways to write them: years on both, one or none."""
    today = draw(st.dates(date(1999, 1, 1), date(2105, 1, 1)))
    last = today + timedelta(days=draw(st.integers(0, 364)))
    first = last - timedelta(days=draw(st.integers(0, vacations.LONGEST - 1)))
    form = draw(st.sampled_from(WORDS))
    if draw(st.booleans()) and form != PLAIN:
        form = form.replace("{0.day}", "{0.day:02}")
    year = YEARS[form not in (PLAIN, "{0:%d.%m.}")]
    begin, end = (form + (year if draw(st.booleans()) else "") for _ in range(2))
    between = draw(st.sampled_from((" to ", " - ", "-", " until ", " bis ")))
    return today, Days(first, last), f"{begin.format(first)}{between}{end.format(last)}"


@given(days_written())
def test_days_are_read_back_as_they_were_written_whatever_today_is(found: tuple[date, Days, str]) -> None:
    today, days, written = found
    said = command(f"vacation {written}")
    assert said is not None
    assert vacations.read(said.rest, today) == days


@given(days_written())
def test_dates_as_machines_write_them_are_read_back_as_well(found: tuple[date, Days, str]) -> None:
    today, days, _ = found
    for between in (" ", "/", " to "):
        assert vacations.read(f"{days.first}{between}{days.last}", today) == days
    if days.first.month == days.last.month:
        assert vacations.read(f"{days.first.day} to {days.last:%d %B}", today) == days


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("3/5 to 9/5", "no date"), ("next week", "no date"), ("3 to 9", "month is missing"), ("30 february", "no day"),
        ("9 to 3 may", "before the first"), ("1 may 2025", "are over"), ("1 may to 30 august", "longer than"),
        ("3 may to 9 may to 11 may", "two dates"), ("3 to 9 floreal", "no month"), ("3 to 9 may 2026 or so", "no date"),
        ("31.12.9999", "ahead"), ("9999-12-30 9999-12-31", "ahead"), ("22 april 2027", "ahead"), ("1.1.0001", "over"),
        ("1.1.0000", "no day"), (f"{10**30}.5.", "no date"), (f"3 may {10**30}", "no date"), ("-3 may", "two dates"),
        ("until 30 november", "two dates"), ("bis 9. mai", "two dates"), ("3.0. to 5 may", "“3.0.” is no date"),
        ("3.13.", "no date"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_why(written: str, why: str) -> None:
    with pytest.raises(NoDates, match=why):
        vacations.read(written, TODAY)


@pytest.mark.parametrize("between", [",", " , ", "- ", "1.", "to "])
def test_what_cannot_be_read_is_refused_in_a_moment_however_long_it_is(between: str) -> None:
    def read() -> None:
        with pytest.raises(NoDates):
            vacations.read(f"1{between * 16_000}1", TODAY)

    assert pace.seconds(read, runs=1) < pace.A_MOMENT


@given(st.text(alphabet="0123456789 .-/tofrmaydec", max_size=24))
def test_whatever_is_written_gives_days_to_come_or_is_refused(text: str) -> None:
    with suppress(NoDates):
        days = vacations.read(text, TODAY)
        assert days.last >= TODAY
        assert days.first <= days.last
        vacations.moments(days, "Pacific/Kiritimati")


@given(st.dates(), st.dates(), st.sampled_from(["{:%d.%m.}{}", "{:%d} may {}"]))
def test_any_days_of_any_year_have_their_moments_or_are_refused(first: date, last: date, form: str) -> None:
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):
        with suppress(NoDates):
            days = vacations.read(f"{form.format(first, first.year)} to {form.format(last, last.year)}", TODAY)
            begins, ends = vacations.moments(days, zone)
            assert begins < ends


def test_days_are_those_of_the_players_own_zone() -> None:
    begins, ends = vacations.moments(MAY, "Europe/Brussels")
    assert begins.astimezone(UTC) == datetime(2026, 5, 2, 22, tzinfo=UTC)
    assert ends.astimezone(UTC) == datetime(2026, 5, 9, 22, tzinfo=UTC)


def test_days_are_said_shortly() -> None:
    assert vacations.in_words(MAY) == "3 to 9 May"
    assert vacations.in_words(Days(MAY.first, MAY.first)) == "3 May"
    assert vacations.in_words(Days(date(2026, 4, 28), MAY.last)) == "28 April to 9 May"
    assert vacations.in_words(MAY, Days(date(2026, 6, 1), date(2026, 6, 1))) == "3 to 9 May and 1 June"
    with speaking("de"):
        assert vacations.in_words(MAY) == "3. bis 9. Mai"
        assert vacations.in_words(Days(date(2026, 4, 28), MAY.last)) == "28. April bis 9. Mai"
