"""Routes are logged, never paths with keys: every address that takes a key, with all that can become of a request."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from sesame.utils import get_query_string

from tests.shared import logged
from tests.shared.cast import Cast
from tests.shared.keys_made import every_kind
from tests.shared.routes import converters, filled, routes
from tournaments.keys import redaction

pytestmark = pytest.mark.django_db
TAKING_A_KEY = [route for route in routes() if converters(route) & {"str", "path", "slug"}]


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    with logged.everything() as written:
        yield written


@pytest.fixture
def keys(cast: Cast) -> dict[str, str]:
    return every_kind(cast)


class Fails:
    """Middleware: every view raises, with the path in its words as careless code would have it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        raise ArithmeticError(f"no luck with {request.get_full_path()}")


def ask_everything(client: Client, key: str) -> None:
    """Each address with the key as its argument and in its query: found, refused, cut short, and from elsewhere."""
    for route in TAKING_A_KEY:
        path = filled(route, {"str": key, "path": key, "slug": "x", "int": 1})
        client.get(path)
        if "str" not in converters(route):
            continue
        for address in (path.rstrip("/"), path.rstrip("/") + "x", path[:-3], f"{path}?sesame={key}&next={path}"):
            client.get(address, headers={"referer": f"https://play.example.org{path}"})
        client.post(path)
        client.put(path)
        client.get(path, headers={"host": "elsewhere.example"})
    client.get(f"/sign-in/link/?sesame={key}&next=/come/{key}/")


@pytest.mark.parametrize(
    "name",
    ["invitation", "organise", "link", "unsubscribe", "calendar", "address", "sign-up", "sesame", "token", "api"],
)
def test_no_key_in_an_address_gets_into_the_log(keys: dict[str, str], name: str, log: io.StringIO) -> None:
    ask_everything(Client(enforce_csrf_checks=True, raise_request_exception=False), keys[name])
    text = log.getvalue()
    assert "/invitation/<str:key>/" in text
    assert "Not Found" in text
    assert "Forbidden" in text
    assert keys[name] not in text
    assert keys[name][-30:] not in text


def test_no_key_gets_into_the_log_when_a_page_breaks(keys: dict[str, str], log: io.StringIO) -> None:
    with override_settings(MIDDLEWARE=[*settings.MIDDLEWARE, f"{__name__}.Fails"]):
        for key in keys.values():
            ask_everything(Client(raise_request_exception=False), key)
    text = log.getvalue()
    assert "ArithmeticError" in text
    assert "Internal Server Error: /invitation/<str:key>/" in text
    assert [name for name, key in keys.items() if key in text or key[-30:] in text] == []


def test_a_sign_in_key_is_known_without_a_digit_wherever_it_stands(cast: Cast) -> None:
    drawn = get_query_string(cast.player).removeprefix("?sesame=")
    key = re.sub(r"\d", "x", drawn)
    assert redaction.redacted(f"no luck with /desk/tournaments/league/{key}/change/").count(key[-8:]) == 0
    assert redaction.redacted(f"no luck with {key}, the key") == "no luck with <token>, the key"


@pytest.mark.parametrize("colon", [":", "%3A", "%253A", "=3a", r"\u003a"])
def test_a_signed_key_is_known_however_its_signs_are_encoded(keys: dict[str, str], colon: str) -> None:
    for name in ("offer", "calendar", "unsubscribe"):
        key = keys[name].replace(":", colon)
        assert redaction.redacted(f"no luck with {key}, the key") == "no luck with <token>, the key"


def test_each_request_is_one_line_with_its_route(cast: Cast, log: io.StringIO) -> None:
    Client().get("/league/7/")
    Client().get("/healthz")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    told = [(line["level"], line["message"].rpartition(" ms")[0].rpartition(" ")[0]) for line in lines]
    assert ("info", "GET /league/<int:pk>/ 404") in told
    assert ("debug", "GET /healthz 200") in told


def test_gunicorn_writes_no_paths_and_leaves_the_rest_to_our_log() -> None:
    script = (
        "import logging\n"
        "from gunicorn.config import Config\n"
        "from gunicorn.glogging import Logger\n"
        "from bruges_pbem import serving\n"
        "cfg = Config()\n"
        "[cfg.set(name, value) for name, value in vars(serving).items() if name in cfg.settings]\n"
        "log = Logger(cfg)\n"
        "log.error('Error handling request %s', '/invitation/WzEsMl0:1xVEYg:yy0P-4Hd2IVgZeIULjEyxHV1w-NgY6VjTyeT09/')\n"
        "assert cfg.umask == 0o077 and cfg.accesslog is None and not log.access_log.isEnabledFor(logging.ERROR)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stderr.splitlines()
    assert [json.loads(line)["message"] for line in lines] == ["Error handling request /invitation/<token>"]
