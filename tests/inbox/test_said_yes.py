"""A letter that its player has said yes to is theirs until it is read, whoever has the seat by then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import Settings

from tests.inbox.test_ingest_workers import died_thrice
from tests.shared.cast import Cast
from tests.shared.post import address_of, answers_to, deliver, newest, reply
from tournaments.actions.commands import held_letters
from tournaments.actions.seats import substitutes
from tournaments.inbox import ingest
from tournaments.letters import headers
from tournaments.models import InboundLetter, OutboundLetter, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
ELSEWHERE = "anna.private@elsewhere.example"
State = InboundLetter.State
FORGED = "Authentication-Results: mx.example.org; dmarc=fail header.from=example.net"
GENUINE = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net"


@pytest.fixture
def said_yes(seat: Seat) -> InboundLetter:
    """A letter from an address that we do not know, to which the player of the seat has said yes; not read yet."""
    row = deliver(newest(seat, "turn"), "say: my own words", "always climb 2", sender=ELSEWHERE)
    assert deliver(newest(seat, "was_this_you"), "yes").verdict == "yes"
    row.refresh_from_db()
    assert (row.state, row.player) == (State.RECEIVED, seat.player)
    return row


def at_once(row: InboundLetter, cast: Cast, give_away: Callable[[], object]) -> None:
    give_away()


def laid_aside_meanwhile(row: InboundLetter, cast: Cast, give_away: Callable[[], object]) -> None:
    lay_aside(row)
    give_away()
    held_letters.read_again(row, cast.organiser)


def lay_aside(row: InboundLetter) -> None:
    InboundLetter.objects.filter(pk=row.pk).update(**died_thrice())
    assert ingest.read(row.pk) == ""
    row.refresh_from_db()
    assert row.state == State.LAID_ASIDE


def give_to_outsider(seat: Seat, cast: Cast) -> None:
    seat.refresh_from_db()
    substitutes.give_seat(seat.pk, cast.outsider, cast.organiser, "moved away", epoch=seat.token_epoch)


@pytest.mark.parametrize("how", [at_once, laid_aside_meanwhile])
def test_its_answer_goes_to_who_said_yes_where_the_seat_is_somebody_elses_by_now(
    seat: Seat, cast: Cast, said_yes: InboundLetter, how: Callable[..., None]
) -> None:
    how(said_yes, cast, lambda: give_to_outsider(seat, cast))
    before = OutboundLetter.objects.latest("pk").pk
    assert ingest.read(said_yes.pk) == "former seat"
    said_yes.refresh_from_db()
    assert (said_yes.player, said_yes.seat) == (seat.player, None)
    written = OutboundLetter.objects.filter(pk__gt=before)
    assert [(letter.kind, letter.to) for letter in written] == [("no_longer_yours", seat.owner.email)]
    assert "my own words" in written[0].text.replace("\xa0", " ")
    assert not OutboundLetter.objects.filter(to=cast.outsider.email, text__contains="own words").exists()


def test_its_answer_goes_to_who_said_yes_where_they_have_ended_its_address(seat: Seat, said_yes: InboundLetter) -> None:
    Seat.objects.filter(pk=seat.pk).update(token_epoch=seat.token_epoch + 1)
    assert ingest.read(said_yes.pk) == "former seat"
    assert OutboundLetter.objects.get(answers=said_yes, kind="no_longer_yours").player == seat.player


@pytest.mark.parametrize("given_away", [False, True], ids=["still theirs", "somebody else's by now"])
def test_who_said_yes_hears_that_it_was_laid_aside(
    seat: Seat, cast: Cast, said_yes: InboundLetter, given_away: bool
) -> None:
    if given_away:
        give_to_outsider(seat, cast)
    lay_aside(said_yes)
    answer = OutboundLetter.objects.get(answers=said_yes, kind="answered")
    assert (answer.kind, answer.to) == ("answered", seat.owner.email)
    assert "could not be read" in answer.text


def test_who_wrote_for_a_seat_of_theirs_hears_that_it_was_laid_aside_though_another_has_it_by_now(
    seat: Seat, cast: Cast
) -> None:
    letter = newest(seat, "turn")
    row = ingest.ingest(reply(letter, "say: my own words"), address_of(letter), letter.to)
    give_to_outsider(seat, cast)
    lay_aside(row)
    assert answers_to(row) == ["answered"]
    assert OutboundLetter.objects.get(answers=row).to == seat.owner.email


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"sender": ELSEWHERE}, "We do not know that address as yours."),
        ({"headers": [FORGED]}, "The host of that address disowns it: it may be forged."),
        ({"to": headers.bare_address(), "references": False}, "to which anybody can write in your name."),
        ({"to": headers.bare_address(), "references": False, "headers": [GENUINE]}, "to which anybody can write"),
    ],
)
@pytest.mark.parametrize("line", ["12", "quiet 22-7"])
def test_the_question_says_what_is_not_known(
    seat: Seat, settings: Settings, how: dict[str, Any], why: str, line: str
) -> None:
    settings.TRUSTED_AUTHSERV_IDS = ("mx.example.org",)
    assert deliver(newest(seat, "turn"), line, **how).state == State.HELD
    question = OutboundLetter.objects.get(kind="was_this_you", player=seat.player)
    assert why in " ".join(question.text.split())
