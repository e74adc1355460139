"""The daily letter: what waits for it, when it comes, what it says, and that an answer to it reaches a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.outbox.test_naming import named_order
from tests.shared.cast import Cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.clock import deadlines
from tournaments.actions.commands import gathered
from tournaments.actions.player import deliveries, people, preferences
from tournaments.actions.seats import seats
from tournaments.formats import clocks
from tournaments.letters import headers
from tournaments.models import Entry, JournalLine, OutboundLetter, Player, Press, Seat, Turn
from tournaments.outbox import outbox
from tournaments.running import posting, sweeps

pytestmark = pytest.mark.django_db
State = OutboundLetter.State
START = datetime(2025, 11, 14, 12, tzinfo=UTC)  # one o'clock in Brussels
EIGHT = datetime(2025, 11, 15, 7, tzinfo=UTC)  # eight o'clock there, on the next day
DAY = timedelta(days=1)
DAILY = {"turns": "digest", "news": "digest"}
AT_ONCE = dict.fromkeys(DAILY, "now")


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as clock:
        yield clock


def daily(*players: Player) -> None:
    for player in players:
        preferences.choose(player, DAILY, 8)


def reader(cast: Cast, leagues: int = 1) -> Player:
    """The player who is asked first at all of these tables; all get a daily letter."""
    daily(*cast.players)
    for number in range(leagues):
        running_league(cast, name=f"League {number}", tag=f"L{number}", turn_time=timedelta(hours=48 + number))
    return Turn.objects.filter(ended_at=None)[0].seat.player


def digests(player: Player) -> list[OutboundLetter]:
    return list(OutboundLetter.objects.filter(player=player, kind="digest").order_by("pk"))


def asked(player: Player) -> list[Turn]:
    return list(Turn.objects.filter(seat__player=player, ended_at=None).order_by("due_by"))


def busiest(cast: Cast) -> Player:
    """A player who is asked at several of many tables."""
    reader(cast, leagues=4)
    return max(cast.players, key=lambda player: len(asked(player)))


# --- what waits, and for how long ---------------------------------------------------------------------


def test_a_turn_letter_waits_for_the_hour_of_its_reader(cast: Cast, clock: time_machine.Traveller) -> None:
    player = reader(cast)
    letter = OutboundLetter.objects.get(player=player, kind="turn")
    assert (letter.state, letter.due_at) == (State.FOR_DIGEST, EIGHT)
    assert not posting.post(letter.pk)
    clock.move_to(EIGHT - timedelta(seconds=1))
    assert sweeps.sweep()["digests"] == 0
    clock.move_to(EIGHT)
    assert sweeps.sweep()["digests"] == 1
    (digest,) = digests(player)
    assert (digest.state, digest.to) == (State.QUEUED, player.email)
    assert sweeps.sweep()["digests"] == 0


def test_it_comes_every_day_as_long_as_something_waits_and_no_longer(cast: Cast, clock: time_machine.Traveller) -> None:
    player = reader(cast)
    for day in range(2):
        clock.move_to(EIGHT + day * DAY)
        sweeps.sweep()
        assert len(digests(player)) == day + 1
    deliver(digests(player)[-1], named_order(asked(player)[0].seat))
    assert not asked(player)
    clock.move_to(EIGHT + 2 * DAY)
    sweeps.sweep()
    assert len(digests(player)) == 2
    assert not OutboundLetter.objects.filter(player=player, state=State.FOR_DIGEST).exists()


def test_reminders_do_not_wait(cast: Cast, clock: time_machine.Traveller) -> None:
    player = reader(cast)
    (turn,) = asked(player)
    clock.move_to(turn.remind_at)
    assert deadlines.remind(turn.pk)
    assert newest(turn.seat, "reminder").state == State.QUEUED


def test_one_a_day_even_if_the_hour_is_changed(cast: Cast, clock: time_machine.Traveller) -> None:
    player = reader(cast)
    clock.move_to(EIGHT)
    sweeps.sweep()
    preferences.choose(player, DAILY, 9)
    clock.move_to(EIGHT + timedelta(hours=2))
    sweeps.sweep()
    assert len(digests(player)) == 1
    clock.move_to(EIGHT + DAY + timedelta(hours=1))
    sweeps.sweep()
    assert len(digests(player)) == 2


def test_a_dead_mailbox_gets_its_question_when_it_lives_again(cast: Cast, clock: time_machine.Traveller) -> None:
    player = reader(cast)
    clock.move_to(EIGHT)
    sweeps.sweep()
    OutboundLetter.objects.filter(player=player, state=State.FOR_DIGEST).update(state=State.GATHERED)
    assert outbox.catch_up(player, timezone.now()) == 1
    assert newest(asked(player)[0].seat, "turn").state == State.QUEUED


def test_one_player_whose_letter_cannot_be_written_holds_up_nobody(
    cast: Cast, clock: time_machine.Traveller, caplog: pytest.LogCaptureFixture
) -> None:
    player = reader(cast)
    table = asked(player)[0].seat.table
    deliver(newest(asked(player)[0].seat), "say: my letters will not come")
    table.refresh_from_db()
    table.position = {"header": {}}
    table.save()
    clock.move_to(EIGHT)
    sweeps.sweep()
    assert digests(player) == []
    assert all(digests(other) for other in cast.players if other != player)
    assert "could not write the daily letter" in caplog.text
    assert sweeps.sweep()["digests"] == 0


# --- what it says -----------------------------------------------------------------------------------------


def test_it_tells_of_every_game_with_state_deadline_page_and_an_address_of_its_own(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    player = busiest(cast)
    turns = asked(player)
    assert len(turns) > 1
    clock.move_to(EIGHT)
    sweeps.sweep()
    (letter,) = digests(player)
    assert letter.subject.endswith(f"{len(turns)} games wait for you")
    first = clocks.short(turns[0].due_by, player.zone, EIGHT)
    assert letter.text.startswith(f"#=#=# {len(turns)} GAMES WAIT FOR YOU - the first until {first} #=#=#")
    for turn in turns:
        for form in (letter.text, letter.html):
            assert headers.reply_address(turn.seat, turn.serial) in form
            assert f"/table/{turn.seat.table_id}/" in form
            assert turn.seat.table.league.name in form
    assert letter.text.count("Your card 1 of 4, until ") == len(turns)
    assert clocks.words(turns[0].due_by, player.zone) in " ".join(letter.text.split())


@pytest.mark.parametrize("question", ["", "status"])
def test_each_address_in_it_works(cast: Cast, clock: time_machine.Traveller, question: str) -> None:
    player = busiest(cast)
    clock.move_to(EIGHT)
    sweeps.sweep()
    (letter,) = digests(player)
    for turn in asked(player):
        order = question or named_order(turn.seat)
        row = deliver(letter, order, to=headers.reply_address(turn.seat, turn.serial))
        assert (row.verdict, row.seat) == ("letter", turn.seat)
        turn.refresh_from_db()
        assert (turn.ended_at is None) == bool(question)


def test_an_answer_to_one_that_tells_of_one_game_is_an_answer_to_that_game(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    player = reader(cast)
    clock.move_to(EIGHT)
    sweeps.sweep()
    assert deliver(digests(player)[0], named_order(asked(player)[0].seat)).verdict == "letter"
    assert not asked(player)


def test_an_answer_to_one_that_tells_of_several_asks_which_and_offers_each(
    cast: Cast, clock: time_machine.Traveller
) -> None:
    player = busiest(cast)
    clock.move_to(EIGHT)
    sweeps.sweep()
    before = len(asked(player))
    row = deliver(digests(player)[0], "12")
    assert (row.verdict, len(asked(player))) == ("which table", before)
    question = OutboundLetter.objects.get(answers=row)
    assert question.headers["In-Reply-To"] == row.message_id
    links = re.findall(r'href="mailto:([^?"]+)\?[^"]*body=12"', question.html)
    assert len(links) == Seat.objects.filter(player=player).count()
    turn = asked(player)[0]
    address = headers.reply_address(turn.seat, turn.serial)
    assert address in links
    assert address in question.text
    assert deliver(question, named_order(turn.seat), to=address).verdict == "letter"
    assert len(asked(player)) == before - 1


def told_in_one(clock: time_machine.Traveller, player: Player, kind: str) -> OutboundLetter:
    """Words to the player in the daily letter, or in the one that gathers what is above the limits."""
    if kind == "digest":
        clock.move_to(EIGHT)
        sweeps.sweep()
    else:
        waiting = OutboundLetter.objects.filter(player=player, kind="say")
        waiting.update(state=State.FOR_ANSWER, due_at=timezone.now() - timedelta(seconds=1))
        assert gathered.send(player.pk)
    return OutboundLetter.objects.get(player=player, kind=kind)


def asked_at_one_of_two(cast: Cast) -> tuple[Seat, Seat]:
    """A player's seat at the only table that asks them, and their seat at another one, of another league."""
    player = busiest(cast)
    here = asked(player)[0].seat
    there = Seat.objects.filter(player=player).exclude(pk=here.pk)[0]
    Turn.objects.filter(seat__player=player, ended_at=None).exclude(seat=here).update(ended_at=timezone.now())
    return here, there


