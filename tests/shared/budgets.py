"""What each page costs: every address of the service as the people come to it who see the most, and who see little."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import connection, transaction
from django.test import Client
from sesame.utils import get_query_string

from tests.attacks.asking import form_about
from tests.shared.crowd import Crowd
from tests.shared.desk import stamp_of
from tests.shared.routes import routes
from tournaments.actions.league import invitations, organisers
from tournaments.actions.observing import asking
from tournaments.actions.player import address_keys, sign_in_links
from tournaments.actions.player.addresses import VERIFY_SALT
from tournaments.actions.seats import offers
from tournaments.letters import headers
from tournaments.letters.parts import ways
from tournaments.models import (
    Case,
    Entry,
    InboundLetter,
    Invitation,
    JournalLine,
    League,
    Observer,
    OfficeOffer,
    OutboundLetter,
    Player,
    Seat,
    SeatOffer,
    Table,
    Turn,
)
from tournaments.queries import calendars, matches
from tournaments.queries.needs import SORTS
from tournaments.running.metrics import counting, standing

NAMED = re.compile(r"<(?:\w+:)?(\w+)>")
DESK = "/desk/"
FEW_PLAYED, FEW_ORGANISED = "a player of few leagues", "an organiser of few leagues"
EVERY = 20  # steps of SQLite's machine between two counts
# Given by the way an address is made; a row's number is found by the route.
FIXED = {"game": "bruges", "step": "9", "number": "9", "entry": "9", "by": "everybody", "rest": "x"}
# Lists as one comes to them beside their first page.
QUERIES = {
    "/": ("?asked=2&others=2&soon=2&to-join=2&over=2&cancelled=2", "?to-join=99999"),
    "/profile/": ("?leagues=2",),
    "/desk/tournaments/league/": ("?q=League+1&p=1", "?state__exact=running&o=-4"),
    "/desk/tournaments/table/": ("?q=League+1&o=1", "?state__exact=running&p=1"),
    "/desk/tournaments/inboundletter/": ("?q=Wanda&p=1", "?state__exact=held&o=2"),
    "/desk/tournaments/outboundletter/": ("?q=Your+turn&p=1", "?state__exact=failed&o=3"),
    "/desk/tournaments/player/": ("?q=Broucke+1&p=1", "?o=2"),
    "/desk/tournaments/journalline/": ("?q=moved&p=1", "?verb=orders&o=2"),
}


@dataclass(frozen=True, slots=True)
class Visit:
    """One page as one person finds it.

    steps  of SQLite's virtual machine, to `EVERY`; of a search in an index so many as rows are found, whatever the
           size of the table. 0 on another database
    letters  that a press has written
    """

    who: str
    route: str
    address: str
    status: int
    kind: str
    size: int
    statements: int
    steps: int
    seconds: float
    sql: list[str] = field(repr=False, default_factory=list)
    letters: int = 0

    @property
    def is_paper(self) -> bool:
        return self.route.endswith(".pdf")

    @property
    def is_page(self) -> bool:
        return self.kind.startswith("text/html")


@dataclass(slots=True)
class Work:
    """The statements to the database while they were counted."""

    sql: list[str] = field(default_factory=list)
    steps: int = 0


@contextmanager
def counted() -> Iterator[Work]:
    """Count the statements and the steps of SQLite's machine."""
    work = Work()

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK")):
            work.sql.append(sql)
        return execute(sql, params, many, context)

    def step() -> int:
        work.steps += EVERY
        return 0

    connection.ensure_connection()
    machine = connection.connection if connection.vendor == "sqlite" else None
    with connection.execute_wrapper(count):
        if machine is not None:
            machine.set_progress_handler(step, EVERY)
        try:
            yield work
        finally:
            if machine is not None:
                machine.set_progress_handler(None, EVERY)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who goes where.

    rows    of which leagues the pages are opened
    lists   only to what is not about one row
    turns   also to other pages of lists, to what is filtered, searched and sorted
    papers  also to what is printed
    """

    who: str
    person: Player | None
    rows: Rows
    lists: bool = False
    turns: bool = True
    papers: bool = False

    @property
    def routes(self) -> list[str]:
        at_desk = self.person is not None and self.person.is_staff
        return [
            route
            for route in routes()
            if route.startswith(DESK) == at_desk
            and not (self.lists and NAMED.search(route))
            and (self.papers or not route.endswith(".pdf"))
        ]


def people(crowd: Crowd, *, many: bool) -> list[Visitor]:
    """Who has to do with few leagues goes everywhere; with `many` also everybody else, to the pages that may differ."""
    cast = crowd.small.cast
    few, others = Rows(cast.organiser, cast.player), Rows(crowd.organiser, crowd.player)
    small = [
        Visitor("a visitor", None, few, turns=False),
        Visitor(FEW_PLAYED, cast.player, few, turns=False, papers=many),
        Visitor(FEW_ORGANISED, cast.organiser, few, turns=False, papers=many),
    ]
    return [
        *small,
        Visitor("a player of many leagues", crowd.player, others, lists=not many, turns=many),
        Visitor("an organiser of many leagues", crowd.organiser, others, lists=not many, turns=False),
        Visitor("the owner", crowd.owner, others, lists=True, turns=many),
    ]


def visits(visitors: Iterable[Visitor], *, anew: bool = True) -> Iterator[Visit]:
    """Everybody goes everywhere. `anew`: what is kept for some seconds is found out for each visit."""
    for one in visitors:
        client = Client()
        if one.person is not None:
            client.force_login(one.person)
        else:
            client = Client(headers={"authorization": f"Bearer {settings.METRICS_TOKEN}"})
        for route in one.routes:
            for address in addresses(route, one.rows, turns=one.turns):
                yield visit(client, one.who, route, address, anew=anew)


def presses(visitors: Iterable[Visitor], *, but: Collection[str] = ()) -> Iterator[Visit]:
    """Everybody presses every button, with a form that is filled in; each press is undone. `but`: routes left out."""
    for one in visitors:
        client = Client()
        if one.person is not None:
            client.force_login(one.person)
        table, turn = one.rows.tables(), one.rows.numbers(_turns)
        form = form_about(Table.objects.get(pk=table[0]), Turn.objects.get(pk=turn[0]))
        for route in one.routes:
            for address in addresses(route, one.rows, turns=False) if route not in but else ():
                cookies: Any = client.cookies.copy()
                with transaction.atomic():
                    letters = OutboundLetter.objects.count()
                    stamp = {"stamp": stamp_of(client, address)} if route.startswith(DESK) else {}
                    pressed = visit(client, one.who, route, address, {**form, **stamp})
                    yield replace(pressed, letters=OutboundLetter.objects.count() - letters)
                    transaction.set_rollback(True)
                client.cookies = cookies


def visit(
    client: Client, who: str, route: str, address: str, form: Mapping[str, Any] | None = None, *, anew: bool = True
) -> Visit:
    """A page as it is looked at, or with `form` as something is pressed on it."""
    if anew:
        counting.FIGURES.forget()
        standing.STANDING.forget()
    begun = perf_counter()
    with counted() as work:
        answer: Any = client.get(address) if form is None else client.post(address, form)
        size = len(_content(answer))
    if answer.streaming and form is not None:
        size = 0  # a file that was asked for, no page
    seconds = perf_counter() - begun
    kind = answer.get("Content-Type", "")
    return Visit(who, route, address, answer.status_code, kind, size, len(work.sql), work.steps, seconds, work.sql)


def _content(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


# --- which rows -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of the leagues that `organiser` organises and `player` plays in."""

    organiser: Player
    player: Player
    known: dict[Callable[[Rows], list[int]], list[int]] = field(default_factory=dict)

    def numbers(self, of: Callable[[Rows], list[int]]) -> list[int]:
        if of not in self.known:
            self.known[of] = of(self)
        return self.known[of]

    def leagues(self) -> list[int]:
        """The first that runs, which has most entrants and tables, one open to join, one in preparation."""
        states = (League.State.RUNNING, League.State.OPEN, League.State.DRAFT)
        return [pk for state in states for pk in self.first(League, "", state=state)]

    def tables(self) -> list[int]:
        """The first that runs, the first that is over."""
        mine = Table.objects.filter(league__organisers=self.organiser, seats__player=self.player).order_by("pk")
        states = (Table.State.RUNNING, Table.State.FINISHED)
        return [pk for state in states for pk in mine.filter(state=state).values_list("pk", flat=True)[:1]]

    def first(self, model: Any, path: str, **which: Any) -> list[int]:
        rows = model.objects.filter(**{f"{path}organisers": self.organiser}, **which).order_by("pk")
        return list(rows.values_list("pk", flat=True)[:1])

    def entries(self) -> list[int]:
        return [pk for state in (Entry.State.IN, Entry.State.OUT) for pk in self.first(Entry, "league__", state=state)]

    def letters_in(self) -> list[int]:
        """One of each state, and one that is not closed: what may be done with it differs."""
        found = [self.first(InboundLetter, "seat__table__league__", state=state) for state in InboundLetter.State]
        ended = self.first(InboundLetter, "seat__table__league__", seat__table__state=Table.State.FINISHED)
        return [*(pk for some in found for pk in some), *ended]


