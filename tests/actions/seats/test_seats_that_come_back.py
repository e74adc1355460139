"""A player with a seat at a table that may come back is in the league: sees it, decides nothing in it, plays there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from tests.shared.cast import Cast, person, prepared_league
from tests.shared.play import end_by_bots
from tournaments.actions.league import disqualify, leagues, readmit, results
from tournaments.actions.seats import seats, substitutes
from tournaments.actions.table import tables
from tournaments.language.refusals import NotYours
from tournaments.models import Entry, League, OutboundLetter, Player, Seat, Table

pytestmark = pytest.mark.django_db
REASON = "It was her brother."


@pytest.fixture
def league(cast: Cast) -> League:
    """Four players at tables of three, each at three of four, one at a time: the first table runs, the others wait."""
    league = prepared_league(cast, max_players=4, at_once=1, provisional=timedelta(days=3))
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    return leagues.start(league, cast.organiser)


@pytest.fixture
def first(league: League) -> Table:
    return league.tables.get(state=Table.State.RUNNING)


@pytest.fixture
def absent(league: League, first: Table) -> Player:
    """The player who sits only at tables that have not been opened."""
    return Player.objects.exclude(pk__in=first.lineup).get(entries__league=league)


def put_out(cast: Cast, league: League, player: Player, *, void: bool) -> Entry:
    return disqualify.disqualify(league.entries.get(player=player).pk, cast.organiser, "Two accounts.", void=void)


def all_given_up_and_back(cast: Cast, league: League, first: Table, absent: Player) -> None:
    """All tables at which the absent one is to sit are given up while they are out, and come back when they are in."""
    out = [put_out(cast, league, absent, void=False)]
    out += [put_out(cast, league, Player.objects.get(pk=pk), void=True) for pk in first.lineup[:2]]
    assert {table.state for table in league.tables.exclude(pk=first.pk)} == {Table.State.UNUSED}
    for entry in out:
        readmit.readmit(entry.pk, cast.organiser, REASON)


def play(league: League, *, without: Player | None = None) -> None:
    """Every table to its end, as far as the one who is left out does not sit there."""
    while running := league.tables.filter(state=Table.State.RUNNING).exclude(seats__player=without):
        for table in running:
            end_by_bots(table)
        tables.open_due(league.pk)


def test_who_is_readmitted_while_all_their_tables_are_given_up_is_in_the_league_and_sees_where_they_play(
    cast: Cast, league: League, first: Table, absent: Player, client: Client
) -> None:
    all_given_up_and_back(cast, league, first, absent)
    assert league.entries.get(player=absent).state == Entry.State.IN
    play(league, without=absent)
    seat = Seat.objects.get(player=absent, table__state=Table.State.RUNNING)
    client.force_login(absent)
    pages = (f"/table/{seat.table_id}/", f"/league/{league.pk}/", f"/league/{league.pk}/standings/")
    assert [client.get(page).status_code for page in pages] == [200, 200, 200]
    for table in league.tables.filter(state=Table.State.FINISHED):
        results.rule(table.pk, [1, 1, 1], cast.organiser, REASON)
    explained = " ".join(place.explanation for place in results.shown(league, results.standings(league)))
    assert f"ahead of {absent.pk} " not in explained


def test_and_leaves_rulings_and_results_to_an_organiser_who_does_not_play(
    cast: Cast, league: League, first: Table, absent: Player
) -> None:
    all_given_up_and_back(cast, league, first, absent)
    Player.objects.filter(pk=absent.pk).update(is_staff=True)
    absent.refresh_from_db()
    league.organisers.add(absent)
    play(league)
    first.refresh_from_db()
    assert first.result is not None
    with pytest.raises(NotYours, match="Olivia decides this"):
        results.rule(first.pk, first.result["counted"][::-1], absent, REASON)
    with pytest.raises(NotYours, match="Olivia decides this"):
        results.confirm(league, absent)


def test_the_letter_names_the_tables_that_are_to_be_opened_again(cast: Cast, league: League, absent: Player) -> None:
    readmit.readmit(put_out(cast, league, absent, void=True).pk, cast.organiser, REASON)
    for letter in OutboundLetter.objects.filter(kind="readmitted"):
        words = " ".join(letter.text.replace("\xa0", " ").split())
        assert "before they began are opened in their turn: Bruges 2, Bruges 3 and Bruges 4." in words
        assert "No game changes by it." not in words


def test_who_gives_one_seat_away_keeps_those_that_come_back(
    cast: Cast, league: League, first: Table, absent: Player
) -> None:
    entry = put_out(cast, league, absent, void=True)
    seat = first.seats.select_related("player").earliest("number")
    assert seat.player is not None
    substitutes.give_seat(seat.pk, person("Dora"), cast.organiser, REASON, epoch=seat.token_epoch)
    readmit.readmit(entry.pk, cast.organiser, REASON)
    play(league, without=seat.player)
    later = Seat.objects.get(player=seat.player, table__state=Table.State.RUNNING)
    assert (later.mover, seats.may_play(later)) == (Seat.Mover.PLAYER, True)
    assert league.entries.get(player=seat.player).state == Entry.State.IN
