"""Reads position files: any situation of a game, written by hand or from a state. Checks everything, changes nothing.

Stocks, pieces, points and the values of scored towns follow from what is laid and are never written. What may be left
out has the value of the set-up; golden cards named nowhere make the pile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.events import Json
from engine.flandern.data.box import CHURCH, COATS, GREY, GUILDS, PICKUP, SITE, SPECIALS, Box
from engine.flandern.data.maps import CENTRE, SHAPES
from engine.flandern.positions import checks
from engine.flandern.positions.layout import table_layout
from engine.flandern.positions.towns import TownForm
from engine.flandern.rules import rules, scoring
from engine.flandern.rules.building import MASTERS
from engine.flandern.rules.context import Context
from engine.flandern.state import AREAS, Seat, State, Town, centre
from engine.positions.values import fail, fields, listed, mapping, shown

Towns = Sequence[Town | None]


def read_position(data: Json, box: Box) -> State:
    """The state of a position file, played on up to the first choice. BadPosition names the place and the fault."""
    seats = len(listed(mapping(data, "position").get("seats"), "seats"))
    if data.get("game", "flandern") != "flandern":
        raise fail("game", f"is {shown(data['game'])}, not flandern")
    if data.get("box", box.digest) != box.digest:
        raise fail("box", "is another box than the one in use")
    if not 2 <= seats <= 4:
        raise fail("seats", "must be two to four")
    state = _state(data, box, seats)
    checks.check(state, box)
    rules.run(Context(state, box))
    return state


def _state(data: dict[str, Json], box: Box, seats: int) -> State:
    pair, pieces = seats == 2, box.pieces
    coats = {*range(GUILDS if pair else seats), GREY, CHURCH}
    usual: dict[str, Any] = {"phase": "turn", "turn": 1, "stall": 8} if pair else {"phase": "choose"}
    given = {"round": 1} | usual | table_layout(box, seats).given(data, "")
    given.setdefault("begun", given.get("start", 0))
    setup = given["phase"] == "setup"
    in_game = [number for number, coat in enumerate(box.coat) if coat in coats]
    towns = _towns(data, box, in_game, setup)
    open_towns = in_game if setup else [number for number in in_game if not (town := towns[number]) or not town.scored]
    given["seats"] = [
        _seat(row, k, [*open_towns, SITE, PICKUP], _usual_cards(box, k, pair, setup))
        for k, row in enumerate(given["seats"])
    ]
    state = State(
        box=box.digest,
        towns=towns,
        stock=[_whole_stock(box, coat) if coat in coats else [] for coat in range(len(COATS))],
        sites=pieces["sites"],
        cathedrals=0 if pair else pieces["cathedrals"],
        masters=0 if pair else pieces["masters"],
        **given,
    )
    _take_laid(state, box)
    if not pair:
        _fill_pile(state, box, coats, "pile" in given)
    elif "deck" not in given and not setup:
        state.deck = _deck_left(state)
    if state.phase == "over":
        state.bonus = scoring.bonus(state, box)
    return state


def _towns(data: dict[str, Json], box: Box, in_game: Sequence[int], setup: bool) -> list[Town | None]:
    """Towns left out lie on the areas left over, in order, unless the set-up is still going on."""
    towns: list[Town | None] = [None] * len(box.coat)
    for name, town in fields(data.get("towns", {}), box.town_id, "towns").items():
        number = box.town_id.index(name)
        if number not in in_game:
            raise fail(f"towns, {name}", "is not in the game with so many seats")
        towns[number] = TownForm(box, number).read(town, f"towns, {name}")
    areas = [town.area for town in towns if town is not None]
    if len(set(areas)) < len(areas):
        raise fail("towns", "two are on the same area")
    free = [area for area in range(AREAS) if area not in areas]
    for number in in_game if not setup else ():
        if towns[number] is None:
            towns[number] = Town(free.pop(0), centre(box.coat[number]))
    return towns


# --- seats and cards -------------------------------------------------------------------------------------------


def _usual_cards(box: Box, number: int, pair: bool, setup: bool) -> dict[str, Any]:
    return {"influence": 0 if pair else box.influence, "influenced": 2 + number if pair and not setup else -1}


def _seat(given: dict[str, Any], number: int, cards: Sequence[int], usual: dict[str, Any]) -> Seat:
    """A seat; the action cards that it has not played are in its hand unless the file names them."""
    seat = Seat(**{"guild": number, "hand": [], **usual, **given})
    if seat.guild != number:
        raise fail(f"seat {number}, guild", f"is {COATS[seat.guild]}; this seat has {COATS[number]}")
    seat.hand = sorted(seat.hand if "hand" in given else (card for card in cards if card not in seat.played))
    return seat


def _fill_pile(state: State, box: Box, coats: set[int], named: bool) -> None:
    """Lay the golden cards that have not come yet into the pile, or check the pile that the file names."""
    drawn = [*state.gone, *([state.golden] if state.golden >= 0 else [])]
    left: list[int] = []
    for cards in box.golden:
        own = [card for card in cards if card >= SITE or box.coat[card] in coats]
        known, drawn = drawn[: len(own)], drawn[len(own) :]
        if Counter(known) - Counter(own):
            raise fail("gone", "cards come off pile A first, then off pile B, and each is there so often only")
        left += sorted((Counter(own) - Counter(known)).elements())
    if not named:
        state.pile = left[::-1]
    elif Counter(state.pile) != Counter(left):
        raise fail("pile", "with what is gone it must be all the golden cards")


def _deck_left(state: State) -> list[list[int]]:
    """With two: the cards of the guilds without a player, of open towns, that have not been turned up."""
    guilds = [guild for guild in range(GUILDS) if guild not in (seat.guild for seat in state.seats)]
    cards = [*(number for number, _ in state.open_towns()), SITE]
    return [[guild, card] for guild in guilds for card in cards if [guild, card] not in state.discards]


# --- what follows from the towns -------------------------------------------------------------------------------


def _whole_stock(box: Box, coat: int) -> list[int]:
    return list(box.church if coat == CHURCH else box.stock)


def _take_laid(state: State, box: Box) -> None:
    """Take what lies in the towns out of the stocks."""
    for town in state.towns:
        for at, district in town.laid.items() if town is not None else ():
            if district.part >= 0 or town is None:
                continue
            state.cathedrals -= district.cathedral
            state.masters -= district.pieces
            state.sites -= district.site and not town.scored
            if at == CENTRE:
                continue
            shape = town.layout(box).spaces[at].shape
            if district.coat != CHURCH:
                state.stock[district.coat][shape * MASTERS + district.masters] -= 1
            else:
                kind = len(SHAPES) + SPECIALS.index(district.special) if district.special else shape
                state.stock[CHURCH][kind] -= 1
