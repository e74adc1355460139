"""Workers and broker are killed in the middle of a game: it goes on to its end, nothing is lost, nothing doubled."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from email import policy
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path

import pytest
from celery import Celery

from tests.conftest import without
from tests.e2e.game import Game
from tests.e2e.outside import replayed, rows
from tests.shared import parts
from tests.shared.parts import until
from tournaments.running.demo.client import Client
from tournaments.running.demo.reading import asks, offers
from tournaments.running.demo.replies import plain_of, reply

READING = "select id from tournaments_inboundletter where state = 'reading' and attempts = 1"
POSTING = "select id from tournaments_outboundletter where state = 'in-flight' and attempts = 1"
STORED = "select id from tournaments_inboundletter where state in ('received', 'reading')"
# What each crash waits for, and how many answers the clients have sent by then.
CRASHES = (("worker", READING, 2), ("worker", POSTING, 5), ("redis", STORED, 9), ("worker", READING, 13))
JOURNAL = "select json_extract(data, '$.letter') as letter from tournaments_journalline where verb = 'orders'"
ANSWERS = "select answers_id from tournaments_outboundletter where answers_id is not null"
PATIENCE = 200.0
# In the suite tests of `inbox` and `outbox` leave off in the middle of their work, in one process.
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    try:
        with parts.service(tmp_path_factory.mktemp("crashes")) as service:
            yield Game.begin(service)
    except parts.Missing as part:
        without(part)


def test_the_same_mail_many_times_at_once_has_one_effect(game: Game) -> None:
    data = game.service.place.data
    client, letter = first_asked(game)
    answer = reply(letter, (client.name, client.address), offers(plain_of(letter))[0].order, "gmail")
    raw, to = answer.as_bytes(policy=policy.SMTP), parseaddr(str(answer["To"]))[1]
    before = log_length(data)
    threads = [
        threading.Thread(target=game.post, args=(raw, client.address, to)),
        threading.Thread(target=game.post, args=(raw, client.address, to)),
        threading.Thread(target=hint_again_and_again, args=(game,)),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    until(lambda: rows(data, "select 1 from tournaments_inboundletter where state = 'done'"), "the letter to be read")
    game.post(raw, client.address, to)
    (letter_in,) = rows(data, "select id, attempts, verdict from tournaments_inboundletter")
    assert letter_in["verdict"] == "letter"
    assert log_length(data) > before
    orders = "select 1 from tournaments_logentry where letter_id = ? and json_extract(entry, '$.by') = 'order'"
    assert len(rows(data, orders, letter_in["id"])) == 1
    assert len(rows(data, "select 1 from tournaments_outboundletter where answers_id = ?", letter_in["id"])) == 1
    replayed(data)


def first_asked(game: Game) -> tuple[Client, EmailMessage]:
    """The client whose first turn letter has come, and that letter."""
    found: list[tuple[Client, EmailMessage]] = []

    def asked() -> bool:
        for client, box in zip(game.clients, game.mailboxes(), strict=True):
            found.extend((client, letter) for letter in box.letters() if asks(plain_of(letter)))
        return bool(found)

    until(asked, "the first turn letter")
    return found[0]


def hint_again_and_again(game: Game) -> None:
    """Both workers are told to read the letter, several times each, as soon as it is there."""
    data = game.service.place.data
    until(lambda: rows(data, STORED), "the letter to be stored")
    (letter,) = rows(data, "select id from tournaments_inboundletter")
    with Celery(broker=game.service.place.env["REDIS_URL"]) as app:
        for _ in range(6):
            app.send_task("tournaments.tasks.read_letter", args=(letter["id"],))


def log_length(data: Path) -> int:
    return int(rows(data, "select count(*) as n from tournaments_logentry")[0]["n"])


def test_a_game_goes_on_through_crashes_to_its_end(game: Game) -> None:
    data = game.service.place.data
    crashes, hit = list(CRASHES), Counter[str]()
    end = time.monotonic() + PATIENCE
    while not game.over:
        until(game.look, f"a letter ({standing(data)}; crashes left: {crashes})", max(end - time.monotonic(), 0))
        if crashes and game.sent >= crashes[0][2] and crash(game, *crashes[0][:2]):
            hit[crashes.pop(0)[0]] += 1
    assert hit == {"worker": 3, "redis": 1}
    until(lambda: not rows(data, "select 1 from tournaments_outboundletter where state != 'sent'"), "all to be sent")
    assert replayed(data).over
    no_letter_in_is_lost_or_doubled(game, data)
    no_letter_out_is_lost_or_doubled(game, data)
    interrupted = rows(data, "select 1 from tournaments_inboundletter where attempts > 1")
    assert len(interrupted) >= 2, "no worker died in the middle of an order: this test has tested nothing"


def crash(game: Game, name: str, query: str) -> bool:
    """Kill a part at the moment when the query finds a row; False when it has found its end before the part died."""
    supervisor, data = game.service.supervisor, game.service.place.data
    if not caught(data, query):
        return False
    pid = supervisor.pid(name)
    supervisor.kill(name)
    until(lambda: not lives(pid), f"{name} to be dead")
    in_the_middle = bool(rows(data, query))
    if name == "redis":
        shutil.rmtree(data / "redis" / "appendonlydir", ignore_errors=True)  # its successor may be at work there
    else:
        let_time_pass(data)
    until(lambda: supervisor.pid(name) != pid, f"{name} to be started again")
    supervisor.wait_ready(name)
    return in_the_middle


def lives(pid: int) -> bool:
    """Is there still a process in the group that this one led?"""
    try:
        os.killpg(pid, 0)
    except ProcessLookupError:
        return False
    return True


def caught(data: Path, query: str) -> bool:
    """Does the query find something within a second? Asked without a pause: the moment is short."""
    with closing(sqlite3.connect(data / "bruges.sqlite3", timeout=20)) as database:
        end = time.monotonic() + 1
        while time.monotonic() < end:
            if database.execute(query).fetchone():
                return True
    return False


def let_time_pass(data: Path) -> None:
    """While no worker lives: what the dead one had in its hands is so old that the sweep takes it up at once."""
    with closing(sqlite3.connect(data / "bruges.sqlite3", timeout=20)) as database, database:
        database.execute(
            "update tournaments_inboundletter set read_at = datetime(read_at, '-1 hour') where state = 'reading'"
        )
        database.execute(
            "update tournaments_outboundletter set due_at = datetime(due_at, '-1 hour') where state = 'in-flight'"
        )


def standing(data: Path) -> str:
    """The numbers of letters by state, for the message of a game that is stuck."""
    letters_in = rows(data, "select state, count(*) as n from tournaments_inboundletter group by state")
    letters_out = rows(data, "select state, count(*) as n from tournaments_outboundletter group by state")
    return f"in: {letters_in}, out: {letters_out}"


def no_letter_in_is_lost_or_doubled(game: Game, data: Path) -> None:
    """Each answer that was sent is one row, was read to its end, is written in the journal once and answered once."""
    letters = rows(data, "select id, state, trouble from tournaments_inboundletter")
    assert {letter["state"] for letter in letters} == {"done"}, letters
    carried_out = [row["letter"] for row in rows(data, JOURNAL)]
    assert sorted(carried_out) == sorted(letter["id"] for letter in letters)
    answered = Counter(row["answers_id"] for row in rows(data, ANSWERS))
    assert set(answered.values()) == {1}


def no_letter_out_is_lost_or_doubled(game: Game, data: Path) -> None:
    """The mailboxes hold what the outbox says; a letter that came twice did so under one Message-ID."""
    written = rows(data, 'select message_id, "to" as recipient, attempts from tournaments_outboundletter')
    for client, box in zip(game.clients, game.mailboxes(), strict=True):
        came = Counter(str(letter["Message-ID"]).strip() for letter in box.letters())
        mine = {row["message_id"]: row["attempts"] for row in written if row["recipient"] == client.address}
        assert set(came) == set(mine)
        assert all(times <= mine[message_id] for message_id, times in came.items())
        assert len({str(letter["Message-ID"]) for letter in client.finals}) == 1
