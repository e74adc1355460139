"""Joining, leaving, starting, finishing."""

from __future__ import annotations

import pytest
from django.core.exceptions import ObjectDoesNotExist
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

import engine
from engine.chance import commitment
from tests.shared.cast import Cast, make_cast, only_table, person, prepared_league, running_league
from tournaments import tasks
from tournaments.actions.league import leagues, results
from tournaments.actions.league import settings as league_settings
from tournaments.actions.table import tables
from tournaments.formats import pairings
from tournaments.language.refusals import (
    AlreadyEntered,
    BadSettings,
    CannotStart,
    NameTaken,
    NotEntered,
    NotOpen,
    NotYours,
)
from tournaments.models import Entry, JournalLine, League, OutboundLetter, Table
from tournaments.models.league import MOST_PLAYERS
from tournaments.running import sweeps
from tournaments.runtime import hints

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def test_an_open_league_shows_a_commitment_for_every_table_it_may_need(cast: Cast) -> None:
    league = prepared_league(cast, max_players=5)
    tables = list(league.tables.all())
    assert [table.number for table in tables] == [1, 2, 3, 4, 5]
    assert all(table.commitment == commitment(bytes(table.secret)) for table in tables)
    assert len({bytes(table.secret) for table in tables}) == 5


def test_as_many_players_as_seats_need_one_table_only(cast: Cast) -> None:
    assert prepared_league(cast, max_players=3).tables.count() == 1


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"game": "chess"}, "no game"),
        ({"seats": 5}, "2 to 4 seats"),
        ({"max_players": 2}, "needs 3 players"),
        ({"points": [1, 0]}, "each of the 3 places"),
        ({"points": [1, 0, -1]}, "whole numbers"),
        ({"tie_breaks": ["points", "beauty"]}, "Tie-breaks are"),
        ({"options": {"bridges": True}}, "no option bridges"),
        ({"about": "x" * (league_settings.LONGEST_TEXT + 1)}, "What the league is about: at most"),
        ({"conduct": "x" * (league_settings.LONGEST_TEXT + 1)}, "The rules of conduct: at most"),
        ({"conduct": " \n"}, "conduct need words"),
        ({"at_once": 4}, "more than 3 tables"),
        ({"name": "Autumn\r\nBcc: all@example.net"}, "one line"),
        ({"tag": "Aut\numn"}, "one line"),
        ({"tag": "A\x85B"}, "one line"),
        ({"name": "Autumn\u2028house servant"}, "one line"),
        ({"name": "House Servant"}, "reads like an order"),
        ({"tag": "undo"}, "reads like an order"),
        ({"tag": "Blue"}, "call a house"),
    ],
)
def test_settings_that_do_not_fit_are_refused_by_name(cast: Cast, settings: dict[str, object], words: str) -> None:
    with pytest.raises(BadSettings, match=words):
        prepared_league(cast, **settings)
    assert not League.objects.exists()


@pytest.mark.parametrize(
    "seats", sorted({n for game in engine.games.values() for n in range(game.seats[0], game.seats[1] + 1)})
)
def test_there_is_a_schedule_for_every_number_of_players_that_a_league_may_have(seats: int) -> None:
    assert all(pairings.base_block(players, seats) for players in range(seats + 1, MOST_PLAYERS + 1))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (League.State.RUNNING, "has begun.* else write to its organiser"),
        (League.State.DRAWING, "are closed; write to its organiser"),
        (League.State.DRAFT, "is not open"),
    ],
)
def test_who_wants_to_leave_while_a_league_is_not_open_reads_why_not(cast: Cast, state: str, words: str) -> None:
    league = prepared_league(cast, max_players=3)
    for player in cast.players:
        leagues.enrol(league, player)
    if state == League.State.RUNNING:
        leagues.start(league, cast.organiser)
    League.objects.filter(pk=league.pk).update(state=state)
    with pytest.raises(NotOpen, match=words):
        leagues.leave(league, cast.player)
    assert league.entries.filter(player=cast.player, state=Entry.State.IN).exists()


def test_settings_change_only_until_the_league_opens(cast: Cast) -> None:
    league = leagues.create(cast.organiser, name="Winter", tag="Winter", game="bruges")
    assert league_settings.change(league, cast.organiser, seats=2, points=[3, 1]).seats == 2
    with pytest.raises(NotYours):
        league_settings.change(league, cast.outsider, seats=4)
    leagues.open_league(league, cast.organiser)
    with pytest.raises(NotOpen):
        league_settings.change(league, cast.organiser, seats=3)


