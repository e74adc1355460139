"""Second addresses: named, proved by a press, removed; and what naming one tells about others: nothing."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.shared.cast import Cast, make_cast, person
from tests.shared.post import answer_requests, name_address, shapes, sign_up
from tournaments.actions.player import addresses, people, preferences
from tournaments.language.refusals import AddressTaken, BadSettings, LinkExpired, TooOften
from tournaments.letters import headers
from tournaments.models import Address, OutboundLetter, Player
from tournaments.running import sweeps

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def verify_url(email: str) -> str:
    text = OutboundLetter.objects.filter(to=email, kind="verify_address").latest("pk").text
    found = re.search(r"https://play\.example\.org(\S+)", text)
    assert found
    return found[1]


def key_for(player: Player, email: str) -> str:
    name_address(player, email)
    return verify_url(email).rstrip("/").rpartition("/")[2]


def test_a_second_address_counts_after_the_button_behind_its_own_letter(cast: Cast, client: Client) -> None:
    name_address(cast.player, "Anna@Work.example")
    url = verify_url("anna@work.example")
    asked = " ".join(client.get(url).content.decode().split())
    assert "Anna plays here and says that anna@work.example is theirs as well." in asked
    assert Address.objects.get().verified_at is None
    for _ in range(2):
        assert client.post(url).status_code == 200
    assert Address.objects.get().verified_at is not None
    assert people.player_of("ANNA@work.example") == cast.player


def test_altered_and_old_links_prove_nothing(cast: Cast, client: Client) -> None:
    key = key_for(cast.player, "anna@work.example")
    altered = key[:-1] + ("a" if key[-1] != "a" else "b")
    for act in (addresses.read, addresses.verify):
        with pytest.raises(LinkExpired):
            act(altered)
        with time_machine.travel(timezone.now() + timedelta(days=4)), pytest.raises(LinkExpired):
            act(key)
    for answer in (client.get, client.post):
        assert answer(reverse("doors:verify-address", args=("nonsense",))).status_code == 410
    assert Address.objects.get().verified_at is None


# --- what it tells about others ------------------------------------------------------------------


def every_sort(cast: Cast) -> list[str]:
    """An address of nobody, of another player, a second one of another, one that another has named, a closed one."""
    Address.objects.create(player=cast.opponent, email="bea@work.example", verified_at=timezone.now())
    Address.objects.create(player=cast.opponent, email="named@work.example")
    person("Gone", is_active=False)
    return ["nobody@example.net", "bea@example.net", "bea@work.example", "named@work.example", "gone@example.net"]


@time_machine.travel("2026-03-01 12:00Z", tick=False)  # what is counted begins anew with each hour
def test_naming_an_address_looks_the_same_whoever_has_it(cast: Cast) -> None:
    seen, pages = set(), set()
    name_address(cast.player, "first@example.net")  # of this hour
    for number, email in enumerate(every_sort(cast)):
        browser = Client()
        browser.force_login(person("Dora", f"dora{number}@example.net"))
        with CaptureQueriesContext(connection) as queries:
            answer = browser.post("/profile/address/", {"email": email})
        seen.add((shapes(queries), answer.status_code, answer.headers["Location"]))
        answer_requests()
        page = browser.get("/profile/").content.decode()
        assert page.count("waits for the press behind the mailed link") == 1
        plain = re.sub(r'value="[A-Za-z0-9]{64}"|/address/\d+/|/calendar/[^<]+|dora\d', "", page)
        pages.add(plain.replace(email, "?"))
    assert len(seen) == 1
    assert len(pages) == 1


def test_only_the_mailbox_learns_that_an_address_is_somebody_else_s(cast: Cast) -> None:
    for email in every_sort(cast)[:3]:
        name_address(cast.player, email)
    kinds = dict(OutboundLetter.objects.values_list("to", "kind"))
    assert kinds == {
        "nobody@example.net": "verify_address", "bea@example.net": "address_known", "bea@work.example": "address_known"
    }  # fmt: skip
    letter = OutboundLetter.objects.get(to="bea@example.net")
    assert "Hello Bea," in letter.text
    assert "Anna" not in letter.text
    assert "letters/" not in letter.text, "nothing to press"


def test_an_address_that_somebody_has_signed_up_with_meanwhile_stays_theirs(cast: Cast) -> None:
    key = key_for(cast.player, "eve@example.net")
    eve = sign_up("eve@example.net", "Eve")
    with pytest.raises(LinkExpired):
        addresses.verify(key)
    assert people.player_of("eve@example.net") == eve


def test_who_may_not_sign_in_any_more_proves_no_address(cast: Cast, client: Client) -> None:
    key = key_for(cast.player, "anna@work.example")
    Player.objects.filter(pk=cast.player.pk).update(is_active=False)
    assert client.post(f"/letters/address/{key}/").status_code == 410
    assert not Address.objects.filter(verified_at__isnull=False).exists()


def test_what_several_have_named_is_whose_letter_is_answered(cast: Cast) -> None:
    keys = [key_for(player, "shared@work.example") for player in (cast.player, cast.opponent)]
    assert Address.objects.count() == 2
    addresses.verify(keys[1])
    with pytest.raises(LinkExpired):
        addresses.verify(keys[0])
    assert people.player_of("shared@work.example") == cast.opponent


def test_one_s_own_address_is_not_named_again(cast: Cast) -> None:
    addresses.verify(key_for(cast.player, "anna@work.example"))
    for email in ("ANNA@work.example", "Anna@example.net"):
        with pytest.raises(AddressTaken, match="yours already"):
            addresses.add(cast.player, email)


# --- how often, how long -------------------------------------------------------------------------


def test_one_address_gets_only_so_many_letters_a_day_whoever_names_it(cast: Cast) -> None:
    for _ in range(3):
        name_address(cast.player, "x@example.org")
    with pytest.raises(TooOften, match="You have named that address several times today"):
        addresses.add(cast.player, "x@example.org")
    for player in (cast.opponent, cast.third):
        for _ in range(3):
            with_limit(player)
    assert OutboundLetter.objects.filter(to="x@example.org").count() == addresses.LETTERS_A_DAY_IN_ALL


def test_two_who_name_an_address_all_day_keep_nobody_else_from_naming_it(cast: Cast) -> None:
    for player in (cast.opponent, cast.third) * 3:
        with_limit(player)
    addresses.verify(key_for(cast.player, "x@example.org"))
    assert people.player_of("x@example.org") == cast.player
    with_limit(cast.outsider)
    with pytest.raises(TooOften, match="gets no more letters"):
        addresses.add(cast.organiser, "x@example.org")


def test_who_names_many_addresses_keeps_nobody_else_from_naming_one(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "ALL_AN_HOUR", 4)
    for number in range(3):
        name_address(cast.opponent, f"{number}@example.org")
    with pytest.raises(TooOften, match="Very many addresses"):
        addresses.add(cast.opponent, "4@example.org")
    name_address(cast.player, "anna@work.example")
    with pytest.raises(TooOften, match="Very many addresses"):
        addresses.add(cast.third, "chidi@work.example")


def with_limit(player: Player) -> None:
    try:
        name_address(player, "x@example.org")
    except TooOften:
        return


def test_a_player_names_ten_addresses_and_gets_copies_at_two_of_them(cast: Cast) -> None:
    for number in range(10):
        Address.objects.create(player=cast.player, email=f"anna{number}@work.example", verified_at=timezone.now())
    with pytest.raises(BadSettings, match="Remove one of them first"):
        addresses.add(cast.player, "anna@more.example")
    first, *rest = cast.player.addresses.order_by("pk")
    for address in rest[:2]:
        preferences.copy_letters(cast.player, address.pk, on=True)
    with pytest.raises(BadSettings, match="2 addresses at most"):
        preferences.copy_letters(cast.player, first.pk, on=True)
    addresses.remove(cast.player, rest[0].pk)
    preferences.copy_letters(cast.player, first.pk, on=True)
    addresses.add(cast.player, "anna@more.example")


def test_an_address_that_nobody_proves_is_forgotten(cast: Cast) -> None:
    name_address(cast.player, "x@example.org")
    addresses.verify(key_for(cast.player, "anna@work.example"))
    sweeps.purge(timezone.now() + timedelta(days=2))
    assert Address.objects.count() == 2
    sweeps.purge(timezone.now() + timedelta(days=4))
    assert Address.objects.get().email == "anna@work.example"


def test_a_removed_address_is_not_written_to(cast: Cast) -> None:
    address = addresses.add(cast.player, "x@example.org")
    addresses.remove(cast.player, address.pk)
    answer_requests()
    assert not OutboundLetter.objects.exists()
    addresses.add(cast.player, "y@example.org")
    answer_requests()
    assert OutboundLetter.objects.get().to == "y@example.org"


def test_an_address_of_the_service_is_nobody_s_own(cast: Cast) -> None:
    for email in (headers.bare_address(), f"Play+news@{settings.MAIL_DOMAIN.upper()}"):
        with pytest.raises(BadSettings, match="an address of this service"):
            addresses.add(cast.player, email)
        with pytest.raises(BadSettings, match="an address of this service"):
            people.checked(email, "Nina", "UTC")
