"""The words of the desk are people's: no page shows a column's name, or a word that the framework brought along."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.apps import apps
from django.test import Client

from tests.organiser.test_desk_policy import Desk, desk_in_use
from tournaments.models import League, Player

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["desk_in_use"]

# What the framework and its theme would say.
BROUGHT_ALONG = re.compile(
    r"Save and |Tournaments|Journal lines|Select .{1,30} to (?:view|change)|View [a-z ]+ \||Add league|Django|Show all"
)
LABELS = re.compile(r"<(th|dt|label|h2|h3|title|summary)\b[^>]*>(.*?)</\1>", re.DOTALL)
ALONE = {"verdict", "door", "trouble", "attempts", "failure", "verb", "pk", "id"}


def columns() -> set[str]:
    """The names of columns as the framework makes words of them."""
    fields = [field for model in apps.get_app_config("tournaments").get_models() for field in model._meta.local_fields]
    moments = {field.name for field in fields if field.name.endswith(("_at", "_by", "_id"))}
    return ALONE | {name.replace("_", " ") for name in moments}


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def test_no_page_of_the_desk_shows_a_columns_name_or_the_frameworks_words(desk_in_use: Desk) -> None:
    desk = Client()
    desk.force_login(Player.objects.get(name="Hedda"))
    raw, found = columns(), []
    to_join = League.objects.get(name="Spring").pk
    acts = [f"/desk/tournaments/league/{to_join}/{act}/" for act in ("start", "move-start", "ready", "cancel")]
    for address in (*desk_in_use.pages, *acts):
        page = desk.get(address).content.decode()
        shown = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
        found += [(address, words) for words in BROUGHT_ALONG.findall(plain(shown))]
        labels = {plain(words).lower().removeprefix("by ").rstrip(" :*↑↓") for _, words in LABELS.findall(shown)}
        found += [(address, words) for words in sorted(labels & raw)]
    assert found == []


def test_a_page_is_called_by_its_list_as_the_sidebar_calls_it_and_by_its_row(desk_in_use: Desk) -> None:
    desk = Client()
    desk.force_login(Player.objects.get(name="Hedda"))

    def heading(address: str) -> str:
        (words,) = re.findall(r"<h1\b[^>]*>(.*?)</h1>", desk.get(address).content.decode(), re.DOTALL)
        return plain(words).replace("chevron_right", "›")

    assert heading("/desk/tournaments/journalline/") == "Journal"
    assert heading("/desk/tournaments/inboundletter/") == "Letters in"
    assert heading("/desk/tournaments/league/add/") == "Leagues › Prepare a league"
    assert heading(desk_in_use.draft) == "Leagues › Unborn"
    assert heading("/desk/") == "What needs me"
