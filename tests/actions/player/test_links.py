"""Links that are mailed: what a page answers, what a worker writes, how often, and what a press does."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from tests.shared.cast import Cast, make_cast
from tests.shared.post import answer_requests, ask_for_link, name_address, shapes, sign_up
from tournaments.actions.player import people, sign_in_links
from tournaments.language.refusals import BadSettings, TooOften
from tournaments.models import Address, LinkRequest, OutboundLetter, Player
from tournaments.running import posting, sweeps

pytestmark = pytest.mark.django_db
HOME, ELSEWHERE = "203.0.113.7", "198.51.100.1"


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def letters_to(email: str, kind: str = "sign_in") -> int:
    return OutboundLetter.objects.filter(to=email, kind=kind).count()


def sign_up_page() -> str:
    found = re.search(r"https://play\.example\.org(/sign-up/\S+)", OutboundLetter.objects.get(kind="sign_up").text)
    assert found
    return found[1]


# --- signing up ----------------------------------------------------------------------------------


def test_no_letter_to_an_address_that_is_not_proved_says_what_another_has_typed(cast: Cast) -> None:
    name = "Your prize is waiting"
    sign_in_links.ask_to_sign_up("victim@example.net", name, "UTC")
    people.change_profile(cast.player, name, "UTC")
    cast.player.refresh_from_db()
    name_address(cast.player, "second@example.net")
    letters = OutboundLetter.objects.filter(to__in=["victim@example.net", "second@example.net"])
    assert set(letters.values_list("kind", flat=True)) == {"sign_up", "verify_address"}
    for letter in letters:
        assert "prize" not in "".join([letter.subject, letter.text, letter.html, *letter.gist, str(letter.headers)])


def test_signing_up_stores_no_player_until_the_button_is_pressed(client: Client) -> None:
    sign_in_links.ask_to_sign_up("Eve@Example.NET", "Eve  Łódź", "Europe/Warsaw", after="/league/7/")
    answer_requests()
    letter = OutboundLetter.objects.get()
    assert (letter.kind, letter.player, letter.to) == ("sign_up", None, "eve@example.net")
    assert not Player.objects.exists()
    page = client.get(sign_up_page()).content.decode()
    assert "Eve Łódź" in page
    assert "Europe/Warsaw" in page
    assert not Player.objects.exists()
    assert client.post(sign_up_page()).headers["Location"] == "/league/7/"
    eve = Player.objects.get()
    assert (eve.email, eve.name, eve.zone, eve.language) == ("eve@example.net", "Eve Łódź", "Europe/Warsaw", "en")
    assert not eve.has_usable_password()
    assert client.session["_auth_user_id"] == str(eve.pk)


def test_nothing_of_who_has_asked_stays_but_the_letter_and_that_not_for_long() -> None:
    sign_in_links.ask_to_sign_up("eve@example.net", "Eve", "Europe/Warsaw")
    answer_requests()
    assert not LinkRequest.objects.exists()
    letter = OutboundLetter.objects.get()
    assert posting.post(letter.pk)
    letter.refresh_from_db()
    assert (letter.state, letter.text, letter.html) == (OutboundLetter.State.SENT, "", "")
    sweeps.purge(timezone.now() + timedelta(days=8))
    assert not OutboundLetter.objects.exists()


def test_a_button_that_is_pressed_again_offers_a_sign_in_link(client: Client) -> None:
    sign_in_links.ask_to_sign_up("eve@example.net", "Eve", "Europe/Warsaw")
    answer_requests()
    page = sign_up_page()
    assert client.post(page).status_code == 302
    other = Client()
    for again in (other.get(page), other.post(page)):
        assert again.status_code == 410
        assert "this address has signed up" in again.content.decode()
        assert '<input type="hidden" name="email" value="eve@example.net">' in again.content.decode()
    assert "_auth_user_id" not in other.session
    assert Player.objects.count() == 1


@pytest.mark.parametrize("days", [0, 4])
def test_an_altered_and_an_old_sign_up_link_make_nobody(client: Client, days: int) -> None:
    sign_in_links.ask_to_sign_up("eve@example.net", "Eve", "Europe/Warsaw")
    answer_requests()
    page = sign_up_page() if days else "/sign-up/nonsense/"
    with time_machine.travel(timezone.now() + timedelta(days=days)):
        for answer in (client.get(page), client.post(page)):
            assert answer.status_code == 410
            assert "eve@example.net" not in answer.content.decode()
    assert not Player.objects.exists()


def test_signing_up_with_a_known_address_mails_a_sign_in_link_and_changes_nothing(cast: Cast) -> None:
    sign_in_links.ask_to_sign_up("ANNA@example.net", "Samuel Elsner", "UTC")
    answer_requests()
    cast.player.refresh_from_db()
    assert cast.player.name == "Anna"
    assert letters_to("anna@example.net") == 1
    assert OutboundLetter.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "zone", "words"),
    [("Eve\r\nBcc: x@y.example", "UTC", "one line"), ("Eve", "Mars/Olympus", "no time zone"), ("", "UTC", "blank")],
)
def test_names_and_zones_are_checked(name: str, zone: str, words: str) -> None:
    with pytest.raises(BadSettings, match=words):
        sign_in_links.ask_to_sign_up("eve@example.net", name, zone)
    assert not LinkRequest.objects.exists()


@pytest.mark.parametrize("local", ["postmaster", "Mailer-Daemon", "no-reply", "noreply-club", "autoresponder"])
def test_an_address_whose_letters_would_be_taken_for_automatic_ones_cannot_sign_up(local: str) -> None:
    with pytest.raises(BadSettings, match="Use another address"):
        sign_in_links.ask_to_sign_up(f"{local}@example.net", "Eve", "UTC")
    assert not LinkRequest.objects.exists()


# --- signing in ----------------------------------------------------------------------------------


def test_a_link_for_an_unknown_address_is_not_sent(cast: Cast) -> None:
    ask_for_link("nobody@example.net")
    ask_for_link("anna@example.net")
    assert OutboundLetter.objects.count() == letters_to("anna@example.net") == 1


def test_a_second_address_has_the_link_mailed_to_the_first(cast: Cast) -> None:
    Address.objects.create(player=cast.player, email="anna@work.example", verified_at=timezone.now())
    ask_for_link("Anna@Work.example")
    assert letters_to("anna@example.net") == 1


def test_a_link_goes_to_a_dead_mailbox_too_and_is_not_kept_once_sent(cast: Cast, client: Client) -> None:
    cast.player.dead_at = timezone.now()
    cast.player.save()
    ask_for_link("anna@example.net")
    letter = OutboundLetter.objects.get(kind="sign_in")
    token = letter.text.partition("sesame=")[2].split()[0]
    assert posting.post(letter.pk)
    letter.refresh_from_db()
    assert (letter.state, letter.text, letter.html) == (OutboundLetter.State.SENT, "", "")
    assert client.post("/sign-in/link/", {"sesame": token}).status_code == 302
    cast.player.refresh_from_db()
    assert cast.player.dead_at is None


def test_a_link_works_once_also_while_the_clock_stands_still(cast: Cast) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        for _ in range(2):
            ask_for_link("anna@example.net")
            token = OutboundLetter.objects.latest("pk").text.partition("sesame=")[2].split()[0]
            codes = [Client().post("/sign-in/link/", {"sesame": token}).status_code for _ in range(3)]
            assert codes == [302, 410, 410]


def test_a_request_whose_hint_was_lost_is_found_by_the_sweep(cast: Cast) -> None:
    sign_in_links.ask_to_sign_in("anna@example.net")
    later = timezone.now() + timedelta(seconds=6)
    assert sweeps.sweep(later)["requests"] == 1
    answer_requests()
    assert sweeps.sweep(later)["requests"] == 0
    assert not sign_in_links.answer(1)


# --- the same for everybody ----------------------------------------------------------------------


def closed(cast: Cast) -> str:
    Player.objects.filter(pk=cast.third.pk).update(is_active=False)
    return cast.third.email


def second(cast: Cast) -> str:
    return Address.objects.create(player=cast.player, email="x@work.example", verified_at=timezone.now()).email


KINDS_OF_ADDRESSES: list[Callable[[Cast], str]] = [
    lambda cast: "nobody@example.net", lambda cast: cast.player.email, closed, second
]  # fmt: skip


@pytest.mark.parametrize("page", ["/sign-in/", "/sign-up/"])
@time_machine.travel("2026-03-01 12:00Z", tick=False)  # what is counted begins anew with each hour
def test_a_page_answers_every_address_with_the_same_work_and_the_same_words(cast: Cast, page: str) -> None:
    seen = set()
    Client().post(page, {"name": "Emil", "zone": "Europe/Brussels", "email": "first@example.net"})  # of this hour
    for address in KINDS_OF_ADDRESSES:
        asked = {"name": "Dora", "zone": "Europe/Brussels", "email": address(cast)}
        browser = Client(REMOTE_ADDR=f"203.0.113.{len(asked['email'])}")
        with CaptureQueriesContext(connection) as queries:
            answer = browser.post(page, asked)
        headers = frozenset(answer.headers.items())
        seen.add((shapes(queries), answer.status_code, headers, answer.content))
    assert len(seen) == 1


# --- how often -----------------------------------------------------------------------------------


@pytest.mark.parametrize("email", ["anna@example.net", "nobody@example.net"])
def test_one_place_asks_for_an_address_only_so_often_and_is_told_what_still_works(cast: Cast, email: str) -> None:
    for _ in range(5):
        ask_for_link(email, HOME)
    with pytest.raises(TooOften, match="every link that has come works until one of them is used"):
        ask_for_link(email.upper(), HOME)
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        ask_for_link(email, HOME)


def test_requests_of_strangers_lock_nobody_out(cast: Cast, client: Client) -> None:
    for _ in range(5):
        ask_for_link("anna@example.net", ELSEWHERE)
    before = letters_to("anna@example.net")
    ask_for_link("anna@example.net", HOME)
    assert letters_to("anna@example.net") == before + 1


def test_every_link_that_has_come_works_until_one_is_used(cast: Cast) -> None:
    for place in (ELSEWHERE, ELSEWHERE, HOME):
        with time_machine.travel(timezone.now() + timedelta(seconds=LinkRequest.objects.count())):
            ask_for_link("anna@example.net", place)
    texts = OutboundLetter.objects.order_by("pk").values_list("text", flat=True)
    tokens = [text.partition("sesame=")[2].split()[0] for text in texts]
    codes = [Client().post("/sign-in/link/", {"sesame": token}).status_code for token in tokens]
    assert codes == [302, 410, 410]


def test_a_flood_from_everywhere_to_one_player_is_bounded_and_leaves_a_link_that_works(cast: Cast) -> None:
    with time_machine.travel("2026-03-01 12:00Z", tick=False) as clock:
        for number in range(100):
            ask_for_link("anna@example.net", f"198.51.100.{number}")
        assert letters_to("anna@example.net") == sign_in_links.LETTERS_AN_HOUR
        clock.shift(timedelta(minutes=55))
        token = OutboundLetter.objects.latest("pk").text.partition("sesame=")[2].split()[0]
        assert Client().post("/sign-in/link/", {"sesame": token}).status_code == 302
        ask_for_link("anna@example.net", HOME)  # on another device: the link that was used makes room
        assert letters_to("anna@example.net") == sign_in_links.LETTERS_AN_HOUR + 1


def test_a_flood_of_sign_ups_from_one_client_writes_only_so_many_letters(cast: Cast, settings: Settings) -> None:
    browser, most = Client(REMOTE_ADDR=HOME), settings.REQUESTS_OF_A_PLACE_AN_HOUR
    codes = [
        browser.post("/sign-up/", {"name": "Dora", "zone": "UTC", "email": f"a{number}@example.net"}).status_code
        for number in range(most + 20)
    ]
    answer_requests()
    assert codes == [302] * most + [422] * 20
    assert OutboundLetter.objects.filter(kind="sign_up").count() == most
    assert not Player.objects.filter(name="Dora").exists()


def test_the_addresses_of_one_ipv6_network_are_one_client(settings: Settings) -> None:
    settings.REQUESTS_OF_A_PLACE_AN_HOUR = 4
    asked = {"email": "nobody@example.net"}
    one = [
        Client(REMOTE_ADDR=f"2001:db8:1:2::{number:x}").post("/sign-in/", {"email": f"n{number}@example.net"})
        for number in range(6)
    ]
    assert [answer.status_code for answer in one] == [302] * 4 + [422] * 2
    assert Client(REMOTE_ADDR="2001:db8:1:3::1").post("/sign-in/", asked).status_code == 302


def test_sign_ups_from_everywhere_are_limited_in_all_and_lock_no_player_out(cast: Cast, settings: Settings) -> None:
    settings.SIGN_UPS_AN_HOUR = 20
    for number in range(20):
        sign_in_links.ask_to_sign_up(f"a{number}@example.net", "Dora", "UTC", place=f"198.51.100.{number}")
    with pytest.raises(TooOften, match="Very many people sign up"):
        sign_in_links.ask_to_sign_up("dora@example.net", "Dora", "UTC", place=HOME)
    ask_for_link("anna@example.net", HOME)
    assert letters_to("anna@example.net") == 1


def test_one_address_of_nobody_gets_only_so_many_letters_a_day() -> None:
    for number in range(20):
        sign_in_links.ask_to_sign_up("eve@example.net", "Eve", "UTC", place=f"198.51.100.{number}")
        answer_requests()
    assert letters_to("eve@example.net", "sign_up") == 5


def test_who_signs_up_reads_what_the_page_was_written_in() -> None:
    sign_up("eve@example.net", "Eve", language="de")
    sign_up("joe@example.net", "Joe")
    assert dict(Player.objects.values_list("name", "language")) == {"Eve": "de", "Joe": "en"}
    letter = OutboundLetter.objects.get(to="eve@example.net")
    assert "bestätige deine Adresse" in letter.subject
