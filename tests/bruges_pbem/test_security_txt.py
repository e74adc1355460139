"""Whom to tell of a hole: the file of RFC 9116, read by its fields."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from pytest_django import Settings

from bruges_pbem import env

pytestmark = pytest.mark.django_db
PLACE = "/.well-known/security.txt"
CONTACTS = ("mailto:security@example.org", "https://example.org/report")


@pytest.fixture
def named(settings: Settings) -> Settings:
    settings.SECURITY_CONTACT = CONTACTS
    settings.SECURITY_POLICY = ("https://example.org/rules",)
    settings.SECURITY_LANGUAGES = ("en", "de")
    return settings


def fields(client: Client) -> dict[str, list[str]]:
    """The values by field; a line that is no field, in RFC 9116's grammar, fails."""
    answer = client.get(PLACE)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    text = answer.content.decode()
    assert text.endswith("\n")
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        name, colon, value = line.partition(": ")
        assert colon
        assert value == value.strip() != ""
        found.setdefault(name.lower(), []).append(value)
    return found


def test_it_names_the_contacts_in_their_order_and_where_it_lies(named: Settings, client: Client) -> None:
    found = fields(client)
    assert tuple(found.pop("contact")) == CONTACTS
    assert found.pop("canonical") == [f"{named.SITE_URL}{PLACE}"]
    assert found.pop("policy") == list(named.SECURITY_POLICY)
    assert [tag.strip() for tag in found.pop("preferred-languages")[0].split(",")] == list(named.SECURITY_LANGUAGES)
    assert list(found) == ["expires"]


def test_it_expires_within_a_year_and_not_soon(named: Settings, client: Client) -> None:
    (expires,) = fields(client)["expires"]
    left = datetime.fromisoformat(expires) - datetime.now(UTC)
    assert timedelta(days=30) < left < timedelta(days=365)


def test_the_older_place_leads_to_it(named: Settings, client: Client) -> None:
    answer = client.get("/security.txt")
    assert (answer.status_code, answer.headers["Location"]) == (301, PLACE)


@pytest.mark.parametrize("place", [PLACE, "/security.txt"])
def test_without_a_contact_there_is_no_file(place: str, settings: Settings, client: Client) -> None:
    settings.SECURITY_CONTACT = ()
    assert client.get(place).status_code == 404


@pytest.mark.parametrize(
    "value",
    [
        "security@example.org",
        "mailto:nobody",
        "http://example.org/",
        "https:",
        "https://example.org/a b",
        "mailto:a@b.example\nExpires: 2000-01-01T00:00:00Z",
        "javascript:alert(1)",
    ],
)
def test_what_is_no_contact_is_refused_at_the_start(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORD", value)
    with pytest.raises(env.Misconfigured, match="WORD has"):
        env.links("WORD", "mailto", "https")


def test_several_contacts_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORD", ", ".join(CONTACTS))
    assert env.links("WORD", "mailto", "https") == CONTACTS
    monkeypatch.delenv("WORD")
    assert env.links("WORD", "mailto", "https") == ()


@pytest.mark.parametrize("value", ["english please", "e", "de;q=1"])
def test_what_is_no_language_is_refused_at_the_start(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORD", value)
    with pytest.raises(env.Misconfigured, match="WORD has"):
        env.languages("WORD", "en")
