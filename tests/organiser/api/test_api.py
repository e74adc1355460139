"""The interface for programs: whose leagues a key reads, what it never reads, how often, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from tests.attacks import world
from tests.attacks.world import DESK, HOST, KINDS, OTHER_DESK, STRANGER, TABLE, World
from tests.pages.test_keys_in_logs import Fails
from tests.shared import logged
from tests.shared.shared_rows import made_once
from tournaments.actions.exchange import keys
from tournaments.actions.league import leagues
from tournaments.actions.player import people, renewing
from tournaments.language.refusals import NotYours
from tournaments.models import ApiKey, JournalLine, League, Player, Table
from tournaments.organiser.api import door

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/"
OF_LEAGUE = ("", "/tables", "/standings", "/results")


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(django_db_blocker):
        yield world.make(Random(18))


def program(key: str) -> Client:
    return Client(headers={"authorization": f"Bearer {key}"})


def of(made: World, kind: str) -> Client:
    return program(keys.make(made.people[kind]))


def every_address(made: World) -> Iterator[tuple[str, int | None]]:
    """Each address, with the league that it is about."""
    yield from ((f"{ROOT}{rest}", None) for rest in ("", "leagues", "leagues/", "tables"))
    for side in (made.here, made.there):
        for pk in side.rows[League]:
            yield from ((f"{ROOT}leagues/{pk}{rest}", pk) for rest in OF_LEAGUE)


# --- who reads what ------------------------------------------------------------------------------


def test_a_key_reads_the_leagues_that_its_organiser_runs_and_no_others(made: World) -> None:
    for kind, side, other in ((DESK, made.here, made.there), (OTHER_DESK, made.there, made.here)):
        client = of(made, kind)
        assert {one["id"] for one in client.get(f"{ROOT}leagues").json()["leagues"]} == set(side.rows[League])
        for pk in (*side.rows[League], *other.rows[League], 0, 10**25):
            for rest in OF_LEAGUE:
                expected = 200 if pk in side.rows[League] else 404
                assert client.get(f"{ROOT}leagues/{pk}{rest}").status_code == expected, (kind, pk, rest)


def test_the_owner_of_the_service_reads_no_league_of_others(made: World) -> None:
    client = of(made, HOST)
    assert client.get(f"{ROOT}leagues").json() == {"leagues": [], "next": None}
    assert {client.get(address).status_code for address, pk in every_address(made) if pk} == {404}


def test_no_answer_holds_anything_private(made: World) -> None:
    """The words planted in all that is somebody's alone, mail addresses, and what is sealed at a table."""
    client = of(made, DESK)
    whole = "\n".join(client.get(address).content.decode() for address, _ in every_address(made))
    for mark in made.marks:
        assert mark.shown(whole) == [], mark.what
    assert "@" not in whole
    for table in Table.objects.all():
        assert bytes(table.secret).hex() not in whole
    assert "commitment" in whole


@pytest.mark.parametrize("kind", KINDS)
def test_a_browser_that_is_signed_in_reads_nothing_without_a_key(made: World, kind: str) -> None:
    browser = made.browser(kind)
    for address, _ in every_address(made):
        answer = browser.get(address)
        assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
        assert answer.json()["error"]["code"] == "no_key"


def test_a_key_opens_no_page(made: World) -> None:
    client = of(made, DESK)
    for address in ("/desk/", "/profile/", f"/desk/tournaments/league/{made.here.rows[League][0]}/change/", "/metrics"):
        assert client.get(address).status_code in {302, 401, 403, 404}, address


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Bearer api1" + "a" * 56, "Basic {}", "{}", "Bearer x{}", "Bearer {}\xff"]
)
def test_what_is_no_key_in_force_reads_nothing(made: World, header: str) -> None:
    key = keys.make(made.people[DESK])
    client = Client(headers={"authorization": header.format(key)})
    assert client.get(f"{ROOT}leagues").status_code == 401
    assert Client(headers={"authorization": f"bearer  {key} "}).get(f"{ROOT}leagues").status_code == 200


# --- a key lives and dies ------------------------------------------------------------------------


def works(key: str) -> bool:
    return program(key).get(ROOT).status_code == 200


