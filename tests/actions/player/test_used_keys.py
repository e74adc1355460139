"""Every mailed key and question works until it has been used or its person was erased, and never again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat, make_cast, only_table, prepared_league, running_league
from tests.shared.post import answer_requests, ask_for_link, deliver, name_address, newest, sign_up
from tournaments.actions.league import invitations, joining, leagues
from tournaments.actions.player import addresses, people, sign_in_links
from tournaments.actions.seats import offers, seats
from tournaments.models import Address, Entry, League, OutboundLetter, Player, Seat

pytestmark = pytest.mark.django_db
EMAIL, SECOND = "nina@example.net", "nina@work.example"
FILLED = {"name": "Nina", "zone": "UTC", "accept": "on", "answer": "take"}


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def page_in(letter: OutboundLetter) -> str:
    found = re.search(r"https://play\.example\.org(/\S+)", letter.text)
    assert found is not None
    return found[1]


def sign_up_page() -> str:
    sign_in_links.ask_to_sign_up(EMAIL, "Nina", "UTC")
    answer_requests()
    return page_in(OutboundLetter.objects.filter(kind="sign_up").latest("pk"))


def press(page: str) -> int:
    path, _, token = page.partition("?sesame=")
    return Client().post(path, {**FILLED, **({"sesame": token} if token else {})}).status_code


def test_a_sign_up_key_that_was_used_makes_no_account_once_the_person_is_erased() -> None:
    used, unused = sign_up_page(), sign_up_page()
    assert press(used) == 302
    nina = Player.objects.get()
    people.erase(nina, nina)
    for page in (used, unused):
        answer = Client().get(page)
        assert answer.status_code == press(page) == 410
        assert EMAIL not in answer.content.decode()
    assert Player.objects.count() == 1
    assert press(sign_up_page()) == 302, "who signs up anew gets a new key"
    assert Player.objects.filter(email=EMAIL).exists()


@pytest.mark.parametrize("how", ["proved", "invited"])
def test_a_sign_up_key_ends_when_its_address_comes_to_somebody_by_another_way(cast: Cast, how: str) -> None:
    page = sign_up_page()
    if how == "proved":
        name_address(cast.player, EMAIL)
        press(page_in(OutboundLetter.objects.get(kind="verify_address")))
        addresses.remove(cast.player, Address.objects.get().pk)
    else:
        league = prepared_league(cast, access=League.Access.INVITATION)
        invitations.invite(league, cast.organiser, EMAIL)
        press(page_in(OutboundLetter.objects.get(kind="invited")))
        nina = Player.objects.get(email=EMAIL)
        people.erase(nina, nina)
    assert press(page) == 410
    assert not Player.objects.filter(email=EMAIL).exists()


def keys_of(cast: Cast, nina: Player) -> Iterator[str]:
    """The pages behind letters to a player, none of them opened so far."""
    ask_for_link(EMAIL)
    yield page_in(OutboundLetter.objects.filter(kind="sign_in").latest("pk"))
    name_address(nina, SECOND)
    yield page_in(OutboundLetter.objects.get(kind="verify_address"))
    league = prepared_league(cast, name="Guests", tag="Guests", access=League.Access.INVITATION)
    invitations.invite(league, cast.organiser, EMAIL)
    yield page_in(OutboundLetter.objects.get(kind="invited"))
    seat = asked_seat(only_table(running_league(cast)))
    offers.give(seat.pk, EMAIL, "", cast.organiser, "why", epoch=0)
    yield page_in(OutboundLetter.objects.get(kind="seat_offered"))


def test_no_key_that_was_mailed_before_its_person_was_erased_does_anything(cast: Cast) -> None:
    nina = sign_up(EMAIL, "Nina")
    pages = list(keys_of(cast, nina))
    people.erase(nina, nina)
    before = Player.objects.count(), Entry.objects.count(), Seat.objects.filter(player=nina).count()
    assert [press(page) for page in pages] == [410] * len(pages)
    after = Player.objects.count(), Entry.objects.count(), Seat.objects.filter(player=nina).count()
    assert after == before
    assert not Address.objects.exists()


def test_no_key_does_a_second_time_what_its_first_press_has_done(cast: Cast) -> None:
    """The effect of each is taken back in between."""
    nina = sign_up(EMAIL, "Nina")
    sign_in, address, invitation, offer = keys_of(cast, nina)
    assert [press(page) for page in (sign_in, address, invitation, offer)] == [302, 200, 302, 302]
    addresses.remove(nina, Address.objects.get().pk)
    leagues.leave(League.objects.get(tag="Guests"), nina)
    people.erase(nina, nina)
    assert [press(page) for page in (sign_in, address, invitation, offer)] == [410] * 4
    assert not Player.objects.filter(email=EMAIL).exists()
    assert not Entry.objects.filter(league__tag="Guests", state=Entry.State.IN).exists()


def test_an_invitation_that_was_used_stays_dead_when_its_person_is_invited_again(cast: Cast) -> None:
    league = prepared_league(cast, access=League.Access.INVITATION)
    invitations.invite(league, cast.organiser, EMAIL)
    old = page_in(OutboundLetter.objects.get(kind="invited"))
    assert press(old) == 302
    nina = Player.objects.get(email=EMAIL)
    leagues.leave(league, nina)
    OutboundLetter.objects.filter(kind="invited").delete()
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        invitations.invite(league, cast.organiser, EMAIL)
    new = page_in(OutboundLetter.objects.get(kind="invited"))
    assert press(old) == 410
    assert not league.entries.filter(player=nina, state=Entry.State.IN).exists()
    assert press(new) == 302
    assert league.entries.filter(player=nina, state=Entry.State.IN).exists()


def test_a_yes_to_the_settings_of_a_league_enters_once(cast: Cast) -> None:
    league = prepared_league(cast)
    question = OutboundLetter.objects.create(
        dedupe="x", kind=joining.ASKED, player=cast.player, league=league, to=EMAIL, sender=EMAIL, subject="", text="",
        message_id="x", due_at=timezone.now(),
    )  # fmt: skip
    assert joining.agree(question, cast.player) == ""
    leagues.leave(league, cast.player)
    assert "counts once" in joining.agree(question, cast.player)
    assert league.entries.get().state == Entry.State.LEFT


def test_a_yes_to_resigning_counts_once_also_when_the_seat_was_given_back(cast: Cast) -> None:
    seat = asked_seat(only_table(running_league(cast)))
    deliver(newest(seat, "turn"), "resign")
    question = newest(seat, "resign_asked")
    assert deliver(question, "yes").verdict == "yes"
    seats.give_back(seat.pk, cast.organiser, "a mistake")
    deliver(newest(seat), "yes", headers=[f"References: {question.message_id}"], references=False)
    seat.refresh_from_db()
    assert seat.mover == Seat.Mover.PLAYER
