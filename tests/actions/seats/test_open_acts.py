"""What an organiser does for one seat, also for their own, is read by its table; nobody plays two hands."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat, make_cast, only_table, prepared_league, running_league
from tournaments.actions.clock import deadlines
from tournaments.actions.league import disqualify, leagues
from tournaments.actions.player import people
from tournaments.actions.seats import seats, substitutes
from tournaments.language.refusals import AlreadyEntered, NotOpen
from tournaments.models import League, OutboundLetter, Player, Seat, Table, Turn

pytestmark = pytest.mark.django_db
REASON = "the ferry was late"
DAY = timedelta(days=1)


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def told(table: Table, kind: str = "acted") -> dict[str, str]:
    """The words of letters of that kind about the table, by their reader's name."""
    letters = OutboundLetter.objects.filter(kind=kind, seat__table=table).select_related("player")
    return {letter.player.name: " ".join(letter.text.split()) for letter in letters if letter.player}


def own_seat(league: League) -> Seat:
    """The seat that is asked; its player alone organises the league from now on."""
    seat = asked_seat(only_table(league))
    league.organisers.set([seat.player])
    return seat


def others(seat: Seat) -> set[str]:
    return set(seat.table.seats.exclude(pk=seat.pk).values_list("player__name", flat=True))


def test_who_gives_themselves_more_time_tells_the_table_how_much_and_why(cast: Cast) -> None:
    seat = own_seat(running_league(cast))
    deadlines.extend(seat.turns.get().pk, DAY, seat.player, REASON)
    said = told(seat.table)
    assert set(said) == others(seat)
    assert set(told(seat.table, "extended")) == {seat.player.name}
    for words in said.values():
        assert f"{seat.player}, who organises" in words
        assert f"given {seat.player} 24 hours more" in words
        assert REASON in words


def test_who_gives_themselves_the_seat_of_a_bot_back_tells_the_table(cast: Cast) -> None:
    seat = own_seat(running_league(cast))
    seats.replace_by_stand_in(seat.pk, seat.player, "away")
    seats.give_back(seat.pk, seat.player, REASON)
    said = told(seat.table)
    assert set(said) == others(seat) | {seat.player.name}
    assert all(f"the seat of {seat.player} back" in words and REASON in words for words in said.values())


@pytest.mark.parametrize("plays", [True, False])
def test_who_lets_the_stand_in_move_for_an_opponent_tells_the_table(cast: Cast, plays: bool) -> None:
    league = running_league(cast, expiry=League.Expiry.ASK, grace=timedelta(0))
    seat = asked_seat(only_table(league))
    opponent = seat.table.seats.exclude(pk=seat.pk).first()
    assert opponent is not None
    league.organisers.set([opponent.player if plays else cast.organiser])
    turn = seat.turns.get()
    Turn.objects.filter(pk=turn.pk).update(due_by=timezone.now() - DAY, judge_at=None)
    deadlines.allow_stand_in(turn.pk, opponent.player if plays else cast.organiser)
    said = told(seat.table)
    assert set(said) == (others(seat) | {seat.player.name} if plays else set())
    assert all(f"{opponent.player}, who organises" in words for words in said.values())


@pytest.mark.parametrize("gone", ["forgotten", "disqualified", "nobody"])
def test_no_seat_is_given_back_to_who_is_not_there_and_the_desk_does_not_offer_it(
    cast: Cast, client: Client, gone: str
) -> None:
    league = running_league(cast)
    seat = only_table(league).seats.get(player=cast.opponent)
    if gone == "forgotten":
        people.erase(cast.opponent, cast.opponent)
    elif gone == "disqualified":
        disqualify.disqualify(league.entries.get(player=cast.opponent).pk, cast.organiser, REASON, void=False)
    else:
        Seat.objects.filter(pk=seat.pk).update(player=None, mover=Seat.Mover.REPLACED)
    with pytest.raises(NotOpen, match="readmit"):
        seats.give_back(seat.pk, cast.organiser, REASON)
    seat.refresh_from_db()
    assert seat.mover == Seat.Mover.REPLACED
    client.force_login(cast.organiser)
    page = client.get(f"/desk/tournaments/table/{seat.table_id}/change/").content.decode()
    assert f"/seat/{seat.pk}/give/" in page
    assert f"/seat/{seat.pk}/give-back/" not in page


@pytest.mark.parametrize("state", [Table.State.COMMITTED, Table.State.UNUSED])
def test_nobody_takes_over_all_seats_of_who_they_are_to_meet_later(cast: Cast, state: str) -> None:
    league = prepared_league(cast, seats=2, at_once=1)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    later = league.tables.filter(state=Table.State.COMMITTED).exclude(lineup=[]).order_by("number")[0]
    Table.objects.filter(pk=later.pk).update(state=state)  # unused: it comes back when somebody is readmitted
    gives, takes = later.lineup
    seat = Seat.objects.get(player=gives, table__league=league, table__state=Table.State.RUNNING)
    before = list(league.tables.order_by("pk").values_list("lineup", flat=True))
    taker = Player.objects.get(pk=takes)
    with pytest.raises(AlreadyEntered, match="two seats at one table"):
        substitutes.give_all_seats(seat.pk, taker, cast.organiser, REASON, epoch=0)
    assert list(league.tables.order_by("pk").values_list("lineup", flat=True)) == before
    seat.refresh_from_db()
    assert seat.player_id == gives
    substitutes.give_seat(seat.pk, taker, cast.organiser, REASON, epoch=0)
    assert later.lineup == list(league.tables.get(pk=later.pk).lineup)
