"""Days on which a player is away: read from what people write. Knows no rows."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from engine.language.languages import to_say
from engine.language.wording import listed
from tournaments.formats.calendar_words import MONTHS
from tournaments.language.speech import say

LONGEST = 60  # days in one go
FARTHEST = 366  # days from today to the last one: a league is over by then, and calendars end with the year 9999
EXAMPLES = to_say("3.5.-9.5., 2026-05-03 2026-05-09, 3 to 9 May")
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_ALSO = {"mai": "may", "okt": "oct", "dez": "dec"}  # months that German letters spell in another way
_ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
_TWO_FULL = re.compile(r"(\d\.\d{1,2}\.(?:\d{4})?)\s*[\s/]\s*(\d{1,2}\.\d)")
_BETWEEN = re.compile(r" ?(?:\b(?:to|until|till|through|bis(?: zum)?)\b|-) ?")
_MONTH = r"(?P<month>[a-z]{3,9})"
_FORMS = (
    re.compile(r"(?P<day>\d{1,2})\.(?:(?P<number>0?[1-9]|1[0-2])\.?)?\s*(?P<year>\d{4})?"),
    re.compile(rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?(?:\s+(?:of\s+)?{_MONTH}(?:\s+(?P<year>\d{{4}}))?)?"),
    re.compile(rf"{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+(?P<year>\d{{4}}))?"),
)


class NoDates(ValueError):
    """A text that is not the first and the last of some days to come; the message says why."""


class Days(NamedTuple):
    """The first and the last day, both included."""

    first: date
    last: date

    @property
    def each(self) -> set[date]:
        return {self.first + timedelta(days=number) for number in range((self.last - self.first).days + 1)}


class _Part(NamedTuple):
    day: int
    month: int | None
    year: int | None


def read(words: str, today: date) -> Days:
    """The days that are meant; without a year the next ones. NoDates otherwise. `words` are normalised."""
    plain = " ".join(words.casefold().replace(",", " ").split()).strip(" .")
    text = _ISO.sub(lambda iso: f"{iso[3]}.{iso[2]}.{iso[1]}", plain)
    text = _TWO_FULL.sub(r"\1 to \2", re.sub(r"^(?:from|von|vom)\s+", "", text))
    pieces = _BETWEEN.split(text)
    if len(pieces) > 2 or (len(pieces) == 2 and not all(pieces)):
        raise NoDates(say("these are not two dates; write {examples}", examples=say(EXAMPLES)))
    parts = [_part(piece) for piece in pieces]
    return _checked(_days(parts[0], parts[-1], today), today)


def _part(text: str) -> _Part:
    for form in _FORMS:
        if found := form.fullmatch(text.strip()):
            values = found.groupdict()
            month = _month(values["month"]) if values.get("month") else _number(values.get("number"))
            return _Part(int(values["day"]), month, _number(values["year"]))
    raise NoDates(say("“{words}” is no date here; write {examples}", words=text.strip()[:30], examples=say(EXAMPLES)))


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def _month(word: str) -> int:
    begun = _ALSO.get(word[:3], word[:3])
    if begun not in _MONTHS:
        raise NoDates(say("{word} is no month; write {examples}", word=word, examples=say(EXAMPLES)))
    return _MONTHS.index(begun) + 1


def _days(first: _Part, last: _Part, today: date) -> Days:
    """The last day is the next such day where no year is written; the year changes between the two once at most."""
    months = (first.month or last.month, last.month or first.month)
    if months[0] is None or months[1] is None:
        raise NoDates(say("the month is missing; write {examples}", examples=say(EXAMPLES)))
    new_year = months[0] > months[1]
    if last.year is not None:
        year = last.year
    elif first.year is not None:
        year = first.year + new_year
    else:  # judged before the date is made: 29 February is none in most years
        year = today.year + ((months[1], last.day) < (today.month, today.day))
    begin = _date(year - new_year if first.year is None else first.year, months[0], first.day)
    return Days(begin, _date(year, months[1], last.day))


def _date(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError as error:
        raise NoDates(
            say("there is no day {day} in month {month} of {year}", day=day, month=month, year=year)
        ) from error


def _checked(days: Days, today: date) -> Days:
    if days.last < days.first:
        raise NoDates(say("the last day is before the first"))
    if days.last < today:
        raise NoDates(say("these days are over"))
    if (days.last - today).days > FARTHEST:
        raise NoDates(say("that is more than {n:day|days} ahead", n=FARTHEST))
    if (days.last - days.first).days >= LONGEST:
        raise NoDates(say("that is longer than {n:day|days}", n=LONGEST))
    return days


def moments(days: Days, zone: str) -> tuple[datetime, datetime]:
    """From the first midnight to the one after the last day, where the player lives."""
    where = ZoneInfo(zone)
    begins = datetime.combine(days.first, time(), where)
    return begins, datetime.combine(days.last + timedelta(days=1), time(), where)


def in_words(*days: Days) -> str:
    """ "3 May", "3 to 9 May", "28 December to 4 January and 8 January"."""
    return listed([_in_words(each) for each in days])


def _in_words(days: Days) -> str:
    last = _day(days.last)
    if days.first == days.last:
        return last
    if days.first.month == days.last.month:
        return say("{day} to {last}", day=days.first.day, last=last)
    return say("{first} to {last}", first=_day(days.first), last=last)


def _day(day: date) -> str:
    return say("{day} {month}", day=day.day, month=say(MONTHS[day.month - 1]))
