"""What the pages tell the browser, and that they keep to it: nothing from elsewhere, nothing inline."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from tests.admin.conftest import SignIn
from tests.admin.play import play_on
from tests.cast import Cast
from tournaments.models import Table

pytestmark = pytest.mark.django_db

TEMPLATES = sorted((settings.BASE_DIR / "templates" / "play").glob("*.html"))
STATIC = sorted((settings.BASE_DIR / "tournaments" / "static").rglob("*.*"))
INLINE = re.compile(r"<style|<script|\sstyle=|\son\w+=|javascript:", re.IGNORECASE)
ELSEWHERE = re.compile(r"""(?:src|href|action|url)\s*[=(]\s*["']?(?:https?:)?//""", re.IGNORECASE)


def test_the_policy_of_the_players_site_is_strict(cast: Cast, table: Table, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    for address in ("/", f"/table/{table.pk}/", f"/league/{table.league_id}/", f"/table/{table.pk}/picture.svg", "/x/"):
        policy = client.get(address).headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy


def test_links_with_tokens_leak_nowhere_and_are_kept_by_nobody(cast: Cast, sign_in: SignIn) -> None:
    page = sign_in(cast.player).get("/sign-in/link/?sesame=token")
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert "no-store" in page.headers["Cache-Control"]


def test_the_pages_hold_nothing_inline_and_nothing_from_elsewhere(cast: Cast, table: Table, sign_in: SignIn) -> None:
    play_on(table, 8)
    client = sign_in(cast.player)
    for address in ("/", f"/table/{table.pk}/", f"/table/{table.pk}/log/", f"/league/{table.league_id}/standings/"):
        page = client.get(address).content.decode()
        assert not INLINE.search(page), address
        assert not ELSEWHERE.search(page), address


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_holds_anything_inline(template: object) -> None:
    text = (settings.BASE_DIR / "templates" / "play" / str(template)).read_text(encoding="utf-8")
    assert not INLINE.search(text)
    assert not ELSEWHERE.search(text)


@pytest.mark.parametrize("name", ["play/play.css", "desk/desk.css"])
def test_style_sheets_ask_nobody_for_anything(name: str) -> None:
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
