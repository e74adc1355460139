"""Orders by mail and page, kept orders and their delay, a game to its end."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

import engine
from engine.bots import bots
from engine.decisions import Decision
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.actions import journal
from tournaments.actions.seats import seats
from tournaments.actions.table import orders, tables
from tournaments.language.refusals import MovedOn, NotYours
from tournaments.models import JournalLine, League, LogEntry, OutboundLetter, Seat, Table
from tournaments.outbox import outbox
from tournaments.papers import papers
from tournaments.queries.standings import standings
from tournaments.running import sweeps

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def match_of(table: Table) -> engine.Match:
    table.refresh_from_db()
    return papers.match_of(table)


def asked(table: Table) -> tuple[Seat, Decision]:
    seat = asked_seat(table)
    decision = match_of(table).decision(seat.number)
    assert decision is not None
    return seat, decision


def money(decision: Decision) -> list[str]:
    """An order for each card in the hand."""
    return [move.text for move in decision.moves if move.verb == "guilders"]


def test_the_order_box_takes_the_same_path_and_writes_no_receipt(cast: Cast) -> None:
    table = only_table(running_league(cast))
    seat, decision = asked(table)
    account = orders.take_orders(seat.pk, money(decision)[:1], serial=decision.serial, by="page")
    assert [line.state for line in account.lines] == ["played"]
    assert not OutboundLetter.objects.filter(kind="orders_account").exists()
    assert newest(asked_seat(table)).kind == "turn"
    assert JournalLine.objects.get(verb="orders").data["by"] == "page"


def test_log_position_turns_letters_and_journal_agree(cast: Cast) -> None:
    table = only_table(running_league(cast))
    seat, decision = asked(table)
    orders.take_orders(seat.pk, money(decision)[:1], serial=decision.serial, by="page")
    match = match_of(table)
    rows = list(table.entries.order_by("number"))
    assert [row.number for row in rows] == list(range(match.count))
    assert rows[-1].hash == table.head == match.head
    assert JournalLine.objects.filter(verb="orders").get().data["head"] == table.head[:10]
    assert {turn.serial for turn in asked_seat(table).turns.filter(ended_at=None)} == {
        decision.serial for decision in match.decisions
    }


def test_what_goes_wrong_in_the_middle_leaves_nothing_behind(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    table = only_table(running_league(cast))
    seat, decision = asked(table)
    letters, head = OutboundLetter.objects.count(), table.head

    def burn(*_: object, **__: object) -> None:
        raise RuntimeError("the house burns")

    monkeypatch.setattr(journal, "note", burn)
    with pytest.raises(RuntimeError):
        orders.take_orders(seat.pk, money(decision)[:1], serial=decision.serial, by="page")
    assert OutboundLetter.objects.count() == letters
    assert match_of(table).head == head


def test_kept_orders_of_the_next_seat_run_at_once_without_a_delay(cast: Cast) -> None:
    table = only_table(running_league(cast, delay=timedelta(0)))
    first, decision = asked(table)
    deliver(newest(first), *money(decision)[:2])
    assert len(Seat.objects.get(pk=first.pk).plan["kept"]) == 1
    for _ in range(2):
        seat, decision = asked(table)
        deliver(newest(seat), money(decision)[0])
    assert LogEntry.objects.filter(table=table, entry__by="kept", entry__seat=first.number).count() == 1
    assert asked_seat(table).pk != first.pk


def test_kept_orders_wait_for_the_second_thoughts_and_the_seat_is_not_asked_meanwhile(cast: Cast) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        table = only_table(running_league(cast, delay=timedelta(minutes=5)))
        first, decision = asked(table)
        deliver(newest(first), *money(decision)[:2])
        for _ in range(2):
            seat, decision = asked(table)
            deliver(newest(seat), money(decision)[0])
        table.refresh_from_db()
        assert table.run_at == timezone.now() + timedelta(minutes=5)
        assert newest(first).kind == "orders_account"
        assert not tables.run(table.pk)
        clock.shift(timedelta(minutes=5))
        assert [sweeps.sweep()["runs"] for _ in range(2)] == [1, 0]
    assert LogEntry.objects.filter(table=table, entry__by="kept").count() == 1
    following = asked_seat(table)
    assert following.pk != first.pk
    assert newest(following).kind == "turn"


def test_undo_comes_before_the_kept_orders_of_the_next_seat(cast: Cast) -> None:
    table = only_table(running_league(cast, delay=timedelta(minutes=5)))
    first, decision = asked(table)
    deliver(newest(first), *money(decision)[:2])
    second, decision = asked(table)
    deliver(newest(second), money(decision)[0])
    third, decision = asked(table)
    deliver(newest(third), money(decision)[0])
    deliver(newest(third), "undo")
    table.refresh_from_db()
    assert table.run_at is None
    assert asked_seat(table).pk == third.pk


def test_undo_and_the_better_order_fit_in_one_letter(cast: Cast) -> None:
    table = only_table(running_league(cast, delay=timedelta(minutes=5)))
    first, decision = asked(table)
    one, other = money(decision)[:2]
    deliver(newest(first), one)
    row = deliver(newest(first), "undo", other)
    states = [(line["state"], line["words"]) for line in row.account["lines"]]
    assert states == [("command", "undo"), ("played", other)]
    ordered = [entry for entry in table.entries.order_by("number") if entry.entry["by"] == "order"]
    assert [(entry.entry["move"] or {}).get("open") for entry in ordered] == [one, None, other]
    assert asked_seat(table).pk != first.pk
    assert list(row.answers.values_list("kind", flat=True)) == ["orders_account"]
    assert "Taken back: what you did at your last decision." in " ".join(newest(first).text.split())


def test_an_order_behind_an_undo_that_came_too_late_stays_stale(cast: Cast) -> None:
    table = only_table(running_league(cast, delay=timedelta(minutes=5)))
    first, decision = asked(table)
    cards = money(decision)
    deliver(newest(first), cards[0])
    answered = newest(first, "turn")
    for _ in range(2):
        seat, decision = asked(table)
        deliver(newest(seat), money(decision)[0])
    row = deliver(answered, "undo", cards[1], "say: sorry!")
    assert [line["state"] for line in row.account["lines"]] == ["command", "stale", "command"]
    told = newest(first)
    words = " ".join(told.text.split())
    assert "Nothing was taken back: somebody else has moved since." in words
    assert "that turn is over" in words.lower()
    assert "the word [yes] as an answer does it" in words
    assert list(row.answers.values_list("kind", flat=True)) == [told.kind]
    assert OutboundLetter.objects.filter(kind="say").count() == 2


def test_new_orders_before_the_delay_is_over_replace_the_kept_ones(cast: Cast) -> None:
    table = only_table(running_league(cast, delay=timedelta(minutes=5)))
    first, decision = asked(table)
    cards = money(decision)
    deliver(newest(first), *cards[:2])
    for _ in range(2):
        seat, decision = asked(table)
        deliver(newest(seat), money(decision)[0])
    row = deliver(newest(first, "orders_account"), cards[2])
    assert row.account["lines"][0]["state"] == "played"
    assert row.account["dropped"] == [cards[1]]


def test_a_bot_takes_a_seat_for_good_and_the_table_is_told(cast: Cast) -> None:
    table = only_table(running_league(cast))
    seat, _ = asked(table)
    with pytest.raises(NotYours):
        seats.replace_by_stand_in(seat.pk, cast.player, "gone")
    seats.replace_by_stand_in(seat.pk, cast.organiser, "gone")
    with pytest.raises(MovedOn, match="The stand-in plays this seat already"):
        seats.replace_by_stand_in(seat.pk, cast.organiser, "gone")
    assert OutboundLetter.objects.filter(kind="replaced").count() == 3
    assert asked_seat(table).pk != seat.pk
    assert JournalLine.objects.filter(verb="replaced by the stand-in").count() == 1
    with pytest.raises(NotYours):
        orders.take_orders(seat.pk, ["12"], serial=None, by="page")


def test_a_seat_given_back_is_asked_again(cast: Cast) -> None:
    table = only_table(running_league(cast))
    seat, _ = asked(table)
    seats.replace_by_stand_in(seat.pk, cast.organiser, "gone")
    seats.give_back(seat.pk, cast.organiser, "here again")
    while (other := asked_seat(table)).pk != seat.pk:
        decision = match_of(table).decision(other.number)
        assert decision is not None
        orders.take_orders(other.pk, money(decision)[:1], serial=decision.serial, by="page")
    assert newest(seat).kind == "turn"


def test_who_wants_fewer_letters_gets_no_receipt_for_plain_sailing(cast: Cast) -> None:
    table = only_table(running_league(cast))
    seat, decision = asked(table)
    assert seat.player is not None
    seat.player.entries.update(ways={"receipts": "eventful"})
    deliver(newest(seat), money(decision)[0], "", "On Mon, 5 Jan 2026 Bruges wrote:", "", "-- ", "Anna of the canal")
    assert newest(seat).kind == "turn"
    other, decision = asked(table)
    deliver(newest(other), money(decision)[0])
    assert newest(other).kind == "orders_account"


def play_on(table: Table) -> None:
    """The greedy bot answers every turn through the order box until the table has finished."""
    while match_of(table).decisions:
        seat, decision = asked(table)
        match = match_of(table)
        move = bots["greedy"].choose(match.game, match.view(seat.number), decision, Random(match.head))
        account = orders.take_orders(seat.pk, [move.text], serial=decision.serial, by="page")
        assert "played" in [line.state for line in account.lines], account


def test_a_whole_game_ends_with_scores_for_all_and_the_standings(cast: Cast) -> None:
    league = running_league(cast)
    table = only_table(league)
    play_on(table)
    league.refresh_from_db()
    table.refresh_from_db()
    assert (league.state, table.state) == (League.State.FINISHED, Table.State.FINISHED)
    assert table.result is not None
    match = match_of(table)
    assert table.result["totals"] == list(match.scoresheet().totals)
    finals = OutboundLetter.objects.filter(kind="final_scores")
    assert finals.count() == 3
    assert all(letter.papers == ["scoresheet"] for letter in finals)
    assert OutboundLetter.objects.filter(kind="league_finished").count() == 3
    row = deliver(newest(asked_or_any(table), "final_scores"), "12")
    assert row.account["lines"][0]["state"] == "refused"
    _the_log_replays(table)
    _the_final_letter_carries_its_paper(finals[0])


def asked_or_any(table: Table) -> Seat:
    return table.seats.order_by("number")[0]


def _the_log_replays(table: Table) -> None:
    log = [engine.Entry.from_json(row.entry) for row in table.entries.order_by("number")]
    assert engine.Match.replay(table.header or {}, log, secret=bytes(table.secret)).head == table.head


def _the_final_letter_carries_its_paper(letter: OutboundLetter) -> None:
    message = outbox.message_of(letter).message()
    names = [part.get_filename() for part in message.walk() if part.get_filename()]
    assert names == ["position.png", "position-dark.png", f"scoresheet-{letter.league_id}-table-1.pdf"]
    pdf = next(part for part in message.walk() if part.get_content_type() == "application/pdf")
    assert bytes(pdf.get_payload(decode=True)).startswith(b"%PDF")


def test_a_seat_that_the_stand_in_finished_may_count_as_last(cast: Cast) -> None:
    league = running_league(cast, after_stand_in="last")
    table = only_table(league)
    absent = table.seats.order_by("number")[1]
    seats.replace_by_stand_in(absent.pk, cast.organiser, "gone")
    play_on(table)
    table.refresh_from_db()
    assert table.result is not None
    assert table.result["counted"][1] == 3
    assert standings(league)[-1].player == absent.player_id


def test_the_journal_counts_words_for_the_service_as_words(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    orders.take_orders(seat.pk, ["say: good luck", "note: keep red", "nonsense"], serial=None, by="page")
    line = JournalLine.objects.filter(verb="orders").latest("pk")
    assert line.words == f"{seat.player} by page: 2 words"
