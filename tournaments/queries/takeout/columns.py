"""The columns of a player's rows that go into the file, and the reasons why all others do not.

A test holds that every table that names a player, and every column of those that are handed out, is listed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.db.models import Model, QuerySet

from tournaments.models import (
    Address,
    Case,
    Entry,
    InboundLetter,
    Invitation,
    JournalLine,
    League,
    Note,
    Observer,
    OfficeOffer,
    Officer,
    OutboundLetter,
    Player,
    Press,
    Seat,
    SeatOffer,
    SignIn,
    Table,
    Turn,
    Vacation,
)

NUMBER = "a number of ours"
SECRET = "opens or signs something"
OTHERS = "somebody else"
INNER = "how far the service is with it"

# Table -> columns that are handed out.
GIVEN: dict[type[Model], tuple[str, ...]] = {
    Player: (
        "email", "name", "zone", "language", "is_active", "is_staff", "prepares", "is_superuser", "is_robot",
        "created_at", "verified_at", "last_login", "dead_at", "awaited_from", "awaited_until", "erased_at", "rules",
        "letters_understood", "ways", "digest_hour", "quiet_from", "quiet_until", "calendar_files",
        "initials", "renewed_at",
    ),
    Address: ("email", "verified_at", "named_at", "copies"),
    SignIn: ("browser", "system", "place", "begun_at", "seen_at", "expire_date"),
    Entry: ("league", "state", "word", "accepted_at", "joined_at", "ready_at", "ways"),
    Invitation: ("league", "email", "sent", "sent_at", "created_at"),
    SeatOffer: ("seat", "everywhere", "email", "name", "reason", "state", "made_at", "until", "ended_at"),
    Officer: ("league", "role", "since"),
    OfficeOffer: ("league", "role", "reason", "state", "made_at", "until", "ended_at"),
    Vacation: ("first", "last", "begins_at", "ends_at", "booked_at", "cancelled_at"),
    Seat: ("table", "number", "mover", "since", "plan", "grace_used_at", "expired_on", "refused", "refused_at"),
    Turn: (
        "kind", "round", "opened_at", "asked_at", "handed_at", "counts_from", "not_counted", "due_by", "reminded_at",
        "grace_until", "grace_time", "ended_at", "end", "in_part",
    ),
    Observer: ("table", "email", "language", "since"),
    Note: ("seat", "round", "words", "written_at"),
    Press: ("seat", "to", "round", "words", "said_at"),
    Case: ("seat", "words", "opened_at", "ruling", "ruled_at", "passed_over"),
    JournalLine: ("at", "verb", "words", "league", "table", "seat"),
    League: ("name", "tag", "about", "conduct", "game", "state", "created_at"),
    InboundLetter: (
        "received_at", "sender", "recipient", "mail_from", "message_id", "auth_results", "state", "verdict", "read_at",
        "seat", "account",
    ),
    OutboundLetter: (
        "created_at", "sent_at", "kind", "to", "subject", "state", "league", "seat", "answered_at", "delivery",
        "delivery_at", "failure",
    ),
}  # fmt: skip

# Table -> column -> why it is not handed out.
KEPT_BACK: dict[type[Model], dict[str, str]] = {
    Player: {"id": NUMBER, "password": SECRET, "needs_at": INNER, "heard_at": INNER, "calendar_epoch": SECRET},
    Address: {"id": NUMBER, "player": NUMBER},
    SignIn: {"session_key": SECRET, "session_data": SECRET, "player": NUMBER},
    Entry: {"id": NUMBER, "player": NUMBER},
    Invitation: {"id": NUMBER, "player": NUMBER},
    SeatOffer: {"id": NUMBER, "by": NUMBER, "player": NUMBER, "letter": NUMBER, "since": INNER},
    Officer: {"id": NUMBER, "player": NUMBER},
    OfficeOffer: {"id": NUMBER, "by": OTHERS, "player": NUMBER, "letter": NUMBER},
    Vacation: {"id": NUMBER, "entry": NUMBER},
    Seat: {"id": NUMBER, "player": NUMBER, "seen": INNER, "numbers": INNER, "token_epoch": SECRET, "pressed": INNER},
    Turn: {
        "id": NUMBER, "seat": NUMBER, "serial": NUMBER, "judge_at": INNER, "remind_at": INNER, "attempts": INNER,
        "latest": INNER,
    },
    Observer: {"id": NUMBER, "player": NUMBER, "told": INNER, "round": INNER, "look_at": INNER},
    Note: {"id": NUMBER, "player": NUMBER, "letter": NUMBER},
    Press: {"id": NUMBER, "player": NUMBER, "letter": NUMBER, "to_player": OTHERS},
    Case: {"id": NUMBER, "player": NUMBER, "letter": NUMBER, "ruled_by": OTHERS},
    JournalLine: {"id": NUMBER, "actor": NUMBER, "data": "the words say it"},
    InboundLetter: {
        "id": NUMBER, "key": NUMBER, "door": INNER, "queue": INNER, "read_from": INNER, "attempts": INNER,
        "player": NUMBER, "serial": NUMBER, "numbers": NUMBER,
        "raw": "a file of its own", "shown": "the file says it", "trouble": INNER, "failed_under": INNER,
        "proved": INNER, "quotes": INNER, "errands": INNER,
    },
    OutboundLetter: {
        "id": NUMBER, "dedupe": NUMBER, "player": NUMBER, "serial": NUMBER, "answers": NUMBER, "copy_of": NUMBER,
        "told_in": NUMBER, "sender": SECRET, "headers": SECRET, "envelope_sender": SECRET, "message_id": SECRET,
        "provider_id": NUMBER, "names_told_at": INNER,
        "text": "a file of its own", "html": "says what the text says", "picture": INNER, "papers": INNER,
        "gist": INNER, "everywhere": INNER, "asks": INNER, "due_at": INNER, "taken_at": INNER, "attempts": INNER,
    },
}  # fmt: skip
SETTINGS = "a setting of the league, which its page shows"  # of League every column that is not given

# Tables that hang on a player and are not handed out.
NOT_GIVEN = {
    "admin.LogEntry": "nothing writes it",
    "tournaments.Player_groups": "there are no groups",
    "tournaments.Player_user_permissions": "there are no permissions",
    "tournaments.ApiKey": "the desk tells when it was made and used; the key is not kept",
    "tournaments.LinkRequest": "is gone once a worker has answered it",
    "tournaments.League_organisers": "by the leagues that the player organises",
    "tournaments.Case_readers": "the letters about the cases tell which ones were put to the player",
    "tournaments.Seat_former": "the journal tells who got a seat after the player",
}


PORTION = 200  # rows that are in hand together
Names = dict[type[Model], dict[int, str]]  # what is known of the names of rows that others point at
# What rows point at, with no more of it than its name needs.
POINTED_AT: dict[type[Model], QuerySet[Any]] = {
    League: League.objects.only("name"),
    Table: Table.objects.select_related("league").only("number", "league__name"),
    Seat: Seat.objects.select_related("table__league").only("number", "table__number", "table__league__name"),
}


def read(
    rows: QuerySet[Any], *more: str, names: Names, portion: int = PORTION
) -> Iterator[tuple[dict[str, Any], tuple[Any, ...]]]:
    """Yield each row's columns that are handed out, what it points at by name, and the values of `more` columns.

    However many rows there are, only a portion of them is in hand, and nothing else of them is read.
    names  known from the lists before, which this one adds to
    """
    columns = GIVEN[rows.model]
    fields = {name: rows.model._meta.get_field(name) for name in columns}
    pointing = {name: field.related_model for name, field in fields.items() if field.is_relation}
    found = rows.values_list(*columns, *more).iterator(chunk_size=portion)
    while some := list(islice(found, portion)):
        given = [dict(zip(columns, values, strict=False)) for values in some]
        for model in set(pointing.values()):
            wanted = {row[name] for row in given for name in pointing if pointing[name] is model}
            unknown = wanted - names.get(model, {}).keys() - {None}
            learn(names, POINTED_AT[model].filter(pk__in=unknown))
        for row, values in zip(given, some, strict=True):
            for name, model in pointing.items():
                row[name] = None if row[name] is None else names[model][row[name]]
            yield row, values[len(columns) :]


def learn(names: Names, rows: Iterable[Model]) -> None:
    """Know the names of seats, tables and leagues, and of what their own names are made of."""
    for row in rows:
        names.setdefault(type(row), {})[row.pk] = str(row)
        if isinstance(row, Seat):
            learn(names, [row.table])
        elif isinstance(row, Table):
            learn(names, [row.league])
