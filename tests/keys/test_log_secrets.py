"""A whole game at the most talkative level: no token, no address and no line of a letter gets into the logs."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from tests.by_mail import whole_game
from tests.outbox.hosts import Host
from tests.shared import logged
from tests.shared.cast import Cast, only_table, running_league
from tests.shared.post import ask_for_link, deliver, newest
from tournaments.actions.player import preferences
from tournaments.keys.address import BODY_LETTERS
from tournaments.models import InboundLetter, OutboundLetter, Player, Seat
from tournaments.queries import calendars
from tournaments.running import posting
from tournaments.running.installation import free_port

pytestmark = pytest.mark.django_db
TELLING = 24  # characters of a line that no log has by chance
POSTED_EACH, REFUSED_EACH = 3, 27  # letters between two that are posted, and between two that are put off


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The lines of the service's log when everything is asked for."""
    with logged.everything() as written:
        yield written


def play_and_post(cast: Cast, host: Host, settings: Settings) -> None:
    """A game by mail with all that goes wrong: refused and put-off letters, strangers, links that sign in."""
    for count, shown in enumerate(whole_game.play(only_table(running_league(cast)), cast)):
        if shown.letter is not None and count % POSTED_EACH == 0:
            host.to_recipient = "450 4.2.0 <{address}> is greylisted" if count % REFUSED_EACH == 0 else "250 OK"
            posting.post(shown.letter.pk)
    seat = Seat.objects.select_related("player", "table__league").first()
    host.to_recipient = "550 5.1.1 <{address}>: no such user"
    waiting = OutboundLetter.objects.filter(state="queued")
    posting.post(waiting.first().pk)
    settings.EMAIL_PORT = free_port()
    posting.post(waiting.first().pk)
    deliver(newest(seat), "undo", sender="stranger@example.com")
    deliver(newest(seat), "status", to=f"play+k1{'a' * BODY_LETTERS}@mail.example.org", references=False)
    ask_for_link(seat.player.email)
    preferences.choose(seat.player, {"turns": "digest", "news": "digest"}, 8, calendar_files=True)
    browser = Client()
    for letter in OutboundLetter.objects.filter(headers__has_key="List-Unsubscribe")[:3]:
        browser.get(letter.headers["List-Unsubscribe"].strip("<>").removeprefix("https://play.example.org"))
    calendar = calendars.address(seat.player).removeprefix("https://play.example.org")
    assert [browser.get(calendar).status_code, browser.post(calendar).status_code] == [200, 405]


def lines_of_letters() -> Iterator[str]:
    for text in OutboundLetter.objects.values_list("text", flat=True):
        yield from text.splitlines()
    for raw in InboundLetter.objects.values_list("raw", flat=True):
        yield from bytes(raw).decode().splitlines()


def secrets() -> Iterator[str]:
    yield from Player.objects.values_list("email", flat=True)
    yield "stranger@example.com"
    for letter in OutboundLetter.objects.all():
        yield from letter.headers.get("List-Unsubscribe", "").strip("<>").rstrip("/").rpartition("/")[2:]
        yield letter.message_id.strip("<>").partition("@")[0].rpartition(".")[2]
    for player in Player.objects.all():
        yield calendars.address(player).rpartition("/")[2]


def test_nothing_of_a_whole_game_by_mail_can_be_read_in_the_logs(
    cast: Cast, host: Host, log: io.StringIO, settings: Settings
) -> None:
    play_and_post(cast, host, settings)
    text = log.getvalue()
    assert len(text.splitlines()) > 50
    assert "ConnectionRefusedError" in text
    assert [secret for secret in set(secrets()) if secret and secret in text] == []
    starts = {line.strip()[:TELLING] for line in lines_of_letters() if len(line.strip()) >= TELLING}
    assert len(starts) > 1000
    found = {text[at : at + TELLING] for at in range(len(text))} & starts
    assert found == set()
