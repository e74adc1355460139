"""Deadlines in calendar programs: a private address for each player, and a file with a letter only on request."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

import pytest
from django.core.cache import cache
from django.test import Client
from icalendar import Calendar, Event

from tests.shared.cast import Cast, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.clock import deadlines
from tournaments.actions.player import people, preferences
from tournaments.models import League, OutboundLetter, Player, Seat, Turn
from tournaments.outbox import outbox
from tournaments.queries import calendars

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
SITE = "https://play.example.org"
HOSTILE = 'Zoë; "x", y\\n\r\nEND:VEVENT\r\nBEGIN:VEVENT\u2028SUMMARY:z\x85 布魯日'
LONGEST = League._meta.get_field("name").max_length


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    cache.clear()


def path_of(player: Player) -> str:
    player.refresh_from_db()
    return calendars.address(player).removeprefix(SITE)


def events(raw: bytes) -> list[Event]:
    return cast(list[Event], Calendar.from_ical(raw).walk("VEVENT"))


def asked(seat: Seat) -> Player:
    assert seat.player is not None
    return seat.player


def test_the_calendar_holds_every_open_deadline_and_no_other(seat: Seat, cast: Cast, client: Client) -> None:
    turn = seat.turns.get(ended_at=None)
    answer = client.get(path_of(asked(seat)))
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    (event,) = events(answer.content)
    assert event.end == turn.due_by.replace(microsecond=0)
    assert event.end - event.start == timedelta(minutes=15)
    assert str(event["summary"]) == "Deadline: Bruges 1, Autumn League"
    assert str(event["url"]) == f"{SITE}/table/{seat.table_id}/"
    others = [player for player in cast.players if player != seat.player]
    assert all(events(client.get(path_of(player)).content) == [] for player in others)


def test_a_calendar_speaks_its_owners_language(seat: Seat, client: Client) -> None:
    Player.objects.filter(pk=asked(seat).pk).update(language="de")
    (event,) = events(client.get(path_of(asked(seat))).content)
    assert str(event["summary"]) == "Frist: Bruges 1, Autumn League"
    turn = seat.turns.select_related("seat__player", "seat__table__league").get(ended_at=None)
    (attached,) = events(calendars.deadline(turn))
    assert attached["description"] == event["description"]


def test_a_deadline_goes_when_it_is_answered(seat: Seat, client: Client) -> None:
    path = path_of(asked(seat))
    assert events(client.get(path).content)
    cache.clear()
    deliver(newest(seat, "turn"), "12")
    assert events(client.get(path).content) == []


def test_all_tables_are_in_one_calendar(cast: Cast, client: Client) -> None:
    for name in ("Winter", "Spring", "Summer"):  # beside the one that has begun
        running_league(cast, name=name, tag=name)
    found = [event for player in cast.players for event in events(client.get(path_of(player)).content)]
    assert sorted(str(event["summary"]).partition(", ")[2] for event in found) == [
        "Autumn League",
        "Spring",
        "Summer",
        "Winter",
    ]


def test_more_time_moves_the_same_event(seat: Seat, cast: Cast, client: Client) -> None:
    turn = seat.turns.get(ended_at=None)
    (before,) = events(client.get(path_of(asked(seat))).content)
    deadlines.extend(turn.pk, timedelta(hours=5), cast.organiser, "a storm")
    cache.clear()
    (after,) = events(client.get(path_of(asked(seat))).content)
    assert (after["uid"], after.end - before.end) == (before["uid"], timedelta(hours=5))
    assert after.sequence > before.sequence


def test_a_hostile_name_stays_a_name(seat: Seat, client: Client) -> None:
    League.objects.update(name=HOSTILE.ljust(LONGEST, "x"))
    raw = client.get(path_of(asked(seat))).content
    (event,) = events(raw)
    assert str(event["summary"]).startswith(
        'Deadline: Bruges 1, Zoë; "x", y\\n END:VEVENT BEGIN:VEVENT SUMMARY:z 布魯日'
    )
    lines = raw.split(b"\r\n")
    assert all(len(line) <= 75 and b"\n" not in line and b"\r" not in line for line in lines)
    assert lines.count(b"BEGIN:VEVENT") == lines.count(b"END:VEVENT") == 1


# --- the address -----------------------------------------------------------------------------------------


def test_an_address_cannot_be_guessed_from_another(seat: Seat, cast: Cast, client: Client) -> None:
    own = path_of(asked(seat))
    number, _, signature = own.rpartition("/")[2].partition(":")
    for player in (*cast.players, cast.outsider):
        if player != seat.player:
            guess = own.replace(f"{number}:", f"{player.pk}-0:")
            assert client.get(guess).status_code == 404
    assert len(signature) > 40
    assert client.get("/letters/calendar/x.ics").status_code == 404
    assert client.get("/letters/calendar/1-0.ics").status_code == 404


def test_a_new_address_ends_the_old_one(seat: Seat) -> None:
    browser, player = Client(), asked(seat)
    browser.force_login(player)
    old = path_of(player)
    assert old in browser.get("/profile/").content.decode()
    assert browser.get("/profile/calendar/").status_code == 302
    browser.post("/profile/calendar/")
    new = path_of(player)
    assert Client().get(old).status_code == 404
    assert len(events(Client().get(new).content)) == 1
    assert new in browser.get("/profile/").content.decode()


def test_an_erased_player_has_no_calendar(seat: Seat, client: Client) -> None:
    path = path_of(asked(seat))
    people.erase(asked(seat), asked(seat))
    assert client.get(path).status_code == 404


def test_programs_that_ask_often_are_told_that_nothing_is_new(
    seat: Seat, client: Client, django_assert_max_num_queries
) -> None:
    path = path_of(asked(seat))
    first = client.get(path)
    with django_assert_max_num_queries(1):
        again = client.get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "private" in first["Cache-Control"]
    assert client.post(path).status_code == 405


# --- files ------------------------------------------------------------------------------------------------


def attached(letter: OutboundLetter) -> list[bytes]:
    parts = outbox.message_of(letter).message().walk()
    return [cast(bytes, part.get_payload(decode=True)) for part in parts if part.get_content_type() == "text/calendar"]


def test_letters_have_no_file_unless_their_reader_has_asked_for_it(seat: Seat) -> None:
    assert attached(newest(seat, "turn")) == []


def test_whoever_wants_it_finds_the_deadline_with_each_letter_that_asks(seat: Seat, cast: Cast) -> None:
    player, turn = asked(seat), seat.turns.get(ended_at=None)
    preferences.choose(player, {}, 8, calendar_files=True)
    (event,) = events(calendars.deadline(turn))
    deadlines.extend(turn.pk, timedelta(hours=5), cast.organiser, "a storm")
    (raw,) = attached(newest(seat, "extended"))
    (moved,) = events(raw)
    assert moved["uid"] == event["uid"]
    assert moved.end - event.end == timedelta(hours=5)
    deliver(newest(seat, "turn"), "house 9")
    assert len(attached(newest(seat, "orders_refused"))) == 1
    deliver(newest(seat, "turn"), "12")
    assert attached(newest(seat, "orders_account")) == []


def test_the_file_is_chosen_on_the_profile(seat: Seat) -> None:
    browser = Client()
    browser.force_login(asked(seat))
    ways = {"turns": "now", "receipts": "now", "news": "now", "buttons": "page", "presses": "signed-in"}
    chosen = {**ways, "pressed": "off", "digest_hour": "8", "calendar_files": "on"}
    page = browser.post("/profile/letters/", chosen, follow=True).content.decode()
    assert Player.objects.get(pk=seat.player_id).calendar_files
    assert 'name="calendar_files"' in page


def test_a_player_of_very_many_games_has_the_nearest_deadlines(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    turn, player = seat.turns.get(ended_at=None), asked(seat)
    monkeypatch.setattr(calendars, "MOST", 3)
    for serial in range(1000, 1005):
        turn.pk, turn.serial, turn.due_by = None, serial, turn.due_by - timedelta(minutes=serial)
        turn.save(force_insert=True)
    feed = calendars.feed(player)
    nearest = Turn.objects.filter(seat=seat, ended_at=None).order_by("due_by").values_list("due_by", flat=True)[:3]
    assert [event.end for event in events(feed)] == [due_by.replace(microsecond=0) for due_by in nearest]
    assert b"The nearest 3 deadlines." in feed
    monkeypatch.setattr(calendars, "MOST", 99)
    feed = calendars.feed(player)
    assert (len(events(feed)), b"CALDESC" in feed) == (6, False)
