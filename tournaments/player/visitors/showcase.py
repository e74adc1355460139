"""A letter of a game that the stand-ins have played, as its reader would have got it: another one every day.

Nobody is asked at such a table any more. The reader is made up and in no row; buttons lead to the box on the start
page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from django.urls import reverse
from django.utils import timezone

import engine
from engine import rulebook
from engine.language.languages import spoken
from engine.match import restoring
from engine.match.log import Entry
from engine.orders.numbers import stamp
from engine.pictures.scene import Scene
from tournaments.language.speech import say
from tournaments.letters import turn as letters
from tournaments.letters.parts.draft import Draft
from tournaments.letters.parts.ways import Ways, of_page
from tournaments.models import League, Player, Seat, Table, Turn
from tournaments.player import preview
from tournaments.queries import matches, telling
from tournaments.queries.access import player_rights
from tournaments.queries.leagues import forecasts
from tournaments.queries.names import seat_names

HOUR = 18  # at which the letter's time is up
FIRST_ROUND = 2  # in whose letters something has happened
USUAL_SEATS = 3  # at a table of which the length is told
FEW = 4  # ways at least that its question has
PICTURES = {"cid:position-dark": "?dark", "cid:position": ""}  # in a letter, and what is asked of our own address


@dataclass(frozen=True, slots=True)
class Moment:
    """The position of an exhibited game in which a seat is asked something.

    log  the entries up to it
    """

    match: engine.Match
    seat: int
    log: tuple[Entry, ...]


class ToTheBox(Ways):
    """Buttons that put their order into the box on the start page."""

    __slots__ = ()

    def tap(self, order: str) -> str:
        return f"{reverse('player:home')}?order={quote(order)}#try" if order else ""

    def reply(self, order: str) -> str:
        return ""


def exhibited() -> list[Table]:
    """The newest exhibited game of each kind, in the order of the games."""
    # The leagues first: there are few, and an index has them.
    leagues = list(League.objects.filter(player_rights.EXHIBITED).values_list("pk", flat=True))
    tables = Table.objects.filter(league__in=leagues, state=Table.State.FINISHED).select_related("league")
    newest = {table.league.game: table for table in tables.order_by("league__rules", "pk")}
    return [newest[slug] for slug in engine.games.released() if slug in newest]


def table_of(day: date) -> Table | None:
    """The exhibited game from which that day's letter is; None while none has been played."""
    tables = exhibited()
    return tables[day.toordinal() % len(tables)] if tables else None


def moment_of(table: Table, day: date) -> Moment:
    """The moment that is shown on a day: most of a game's questions come in turn."""
    return _moment(table.pk, table.head, day)


@lru_cache(maxsize=8)
def _moment(pk: int, head: str, day: date) -> Moment:
    """The moment of the table that has this newest entry."""
    table = Table.objects.select_related("league").get(pk=pk, head=head)
    log = matches.log_of(table)
    asked = list(_asked(table, log))
    match, seat, count = asked[day.toordinal() // len(engine.games.released()) % len(asked)]
    return Moment(match, seat, tuple(log[:count]))


def _asked(table: Table, log: list[Entry]) -> Iterator[tuple[engine.Match, int, int]]:
    """(match, seat, length of the log) of every question that opens a turn in the middle of the game."""
    game, before = matches.game_at(table), -1
    for entry, state in restoring.positions(game, table.opened_header, bytes(table.secret), log):
        match = _match(table, game, state, entry)
        turns = [one for one in match.waiting if len(one.moves) >= FEW and match.round >= FIRST_ROUND]
        if turns and turns[0].seat != before:
            yield match, turns[0].seat, entry.number + 1
        before = turns[0].seat if turns else -1


def _match(table: Table, game: engine.Game[Any], state: Any, entry: Entry) -> engine.Match:
    """The match as it was after an entry of its log."""
    snapshot = {
        "header": table.opened_header, "state": game.dump(state), "count": entry.number + 1, "head": entry.hash,
        "backs": 0, "branch": entry.branch, "next": 1, "serials": [],
    }  # fmt: skip
    return engine.Match.load(snapshot, secret=bytes(table.secret))


@dataclass(frozen=True, slots=True)
class Card:
    """A game as visitors are told of it: its aim, and the table at which it was played to be looked at, if any."""

    name: str
    aim: str
    seats: str
    length: str
    table: Table | None


def games() -> list[Card]:
    """Every game that leagues can play."""
    shown = {table.league.game: table for table in exhibited()}
    return [_card(game, shown.get(slug)) for slug, game in engine.games.released().items()]


def _card(game: engine.Game[Any], table: Table | None) -> Card:
    book = rulebook.first(game) or rulebook.of(game)
    fewest, most = game.seats
    return Card(
        game.name,
        book.chapters[0].blocks[0].words,
        say("{fewest} to {most} players", fewest=fewest, most=most),
        forecasts.usual_length_of(game.slug, min(USUAL_SEATS, most)),
        table,
    )


def sample(table: Table, day: date) -> str:
    """An order that the day's letter asks for: the first of the choices in it."""
    moment = moment_of(table, day)
    return next(one for one in moment.match.waiting if one.seat == moment.seat).moves[0].text


def _with_log(table: Table, moment: Moment) -> engine.Match:
    """A copy of the match that can take back."""
    return engine.Match.load(moment.match.dump(), secret=bytes(table.secret), log=moment.log)


def seat_of(table: Table, moment: Moment) -> Seat:
    """The seat that is asked, with a reader made up, who has never played the game."""
    seat = next(one for one in table.seated if one.number == moment.seat)
    table.state, seat.table = Table.State.RUNNING, table
    seat.player = Player(name=say("You"), email="", zone="UTC", language=spoken())
    seat.mover = Seat.Mover.PLAYER
    return seat


def letter(table: Table, day: date) -> Draft:
    """The letter of a day, in the language that is spoken now."""
    moment = moment_of(table, day)
    seat, match = seat_of(table, moment), moment.match
    decision = next(one for one in match.waiting if one.seat == moment.seat)
    due = datetime.combine(day + timedelta(days=2), time(HOUR), tzinfo=timezone.get_default_timezone())
    asked = Turn(seat=seat, serial=decision.serial, kind=decision.kind, round=match.round, due_by=due, opened_at=due)
    own = [entry.number for entry in moment.log if entry.seat == moment.seat]
    since = telling.happened(moment.log[own[-1] + 1 if own else 0 :])
    like = of_page(seat, match, decision.serial).like
    return letters.exhibited(seat, asked, match, since, ToTheBox("", like))


def html(draft: Draft, picture: str) -> str:
    """The letter as a page within ours: its pictures are at that address, its links open the page around it."""
    text = draft.html
    for inside, asked in PICTURES.items():
        text = text.replace(inside, picture + asked)
    return text.replace("<head>", '<head><base target="_top">', 1)


def scene(table: Table, day: date) -> Scene:
    """The position of that letter, as its seat sees it."""
    moment = moment_of(table, day)
    return moment.match.game.picture(moment.match.view(moment.seat), seat_names(table), moment.seat)


def tried(table: Table, day: date, lines: list[str]) -> preview.Check:
    """The answer to a visitor's lines at the moment of that day. Nothing is played."""
    moment = moment_of(table, day)
    seat, match = seat_of(table, moment), _with_log(table, moment)
    decision = next(one for one in match.waiting if one.seat == moment.seat)
    return preview.check_at(match, seat, lines, decision.serial, stamp(match, moment.seat))