def _turns(rows: Rows) -> list[int]:
    return rows.first(Turn, "seat__table__league__", ended_at=None)


def _seats(rows: Rows) -> list[int]:
    path = "table__league__"
    movers = (Seat.Mover.PLAYER, Seat.Mover.REPLACED)
    return [pk for mover in movers for pk in rows.first(Seat, path, table__state="running", mover=mover)]


def _offices(rows: Rows) -> list[int]:
    """Leagues in which the organiser has an office beside the organisers of another league."""
    return list(rows.organiser.offices.order_by("pk").values_list("league", flat=True))


def _public(rows: Rows) -> list[int]:
    """A table that everybody may follow, of whomever."""
    tables = Table.objects.filter(league__public=True, state=Table.State.RUNNING).order_by("pk")
    return list(tables.values_list("pk", flat=True)[:1])


# By the beginning of the route, the longest first.
NUMBERS: list[tuple[str, Callable[[Rows], list[int]]]] = [
    ("/desk/tournaments/journalline/", lambda rows: rows.first(JournalLine, "league__")),
    ("/desk/tournaments/league/entry/", Rows.entries),
    ("/desk/tournaments/league/organiser/", lambda rows: rows.first(OfficeOffer, "league__")),
    ("/desk/tournaments/league/<int:pk>/confirm/", lambda rows: rows.first(League, "", final_by__isnull=False)),
    ("/desk/tournaments/league/<int:pk>/leave-office/", _offices),
    ("/desk/tournaments/league/", Rows.leagues),
    ("/desk/tournaments/inboundletter/", Rows.letters_in),
    ("/desk/tournaments/outboundletter/", lambda rows: rows.first(OutboundLetter, "league__")),
    ("/desk/tournaments/print/table/", Rows.tables),
    ("/desk/tournaments/print/league/", Rows.leagues),
    ("/desk/tournaments/player/", lambda rows: [rows.player.pk]),
    ("/desk/tournaments/table/case/", lambda rows: rows.first(Case, "seat__table__league__", ruled_at=None)),
    ("/desk/tournaments/table/turn/", _turns),
    ("/desk/tournaments/table/seat/", _seats),
    ("/desk/tournaments/table/<int:pk>/go-on/", lambda rows: rows.first(Table, "league__", paused_at__isnull=False)),
    ("/desk/tournaments/table/offer/", lambda rows: rows.first(SeatOffer, "seat__table__league__")),
    ("/desk/tournaments/table/", Rows.tables),
    ("/league/", Rows.leagues),
    ("/api/v1/leagues/", Rows.leagues),
    ("/table/<int:pk>/observe/", _public),
    ("/table/", Rows.tables),
    ("/letter/", lambda rows: list(rows.player.letters_in.filter(state="held").values_list("pk", flat=True)[:1])),
    ("/profile/address/", lambda rows: list(rows.player.addresses.values_list("pk", flat=True))),
]  # fmt: skip