def say_beside(seat: Seat, words: str) -> None:
    """Somebody else at the seat's table says it."""
    deliver(newest(Seat.objects.exclude(pk=seat.pk).filter(table=seat.table)[0]), f"say: {words}")


@pytest.mark.parametrize("kind", ["digest", "gathered"])
def test_words_in_answer_to_one_that_tells_of_several_tables_are_told_at_none_before_it_is_clear_which(
    cast: Cast, clock: time_machine.Traveller, kind: str
) -> None:
    here, there = asked_at_one_of_two(cast)
    say_beside(here, "hello from the first table")
    say_beside(there, "shall we two gang up on the leader?")
    letter = told_in_one(clock, here.player, kind)
    assert letter.seat is None
    assert "an answer to this letter itself would not say which game you mean" in " ".join(letter.text.split())
    assert deliver(letter, "say: yes, against the leader").verdict == "which table"
    assert not Press.objects.filter(seat__player=here.player).exists()
    for seat in (here, there):
        for form in (letter.text, letter.html):
            title = f"writes to the table, bruges {seat.table.number}, {seat.table.league.name.lower()}"
            assert title in form.lower().replace("\N{NO-BREAK SPACE}", " ").replace("&nbsp;", " ")


@pytest.mark.parametrize("kind", ["digest", "gathered"])
def test_words_in_answer_to_one_that_tells_of_one_table_alone_are_told_there(
    cast: Cast, clock: time_machine.Traveller, kind: str
) -> None:
    here, _ = asked_at_one_of_two(cast)
    for words in ("hello", "hello again"):
        say_beside(here, words)
    letter = told_in_one(clock, here.player, kind)
    assert "An answer to it goes to the game below" in " ".join(letter.text.split())
    assert deliver(letter, "say: hello to you").verdict == "letter"
    assert Press.objects.get(seat__player=here.player).seat == here


