"""What the pages tell the browser, and that they keep to it: nothing from elsewhere, nothing inline."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from bruges_pbem import urls as service
from tests.shared import logged
from tests.shared.cast import Cast
from tests.shared.desk import SignIn
from tests.shared.play import play_on
from tournaments.models import Table
from tournaments.pages.headers import LENT

pytestmark = pytest.mark.django_db

FOLDER = settings.BASE_DIR / "templates"
TEMPLATES = sorted([*FOLDER.glob("*.html"), *(FOLDER / "play").glob("*.html")])
STATIC = sorted((settings.BASE_DIR / "tournaments" / "pages" / "static").rglob("*.*"))
INLINE = re.compile(r"<style|<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=|javascript:", re.IGNORECASE)
ELSEWHERE = re.compile(r"""(?:src|href|action|url)\s*[=(]\s*["']?(?:https?:)?//""", re.IGNORECASE)


def test_the_policy_of_the_players_site_is_strict(cast: Cast, table: Table, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    for address in ("/", f"/table/{table.pk}/", f"/league/{table.league_id}/", f"/table/{table.pk}/picture.svg"):
        assert is_strict(client.get(address)), address


def is_strict(answer: Any) -> bool:
    policy = answer.headers["Content-Security-Policy"]
    return "default-src 'self'" in policy and "unsafe" not in policy and lends_nothing(answer.headers)


# What pages can ask of a reader's machine that watches, listens, finds, pays or signs in.
OF_THE_MACHINE = {"camera", "microphone", "display-capture", "geolocation", "payment", "publickey-credentials-get",
                  "usb", "serial", "hid", "midi", "accelerometer", "gyroscope", "magnetometer"}  # fmt: skip


def lends_nothing(headers: Mapping[str, str]) -> bool:
    """Whether each feature that the service knows of is refused to every page, and nothing else is said of any."""
    lent = dict(part.split("=") for part in headers["Permissions-Policy"].split(", "))
    return set(lent) == set(LENT) >= OF_THE_MACHINE and set(lent.values()) == {"()"}


def fails(request: HttpRequest) -> HttpResponse:
    raise ArithmeticError("as it happens")


def refuses(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def suspects(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation


urlpatterns = [path("fails/", fails), path("refuses/", refuses), path("suspects/", suspects), *service.urlpatterns]


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/nothing/", 404, "There is no such page"),
        ("/favicon.ico", 404, "There is no such page"),
        ("/refuses/", 403, "This cannot be done"),
        ("/suspects/", 400, "This request cannot be read"),
        ("/fails/", 500, "Nothing you have ordered is lost"),
    ],
)
@override_settings(ROOT_URLCONF=__name__)
def test_pages_of_errors_are_as_strict_and_kind_as_the_others(address: str, status: int, words: str) -> None:
    answer = Client(raise_request_exception=False).get(address)
    assert answer.status_code == status
    assert words in answer.content.decode()
    assert "as it happens" not in answer.content.decode()
    assert is_strict(answer)


@pytest.mark.parametrize(
    ("address", "traced"), [("/nothing/", False), ("/refuses/", False), ("/suspects/", False), ("/fails/", True)]
)
@override_settings(ROOT_URLCONF=__name__)
def test_only_what_nobody_expected_has_a_traceback_in_the_log(address: str, traced: bool) -> None:
    with logged.everything() as written:
        Client(raise_request_exception=False).get(address)
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert any("traceback" in line for line in lines) == traced


@override_settings(ROOT_URLCONF=__name__)
def test_pages_of_errors_speak_the_language_of_their_reader() -> None:
    client = Client(raise_request_exception=False, headers={"accept-language": "de"})
    words = {"/fails/": "Etwas ist kaputtgegangen", "/suspects/": "Diese Anfrage ist nicht zu lesen"}
    for address, title in {**words, "/refuses/": "Das geht nicht", "/nothing/": "Diese Seite gibt es nicht"}.items():
        answer = client.get(address)
        assert f"<h1>{title}</h1>" in answer.content.decode()
        assert '<html lang="de">' in answer.content.decode()


def test_a_form_from_elsewhere_and_a_foreign_host_are_answered_as_strictly(cast: Cast) -> None:
    refused = Client(enforce_csrf_checks=True).post("/sign-in/", {"email": "anna@example.net"})
    assert refused.status_code == 403
    assert is_strict(refused)
    foreign = Client(raise_request_exception=False).get("/", headers={"host": "elsewhere.example"})
    assert foreign.status_code == 400
    assert is_strict(foreign)


@override_settings(WHITENOISE_USE_FINDERS=True, WHITENOISE_AUTOREFRESH=True)
def test_files_carry_the_policy_too() -> None:
    for name in ("play/icon.svg", "play/skyline.svg", "play/play.css"):
        answer = Client().get(f"/static/{name}")
        assert answer.status_code == 200
        assert is_strict(answer)
        answer.close()


def test_the_desks_own_policy_reaches_no_other_page(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.organiser)
    desk = client.get("/desk/").headers
    assert "style-src 'self' 'unsafe-inline'" in desk["Content-Security-Policy"]  # the theme's colours
    assert desk["Content-Security-Policy"].count("unsafe") == 1
    assert "default-src 'self'" in desk["Content-Security-Policy"]
    assert lends_nothing(desk)
    assert is_strict(client.get("/"))


def test_links_with_tokens_leak_nowhere_and_are_kept_by_nobody(cast: Cast, sign_in: SignIn) -> None:
    page = sign_in(cast.player).get("/sign-in/link/?sesame=token")
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert "no-store" in page.headers["Cache-Control"]


@pytest.mark.parametrize(
    "held", ["<style>", "<script>alert(1)</script>", '<p style="x">', '<p onclick="x">', '<a href="javascript:x">']
)
def test_what_stands_inline_is_found(held: str) -> None:
    assert INLINE.search(f"<main>{held}</main>")


@pytest.mark.parametrize(
    "held",
    ['<img src="//a.example/x">', '<a href="https://a.example">', "url(http://a.example/x)", "<form action='//a'>"],
)
def test_what_comes_from_elsewhere_is_found(held: str) -> None:
    assert ELSEWHERE.search(f"<main>{held}</main>")
    assert not ELSEWHERE.search('<img src="/static/x.svg"><a href="/league/1/">')


def test_the_pages_hold_nothing_inline_and_nothing_from_elsewhere(cast: Cast, table: Table, sign_in: SignIn) -> None:
    play_on(table, 8)
    client = sign_in(cast.player)
    for address in ("/", f"/table/{table.pk}/", f"/table/{table.pk}/log/", f"/league/{table.league_id}/standings/"):
        page = client.get(address).content.decode()
        assert not INLINE.search(page), address
        assert not ELSEWHERE.search(page), address


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_holds_anything_inline(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not INLINE.search(text)
    assert not ELSEWHERE.search(text)


@pytest.mark.parametrize("name", ["play/play.css", "play/play.js", "desk/desk.css"])
def test_styles_and_scripts_ask_nobody_for_anything(name: str) -> None:
    text = next(path for path in STATIC if str(path).endswith(name)).read_text(encoding="utf-8")
    assert "@import" not in text
    assert not ELSEWHERE.search(text)


def test_every_field_has_a_label_and_every_picture_words(cast: Cast, table: Table, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    for address in ("/sign-up/", "/sign-in/", f"/table/{table.pk}/"):
        page = client.get(address).content.decode()
        fields = re.findall(r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*\sid="([^"]+)"', page)
        assert fields or address.startswith("/table/")
        assert all(f'for="{field}"' in page for field in fields)
    page = client.get(f"/table/{table.pk}/").content.decode()
    picture = re.search(r'<img src="/table/[^>]*alt="([^"]+)"', page)
    assert picture
    assert "Anna" in picture[1]


def test_a_page_that_does_not_exist_is_said_in_words(client: object, cast: Cast, sign_in: SignIn) -> None:
    page = sign_in(cast.player).get("/nothing/")
    assert page.status_code == 404
    assert "There is no such page" in page.content.decode()
