"""A table goes back to an earlier moment: told to every seat, nothing kept survives, chance as the organiser says."""

from __future__ import annotations

import pytest
from django.db import transaction

import engine
from tests.actions.asked import open_turn
from tests.actions.position import order
from tests.shared.cast import Cast, asked_seat, only_table, person
from tests.shared.post import answers_to, deliver, newest
from tournaments.actions.seats import seats
from tournaments.actions.table import rollback
from tournaments.actions.table.session import Session
from tournaments.language.refusals import BadSettings, MovedOn, NotOpen, NotYours
from tournaments.models import JournalLine, League, OutboundLetter, Seat, Table, Turn
from tournaments.queries import matches, telling
from tournaments.queries.names import seat_names

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
REASON = "A letter came too late by our fault."


@pytest.fixture
def table(cast: Cast) -> Table:
    """Everybody has played the first card; the second seat has kept orders for later."""
    table = only_table(League.objects.get())
    for _ in range(3):
        order(asked_seat(table), "12")
        table.refresh_from_db()
    return table


def back(cast: Cast, table: Table, to: int, *, anew: bool = True, seen: str = "") -> Table:
    return rollback.roll_back(table.pk, to, cast.organiser, REASON, anew=anew, seen=seen or table.head)


def first_orders(table: Table) -> list[int]:
    """The numbers of the entries that players have ordered, in their order."""
    rows = table.entries.filter(entry__by="order").order_by("number")
    return list(rows.values_list("number", flat=True))


def test_the_game_stands_where_it_stood_and_the_log_keeps_what_was_played(cast: Cast, table: Table) -> None:
    before = table.entries.count()
    first = first_orders(table)[0]
    asked_then = table.entries.get(number=first).entry["seat"]
    back(cast, table, first - 1)
    table.refresh_from_db()
    assert asked_seat(table).number == asked_then
    assert table.entries.count() > before
    entries = matches.log_of(table)
    assert table.header is not None
    assert engine.Match.replay(table.header, entries, secret=bytes(table.secret)).head == table.head


def test_everybody_gets_one_letter_and_the_seat_that_is_asked_finds_the_question_in_it(
    cast: Cast, table: Table
) -> None:
    turns = OutboundLetter.objects.filter(kind="turn").count()
    back(cast, table, first_orders(table)[0] - 1)
    letters = OutboundLetter.objects.filter(kind="rolled_back")
    assert {letter.player for letter in letters} == set(cast.players)
    assert OutboundLetter.objects.filter(kind="turn").count() == turns
    assert not OutboundLetter.objects.filter(kind="taken_back").exists()
    seat = asked_seat(table)
    asked = newest(seat, "rolled_back")
    assert asked.serial == open_turn(seat).serial
    assert "YOUR CARD 1 OF 4" in asked.text.splitlines()[0]
    assert all("| A letter came too late by our" in letter.text.replace("\xa0", " ") for letter in letters)
    row = deliver(asked, "12")
    assert answers_to(row) == ["orders_account"]
    assert row.account["lines"][0]["state"] == "played"


def test_the_letter_says_what_had_happened_last_also_where_the_entry_itself_tells_nothing(
    cast: Cast, table: Table
) -> None:
    """Of a move that a rule answered nobody is told by itself."""
    silent = [number for number, entry in enumerate(matches.log_of(table)) if number > 1 and not entry.events]
    back(cast, table, silent[0] if silent else 2)
    for letter in OutboundLetter.objects.filter(kind="rolled_back"):
        words = " ".join(letter.text.split())
        assert "It begins anew" not in words
        assert "This was the last that had happened then: * " in words


def test_the_old_question_is_over_and_the_new_one_has_all_its_time(cast: Cast, table: Table) -> None:
    old = newest(asked_seat(table), "turn", "orders_account")
    turn = open_turn(asked_seat(table))
    back(cast, table, first_orders(table)[0] - 1)
    turn.refresh_from_db()
    assert turn.end == Turn.End.GONE
    new = open_turn(asked_seat(table))
    assert new.due_by - new.opened_at == table.league.turn_time
    assert answers_to(deliver(old, "guilders usurer")) == ["turn_over"]
    assert answers_to(deliver(old, "12")) == ["orders_refused"], "cards may be dealt anew: no code is offered"


def lettered(seat: Seat, order: str) -> OutboundLetter:
    """The letter that tells that an order by mail was played; nothing is asked of the seat then."""
    assert deliver(newest(seat), order).account["lines"][0]["state"] == "played"
    return newest(seat, "orders_account")


@pytest.fixture
def receipt(table: Table) -> tuple[OutboundLetter, int]:
    """Such a letter, and the newest entry of the log before what it tells."""
    last = table.entries.latest("number").number
    letter = lettered(asked_seat(table), "guilders 22")
    table.refresh_from_db()
    return letter, last


def test_an_order_for_the_turn_to_come_is_not_played_at_the_turn_that_came_back(
    cast: Cast, table: Table, receipt: tuple[OutboundLetter, int]
) -> None:
    letter, last = receipt
    back(cast, table, last)
    again = asked_seat(table)
    assert again == letter.seat
    decision = matches.load(again.table).decision(again.number)
    assert decision is not None
    entries = table.entries.count()
    row = deliver(letter, decision.moves[-1].text)
    assert (answers_to(row), table.entries.count()) == (["turn_over"], entries)
    offered = newest(again, "turn_over")
    back(cast, Table.objects.get(pk=table.pk), last, anew=False)
    entries = table.entries.count()
    deliver(offered, "yes")
    assert table.entries.count() == entries, "the table went back once more since the yes was asked for"