def test_what_others_say_and_news_are_told_in_it(cast: Cast, clock: time_machine.Traveller) -> None:
    player = reader(cast)
    seat = asked(player)[0].seat
    other = Seat.objects.exclude(player=player).filter(table=seat.table)[0]
    deliver(newest(other), "say: good luck to all of you")
    third = Seat.objects.filter(table=seat.table).exclude(pk__in=(seat.pk, other.pk)).get()
    seats.replace_by_stand_in(third.pk, cast.organiser, "moved to the moon")
    clock.move_to(EIGHT)
    sweeps.sweep()
    (letter,) = digests(player)
    for form in (letter.text, letter.html):
        plain = form.replace("\N{NO-BREAK SPACE}", " ").replace("&nbsp;", " ")
        assert "good luck to all of you" in plain
        assert "moved to the moon" in plain
    assert set(OutboundLetter.objects.filter(player=player, kind__in=("say", "replaced")).values_list("state")) == {
        (State.GATHERED,)
    }


def test_an_organiser_does_not_read_in_it_of_leagues_of_others(
    cast: Cast, clock: time_machine.Traveller, client: Client
) -> None:
    player = reader(cast)
    clock.move_to(EIGHT)
    sweeps.sweep()
    (letter,) = digests(player)
    client.force_login(cast.organiser)
    page = client.get(f"/desk/tournaments/outboundletter/{letter.pk}/change/").content.decode()
    assert "it may tell of leagues of other organisers" in page
    assert "Your card" not in page