def _end(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]


def _key(route: str, rows: Rows) -> str:
    """A key as the service makes it."""
    league = League.objects.filter(organisers=rows.organiser, state="open", access=League.Access.LINK)[0]
    if route == "/sign-up/<str:key>/":
        said = ["new@example.net", "N", "UTC", "en", "", address_keys.written_now()]
        return signing.dumps(said, salt=sign_in_links.SIGN_UP_SALT, compress=True)
    if route == "/letters/fewer/<str:key>/":
        return headers.unsubscribe_key(rows.player, league)
    if route == "/letters/observe/<str:key>/":
        return _end(asking.page("new@example.net", next(iter(rows.numbers(_public)), 0), "en"))
    if route == "/letters/unobserve/<str:key>/":
        return headers.observing_key(Observer(pk=1, table_id=1))
    if route == "/letters/calendar/<str:key>.ics":
        return calendars.address(rows.player).rpartition("/")[2].removesuffix(".ics")
    if route == "/letters/address/<str:key>/":
        second = rows.player.addresses.first()
        about = [second.pk, rows.player.pk, second.email] if second else [0, 0, ""]
        return signing.dumps(about, salt=VERIFY_SALT)
    if route == "/m/<str:key>/":
        turn = Turn.objects.filter(seat__player=rows.player, ended_at=None).order_by("pk").last()
        seat = turn.seat if turn else Seat.objects.filter(player=rows.player).order_by("pk")[0]
        serial, order = (turn.serial, "guilders prince") if turn else (1, "go on")
        return ways.of_page(seat, matches.load(seat.table), serial).tap(order).rstrip("/").rpartition("/")[2]
    if route == "/come/<str:key>/":
        return invitations.link(league).rstrip("/").rpartition("/")[2]
    if route == "/offer/<str:key>/":
        offered = rows.numbers(lambda rows: rows.first(SeatOffer, "seat__table__league__"))
        return offers.address(SeatOffer.objects.get(pk=offered[0])).rstrip("/").rpartition("/")[2]
    if route == "/organise/<str:key>/":
        asked = rows.numbers(lambda rows: rows.first(OfficeOffer, "league__"))
        return organisers.address(OfficeOffer.objects.get(pk=asked[0])).rstrip("/").rpartition("/")[2]
    assert route == "/invitation/<str:key>/", f"nobody knows the key of {route}"
    row, _ = Invitation.objects.get_or_create(league=league, email="new@example.net", defaults={"sent": 1})
    return invitations.address(row).rstrip("/").rpartition("/")[2]