def test_a_new_key_ends_the_old_one_and_revoking_ends_it(made: World) -> None:
    me = made.people[DESK]
    old, new = keys.make(me), keys.make(me)
    assert (works(old), works(new)) == (False, True)
    assert keys.revoke(me)
    assert not keys.revoke(me)
    assert not works(new)
    verbs = JournalLine.objects.filter(actor=me).values_list("verb", flat=True)
    assert {"key made", "key revoked"} <= set(verbs)


def test_a_key_dies_with_the_office_with_a_renewal_and_with_the_person(made: World) -> None:
    me = made.people[DESK]
    key = keys.make(me)
    Player.objects.filter(pk=me.pk).update(is_staff=False)
    assert not works(key)
    Player.objects.filter(pk=me.pk).update(is_staff=True)
    assert works(key)
    renewing.renew(me)
    assert not works(key)
    helper = Player.objects.get(email=world.HELPER)
    key = keys.make(helper)
    people.erase(helper, helper)
    assert not works(key)
    assert not ApiKey.objects.filter(player=helper).exists()


def test_a_league_is_read_as_long_as_its_organiser_runs_it(made: World) -> None:
    me, pk = made.people[DESK], made.here.rows[League][0]
    client = of(made, DESK)
    assert client.get(f"{ROOT}leagues/{pk}").status_code == 200
    League.objects.get(pk=pk).organisers.remove(me)
    assert client.get(f"{ROOT}leagues/{pk}").status_code == 404


def test_the_key_itself_is_kept_nowhere(made: World) -> None:
    key = keys.make(made.people[DESK])
    kept = [str(value) for row in ApiKey.objects.values_list() for value in row]
    told = [str(value) for row in JournalLine.objects.values_list("words", "data") for value in row]
    assert not any(key[4:] in text for text in [*kept, *told])


def test_who_is_no_organiser_gets_no_key(made: World) -> None:
    with pytest.raises(NotYours):
        keys.make(made.people[TABLE])


# --- how it answers ------------------------------------------------------------------------------


def test_lists_are_read_page_by_page_to_the_end(made: World) -> None:
    client, me = of(made, DESK), made.people[DESK]
    for number in range(7):
        leagues.create(me, name=f"More {number}", tag=f"M{number}", game="bruges")
    every = [one["id"] for one in client.get(f"{ROOT}leagues?limit=100").json()["leagues"]]
    found, address = [], f"{ROOT}leagues?limit=3&state=draft"
    while address:
        answer = client.get(address).json()
        assert len(answer["leagues"]) <= 3
        found += answer["leagues"]
        address = (answer["next"] or "").removeprefix("https://play.example.org")
    assert [one["id"] for one in found] == [pk for pk in every if League.objects.get(pk=pk).state == "draft"]
    pk = made.here.rows[League][0]
    numbers = [one["number"] for one in client.get(f"{ROOT}leagues/{pk}/tables").json()["tables"]]
    first = client.get(f"{ROOT}leagues/{pk}/tables?limit=1").json()
    assert [one["number"] for one in first["tables"]] == numbers[:1]
    rest = client.get(first["next"].removeprefix("https://play.example.org").replace("limit=1", "limit=50")).json()
    assert [one["number"] for one in rest["tables"]] == numbers[1:]


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "limit=x", "after=-1", "after=" + "9" * 40, "limit=٣", "state=x"]
)
def test_a_value_that_cannot_be_read_is_an_error_that_says_what_to_do(made: World, query: str) -> None:
    answer = of(made, DESK).get(f"{ROOT}leagues?{query}")
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (400, "bad_query")
    assert error["do"]


def test_errors_are_json_whatever_is_asked(made: World) -> None:
    client = of(made, DESK)
    for address in (f"{ROOT}nothing", f"{ROOT}leagues/", f"{ROOT}leagues/x", f"{ROOT}leagues/1/letters"):
        answer = client.get(address)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found"), address
    for method in ("post", "put", "patch", "delete", "options"):
        answer = getattr(client, method)(f"{ROOT}leagues")
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
        assert answer.json()["error"]["code"] == "only_reading"
    assert client.head(f"{ROOT}leagues").status_code == 200


@pytest.mark.parametrize("rest", ["leagues/\0", "x" * 5_000, "leagues?limit=1\0"], ids=["NUL", "long", "NUL asked"])
def test_what_no_view_may_read_is_refused_in_json_too(made: World, rest: str) -> None:
    answer = of(made, DESK).get(f"{ROOT}{quote(rest, safe='/?=')}")
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "unreadable"


