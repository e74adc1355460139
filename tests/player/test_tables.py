"""A table on the players' site: the own view, the order box, the log, the papers at the end."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from engine.pictures import palette
from engine.pictures.scene import Scene
from engine.verify import verify
from tests.shared.cast import Cast, asked_seat, only_table, prepared_league, running_league
from tests.shared.desk import SignIn
from tests.shared.play import end_by_bots, play_on, play_to_the_end
from tournaments.actions.clock import deadlines
from tournaments.actions.league import leagues
from tournaments.models import JournalLine, LogEntry, OutboundLetter, Player, Seat, Table
from tournaments.pages.table_view import match_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]


HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="(\d+)"')


def question(seat: Seat) -> tuple[int, str]:
    """(serial, a legal order) of what the seat is asked."""
    decision = match_of(seat.table).decision(seat.number)
    assert decision is not None
    return decision.serial, decision.moves[0].text


def asked(table: Table) -> Seat:
    seat = asked_seat(table)
    assert seat.player is not None
    return seat


def test_the_home_page_says_whose_turn_it_is_and_until_when(cast: Cast, table: Table, sign_in: SignIn) -> None:
    seat = asked(table)
    mine = sign_in(seat.player).get("/").content.decode()
    assert "Answer" in mine
    assert "in Brussels" in mine
    other = next(player for player in cast.players if player != seat.player)
    assert f"{seat.player.name} is next" in sign_in(other).get("/").content.decode()


def test_the_order_box_plays_an_order(table: Table, sign_in: SignIn) -> None:
    seat = asked(table)
    serial, order = question(seat)
    page = (
        sign_in(seat.player)
        .post(f"/table/{table.pk}/orders/", {"lines": order, "serial": serial}, follow=True)
        .content.decode()
    )
    assert "What became of your orders" in page
    assert "is-played" in page
    assert JournalLine.objects.filter(verb="orders", seat=seat, data__by="page").exists()


def test_an_order_for_the_next_cards_alone_stands_on_the_page_until_it_is_used(table: Table, sign_in: SignIn) -> None:
    seat = asked(table)
    address = f"/table/{table.pk}/"
    client = sign_in(seat.player)
    before = client.get(address).content.decode()
    client.post(f"{address}orders/", {"lines": "plague: ask", "serial": question(seat)[0]})
    after = client.get(address).content.decode()
    assert "the plague takes the cheapest person" in before
    assert "the plague takes the cheapest person" not in after


def test_an_address_puts_one_order_into_the_box_and_no_line_out_of_sight(table: Table, sign_in: SignIn) -> None:
    client = sign_in(asked_seat(table).player)
    page = client.get(f"/table/{table.pk}/", {"order": "draw red\nvacation 1 to 14 May"}).content.decode()
    assert ">draw red</textarea>" in page.replace("\n", "")
    assert "vacation 1 to" not in page


def test_each_line_is_answered_for_itself(table: Table, sign_in: SignIn) -> None:
    seat = asked(table)
    serial, order = question(seat)
    lines = f"{order}\nworkers nobody\nalways climb if climb price <= 2"
    page = (
        sign_in(seat.player)
        .post(f"/table/{table.pk}/orders/", {"lines": lines, "serial": serial}, follow=True)
        .content.decode()
    )
    for state in ("is-played", "is-refused", "is-rule"):
        assert state in page


@pytest.mark.parametrize(
    ("line", "answer"),
    [("help", "one order to a line"), ("undo", "Nothing was taken back"), ("standings", "Anna"), ("rules", "climb")],
)
def test_words_to_the_service_are_answered_on_the_page(table: Table, sign_in: SignIn, line: str, answer: str) -> None:
    seat = asked(table)
    send = {"lines": line, "serial": question(seat)[0]}
    page = sign_in(seat.player).post(f"/table/{table.pk}/orders/", send, follow=True).content.decode()
    account = page.partition("What became of your orders")[2].partition("</section>")[0]
    assert answer in account


def test_press_from_the_page_goes_to_the_table(table: Table, sign_in: SignIn) -> None:
    seat = asked(table)
    before = OutboundLetter.objects.count()
    sign_in(seat.player).post(f"/table/{table.pk}/orders/", {"lines": "say: good luck", "serial": 1})
    assert OutboundLetter.objects.count() > before


def test_the_account_is_shown_once(table: Table, sign_in: SignIn) -> None:
    seat = asked(table)
    serial, order = question(seat)
    client = sign_in(seat.player)
    shown = client.post(f"/table/{table.pk}/orders/", {"lines": order, "serial": serial}, follow=True)
    assert "What became of your orders" in shown.content.decode()
    assert "What became of your orders" not in client.get(f"/table/{table.pk}/").content.decode()


class OrderBox:
    """The order box of a page as it was when it was opened, however long ago."""

    def __init__(self, client: Client, table: Table) -> None:
        self.client, self.action = client, f"/table/{table.pk}/orders/"
        page = client.get(f"/table/{table.pk}/").content.decode()
        self.hidden = {name: value for name, value in HIDDEN.findall(page) if name in ("serial", "numbers")}
        assert len(self.hidden) == 2, "the box does not name what its page shows"

    def send(self, lines: str) -> str:
        return self.client.post(self.action, {"lines": lines, **self.hidden}, follow=True).content.decode()


def moves_of(seat: Seat) -> int:
    """The number of times that an order of the seat has been played."""
    return LogEntry.objects.filter(table=seat.table, entry__seat=seat.number, entry__by="order").count()


def play_until_asked(seat: Seat) -> Seat:
    """Go on until the seat is asked something again; the seat as it is then."""
    play_on(seat.table, 1)
    while (now := asked_seat(seat.table)).pk != seat.pk:
        play_on(seat.table, 1)
    return now


def test_an_order_from_an_old_page_is_not_played_on_the_next_decision(table: Table, sign_in: SignIn) -> None:
    seat = asked(table)
    client = sign_in(seat.player)
    old = OrderBox(client, table)
    seat = play_until_asked(seat)
    order, before = question(seat)[1], moves_of(seat)
    page = old.send(order)
    assert "That question is over. The same order for the one that is open now:" in page
    assert moves_of(seat) == before
    assert "is-played" in OrderBox(client, table).send(order)
    assert moves_of(seat) == before + 1


def test_a_number_on_a_page_from_before_the_question_is_not_played(table: Table, sign_in: SignIn) -> None:
    waiting = table.seats.exclude(pk=asked(table).pk).exclude(player=None).first()
    assert waiting is not None
    client = sign_in(waiting.player)
    old = OrderBox(client, table)
    waiting = play_until_asked(waiting)
    before = moves_of(waiting)
    old.send("12")
    assert moves_of(waiting) == before
    assert "is-played" in OrderBox(client, table).send("12")


def test_a_link_to_a_move_fills_the_box_and_plays_nothing(table: Table, sign_in: SignIn) -> None:
    seat = asked(table)
    _, order = question(seat)
    before = LogEntry.objects.count()
    page = sign_in(seat.player).get(f"/table/{table.pk}/", {"order": order}).content.decode()
    assert f"{order}</textarea>" in page
    assert LogEntry.objects.count() == before


def test_a_hostile_link_is_only_text_in_the_box(table: Table, sign_in: SignIn) -> None:
    seat = asked(table)
    page = sign_in(seat.player).get(f"/table/{table.pk}/", {"order": "</textarea><script>alert(1)</script>"})
    assert b"&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;</textarea>" in page.content
    assert b"<script>alert" not in page.content


def test_every_legal_move_on_the_page_is_a_button(table: Table, sign_in: SignIn) -> None:
    play_on(table, 6)
    seat = asked(table)
    page = sign_in(seat.player).get(f"/table/{table.pk}/").content.decode()
    decision = match_of(Table.objects.get(pk=table.pk)).decision(seat.number)
    assert decision is not None
    offered = set(re.findall(r'<button class="move" form="order-form"[^>]* name="add" value="([^"]+)"', page))
    assert offered == {move.text for move in decision.moves}
    assert len(offered) > 3


def test_an_empty_box_is_said_kindly(table: Table, sign_in: SignIn) -> None:
    seat = asked(table)
    page = sign_in(seat.player).post(f"/table/{table.pk}/orders/", {"lines": "", "serial": 1})
    assert page.status_code == 422
    assert "Write at least one order." in page.content.decode()


def test_orders_of_a_seat_that_is_not_asked_are_kept(cast: Cast, table: Table, sign_in: SignIn) -> None:
    play_on(table, 6)
    seat = asked(table)
    waiting = table.seats.exclude(pk=seat.pk).exclude(player=None).first()
    assert waiting is not None
    page = sign_in(waiting.player).get(f"/table/{table.pk}/").content.decode()
    assert "Orders you write now are kept for your turn." in page


def test_the_picture_is_the_readers_own_view(cast: Cast, table: Table, sign_in: SignIn) -> None:
    pictures = {player: sign_in(player).get(f"/table/{table.pk}/picture.svg") for player in cast.players}
    assert all(picture.headers["Content-Type"] == "image/svg+xml" for picture in pictures.values())
    assert len({picture.content for picture in pictures.values()}) == 3


def test_a_dark_page_has_a_dark_picture_of_the_same(cast: Cast, table: Table, sign_in: SignIn) -> None:
    client, address = sign_in(cast.player), f"/table/{table.pk}/picture.svg"
    light, dark = (client.get(f"{address}{how}").content.decode() for how in ("", "?dark"))
    assert palette.dark(Scene(1, 1, (), "", palette.PARCHMENT)).background in dark
    assert palette.PARCHMENT in light
    assert re.findall(">([^<]+)<", light) == re.findall(">([^<]+)<", dark)
    for place in ("/", f"/table/{table.pk}/"):
        page = client.get(place).content.decode()
        assert re.search(rf'<source srcset="{address}\?dark[^"]*" media="\(prefers-color-scheme: dark\)">', page)


def test_the_log_tells_each_seat_its_own_draws(cast: Cast, table: Table, sign_in: SignIn) -> None:
    play_on(table, 12)
    logs = {player: sign_in(player).get(f"/table/{table.pk}/log/").content.decode() for player in cast.players}
    assert all("You drew" in log for log in logs.values())
    assert len(set(logs.values())) == 3


def test_the_log_says_whom_the_stand_in_moved_for(cast: Cast, sign_in: SignIn) -> None:
    table = only_table(running_league(cast, grace=timedelta(0)))
    seat = asked(table)
    turn = seat.turns.get(ended_at=None)
    with time_machine.travel(turn.due_by + timedelta(seconds=1)):
        assert deadlines.expire(turn.pk) == "stand-in"
        for player in cast.players:
            whom = "you" if player == seat.player else seat.player.name
            browser = sign_in(player)
            for page in ("", "log/"):
                assert f"The stand-in moved for {whom}" in browser.get(f"/table/{table.pk}/{page}").content.decode()


def test_a_stopped_table_is_shown_and_asks_nothing(cast: Cast, table: Table, sign_in: SignIn) -> None:
    seat = asked(table)
    Table.objects.filter(pk=table.pk).update(state=Table.State.STOPPED)
    client = sign_in(seat.player)
    page = client.get(f"/table/{table.pk}/").content.decode()
    assert "This table was stopped." in page
    assert "<textarea" not in page
    assert 'class="move"' not in page
    assert "Stopped, counts for nobody" in client.get("/").content.decode()
    assert client.get(f"/table/{table.pk}/record.json").status_code == 404


@pytest.mark.parametrize("paper", ["scoresheet.pdf", "record.json"])
def test_no_paper_before_the_end(table: Table, sign_in: SignIn, paper: str) -> None:
    for reader in Player.objects.all():
        assert sign_in(reader).get(f"/table/{table.pk}/{paper}").status_code == 404, reader


def test_a_finished_game_has_its_papers(cast: Cast, table: Table, sign_in: SignIn) -> None:
    play_to_the_end(table)
    client = sign_in(cast.player)
    page = client.get(f"/table/{table.pk}/").content.decode()
    assert "The game is over." in page
    assert table.result is not None
    assert f"won with {max(table.result['totals'])} points." in page
    assert "<textarea" not in page
    assert all(f'<td class="number">{total}</td>' in page for total in table.result["totals"])
    assert client.get(f"/table/{table.pk}/scoresheet.pdf").content.startswith(b"%PDF")
    record = json.loads(client.get(f"/table/{table.pk}/record.json").content)
    assert record["secret"] == bytes(table.secret).hex()
    assert verify(record)  # raises when anything does not hold together
    assert b"standard library" in client.get("/verify.py").content
    assert "Anna" in client.get(f"/league/{table.league_id}/standings/").content.decode()


def test_in_a_game_that_is_over_nobody_is_asked_to_come_back(cast: Cast, table: Table, sign_in: SignIn) -> None:
    client, address = sign_in(cast.player), f"/table/{table.pk}/"
    table.seats.filter(player=cast.player).update(mover=Seat.Mover.STAND_IN)
    assert "The stand-in moves for you." in client.get(address).content.decode()
    end_by_bots(table)
    assert "The stand-in moves for you." not in client.get(address).content.decode()


def test_the_standings_lead_with_the_readers_own_line_and_tables(cast: Cast, sign_in: SignIn) -> None:
    league = prepared_league(cast, seats=2, max_players=3)
    for player in cast.players:
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    page = sign_in(cast.opponent).get(f"/league/{league.pk}/standings/").content.decode()
    assert re.findall(r'<tr class="mine">.*?<th scope="row">(\w+)', page) == ["Bea"]
    own, others = page.partition("The other tables")[::2]
    mine = set(league.tables.filter(seats__player=cast.opponent).values_list("number", flat=True))
    assert {int(number) for number in re.findall(r"Table (\d)", own)} == mine
    assert {int(number) for number in re.findall(r"Table (\d)", others)} == {1, 2, 3} - mine
