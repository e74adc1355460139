"""A page of a running table is open in a browser, and its seat or its table goes: what its forms are answered."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.shared.cast import Cast, only_table, running_league
from tests.shared.desk import SignIn
from tests.shared.play import end_by_bots
from tournaments.actions.league import cancel, disqualify
from tournaments.actions.seats import seats, substitutes
from tournaments.models import Note, Press, Seat, Table

pytestmark = pytest.mark.django_db
SENT = {
    "orders": {"lines": "draw red", "serial": "1"},
    "say": {"words": "hello", "to": ""},
    "note": {"words": "hm"},
    "standing-order": {"topic": "climb", "text": "ask"},
}
FORMS = (*SENT, "check")


@pytest.fixture
def table(cast: Cast) -> Table:
    return only_table(running_league(cast))


def told(client: Client, table: Table, form: str) -> tuple[str, list[str]]:
    """Where a form leads, and what is said there."""
    answer = client.post(f"/table/{table.pk}/{form}/", SENT.get(form, SENT["orders"]), follow=True)
    assert answer.status_code == 200
    return answer.redirect_chain[-1][0].partition("#")[0], [str(words) for words in answer.context["messages"]]


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_a_cancelled_league_say_that_it_was_cancelled(
    cast: Cast, table: Table, sign_in: SignIn, form: str
) -> None:
    cancel.cancel(table.league, cast.organiser, "Too few have time.")
    words = "The league was cancelled: Bruges 1 has stopped, and nothing is played there any more."
    assert told(sign_in(cast.player), table, form) == (f"/table/{table.pk}/", [words])
    assert not Press.objects.exists()
    assert not Note.objects.exists()


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_a_stopped_table_say_that_it_was_stopped(cast: Cast, table: Table, sign_in: SignIn, form: str) -> None:
    disqualify.disqualify(table.league.entries.get(player=cast.third).pk, cast.organiser, "Two accounts.", void=True)
    words = "The organiser has stopped Bruges 1: nothing is played there any more."
    for player in (cast.player, cast.third):
        assert told(sign_in(player), table, form) == (f"/table/{table.pk}/", [words])


@pytest.mark.parametrize("form", FORMS)
def test_whose_seat_the_stand_in_has_comes_to_the_table_and_reads_so(
    cast: Cast, table: Table, sign_in: SignIn, form: str
) -> None:
    seat, client = table.seats.get(player=cast.player), sign_in(cast.player)
    seats.replace_by_stand_in(seat.pk, cast.organiser, "late", epoch=seat.token_epoch)
    assert told(client, table, form) == (f"/table/{table.pk}/", ["The stand-in plays this seat now."])
    assert client.get(f"/table/{table.pk}/{form}/").headers["Location"] == f"/table/{table.pk}/"


@pytest.mark.parametrize("form", FORMS)
def test_whose_seat_somebody_else_has_comes_to_where_they_may_still_be_and_reads_so(
    cast: Cast, table: Table, sign_in: SignIn, form: str
) -> None:
    seat = table.seats.get(player=cast.player)
    substitutes.give_seat(seat.pk, cast.outsider, cast.organiser, "late", epoch=seat.token_epoch)
    assert told(sign_in(cast.player), table, form) == ("/", ["This seat is no longer yours."])


@pytest.mark.parametrize("form", FORMS)
def test_who_was_put_out_of_a_league_that_plays_on_is_led_to_the_start(
    cast: Cast, table: Table, sign_in: SignIn, form: str
) -> None:
    disqualify.disqualify(table.league.entries.get(player=cast.player).pk, cast.organiser, "Two accounts.", void=False)
    assert told(sign_in(cast.player), table, form) == ("/", ["The stand-in plays this seat now."])


def test_who_has_lost_two_seats_of_a_table_reads_so(cast: Cast, table: Table, sign_in: SignIn) -> None:
    client = sign_in(cast.outsider)
    for seat in table.seats.all()[:2]:
        seat.former.add(cast.outsider)
    assert told(client, table, "orders") == ("/", ["This seat is no longer yours."])


def test_a_table_beyond_all_numbers_is_none(cast: Cast, table: Table, sign_in: SignIn) -> None:
    for form, sent in SENT.items():
        assert sign_in(cast.player).post(f"/table/{'9' * 26}/{form}/", sent).status_code == 404


def test_a_game_that_has_ended_is_not_said_to_be_played_by_the_stand_in(
    cast: Cast, table: Table, sign_in: SignIn
) -> None:
    end_by_bots(table)
    table.seats.filter(player=cast.player).update(mover=Seat.Mover.REPLACED)
    words = "Bruges 1 is over, and the stand-in played this seat when it ended."
    assert told(sign_in(cast.player), table, "say")[1] == [words]


def test_a_trial_in_the_background_takes_no_words_from_the_page_that_is_opened_next(
    cast: Cast, table: Table, sign_in: SignIn
) -> None:
    seat, client = table.seats.get(player=cast.player), sign_in(cast.player)
    seats.replace_by_stand_in(seat.pk, cast.organiser, "late", epoch=seat.token_epoch)
    trial = client.post(f"/table/{table.pk}/check/", SENT["orders"], headers={"X-Part": "check"})
    assert trial.status_code == 404
    assert not client.get(f"/table/{table.pk}/").context["messages"]
