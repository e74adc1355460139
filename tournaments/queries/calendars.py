"""A player's deadlines for calendar programs (RFC 5545): the private address of a feed, and one deadline as a file.

Reads rows, changes none. The address is signed and holds a number that the player can raise: nobody guesses it, and
one that has come into wrong hands can be ended.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.urls import reverse
from icalendar import Calendar, Event

from engine.language.languages import spoken
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.models import Player, Seat, Table, Turn
from tournaments.queries.names import page, table_title

SALT = "calendar"
TYPE = "text/calendar"
LENGTH = timedelta(minutes=15)  # of what a calendar shows: it ends with the deadline
MOST = 200  # deadlines in a feed: programs ask for it every hour
LONG = ("seat__plan", "seat__table__position", "seat__table__header", "seat__table__secret")  # of no use here
LOOK_AGAIN = timedelta(hours=1)


def address(player: Player) -> str:
    """The full address of the player's calendar."""
    return settings.SITE_URL.rstrip("/") + reverse("doors:calendar", args=(_key(player),))


def _key(player: Player) -> str:
    return signing.Signer(salt=SALT).sign(f"{player.pk}-{player.calendar_epoch}")


def owner(key: str) -> Player | None:
    """The player whose calendar a key opens; None when it was altered or ended."""
    try:
        pk, epoch = signing.Signer(salt=SALT).unsign(key).split("-")
    except (signing.BadSignature, ValueError):
        return None
    return Player.objects.filter(pk=pk, calendar_epoch=epoch, is_active=True).first()


def feed(player: Player) -> bytes:
    """The open questions of the player's, of very many the nearest."""
    turns = Turn.objects.filter(seat__player=player, ended_at=None, asked_at__isnull=False)
    running = turns.filter(
        seat__table__state=Table.State.RUNNING, seat__table__paused_at=None, seat__mover=Seat.Mover.PLAYER
    )
    shown = running.select_related("seat__table__league").defer(*LONG).order_by("due_by", "pk")
    with spoken_to(player):
        nearest = list(shown[: MOST + 1])
        calendar = _calendar(nearest[:MOST])
        if len(nearest) > MOST:
            words = say("The nearest {count} deadlines. Your own page has all.", count=MOST)
            calendar.add("x-wr-caldesc", words)
    calendar.add("x-wr-calname", settings.SERVICE_NAME)
    calendar.add("refresh-interval", LOOK_AGAIN, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    return bytes(calendar.to_ical())


def deadline(turn: Turn) -> bytes:
    """One question, as a file to attach. The same event as in the feed: a program knows it again."""
    with spoken_to(turn.seat.player):
        return bytes(_calendar([turn]).to_ical())


def _calendar(turns: Iterable[Turn]) -> Calendar:
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", f"-//{_plain(settings.SERVICE_NAME)}//deadlines//{spoken().upper()}")
    calendar.add("method", "PUBLISH")
    for turn in turns:
        calendar.add_component(_event(turn))
    return calendar


def _event(turn: Turn) -> Event:
    table = turn.seat.table
    where = page("table", table.pk)
    event = Event()
    event.add("uid", f"turn-{turn.pk}@{settings.MAIL_DOMAIN}")
    event.add("dtstamp", turn.asked_at or turn.opened_at)
    event.add("sequence", int((turn.due_by - turn.opened_at).total_seconds()) // 60)  # grows with more time
    event.add("dtstart", turn.due_by - LENGTH)
    event.add("dtend", turn.due_by)
    title, league = table_title(table), _plain(table.league.name)
    event.add("summary", say("Deadline: {table}, {league}", table=title, league=league))
    event.add(
        "description",
        say("Your answer is waited for until the end of this entry. The position: {page}", page=where),
    )
    event.add("url", where)
    event.add("transp", "TRANSPARENT")  # nobody is busy then
    return event


def _plain(words: str) -> str:
    """The words on one line, without what some program takes for a line's end; the library escapes the rest."""
    ends = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return " ".join("".join(" " if unicodedata.category(sign) in ends else sign for sign in words).split())
