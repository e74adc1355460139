"""The same thing in several workers at once: one effect. Real threads, real processes, real locks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from datetime import timedelta
from urllib.parse import quote, urlencode

import pytest
from django.core import mail
from django.db import connection, transaction
from django.utils import timezone

from tests.actions.at_once.workers import WORKERS, at_once, waits_for_a_lock
from tests.engine import toy
from tests.shared.cast import Cast, asked_seat, make_cast, only_table, person, prepared_league, running_league
from tests.shared.parts import until
from tests.shared.post import address_of, name_address, newest, reply
from tournaments.actions import printing
from tournaments.actions.commands import desk
from tournaments.actions.league import leagues, results
from tournaments.actions.player import addresses
from tournaments.actions.seats import seats
from tournaments.actions.table.orders import take_orders
from tournaments.inbox import ingest
from tournaments.language.refusals import LinkExpired
from tournaments.models import (
    Address,
    Entry,
    InboundLetter,
    JournalLine,
    League,
    LogEntry,
    OutboundLetter,
    Player,
    Print,
    Table,
    Turn,
)
from tournaments.papers import papers
from tournaments.queries.prints import Subject
from tournaments.running import posting, sweeps

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


def test_one_mail_through_many_doors_is_one_row(cast: Cast) -> None:
    letter = newest(asked_seat(only_table(running_league(cast))), "turn")
    raw = reply(letter, "12")
    rows = at_once(lambda _: ingest.ingest(raw, address_of(letter), letter.to).pk)
    assert set(rows) == {InboundLetter.objects.get().pk}


def test_one_mail_read_by_many_workers_moves_once_and_is_answered_once(cast: Cast) -> None:
    letter = newest(asked_seat(only_table(running_league(cast))), "turn")
    row = ingest.ingest(reply(letter, "12"), address_of(letter), letter.to)
    verdicts = at_once(lambda _: ingest.read(row.pk))
    assert sorted(map(str, verdicts)) == [""] * (WORKERS - 1) + ["letter"]
    assert OutboundLetter.objects.filter(answers=row).count() == 1
    assert LogEntry.objects.filter(letter=row, entry__by="order").count() == 1


def test_two_mails_that_cross_move_once(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    letter = newest(seat, "turn")
    rows = [ingest.ingest(reply(letter, f"{card}2"), address_of(letter), letter.to).pk for card in range(1, 6)]
    verdicts = at_once(lambda number: ingest.read(rows[number]), workers=5)
    assert verdicts == ["letter"] * 5
    orders = LogEntry.objects.filter(table=seat.table, entry__by="order")
    assert orders.count() == 1
    assert seat.table.entries.count() == seat.table.entries.values("number").distinct().count()
    assert seat.turns.filter(end=Turn.End.ANSWERED).count() == 1


def test_many_sweepers_judge_a_deadline_once(cast: Cast) -> None:
    table = only_table(running_league(cast, grace=timedelta(0)))
    past = timezone.now() - timedelta(seconds=1)
    Turn.objects.update(due_by=past, judge_at=past, remind_at=past)
    outcomes = at_once(lambda _: sweeps.sweep())
    assert all(isinstance(outcome, dict) for outcome in outcomes), outcomes
    assert JournalLine.objects.filter(verb="stand-in").count() == 1
    assert OutboundLetter.objects.filter(kind="reminder").count() <= 1
    assert asked_seat(table).turns.filter(ended_at=None).count() == 1


def test_many_sweepers_reveal_sealed_choices_once(cast: Cast) -> None:
    table = only_table(running_league(cast, game=toy.GAME.slug))
    for seat in table.seats.order_by("number"):
        take_orders(seat.pk, ["bid 1"], serial=None, by="page")
    past = timezone.now() - timedelta(seconds=1)
    Table.objects.update(reveal_at=past, reveal_look_at=past)
    outcomes = at_once(lambda _: sweeps.sweep())
    assert all(isinstance(outcome, dict) for outcome in outcomes), outcomes
    assert LogEntry.objects.filter(table=table, entry__kind="close").count() == 1
    assert JournalLine.objects.filter(verb="revealed").count() == 1


def test_two_organisers_who_replace_a_player_together_do_it_once(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    at_once(lambda _: seats.replace_by_stand_in(seat.pk, cast.organiser, "gone"), workers=3)
    seat.refresh_from_db()
    assert seat.token_epoch == 1
    assert JournalLine.objects.filter(verb="replaced by the stand-in").count() == 1


def test_many_posters_send_a_letter_once(cast: Cast) -> None:
    letter = newest(asked_seat(only_table(running_league(cast))), "turn")
    outcomes = at_once(lambda _: posting.post(letter.pk))
    assert sorted(map(str, outcomes)) == ["False"] * (WORKERS - 1) + ["True"]
    assert len(mail.outbox) == 1


def test_of_two_workers_with_two_papers_one_makes_a_paper_and_the_other_is_free(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = only_table(running_league(cast))
    kinds = {Print.Kind.RECORD: Subject(table.league, table), Print.Kind.BOOK: Subject(table.league)}
    rows = [printing.ask(kind, subject) for kind, subject in kinds.items()]
    one_is_free, in_time = threading.Event(), []

    def slow(*_: object) -> bytes:
        in_time.append(one_is_free.wait(20))
        return b"%PDF"

    def work(number: int) -> bool:
        made = printing.make(rows[number].pk)
        one_is_free.set()
        return made

    monkeypatch.setattr(papers, "record", slow)
    monkeypatch.setattr(papers, "book", slow)
    assert (sorted(map(str, at_once(work, workers=2))), in_time) == (["False", "True"], [True])


def test_the_last_place_is_given_once(cast: Cast) -> None:
    league = prepared_league(cast, max_players=3)
    leagues.enrol(league, cast.organiser)
    players = [*cast.players, cast.outsider]
    at_once(lambda number: leagues.enrol(league, players[number]), workers=4)
    states = list(league.entries.values_list("state", flat=True))
    assert states.count(Entry.State.IN) == 3
    assert states.count(Entry.State.WAITING) == 2


def test_a_league_is_started_once_and_finished_once(cast: Cast) -> None:
    league = prepared_league(cast)
    for player in cast.players:
        leagues.enrol(league, player)
    at_once(lambda _: leagues.start(league, cast.organiser), workers=3)
    assert league.tables.filter(state=Table.State.RUNNING).count() == 1
    result = {"totals": [3, 2, 1], "ranks": [1, 2, 3], "counted": [1, 2, 3], "tie_break": [0, 0, 0]}
    league.tables.filter(state=Table.State.RUNNING).update(state=Table.State.FINISHED, result=result)

    def finish(_: int) -> object:
        with transaction.atomic():
            return results.finish(league)

    outcomes = at_once(finish, workers=3)
    assert sum(isinstance(outcome, list) for outcome in outcomes) == 1
    assert OutboundLetter.objects.filter(kind="league_finished").count() == 3
    league.refresh_from_db()
    assert league.state == League.State.FINISHED


# --- killed --------------------------------------------------------------------------------------


def test_a_worker_killed_in_the_middle_of_an_order_leaves_a_whole_log(cast: Cast) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("only a row lock stops a worker in the middle; the run on PostgreSQL has this test")
    seat = asked_seat(only_table(running_league(cast)))
    letter = newest(seat, "turn")
    raw = reply(letter, "12")
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=seat.table_id)
        with _worker_reads(raw, address_of(letter)) as worker:
            try:
                until(waits_for_a_lock, "the worker to wait for the table")
            finally:
                worker.send_signal(signal.SIGKILL)
        assert worker.returncode == -signal.SIGKILL
    row = InboundLetter.objects.get()
    assert (row.state, row.attempts) == (InboundLetter.State.READING, 1)
    assert not LogEntry.objects.filter(letter=row).exists()
    until(lambda: ingest.read(row.pk) == "letter", "the letter to be free again")
    numbers = list(seat.table.entries.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(len(numbers)))
    assert LogEntry.objects.filter(letter=row, entry__by="order").count() == 1
    assert OutboundLetter.objects.filter(answers=row).count() == 1


def _worker_reads(raw: bytes, to: str) -> subprocess.Popen[bytes]:
    """A process of its own that stores and reads a letter in this test's database."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "ingest", "--to", to, "--read"],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "SUITE_DATABASE_URL": _database()},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    process.stdin.write(raw)
    process.stdin.close()
    return process


