"""Position files: writes a state as one, in the words of the game. The reader is `reader`.

A position file is JSON that sets up any situation by hand: see there for what may be left out.
"""

from __future__ import annotations

from typing import Any

from engine.flandern.data.box import CHURCH, COATS, GREY, Box
from engine.flandern.data.maps import CENTRE
from engine.flandern.state import NONE, UNKNOWN, District, Seat, State, Town
from engine.refusals import BadPosition

Json = Any


def write_position(state: State, box: Box) -> dict[str, Json]:
    """The position file of a state (not of a view: there cards are hidden)."""
    if state.viewer is not None or UNKNOWN in (*state.pile, state.golden):
        raise BadPosition("a view hides cards; only a state can be written")
    names = box.cards
    written = {
        "game": "flandern",
        "box": box.digest,
        "round": state.round,
        "start": state.start,
        "begun": state.begun,
        "phase": state.phase,
        "seats": [_seat(seat, names) for seat in state.seats],
        "towns": {box.town_id[n]: _town(t, box, n) for n, t in enumerate(state.towns) if t is not None},
        "order": state.order[:],
        "totals": [row[:] for row in state.totals],
    }
    if state.pair:
        return written | _of_pair(state, names)
    return written | {
        "pile": [names[card] for card in state.pile],
        "gone": [names[card] for card in state.gone],
        "golden": None if state.golden == NONE else names[state.golden],
    }


def _of_pair(state: State, names: list[str]) -> dict[str, Json]:
    """The fields that only the game for two has."""
    cards = [[COATS[guild], names[card]] for guild, card in [state.card]] if state.card else []
    return {
        "deck": [[COATS[guild], names[card]] for guild, card in state.deck],
        "discards": [[COATS[guild], names[card]] for guild, card in state.discards],
        "card": cards[0] if cards else None,
        "done": state.done[:],
        "turn": state.turn,
        "idle": state.idle,
        "moved": state.moved,
        "reshuffled": state.reshuffled,
        "stall": state.stall,
    }


def _seat(seat: Seat, names: list[str]) -> dict[str, Json]:
    return {
        "guild": COATS[seat.guild],
        "influenced": COATS[seat.influenced] if seat.influenced >= 0 else None,
        "hand": [names[card] for card in seat.hand],
        "played": [names[card] for card in seat.played],
        "influence": seat.influence,
        "choice": [names[seat.choice[0]], seat.choice[1]] if seat.choice else None,
    }


def _town(town: Town, box: Box, number: int) -> dict[str, Json]:
    spaces = town.layout(box).spaces
    # What makes a town grow comes first, in its order: other spaces may lie there.
    order = [*(base for base, _, _ in town.added), *sorted(town.laid)]
    laid = {
        spaces[at].name: district_words(town, box, at)
        for at in dict.fromkeys(order)
        if town.laid[at].part < 0 and not (at == CENTRE and town.laid[at] == District(box.coat[number]))
    }
    covered = [spaces[at].name for at in town.covered]
    return {"area": town.area + 1, "laid": laid, "covered": covered, "scored": town.scored}


def district_words(town: Town, box: Box, at: int) -> str:
    """A district in words: "blue2 site", "church D over S4 cathedral", "grey +1"."""
    district, spaces = town.laid[at], town.layout(box).spaces
    figure = str(district.masters) if district.coat <= GREY and district.masters else ""
    words = [COATS[district.coat] + figure]
    if district.special:
        words.append(district.special)
        words += [side for base, side, _ in town.added if base == at]
        for other, part in town.laid.items():
            words += ["over", spaces[other].name] if part.part == at else []
    words += ["site"] if district.site else []
    words += ["cathedral"] if district.coat == CHURCH and district.cathedral else []
    words += [f"+{district.pieces}"] if district.pieces else []
    return " ".join(words)
