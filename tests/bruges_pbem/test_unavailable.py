"""While the database is away every page answers 503 with a page that needs no database, and says when to come again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.utils import OperationalError
from django.test import Client
from pytest_django import Settings

from tests.shared import logged
from tests.shared.routes import filled, routes
from tournaments.models import Player
from tournaments.runtime import outages

pytestmark = pytest.mark.django_db
VALUES = {"int": 1, "str": "a", "slug": "a", "path": "a", "uuid": "00000000-0000-0000-0000-000000000000"}
WITHOUT_DATABASE = ("/healthz", "/readyz", "/status/", "/security.txt", "/.well-known/security.txt")


@pytest.fixture
def browser(settings: Settings) -> Client:
    """Of somebody who is signed in: whoever asks who that is asks the database."""
    headers = {"host": settings.SITE.hostname, "authorization": "Bearer key"}
    client = Client(raise_request_exception=False, headers=headers)
    player = Player.objects.create_user("anna@home.example", name="Anna", is_staff=True, is_superuser=True)
    client.force_login(player, "sesame.backends.ModelBackend")
    return client


@pytest.fixture
def away(browser: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every statement meets a server that stops, as psycopg says it."""

    def refuse(*_: object) -> None:
        raise OperationalError("connection to server failed: Connection refused")

    monkeypatch.setattr(outages, "HERE", outages.Outages())
    with connection.execute_wrapper(refuse):
        yield


@pytest.mark.usefixtures("away")
def test_every_page_and_every_form_says_that_it_is_away(browser: Client, settings: Settings) -> None:
    asked = [
        (route, method) for route in routes() if route not in WITHOUT_DATABASE for method in (browser.get, browser.post)
    ]
    with logged.everything() as written:
        answers = [(route, method.__name__, method(filled(route, VALUES))) for route, method in asked]
    others = [(route, name, answer.status_code) for route, name, answer in answers if answer.status_code != 503]
    assert others == []
    assert {bool(answer.headers["Retry-After"]) for _, _, answer in answers} == {True}
    assert "traceback" not in written.getvalue()


@pytest.mark.usefixtures("away")
@pytest.mark.parametrize(("language", "words"), [("en", "Back in a moment"), ("de", "Gleich wieder da")])
def test_the_page_speaks_the_browsers_language(browser: Client, language: str, words: str) -> None:
    answer = browser.get("/", headers={"accept-language": language})
    assert answer.status_code == 503
    assert f"<h1>{words}</h1>" in answer.content.decode()
    assert answer.headers["Content-Language"] == language
    assert "no-store" in answer.headers["Cache-Control"]
    assert "Content-Security-Policy" in answer.headers


def test_what_nobody_expects_stays_an_error(browser: Client) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("no such column")

    with connection.execute_wrapper(fail):
        assert browser.get("/").status_code == 500