def test_who_joins_a_full_league_waits_and_moves_up_when_somebody_leaves(cast: Cast) -> None:
    league = prepared_league(cast, max_players=3)
    for player in cast.players:
        assert leagues.enrol(league, player, "word").state == Entry.State.IN
    assert leagues.enrol(league, cast.outsider).state == Entry.State.WAITING
    leagues.leave(league, cast.opponent)
    assert league.entries.get(player=cast.outsider).state == Entry.State.IN
    kinds = OutboundLetter.objects.filter(player=cast.outsider).values_list("kind", flat=True)
    assert list(kinds) == ["welcome", "welcome"]


def test_nobody_joins_twice_but_who_left_may_come_back(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    with pytest.raises(AlreadyEntered):
        leagues.enrol(league, cast.player)
    leagues.leave(league, cast.player)
    with pytest.raises(NotEntered):
        leagues.leave(league, cast.player)
    assert leagues.enrol(league, cast.player).state == Entry.State.IN


@pytest.mark.parametrize(("first", "later"), [("tulip", "six sixes"), ("tulip", ""), ("", "six sixes")])
def test_the_word_of_who_leaves_and_joins_again_is_that_of_the_first_time_or_none(
    cast: Cast, first: str, later: str
) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player, first)
    for _ in range(3):
        leagues.leave(league, cast.player)
        assert leagues.enrol(league, cast.player, later).word == first
    assert league.entries.get(player=cast.player).word == first


def test_two_ways_of_typing_the_same_word_are_one_word(cast: Cast) -> None:
    league = prepared_league(cast)
    composed, decomposed = "B\u00e9guinage", "Be\u0301guinage"
    assert leagues.enrol(league, cast.player, f"  {decomposed} \t x").word == f"{composed} x"


