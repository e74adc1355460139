"""An organiser cancels a league: what stops, what stays, who is told, and that nothing of it acts or asks after it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from engine.orders.api import Plan
from engine.orders.reader import Order
from tests.actions.asked import NO_GRACE, legal
from tests.shared.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tests.shared.half_played import half_played
from tests.shared.play import end_by_bots
from tests.shared.post import deliver, newest
from tournaments.actions.league import cancel as cancelling
from tournaments.actions.league import leagues
from tournaments.actions.player import digests, vacations
from tournaments.language.refusals import BadSettings, NotOpen, NotYours
from tournaments.models import (
    InboundLetter,
    JournalLine,
    League,
    OutboundLetter,
    Player,
    Table,
    Turn,
)
from tournaments.organiser.shown import tables_listed
from tournaments.papers import league as league_papers
from tournaments.papers import papers
from tournaments.queries import calendars, needs
from tournaments.queries.access.desk_rights import opponents
from tournaments.running import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
REASON = "Too few have time."
WEEK = timedelta(days=7)


def cancel(cast: Cast, league: League, reason: str = REASON) -> League:
    return cancelling.cancel(league, cast.organiser, reason)


def words(letter: OutboundLetter) -> str:
    return " ".join(letter.text.replace("\xa0", " ").split())


def told() -> dict[Player, str]:
    return {letter.player: words(letter) for letter in OutboundLetter.objects.filter(kind="cancelled")}


@pytest.fixture
def league(cast: Cast) -> League:
    """Four players, a table at a time: table 1 has ended, the second runs, two are not opened. Otto sits at both."""
    return half_played(cast, provisional=WEEK, **NO_GRACE)


def test_what_runs_stops_what_waits_is_never_opened_and_what_has_ended_stays(cast: Cast, league: League) -> None:
    running, ended = only_table(league), league.tables.get(state=Table.State.FINISHED)
    asked, letters = asked_seat(running), OutboundLetter.objects.count()
    running.seats.update(plan=Plan(kept=[Order((legal(asked),))], rules={"draw": "any"}).dump())
    past = running.opened_at
    Table.objects.filter(pk=running.pk).update(run_at=past, reveal_at=past, reveal_look_at=past)
    cancel(cast, league)
    league.refresh_from_db()
    assert (league.state, league.finished_at is not None) == (League.State.CANCELLED, True)
    assert sorted(league.tables.values_list("state", flat=True)) == ["finished", "stopped", "unused", "unused"]
    after = Table.objects.get(pk=running.pk)
    assert (after.head, after.run_at, after.reveal_at, after.reveal_look_at) == (running.head, None, None, None)
    assert not Turn.objects.filter(ended_at=None).exists()
    assert all(Plan.load(seat.plan) == Plan() for seat in running.seats.all())
    stays = Table.objects.get(pk=ended.pk)
    assert (stays.state, stays.result, stays.head) == (ended.state, ended.result, ended.head)
    assert papers.scoresheet(stays).startswith(b"%PDF")
    assert len(league_papers.book(league).finals) == 1
    assert league_papers.standings(league).state == "cancelled after 1 table"
    assert OutboundLetter.objects.count() == letters + 4
    assert JournalLine.objects.filter(verb="table stopped").count() == 1


def test_everybody_gets_one_letter_with_the_reason_and_what_becomes_of_their_games(cast: Cast, league: League) -> None:
    running, ended = only_table(league), league.tables.get(state=Table.State.FINISHED)
    at_running = {seat.player for seat in running.seats.all()}
    at_ended = {seat.player for seat in ended.seats.all()}
    cancel(cast, league)
    letters = told()
    assert set(letters) == {*cast.players, cast.outsider}
    for player, letter in letters.items():
        assert "Olivia, who organises Autumn League, has cancelled the league." in letter
        assert f"| {REASON}" in letter
        assert ("Your game stops where it stands and counts for nobody: Bruges 2." in letter) == (player in at_running)
        assert (f"/table/{ended.pk}/scoresheet.pdf" in letter) == (player in at_ended)
        assert f"/league/{league.pk}/" in letter
    cancel(cast, league, "again")
    assert told() == letters
    assert JournalLine.objects.filter(verb="league cancelled").count() == 1


def test_before_the_start_everybody_is_told_also_who_waits_for_a_place_but_not_who_has_gone(cast: Cast) -> None:
    league = prepared_league(cast, max_players=2, seats=2)
    for player in (*cast.players, cast.outsider):
        leagues.enrol(league, player)
    leagues.leave(league, cast.player)
    cancel(cast, league)
    assert set(league.tables.values_list("state", flat=True)) == {Table.State.UNUSED}
    letters = told()
    assert set(letters) == {cast.opponent, cast.third, cast.outsider}
    assert "no game is lost" in letters[cast.opponent]
    assert "You were on its waiting list" in letters[cast.outsider]


def test_a_league_that_nobody_has_seen_is_cancelled_without_a_letter_and_not_opened_any_more(cast: Cast) -> None:
    league = leagues.create(cast.organiser, name="Winter", tag="Winter", game="bruges", seats=3)
    cancel(cast, league)
    assert told() == {}
    with pytest.raises(NotOpen, match="Winter was cancelled"):
        leagues.open_league(league, cast.organiser)
    assert not league.tables.exists()


def test_only_its_organiser_cancels_a_league_and_not_once_its_results_are_final(cast: Cast) -> None:
    league = running_league(cast)
    for stranger in (cast.player, person("Oscar", is_staff=True)):
        with pytest.raises(NotYours):
            cancelling.cancel(league, stranger, REASON)
    end_by_bots(only_table(league))
    with pytest.raises(NotOpen, match="nothing left to cancel"):
        cancel(cast, league)
    league.refresh_from_db()
    assert (league.state, told()) == (League.State.FINISHED, {})


def test_nothing_of_a_cancelled_league_acts_or_asks_any_more(
    cast: Cast, league: League, clock: time_machine.Traveller
) -> None:
    table = only_table(league)
    seat = asked_seat(table)
    assert seat.player is not None
    turn = seat.turns.get(ended_at=None)
    held = deliver(newest(seat), legal(seat), sender="elsewhere@example.net")
    assert held.state == InboundLetter.State.HELD
    deliver(newest(seat), "referee: is this right?")
    OutboundLetter.objects.filter(seat=seat, kind="turn").update(state=OutboundLetter.State.FAILED)
    Player.objects.update(needs_at=timezone.now())
    vacations.book(seat.player, "10 to 12 march")
    assert {need.kind for need in needs.needs_of(cast.organiser)} == {needs.HELD, needs.DISPUTE, needs.REFUSED}
    assert b"BEGIN:VEVENT" in calendars.feed(seat.player)
    organiser = cast.organiser
    listed: Any = tables_listed.with_letters(Table.objects.filter(pk=table.pk), organiser, opponents(organiser))
    assert listed.get().letters_waiting == 1
    cancel(cast, league)
    assert listed.get().letters_waiting == 0
    count = OutboundLetter.objects.count()
    clock.shift(WEEK * 5)
    done = sweeps.sweep()
    quiet = ("letters", "runs", "reveals", "reminders", "expired", "digests", "opened", "finals", "organisers")
    assert {what: done[what] for what in quiet} == dict.fromkeys(quiet, 0)
    assert OutboundLetter.objects.count() == count
    assert needs.needs_of(cast.organiser) == []
    assert b"BEGIN:VEVENT" not in calendars.feed(seat.player)
    assert digests.waiting(seat.player) == []
    assert not leagues.to_join(person("Nora")).exists()
    with pytest.raises(BadSettings):
        vacations.book(seat.player, "20 to 22 may")
    assert seat.turns.get(pk=turn.pk).ended_at is not None
