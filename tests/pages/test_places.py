"""From where a request comes, as far as limits are concerned."""

from __future__ import annotations

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from tournaments.pages.places import origin, place_of


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:51234", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2002:cb00:7107::1", "203.0.113.7"),
        ("64:ff9b::203.0.113.7", "203.0.113.7"),
        ("::ffff:0:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("unknown", ""),
        ("<script>", ""),
    ],
)
def test_an_address_is_counted_for_its_place(address: str, place: str) -> None:
    assert place_of(address) == place


@pytest.mark.parametrize("forged", ["", "1.1.1.1", "1.1.1.1, 2.2.2.2", "1.1.1.1,,", "x" * 5000])
def test_behind_a_proxy_only_what_the_proxy_wrote_counts(settings: Settings, forged: str) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    sent = f"{forged}, 203.0.113.7" if forged else "203.0.113.7"
    request = RequestFactory().get("/", headers={"x-forwarded-for": sent}, REMOTE_ADDR="10.0.0.1")
    assert origin(request) == "203.0.113.7"


def test_without_a_proxy_nothing_that_a_visitor_writes_counts(settings: Settings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = None
    request = RequestFactory().get("/", headers={"x-forwarded-for": "1.1.1.1"}, REMOTE_ADDR="203.0.113.7")
    assert origin(request) == "203.0.113.7"