def test_an_order_of_before_is_not_kept_either(cast: Cast, table: Table, receipt: tuple[OutboundLetter, int]) -> None:
    letter, last = receipt
    order = table.entries.get(number=last + 1).entry["move"]["open"]
    back(cast, table, first_orders(table)[1] - 1)
    assert asked_seat(table) != letter.seat
    row = deliver(letter, order)
    assert [line["state"] for line in row.account["lines"]] == ["stale"]
    assert Seat.objects.get(pk=letter.seat_id).plan["kept"] == []


def test_an_undo_of_what_the_organiser_has_taken_back_already_takes_back_nothing_more(
    cast: Cast, table: Table, receipt: tuple[OutboundLetter, int]
) -> None:
    letter, last = receipt
    back(cast, table, last, anew=False)
    entries = table.entries.count()
    deliver(letter, "undo")
    assert table.entries.count() == entries
    assert "the organiser has taken the table back since" in " ".join(newest(asked_seat(table)).text.split())


def test_kept_orders_of_every_seat_are_cancelled_and_standing_orders_stay(cast: Cast, table: Table) -> None:
    asked = asked_seat(table)
    for seat in table.seats.exclude(pk=asked.pk):
        assert order(seat, "always climb never", "guilders 3") == ["rule", "kept"]
    table.refresh_from_db()
    assert any(seat.plan["kept"] for seat in table.seats.all())
    back(cast, table, first_orders(table)[0] - 1)
    for seat in table.seats.all():
        assert seat.plan["kept"] == []
        assert seat.plan["rules"] == ({} if seat == asked else {"climb": "never"})


@pytest.mark.parametrize(("anew", "words"), [(True, "are drawn anew"), (False, "come as they came after that moment")])
def test_the_letter_says_what_chance_will_give(cast: Cast, table: Table, words: str, *, anew: bool) -> None:
    back(cast, table, 0, anew=anew)
    texts = {" ".join(letter.text.split()) for letter in OutboundLetter.objects.filter(kind="rolled_back")}
    assert texts
    assert all(words in text for text in texts)
    table.refresh_from_db()
    assert table.position is not None
    assert table.position["branch"] == int(anew)


def test_only_an_organiser_of_the_league_takes_a_table_back(cast: Cast, table: Table) -> None:
    for actor in (cast.player, person("Oscar", is_staff=True)):
        with pytest.raises(NotYours):
            rollback.roll_back(table.pk, 0, actor, REASON, anew=True, seen=table.head)
    assert not OutboundLetter.objects.filter(kind="rolled_back").exists()


def test_nothing_is_taken_back_that_came_after_the_organisers_look(cast: Cast, table: Table) -> None:
    assert order(asked_seat(table), "22") == ["played"]
    with pytest.raises(MovedOn, match="since you looked"):
        back(cast, table, 0)
    assert not JournalLine.objects.filter(verb="rolled back").exists()


@pytest.mark.parametrize("beyond", [-1, 0, 5])
def test_an_entry_that_is_the_last_or_none_is_refused(cast: Cast, table: Table, beyond: int) -> None:
    last = table.entries.order_by("-number")[0].number
    with pytest.raises(BadSettings):
        back(cast, table, -1 if beyond < 0 else last + beyond)


def test_a_game_that_is_over_stays_over(cast: Cast, table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(state=Table.State.FINISHED)
    with pytest.raises(NotOpen, match="secret"):
        back(cast, table, 0)


def test_the_journal_says_who_went_back_where_and_why(cast: Cast, table: Table) -> None:
    back(cast, table, 1, anew=False)
    line = JournalLine.objects.get(verb="rolled back")
    assert (line.actor, line.table) == (cast.organiser, table)
    assert "back to entry 1, chance as before" in line.words
    assert REASON in line.words


def test_a_player_whose_seat_a_bot_has_hears_of_it_and_nothing_that_only_the_bot_may_know(
    cast: Cast, table: Table
) -> None:
    lost = table.seats.get(player=cast.third)
    with transaction.atomic():
        secret = own_news(table, lost)
    seats.replace_by_stand_in(lost.pk, cast.organiser, "away", epoch=lost.token_epoch)
    table.refresh_from_db()
    back(cast, table, 0)
    letter = OutboundLetter.objects.get(kind="rolled_back", player=cast.third)
    assert secret
    assert not any(words in " ".join(letter.text.split()) for words in secret)
    assert letter.picture is None
    other = OutboundLetter.objects.get(kind="rolled_back", player=cast.opponent)
    assert other.picture is not None


def own_news(table: Table, seat: Seat) -> set[str]:
    """The sentences that the seat alone has been told since the game began."""
    s = Session.open(table.pk, with_log=True)
    events, names = telling.happened(s.match.history), seat_names(table)
    told = [set(telling.told(s.match.game, events, names, reader)) for reader in (seat.number, None)]
    return told[0] - told[1]
