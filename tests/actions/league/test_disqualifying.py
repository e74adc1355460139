"""A player is put out: what becomes of the games, of the standings, of the place, and who is told."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.db import transaction
from django.utils import timezone

from tests.actions.asked import legal
from tests.shared.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tests.shared.post import answers_to, deliver, newest
from tournaments.actions.league import disqualify, leagues, readmit, results
from tournaments.language.refusals import NotOpen, NotYours
from tournaments.models import Entry, JournalLine, League, OutboundLetter, Player, Seat, Table, Turn
from tournaments.papers import league as league_papers
from tournaments.papers import papers
from tournaments.queries.leagues import terms

pytestmark = pytest.mark.django_db
REASON = "Two accounts."


def put_out(cast: Cast, league: League, player: Player, *, void: bool = False) -> Entry:
    entry = league.entries.get(player=player)
    return disqualify.disqualify(entry.pk, cast.organiser, REASON, void=void)


@pytest.fixture
def league(cast: Cast) -> League:
    """Four players; the first table has ended, three are played."""
    league = prepared_league(cast, max_players=4)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    ended(league.tables.get(number=1))
    return league


def ended(table: Table) -> None:
    """As if it had been played to its end."""
    result = {"totals": [54, 48, 41], "ranks": [1, 2, 3], "counted": [1, 2, 3], "tie_break": [0, 0, 0]}
    Table.objects.filter(pk=table.pk).update(state=Table.State.FINISHED, finished_at=timezone.now(), result=result)
    Turn.objects.filter(seat__table=table, ended_at=None).update(ended_at=timezone.now(), end=Turn.End.GONE)


def player_of(league: League) -> Player:
    """Somebody who has ended one game and plays others."""
    seat = Seat.objects.filter(table__league=league, table__number=1).select_related("player").first()
    assert seat is not None
    assert seat.player is not None
    return seat.player


def test_kept_games_are_played_to_their_end_by_a_bot_and_count_for_the_others(cast: Cast, league: League) -> None:
    out = player_of(league)
    points = {row.player: row.points for row in results.standings(league)}
    put_out(cast, league, out)
    running = Seat.objects.filter(player=out, table__state=Table.State.RUNNING)
    assert {seat.mover for seat in running} == {Seat.Mover.REPLACED}
    assert league.tables.filter(state=Table.State.RUNNING).count() == 3
    rows = results.standings(league)
    assert {row.player: row.points for row in rows} == {who: won for who, won in points.items() if who != out.pk}
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert rows[0].place == 1


def test_void_games_count_for_nobody_and_those_that_run_stop(cast: Cast, league: League) -> None:
    out = player_of(league)
    theirs = list(Table.objects.filter(seats__player=out, state=Table.State.RUNNING))
    asked = asked_seat(theirs[0])
    letter = newest(asked, "turn", "orders_account")
    put_out(cast, league, out, void=True)
    assert {row.points for row in results.standings(league)} == {0}
    assert out.pk not in [row.player for row in results.standings(league)]
    for table in theirs:
        table.refresh_from_db()
        assert table.state == Table.State.STOPPED
        assert not Turn.objects.filter(seat__table=table, ended_at=None).exists()
    row = deliver(letter, legal(asked))
    assert answers_to(row) == ["no_longer_yours"]
    answer = OutboundLetter.objects.get(answers=row)
    assert "has stopped Bruges" in " ".join(answer.text.split())
    assert Table.objects.get(pk=theirs[0].pk).head == theirs[0].head


def test_who_loses_games_that_are_void_stands_as_if_all_had_been_played(cast: Cast) -> None:
    """Of eight players each sits at three tables: some have lost one game to who is out, some two, some none."""
    league = prepared_league(cast, max_players=8)
    for player in (cast.player, *map(person, ("Nina", "Sven", "Tom", "Wim", "Xaver", "Yann", "Zoe"))):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    put_out(cast, league, cast.player, void=True)
    for table in league.tables.filter(state=Table.State.RUNNING):
        ended(table)
    alone = {row.player: row for row in results.standings(league)}
    assert {row.games for row in alone.values()} >= {2, 3}
    for row in alone.values():
        assert isinstance(row.player, int)
        counted = Seat.objects.filter(player=row.player, table__state=Table.State.FINISHED)
        won = sum(league.points[seat.number] for seat in counted)  # as `ended` has it the first seat wins
        assert row.points == Fraction(won * 3, row.games)
        assert row.values["wins"] == Fraction(sum(seat.number == 0 for seat in counted) * 3, row.games)
        assert (f"{row.games} of 3 games count" in row.explanation) is (row.games < 3)
    weighted = [row for row in results.shown(league, list(alone.values())) if row.played < 3]
    assert all("games count, so points and places are multiplied by 1 1/2" in row.explanation for row in weighted)
    assert "If somebody is disqualified" in dict(terms.settings_of(league))


def test_nobody_is_weighted_for_games_that_are_kept_or_that_have_not_ended_yet(cast: Cast, league: League) -> None:
    put_out(cast, league, player_of(league))
    rows = results.standings(league)
    assert {row.games for row in rows} == {0, 1}
    assert all("games count" not in row.explanation for row in rows)


def test_who_is_readmitted_takes_the_weights_back(cast: Cast, league: League) -> None:
    before = [(row.player, row.points, row.explanation) for row in results.standings(league)]
    out = put_out(cast, league, player_of(league), void=True)
    assert any("games count" in row.explanation for row in results.standings(league))
    readmit.readmit(out.pk, cast.organiser, REASON)
    assert [(row.player, row.points, row.explanation) for row in results.standings(league)] == before


def test_a_league_whose_last_running_tables_stop_has_ended(cast: Cast) -> None:
    league = running_league(cast)
    put_out(cast, league, cast.player, void=True)
    league.refresh_from_db()
    assert league.state == League.State.FINISHED
    finals = OutboundLetter.objects.filter(kind="league_finished")
    assert {letter.player for letter in finals} == {cast.opponent, cast.third}


def test_the_papers_of_a_league_count_no_void_game(cast: Cast, league: League) -> None:
    put_out(cast, league, player_of(league), void=True)
    league.refresh_from_db()
    book = league_papers.book(league)
    assert [row.games for row in book.standings.rows] == [0, 0, 0]
    assert papers.standings(league).startswith(b"%PDF")
    assert papers.scoresheet(league.tables.get(number=1)).startswith(b"%PDF")


def test_everybody_in_the_league_reads_the_reason_also_who_is_out(cast: Cast, league: League) -> None:
    out = player_of(league)
    put_out(cast, league, out, void=True)
    letters = OutboundLetter.objects.filter(kind="disqualified")
    assert {letter.player for letter in letters} == {*cast.players, cast.outsider}
    assert all("| Two accounts." in letter.text.replace("\xa0", " ") for letter in letters)
    assert "has disqualified you." in " ".join(letters.get(player=out).text.split())
    other = letters.exclude(player=out)[0]
    assert other.text.count("Bruges ") >= 2, "the tables that stop are named"


def test_before_the_start_the_place_goes_to_who_waits_and_who_is_out_does_not_come_back(cast: Cast) -> None:
    league = prepared_league(cast, max_players=3)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    put_out(cast, league, cast.opponent)
    assert league.entries.get(player=cast.outsider).state == Entry.State.IN
    with pytest.raises(NotOpen, match="disqualified"):
        leagues.enrol(league, cast.opponent)
    assert leagues.start(league, cast.organiser).tables.filter(state=Table.State.RUNNING).count() == 1
    assert not Seat.objects.filter(player=cast.opponent).exists()


def test_who_has_left_is_not_put_out_and_so_never_gets_a_place_by_being_readmitted(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    leagues.leave(league, cast.player)
    with pytest.raises(NotOpen, match="Anna has left"):
        put_out(cast, league, cast.player)
    assert league.entries.get(player=cast.player).state == Entry.State.LEFT


def test_only_an_organiser_puts_anybody_out_and_not_once_all_is_final(cast: Cast) -> None:
    league = running_league(cast)
    entry = league.entries.get(player=cast.player)
    with pytest.raises(NotYours):
        disqualify.disqualify(entry.pk, person("Oscar", is_staff=True), REASON, void=True)
    ended(only_table(league))
    with transaction.atomic():
        results.finish(league)
    with pytest.raises(NotOpen):
        put_out(cast, league, cast.player)
    assert not JournalLine.objects.filter(verb="disqualified").exists()
