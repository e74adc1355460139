"""What anybody may have written in a player's name uses up nothing of what the player's own letters may do."""

from __future__ import annotations

from itertools import count

import pytest
from pytest_django import Settings

from tests.shared.cast import Cast, running_league
from tests.shared.post import address_of, answers_to, deliver, newest, reply
from tournaments.inbox import ingest, volume
from tournaments.letters import headers
from tournaments.models import InboundLetter, Seat
from tournaments.outbox import limits

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
UNKNOWN = "recruit the prince in blue"
FEW = 2
numbers = count(1)


def forged(seat: Seat, *lines: str, message_id: str = "", head: str = "") -> InboundLetter:
    """A letter to the service's own address in the name of a seat's player, for which no host vouches; read."""
    message_id = message_id or f"<{next(numbers)}@evil.example>"
    top = [f"From: {seat.player.email}", f"Message-ID: {message_id}", "Subject: x", *([head] if head else [])]
    raw = "\r\n".join([*top, "", *lines, ""]).encode()
    row = ingest.ingest(raw, headers.bare_address(), "e@evil.example")
    ingest.read(row.pk)
    row.refresh_from_db()
    return row


def test_forged_letters_without_a_line_leave_the_players_own_letters_at_once(seat: Seat, settings: Settings) -> None:
    settings.LETTERS_AT_ONCE = FEW
    assert {forged(seat).verdict for _ in range(2 * FEW)} == {"empty"}
    letter = newest(seat, "turn")
    assert ingest.ingest(reply(letter, "forget"), address_of(letter), letter.to).queue == ""


def test_forged_letters_without_a_line_use_up_none_of_the_players_bytes(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(volume, "OF_A_PLAYER", 30)
    long = f"X-Long: {'h' * 12_000}"
    rows = [forged(seat, head=long) for _ in range(4)]
    assert [bool(row.raw) for row in rows] == [True, True, False, False]
    assert deliver(newest(seat, "turn"), "status", headers=[long]).raw


@pytest.mark.parametrize("lines", [(UNKNOWN,), ()])
def test_forged_letters_that_say_the_same_silence_no_answer_to_the_player(
    lines: tuple[str, ...], seat: Seat, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SAME_WORDS_A_DAY", FEW)
    if lines:
        running_league(cast)  # with two tables the player is asked for which of them it is
    assert [forged(seat, *lines).verdict for _ in range(FEW + 1)][-1] == "goes round"
    assert answers_to(deliver(newest(seat, "turn"), *lines, quote=not lines)) == ["orders_refused"]


def test_a_forged_letter_with_the_message_id_of_the_players_own_stands_for_nothing(seat: Seat) -> None:
    own = "<known-beforehand@client.example>"
    assert forged(seat, message_id=own).verdict == "empty"
    assert deliver(newest(seat, "turn"), "status", message_id=own).verdict == "letter"


def test_what_proves_a_letter_is_known_before_it_is_read(seat: Seat, settings: Settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ["mx.example.org"]
    letter, domain = newest(seat, "turn"), seat.player.email.partition("@")[2]
    said = f"mx.example.org; dmarc=pass header.from={domain}"
    raw, bare = reply(letter, "status"), headers.bare_address()
    assert ingest.ingest(raw, address_of(letter), letter.to).proved
    assert ingest.ingest(reply(letter, "status", to=bare, references=False), bare, letter.to, said).proved
    assert not ingest.ingest(reply(letter, "status", to=bare, references=False), bare, letter.to).proved
    assert not ingest.ingest(reply(letter, "status", sender="e@evil.example"), address_of(letter), "e@x.example").proved