@pytest.mark.parametrize("blanks", [" ", "\t", "   "])
def test_blanks_of_any_kind_may_stand_before_the_key(made: World, blanks: str) -> None:
    key = keys.make(made.people[DESK])
    assert Client(headers={"authorization": f"bearer{blanks}{key} "}).get(ROOT).status_code == 200


def test_what_has_not_changed_is_not_sent_again(made: World) -> None:
    client, pk = of(made, DESK), made.here.rows[League][0]
    first = client.get(f"{ROOT}leagues/{pk}")
    assert first["Cache-Control"] == "private, no-cache"
    assert "Authorization" in first["Vary"]
    again = client.get(f"{ROOT}leagues/{pk}", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    League.objects.filter(pk=pk).update(name="Another League")
    changed = client.get(f"{ROOT}leagues/{pk}", headers={"if-none-match": first["ETag"]})
    assert (changed.status_code, changed.json()["name"]) == (200, "Another League")


def test_so_many_requests_are_answered_and_then_none_until_the_span_is_over(
    made: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "REQUESTS", 3)
    me = made.people[DESK]
    client, other = of(made, DESK), of(made, OTHER_DESK)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert [client.get(ROOT).status_code for _ in range(4)] == [200, 200, 200, 429]
        refused = client.get(ROOT)
        assert 0 < int(refused["Retry-After"]) <= 600
        assert refused.json()["error"]["code"] == "too_many"
        assert program(keys.make(me)).get(ROOT).status_code == 429, "a new key begins no new span"
        assert other.get(ROOT).status_code == 200
        clock.shift(timedelta(seconds=int(refused["Retry-After"])))
        again = program(keys.make(me))
        assert again.get(ROOT).status_code == 200


def test_an_answer_takes_few_statements(made: World) -> None:
    client = of(made, DESK)
    client.get(ROOT)
    for address, _ in every_address(made):
        with CaptureQueriesContext(connection) as asked:
            client.get(address)
        assert len(asked) <= 12, address


def test_use_is_noted_to_the_hour(made: World) -> None:
    client = of(made, DESK)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        used: list[Any] = []
        for minutes in (0, 30, 31):
            clock.shift(timedelta(minutes=minutes))
            client.get(ROOT)
            used.append(ApiKey.objects.get(player=made.people[DESK]).used_at)
    assert used[0] == used[1] < used[2]


# --- the page of the key -------------------------------------------------------------------------


def test_a_key_is_made_on_the_desk_shown_once_and_ended_there(made: World) -> None:
    browser = made.browser(DESK)
    assert "You have no key" in browser.get("/desk/key/").content.decode()
    answer = browser.post("/desk/key/", {"answer": "make"})
    key = answer.context["made"]
    assert key in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert works(key)
    page = browser.get("/desk/key/").content.decode()
    assert "You have a key" in page
    assert key not in page
    assert browser.post("/desk/key/", {"answer": "revoke"}).status_code == 302
    assert not works(key)
    assert "You have no key" in browser.get("/desk/key/").content.decode()


def test_keys_are_made_some_times_a_day(made: World) -> None:
    browser = made.browser(DESK)
    statuses = [browser.post("/desk/key/", {"answer": "make"}).status_code for _ in range(keys.MOST + 1)]
    assert statuses == [200] * keys.MOST + [302]


def test_a_stranger_and_a_player_have_no_such_page(made: World) -> None:
    for kind in (STRANGER, TABLE):
        assert made.browser(kind).get("/desk/key/").status_code == 302
        assert made.browser(kind).post("/desk/key/", {"answer": "make"}).status_code == 302
    assert not ApiKey.objects.exists()


@pytest.mark.parametrize("breaks", [False, True])
def test_the_key_never_gets_into_the_log(made: World, breaks: bool) -> None:
    key = keys.make(made.people[DESK])
    client = Client(headers={"authorization": f"Bearer {key}"}, raise_request_exception=False)
    more = [f"{Fails.__module__}.Fails"] if breaks else []
    with logged.everything() as log, override_settings(MIDDLEWARE=[*settings.MIDDLEWARE, *more]):
        for address in (ROOT, f"{ROOT}leagues", f"{ROOT}{key}", f"{ROOT}leagues?after={key}"):
            client.get(address)
            client.post(address, {"key": key})
    text = log.getvalue()
    assert "/api/v1/leagues" in text
    assert ("ArithmeticError" in text) is breaks
    assert key not in text
    assert key[-30:] not in text
