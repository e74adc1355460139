"""What is pressed on a page that is older than a change of seat does not reach who sits there now."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.shared.cast import Cast, person
from tests.shared.desk import SignIn
from tournaments.actions.seats import offers, substitutes
from tournaments.actions.table import looking
from tournaments.language.refusals import HasLooked
from tournaments.models import Player, Press, Seat, Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
SETTINGS = {"private_press": True}
SECRET = "meet me at the lighthouse"


def give(seat: Seat, player: Player, cast: Cast) -> Seat:
    seat.refresh_from_db()
    return substitutes.give_seat(seat.pk, player, cast.organiser, "gone", epoch=seat.token_epoch)


def value_for(page: str, name: str) -> str:
    """Of the choice that says something to that player alone."""
    (value,) = re.findall(rf'<option value="([^"]+)"[^>]*>{name} alone', page)
    return str(value)


def test_words_for_a_former_player_do_not_go_to_who_has_the_seat_now(cast: Cast, table: Table, sign_in: SignIn) -> None:
    client, page = sign_in(cast.player), f"/table/{table.pk}/"
    to = value_for(client.get(page).content.decode(), cast.opponent.name)
    give(table.seats.get(player=cast.opponent), person("Nora"), cast)
    answer = client.post(f"{page}say/", {"words": SECRET, "to": to}, follow=True).content.decode()
    assert "Nobody was told" in answer
    assert not Press.objects.exists()
    client.post(f"{page}say/", {"words": SECRET, "to": value_for(answer, "Nora")})
    assert Press.objects.get().to_player.name == "Nora"


# --- who has looked inside -----------------------------------------------------------------------


def test_who_has_looked_at_what_is_hidden_gets_no_seat_there(cast: Cast, table: Table, desk: Client) -> None:
    seat = table.seats.get(player=cast.opponent)
    looking.look_inside(table.pk, cast.organiser, "a complaint")
    with pytest.raises(HasLooked, match="has looked at what is hidden"):
        give(seat, cast.organiser, cast)
    sent = {"email": cast.organiser.email, "reason": "gone"}
    page = desk.post(f"/desk/tournaments/table/seat/{seat.pk}/give/", sent, follow=True).content.decode()
    assert "has looked at what is hidden" in page
    seat.refresh_from_db()
    assert seat.player == cast.opponent


def test_nor_by_the_letter_that_had_offered_it_before(cast: Cast, table: Table) -> None:
    seat, other = table.seats.get(player=cast.opponent), person("Oscar", is_staff=True)
    offer = offers.give(seat.pk, other.email, "", cast.organiser, "gone", epoch=seat.token_epoch)
    assert offer is not None
    table.league.organisers.add(other)
    looking.look_inside(table.pk, other, "a complaint")
    with pytest.raises(HasLooked):
        offers.accept(offer, "", "")


def test_a_former_player_comes_back_to_the_own_seat_alone(cast: Cast, table: Table) -> None:
    seat, other = table.seats.get(player=cast.opponent), table.seats.get(player=cast.player)
    give(seat, person("Nora"), cast)
    with pytest.raises(HasLooked, match="knows its hand"):
        give(other, cast.opponent, cast)
    assert give(seat, cast.opponent, cast).player == cast.opponent


def test_who_has_not_looked_may_sit_down_at_tables_of_the_own_league(cast: Cast, table: Table) -> None:
    assert give(table.seats.get(player=cast.opponent), cast.organiser, cast).player == cast.organiser
