"""Deadlines in every zone, also in nights when clocks are changed."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.language.languages import speaking
from tournaments.formats import clocks, deadlines

NOON = datetime(2025, 11, 12, 19, 0, tzinfo=UTC)
FRIDAY = datetime(2025, 11, 14, 17, 0, tzinfo=UTC)


def test_a_letter_says_how_long_and_until_when():
    sentence = clocks.deadline_sentence(NOON, FRIDAY, "Europe/Brussels")
    assert sentence == "You have 46 hours: until Friday 14 November, 18:00 in Brussels."


def test_a_deadline_that_has_gone_by_is_told_as_gone():
    assert (
        clocks.deadline_sentence(FRIDAY, FRIDAY, "UTC")
        == "Your time is over: it ran until Friday 14 November, 17:00 UTC."
    )


def test_the_same_moment_has_other_words_elsewhere():
    assert clocks.words(FRIDAY, "Asia/Tokyo") == "Saturday 15 November, 02:00 in Tokyo"
    assert clocks.words(FRIDAY, "America/Argentina/Buenos_Aires") == "Friday 14 November, 14:00 in Buenos Aires"
    assert clocks.words(FRIDAY, "Etc/GMT-3") == "Friday 14 November, 20:00 UTC+03:00"


def test_headlines_say_it_short_and_add_the_date_when_it_is_far():
    assert clocks.short(FRIDAY, "Europe/Brussels") == "Fri 18:00"
    assert clocks.short(FRIDAY, "Europe/Brussels", NOON) == "Fri 18:00"
    assert clocks.short(FRIDAY + timedelta(days=14), "Europe/Brussels", NOON) == "Fri 28 Nov 18:00"


def test_moments_are_told_in_the_readers_language():
    with speaking("de"):
        assert clocks.words(FRIDAY, "Europe/Brussels") == "Freitag, 14. November, 18:00 Uhr in Brüssel"
        assert clocks.words(FRIDAY, "Asia/Kathmandu") == "Freitag, 14. November, 22:45 Uhr in Kathmandu"
        assert clocks.short(FRIDAY, "Europe/Brussels") == "Fr 18:00"
        assert clocks.short(FRIDAY + timedelta(days=14), "Europe/Brussels", NOON) == "Fr 28. Nov. 18:00"
        assert clocks.deadline_sentence(NOON, FRIDAY, "UTC").startswith("Du hast 46 Stunden: bis Freitag")
        assert clocks.time_left(NOON, NOON + timedelta(minutes=1)) == "1 Minute"
        assert clocks.forecast(96, 48) == (
            "Meist etwa 5 Wochen; höchstens 27, wenn alle sich alle Zeit nehmen, die sie haben. Ein Tisch hat etwa "
            "96 Züge."
        )


def test_forty_eight_hours_are_forty_eight_hours_when_clocks_go_back():
    start = datetime(2025, 10, 25, 10, 0, tzinfo=UTC)  # noon in Brussels, summer time
    end = deadlines.due(start, timedelta(hours=48))
    assert end - start == timedelta(hours=48)
    assert clocks.words(end, "Europe/Brussels") == "Monday 27 October, 11:00 in Brussels"
    assert clocks.deadline_sentence(start, end, "Europe/Brussels").startswith("You have 48 hours")


def test_the_hour_that_comes_twice_is_told_apart():
    first = datetime(2025, 10, 26, 0, 30, tzinfo=UTC)
    second = first + timedelta(hours=1)
    assert clocks.words(first, "Europe/Brussels") == "Sunday 26 October, 02:30 in Brussels (before the clocks go back)"
    assert clocks.words(second, "Europe/Brussels") == (
        "Sunday 26 October, 02:30 in Brussels (after the clocks have gone back)"
    )
    assert [clocks.short(moment, "Europe/Brussels") for moment in (first, second)] == [
        "Sun 02:30 CEST",
        "Sun 02:30 CET",
    ]


def test_the_hour_that_never_comes_is_never_told():
    start = datetime(2026, 3, 28, 1, 30, tzinfo=UTC)  # 02:30 in Brussels, the night before clocks go forward
    assert (
        clocks.words(deadlines.due(start, timedelta(hours=24)), "Europe/Brussels")
        == "Sunday 29 March, 03:30 in Brussels"
    )


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (timedelta(hours=46, minutes=59), "46 hours"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(minutes=59, seconds=59), "59 minutes"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(seconds=59), "less than a minute"),
        (timedelta(days=5, hours=23), "5 days"),
    ],
)
def test_time_left_is_never_told_longer_than_it_is(left, text):
    assert clocks.time_left(NOON, NOON + left) == text


def test_the_form_forecasts_the_length_of_a_league():
    most = "if everybody takes all the time they have"
    turns = "A table has about 96 turns."
    assert clocks.forecast(96, 48) == f"Usually about 5 weeks; at most 27, {most}. {turns}"
    assert clocks.forecast(12, 48) == f"Usually about 4 days; at most 3 weeks, {most}. A table has about 12 turns."
    assert clocks.forecast(96, 6) == f"About 3 weeks. {turns}"
    assert clocks.forecast(10, 1) == "About 10 hours. A table has about 10 turns."


def test_games_one_after_the_other_take_so_many_times_as_long():
    assert clocks.forecast(96, 48, one_after_another=3).startswith("Usually about 14 weeks; at most 82,")


ZONES = st.sampled_from(["Europe/Brussels", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"])
LONG_AGO, LATE = (datetime(year, 1, 1, tzinfo=UTC).replace(tzinfo=None) for year in (2024, 2030))
MOMENTS = st.datetimes(LONG_AGO, LATE, timezones=st.just(UTC))


@given(MOMENTS, st.timedeltas(timedelta(0), timedelta(days=30)), ZONES)
def test_words_are_the_players_wall_clock_in_any_night(start, allowance, zone):
    end = deadlines.due(start, allowance)
    local = end.astimezone(ZoneInfo(zone))
    assert f"{local:%H:%M}" in clocks.words(end, zone)
    assert clocks.words(end, zone).startswith(local.strftime("%A"))


@pytest.mark.parametrize(
    ("now", "hour", "zone", "next_one"),
    [
        ("2025-11-14T06:59:59", 8, "Europe/Brussels", "2025-11-14T07:00:00"),
        ("2025-11-14T07:00:00", 8, "Europe/Brussels", "2025-11-15T07:00:00"),
        ("2025-11-14T23:30:00", 8, "Asia/Tokyo", "2025-11-15T23:00:00"),
        ("2025-03-29T12:00:00", 2, "Europe/Brussels", "2025-03-30T01:00:00"),  # there is no two o'clock that night
        ("2025-10-25T12:00:00", 2, "Europe/Brussels", "2025-10-26T00:00:00"),  # there are two
        ("2025-10-26T00:30:00", 2, "Europe/Brussels", "2025-10-27T01:00:00"),
    ],
)
def test_a_letter_of_the_day_goes_out_at_the_readers_hour(now, hour, zone, next_one):
    found = clocks.next_hour(datetime.fromisoformat(f"{now}+00:00"), hour, zone)
    assert found.isoformat() == f"{next_one}+00:00"


@given(
    now=st.floats(0, 20 * 365 * 86_400).map(
        lambda seconds: datetime(2020, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    ),
    hour=st.integers(0, 23),
    zone=st.sampled_from(["Europe/Brussels", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]),
)
def test_the_letter_of_the_day_is_never_more_than_a_day_and_an_hour_away(now, hour, zone):
    assert timedelta(0) < clocks.next_hour(now, hour, zone) - now <= timedelta(hours=25)