def test_news_alone_are_no_question(cast: Cast, clock: time_machine.Traveller) -> None:
    player = reader(cast)
    seat = asked(player)[0].seat
    other = Seat.objects.exclude(player=player).filter(table=seat.table)[0]
    deliver(newest(seat), "say: I think about it")
    clock.move_to(EIGHT)
    sweeps.sweep()
    (letter,) = digests(other.player)
    assert letter.text.startswith("#=#=# NEWS FROM YOUR TABLES - nothing to do #=#=#")
    assert "Each game below" not in letter.text


# --- choosing ----------------------------------------------------------------------------------------------


def test_who_wants_letters_at_once_again_gets_what_had_waited(cast: Cast, clock: time_machine.Traveller) -> None:
    player = reader(cast)
    letter = OutboundLetter.objects.get(player=player, kind="turn")
    preferences.choose(player, AT_ONCE)
    letter.refresh_from_db()
    assert letter.state == State.QUEUED
    assert posting.post(letter.pk)


def test_who_turns_off_what_waits_for_the_daily_letter_never_gets_it(cast: Cast) -> None:
    daily(*cast.players)
    seat, other = only_table(running_league(cast)).seats.all()[:2]
    deliver(newest(seat), "say: hello")
    waits = newest(other, "say")
    assert waits.state == State.FOR_DIGEST
    preferences.choose(other.player, {**DAILY, "news": "off"}, 8)
    waits.refresh_from_db()
    assert waits.state == State.NOT_WANTED


def test_letters_that_wait_go_another_way_together(cast: Cast) -> None:
    daily(*cast.players)
    seat, other = only_table(running_league(cast)).seats.all()[:2]
    took: list[tuple[int, int]] = []
    for ways, state in ((AT_ONCE, State.QUEUED), ({**DAILY, "news": "off"}, State.NOT_WANTED)):
        daily(other.player)
        for number in range(3 * len(took) + 1):
            deliver(newest(seat), f"say: {number} {state}")
        said = OutboundLetter.objects.filter(player=other.player, kind="say", state=State.FOR_DIGEST)
        waiting = list(said.values_list("pk", flat=True))
        with CaptureQueriesContext(connection) as caught:
            preferences.choose(other.player, ways, 8)
        assert {letter.state for letter in OutboundLetter.objects.filter(pk__in=waiting)} == {state}
        took.append((len(waiting), len(caught)))
    assert [count for count, _ in took] == [1, 4]
    assert took[1][1] <= took[0][1]


def test_a_question_that_was_answered_meanwhile_does_not_come_at_once(cast: Cast) -> None:
    player = reader(cast)
    letter = OutboundLetter.objects.get(player=player, kind="turn")
    Turn.objects.filter(seat__player=player).update(ended_at=timezone.now())
    preferences.choose(player, AT_ONCE)
    letter.refresh_from_db()
    assert letter.state == State.GATHERED


