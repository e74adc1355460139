"""A table that is stuck, or was stopped, on the players' site: what happened, why, and what comes of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat, only_table, person, running_league
from tests.shared.desk import SignIn
from tests.shared.play import end_by_bots
from tournaments.actions.clock import pausing
from tournaments.actions.league import disqualify
from tournaments.actions.player import people
from tournaments.actions.seats import resigning, seats
from tournaments.actions.table import orders
from tournaments.models import Entry, OutboundLetter, Player, Table

pytestmark = pytest.mark.django_db


def page(sign_in: SignIn, reader: Player, address: str) -> str:
    return " ".join(sign_in(reader).get(address).content.decode().split())


def test_a_paused_table_says_who_paused_it_and_why_and_what_becomes_of_deadlines(
    cast: Cast, table: Table, sign_in: SignIn
) -> None:
    here = f"/table/{table.pk}/"
    assert 'id="paused"' not in page(sign_in, cast.player, here)
    pausing.pause(table.pk, cast.organiser, "The post is on <strike>.")
    for reader in cast.players:
        shown = page(sign_in, reader, here)
        assert "Olivia stopped the clocks" in shown
        assert "The post is on &lt;strike&gt;." in shown
        assert "as much time as it had left" in shown
    waiting = next(player for player in cast.players if player != asked_seat(table).player)
    assert "The clocks stand still." in page(sign_in, waiting, "/")
    pausing.go_on(table.pk, cast.organiser, "It is over.")
    pausing.pause(table.pk, cast.organiser, "It is on again.")
    assert "It is on again." in page(sign_in, cast.player, here)
    pausing.go_on(table.pk, cast.organiser, "Over.")
    assert 'id="paused"' not in page(sign_in, cast.player, here)


@pytest.mark.parametrize("void", [True, False])
def test_papers_of_a_game_without_an_end_tell_what_everybody_may_know_and_do_not_say_that_it_runs(
    cast: Cast, table: Table, sign_in: SignIn, *, void: bool
) -> None:
    disqualify.disqualify(table.league.entries.get(player=cast.player).pk, cast.organiser, "Two accounts.", void=void)
    shown = page(sign_in, cast.third, f"/table/{table.pk}/papers/")
    words = "The papers of a game that has not been played to its end tell what everybody may know."
    assert words in shown
    assert "the game runs" not in shown
    Table.objects.filter(pk=table.pk).update(state=Table.State.FINISHED)
    assert words not in page(sign_in, cast.third, f"/table/{table.pk}/papers/")


@pytest.mark.parametrize("void", [True, False])
def test_who_was_put_out_finds_what_has_ended_and_why_and_no_page_of_the_league(
    cast: Cast, table: Table, sign_in: SignIn, *, void: bool
) -> None:
    entry = table.league.entries.get(player=cast.player)
    disqualify.disqualify(entry.pk, cast.organiser, "Two accounts.", void=void)
    client = sign_in(cast.player)
    here, league = f"/table/{table.pk}/", f'/league/{table.league_id}/"'  # what follows is its page, not its rules
    if not void:
        assert client.get(here).status_code == 404, "it runs without them"
        end_by_bots(table)
    home = page(sign_in, cast.player, "/")
    assert here in home
    assert league not in home
    shown = page(sign_in, cast.player, here)
    assert league not in shown
    assert ("Olivia disqualified you" in shown) == void
    assert ("Two accounts." in shown) == void
    assert ("you were disqualified" in home) == void
    for part in ("log/", "replay/1/", "papers/", "picture.svg"):
        assert client.get(f"{here}{part}").status_code == 200, part
    assert client.get(f"{league}standings/").status_code == 404


def test_who_was_out_before_a_table_was_stopped_looks_on_there_and_reads_no_later_word(
    cast: Cast, table: Table, sign_in: SignIn
) -> None:
    gone, talks, last = cast.players
    disqualify.disqualify(table.league.entries.get(player=gone).pk, cast.organiser, "Two accounts.", void=False)
    orders.take_orders(table.seats.get(player=talks).pk, ["say: good bye at last"], serial=None, by="page")
    disqualify.disqualify(table.league.entries.get(player=last).pk, cast.organiser, "Two more.", void=True)
    here = f"/table/{table.pk}/"
    assert "good bye at last" in page(sign_in, talks, here)
    assert "good bye at last" in page(sign_in, last, here), "it was said while they played"
    assert "good bye at last" not in page(sign_in, gone, here)
    view = {reader: sign_in(reader).get(f"{here}picture.svg").content for reader in (gone, last)}
    assert view[gone] != view[last]
    onlooker = person("Xaver", "xaver@example.net")
    Entry.objects.create(league=table.league, player=onlooker, state=Entry.State.IN, joined_at=timezone.now())
    assert view[gone] == sign_in(onlooker).get(f"{here}picture.svg").content


@pytest.mark.parametrize("resigned", [True, False])
def test_who_has_lost_the_seat_to_the_stand_in_looks_on_while_the_table_runs(
    cast: Cast, table: Table, sign_in: SignIn, *, resigned: bool
) -> None:
    seat = table.seats.exclude(pk=asked_seat(table).pk).select_related("player").first()
    parts = [f"/table/{table.pk}/{part}" for part in ("picture.svg", "replay/1/picture.svg")]
    client = sign_in(seat.player)
    own = [client.get(part).content for part in parts]
    if resigned:
        orders.take_orders(seat.pk, ["resign"], serial=None, by="page")
        resigning.resign(OutboundLetter.objects.get(kind="resign_asked"))
    else:
        seats.replace_by_stand_in(seat.pk, cast.organiser, "away", epoch=seat.token_epoch)
    onlooker = person("Xaver", "xaver@example.net")
    Entry.objects.create(league=table.league, player=onlooker, state=Entry.State.IN, joined_at=timezone.now())
    seen = [client.get(part).content for part in parts]
    assert seen == [sign_in(onlooker).get(part).content for part in parts]
    assert seen[0] != own[0]
    assert seen[1] != own[1]
    assert "The stand-in has your seat now" in page(sign_in, seat.player, f"/table/{table.pk}/")
    seats.give_back(seat.pk, cast.organiser, "back again")
    assert client.get(parts[0]).content == own[0]


def test_who_has_lost_the_seat_reads_at_home_what_the_others_are_asked_and_not_whether_the_stand_in_has_chosen(
    cast: Cast, sign_in: SignIn
) -> None:
    table = only_table(running_league(cast, game="flandern", reveal_delay=timedelta(hours=1)))
    seats.replace_by_stand_in(table.seats.get(player=cast.opponent).pk, cast.organiser, "silent")
    home = page(sign_in, cast.opponent, "/").partition(">Others think<")[2]
    assert "Anna and Chidi are next." in home or "Chidi and Anna are next." in home
    assert "chosen" not in home


def test_the_others_find_a_stopped_table_among_the_ended_ones_with_what_happened(
    cast: Cast, table: Table, sign_in: SignIn
) -> None:
    entry = table.league.entries.get(player=cast.player)
    disqualify.disqualify(entry.pk, cast.organiser, "Anna has two accounts.", void=True)
    home, here = page(sign_in, cast.opponent, "/"), page(sign_in, cast.opponent, f"/table/{table.pk}/")
    assert "Anna was disqualified" in home.partition(">Ended<")[2]
    assert "Olivia disqualified Anna" in here
    people.erase(cast.player, cast.player)
    pages = page(sign_in, cast.opponent, "/") + page(sign_in, cast.opponent, f"/table/{table.pk}/")
    assert "Anna" not in pages, "also not in the reason"
    assert "former player" in pages


def test_a_stranger_reaches_no_ended_table(cast: Cast, table: Table, sign_in: SignIn) -> None:
    end_by_bots(table)
    assert sign_in(cast.outsider).get(f"/table/{table.pk}/").status_code == 404
