"""No request that a program can send is answered with an error of ours: it is an answer, or a plain refusal.

Here every oddity meets a few addresses, and a few meet every address; `tests.campaign.odd_requests` sends all to all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, reverse
from pytest_django import Settings
from pytest_django.plugin import DjangoDbBlocker

from tests.campaign.odd_requests import Sender, addresses, cookies_of, oddities, values_of, with_numbers
from tests.shared import logged
from tests.shared.cast import Cast, make_cast, only_table, person, running_league
from tests.shared.shared_rows import made_once
from tournaments.models import Player, Table

pytestmark = pytest.mark.django_db
SOME = ("fields of 65 bits", "fields of the last day", "query of line breaks", "parts of no UTF-8")
World = tuple[Cast, Table, Player]


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """The cast, a running table, and who hosts the service: they may open every page."""
    with made_once(django_db_blocker):
        cast = make_cast()
        yield cast, only_table(running_league(cast)), person("Hedda", is_staff=True, is_superuser=True)


def test_every_oddity_at_a_page_for_all_and_at_a_form_for_players(made: World) -> None:
    cast, *_ = made
    for player, method, address in (
        (None, "GET", "/sign-in/"),
        (None, "POST", "/sign-in/"),
        (cast.player, "POST", "/profile/forget/"),
    ):
        sent = product([method], [address], oddities())
        assert list(Sender(cookies_of(player)).faults(sent)) == [], address


def test_every_odd_query_at_a_list_of_the_desk(made: World) -> None:
    _, table, host = made
    queries = [oddity for oddity in oddities() if oddity.name.startswith("query")]
    row = f"/desk/tournaments/league/{table.league_id}/change/"
    sent = [*product(["GET"], ["/desk/tournaments/league/"], queries), *product(["GET"], [row], queries[-4:])]
    assert list(Sender(cookies_of(host)).faults(sent)) == []


def test_a_few_oddities_at_every_address(made: World) -> None:
    _, table, host = made
    some = [oddity for oddity in oddities() if oddity.name in SOME]
    assert len(some) == len(SOME)
    sent = product(["POST"], addresses(values_of(table)), some)
    assert list(Sender(cookies_of(host)).faults(sent)) == []


def test_numbers_that_no_column_can_hold_and_no_computer_reads(made: World) -> None:
    _, _, host = made
    sent = product(["GET"], with_numbers("18446744073709551617", "9" * 5000), [None])
    assert list(Sender(cookies_of(host)).faults(sent)) == []


def test_an_error_an_exception_and_a_header_that_cannot_be_sent_are_found(settings: Settings) -> None:
    def fails(request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=500)

    def raises(request: HttpRequest) -> HttpResponse:
        raise LookupError

    def breaks(request: HttpRequest) -> HttpResponse:
        answer = HttpResponse()
        answer.headers._store["x-odd"] = ("X-Odd", request.GET["header"])
        return answer

    settings.ROOT_URLCONF = (path("fails/", fails), path("raises/", raises), path("breaks/", breaks))
    asked = ("/fails/", "/raises/", "/breaks/?header=%E2%98%83", "/breaks/?header=a%0A", "/breaks/?header=a")
    found = list(Sender().faults(("GET", address, None) for address in asked))
    assert [fault.address for fault in found] == list(asked[:-1])
    assert "LookupError" in found[1].why
    assert found[2].why.startswith("a header beyond Latin-1: ")
    assert found[3].why.startswith("a header with a control: ")


# --- what the answer is --------------------------------------------------------------------------

UNREADABLE = (
    "fields of NUL", "query of NUL", "path that ends in NUL", "path that ends in many digits", "cookies of NUL",
    "type with charset*=nobody-knows''x", "CONTENT_TYPE: 'multipart/form-data; boundary='", "too many fields",
)  # fmt: skip


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_refused_by_a_plain_page_and_a_line_without_a_traceback(name: str) -> None:
    (oddity,) = (oddity for oddity in oddities() if oddity.name == name)
    with logged.everything() as written:
        status, _, body = Sender().answer("POST", "/sign-in/", oddity)
    assert status == "400 Bad Request"
    assert "This request cannot be read" in body.decode()
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [line for line in lines if "traceback" in line] == []


def test_a_page_whose_address_is_not_ascii_is_found_again_after_the_sign_in(client: Client) -> None:
    cookie = client.get(reverse("player:sign-in"), {"next": "/league/1/?order=ł"}).cookies["after_sign_in"]
    assert cookie.value.isascii()
    assert cookie.value.startswith("/league/1/?order=%C5%82:")
