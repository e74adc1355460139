"""Signing up and in, second addresses, being erased."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Cast, asked_seat, make_cast, only_table, running_league
from tests.post import deliver, newest
from tournaments.actions import leagues, people, preferences
from tournaments.actions.refusals import AddressTaken, BadSettings, LinkExpired, NotYours, TooOften
from tournaments.mail import posting
from tournaments.models import Address, InboundLetter, JournalLine, OutboundLetter, Player, Seat
from tournaments.standings import shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def links_to(email: str) -> int:
    return OutboundLetter.objects.filter(to=email, kind="sign_in").count()


def test_signing_up_makes_an_unproved_player_and_mails_a_link() -> None:
    people.sign_up("Eve@Example.NET", "Eve  Łódź", "Europe/Warsaw")
    player = Player.objects.get(email="eve@example.net")
    assert (player.name, player.verified_at) == ("Eve Łódź", None)
    assert not player.has_usable_password()
    assert links_to("eve@example.net") == 1
    assert people.confirm(player).verified_at is not None


def test_signing_up_with_a_known_address_looks_the_same_and_changes_nothing(cast: Cast) -> None:
    people.sign_up("ANNA@example.net", "Somebody Else", "UTC")
    cast.player.refresh_from_db()
    assert cast.player.name == "Anna"
    assert links_to("anna@example.net") == 1


@pytest.mark.parametrize(
    ("name", "zone", "words"),
    [("Eve\r\nBcc: x@y.example", "UTC", "one line"), ("Eve", "Mars/Olympus", "no time zone"), ("", "UTC", "blank")],
)
def test_names_and_zones_are_checked(name: str, zone: str, words: str) -> None:
    with pytest.raises(BadSettings, match=words):
        people.sign_up("eve@example.net", name, zone)
    assert not Player.objects.exists()


def test_an_address_that_is_taken_after_it_was_looked_for_is_its_new_player_s(cast: Cast) -> None:
    """Between the look and the storing of two sign-ups at once: both get the usual answer."""
    late = Player(email=cast.player.email.upper(), name="Nina", zone="UTC")
    assert people._first_of_the_address(late) == cast.player
    Player.objects.filter(pk=cast.player.pk).update(is_active=False)
    assert people._first_of_the_address(late) is None


def test_a_link_for_an_unknown_address_is_not_sent_and_nobody_can_tell(cast: Cast) -> None:
    people.request_link("nobody@example.net")
    people.request_link("anna@example.net")
    assert OutboundLetter.objects.filter(kind="sign_in").count() == links_to("anna@example.net") == 1


@pytest.mark.parametrize("email", ["anna@example.net", "nobody@example.net"])
def test_links_are_limited_for_known_and_unknown_addresses_alike(cast: Cast, email: str) -> None:
    for _ in range(people.LINKS_AN_HOUR):
        people.request_link(email)
    with pytest.raises(TooOften):
        people.request_link(email.upper())
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        people.request_link(email)


def test_links_are_limited_by_where_they_are_asked_for(cast: Cast) -> None:
    for number in range(people.LINKS_AN_HOUR_FROM_ONE_PLACE):
        people.request_link(f"nobody{number}@example.net", origin="203.0.113.7")
    with pytest.raises(TooOften):
        people.request_link("anna@example.net", origin="203.0.113.7")
    people.request_link("anna@example.net", origin="203.0.113.8")


def test_a_link_goes_to_a_dead_mailbox_too_and_is_not_kept_once_sent(cast: Cast) -> None:
    cast.player.dead_at = timezone.now()
    cast.player.save()
    people.request_link("anna@example.net")
    letter = OutboundLetter.objects.get(kind="sign_in")
    assert "sesame=" in letter.text
    assert posting.post(letter.pk)
    letter.refresh_from_db()
    assert (letter.state, letter.text, letter.html) == (OutboundLetter.State.SENT, "", "")
    people.confirm(cast.player)
    cast.player.refresh_from_db()
    assert cast.player.dead_at is None


def verify_url(email: str) -> str:
    text = OutboundLetter.objects.get(to=email, kind="verify_address").text
    found = re.search(r"https://play\.example\.org(\S+)", text)
    assert found
    return found[1]


def test_a_second_address_counts_after_the_button_behind_its_own_letter(cast: Cast, client: Client) -> None:
    people.add_address(cast.player, "Anna@Work.example")
    url = verify_url("anna@work.example")
    assert client.get(url).status_code == 200
    assert Address.objects.get().verified_at is None
    assert client.post(url).status_code == 200
    assert Address.objects.get().verified_at is not None
    assert people.player_of("ANNA@work.example") == cast.player
    people.request_link("anna@work.example")
    assert links_to("anna@example.net") == 1


def test_an_address_that_belongs_to_somebody_cannot_be_named(cast: Cast) -> None:
    with pytest.raises(AddressTaken):
        people.add_address(cast.player, cast.opponent.email)
    people.verify_address(key_for(cast, "anna@work.example"))
    with pytest.raises(AddressTaken):
        people.add_address(cast.opponent, "anna@work.example")


def key_for(cast: Cast, email: str) -> str:
    people.add_address(cast.player, email)
    return verify_url(email).rstrip("/").rpartition("/")[2]


def test_altered_and_old_links_prove_nothing(cast: Cast, client: Client) -> None:
    key = key_for(cast, "anna@work.example")
    with pytest.raises(LinkExpired):
        people.verify_address(key[:-1] + ("a" if key[-1] != "a" else "b"))
    with time_machine.travel(timezone.now() + timedelta(days=4)), pytest.raises(LinkExpired):
        people.verify_address(key)
    assert client.post(reverse("doors:verify-address", args=("nonsense",))).status_code == 410
    assert Address.objects.get().verified_at is None


def test_an_erased_player_is_nameless_and_the_game_goes_on(cast: Cast) -> None:
    league = running_league(cast)
    table = only_table(league)
    seat = asked_seat(table)
    player = seat.player
    assert player is not None
    name, email = player.name, player.email
    deliver(newest(seat), "status")
    preferences.speak(player, "de")
    with pytest.raises(NotYours):
        people.erase(player, cast.outsider)
    people.erase(player, player)
    people.erase(player, player)
    player.refresh_from_db()
    seat.refresh_from_db()
    assert (player.name, player.language, player.is_active) == ("former player", "en", False)
    assert seat.mover == Seat.Mover.BOT
    assert asked_seat(table).pk != seat.pk
    assert not Player.objects.filter(email=email).exists()
    assert bytes(InboundLetter.objects.get().raw) == b""
    own = OutboundLetter.objects.filter(player=player)
    assert not own.filter(to=email).exists()
    assert not own.exclude(text="").exists()
    assert not JournalLine.objects.filter(words__contains=name).exists()
    assert "former player" in [row.name for row in shown(league, leagues.standings(league))]
