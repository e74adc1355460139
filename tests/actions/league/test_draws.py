"""From the closing of entries to the first letters: what is fixed, what is waited for, and what nobody can change."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from engine import verify
from engine.chance import commitment
from engine.match import lots
from engine.match.log import digest, seal
from tests.actions.at_once.workers import at_once
from tests.shared.beacon import GENESIS, PERIOD, Source, randomness_of, send, signature_of
from tests.shared.cast import Cast, make_cast, only_table, person, prepared_league
from tournaments import tasks
from tournaments.actions.league import cancel, checkin, close_and_draw, disqualify, leagues
from tournaments.actions.player import people
from tournaments.actions.seats import substitutes
from tournaments.actions.table import tables
from tournaments.language.refusals import CannotStart, NotOpen
from tournaments.models import Beacon, Entry, JournalLine, League, OutboundLetter, Seat, Table
from tournaments.papers import table as table_papers
from tournaments.queries import proofs
from tournaments.running import sweeps
from tournaments.runtime import hints

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def entered(cast: Cast, **settings: Any) -> League:
    league = prepared_league(cast, **settings)
    for player, word in zip(cast.players, cast.words, strict=True):
        leagues.enrol(league, player, word)
    return league


def closed(cast: Cast, **settings: Any) -> League:
    return leagues.start(entered(cast, **settings), cast.organiser)


def drawn(league: League, clock: time_machine.Traveller) -> League:
    """The same league with its public value out and fetched."""
    clock.shift(timedelta(seconds=70))
    assert close_and_draw.look(league.pk)
    return League.objects.get(pk=league.pk)


# --- what is fixed ---------------------------------------------------------------------------------


def test_without_a_source_a_league_begins_at_once_and_its_records_name_no_value(cast: Cast) -> None:
    league = closed(cast)
    assert league.state == League.State.RUNNING
    assert "public" not in league.draw
    assert "public" not in only_table(league).header
    assert not OutboundLetter.objects.filter(kind="entries_closed").exists()


def test_with_a_source_entries_close_and_nothing_is_drawn(cast: Cast, source: Source) -> None:
    league = closed(cast)
    assert league.state == League.State.DRAWING
    assert league.started_at is None
    assert not league.tables.exclude(state=Table.State.COMMITTED).exists()
    assert not league.tables.exclude(lineup=[]).exists()
    assert not Seat.objects.exists()
    assert source.asked == [], "the organiser's press waits for no other host"
    assert league.draw["entrants"] == [player.pk for player in cast.players]
    assert league.draw["words"] == cast.words


def test_the_round_is_the_first_a_minute_after_the_closing_and_named_before_it_comes_out(
    cast: Cast, source: Source
) -> None:
    public = closed(cast).draw["public"]
    out = GENESIS + (public["round"] - 1) * PERIOD
    assert public["closed"] + 60 <= out < public["closed"] + 60 + PERIOD
    assert public["address"] == f"{source.url}/public/{public['round']}"
    for player in cast.players:
        letter = OutboundLetter.objects.get(player=player, kind="entries_closed")
        assert f"round {public['round']} of {source.url}" in letter.text.replace("\n", " ")
        assert public["words"] in letter.text
        assert letter.created_at.timestamp() < out


def test_the_fingerprint_is_of_the_words_in_the_order_of_joining(cast: Cast, source: Source) -> None:
    public = closed(cast).draw["public"]
    assert public["words"] == hashlib.sha256(b'["tulip","","rain"]').hexdigest()


def test_once_entries_are_closed_nobody_joins_leaves_or_is_put_out(
    cast: Cast, source: Source, clock: time_machine.Traveller
) -> None:
    league = closed(cast)
    before = league.draw
    with pytest.raises(NotOpen):
        leagues.enrol(league, cast.outsider, "late")
    with pytest.raises(NotOpen, match="entries of Autumn League are closed"):
        leagues.leave(league, cast.player)
    with pytest.raises(NotOpen):
        disqualify.disqualify(league.entries.all()[0].pk, cast.organiser, "why", void=False)
    with pytest.raises(NotOpen):
        checkin.replace_silent(league, cast.organiser)
    with pytest.raises(CannotStart):
        leagues.start(league, cast.organiser)
    league.refresh_from_db()
    assert league.draw == before


def test_who_is_forgotten_while_the_draw_waits_changes_no_lot_and_no_die(
    cast: Cast, source: Source, clock: time_machine.Traveller
) -> None:
    league = closed(cast)
    expected = lots.draw(bytes(league.secret), cast.words, {**league.draw["public"], **value_of(league)})
    people.erase(cast.player, cast.player)
    league = drawn(league, clock)
    assert league.draw["seed"] == expected.seed
    order = [cast.players[place].pk for place in expected.order]
    assert sorted(only_table(league).header["words"]) == sorted(cast.words)
    assert [seat.player_id for seat in only_table(league).seats.order_by("number")] == order


def value_of(league: League) -> dict[str, str]:
    number = league.draw["public"]["round"]
    return {"randomness": randomness_of(number), "signature": signature_of(number)}


# --- the value -------------------------------------------------------------------------------------


def test_the_value_is_asked_for_when_it_is_out_and_goes_into_every_record(
    cast: Cast, source: Source, clock: time_machine.Traveller
) -> None:
    league = closed(cast)
    assert not close_and_draw.look(league.pk)
    assert source.asked == [], "it is not out yet"
    league = drawn(league, clock)
    assert source.asked == [f"/chain/public/{league.draw['public']['round']}"]
    assert league.state == League.State.RUNNING
    assert league.draw["public"]["randomness"] == value_of(league)["randomness"]
    table = only_table(league)
    assert table.header["public"] == league.draw["public"]
    kinds = (
        OutboundLetter.objects.filter(player__in=cast.players).exclude(kind="welcome").values_list("kind", flat=True)
    )
    assert sorted(kinds) == ["begun", "begun", "entries_closed", "entries_closed", "entries_closed", "turn"]


def test_the_records_of_lots_and_game_agree_with_the_verifier(
    cast: Cast, source: Source, clock: time_machine.Traveller
) -> None:
    league = drawn(closed(cast), clock)
    said = verify.verify(proofs.record_of(league))
    assert any(f"that of round {league.draw['public']['round']}" in line for line in said)
    assert any("2 dice and shuffles follow from the secret, the words and the public value" in line for line in said)
    assert commitment(bytes(league.secret)) == league.commitment
    table = only_table(league)
    said = verify.verify(table_papers.exchanged(table, table_papers.whole(table)))
    assert any(league.draw["public"]["address"] in line for line in said)


def test_another_public_value_draws_other_lots_and_other_dice(
    cast: Cast, source: Source, clock: time_machine.Traveller
) -> None:
    league = closed(cast)
    words, public = cast.words, league.draw["public"]
    seeds = {
        lots.draw(bytes(league.secret), words, {**public, "randomness": randomness_of(public["round"], salt)}).seed
        for salt in "abc"
    }
    assert len(seeds) == 3


def test_tables_that_open_later_have_the_same_value_and_the_words_of_the_closing(
    cast: Cast, source: Source, clock: time_machine.Traveller
) -> None:
    league = prepared_league(cast, max_players=4, at_once=1)
    for player, word in zip([*cast.players, cast.outsider], ["a", "b", "c", "d"], strict=True):
        leagues.enrol(league, player, word)
    league = drawn(leagues.start(league, cast.organiser), clock)
    waiting = league.tables.filter(state=Table.State.COMMITTED).exclude(lineup=[]).order_by("number")
    before = {table.number: table.words for table in waiting}
    assert len(before) == 3
    Entry.objects.filter(league=league).update(word="changed")
    only = only_table(league)
    substitutes.give_all_seats(
        only.seated[0].pk, person("Sub"), cast.organiser, "moved away", epoch=only.seated[0].token_epoch
    )
    Table.objects.filter(pk=only.pk).update(state=Table.State.STOPPED)
    tables.open_due(league.pk)
    later = league.tables.filter(state=Table.State.RUNNING)
    assert later.exists()
    for table in later:
        assert table.header["words"] == before[table.number]
        assert table.header["public"] == league.draw["public"]


def test_a_table_for_practice_waits_for_nothing(cast: Cast, source: Source) -> None:
    from tournaments.actions.practice import practice

    table = practice.begin(cast.player, "bruges")
    assert table.state == Table.State.RUNNING
    assert "public" not in table.header
    assert source.asked == []


# --- when the source is away -------------------------------------------------------------------------


@pytest.mark.parametrize("genesis", [4_102_444_800, 2**53])
def test_a_source_that_begins_in_a_hundred_years_keeps_no_league_waiting(
    cast: Cast, beacon: Source, clock: time_machine.Traveller, settings: Settings, genesis: int
) -> None:
    settings.CHANCE_SOURCE = beacon.url
    info = json.dumps({"genesis_time": genesis, "period": PERIOD}).encode()
    beacon.broken = lambda handler: send(handler, 200, info)
    for pk in close_and_draw.sources_to_ask(timezone.now()):
        close_and_draw.ask_source(pk)
    league = closed(cast)
    clock.shift(timedelta(minutes=2))
    assert not close_and_draw.look(league.pk)
    clock.shift(timedelta(minutes=61))
    assert close_and_draw.look(league.pk)
    league.refresh_from_db()
    assert (league.state, "given_up" in league.draw["public"]) == (League.State.RUNNING, True)


def test_a_source_that_is_away_is_asked_again_until_it_answers(
    cast: Cast, source: Source, clock: time_machine.Traveller
) -> None:
    league = closed(cast)
    source.broken = lambda handler: send(handler, 503, b"")
    clock.shift(timedelta(seconds=70))
    assert not close_and_draw.look(league.pk)
    assert not close_and_draw.look(league.pk)
    assert len(source.asked) == 1, "not at once again"
    clock.shift(timedelta(minutes=50))
    source.broken = None
    assert close_and_draw.due(timezone.now()) == [league.pk]
    assert close_and_draw.look(league.pk)
    league.refresh_from_db()
    assert "randomness" in league.draw["public"], "still the value of the round that was named"


def test_after_an_hour_without_an_answer_the_league_begins_without_a_value_and_says_so(
    cast: Cast, source: Source, clock: time_machine.Traveller
) -> None:
    league = closed(cast)
    source.broken = lambda handler: send(handler, 503, b"")
    clock.shift(timedelta(minutes=59))
    assert not close_and_draw.look(league.pk)
    clock.shift(timedelta(minutes=3))
    assert close_and_draw.look(league.pk)
    league.refresh_from_db()
    assert league.state == League.State.RUNNING
    public = only_table(league).header["public"]
    assert "randomness" not in public
    assert public["given_up"] >= public["after"] + 3600
    line = JournalLine.objects.get(league=league, verb="league started")
    assert f"{source.url} could not be reached, so no public value was mixed in" in line.words
    said = verify.verify(proofs.record_of(league))
    assert any(f"{source.url} was not reached until" in sentence for sentence in said)


def test_a_service_that_slept_for_hours_still_takes_the_named_round(
    cast: Cast, source: Source, clock: time_machine.Traveller
) -> None:
    league = closed(cast)
    clock.shift(timedelta(hours=5))
    assert close_and_draw.look(league.pk)
    league.refresh_from_db()
    assert league.draw["public"]["randomness"] == value_of(league)["randomness"]


def test_a_source_that_another_takes_the_place_of_is_not_asked_any_more(
    cast: Cast, source: Source, clock: time_machine.Traveller, settings: Settings
) -> None:
    league = closed(cast)
    settings.CHANCE_SOURCE = ""
    clock.shift(timedelta(seconds=70))
    assert not close_and_draw.look(league.pk)
    assert source.asked == []


def test_a_source_unknown_at_the_closing_gives_the_round_that_the_rule_names(
    cast: Cast, source: Source, clock: time_machine.Traveller
) -> None:
    Beacon.objects.all().delete()
    league = closed(cast)
    public = league.draw["public"]
    assert "round" not in public
    letter = OutboundLetter.objects.filter(kind="entries_closed")[0].text.replace("\n", " ")
    assert f"the first public value of {source.url} that comes out on" in letter
    assert not close_and_draw.look(league.pk)
    league.refresh_from_db()
    number = league.draw["public"]["round"]
    assert GENESIS + (number - 2) * PERIOD < public["after"] <= GENESIS + (number - 1) * PERIOD
    assert league.draw_at == datetime.fromtimestamp(GENESIS + (number - 1) * PERIOD, UTC)
    assert "randomness" in drawn(league, clock).draw["public"]


def test_the_sweep_learns_when_the_rounds_of_a_new_source_come_out(
    source: Source, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    Beacon.objects.all().delete()
    hinted: list[int] = []
    monkeypatch.setattr(hints, "ask_source", hinted.append)
    sweeps.values_to_ask_for(timezone.now())
    assert hinted == [Beacon.objects.get().pk]
    source.broken = lambda handler: send(handler, 503, b"")
    tasks.ask_source(hinted[0])
    sweeps.values_to_ask_for(timezone.now())
    assert len(hinted) == 1, "a source that is away is asked once a minute"
    clock.shift(timedelta(minutes=1))
    source.broken = None
    sweeps.values_to_ask_for(timezone.now())
    tasks.ask_source(hinted[1])
    assert (Beacon.objects.get().genesis, Beacon.objects.get().period) == (GENESIS, PERIOD)
    sweeps.values_to_ask_for(timezone.now() + timedelta(days=1))
    assert len(hinted) == 2


def test_without_a_source_the_sweep_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "ask_source", lambda pk: pytest.fail("there is no source"))
    assert sweeps.values_to_ask_for(timezone.now()) == 0
    assert not Beacon.objects.exists()


def test_a_hint_that_was_lost_is_given_again_by_the_sweep(
    cast: Cast, source: Source, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = closed(cast)
    hinted: list[int] = []
    monkeypatch.setattr(hints, "draw", lambda pk, wait: hinted.append(pk))
    assert sweeps.values_to_ask_for(timezone.now()) == 0
    clock.shift(timedelta(seconds=70))
    assert sweeps.values_to_ask_for(timezone.now()) == 1
    assert hinted == [league.pk]
    tasks.draw(league.pk)
    assert sweeps.values_to_ask_for(timezone.now() + timedelta(hours=1)) == 0


# --- crashes, cancelling, two at once ------------------------------------------------------------------


def test_a_draw_that_breaks_in_the_middle_is_made_again_with_the_same_result(
    cast: Cast, source: Source, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = closed(cast)
    expected = lots.draw(bytes(league.secret), cast.words, {**league.draw["public"], **value_of(league)})
    clock.shift(timedelta(seconds=70))
    with monkeypatch.context() as patch:
        patch.setattr(tables, "open_next", lambda league: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            close_and_draw.look(league.pk)
    league.refresh_from_db()
    assert league.state == League.State.DRAWING
    assert not Seat.objects.exists()
    clock.shift(timedelta(seconds=20))
    assert close_and_draw.look(league.pk)
    assert not close_and_draw.look(league.pk), "and once only"
    league.refresh_from_db()
    assert league.draw["seed"] == expected.seed
    assert OutboundLetter.objects.filter(kind="entries_closed").count() == 3


def test_a_league_that_is_cancelled_while_it_waits_is_not_drawn(
    cast: Cast, source: Source, clock: time_machine.Traveller
) -> None:
    league = closed(cast)
    cancel.cancel(league, cast.organiser, "too few")
    clock.shift(timedelta(seconds=70))
    assert close_and_draw.due(timezone.now()) == []
    assert not close_and_draw.look(league.pk)
    assert not Seat.objects.exists()
    assert OutboundLetter.objects.filter(kind="cancelled").count() == 3


@pytest.mark.django_db(transaction=True)
def test_a_league_that_is_cancelled_while_the_source_answers_is_not_drawn(
    source: Source, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast = make_cast()
    league = closed(cast)
    clock.shift(timedelta(seconds=70))
    ask = close_and_draw._ask

    def slowly(public: dict[str, Any]) -> dict[str, Any]:
        cancel.cancel(league, cast.organiser, "too few")
        return ask(public)

    monkeypatch.setattr(close_and_draw, "_ask", slowly)
    assert not close_and_draw.look(league.pk)
    league.refresh_from_db()
    assert league.is_cancelled
    assert not Seat.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_several_workers_draw_once(source: Source, clock: time_machine.Traveller) -> None:
    cast = make_cast()
    league = closed(cast)
    clock.shift(timedelta(seconds=70))
    outcomes = at_once(lambda _: close_and_draw.look(league.pk))
    assert sorted(map(bool, outcomes)) == [False] * 5 + [True]
    assert [outcome for outcome in outcomes if isinstance(outcome, Exception)] == []
    assert Seat.objects.count() == 3
    assert JournalLine.objects.filter(verb="league started").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_presses_on_start_close_once(source: Source, clock: time_machine.Traveller) -> None:
    cast = make_cast()
    league = entered(cast)
    outcomes = at_once(lambda _: leagues.start(league, cast.organiser), workers=3)
    assert sum(isinstance(outcome, CannotStart) for outcome in outcomes) == 2
    assert OutboundLetter.objects.filter(kind="entries_closed").count() == 3


def test_lots_of_equals_follow_from_the_draw_and_were_not_known_before(cast: Cast) -> None:
    league = entered(cast)
    assert league.draw is None
    league = leagues.start(league, cast.organiser)
    assert league.draw["seed"] == lots.draw(bytes(league.secret), cast.words).seed
    known = [table.commitment for table in league.tables.all()] + [league.commitment]
    assert str(league.draw["seed"]) not in known
    record = proofs.record_of(league)
    told = record["log"][0]["events"][0]["data"]
    assert told["equals"] == league.draw["seed"]
    assert told["numbers"] == [player.pk for player in cast.players]


def test_the_order_of_the_lots_is_that_of_first_joining_whoever_left_in_between(cast: Cast) -> None:
    league = entered(cast)
    for player in (cast.player, cast.opponent):
        leagues.leave(league, player)
        leagues.enrol(league, player, "another")
    league = leagues.start(league, cast.organiser)
    assert league.draw["entrants"] == [player.pk for player in cast.players]
    assert league.draw["words"] == cast.words


def test_who_left_or_waits_is_not_in_the_draw(cast: Cast) -> None:
    league = prepared_league(cast, max_players=3)
    early = person("Dora")
    leagues.enrol(league, early, "gone")
    for player, word in zip(cast.players, cast.words, strict=True):
        leagues.enrol(league, player, word)
    leagues.leave(league, early)
    leagues.enrol(league, cast.outsider, "waits")
    league = leagues.start(league, cast.organiser)
    assert league.draw["entrants"] == [player.pk for player in cast.players]
    assert league.draw["words"] == cast.words


def sign(record: dict[str, Any]) -> None:
    """Make the receipts and hashes of a record anew, as one who holds the secret could."""
    previous, secret = digest(record["header"]), bytes.fromhex(record["secret"])
    for entry in record["log"]:
        for index, receipt in enumerate(verify.receipts(entry)):
            receipt["seal"] = seal(secret, entry["number"], index, entry["seat"], receipt["open"])
        entry["previous"] = previous
        entry["hash"] = previous = digest(verify.public(entry))
    record["head"] = previous


def test_a_record_of_lots_with_changed_words_or_order_is_caught(
    cast: Cast, source: Source, clock: time_machine.Traveller
) -> None:
    league = drawn(closed(cast), clock)
    for change in (
        lambda record: record["header"]["words"].reverse(),
        lambda record: record["header"]["words"].__setitem__(1, "added"),
        lambda record: record["log"][0]["events"][0]["data"]["order"].reverse(),
        lambda record: record["log"][0]["events"][0]["data"].update(equals=7),
        lambda record: record["log"][0]["rolls"][0]["open"]["result"].reverse(),
        lambda record: record["header"]["public"].update(randomness="00" * 32),
    ):
        record = proofs.record_of(league)
        change(record)
        with pytest.raises(verify.Wrong):
            verify.verify(record)
        sign(record)
        with pytest.raises(verify.Wrong):
            verify.verify(record)
    assert verify.verify(proofs.record_of(league))