def addresses(route: str, rows: Rows, *, turns: bool = True) -> list[str]:
    """The addresses of a route. An assertion fails for one that nobody knows how to fill: teach it here."""
    names = {found[1] for found in NAMED.finditer(route)}
    numbers = [0]
    if names & {"pk", "object_id"}:
        known = [of for start, of in NUMBERS if route.startswith(start)]
        assert known, f"nobody knows which rows {route} is about"
        numbers = rows.numbers(known[0])
    values: dict[str, str] = dict(FIXED)
    if "key" in names:
        values["key"] = _key(route, rows)
    values["kind"] = "record" if "table/" in route else "book"
    if "/back/" in route or "/at/" in route:
        values["entry"] = "9"
    if "person" in names:
        others = Player.objects.filter(organised__in=numbers).exclude(owned__in=numbers).order_by("pk")
        values["person"] = str(others.values_list("pk", flat=True).first() or 0)
    assert names <= {*values, "pk", "object_id", "sort"}, f"nobody knows how to fill {route}"
    plain = [
        NAMED.sub(lambda found, number=number: values.get(found[1], str(number)), route) for number in numbers  # type: ignore[misc]
    ]  # fmt: skip
    if "sort" in names:
        return [route.replace("<slug:sort>", sort.slug) for sort in SORTS]
    if route == "/sign-in/link/":
        return [f"/sign-in/link/{get_query_string(rows.player)}"]
    return [*plain, *(route + query for query in QUERIES.get(route, ()) if turns)]
