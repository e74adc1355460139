"""Asking for letters about tables, and ending them, over and over: counted, and at nobody else's cost."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from tests.actions.observing.test_observing import STRANGER, ask, asked_letters, next_round, observe, observed, table
from tests.shared.cast import Cast, person, prepared_league
from tests.shared.desk import SignIn
from tests.shared.post import answer_requests
from tournaments.actions.league import invitations, leagues
from tournaments.actions.observing import asking, by_words, ending
from tournaments.actions.seats import offers
from tournaments.language.refusals import TooOften
from tournaments.models import JournalLine, Observer, SeatOffer, Table

__all__ = ("table",)  # the fixture
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]


def lines(table: Table) -> int:
    return JournalLine.objects.filter(verb__in=("observer", "observer gone"), table=table).count()


def test_whoever_begins_and_ends_without_end_leaves_few_lines(table: Table, cast: Cast, sign_in: SignIn) -> None:
    client, page = sign_in(cast.outsider), f"/table/{table.pk}/observe/"
    for _ in range(asking.BEGUN_A_DAY + 3):
        answer = client.post(page)
        client.post(page, {"end": "1"})
    assert "Try again tomorrow" in answer.content.decode()
    assert lines(table) == 2 * asking.BEGUN_A_DAY
    with pytest.raises(TooOften):
        by_words.begin(cast.outsider, f"{table.league.name}/{table.number}")


def test_so_does_the_button_of_one_letter(table: Table) -> None:
    page = ask(table)
    for _ in range(asking.BEGUN_A_DAY + 3):
        Client().post(page)
        ending.end(Observer.objects.all())
    assert lines(table) == 2 * asking.BEGUN_A_DAY


def test_who_observes_already_is_not_counted_again(table: Table, cast: Cast) -> None:
    for _ in range(asking.BEGUN_A_DAY + 3):
        asking.begin(cast.outsider, table)
    assert Observer.objects.count() == 1


def test_what_strangers_type_keeps_no_organiser_from_asking_that_person(cast: Cast, settings: object) -> None:
    settings.INVITATIONS_TO_A_DOMAIN_AN_HOUR = 6  # type: ignore[attr-defined]
    league = prepared_league(cast, public=True)
    for player in [*cast.players, person("Dirk"), person("Elsa")]:
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    tables = list(league.tables.filter(state=Table.State.RUNNING).order_by("number"))
    assert len(tables) > asking.LETTERS_TO_ONE_A_DAY - 1
    for number, followed in enumerate(tables[:6]):
        asking.ask(STRANGER, followed, f"place {number}")
    answer_requests()
    assert len(asked_letters()) == asking.LETTERS_TO_ONE_A_DAY
    seat = tables[0].seats.earliest("pk")
    assert invitations.invite(prepared_league(cast), cast.organiser, STRANGER) == 1
    assert offers.give(seat.pk, STRANGER, "", cast.organiser, "no time", epoch=seat.token_epoch)
    assert SeatOffer.objects.get().email == STRANGER


def test_one_person_is_one_observer_under_all_addresses(table: Table, cast: Cast) -> None:
    observe(table)
    cast.outsider.addresses.create(email=STRANGER, verified_at=timezone.now())
    asking.begin(cast.outsider, table)
    assert Observer.objects.count() == 1


def test_who_observed_under_an_address_and_by_name_gets_one_letter_once_it_is_proved(table: Table, cast: Cast) -> None:
    observe(table)
    asking.begin(cast.outsider, table)
    cast.outsider.addresses.create(email=STRANGER, verified_at=timezone.now())
    next_round(table)
    assert (len(observed()), len(observed(cast.outsider.email))) == (0, 1)


def test_whoever_gets_a_seat_observes_no_more_from_a_second_address_either(table: Table, cast: Cast) -> None:
    observe(table)
    cast.outsider.addresses.create(email=STRANGER, verified_at=timezone.now())
    table.seats.filter(number=2).update(player=cast.outsider)
    next_round(table)
    assert not Observer.objects.exists()
    assert observed() == []
