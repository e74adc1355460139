"""The fields of a position file of Flandern: the form of each, for the reader and the writer."""

from __future__ import annotations

from typing import Any

from engine.flandern.data.box import COATS, GUILDS, Box
from engine.flandern.state import INFLUENCED, NONE, OWN, PHASES, Seat, State
from engine.positions.codec import Fixed, Flag, Form, Layout, Many, Maybe, Name, Partial, Whole, Word

GUILD = Word(COATS[:GUILDS])
NOT_IN_FILE = ("stock", "sites", "cathedrals", "masters", "bonus", "viewer")  # they follow from the rest
OF_MORE = ("pile", "gone", "golden")
OF_PAIR = ("deck", "discards", "card", "done", "turn", "idle", "moved", "reshuffled", "stall")


def card_form(box: Box) -> Word:
    return Word(box.cards)


def seat_layout(box: Box, pair: bool) -> Layout[Seat]:
    """The form of a seat; `pair` tells whether there are two."""
    card = card_form(box)
    return Layout(
        Seat,
        {
            "guild": GUILD,
            "influenced": Maybe(GUILD, -1),
            "hand": Many(card),
            "played": Many(card),
            "influence": Whole(0, 0 if pair else 9),
            "choice": Maybe(Fixed("card and number of influence cards", card, Whole(0, 9)), ()),
        },
    )


def table_layout(box: Box, seats: int) -> Layout[State]:
    """The form of a table with so many seats; two have fields of their own in place of the golden cards."""
    card, seat, pair = card_form(box), Whole(0, seats - 1), seats == 2
    of_guild = Fixed("guild and card", GUILD, card, kind=list)
    forms: dict[str, Form[Any]] = {
        "round": Whole(0, 999),
        "start": seat,
        "begun": seat,
        "phase": Name(PHASES),
        "seats": Many(Partial(seat_layout(box, pair)), "seat", first=0),
        "order": Many(seat),
        "totals": Many(Many(Whole(0, 9999))),
    }
    own: dict[str, Form[Any]] = (
        {
            "deck": Many(of_guild),
            "discards": Many(of_guild),
            "card": Maybe(of_guild, []),
            "done": Many(Name((OWN, INFLUENCED))),
            "turn": Whole(0, 999),
            "idle": Whole(0, 99),
            "moved": Flag(),
            "reshuffled": Whole(0, 99),
            "stall": Whole(1, 99),
        }
        if pair
        else {"pile": Many(card), "gone": Many(card), "golden": Maybe(card, NONE)}
    )
    beside = ("box", "towns", *NOT_IN_FILE, *(OF_MORE if pair else OF_PAIR))
    return Layout(State, {**forms, **own}, beside=beside, also=("game", "box", "towns"))