def test_press_that_is_not_wanted_is_not_sent(cast: Cast) -> None:
    seat = only_table(running_league(cast)).seats.all()[0]
    others = Seat.objects.filter(table=seat.table).exclude(pk=seat.pk)
    preferences.choose(others[0].player, {"news": "off"}, 8)
    deliver(newest(seat), "say: hello")
    assert [newest(other, "say").state for other in others] == [State.NOT_WANTED, State.QUEUED]
    assert outbox.sweep() == 0
    assert not posting.post(newest(others[0], "say").pk)


def test_a_league_may_come_otherwise_than_all_the_others(cast: Cast) -> None:
    first, second = (running_league(cast, name=name, tag=name) for name in ("Autumn", "Winter"))
    entry = Entry.objects.get(player=cast.player, league=first)
    preferences.choose(cast.player, {"news": "digest"}, 8)
    preferences.choose_for(cast.player, entry, {"news": "now"})
    states = {}
    for league in (first, second):
        other = only_table(league).seats.exclude(player=cast.player)[0]
        deliver(newest(other), "say: hello")
        states[league.tag] = newest(only_table(league).seats.get(player=cast.player), "say").state
    assert states == {"Autumn": State.QUEUED, "Winter": State.FOR_DIGEST}


# --- one click ---------------------------------------------------------------------------------------------


def one_click(letter: OutboundLetter) -> str:
    assert letter.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    return letter.headers["List-Unsubscribe"].strip("<>").removeprefix("https://play.example.org")


def test_one_click_brings_the_daily_letter_and_takes_no_seat(seat: Seat, client: Client) -> None:
    letter = newest(seat, "turn")
    url, entry = one_click(letter), Entry.objects.get(player=seat.player)
    page = client.get(url).content.decode()
    assert "Send me one letter a day" in page
    entry.refresh_from_db()
    assert entry.ways == {}
    posted = Client(enforce_csrf_checks=True).post(url, {"List-Unsubscribe": "One-Click"})
    assert posted.status_code == 200
    entry.refresh_from_db()
    assert entry.ways == {"turns": "digest", "receipts": "eventful", "news": "digest"}
    assert (entry.state, Seat.objects.get(pk=seat.pk).mover) == (Entry.State.IN, Seat.Mover.PLAYER)
    client.post(url)
    assert JournalLine.objects.filter(verb="fewer letters").count() == 1


def test_one_click_keeps_off_what_was_off(seat: Seat, client: Client) -> None:
    Entry.objects.filter(player=seat.player).update(ways={"news": "off"})
    client.post(one_click(newest(seat)))
    assert Entry.objects.get(player=seat.player).ways["news"] == "off"


def test_an_altered_click_and_one_for_a_league_that_is_not_the_readers_change_nothing(
    seat: Seat, cast: Cast, client: Client
) -> None:
    url = one_click(newest(seat))
    assert client.post(url.replace("-", "0", 1)).status_code == 410
    Entry.objects.filter(player=seat.player).update(player=cast.outsider)
    assert client.post(url).status_code == 410
    assert not Entry.objects.exclude(ways={}).exists()


def test_whoever_calls_a_letter_unwanted_gets_the_daily_one(seat: Seat) -> None:
    letter = newest(seat, "turn")
    posting.post(letter.pk)
    how: dict[str, Any] = {"for_good": False, "provider": "Postmark", "at": timezone.now()}
    deliveries.note("complained", letter.message_id, letter.to, **how)
    assert Entry.objects.get(player=seat.player).ways["turns"] == "digest"
    assert Seat.objects.get(pk=seat.pk).player == seat.player


def test_an_erased_player_gets_no_daily_letter(cast: Cast, clock: time_machine.Traveller) -> None:
    player = reader(cast)
    assert player.letters_out.filter(state=State.FOR_DIGEST, due_at=EIGHT).exists()
    people.erase(player, player)
    clock.move_to(EIGHT)
    sweeps.sweep()
    assert digests(player) == []
