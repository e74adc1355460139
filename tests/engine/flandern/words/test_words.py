"""What letters say of a game of Flandern: complete, in 72 columns, and nothing of it may come back as an order."""

from __future__ import annotations

import pytest

from engine.decisions import Ask, Decision
from engine.events import Event
from engine.flandern import GAME
from engine.flandern.state import State
from engine.flandern.words import prompts, telling, towns
from engine.positions import files
from tests.engine.flandern.table import BOX, areas, choose_all, match_at, play_out, position


def decided(ask: Ask) -> Decision:
    return Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, ask.sealed, ask.passing, ask.unasked)


def test_a_player_is_called_as_the_name_stands_unless_it_is_an_order() -> None:
    told = telling.tell(Event("round begins", {"round": 2, "seat": 0}), ["Anna Baker", "Gold gent S3"], None)
    assert told == "Round 2 begins, Anna Baker is starting player."
    told = telling.tell(Event("round begins", {"round": 2, "seat": 1}), ["Anna Baker", "Gold gent S3"], None)
    assert "_Gold_gent_S3" in told


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_event_is_told_and_menus_are_short(seats: int) -> None:
    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for ask in asks:
            assert prompts.asked(GAME.view(state, ask.seat), BOX, ask) == ask.prompt
            groups = GAME.menu(GAME.view(state, ask.seat), decided(ask))
            assert 0 < len(groups) <= 40
            assert sorted(move for group in groups for move in group.moves) == sorted(ask.moves)
            assert len(GAME.headline(GAME.view(state, ask.seat), decided(ask))) <= 40

    _, told = play_out(seats, 40 + seats, look)
    names = ["Anna", "Bea", "Chidi", "Dora"][:seats]
    for event in told:
        for reader in (None, 0):
            assert GAME.tell(event, names, reader) or event.kind == "chose"


def test_a_town_stands_as_a_grid_with_what_has_grown_over_its_wall() -> None:
    laid = {"L2": "yellow", "L1": "church C north", "S2": "grey site", "S1": "blue1"}
    match = match_at(position(towns={"gent": {"area": 1, "laid": {**laid, "L2": "red"}}}))
    town = match.view(None).towns[1]
    assert towns.grid(town, BOX) == [
        "S5 S6",
        "CH CH RE BL M1",
        "M2 CH RE RE M1",
        "M2 gy YE S3 M3",
        "M4 L3 L3 L4 M3",
        "M4 S4 L3 L4 L4",
    ]


def test_the_letter_says_where_each_card_could_be_used() -> None:
    match = match_at(position(towns=areas(brugge=1), golden="master", start=1, gone=["luik"]))
    text = files.words(GAME, match._state, 1)
    assert "[choose brugge] Brugge: L2 S2 S3 L3 yellow grey church." in " ".join(text.split())
    assert "Your secret, the golden card of this round, carried out last: Guild Master" in " ".join(text.split())
    assert "golden card of this round" not in files.words(GAME, match._state, 0)
    assert all(len(line) <= 72 for line in text.splitlines())


def test_the_order_of_play_and_what_was_done_are_told() -> None:
    match = match_at(position(golden="influence"))
    told = choose_all(match, "choose pickup with 1", *["choose pickup"] * 3)
    said = GAME.recount(told, ["Anna", "Bea", "Chidi", "Dora"], 1)
    assert said[0] == (
        "The cards are open. Order of play: Anna (pick-up and 1 influence), you (pick-up), Chidi (pick-up) and Dora "
        "(pick-up)."
    )
    assert said[1] == "Anna took back: pick-up."