def _database() -> str:
    settings = connection.settings_dict
    user = ":".join(quote(settings[part], safe="") for part in ("USER", "PASSWORD") if settings[part])
    options = {"host": settings["HOST"], **({"port": settings["PORT"]} if settings["PORT"] else {})}
    return f"postgresql://{user}@/{settings['NAME']}?{urlencode(options)}"


def test_an_address_proved_by_many_at_once_is_one_player_s(cast: Cast) -> None:
    everybody = [*cast.players, cast.outsider]
    for player in everybody:
        name_address(player, "shared@work.example")
    letters = OutboundLetter.objects.filter(kind="verify_address")
    keys = [letter.text.partition("/letters/address/")[2].split("/")[0] for letter in letters]
    assert len(set(keys)) == 4
    outcomes = at_once(lambda n: addresses.verify(keys[n]), workers=4)
    assert sum(isinstance(outcome, Address) for outcome in outcomes) == 1, outcomes
    assert sum(isinstance(outcome, LinkExpired) for outcome in outcomes) == 3, outcomes
    assert Address.objects.filter(verified_at__isnull=False).count() == 1


def test_two_organisers_who_answer_at_once_give_more_time_once(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast, expiry="wait", grace=timedelta(0))))
    second = person("Oscar", is_staff=True)
    seat.table.league.organisers.add(second)
    Turn.objects.filter(seat=seat).update(due_by=timezone.now() - timedelta(hours=1), judge_at=None)
    Player.objects.filter(is_staff=True).update(needs_at=timezone.now() - timedelta(seconds=1))
    rows = []
    for organiser in (cast.organiser, second):
        assert desk.send(organiser.pk)
        letter = OutboundLetter.objects.get(kind="needs", player=organiser)
        rows.append(ingest.ingest(reply(letter, "1 extend 24h"), address_of(letter), letter.to).pk)
    assert at_once(lambda number: ingest.read(rows[number]), workers=2) == ["letter", "letter"]
    assert JournalLine.objects.filter(verb="deadline extended").count() == 1
    assert OutboundLetter.objects.filter(kind="extended").count() == 1
    assert OutboundLetter.objects.filter(kind="needs_answered").count() == 2
