"""The order box tries orders before they are sent: read as ever, on a copy whose hidden things are made up."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import get_args

import pytest
from django.test import Client

from engine.orders import api
from engine.orders.api import Account, Line, State
from tests.engine import toy
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.desk import SignIn
from tests.shared.play import play_on
from tournaments.actions.table import orders
from tournaments.models import InboundLetter, JournalLine, LogEntry, OutboundLetter, Seat, Table
from tournaments.pages.table_view import match_of
from tournaments.player import preview

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]


def question(table: Table) -> tuple[Seat, int, list[str]]:
    """The seat that is asked, the serial, and the legal orders."""
    table.refresh_from_db()
    seat = asked_seat(table)
    decision = match_of(seat.table).decision(seat.number)
    assert decision is not None
    return seat, decision.serial, [move.text for move in decision.moves]


def rows() -> list[int]:
    return [model.objects.count() for model in (LogEntry, OutboundLetter, InboundLetter, JournalLine)]


def tried(client: Client, table: Table, lines: str, serial: int, **more: str) -> str:
    """The answer of the box: only the piece of the page, as a script asks for it."""
    sent = {"lines": lines, "serial": serial, **more}
    answer = client.post(f"/table/{table.pk}/check/", sent, headers={"X-Part": "check"})
    assert answer.status_code == 200
    return answer.content.decode()


def states(page: str) -> list[str]:
    return re.findall(r'<li class="is-([\w]+)"', page)


def marks(page: str) -> list[str]:
    return re.findall(r'<span class="mark">([^<]*)</span> <code>', page)


TRIED = {
    "played": "at once", "done": "nothing to do", "kept": "later", "rule": "from now on", "command": "a word to us",
    "refused": "not possible", "stale": "too late", "ignored": "no order",
}  # fmt: skip


@pytest.mark.parametrize("state", get_args(State))
def test_every_state_of_a_line_has_a_word_of_its_own(
    table: Table, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch, state: State
) -> None:
    seat, serial, moves = question(table)
    line = Line(moves[0], state, moves[0])
    monkeypatch.setattr(api, "apply_letter", lambda *_, **__: Account((line,), ()))
    assert marks(tried(sign_in(seat.player), table, moves[0], serial)) == [TRIED[state]]
    sent = sign_in(seat.player).post(f"/table/{table.pk}/orders/", {"lines": moves[0], "serial": serial}, follow=True)
    assert all(marks(sent.content.decode()))


def test_trying_changes_nothing_at_all(table: Table, sign_in: SignIn) -> None:
    seat, serial, moves = question(table)
    before, position, plan = rows(), table.position, seat.plan
    tried(sign_in(seat.player), table, f"{moves[0]}\n{moves[-1]}\nsay: hello\nalways climb ask", serial)
    table.refresh_from_db()
    seat.refresh_from_db()
    assert (rows(), table.position, seat.plan) == (before, position, plan)


def test_each_line_is_told_as_it_would_become(table: Table, sign_in: SignIn) -> None:
    seat, serial, moves = question(table)
    page = tried(sign_in(seat.player), table, f"{moves[0]}\nrecruit the moon", serial)
    assert states(page) == ["played", "refused"]
    sent = sign_in(seat.player).post(
        f"/table/{table.pk}/orders/", {"lines": f"{moves[0]}\nrecruit the moon", "serial": serial}, follow=True
    )
    assert states(sent.content.decode()) == ["played", "refused"]


def test_the_figures_that_would_change_are_shown(table: Table, sign_in: SignIn) -> None:
    seat, serial, moves = question(table)
    game, view = match_of(table).game, match_of(table).view(seat.number)
    order = next(move for move in moves if move.startswith("guilders "))
    found = preview.check(seat, [order], serial)
    match_of(table).play(seat.number, order)
    changed = {name: (before, after) for name, before, after in found.changes}
    assert changed["guilders"][0] == game.facts(view)["guilders"] < changed["guilders"][1]


def test_what_is_hidden_does_not_show_in_what_is_tried(table: Table) -> None:
    play_on(table, 14)
    seat, serial, moves = question(table)
    found = [preview.check(seat, [move], serial) for move in moves]
    Table.objects.filter(pk=table.pk).update(position=match_of(table).imagined(seat.number).dump())
    seat = Seat.objects.select_related("table__league", "player").get(pk=seat.pk)
    assert [preview.check(seat, [move], serial) for move in moves] == found


@pytest.fixture
def at_draw(cast: Cast) -> Seat:
    """The seat that has the first turn of Pebbles, in which a card may be drawn."""
    table = only_table(running_league(cast, game=toy.GAME.slug, reveal_delay=timedelta(0)))
    for seat in table.seats.order_by("number"):
        orders.take_orders(seat.pk, ["bid 0"], serial=None, by="page")
    return asked_seat(table)


def test_what_chance_would_bring_is_not_told(at_draw: Seat) -> None:
    serial = match_of(at_draw.table).decision(at_draw.number).serial
    assert preview.check(at_draw, ["take 1"], serial).open_end == ""
    found = preview.check(at_draw, ["draw"], serial)
    assert "nobody can know yet" in found.open_end
    assert [name for name, _, _ in found.changes] == ["stones"]  # of the well, which acts before the card is drawn


def test_the_next_card_of_the_deck_does_not_show_in_what_could_follow_it(at_draw: Seat) -> None:
    match = match_of(at_draw.table)
    serial = match.decision(at_draw.number).serial
    hidden = [
        card for card in toy.CARDS if f"show {card}" not in [m.text for m in match.decision(at_draw.number).moves]
    ]

    def found() -> list[preview.Check]:
        seat = Seat.objects.select_related("table__league", "player").get(pk=at_draw.pk)
        return [preview.check(seat, ["draw", f"show {card}"], serial) for card in hidden]

    before = found()
    Table.objects.filter(pk=at_draw.table_id).update(position=match.imagined(at_draw.number).dump())
    assert found() == before
    assert match_of(at_draw.table).view(at_draw.number) == match.view(at_draw.number)


def test_words_to_the_service_are_not_carried_out_by_trying(table: Table, sign_in: SignIn) -> None:
    seat, serial, _ = question(table)
    page = tried(sign_in(seat.player), table, "resign\nsay: hello", serial)
    assert states(page) == ["command"] * 2
    assert "answered once you send it" in page


def test_an_order_from_an_old_page_is_said_to_be_too_late(table: Table, sign_in: SignIn) -> None:
    seat, serial, moves = question(table)
    assert states(tried(sign_in(seat.player), table, moves[0], serial + 4_000)) == ["stale"]


def test_without_a_script_a_move_button_fills_the_box_and_tries_it(table: Table, sign_in: SignIn) -> None:
    seat, serial, moves = question(table)
    client = sign_in(seat.player)
    sent = {"lines": moves[0], "serial": serial, "add": moves[-1]}
    page = client.post(f"/table/{table.pk}/check/", sent).content.decode()
    box = re.search(r"<textarea[^>]*>\s*([^<]*)</textarea>", page)
    assert box
    assert box[1].split("\n") == [moves[0], moves[-1]]
    assert states(page)[0] == "played"
    assert f'name="serial" value="{serial}"' in page


def test_the_address_of_the_trial_leads_back_to_the_table(table: Table, sign_in: SignIn) -> None:
    seat, _, _ = question(table)
    assert sign_in(seat.player).get(f"/table/{table.pk}/check/").headers["Location"] == f"/table/{table.pk}/"


def test_nobody_tries_orders_for_another_seat(cast: Cast, table: Table, sign_in: SignIn) -> None:
    for stranger in (cast.outsider, cast.organiser):
        assert sign_in(stranger).post(f"/table/{table.pk}/check/", {"lines": "help"}).status_code == 404


@pytest.mark.parametrize("serial", ["", "x", "9" * 40])
def test_a_box_without_its_number_is_tried_on_what_is_open(table: Table, sign_in: SignIn, serial: str) -> None:
    seat, _, moves = question(table)
    page = sign_in(seat.player).post(f"/table/{table.pk}/check/", {"lines": moves[0], "serial": serial})
    assert states(page.content.decode()) == ["played"]
