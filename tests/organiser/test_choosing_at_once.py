"""A game in which all choose at the same time: what each is shown, and that a made choice can still be replaced."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client

from tests.engine import toy
from tests.shared.cast import Cast
from tests.shared.desk import SignIn
from tournaments.models import Player, Table
from tournaments.pages.table_view import match_of
from tournaments.queries.names import seat_names

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
SETTINGS = {"game": toy.GAME.slug, "reveal_delay": timedelta(minutes=10)}  # Pebbles: all bid at once, sealed so long


def page(sign_in: SignIn, table: Table, player: Player) -> str:
    return sign_in(player).get(f"/table/{table.pk}/").content.decode()


def bid(sign_in: SignIn, table: Table, player: Player, order: str) -> str:
    return bid_by(sign_in(player), table, order)


def bid_by(client: Client, table: Table, order: str) -> str:
    address = f"/table/{table.pk}/"
    serial = re.search(r'name="serial" value="(\d+)"', client.get(address).content.decode())
    assert serial
    return client.post(f"{address}orders/", {"lines": order, "serial": serial[1]}, follow=True).content.decode()


def banner(shown: str) -> str:
    found = re.search(r'<div class="banner[^"]*">(.*?)</div>', shown, re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


def test_everybody_is_asked_and_reads_that_nobody_has_chosen(cast: Cast, table: Table, sign_in: SignIn) -> None:
    for player in cast.players:
        assert "Nobody has chosen yet." in banner(page(sign_in, table, player))


def test_who_has_chosen_reads_it_and_who_has_not_reads_how_many_have(cast: Cast, table: Table, sign_in: SignIn) -> None:
    bid(sign_in, table, cast.player, "bid 2")
    others = " and ".join(name for name in seat_names(table) if name != "Anna")
    assert f"You have chosen; {others} have not." in banner(page(sign_in, table, cast.player))
    assert "So far 1 of 3 has chosen." in banner(page(sign_in, table, cast.opponent))
    assert f"You have chosen; {others} have not." in sign_in(cast.player).get("/").content.decode()


def test_a_sealed_choice_shows_on_no_page_of_another(cast: Cast, table: Table, sign_in: SignIn) -> None:
    shown, chooser, client = [], sign_in(cast.player), sign_in(cast.opponent)
    for order in ("bid 1", "bid 2"):
        with transaction.atomic():
            bid_by(chooser, table, order)
            pages = [client.get(f"/table/{table.pk}/{part}").content.decode() for part in ("", "log/", "replay/2/")]
            shown.append([re.sub(r'value="\w{64}"|\b[0-9a-f]{10}\b', "", text) for text in pages])
            transaction.set_rollback(True)
    assert shown[0] == shown[1]


def test_a_made_choice_is_replaced_until_all_have_chosen_and_thought(cast: Cast, table: Table, sign_in: SignIn) -> None:
    for player in cast.players:
        bid(sign_in, table, player, "bid 1")
    assert "All have chosen." in banner(page(sign_in, table, cast.player))
    assert "is-played" in bid(sign_in, table, cast.player, "bid 0")
    table.refresh_from_db()
    own = table.seats.get(player=cast.player).number
    assert match_of(table).view(own).bids[own] == 0


def test_another_move_takes_the_place_of_the_one_in_the_box(cast: Cast, table: Table, sign_in: SignIn) -> None:
    sent = {"lines": "bid 1\nuse well", "serial": "", "add": "bid 2"}
    shown = sign_in(cast.player).post(f"/table/{table.pk}/check/", sent).content.decode()
    box = re.search(r"<textarea[^>]*>\s*([^<]*)</textarea>", shown)
    assert box
    assert box[1].split("\n") == ["use well", "bid 2"]


@pytest.mark.parametrize("nothing", [" ", "\u00a0", "\n"])
def test_a_move_that_is_no_move_changes_nothing_in_the_box(
    cast: Cast, table: Table, sign_in: SignIn, nothing: str
) -> None:
    sent = {"lines": "bid 1\nuse well", "serial": "9" * 30, "add": nothing}
    answer = sign_in(cast.player).post(f"/table/{table.pk}/check/", sent)
    box = re.search(r"<textarea[^>]*>\s*([^<]*)</textarea>", answer.content.decode())
    assert box
    assert box[1].split("\n") == ["bid 1", "use well"]
    sent = {"lines": "bid 1", "serial": "9" * 30}
    assert sign_in(cast.player).post(f"/table/{table.pk}/orders/", sent).status_code in (302, 422)
