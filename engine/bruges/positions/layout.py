"""The fields of a position file of Bruges: the form of each, for the reader and the writer."""

from __future__ import annotations

from typing import Any

from engine.agenda import Task
from engine.bruges.data.board import load_board
from engine.bruges.positions.cards import Stock
from engine.bruges.rules.tasks import KINDS
from engine.bruges.state import COLOURS, GONE, MAJORITIES, SECTIONS, SPACES, TURNS, House, Seat, State
from engine.events import Json
from engine.positions.codec import Counts, Flag, Form, Layout, Many, Maybe, Name, Tasks, Ticks, Whole, Word
from engine.positions.values import fail

PHASES = ("draw", "dice", "cards", "majorities")
PLAYED = "-"  # a hand slot whose card has been played
MOST = 999
NUMBERS = Many(Whole(0, MOST))
TABLE = ("game", "deck", "persons", "steps", "piles", "extra", "discard", "veiled")  # fields with more to them


class Houses(Form[House]):
    """A house, whose own card may come later, from those left over."""

    def __init__(self, stock: Stock) -> None:
        self.cards = stock.cards
        forms = {"colour": Word(COLOURS), "card": stock, "person": Maybe(stock), "used": Flag()}
        self.layout = Layout(House, forms, brief=("person",))

    def read(self, value: Json, place: str) -> House:
        given = self.layout.given(value, place)
        card, person = given.get("card", GONE), given.get("person")
        own = self.cards.colour[card] if card >= 0 else None
        arrow = person is not None and self.cards.icon[person] == "arrow"
        house = House(**{"colour": own, "card": card, "used": arrow} | given)
        if house.colour is None:
            raise fail(f"{place}, colour", "is wanted where no card is named")
        if own not in (None, house.colour):
            raise fail(f"{place}, card", f"{self.cards.name[card]} is not {COLOURS[house.colour]}")
        if house.used and not arrow and (person is None or not self.cards.usable[person]):
            raise fail(f"{place}, used", "nobody lives there who works when told")
        if arrow and not house.used:
            raise fail(f"{place}, used", "an arrow person has worked on moving in")
        return house

    def write(self, value: House) -> Json:
        written = self.layout.write(value)
        if value.person is None:
            del written["used"]
        return written


def seat_layout(stock: Stock) -> Layout[Seat]:
    """The form of a seat. `track` is a field of the table in play."""
    return Layout(
        Seat,
        {
            "points": Whole(0, MOST),
            "guilders": Whole(0, MOST),
            "workers": Counts(COLOURS, 99),
            "threats": Counts(COLOURS, 2),
            "step": Whole(0, load_board().top),
            "hand": Many(Maybe(stock, GONE, PLAYED)),
            "public": Many(Word(stock.cards.name, "person of the deck")),
            "unseen": Whole(0, MOST),
            "houses": Many(Houses(stock), "house"),
            "canals": Counts(SECTIONS, SPACES, zeros=True),
            "statues": NUMBERS,
            "crowned": Ticks(SECTIONS),
            "markers": Ticks(MAJORITIES),
            "climbed": Flag(),
            "unsettled": NUMBERS,
        },
        also=("track",),
    )


def table_layout(stock: Stock, seats: int) -> Layout[State]:
    """The form of a table with so many seats."""
    return Layout(
        State,
        {
            "round": Whole(1, 99),
            "start": Whole(0, seats - 1),
            "phase": Word(PHASES, first=1),
            "turn": Whole(0, TURNS * seats),
            "last": Whole(0, 100),
            "over": Flag(),
            "dice": Counts(COLOURS, 6),
            "seats": Many(seat_layout(stock), "seat", first=0),
            "statues": NUMBERS,
            "agenda": agenda_form(stock, seats),
            "totals": Many(Many(Whole(0, 9999))),
        },
        beside=("deck", "tracks", "piles", "extra", "discard", "veiled", "late_steps", "viewer"),
        also=TABLE,
    )


def agenda_form(stock: Stock, seats: int) -> Form[list[Task]]:
    """The form of the agenda: each value of a task by its meaning (`rules.tasks`)."""
    person, seat = "person of the deck", Whole(0, seats - 1)
    forms: dict[str, Form[Any]] = {
        "seat": seat,
        "by": Maybe(seat),
        "place": Whole(0, seats),
        "number": Whole(1, MOST),
        "amount": Whole(0, MOST),
        "flag": Flag(),
        "colour": Name(("any", *COLOURS)),
        "card": Name(stock.cards.name, person),
        "cause": Maybe(Name(stock.cards.name, person), "", ""),
    }
    return Tasks(KINDS, forms)
