"""A game played to its end as it is in earnest: by letters, in a league, with somebody who is late at times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import time_machine
from django.test import Client
from django.utils import timezone

import engine
from engine.bruges import GAME
from engine.match.log import Entry as LogEntry
from engine.match.restoring import positions
from engine.pictures import svg
from tests.shared.cast import Cast, only_table, running_league
from tests.shared.post import deliver, newest
from tournaments.actions.clock import deadlines
from tournaments.models import Entry, OutboundLetter, Seat, Table, Turn
from tournaments.papers import papers
from tournaments.queries.names import seat_names

CARD_SETS = (1, 4, 2)  # cards that a reply plans, in turn
LATE_EACH, PAGES_EACH, ASKS_EACH = 9, 20, 5  # letters, between two who are late, looks at pages, questions
QUESTIONS = ("status", "recruit nobody in grey", "log", "orders", "say: that was a good round", "undo")
PAGES = ("", "log/", "picture.svg")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a reader was shown, and the match as it was then; `seat` is None for an onlooker of the league."""

    what: str
    words: str
    seat: int | None
    match: engine.Match
    letter: OutboundLetter | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game.

    shown   all that was shown in it, in order
    opened  after each entry of its log: the persons that had lain open by then
    """

    shown: list[Shown]
    opened: list[frozenset[str]]


def game(cast: Cast) -> Played:
    table = only_table(running_league(cast))
    shown = list(play(table, cast))
    return Played(shown, _opened(table))


def _opened(table: Table) -> list[frozenset[str]]:
    """Also by moves that were taken back, and though they were returned to a hand since."""
    match, open_by_now, opened = papers.match_of(table), frozenset[str](), []
    rows = table.entries.order_by("number").values_list("entry", flat=True)
    for _, state in positions(match.game, match.header, bytes(table.secret), [LogEntry.from_json(row) for row in rows]):
        open_by_now |= set(named(match.game.view(state, None)))
        opened.append(open_by_now)
    return opened


def play(table: Table, cast: Cast) -> Iterator[Shown]:
    """Everything that the players and an onlooker are shown from the first letter to the final scores."""
    Entry.objects.create(league=table.league, player=cast.outsider, state=Entry.State.IN, joined_at=timezone.now())
    random, last = Random(7), 0
    for turn in range(400):
        table.refresh_from_db()
        match = papers.match_of(table)
        for letter in OutboundLetter.objects.filter(pk__gt=last).select_related("seat").order_by("pk"):
            last = letter.pk
            if letter.seat is not None:
                yield from _letter(table, match, letter)
        if turn % PAGES_EACH == 0 or match.over:
            yield from _pages(table, match, cast)
        if match.over:
            return
        _go_on(match, _asked(table), turn, random)
    raise AssertionError("The game did not end.")


def _letter(table: Table, match: engine.Match, letter: OutboundLetter) -> Iterator[Shown]:
    number = letter.seat.number
    yield Shown(f"the {letter.kind} letter", f"{letter.subject}\n{letter.text}\n{letter.html}", number, match, letter)
    if letter.picture:
        scene = match.game.picture(match.view(letter.picture["seat"]), seat_names(table), letter.picture["seat"])
        yield Shown(f"the picture of the {letter.kind} letter", svg.to_svg(scene), number, match)


def _pages(table: Table, match: engine.Match, cast: Cast) -> Iterator[Shown]:
    seats = dict(table.seats.values_list("player", "number"))
    for player in (*cast.players, cast.outsider):
        browser = Client()
        browser.force_login(player)
        for page in PAGES:
            answer = browser.get(f"/table/{table.pk}/{page}", secure=True)
            assert answer.status_code == 200, (player, page)
            yield Shown(f"the page {page or 'of the table'}", answer.content.decode(), seats.get(player.pk), match)


def _asked(table: Table) -> Turn:
    turns = Turn.objects.filter(seat__table=table, ended_at=None).select_related("seat__player", "seat__table__league")
    return turns.order_by("pk")[0]


def _go_on(match: engine.Match, turn: Turn, number: int, random: Random) -> None:
    """One letter to the service, or the deadline that passes instead."""
    if number % LATE_EACH == LATE_EACH - 1:
        _be_late(turn)
        return
    if number % ASKS_EACH == ASKS_EACH - 1:
        deliver(newest(_anybody(turn, random)), QUESTIONS[number // ASKS_EACH % len(QUESTIONS)])
        return
    moves = _orders(match.decision(turn.seat.number), random)
    deliver(newest(turn.seat, "turn", "orders_account", "turn_expired"), *moves[: CARD_SETS[number % len(CARD_SETS)]])


def _anybody(turn: Turn, random: Random) -> Seat:
    return random.choice(list(Seat.objects.filter(table=turn.seat.table).select_related("player").order_by("number")))


def _be_late(turn: Turn) -> None:
    """Reminded, then given grace, or moved for by the stand-in."""
    with time_machine.travel(turn.remind_at or turn.due_by, tick=False):
        deadlines.remind(turn.pk)
    with time_machine.travel(turn.due_by, tick=False):
        deadlines.expire(turn.pk)


def _orders(decision: engine.Decision, random: Random) -> list[str]:
    """Legal orders in any order, at a card one for each card of the hand."""
    moves = sorted(decision.moves, key=lambda move: random.random())
    if decision.kind != "turn":
        return [moves[0].text]
    by_card = {move[1]: move.text for move in moves if len(move) > 1 and move.verb != "use"}
    return list(by_card.values()) or [moves[0].text]


def hidden(shown: Shown, opened: list[frozenset[str]]) -> set[str]:
    """The persons that the reader cannot know: hands and face-down cards of others, and all cards of the piles.

    Not those that everybody has seen, and that lie there again because a move was taken back or a house was lost.
    """
    view = shown.match.view(shown.seat)
    return set(GAME.deck_of(view).name) - opened[shown.match.count - 1] - set(named(view))


def held(shown: Shown) -> set[str]:
    """The persons in the reader's own hand."""
    view = shown.match.view(shown.seat)
    cards = GAME.deck_of(view)
    return {cards.name[card] for card in view.seats[shown.seat].cards()}


def named(view: engine.bruges.state.State) -> Iterator[str]:
    cards = GAME.deck_of(view)
    shown = [*view.discard]
    for seat in view.seats:
        shown += [*seat.hand, *seat.persons(), *(house.card for house in seat.houses)]
    yield from (cards.name[card] for card in shown if card >= 0)
