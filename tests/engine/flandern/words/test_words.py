"""What letters say of a game of Flandern: complete, in 72 columns, and nothing of it may come back as an order."""

from __future__ import annotations

import re

import pytest

from engine import Match
from engine.decisions import Ask, Decision, Move
from engine.events import Event
from engine.flandern import GAME
from engine.flandern.orders.parser import understood
from engine.flandern.state import State
from engine.flandern.words import charts, prompts, telling
from engine.game import Paragraph, Section
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


def test_a_town_stands_as_a_map_with_what_has_grown_over_its_wall() -> None:
    laid = {"L2": "yellow", "L1": "church C north", "S2": "grey site", "S1": "blue1"}
    match = match_at(position(towns={"gent": {"area": 1, "laid": {**laid, "L2": "red"}}}))
    town = match.view(None).towns[1]
    rows = charts.chart(town, BOX)
    assert [row.words for row in rows] == [
        "S5    S6",
        "L1CH  L1CH  L2RE  S1BL1 M1",
        "M2    L1CH  L2RE  L2RE  M1",
        "M2    S2gy  YE    S3    M3",
        "M4    L3    L3    L4    M3",
        "M4    S4    L3    L4    L4",
    ]
    assert all([cell.words for cell in row.cells if cell.words] == row.words.split() for row in rows)
    assert {bool(cell.fill) for row in rows for cell in row.cells if len(cell.words) > 2} == {True}


def letter_of(match: Match, seat: int) -> str:
    return " ".join(files.words(GAME, match._state, seat).split())


def test_the_letter_says_where_each_card_could_be_used() -> None:
    match = match_at(position(towns=areas(brugge=1), golden="master", start=1, gone=["luik"]))
    text = letter_of(match, 1)
    assert "* Brugge: 12 free spaces, worth 1 point, blue (Seat 1) is alone there [choose brugge]." in text
    assert "Possible now: yellow, grey or church on L2, S2, S3 or L3." in text
    assert "Your secret, the golden card of this round, carried out last: Guild Master" in text
    assert "golden card of this round" not in letter_of(match, 0)


def test_a_town_tells_by_how_much_who_leads_there() -> None:
    laid = {"L2": "red2", "S2": "grey1", "S3": "green1"}
    towns = {"brugge": {"area": 1, "laid": laid}, "gent": {"area": 2, "laid": {"M2": "yellow"}}}
    text = letter_of(match_at(position(towns=towns, start=1)), 0)
    assert "Brugge: 9 free spaces, worth 4 points, red (Seat 4) leads by 1 master [" in text


def test_the_pick_up_card_names_what_comes_back() -> None:
    match = match_at(position(seated=[{"played": ["gent", "luik"]}, {}, {}, {}]))
    assert "Pick-up: takes Gent and Luik back into your hand [choose pickup]." in letter_of(match, 0)


def test_districts_are_counted_in_words() -> None:
    text = letter_of(match_at(position()), 0)
    assert "Districts left. Blue: 5 small (1 with 1 master, 1 with 2), 5 middle" in text
    assert "Church: 3 small, 3 middle and 3 large; with a form of its own A for a small space" in text


def offered(section: Section) -> set[str]:
    return {order for part in section.paragraphs for _, order in part.moves}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_way_is_offered_or_its_piece_and_space_are_named_in_at_most_ten_rows(seats: int) -> None:
    names = ["Anna", "Bea", "Chidi", "Dora"][:seats]

    def look(state: State, asks: tuple[Ask, ...]) -> None:
        for ask in asks:
            view = GAME.view(state, ask.seat)
            sections = GAME.sections(view, decided(ask), names, {}, ask.seat)
            (hand,) = (section for section in sections if section.key == "hand")
            rows = [part for part in hand.paragraphs if part.style == "bullet"]
            assert len(rows) <= 10
            drawn = [part for section in sections for part in section.paragraphs if part.style == "fixed"]
            assert max(len(part.words) for part in drawn) <= 36
            open_now = offered(hand)
            assert [move for move in ask.moves if move.text not in open_now and not named(move, rows)] == []

    def named(move: Move, rows: list[Paragraph]) -> bool:
        if move.verb == "choose":  # as the card alone, of which "how to answer" tells how influence is added
            return any(f"[choose {move[1]}]" in row.words for row in rows)
        _, _, said = understood(move, BOX)
        mine = [row.words for row in rows if not said.town or row.words.startswith(BOX.town_name[town(said.town)])]
        piece = f"church {said.special.lower()}" if said.special else said.coat
        return any(
            piece in part.lower() and re.search(rf"\b{said.space}\b", part) for row in mine for part in row.split(";")
        )

    play_out(seats, 60 + seats, look)


def town(name: str) -> int:
    return BOX.town_id.index(name)


def test_the_order_of_play_and_what_was_done_are_told() -> None:
    match = match_at(position(golden="influence"))
    told = choose_all(match, "choose pickup with 1", *["choose pickup"] * 3)
    said = GAME.recount(told, ["Anna", "Bea", "Chidi", "Dora"], 1)
    assert said[0] == (
        "The cards are open. Order of play: Anna (pick-up and 1 influence), you (pick-up), Chidi (pick-up) and Dora "
        "(pick-up)."
    )
    assert said[1] == "Anna took back: pick-up."
