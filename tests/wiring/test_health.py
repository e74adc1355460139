"""The two health pages, with a real database and a real broker."""

from __future__ import annotations

import pytest
from django.test import Client

from bruges_pbem.celery import app

pytestmark = pytest.mark.django_db


@pytest.fixture
def broker(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_url", redis_url)


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_url", "redis://127.0.0.1:9/0")


@pytest.mark.usefixtures("no_broker")
def test_the_process_lives_without_anything_else(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"lives": True})


@pytest.mark.usefixtures("broker")
def test_it_is_ready_with_database_and_broker(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"database": True, "broker": True})


@pytest.mark.usefixtures("no_broker")
def test_it_is_not_ready_without_a_broker_and_says_which_is_missing(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"database": True, "broker": False})


@pytest.mark.usefixtures("broker")
def test_health_is_never_cached(client: Client) -> None:
    assert "no-store" in client.get("/readyz")["Cache-Control"]
