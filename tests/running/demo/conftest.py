"""A letter that the service has really written, as it lies in a mailbox of the post office."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller

from tests.shared.cast import Cast, asked_seat, make_cast, only_table, running_league
from tests.shared.post import newest
from tournaments.models import OutboundLetter, Seat
from tournaments.outbox import outbox
from tournaments.running.demo.post_office import parse, post_office
from tournaments.running.installation import HOST, free_port


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def seat(cast: Cast) -> Seat:
    """The seat that is asked first in a league that has just begun."""
    return asked_seat(only_table(running_league(cast)))


def as_it_came(letter: OutboundLetter) -> EmailMessage:
    """A letter of the outbox as mail."""
    return parse(outbox.message_of(letter).message().as_bytes())


@pytest.fixture
def turn_letter(seat: Seat) -> EmailMessage:
    return as_it_came(newest(seat, "turn"))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Controller]:
    """A real SMTP server, whose mail lies in maildirs below `tmp_path / "post"`."""
    office = post_office(tmp_path / "post", HOST, free_port())
    office.start()
    try:
        yield office
    finally:
        office.stop()
