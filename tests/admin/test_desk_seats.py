"""Giving a seat to somebody else from the desk."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.admin.conftest import SignIn
from tests.cast import Cast, asked_seat, person
from tournaments.actions import leagues
from tournaments.models import OutboundLetter, Player, Seat, Table

pytestmark = pytest.mark.django_db


def page(seat: Seat) -> str:
    return f"/desk/tournaments/table/seat/{seat.pk}/give/"


def filled(seat: Seat, **other: str) -> dict[str, str]:
    values = {"email": "dora@example.net", "name": "Dora", "reason": "Bea is ill", "epoch": str(seat.token_epoch)}
    return {**values, **other}


def test_the_desk_gives_a_seat_to_a_new_address_and_the_same_press_again_changes_nothing(
    table: Table, desk: Client
) -> None:
    seat = asked_seat(table)
    assert page(seat) in desk.get(f"/desk/tournaments/table/{table.pk}/change/").content.decode()
    assert "old reply addresses end" in " ".join(desk.get(page(seat)).content.decode().split())
    assert desk.post(page(seat), filled(seat, reason="")).status_code == 422
    assert desk.post(page(seat), filled(seat, email="no address")).status_code == 422
    assert not Player.objects.filter(name="Dora").exists()
    assert "has a new player" in desk.post(page(seat), filled(seat), follow=True).content.decode()
    assert Seat.objects.get(pk=seat.pk).player == Player.objects.get(name="Dora")
    again = desk.post(page(seat), filled(seat, email="emil@example.net"), follow=True).content.decode()
    assert "since you looked" in again
    assert OutboundLetter.objects.filter(kind="taken_over").count() == 1


def test_the_page_names_who_waits_for_a_place(cast: Cast, table: Table, desk: Client) -> None:
    table.league.entries.create(player=cast.outsider, state="waiting")
    assert "Otto (otto@example.net)" in desk.get(page(asked_seat(table))).content.decode()


def test_all_seats_go_together_where_the_organiser_says_so(cast: Cast, table: Table, desk: Client) -> None:
    assert leagues.standings(table.league)
    seat = asked_seat(table)
    desk.post(page(seat), filled(seat, everywhere="on"))
    assert not Seat.objects.filter(player=seat.player).exists()


def test_another_organiser_gives_no_seat(table: Table, sign_in: SignIn) -> None:
    seat = asked_seat(table)
    stranger = sign_in(person("Oscar", is_staff=True))
    assert stranger.post(page(seat), filled(seat)).status_code == 404
    assert not Player.objects.filter(name="Dora").exists()
