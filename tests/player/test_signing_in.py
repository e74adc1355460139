"""Signing up and in: by mailed link, by a press and never by opening."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.shared.cast import Cast
from tests.shared.desk import SignIn
from tests.shared.post import answer_requests
from tournaments.models import OutboundLetter, Player

pytestmark = pytest.mark.django_db

NEWCOMER = {"name": "Dora", "email": "dora@example.net", "zone": "Europe/Brussels"}


def link() -> str:
    """The path of the newest mailed sign-in link, once a worker has answered those who have asked."""
    return _path("sign_in", "/sign-in/link/")


def sign_up_link() -> str:
    return _path("sign_up", "/sign-up/")


def _path(kind: str, page: str) -> str:
    answer_requests()
    letter = OutboundLetter.objects.filter(kind=kind).latest("pk")
    found = re.search(rf"https://play\.example\.org({page}\S+)", letter.text)
    assert found
    return found[1]


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def press(client: Client, path: str) -> int:
    token = path.partition("sesame=")[2]
    return client.post("/sign-in/link/", {"sesame": token}).status_code


def test_signing_up_brings_a_link_whose_button_signs_in(client: Client) -> None:
    assert client.post("/sign-up/", NEWCOMER).status_code == 302
    page = client.get(sign_up_link())
    assert b"Make my account" in page.content
    assert not signed_in(client)
    assert not Player.objects.exists()
    assert client.post(sign_up_link()).status_code == 302
    assert signed_in(client)
    assert Player.objects.get(email="dora@example.net").name == "Dora"


def test_opening_links_a_hundred_times_uses_nothing_up(client: Client, cast: Cast) -> None:
    client.post("/sign-up/", NEWCOMER)
    client.post("/sign-in/", {"email": cast.player.email})
    for _ in range(100):
        client.get(link())
        client.get(sign_up_link())
    assert press(Client(), link()) == 302
    assert client.post(sign_up_link()).status_code == 302
    assert signed_in(client)


def test_a_link_works_once(client: Client, cast: Cast) -> None:
    client.post("/sign-in/", {"email": cast.player.email})
    used = link()
    press(client, used)
    other = Client()
    assert press(other, used) == 410
    assert not signed_in(other)


def test_a_forged_link_looks_like_any_other_until_it_is_pressed(client: Client) -> None:
    assert client.get("/sign-in/link/?sesame=forged").status_code == 200
    assert press(client, "?sesame=forged") == 410


def test_known_and_unknown_addresses_get_the_same_answer(client: Client, cast: Cast) -> None:
    known = client.post("/sign-in/", {"email": cast.player.email})
    unknown = client.post("/sign-in/", {"email": "nobody@example.net"})
    assert (known.status_code, known.headers["Location"]) == (unknown.status_code, unknown.headers["Location"])
    answer_requests()
    assert OutboundLetter.objects.filter(kind="sign_in").count() == 1


def test_signing_up_with_a_known_address_tells_nothing_and_changes_nothing(client: Client, cast: Cast) -> None:
    new = client.post("/sign-up/", NEWCOMER)
    known = client.post("/sign-up/", {**NEWCOMER, "email": cast.player.email})
    assert (new.status_code, new.headers["Location"]) == (known.status_code, known.headers["Location"])
    cast.player.refresh_from_db()
    assert cast.player.name == "Anna"


@pytest.mark.parametrize("wrong", [{"name": "house servant"}, {"name": "Red"}, {"zone": "Mars/Olympus"}, {"name": "7"}])
def test_a_sign_up_that_cannot_be_is_refused_alike_for_known_and_unknown_addresses(
    client: Client, cast: Cast, wrong: dict[str, str]
) -> None:
    given = {**NEWCOMER, **wrong}
    new = client.post("/sign-up/", given)
    known = client.post("/sign-up/", {**given, "email": cast.player.email})
    assert new.status_code == known.status_code
    assert new.headers.get("Location") == known.headers.get("Location")


def test_signing_up_with_the_address_of_somebody_who_was_shut_out_tells_nothing(client: Client, cast: Cast) -> None:
    Player.objects.filter(pk=cast.player.pk).update(is_active=False)
    new = client.post("/sign-up/", NEWCOMER)
    known = client.post("/sign-up/", {**NEWCOMER, "email": cast.player.email})
    assert (new.status_code, new.headers["Location"]) == (known.status_code, known.headers["Location"])
    answer_requests()
    assert list(OutboundLetter.objects.values_list("to", flat=True)) == ["dora@example.net"]


def test_asking_for_links_without_end_is_refused(client: Client) -> None:
    answers = [client.post("/sign-in/", {"email": "nobody@example.net"}).status_code for _ in range(8)]
    assert answers[0] == 302
    assert answers[-1] == 422


@pytest.mark.parametrize("name", ["Dora\r\nBcc: all@example.net", "Do\x01ra", "Do\x7fra"])
def test_a_name_with_a_line_break_is_refused(client: Client, name: str) -> None:
    page = client.post("/sign-up/", {**NEWCOMER, "name": name})
    assert page.status_code == 422
    assert not Player.objects.exists()


def test_a_time_zone_that_does_not_exist_is_refused(client: Client) -> None:
    assert client.post("/sign-up/", {**NEWCOMER, "zone": "Mars/Olympus"}).status_code == 422


def test_after_signing_in_one_comes_to_the_page_one_wanted(client: Client, cast: Cast) -> None:
    asked = client.get("/table/7/")
    client.get(asked.headers["Location"])
    client.post("/sign-in/", {"email": cast.player.email})
    token = link().partition("sesame=")[2]
    assert client.post("/sign-in/link/", {"sesame": token}).headers["Location"] == "/table/7/"


def test_nobody_is_sent_to_another_site_after_signing_in(client: Client, cast: Cast) -> None:
    client.get("/sign-in/?next=https://evil.example/")
    client.post("/sign-in/", {"email": cast.player.email})
    token = link().partition("sesame=")[2]
    assert client.post("/sign-in/link/", {"sesame": token}).headers["Location"] == "/"


@pytest.mark.parametrize("word", ["nowhere", "?page=2", "desk:index", "https:evil.example", "//evil.example"])
def test_no_address_that_somebody_else_chose_spoils_the_way_in(client: Client, cast: Cast, word: str) -> None:
    """One visit to a link of a stranger's sets the cookie; the mailed link works once."""
    client.get("/sign-in/", {"next": word})
    client.post("/sign-in/", {"email": cast.player.email})
    token = link().partition("sesame=")[2]
    assert client.post("/sign-in/link/", {"sesame": token}).headers["Location"] == "/"
    assert signed_in(client)
    newcomer = Client()
    newcomer.get("/sign-in/", {"next": word})
    newcomer.post("/sign-up/", NEWCOMER)
    assert newcomer.post(sign_up_link()).headers["Location"] == "/"
    assert signed_in(newcomer)


def test_signing_out_takes_a_press(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    assert client.get("/sign-out/").status_code == 302
    assert signed_in(client)
    client.post("/sign-out/")
    assert not signed_in(client)


def test_forms_from_elsewhere_are_refused(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.player)
    assert client.post("/sign-out/").status_code == 403
    assert client.post("/sign-in/", {"email": cast.player.email}).status_code == 403
