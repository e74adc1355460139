"""The number of games that a player has: all at the same time, so many at a time, or one each by lot."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.shared.cast import Cast, person, prepared_league
from tests.shared.play import end_by_bots
from tournaments.actions.league import disqualify, leagues
from tournaments.actions.seats import substitutes
from tournaments.language.refusals import BadSettings, CannotStart
from tournaments.models import League, Seat, Table
from tournaments.queries.leagues.terms import fairness, settings_of
from tournaments.running import sweeps

pytestmark = pytest.mark.django_db
RUNNING, WAITING = Table.State.RUNNING, Table.State.COMMITTED


def begun(cast: Cast, players: int, **settings: object) -> League:
    league = prepared_league(cast, seats=2, **settings)
    known = [*cast.players, cast.outsider]
    for player in [*known, *(person(name) for name in ("Dora", "Emil")[: players - len(known)])]:
        leagues.enrol(league, player)
    return leagues.start(league, cast.organiser)


def at_once(league: League) -> int:
    """At how many running tables the busiest player sits."""
    running = Seat.objects.filter(table__league=league, table__state=RUNNING)
    return max(Counter(running.values_list("player", flat=True)).values(), default=0)


def states(league: League) -> Counter[str]:
    return Counter(league.tables.values_list("state", flat=True))


def test_one_table_at_a_time_opens_the_next_when_one_has_ended_until_all_are_played(cast: Cast) -> None:
    league = begun(cast, 4, at_once=1)
    assert at_once(league) == 1
    assert states(league)[WAITING] > 0
    for _ in range(10):
        running = league.tables.filter(state=RUNNING).first()
        if running is None:
            break
        end_by_bots(running)
        sweeps.sweep()
        assert at_once(league) <= 1
    league.refresh_from_db()
    assert states(league)[Table.State.FINISHED] == 4
    assert league.state == League.State.FINISHED
    games = Counter(Seat.objects.filter(table__league=league).values_list("player", flat=True))
    assert set(games.values()) == {2}


def test_a_table_that_waits_is_opened_once_and_only_with_room(cast: Cast) -> None:
    league = begun(cast, 4, at_once=1)
    before = states(league)
    sweeps.sweep()
    assert states(league) == before
    assert dict(settings_of(league))["Games of a player"].endswith("at 1 table at the same time, the others follow")


def test_one_game_each_by_lot_fills_whole_tables(cast: Cast) -> None:
    league = begun(cast, 4, games=League.Games.ONE)
    assert states(league)[RUNNING] == 2
    assert set(Counter(Seat.objects.values_list("player", flat=True)).values()) == {1}
    assert "by lot" in fairness(league, 4)


def test_players_who_do_not_fill_tables_cannot_start_by_lot(cast: Cast) -> None:
    with pytest.raises(CannotStart, match="5 players do not fill tables of 2: 1 more would, or 1 fewer"):
        begun(cast, 5, games=League.Games.ONE)


def test_who_is_put_out_meanwhile_is_played_by_a_bot_or_not_at_all(cast: Cast) -> None:
    for void in (False, True):
        league = begun(cast, 4, at_once=1, name=f"League {void}")
        waiting = league.tables.filter(state=WAITING)
        out = league.entries.get(player=waiting[0].lineup[0])
        disqualify.disqualify(out.pk, cast.organiser, "why", void=void)
        assert any(out.player_id in table.lineup for table in waiting.all()) is not void
        for running in league.tables.filter(state=RUNNING):
            end_by_bots(running)
        sweeps.sweep()
        later = Seat.objects.filter(table__league=league, table__state=RUNNING, player=out.player)
        assert all(seat.mover == Seat.Mover.REPLACED for seat in later)
        if void:
            assert not later.exists()


def test_who_takes_over_all_seats_plays_the_later_tables_too(cast: Cast) -> None:
    league = begun(cast, 4, at_once=1)
    seat = Seat.objects.filter(table__league=league, table__state=RUNNING).select_related("player").first()
    assert seat is not None
    substitutes.give_all_seats(seat.pk, person("Nina"), cast.organiser, "why", epoch=0)
    lineups = [pk for table in league.tables.filter(state=WAITING) for pk in table.lineup]
    assert seat.player_id not in lineups
    assert league.entries.get(player=seat.player).state == "left"


@pytest.mark.parametrize(("settings", "words"), [({"at_once": 3}, "more than 2 tables"), ({"conduct": " "}, "conduct")])
def test_settings_that_do_not_fit_are_named(cast: Cast, settings: dict[str, object], words: str) -> None:
    with pytest.raises(BadSettings, match=words):
        prepared_league(cast, seats=2, **settings)
