"""Somebody gets a seat, or a table of theirs opens, while they are being forgotten: see `test_in_the_middle`."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection

from tests.actions.at_once.workers import meanwhile
from tests.shared.cast import Cast, asked_seat, make_cast, person, prepared_league
from tournaments.actions.league import leagues
from tournaments.actions.player import people
from tournaments.actions.seats import offers, substitutes
from tournaments.actions.table import tables
from tournaments.models import League, Player, Seat, SeatOffer, Table

pytestmark = pytest.mark.django_db(transaction=True)
GIVEN = r'UPDATE "tournaments_seat"'


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time; the run on PostgreSQL has this test")
    return make_cast()


@pytest.fixture
def league(cast: Cast) -> League:
    league = prepared_league(cast, max_players=4)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player, "")
    leagues.start(league, cast.organiser)
    return league


def free_seat(league: League) -> tuple[Seat, Player]:
    """A seat that is asked, and an entrant who is not at its table."""
    table = league.tables.filter(state=Table.State.RUNNING).order_by("number")[0]
    sitting = table.seats.filter(player__isnull=False).values("player")
    return asked_seat(table), league.entries.exclude(player__in=sitting)[0].player


def check_nobody_forgotten_plays(player: Player) -> None:
    player.refresh_from_db()
    assert not player.is_active
    running = Seat.objects.filter(player=player, table__state=Table.State.RUNNING)
    assert not running.exclude(mover=Seat.Mover.REPLACED).exists()


def test_a_seat_given_to_who_is_being_forgotten_goes_to_the_stand_in(cast: Cast, league: League) -> None:
    seat, entrant = free_seat(league)
    check_given(substitutes.give_seat, seat, entrant, cast.organiser)


def test_all_seats_given_to_a_newcomer_who_is_being_forgotten_go_to_the_stand_in(cast: Cast, league: League) -> None:
    seat, _ = free_seat(league)
    check_given(substitutes.give_all_seats, seat, person("Quirin"), cast.organiser)


def check_given(hand_over: Callable[..., object], seat: Seat, player: Player, organiser: Player) -> None:
    outcomes = meanwhile(
        lambda: hand_over(seat.pk, player, organiser, "moved", epoch=seat.token_epoch),
        GIVEN,
        lambda: people.erase(player, player),
    )
    assert not [one for one in outcomes if isinstance(one, Exception)], outcomes
    seat.refresh_from_db()
    assert seat.player == player
    check_nobody_forgotten_plays(player)


def test_a_seat_taken_by_a_mailed_button_while_its_player_is_forgotten_goes_to_the_stand_in(
    cast: Cast, league: League
) -> None:
    seat, _ = free_seat(league)
    stranger = person("Quirin")
    offers.give(seat.pk, stranger.email, "", cast.organiser, "moved", epoch=seat.token_epoch)
    row = SeatOffer.objects.get()
    outcomes = meanwhile(lambda: offers.accept(row, "", "UTC"), GIVEN, lambda: people.erase(stranger, stranger))
    assert isinstance(outcomes[1], Player), outcomes
    check_nobody_forgotten_plays(stranger)


def test_a_table_that_opens_while_its_player_is_forgotten_has_the_stand_in(cast: Cast) -> None:
    league = prepared_league(cast, max_players=4, at_once=1)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player, "")
    leagues.start(league, cast.organiser)
    waiting = league.tables.filter(state=Table.State.COMMITTED)
    assert waiting.exists()
    player = Player.objects.get(pk=waiting[0].lineup[0])
    League.objects.filter(pk=league.pk).update(at_once=0)
    outcomes = meanwhile(
        lambda: tables.open_due(league.pk), r'INSERT INTO "tournaments_seat"', lambda: people.erase(player, player)
    )
    assert isinstance(outcomes[1], Player), outcomes
    check_nobody_forgotten_plays(player)
