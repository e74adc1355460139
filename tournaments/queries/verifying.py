"""Games as the database holds them, checked: the log's chain, the moves played again, the position. Reads only.

Each table is read by itself, so that memory does not grow with their number. What is checked, in this order:

secret    the commitment that was shown before anybody joined is that of the stored secret
entries   none is missing, doubled or behind the position; each row's hash is that of its entry
chain     by `engine.verify`, which shares no code with the engine: each entry follows the one before, up to the head
receipts  what was sealed is what is stored; of an ended game that every die and shuffle follows from the secret
replay    every move played again under the rules gives the same entries, byte by byte
position  the stored position, round and totals are those that the replay ends with

A game under rules that this release does not play has all but the replay checked. The lots of a league are drawn again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet

from engine import verify
from engine.chance import commitment
from engine.match import lots
from engine.match.export import export
from engine.match.header import game_of, public
from engine.match.log import Entry, canonical
from engine.match.match import Match
from engine.refusals import BrokenRecord, UnsupportedRules
from tournaments.formats.amounts import amount
from tournaments.models import League, LogEntry, Table
from tournaments.queries import matches

AT_A_TIME = 500  # keys that one statement reads


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of the check of one table or league.

    what      its name, with its key as in the address of its page
    wrong     what does not agree, in words; "" when everything does
    replayed  whether its moves were played again
    is_league  whether it is the lots of a league, and no game
    """

    what: str
    wrong: str = ""
    replayed: bool = True
    is_league: bool = False


@dataclass(slots=True)
class Summary:
    """Counts of what was checked. `add` takes one result more."""

    games: int = 0
    leagues: int = 0
    broken: int = 0
    not_replayed: int = 0

    def add(self, found: Checked) -> None:
        self.games += not found.is_league
        self.leagues += found.is_league
        self.broken += bool(found.wrong)
        self.not_replayed += not (found.replayed or found.wrong)

    def __str__(self) -> str:
        held = self.games + self.leagues - self.broken
        leagues = f" and {amount(self.leagues, 'league')}" if self.leagues else ""
        words = f"{amount(self.games, 'game')}{leagues} checked: {held} agree, {self.broken} broken"
        if self.not_replayed:
            words += f"; of {self.not_replayed} the moves were not played again, their rules are of another release"
        return words


class Differs(Exception):
    """Something in the database does not agree with the rest. The message says what."""


def everything() -> Iterator[Checked]:
    """Check all leagues and all tables."""
    return every(Table.objects.all(), League.objects.all())


def every(rows: QuerySet[Table], leagues: QuerySet[League]) -> Iterator[Checked]:
    """Check these leagues, then these tables, one after the other in the order of their keys."""
    for pk in _keys(leagues.filter(draw__isnull=False)):
        yield _league(League.objects.get(pk=pk))
    for pk in _keys(rows):
        yield table(pk)


def _keys(rows: QuerySet[Any]) -> Iterator[int]:
    """The keys, read by pages: a cursor open as long as a check of all games would keep old rows from cleaning up."""
    rows, last = rows.order_by("pk"), 0
    while page := list(rows.filter(pk__gt=last).values_list("pk", flat=True)[:AT_A_TIME]):
        yield from page
        last = page[-1]


def table(pk: int) -> Checked:
    """Check one table. A move that comes meanwhile does no harm: what is behind the position read first is left out."""
    row = Table.objects.select_related("league").get(pk=pk)
    what = f"table {row.pk} ({row})"
    try:
        replayed = _table(row)
    except (Differs, verify.Wrong, BrokenRecord) as error:
        return Checked(what, str(error))
    except Exception as error:  # rows that were tampered with make any code raise anything
        return Checked(what, f"it cannot be read: {type(error).__name__}: {error}")
    return Checked(what, replayed=replayed)


def _league(league: League) -> Checked:
    what = f"league {league.pk} ({league})"
    try:
        _lots(league)
    except (Differs, verify.Wrong) as error:
        return Checked(what, str(error), is_league=True)
    except Exception as error:
        return Checked(what, f"its lots cannot be read: {type(error).__name__}: {error}", is_league=True)
    return Checked(what, is_league=True)


def _lots(league: League) -> None:
    """The lots of a league whose entries have closed, drawn again."""
    if commitment(bytes(league.secret)) != league.commitment:
        raise Differs("the secret of the lots is not the one that was committed to")
    draw = league.fixed_draw
    if "seed" not in draw:  # it waits for its public value
        return
    secret, words, value = bytes(league.secret), draw["words"], draw.get("public")
    verify.verify(lots.record(secret, words, value, [""] * len(words), draw["entrants"]))
    if lots.draw(secret, words, value).seed != draw["seed"]:
        raise Differs("the lots of equals are not those that were drawn")


def _table(row: Table) -> bool:
    """Whether the moves were played again. Differs, Wrong, BrokenRecord: something does not agree."""
    if commitment(bytes(row.secret)) != row.commitment:
        raise Differs("the secret is not the one that was committed to")
    if row.header is None or row.position is None:
        if row.opened_at is not None or row.entries.exists():
            raise Differs("its header or its position is missing, though it was opened")
        return True
    if row.header != row.position["header"] or row.header["commitment"] != row.commitment:
        raise Differs("the header of the log is not that of the position")
    log = _log(row, row.position["count"])
    secret = bytes(row.secret)
    verify.check_chain(public(row.header, secret), [entry.to_json() for entry in log], row.head)
    try:
        matches.game_at(row)
        game_of(row.header)
    except UnsupportedRules:
        return False
    match = Match.replay(row.header, log, secret=secret)
    _agrees(row, match)
    verify.verify(export(match, [""] * match.seats))
    return True


def _log(row: Table, count: int) -> list[Entry]:
    """The entries up to the position, complete and each with its hash."""
    found = row.entries.filter(number__lt=count).order_by("number").values_list("number", "hash", "entry")
    log = []
    for expected, (number, digest, entry) in enumerate(found):
        if number != expected:
            raise Differs(f"entry {expected} is missing")
        if (entry["number"], entry["hash"]) != (number, digest):
            raise Differs(f"entry {number} is not the one that its row names")
        log.append(Entry.from_json(entry))
    if len(log) != count:
        raise Differs(f"entry {len(log)} is missing: the position is of a log of {count}")
    behind = LogEntry.objects.filter(table=row.pk, table__head=F("table__head"), number__gte=count)
    if behind.filter(table__head=row.head).exists():
        raise Differs(f"the log goes on behind entry {count - 1}, which the position is of")
    return log


def _agrees(row: Table, match: Match) -> None:
    """Compare the row with the match to which its log was played again."""
    facts: dict[str, Callable[[], bool]] = {
        "the stored position is not the one that the moves lead to": lambda: (
            canonical(row.position) == canonical(match.dump())
        ),
        "the stored round is not that of the position": lambda: row.round == match.round,
        "the game is over, but the table is not": lambda: not (match.over and row.state == Table.State.RUNNING),
        "the table has ended, but the game is not over": lambda: match.over or row.state != Table.State.FINISHED,
        "the stored totals are not those of the game": lambda: (
            row.state != Table.State.FINISHED or (row.result or {}).get("totals") == list(match.scoresheet().totals)
        ),
    }
    for wrong, holds in facts.items():
        if not holds():
            raise Differs(wrong)
