"""Quiet copies: every letter also goes to a second address that the player has proved, and nobody else hears of it."""

from __future__ import annotations

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone

from tests.shared.cast import Cast
from tests.shared.post import ask_for_link, deliver, name_address, newest
from tournaments.actions.player import addresses, bounces, people, preferences
from tournaments.language.refusals import NotYours
from tournaments.models import Address, InboundLetter, JournalLine, OutboundLetter, Player, Seat
from tournaments.outbox import limits, outbox
from tournaments.running import posting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]
State = OutboundLetter.State
SECOND = "second@home.example"


@pytest.fixture
def address(seat: Seat) -> Address:
    """A second address of whoever is asked, to which copies go from now on."""
    address = Address.objects.create(player=seat.player, email=SECOND, verified_at=timezone.now())
    return preferences.copy_letters(seat.player, address.pk, on=True)


def copies() -> list[OutboundLetter]:
    return list(OutboundLetter.objects.filter(to=SECOND).order_by("pk"))


def test_a_letter_goes_to_both_addresses_and_neither_is_told_of_the_other(seat: Seat, address: Address) -> None:
    deliver(newest(seat, "turn"), "status")
    letter, (copy,) = newest(seat, "words"), copies()
    assert posting.post(letter.pk)
    assert posting.post(copy.pk)
    first, second = mail.outbox
    assert isinstance(first, EmailMultiAlternatives)
    assert isinstance(second, EmailMultiAlternatives)
    assert (first.recipients(), second.recipients()) == ([letter.to], [SECOND])
    assert (first.subject, first.body, first.alternatives) == (second.subject, second.body, second.alternatives)
    assert first.extra_headers == second.extra_headers
    assert SECOND not in str(first.message())
    assert letter.to not in str(second.message())


def test_the_copy_may_be_answered_from_the_second_address(seat: Seat, address: Address) -> None:
    deliver(newest(seat, "turn"), "status")
    letter = newest(seat, "words")
    assert deliver(letter, "12", sender=SECOND).verdict == "letter"
    assert seat.turns.filter(ended_at=None).first() is None


def test_what_waited_for_the_daily_letter_and_goes_at_once_after_all_is_copied(seat: Seat, address: Address) -> None:
    player = address.player
    preferences.choose(player, {"news": "digest", "turns": "digest"}, 8)
    browser = Client()
    browser.force_login(Player.objects.filter(seats__table=seat.table).exclude(pk=player.pk)[0])
    browser.post(f"/table/{seat.table_id}/say/", {"words": "hello", "to": ""})
    waiting = player.letters_out.filter(state=State.FOR_DIGEST)
    pks = set(waiting.values_list("pk", flat=True))
    assert pks
    assert not copies()
    preferences.choose(player, {"news": "now", "turns": "now"}, 8)
    assert {copy.copy_of_id for copy in copies()} == pks


def test_a_question_that_is_sent_again_is_copied_unless_it_was(seat: Seat, address: Address) -> None:
    question, player = newest(seat, "turn"), address.player
    OutboundLetter.objects.filter(pk=question.pk).update(state=State.FAILED)
    for _ in range(2):
        assert outbox.catch_up(player, timezone.now()) == 1
        assert [copy.copy_of_id for copy in copies()] == [question.pk]
        OutboundLetter.objects.filter(pk=question.pk).update(state=State.SENT)


def test_a_yes_to_a_copy_is_a_yes_to_the_letter(seat: Seat, address: Address) -> None:
    first = newest(seat, "turn")
    deliver(first, "12")
    assert newest(seat, "orders_account").copies.get().to == SECOND
    assert limits.errors(seat, InboundLetter(serial=first.serial)).left == limits.ERROR_ANSWERS - 1


def test_links_that_sign_in_and_questions_who_wrote_go_to_the_registered_address_alone(
    seat: Seat, address: Address
) -> None:
    ask_for_link(seat.player.email)
    deliver(newest(seat, "turn"), "12", sender="stranger@example.com")
    assert set(OutboundLetter.objects.filter(player=seat.player).values_list("kind", flat=True)) >= {
        "sign_in",
        "was_this_you",
    }
    assert copies() == []


def test_an_address_that_nobody_has_proved_gets_no_copies(cast: Cast) -> None:
    unproved = name_address(cast.player, SECOND)
    with pytest.raises(NotYours):
        preferences.copy_letters(cast.player, unproved.pk, on=True)


def test_nobody_has_copies_sent_to_an_address_of_another(cast: Cast, address: Address) -> None:
    other = next(player for player in cast.players if player != address.player)
    with pytest.raises(NotYours):
        preferences.copy_letters(other, address.pk, on=False)


def test_copies_that_come_back_end_and_the_player_is_reached_as_before(seat: Seat, address: Address) -> None:
    assert bounces.address_is_dead(SECOND, "their host refuses it") is None
    address.refresh_from_db()
    assert not address.copies
    assert Player.objects.get(pk=seat.player_id).dead_at is None
    assert SECOND not in JournalLine.objects.get(verb="copies end").words


def test_a_copy_that_waits_does_not_go_to_an_address_that_was_given_up(seat: Seat, address: Address) -> None:
    deliver(newest(seat, "turn"), "status")
    deliver(newest(seat, "turn"), "log")
    first, second = copies()
    preferences.copy_letters(seat.player, address.pk, on=False)
    assert not posting.post(first.pk)
    addresses.remove(seat.player, address.pk)
    assert not posting.post(second.pk)
    assert mail.outbox == []
    assert {copy.state for copy in copies()} == {OutboundLetter.State.NOT_WANTED}


def test_an_erased_player_gets_no_copies(seat: Seat, address: Address) -> None:
    deliver(newest(seat, "turn"), "status")
    assert OutboundLetter.objects.filter(to=SECOND, kind="copy").exists()
    people.erase(seat.player, seat.player)
    assert not OutboundLetter.objects.filter(to=SECOND).exists()
    assert not OutboundLetter.objects.filter(kind="copy", state="queued").exists()


def test_the_organiser_sees_the_letter_and_not_where_else_it_went(seat: Seat, address: Address, cast: Cast) -> None:
    deliver(newest(seat, "turn"), "status")
    (copy,) = copies()
    desk = Client()
    desk.force_login(cast.organiser)
    assert SECOND not in desk.get("/desk/tournaments/outboundletter/").content.decode()
    assert desk.get(f"/desk/tournaments/outboundletter/{copy.pk}/change/").status_code != 200


def test_copies_begin_and_end_with_a_button_on_the_profile(seat: Seat, address: Address) -> None:
    browser = Client()
    browser.force_login(seat.player)
    url = f"/profile/address/{address.pk}/copies/"
    assert "except those that only your first address may act on" in browser.get("/profile/").content.decode()
    assert browser.get(url).status_code == 302
    assert "No more copies go to" in browser.post(url, {"copies": "off"}, follow=True).content.decode()
    deliver(newest(seat, "turn"), "status")
    assert copies() == []
    browser.post(url, {"copies": "on"})
    address.refresh_from_db()
    assert address.copies
