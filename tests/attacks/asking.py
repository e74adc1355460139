"""Requests to every route, with arguments that are the asker's own and that are not, and what each one changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.test import Client

from tests.attacks.world import Side
from tests.shared.routes import ARGUMENT
from tournaments.models import (
    Address,
    Case,
    Entry,
    InboundLetter,
    JournalLine,
    League,
    OfficeOffer,
    Officer,
    OutboundLetter,
    Player,
    Seat,
    SeatOffer,
    Table,
    Turn,
)

# Whose number a route's first argument is: the first beginning that fits.
ARGUMENTS = {
    "/desk/tournaments/league/entry/": Entry,
    "/desk/tournaments/league/organiser/": OfficeOffer,
    "/desk/tournaments/league/": League,
    "/desk/tournaments/print/league/": League,
    "/desk/tournaments/print/table/": Table,
    "/desk/tournaments/table/case/": Case,
    "/desk/tournaments/table/turn/": Turn,
    "/desk/tournaments/table/seat/": Seat,
    "/desk/tournaments/table/offer/": SeatOffer,
    "/desk/tournaments/table/": Table,
    "/desk/tournaments/journalline/": JournalLine,
    "/desk/tournaments/inboundletter/": InboundLetter,
    "/desk/tournaments/outboundletter/": OutboundLetter,
    "/desk/tournaments/player/": Player,
    "/profile/address/": Address,
    "/league/": League,
    "/api/v1/leagues/": League,
    "/table/": Table,
    "/letter/": InboundLetter,
}
# Of what else a route can take; the first of each is what the service itself links to.
FURTHER = {
    "entry": ("3", "0"),
    "step": ("1", "99999"),
    "number": ("1", "0"),
    "by": ("step", "x"),
    "game": ("bruges", "x"),
    "rest": ("nothing", "leagues/"),
    "sort": ("letters", "late", "cases", "x"),
}
ODD = ("0", "99999999999999999999999999", "-1", "1%00", "%E2%80%AE1", "..%2F1", "1;", "%F0%9F%8E%B2", "'", "x" * 3000)
WRITING = re.compile(r'\s*(INSERT|UPDATE|DELETE|REPLACE)(?: OR \w+)?(?: INTO| FROM)? "?(\w+)"?', re.IGNORECASE)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer that came back. `wrote`: tables in which rows were changed."""

    status: int
    body: str
    wrote: frozenset[str]


def addresses(route: str, side: Side) -> Iterator[str]:
    """The route with everything of one side that it can be about."""
    begins = next((name for name in ARGUMENTS if route.startswith(name)), None)
    key = next((name for name in side.keys if route.startswith(name)), None)
    values: dict[str, tuple[str, ...]] = {}
    for at, found in enumerate(ARGUMENT.finditer(route)):
        name = found[2]
        if at == 0 and begins is not None and found[1] in {"int", "path"}:
            values[name] = tuple(str(pk) for pk in side.rows[ARGUMENTS[begins]])
        elif name == "key":
            assert key is not None, f"the walk has no key for {route}"
            values[name] = (side.keys[key],)
        elif name == "person":
            officers = Officer.objects.filter(league__in=side.rows[League])
            values[name] = tuple(str(pk) for pk in officers.values_list("player", flat=True))
        elif name == "kind":
            values[name] = ("record", "x") if "table/" in route else ("book", "certificates")
        else:
            values[name] = FURTHER[name]
    yield from _each(route, values)


def form(side: Side) -> dict[str, Any]:
    """Fields that make each of the service's forms a valid one."""
    return form_about(Table.objects.get(pk=side.rows[Table][0]), Turn.objects.get(pk=side.rows[Turn][0]))


def form_about(table: Table, turn: Turn) -> dict[str, Any]:
    """Likewise, for one table and one of its turns."""
    return {
        "lines": "say: hello there", "serial": "1", "words": "hello everybody", "answer": "yes",
        "reason": "because", "hours": "5", "games": "kept", "chance": "anew",
        "addresses": "one.more@example.net", "days": "3", "ruling": "so be it",
        "email": "someone.new@example.net", "name": "Nadine", "zone": "Europe/Paris", "language": "de",
        "word": "tulip", "accept": "on", "kind": "record", "topic": "climb", "text": "1 > any",
        "sure": "on", "handle": "x", "begins": "22", "ends": "7", "next": "/", "which": "all", "copies": "on",
        "turns": "", "receipts": "", "news": "",
        "role": "helper", "to": _another_organiser(table),
    }  # fmt: skip


def _another_organiser(table: Table) -> str:
    """To whom a league may be handed over; "" means everybody at a table, where words are said."""
    found = table.league.organisers.exclude(owned=table.league).first()
    return str(found.pk) if found else ""


def _each(route: str, values: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """All numbers of rows, with the first of what else there is; then the rest of that, once each."""
    first = {name: given[0] for name, given in values.items()}
    varied = [first, *({**first, name: value} for name, given in values.items() for value in given[1:])]
    for chosen in varied:
        yield ARGUMENT.sub(lambda found, chosen=chosen: chosen[found[2]], route)  # type: ignore[misc]


def odd_addresses(route: str) -> Iterator[str]:
    """The route with what is nobody's."""
    for value in ODD if ARGUMENT.search(route) else ():
        yield ARGUMENT.sub(lambda found, value=value: value, route)  # type: ignore[misc]


def ask(client: Client, method: str, address: str, **form: Any) -> Answer:
    """One request, whose effects are undone."""
    wrote = set()

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if (write := WRITING.match(sql)) and (write[1].upper() == "INSERT" or context["cursor"].rowcount != 0):
            wrote.add(write[2].removeprefix("tournaments_"))
        return result

    cookies: Any = client.cookies.copy()
    with transaction.atomic(), connection.execute_wrapper(look):
        if method in {"GET", "HEAD", "POST"}:
            response = getattr(client, method.lower())(address, form or None)
        else:
            response = client.generic(method, address, b"a=b", "application/x-www-form-urlencoded")
        content = b"".join(response.streaming_content) if response.streaming else response.content
        transaction.set_rollback(True)
    client.cookies = cookies
    headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    return Answer(response.status_code, f"{headers}\n\n{content.decode('utf-8', 'replace')}", frozenset(wrote))