def test_two_players_of_one_name_do_not_sit_in_one_league(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    with pytest.raises(NameTaken, match="ANNA"):
        leagues.enrol(league, person("ANNA", "other@example.net"))


def test_a_word_for_the_chance_is_one_line(cast: Cast) -> None:
    league = prepared_league(cast)
    with pytest.raises(BadSettings):
        leagues.enrol(league, cast.player, "a" * 41)
    assert leagues.enrol(league, cast.player, "two\nlines").word == "two lines"


def test_a_word_for_the_chance_that_would_be_kept_as_another_one_is_refused(cast: Cast) -> None:
    league = prepared_league(cast)
    with pytest.raises(BadSettings, match="it would be taken out"):
        leagues.enrol(league, cast.player, "welcome.0123456789abcdef01234567")
    assert not league.entries.exists()


def test_a_league_starts_with_as_many_as_a_table_needs_and_not_before(cast: Cast) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    with pytest.raises(CannotStart, match="needs 3 players, 1"):
        leagues.start(league, cast.organiser)
    with pytest.raises(NotOpen):
        leagues.enrol(leagues.create(cast.organiser, name="Draft", tag="D", game="bruges"), cast.player)


def test_a_started_league_asks_one_seat_and_greets_the_others(cast: Cast) -> None:
    league = running_league(cast)
    letters = OutboundLetter.objects.filter(seat__isnull=False)
    assert sorted(letters.values_list("kind", flat=True)) == ["begun", "begun", "turn"]
    assert letters.values("player").distinct().count() == 3
    with pytest.raises(CannotStart):
        leagues.start(league, cast.organiser)
    with pytest.raises(NotOpen):
        leagues.leave(league, cast.player)


def test_five_players_meet_at_five_tables_and_sit_once_in_each_seat(cast: Cast) -> None:
    league = prepared_league(cast, max_players=7)
    for player in [*cast.players, cast.outsider, person("Dora")]:
        leagues.enrol(league, player)
    league = leagues.start(league, cast.organiser)
    running = league.tables.filter(state=Table.State.RUNNING)
    assert running.count() == 5
    assert league.tables.filter(state=Table.State.UNUSED).count() == 2
    for entry in league.entries.all():
        assert sorted(seat.number for seat in entry.player.seats.all()) == [0, 1, 2]
    starts = OutboundLetter.objects.filter(kind__in=("turn", "begun"))
    assert starts.count() == starts.values("seat").distinct().count() == 15


def test_the_words_of_a_table_enter_its_chance_in_seat_order(cast: Cast) -> None:
    table = only_table(running_league(cast))
    words = {entry.player_id: entry.word for entry in table.league.entries.all()}
    assert table.header is not None
    assert table.header["words"] == [words[seat.player_id or 0] for seat in table.seats.order_by("number")]


def test_an_unfinished_league_does_not_finish(cast: Cast) -> None:
    league = running_league(cast)
    assert results.finish(league) is None
    assert [row.points for row in leagues.standings(league)] == [0, 0, 0]


def test_every_action_leaves_one_line_in_the_journal(cast: Cast) -> None:
    league = running_league(cast)
    verbs = list(JournalLine.objects.filter(league=league).order_by("pk").values_list("verb", flat=True))
    assert verbs == ["league created", "league opened", "joined", "joined", "joined", "table opened", "league started"]


def test_an_organiser_rules_how_a_finished_table_counts_and_nobody_else(cast: Cast) -> None:
    league = running_league(cast)
    table = only_table(league)
    with pytest.raises(BadSettings, match="finished table"):
        results.rule(table.pk, [1, 2, 3], cast.organiser, "why")
    table.state = Table.State.FINISHED
    table.result = {"totals": [9, 8, 7], "ranks": [1, 2, 3], "counted": [1, 2, 3], "tie_break": [0, 0, 0]}
    table.save()
    with pytest.raises(NotYours):
        results.rule(table.pk, [2, 1, 3], cast.player, "why")
    with pytest.raises(BadSettings, match="leave out a place"):
        results.rule(table.pk, [2, 2, 3], cast.organiser, "why")
    results.rule(table.pk, [3, 1, 2], cast.organiser, "played for another")
    by_seat = [seat.player_id for seat in table.seats.order_by("number")]
    assert [row.player for row in leagues.standings(league)] == [by_seat[1], by_seat[2], by_seat[0]]


def test_only_who_organises_a_league_opens_and_starts_it(cast: Cast) -> None:
    stranger = person("Oscar", is_staff=True)
    draft = leagues.create(cast.organiser, name="Winter", tag="Winter", game="bruges")
    ready = prepared_league(cast)
    for player in cast.players:
        leagues.enrol(ready, player)
    for actor in (stranger, cast.player):
        with pytest.raises(NotYours):
            leagues.open_league(draft, actor)
        with pytest.raises(NotYours):
            leagues.start(ready, actor)
    assert sorted(League.objects.values_list("state", flat=True)) == ["draft", "open"]


def test_a_player_prepares_no_league(cast: Cast) -> None:
    with pytest.raises(NotYours):
        leagues.create(cast.player, name="Mine", tag="Mine", game="bruges")
    assert not League.objects.exists()


def test_an_unknown_league_is_no_league(cast: Cast) -> None:
    with pytest.raises(ObjectDoesNotExist):
        leagues.enrol(League(pk=4711), cast.player)


def test_the_tables_of_a_large_league_are_opened_some_at_a_time_until_all_are(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "AT_ONCE", 2)
    league = prepared_league(cast, max_players=5)
    for player in (*cast.players, person("Dora"), person("Emil")):
        leagues.enrol(league, player)
    running = league.tables.filter(state=Table.State.RUNNING).order_by("number")
    leagues.start(league, cast.organiser)
    assert [table.number for table in running] == [1, 2]
    assert tables.open_due(league.pk) == 2
    assert sweeps.sweep()["opened"] == 1
    assert [table.number for table in running.all()] == [1, 2, 3, 4, 5]
    assert sweeps.sweep()["opened"] == 0


def test_the_first_tables_of_a_large_league_hint_at_the_others(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    hinted: list[tuple[str, int]] = []
    monkeypatch.setattr(tables, "AT_ONCE", 2)
    monkeypatch.setattr(hints, "_send", lambda task, pk: hinted.append((task, pk)))
    league = prepared_league(cast, max_players=5)
    for player in (*cast.players, person("Dora"), person("Emil")):
        leagues.enrol(league, player)
    with django_capture_on_commit_callbacks(execute=True):
        leagues.start(league, cast.organiser)
    hint = (tasks.open_tables.name, league.pk)
    assert hinted.count(hint) == 1
    with django_capture_on_commit_callbacks(execute=True):
        tasks.open_tables(league.pk)
        tasks.open_tables(league.pk)
    assert hinted.count(hint) == 2
    assert league.tables.filter(state=Table.State.RUNNING).count() == 5
