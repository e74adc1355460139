"""The theme of the desk: names, colours, sidebar. Data for django-unfold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django.http import HttpRequest

    from tournaments.organiser.fields import Words

BRICK = {
    "50": "#fbf3ef",
    "100": "#f6e2da",
    "200": "#ecc3b5",
    "300": "#dfa08c",
    "400": "#cf7a61",
    "500": "#b9553d",
    "600": "#973a28",
    "700": "#7f3022",
    "800": "#66281d",
    "900": "#4c1f18",
    "950": "#2d110d",
}
PARCHMENT = {
    "50": "#fcf9f2",
    "100": "#f5eee0",
    "200": "#e7dcc6",
    "300": "#d3c4a6",
    "400": "#a8977a",
    "500": "#7c6d56",
    "600": "#5d5140",
    "700": "#463d31",
    "800": "#302a23",
    "900": "#1f1c19",
    "950": "#141210",
}
# What the lists are called, in the sidebar and on their pages.
NEEDS, LEAGUES, TABLES = gettext_lazy("What needs me"), gettext_lazy("Leagues"), gettext_lazy("Tables")
LETTERS_IN, LETTERS_OUT = gettext_lazy("Letters in"), gettext_lazy("Letters out")
PLAYERS, KEY, JOURNAL = gettext_lazy("Players"), gettext_lazy("Key for programs"), gettext_lazy("Journal")


def _link(title: Words, icon: str, name: str) -> dict[str, Any]:
    return {"title": title, "icon": icon, "link": reverse_lazy(f"desk:{name}")}


def _for_organisers(title: Words, icon: str, name: str) -> dict[str, Any]:
    """A list that is empty to referees and helpers."""
    return {**_link(title, icon, name), "permission": organises}


def _for_helpers(title: Words, icon: str, name: str) -> dict[str, Any]:
    """A list that is empty to referees."""
    return {**_link(title, icon, name), "permission": sees_letters}


def organises(request: HttpRequest) -> bool:
    """Tell whether the reader of a page of the desk organises or prepares leagues."""
    player: Any = request.user  # nobody else comes to the desk; models cannot be imported with the settings
    return bool(player.is_organiser)


def sees_letters(request: HttpRequest) -> bool:
    """Tell whether the reader organises, or has an office that opens letters."""
    player: Any = request.user
    return organises(request) or bool(player.is_helper)


UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Desk",
    "SITE_HEADER": "Organiser's desk",
    "SITE_SYMBOL": "castle",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("play/icon.svg")}],
    "SITE_URL": "/",
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "ACCOUNT": {"navigation": [{"title": "Profile", "link": reverse_lazy("player:profile")}]},
    "STYLES": [lambda request: static("desk/desk.css")],
    "SCRIPTS": [lambda request: static("desk/desk.js")],
    "COLORS": {"primary": BRICK, "base": PARCHMENT},
    "SIDEBAR": {
        "navigation": [
            {
                "items": [
                    _link(NEEDS, "inbox", "index"),
                    _for_organisers(LEAGUES, "emoji_events", "tournaments_league_changelist"),
                    _for_organisers(TABLES, "casino", "tournaments_table_changelist"),
                    _for_helpers(LETTERS_IN, "mark_email_unread", "tournaments_inboundletter_changelist"),
                    _for_helpers(LETTERS_OUT, "outgoing_mail", "tournaments_outboundletter_changelist"),
                    _for_organisers(PLAYERS, "group", "tournaments_player_changelist"),
                    _for_organisers(KEY, "key", "key"),
                    _for_organisers(JOURNAL, "history_edu", "tournaments_journalline_changelist"),
                ]
            }
        ]
    },
}
