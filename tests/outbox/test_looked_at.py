"""Mail scanners and curious readers open every link of a letter: nothing may happen by being looked at."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.test import Client

from tests.shared.cast import Cast, asked_seat, only_table, prepared_league, running_league
from tests.shared.post import ask_for_link, deliver, name_address, newest
from tournaments.actions.league import invitations, leagues
from tournaments.models import OutboundLetter

pytestmark = pytest.mark.django_db
LINK = re.compile(r"https?://[^\s\"'<>]+")


def every_kind_of_link(cast: Cast) -> list[str]:
    """Addresses of pages in letters: signing in, proving an address, held mail, invitations, leaving lists."""
    table = only_table(running_league(cast))
    seat = asked_seat(table)
    deliver(newest(seat, "turn"), "12", sender="somebody@elsewhere.example")
    deliver(newest(seat, "turn"), "12")
    name_address(cast.player, "second@example.net")
    ask_for_link(cast.player.email)
    league = prepared_league(cast, name="Spring League", tag="Spring")
    invitations.invite(league, cast.organiser, "new@example.net")
    leagues.enrol(league, cast.opponent)
    found = []
    for letter in OutboundLetter.objects.all():
        found += LINK.findall(" ".join([letter.text, unescape(letter.html), *map(str, letter.headers.values())]))
    return sorted({link.rstrip(".,)") for link in found})


def rows() -> dict[str, str]:
    models = apps.get_app_config("tournaments").get_models()
    return {model.__name__: serializers.serialize("json", model._default_manager.order_by("pk")) for model in models}


def test_opening_every_link_of_every_letter_changes_nothing(cast: Cast) -> None:
    links = every_kind_of_link(cast)
    pages = {urlsplit(link).path.strip("/").split("/")[0] for link in links}
    assert {"table", "sign-in", "letter", "letters", "invitation"} <= pages
    owner = Client()
    owner.force_login(cast.player)
    before = rows()
    for link in links:
        assert link.startswith(settings.SITE_URL)
        for client in (Client(), owner):
            assert client.get(link.removeprefix(settings.SITE_URL)).status_code < 500
    assert rows() == before
