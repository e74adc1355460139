"""A letter to the service's own address in a player's name, for which nobody vouches: it may ask and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Model

from tests.shared.cast import Cast, asked_seat, make_cast, only_table, running_league
from tests.shared.post import newest, reply
from tournaments.actions.player import bounces
from tournaments.inbox import ingest
from tournaments.letters import headers
from tournaments.models import (
    Address,
    Case,
    Entry,
    InboundLetter,
    League,
    LogEntry,
    Note,
    OutboundLetter,
    Player,
    Press,
    Seat,
    Turn,
)
from tournaments.queries import matches

pytestmark = pytest.mark.django_db
KEPT: tuple[type[Model], ...] = (
    Seat, Turn, LogEntry, Player, Entry, Press, Note, Case, Address, League,
)  # fmt: skip
# Each begins as a question does, and one reader or another finds an order in it; {move} is one that could be played.
ASKING = (
    "status", "hel x; {move}", "hel x; 1", "rul x then {move}", "help; {move}", "rul, {move}", "gam; undo",
    "hel y; forget", "hel z / {move}", "log\nhel x; go on", "help me with this", "boa", "orders\n1",
)  # fmt: skip
SUBJECTS = ("your move", "{move}", "undo", "say: hello", "forget")


def leave_to_the_stand_in(seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(mover=Seat.Mover.STAND_IN)


def lose_the_mailbox(seat: Seat) -> None:
    assert seat.player is not None
    bounces.address_is_dead(seat.player.email, "there is no such mailbox")


def be_there(seat: Seat) -> None:
    pass


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def seat(cast: Cast) -> Seat:
    return asked_seat(only_table(running_league(cast)))


def kept() -> dict[str, list[str]]:
    """Everything that a letter might change, by model."""
    return {model.__name__: sorted(map(repr, model._default_manager.values_list())) for model in KEPT}


def forged(seat: Seat, body: str, subject: str) -> InboundLetter:
    assert seat.player is not None
    raw = f"From: {seat.player.email}\r\nSubject: {subject}\r\n\r\n{body}\r\n".encode()
    row = ingest.ingest(raw, headers.bare_address(), "who@elsewhere.example")
    ingest.read(row.pk)
    row.refresh_from_db()
    return row


def each(move: str) -> Iterable[tuple[str, str]]:
    for at, body in enumerate(ASKING):
        for subject in (SUBJECTS[0], SUBJECTS[1 + at % 4]):
            yield body.format(move=move), subject.format(move=move)


@pytest.mark.parametrize("state", [be_there, leave_to_the_stand_in, lose_the_mailbox])
def test_whatever_is_written_in_a_players_name_changes_nothing(seat: Seat, state: Callable[[Seat], Any]) -> None:
    state(seat)
    decision = matches.load(seat.table).decision(seat.number)
    assert decision is not None
    before = kept()
    for body, subject in each(decision.moves[0].text):
        with transaction.atomic():
            row = forged(seat, body, subject)
            assert kept() == before, (body, subject)
            assert row.state == InboundLetter.State.HELD or row.verdict in ("asked", "letter", "empty")
            transaction.set_rollback(True)


def test_a_question_is_answered_all_the_same(seat: Seat) -> None:
    row = forged(seat, "status\nlog", "your move")
    assert row.verdict == "asked"
    answer = OutboundLetter.objects.get(answers=row)
    assert (answer.kind, answer.player, answer.to) == ("words", seat.player, newest(seat, "turn").to)


def test_one_that_is_surely_the_players_brings_them_back(seat: Seat) -> None:
    leave_to_the_stand_in(seat)
    lose_the_mailbox(seat)
    turn, before = newest(seat, "turn"), kept()
    row = ingest.ingest(reply(turn, "status", to=headers.bare_address(), references=False), headers.bare_address())
    InboundLetter.objects.filter(pk=row.pk).update(auth_results=VOUCHED.format(turn.to.partition("@")[2]))
    ingest.read(row.pk)
    assert kept() != before
    seat.refresh_from_db()
    assert (seat.mover, Player.objects.get(pk=seat.player_id).dead_at) == (Seat.Mover.PLAYER, None)
    assert OutboundLetter.objects.get(answers=row).state == OutboundLetter.State.QUEUED


VOUCHED = "mail.example.org; dmarc=pass header.from={}"


@pytest.fixture(autouse=True)
def trusted(settings: Any) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mail.example.org",)
