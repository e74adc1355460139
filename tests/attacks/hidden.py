"""Two positions that differ only in what a seat may not know, and everything that the seat is shown of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from random import Random

import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone

from engine import Match
from engine.match import log
from tests.engine.any_game import SHIPPED
from tests.letters import gallery
from tests.shared.cast import Cast, make_cast, running_league
from tournaments.actions.table import orders
from tournaments.models import League, Seat, Table, Turn
from tournaments.pages.table_view import match_of

GAMES = tuple(SHIPPED)
# Another one for each page, whatever it shows.
FORGERY = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|data-token="\w+"')


def leagues(cast: Cast | None = None) -> dict[str, Table]:
    """A table of every game that has just begun, with the same three players."""
    cast = cast or make_cast()
    tables = {}
    for game in GAMES:
        league = running_league(cast, game=game, name=f"{game} league", tag=game, private_press=True)
        tables[game] = league.tables.get(state=Table.State.RUNNING)
    return tables


def pages(table: Table, reader: Seat) -> dict[str, str]:
    """All that the site shows the reader of the table, and says when orders are tried."""
    client = Client()
    client.force_login(reader.owner)
    at, league = f"/table/{table.pk}/", f"/league/{table.league_id}/"
    entries = table.entries.count()
    found = {}
    for address in (
        at, f"{at}picture.svg", f"{at}log/", f"{at}papers/", league, f"{league}standings/", f"{league}lots.json",
        *(f"{at}replay/{step}/{page}" for step in (1, entries // 2, entries) for page in ("", "picture.svg")),
        *(f"{at}move/{number}/" for number in range(max(0, entries - 6), entries + 1)), "/",
    ):  # fmt: skip
        answer = client.get(address)
        found[address] = f"{answer.status_code} {FORGERY.sub('', answer.content.decode())}"
    decision = match_of(table).decision(reader.number)
    lines = [move.text for move in decision.moves[:1] + decision.moves[-1:]] if decision else []
    for text in ["orders", "say: hello", *lines]:
        with transaction.atomic():
            answer = client.post(f"{at}check/", {"lines": text, "serial": decision.serial if decision else 0})
            found[f"try {text}"] = f"{answer.status_code} {FORGERY.sub('', answer.content.decode())}"
            transaction.set_rollback(True)
    return found


def letters(table: Table, reader: Seat) -> dict[str, str]:
    """Every letter that the seat could be sent now; none while the first that is asked has chosen."""
    first = match_of(table).decisions[0].seat
    if not Turn.objects.filter(seat__table=table, seat__number=first, ended_at=None).exists():
        return {}
    with transaction.atomic():
        # Some are about what the stand-in would do now, which is another thing in each world.
        written = [
            letter
            for letter in gallery.at_table(table)
            if letter.seat == reader and letter.match is not None and letter.match.head == table.head
        ]
        transaction.set_rollback(True)
    return {f"{number} {one.name}": repr(asdict(one.draft)) for number, one in enumerate(written)}


def everything(table: Table, reader: Seat) -> dict[str, str]:
    return {**pages(table, reader), **letters(table, reader)}


def another_world(table: Table, reader: Seat, rng: Random) -> bool:
    """Change all that the reader may not know: others' cards, what comes, what was planned and noted. Whether the
    position itself has become another one.
    """
    match = match_of(table)
    other = imagined(match, reader.number, rng)
    Table.objects.filter(pk=table.pk).update(position=other.dump())
    for seat in table.seats.exclude(pk=reader.pk):
        plan_and_note(seat, match, rng)
    table.refresh_from_db()
    return bool(other.position() != match.position())


def imagined(match: Match, seat: int, rng: Random) -> Match:
    """A match that looks the same to the seat."""
    twin = match.imagined(seat)
    twin._state = match.game.imagine(match.view(seat), rng)
    twin._look()
    return twin


def plan_and_note(seat: Seat, match: Match, rng: Random) -> None:
    """Words that only the seat has, and an order for later."""
    entries = [log.Entry.from_json(row) for row in seat.table.entries.values_list("entry", flat=True)]
    texts = [entry.move for entry in entries if entry.seat == seat.number and entry.move] or ["1"]
    if match.decision(seat.number) is None:
        orders.take_orders(seat.pk, [rng.choice(texts), f"note: a secret of {rng.random()}"], serial=None, by="page")
    else:
        orders.take_orders(seat.pk, [f"note: a secret of {rng.random()}"], serial=None, by="page")


def differences(table: Table, reader: Seat, rng: Random) -> tuple[int, bool, list[str]]:
    """(how many were compared, whether the positions differ, what shows which of the two it is); undone.

    Both are looked at in the same moment: letters name hours and minutes.
    """
    with time_machine.travel(timezone.now(), tick=False), transaction.atomic():
        before = everything(table, reader)
        differ = another_world(table, reader, rng)
        after = everything(table, reader)
        transaction.set_rollback(True)
    table.refresh_from_db()
    names = [name for name in {*before, *after} if before.get(name) != after.get(name)]
    wrong = [f"{table} for seat {reader.number}: {name}: {first_difference(before.get(name, ''), after.get(name, ''))}"
             for name in names]  # fmt: skip
    return len(before), differ, wrong


def first_difference(one: str, other: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 60) : at + 60]!r} / {other[max(0, at - 60) : at + 60]!r}"


def seats(table: Table) -> Sequence[Seat]:
    return list(table.seats.select_related("player", "table__league").order_by("number"))


def moments(table: Table, moves: Sequence[int], rng: Random) -> Iterator[Table]:
    """The table after so many more random moves each time."""
    for number in moves:
        play_on(table, number, rng)
        if table.state != Table.State.RUNNING:
            return
        yield table


def play_on(table: Table, moves: int, rng: Random) -> None:
    """Whoever is asked answers, of several the first."""
    for _ in range(moves):
        turn = Turn.objects.filter(seat__table=table, ended_at=None).order_by("pk").first()
        if turn is None:
            break
        decision = match_of(table).decision(turn.seat.number)
        assert decision is not None
        orders.take_orders(turn.seat_id, [rng.choice(decision.moves).text], serial=decision.serial, by="page")
        table.refresh_from_db()


def sealed_words(league: League, reader: Client) -> str:
    """The page of a league to join, with what it shows of the words that others have sealed."""
    return FORGERY.sub("", reader.get(f"/league/{league.pk}/").content.decode())
