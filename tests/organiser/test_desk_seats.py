"""Giving a seat to somebody else from the desk."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.shared.cast import Cast, asked_seat, person
from tests.shared.desk import SignIn, stamp_of
from tournaments.actions.league import leagues
from tournaments.models import OutboundLetter, Player, Seat, SeatOffer, Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]


def page(seat: Seat) -> str:
    return f"/desk/tournaments/table/seat/{seat.pk}/give/"


def filled(**other: str) -> dict[str, str]:
    return {"email": "dora@example.net", "name": "Dora", "reason": "Bea is ill", **other}


def told(desk: Client, seat: Seat, **other: str) -> str:
    """The desk's answer to the filled form."""
    return " ".join(desk.post(page(seat), filled(**other), follow=True).content.decode().split())


def test_the_desk_gives_a_seat_to_who_waits_and_the_same_press_again_changes_nothing(
    cast: Cast, table: Table, desk: Client
) -> None:
    table.league.entries.create(player=cast.outsider, state="waiting")
    seat = asked_seat(table)
    assert page(seat) in desk.get(f"/desk/tournaments/table/{table.pk}/change/").content.decode()
    assert "old reply addresses end" in " ".join(desk.get(page(seat)).content.decode().split())
    assert desk.post(page(seat), filled(reason="")).status_code == 422
    assert desk.post(page(seat), filled(email="no address")).status_code == 422
    before = stamp_of(desk, page(seat))
    assert "has a new player" in told(desk, seat, email=cast.outsider.email)
    assert Seat.objects.get(pk=seat.pk).player == cast.outsider
    assert "since you looked" in told(desk, seat, email="emil@example.net", stamp=before)
    assert OutboundLetter.objects.filter(kind__in=("taken_over", "seat_offered")).count() == 1


def test_the_desk_offers_a_seat_to_another_address_shows_that_and_takes_it_back(table: Table, desk: Client) -> None:
    seat = asked_seat(table)
    assert f"It stays with {seat.player} until they take it." in told(desk, seat)
    assert not Player.objects.filter(name="Dora").exists()
    assert "has been offered this seat already" in told(desk, seat)
    table_page = f"/desk/tournaments/table/{table.pk}/change/"
    league_page = f"/desk/tournaments/league/{table.league_id}/change/"
    withdraw = f"/desk/tournaments/table/offer/{SeatOffer.objects.get().pk}/withdraw/"
    for place in (table_page, league_page):
        shown = desk.get(place).content.decode()
        assert (f"{seat.player} to dora@example.net: open" in shown, withdraw in shown) == (True, True), place
    assert "Offered by letter and not answered yet: dora@example.net" in desk.get(page(seat)).content.decode()
    assert "Nobody is written to" in desk.get(withdraw).content.decode()
    assert "The offer is taken back" in desk.post(withdraw, follow=True).content.decode()
    assert "dora@example.net: withdrawn" in desk.get(table_page).content.decode()
    assert "dora@example.net" not in desk.get(league_page).content.decode()
    assert desk.post(withdraw).status_code == 404


def test_the_page_names_who_waits_for_a_place(cast: Cast, table: Table, desk: Client) -> None:
    table.league.entries.create(player=cast.outsider, state="waiting")
    assert "Otto (otto@example.net)" in desk.get(page(asked_seat(table))).content.decode()


def test_all_seats_go_together_where_the_organiser_says_so(cast: Cast, table: Table, desk: Client) -> None:
    assert leagues.standings(table.league)
    seat, newcomer = asked_seat(table), person("Dora")
    table.league.entries.create(player=newcomer, state="waiting")
    desk.post(page(seat), filled(everywhere="on"))
    assert not Seat.objects.filter(player=seat.player).exists()


def test_another_organiser_gives_no_seat_and_takes_no_offer_back(table: Table, sign_in: SignIn, desk: Client) -> None:
    seat = asked_seat(table)
    told(desk, seat)
    stranger = sign_in(person("Oscar", is_staff=True))
    assert stranger.post(page(seat), filled(email="emil@example.net")).status_code == 404
    offer = SeatOffer.objects.get()
    assert stranger.post(f"/desk/tournaments/table/offer/{offer.pk}/withdraw/").status_code == 404
    assert SeatOffer.objects.get().state == SeatOffer.State.OPEN
