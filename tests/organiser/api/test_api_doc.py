"""The examples of docs/api.md, each sent to the running service as it stands there."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer

from tests.shared.cast import make_cast, only_table, running_league
from tests.shared.play import play_on, play_to_the_end
from tournaments.actions.exchange import keys
from tournaments.models import League
from tournaments.organiser.api import door
from tournaments.organiser.api.urls import urlpatterns

pytestmark = pytest.mark.django_db(transaction=True)
DOC = Path(settings.BASE_DIR, "docs/api.md").read_text("utf-8")
EXAMPLES = re.findall(r"^    (curl .+)\n\n```json\n([\s\S]+?)\n```$", DOC, re.MULTILINE)
# Words for programs, which an example must have as they are.
FIXED = {"state", "access", "game", "name", "tag", "code", "what", "do", "organiser", "service", "moved_by", "final"}
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@pytest.fixture
def key() -> str:
    """Of an organiser with a league that runs and one that is over, as the examples have them."""
    cast = make_cast()
    play_on(only_table(running_league(cast)), 12)
    over = running_league(cast, seats=2, max_players=2, name="Summer League", tag="Summer")
    play_to_the_end(only_table(over))
    return keys.make(cast.organiser)


def sent(line: str, server: str, key: str) -> tuple[int, bytes, Any]:
    """The request of an example, with numbers of leagues as they are here."""
    words = iter(shlex.split(line)[1:])
    headers, address = {}, ""
    for word in words:
        if word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = value.replace("$KEY", key)
        else:
            address = word
    numbers = list(League.objects.order_by("pk").values_list("pk", flat=True))
    address = re.sub(r"leagues/(\d)\b", lambda found: f"leagues/{numbers[int(found[1]) - 1]}", address)
    try:
        with urlopen(Request(address.replace(settings.SITE_URL, server), headers=headers)) as answer:
            return answer.status, answer.read(), answer.headers
    except HTTPError as error:
        return error.code, error.read(), error.headers


def differences(shown: Any, real: Any, at: str = "", name: str = "") -> Iterator[str]:
    """Where an example is not what the service answers; numbers, moments and drawn seats may be others."""
    if type(shown) is not type(real) and not ({type(shown), type(real)} <= {int, float}):
        yield f"{at}: {shown!r} is shown, {real!r} comes"
    elif isinstance(shown, dict):
        if list(shown) != list(real):
            yield f"{at}: {list(shown)} are shown, {list(real)} come"
            return
        for inside in shown:
            yield from differences(shown[inside], real[inside], f"{at}/{inside}", inside)
    elif isinstance(shown, list):
        if len(shown) != len(real):
            yield f"{at}: {len(shown)} are shown, {len(real)} come"
        for number, (one, other) in enumerate(zip(shown, real, strict=False)):
            yield from differences(one, other, f"{at}[{number}]", name)
    elif isinstance(shown, str) and not _alike(shown, real, name):
        yield f"{at}: {shown!r} is shown, {real!r} comes"


def _alike(shown: str, real: str, name: str) -> bool:
    if name in FIXED:
        return shown == real
    return bool(MOMENT.fullmatch(shown)) == bool(MOMENT.fullmatch(real)) and _bare(shown) == _bare(real)


def _bare(value: str) -> str:
    """An address without its numbers; of everything else nothing."""
    return re.sub(r"\d+", "n", value) if value.startswith("http") else ""


def test_every_example_is_answered_as_it_is_shown(live_server: LiveServer, key: str) -> None:
    assert len(EXAMPLES) >= 8
    for line, shown in EXAMPLES:
        _, body, headers = sent(line, live_server.url, key)
        assert headers["Content-Type"] == "application/json"
        assert list(differences(json.loads(shown), json.loads(body))) == [], line


def test_an_example_that_differs_is_found() -> None:
    shown: dict[str, Any] = {"state": "running", "id": 3, "at": "2026-03-02T10:00:00Z", "all": [1]}
    assert list(differences(shown, {**shown, "id": 7, "at": "2027-01-01T00:00:00Z"})) == []
    changes: list[dict[str, Any]] = [{"state": "open"}, {"id": None}, {"at": "soon"}, {"all": []}, {"more": 1}]
    for change in changes:
        assert list(differences(shown, {**shown, **change})), change


def test_numbers_of_the_page_are_those_of_the_code() -> None:
    words = " ".join(DOC.split())
    assert f"{door.REQUESTS} requests in ten minutes" in words
    assert f"1 to {door.MOST_ON_A_PAGE}, {door.ON_A_PAGE} if you say nothing" in words
    assert door.SPAN.total_seconds() == 600
    for state in League.State.values:
        assert f"`{state}`" in DOC


def test_every_address_is_in_an_example() -> None:

    shown = {
        re.sub(r"\d+", "<int:pk>", line.partition("/api/v1/")[2].partition("?")[0].rstrip("'\""))
        for line, _ in EXAMPLES
    }
    assert {str(pattern.pattern) for pattern in urlpatterns if pattern.name != "nowhere"} <= shown


def test_what_has_not_changed_is_not_sent_again(live_server: LiveServer, key: str) -> None:
    (line,) = re.findall(r"^    (curl .*If-None-Match.*)$", DOC, re.MULTILINE)
    _, _, headers = sent(line, live_server.url, key)
    etag = re.search(r"If-None-Match: (\S+)'", line)
    assert etag
    status, body, again = sent(line.replace(etag[1], headers["ETag"]), live_server.url, key)
    assert (status, body, again["ETag"]) == (304, b"", headers["ETag"])
