"""The order box says of lines what sending them would: with what is taken back, come too late or changed too often."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from engine.orders.numbers import stamp
from tests.actions.asked import HOUR, open_turn
from tests.engine import toy
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.desk import SignIn
from tournaments.actions.table import changed_choices, orders, undo
from tournaments.letters import reply_serial
from tournaments.models import Allowance, LogEntry, Seat, Table
from tournaments.player import preview
from tournaments.queries import matches

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
MINUTE = timedelta(minutes=1)


@pytest.fixture
def chosen(cast: Cast) -> Seat:
    """A seat of Pebbles that has made its sealed choice; the others have not."""
    league = running_league(cast, game=toy.GAME.slug, reveal_delay=10 * MINUTE, grace=timedelta(0))
    seat = only_table(league).seats.get(number=0)
    orders.take_orders(seat.pk, ["bid 1"], serial=None, by="page")
    return read(seat)


@pytest.fixture
def moved(cast: Cast) -> Seat:
    """A seat of Bruges that has just played its first card, for which there are second thoughts."""
    table = only_table(running_league(cast, delay=10 * MINUTE))
    decision = matches.load(table).waiting[0]
    seat = table.seats.get(number=decision.seat)
    orders.take_orders(seat.pk, [f"workers {decision.moves[0][1]}"], serial=decision.serial, by="page")
    return read(seat)


def read(seat: Seat) -> Seat:
    return Seat.objects.select_related("table__league", "player").get(pk=seat.pk)


def told(seat: Seat, *lines: str) -> list[tuple[str, str]]:
    """(state, words) of each line as the box tries it, on a page that was opened now."""
    return [(line.state, line.words) for line in preview.check(read(seat), lines, reply_serial.now(seat)).lines]


def sent(seat: Seat, *lines: str) -> list[tuple[str, str]]:
    account = orders.take_orders(seat.pk, lines, serial=reply_serial.now(seat), by="page")
    return [(line.state, line.words) for line in account.lines]


def card_of(seat: Seat) -> str:
    """The card that the seat has played, which nobody else has seen."""
    move: str = seat.table.entries.filter(entry__kind="move").order_by("-number")[0].entry["move"]["open"]
    return move.split()[1]


def states(lines: list[tuple[str, str]]) -> list[str]:
    return [state for state, _ in lines]


# --- taking back ---------------------------------------------------------------------------------


def test_lines_below_an_undo_are_tried_where_it_leads(moved: Seat) -> None:
    again = f"guilders {card_of(moved)}"
    before = (LogEntry.objects.count(), Allowance.objects.count(), moved.table.position)
    tried = told(moved, "undo", again)
    assert tried[0] == ("command", "That takes back what you did at your last decision.")
    assert (LogEntry.objects.count(), Allowance.objects.count(), read(moved).table.position) == before
    assert states(tried) == states(sent(moved, "undo", again)) == ["command", "played"]


def test_the_figures_that_an_undo_would_give_back_are_shown(moved: Seat) -> None:
    changes = {name: (was, now) for name, was, now in preview.check(moved, ["undo"], reply_serial.now(moved)).changes}
    assert changes["hand"] == (4, 5)
    assert "hand" not in [name for name, _, _ in preview.check(moved, ["help"], reply_serial.now(moved)).changes]


def test_an_undo_that_takes_nothing_back_says_why(moved: Seat) -> None:
    table = moved.table
    other = table.seats.get(number=matches.load(table).waiting[0].seat)
    assert told(other, "undo") == [("refused", "That takes nothing back: there is no order of yours to take back.")]
    orders.take_orders(other.pk, [matches.load(table).waiting[0].moves[0].text], serial=None, by="page")
    assert told(moved, "undo") == [("refused", "That takes nothing back: somebody else has moved since.")]
    assert states(sent(moved, "undo")) == ["refused"]


def test_trying_an_undo_asks_how_often_it_was_done_and_counts_nothing(
    moved: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undo, "UNDONE_A_DAY", 1)
    assert [states(told(moved, "undo")) for _ in range(3)] == [["command"]] * 3
    card = card_of(moved)
    assert (states(sent(moved, "undo")), states(sent(moved, f"guilders {card}"))) == (["command"], ["played"])
    often = ("refused", "That takes nothing back: you have done so 1 times within a day.")
    assert told(moved, "undo") == [often]
    assert states(sent(moved, "undo")) == ["refused"]


def test_an_undo_from_an_old_page_is_too_late_and_offered_again(moved: Seat) -> None:
    shown = moved.turns.order_by("serial").first().serial
    (line,) = preview.check(moved, ["undo"], 0).lines  # of a page from before the seat was ever asked
    assert (line.state, line.again) == ("stale", "undo")
    assert "you have decided again" in line.words
    assert [line.state for line in preview.check(moved, ["undo"], shown).lines] == ["command"]


def test_a_word_that_is_written_twice_counts_once_as_when_it_is_sent(moved: Seat) -> None:
    assert states(told(moved, "undo", "help", "undo")) == states(sent(moved, "undo", "help", "undo"))


def test_a_log_that_has_grown_meanwhile_belongs_to_a_newer_position(moved: Seat) -> None:
    table = Table.objects.get(pk=moved.table_id)
    decision = matches.load(table).waiting[0]
    other = table.seats.get(number=decision.seat)
    orders.take_orders(other.pk, [decision.moves[0].text], serial=None, by="page")
    assert len(matches.load_whole(table).history) == table.position["count"] < table.entries.count()


@pytest.mark.parametrize(
    ("lines", "does"),
    [
        (("I have thought about it for", "12"), ["ignored", "ignored"]),
        (("I have thought about it for", "", "12"), ["ignored", "played"]),
        (("{order}", "if Bea agrees"), ["refused", "ignored"]),
        (("{order}", "", "if Bea agrees"), ["played", "ignored"]),
    ],
)
def test_a_blank_line_divides_paragraphs_as_when_it_is_sent(
    cast: Cast, lines: tuple[str, ...], does: list[str]
) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    match = matches.load(seat.table)
    order, numbers = match.waiting[0].moves[0].text, stamp(match, seat.number)
    written = [line.format(order=order) for line in lines]
    found = preview.check(seat, written, reply_serial.now(seat), numbers)
    account = orders.take_orders(seat.pk, written, serial=reply_serial.now(seat), numbers=numbers, by="page")
    assert [line.state for line in found.lines] == [line.state for line in account.lines] == does


def test_an_order_for_later_that_is_to_be_done_anyway_is_echoed(cast: Cast, sign_in: SignIn) -> None:
    seat = only_table(running_league(cast, game="flandern")).seats.get(number=0)
    lines = "choose brugge; lay grey S2 brugge anyway"
    page = tried_page(sign_in(seat.player), seat, lines, reply_serial.now(seat))
    assert re.findall(r'<li class="is-(\w+)"', page) == ["played", "kept"]
    assert "<p>Lay grey S2 brugge anyway</p>" in page


# --- sealed choices ------------------------------------------------------------------------------


def test_a_choice_that_was_changed_too_often_is_refused_by_the_box_too(
    chosen: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changed_choices, "CHANGED_AN_HOUR", 1)
    assert [states(told(chosen, "bid 2")) for _ in range(3)] == [["played"]] * 3
    assert states(sent(chosen, "bid 2")) == ["played"]
    tried = told(chosen, "bid 0", "note: hm")
    assert states(tried) == ["refused", "command"]
    assert tried[0] == sent(chosen, "bid 0", "note: hm")[0]
    assert "changed this choice 1 times in this hour" in tried[0][1]


def test_a_choice_that_cannot_be_made_anew_in_time_is_not_opened_by_the_box(
    cast: Cast, chosen: Seat, clock: time_machine.Traveller
) -> None:
    assert states(told(chosen, "forget")) == ["command"]
    clock.move_to(open_turn(chosen.table.seats.get(number=1)).due_by + HOUR)
    assert told(chosen, "forget") == sent(chosen, "forget")
    assert states(told(chosen, "forget")) == ["refused"]


# --- too late ------------------------------------------------------------------------------------


def tried_page(client: Client, seat: Seat, lines: str, serial: int, **more: str) -> str:
    asked = {"lines": lines, "serial": serial, **more}
    return client.post(f"/table/{seat.table_id}/check/", asked).content.decode()


def box(page: str) -> list[str]:
    found = re.search(r"<textarea[^>]*>\s*([^<]*)</textarea>", page)
    assert found
    return found[1].split("\n")


def test_what_came_too_late_is_offered_for_what_is_open_now(chosen: Seat, sign_in: SignIn) -> None:
    client, late = sign_in(chosen.player), open_turn(chosen.table.seats.get(number=1)).serial + 5_000
    page = tried_page(client, chosen, "always bid 1\nplease bid 2; bid 2\nsay: hello", late)
    assert re.findall(r'<li class="is-(\w+)"', page) == ["rule", "stale", "stale", "command"]
    assert page.count("That question is over. The same order for the one that is open now:") == 2
    assert 'name="anew" value="bid 2"' in page
    page = tried_page(client, chosen, "please bid 2; bid 2\n\nsay: hello", late, anew="bid 2")
    assert box(page) == ["bid 2", "bid 2", "", "say: hello"]
    assert re.findall(r'<li class="is-(\w+)"', page) == ["played", "played", "command"]
    assert f'name="serial" value="{reply_serial.now(chosen)}"' in page


def test_the_box_says_of_what_came_too_late_what_the_account_says(moved: Seat, sign_in: SignIn) -> None:
    client = sign_in(moved.player)
    for line in (f"guilders {card_of(moved)}", "go on", "undo"):
        tried = tried_page(client, moved, line, 1)
        shown = client.post(f"/table/{moved.table_id}/orders/", {"lines": line, "serial": 1}, follow=True)
        assert words_below(tried) == words_below(shown.content.decode())


def words_below(page: str) -> tuple[str, str]:
    """The mark, and the words, of the one line on the page."""
    found = re.search(r'<span class="mark">([^<]*)</span> <code>[^<]*</code>\s*(?:<p>([^<]*)</p>)?', page)
    assert found
    return found[1], found[2] or ""
