"""Moments as they are told: in the reader's zone and language. Reads no clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from engine.language.languages import to_say
from tournaments.formats.calendar_words import DAYS, DAYS_IN_SHORT, MONTHS, MONTHS_IN_SHORT
from tournaments.language.speech import say

NEAR = timedelta(days=6)
UNITS = {
    "minute": to_say("{n:minute|minutes}"),
    "hour": to_say("{n:hour|hours}"),
    "day": to_say("{n:day|days}"),
    "week": to_say("{n:week|weeks}"),
}


def next_hour(now: datetime, hour: int, zone: str) -> datetime:
    """The next moment in UTC, after `now`, at which it is that full hour in the zone: for a letter once a day.

    An hour that is left out when clocks go forward comes an hour later that day, one that comes twice counts once.
    """
    local = utc(now).astimezone(ZoneInfo(zone)).replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    return next(at for days in (0, 1) if (at := utc(local + timedelta(days=days))) > now)


def local_day(moment: datetime, zone: str) -> date:
    """The calendar day of a moment where the player lives."""
    return utc(moment).astimezone(ZoneInfo(zone)).date()


def utc(moment: datetime) -> datetime:
    """The same moment in UTC. ValueError for one without a zone."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC)


# --- words ---------------------------------------------------------------------------------------


def words(moment: datetime, zone: str) -> str:
    """A moment as a person there says it: "Friday 14 November, 18:00 in Brussels"; seconds are dropped.

    In the hour that comes twice when clocks go back, it says which of the two is meant.
    """
    return _words(moment, zone, "%H:%M")


def to_the_second(moment: datetime, zone: str) -> str:
    """The same with seconds: "Friday 14 November, 18:03:30 in Brussels"."""
    return _words(moment, zone, "%H:%M:%S")


def _words(moment: datetime, zone: str, time: str) -> str:
    local = utc(moment).astimezone(ZoneInfo(zone))
    day, month = say(DAYS[local.weekday()]), say(MONTHS[local.month - 1])
    whole = say(
        "{weekday} {day} {month}, {time} {place}",
        weekday=day,
        day=local.day,
        month=month,
        time=f"{local:{time}}",
        place=place(zone),
    )
    return whole + _which(local)


def short(moment: datetime, zone: str, now: datetime | None = None) -> str:
    """For headlines: "Fri 18:00", with the date if it is more than six days after `now`: "Fri 28 Nov 18:00"."""
    local = utc(moment).astimezone(ZoneInfo(zone))
    name = f" {local.tzname()}" if _twice(local) else ""
    weekday, time = say(DAYS_IN_SHORT[local.weekday()]), f"{local:%H:%M}{name}"
    if now is None or abs(moment - now) <= NEAR:
        return f"{weekday} {time}"
    month = say(MONTHS_IN_SHORT[local.month - 1])
    return say("{weekday} {day} {month} {time}", weekday=weekday, day=local.day, month=month, time=time)


def place(zone: str) -> str:
    """A zone as a place: "in Brussels", "in Buenos Aires"; zones that are no place: "UTC", "UTC+03:00"."""
    area, _, city = zone.rpartition("/")
    if area and area != "Etc":
        return say("in {city}", city=say(city.replace("_", " ")))
    return str(timezone(datetime(2000, 1, 1, tzinfo=ZoneInfo(zone)).utcoffset() or timedelta(0)))


def _twice(local: datetime) -> bool:
    return local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()


def _which(local: datetime) -> str:
    if not _twice(local):
        return ""
    return say(" (after the clocks have gone back)") if local.fold else say(" (before the clocks go back)")


def time_left(now: datetime, end: datetime) -> str:
    """The time that is left, never more than there is: "46 hours", "1 hour", "35 minutes", "5 days"."""
    minutes = max(0, int((end - now) / timedelta(minutes=1)))
    if minutes < 1:
        return say("less than a minute")
    if minutes < 60:
        return say(UNITS["minute"], n=minutes)
    if minutes <= 72 * 60:
        return say(UNITS["hour"], n=minutes // 60)
    return say(UNITS["day"], n=minutes // (24 * 60))


def deadline_sentence(now: datetime, end: datetime, zone: str) -> str:
    """ "You have 46 hours: until Friday 14 November, 18:00 in Brussels." """
    if end <= now:
        return say("Your time is over: it ran until {moment}.", moment=words(end, zone))
    return say("You have {time}: until {moment}.", time=time_left(now, end), moment=words(end, zone))


# --- forecast ------------------------------------------------------------------------------------


def forecast(turns: int, hours: float, usual: float = 8, *, one_after_another: int = 1) -> str:
    """Tell how long a league takes: "Usually about 5 weeks; at most 27, if everybody takes all the time they have."

    The usual length comes first: the longest is what hardly any table takes, and frightens.

    turns              answers of a table, one after the other
    hours, usual       the time that an answer may take, and what people really take
    one_after_another  games that a player begins only when the one before has ended, and it itself
    """
    about = say("A table has about {n:turn|turns}.", n=turns)
    slow, slow_unit = _span(turns * one_after_another * hours)
    if hours <= usual:
        return say("About {length}. {about}", length=say(UNITS[slow_unit], n=slow), about=about)
    number, unit = _span(turns * one_after_another * usual)
    return say(
        "Usually about {length}; at most {slow}, if everybody takes all the time they have. {about}",
        length=say(UNITS[unit], n=number),
        slow=str(slow) if slow_unit == unit else say(UNITS[slow_unit], n=slow),
        about=about,
    )


def usual_length(turns: int, hours: float) -> str:
    """ "5 weeks": so many answers one after the other, each of which really takes so many hours."""
    number, unit = _span(turns * hours)
    return say(UNITS[unit], n=number)


def _span(hours: float) -> tuple[int, str]:
    """The nearest whole number of the unit in which people would say it."""
    if hours < 48:
        return max(1, round(hours)), "hour"
    days = hours / 24
    return (round(days), "day") if days < 14 else (round(days / 7), "week")
