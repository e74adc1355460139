"""The page inside the file, its contents, in the player's language. Opened from a disk, it needs nothing else."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone

from engine.language.languages import to_say
from tournaments.language.speech import say
from tournaments.models import Player, Seat, Table
from tournaments.queries.names import page, table_title
from tournaments.queries.takeout import rows

FROM_YOU, TO_YOU, GAMES = "letters-from-you", "letters-to-you", "games"
LONG = ("plan", "table__position", "table__header", "table__secret")  # columns that the page has no use for
STYLE_FILE = "style.css"
STYLE = b"""\
:root { color-scheme: light dark; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.6 Georgia, serif; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.2rem; }
dd { margin: 0; overflow-wrap: anywhere; }
li { margin: .25rem 0; }
"""
FILES = (
    (
        ("profile.json", "addresses.json", "sign-ins.json"),
        to_say("your profile with your standing orders, your addresses, where you are signed in"),
    ),
    (
        ("leagues.json", "invitations.json", "offers.json", "organised.json", "offices.json", "asked-to-organise.json"),
        to_say(
            "the leagues that you are in or were, with your days off, those you were invited to, seats that were "
            "offered to you, the leagues you organise or have another office in, and the offices you were asked to take"
        ),
    ),
    (("seats.json",), to_say("your seats, what you have kept for later there, and every question that you were asked")),
    (("observing.json",), to_say("the tables that you follow by letter")),
    (
        ("said.json", "notes.json", "cases.json"),
        to_say("what you said at tables, what you noted for yourself, what you brought before an organiser"),
    ),
    (("journal.json",), to_say("what the journals say that you did, and what was done about you")),
)


def game_file(seat: Seat) -> str:
    return f"{GAMES}/league-{seat.table.league_id}-table-{seat.table.number}-seat-{seat.number + 1}.json"


def html(player: Player) -> bytes:
    """The page, with the times of the player's zone."""
    with timezone.override(player.zone):
        return render_to_string("play/takeout.html", _values(player)).encode()


def _values(player: Player) -> dict[str, Any]:
    seats = rows.seats(player).select_related("table__league").defer(*LONG)
    games = [
        {
            "file": game_file(seat),
            "title": f"{seat.table.league}, {table_title(seat.table)}",
            "running": seat.table.state == Table.State.RUNNING,
        }
        for seat in seats
    ]
    return {
        "player": player,
        "service": settings.SERVICE_NAME,
        "site": settings.SITE_URL,
        "verifier": page("verifier"),
        "style": STYLE_FILE,
        "now": timezone.now(),
        "files": [(names, say(words)) for names, words in FILES],
        "folders": (FROM_YOU, TO_YOU),
        "seats": games,
        "addresses": player.addresses.order_by("pk"),
        "letters_in": rows.written(player).count(),
        "letters_out": player.letters_out.count(),
        "kept": settings.RAW_LETTERS_KEPT.days,
    }
