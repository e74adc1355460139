"""What a letter tells: all that is needed to decide, each move with what to write for it, nothing hidden."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from random import Random
from typing import Any

import pytest

from engine import Match
from engine.decisions import Decision, Move
from engine.events import Event
from engine.game import Paragraph, Section
from engine.orders.api import Plan, apply_letter, autoplay
from engine.venise import GAME
from engine.venise.data.box import shipped
from engine.venise.rules import setup
from engine.venise.rules.context import Context
from engine.venise.rules.tasks import Turn
from engine.venise.rules.turns import turn_moves
from engine.venise.state import DECKS, State
from engine.venise.words.example import example
from engine.venise.words.voice import harmless
from tests.engine.venise.rules.test_random_games import shuffled_hidden
from tests.engine.venise.table import Table, decided, full
from tests.engine.venise.words.games import asked

NAMES = ("Anna", "Bea", "Chidi")
RULES = {rule.topic: rule.text for rule in GAME.default_rules}
WIDEST = 36
MOST_ROWS = 12  # of a die: nine tiles, with the last die's the Master Builders


def sample(**anna: Any) -> Table:
    """Round 6 of three: Anna is on Builder with 2 and 4, the Boat lies at Order."""
    own = {
        "points": 21,
        "burgher": "builder",
        "stock": {"gold": 2, "flax": 1, "wool": 1},
        "store": {"jewelry": 1},
        "dice": {"builder": 3, "order": 2},
        "bridges": [["builder", "gold"], ["gold", "port1"]],
        "row1": [full("doublet", 2)],
        "row2": ["clothing 1", "clothing 2"],
    }
    bea = {"points": 18, "burgher": "workshop", "dice": {"gold": 5}, "row1": [{"card": "crown", "paid": {"gold": 2}}]}
    chidi = {"points": 24, "dice": {"workshop": 2}, "stock": {"flax": 2}, "row1": [full("veil")]}
    prices = {"jewelry": [3, 0], "lace": [2, 0], "clothing": [1, 0]}
    return Table({**own, **anna}, bea, chidi, dice=(2, 4), round=6, prices=prices, bonuses=[3, 2, 2, 1, 1])


def letter(table: Table, seat: int | None = 0) -> tuple[Section, ...]:
    ask = None if seat is None else table.ask(seat)
    decision = decided(ask) if ask else None
    return GAME.sections(GAME.view(table.state, seat), decision, NAMES, RULES, seat)


def text(sections: tuple[Section, ...], *keys: str) -> str:
    chosen = [section for section in sections if not keys or section.key in keys]
    return "\n".join("\n".join([section.title, *(p.words for p in section.paragraphs)]) for section in chosen)


def test_the_sections_stand_in_reading_order() -> None:
    keys = ["hand", "me", "how", "others", "others", "table"]
    assert [section.key for section in letter(sample())] == keys
    assert [section.key for section in letter(sample(pending=[["cap"]]))] == ["choice", *keys]


def test_every_tile_that_can_be_reached_stands_with_its_order_and_what_it_brings() -> None:
    table = sample()
    told = text(letter(table), "hand")
    for move in table.texts(0, "move"):
        if "boat" not in move and "idle" not in move:
            assert f"[{move}]" in told
    assert "Gold: take 4 gold (room for 2), sends Bea's die 5 back [move 2 gold]." in told
    assert "Workshop: draw 2 Workshop cards, keep at most one, sends Chidi's die 2 back, Bea draws 1 too [" in told
    assert "draw 4 Workshop cards, keep at most one, your die does not stay (Chidi's 2 is lower), " in told
    assert "Bea and Chidi draw 1 too" in told
    assert "Market: sell 1 Jewelry for 6 points" in told
    assert "Port 2: sell 1 Jewelry for 4 points" in told


def test_a_way_over_an_own_bridge_or_by_boat_is_told() -> None:
    over = Table(
        {"burgher": "builder", "store": {"lace": 1}, "bridges": [["gold", "port1"]]},
        {"burgher": "wool"},
        {},
        dice=(1, 1),
    )
    assert "(by Gold, your bridge to Port 1)" in text(letter(over), "hand")
    by_boat = Table({"burgher": "order"}, {"burgher": "wool"}, {}, dice=(3, 6), boat="order")
    assert "(by Boat to Wool)" in text(letter(by_boat), "hand")


def test_the_reader_sees_the_whole_own_board_and_every_card_in_full() -> None:
    told = text(letter(sample()), "me")
    assert "You: 21 points, " in told
    assert "Stock (4 of 6): 2 gold, 1 flax and 1 wool." in told
    assert "Doublet, built: 2 wool make 2 Clothing; full." in told
    assert "Order Clothing 1. Order Clothing 2. 2 spaces free." in told
    assert "Your dice: a 2 on Order and a 3 on Builder, 3 dice in reserve." in told


def test_the_others_and_the_table_are_told() -> None:
    told = text(letter(sample()), "others", "table")
    assert "Crown (3 gold make 3 Jewelry; lacks 2 flax and 2 wool)" in told
    assert "Prices: Jewelry 3, Lace 2, Clothing 1. Market bonuses left: 3 2 2 1 1." in told
    assert "* Order: draw N Order cards, keep one; there now your die 2 and the Boat." in bullets(letter(sample()))
    assert "Market: sell up to N goods of one kind for the price and 3 more each; there now Chidi." in told
    assert "Lines join neighbours. A figure in a line is a bridge and whose it is: 1 you. The names: Shop for " in told


def bullets(sections: tuple[Section, ...]) -> str:
    return "\n".join(f"* {p.words}" for section in sections for p in section.paragraphs if p.style == "bullet")


def test_the_map_shows_neighbours_and_bridges() -> None:
    (table,) = (section for section in letter(sample()) if section.key == "table")
    assert [part.words for part in table.paragraphs if part.style == "fixed"] == [
        " Wool ----Order ---- Flax",
        "               \\    /    \\",
        "               Market----Port 2",
        "               /    \\    /    \\",
        "Port 1=1== Gold =1==Build.---- Shop",
    ]


def test_drawn_cards_are_told_in_full_and_numbered() -> None:
    table = sample()
    table.play("move 4 workshop")
    told = text(letter(table), "choice", "how")
    assert re.search(r"(Ring|Gown), workshop of [^\[]*\[1\]", told)
    assert "No card [3]" in told
    assert "What you wrote for the rest of the turn waits behind it." in told


def test_a_card_drawn_beside_anothers_turn_is_the_first_question() -> None:
    told = text(letter(sample(pending=[["cap"]])), "choice")
    assert "First a gift" in told
    assert "Cap, workshop of a tailor: 1 wool makes 1 Clothing. Costs 1 gold, all in your stock [keep cap]." in told


def test_a_card_for_either_row_is_described_once() -> None:
    table = Table({"burgher": "builder"}, {}, agenda=[["take", 0, "builder"], ["next"]], drawn=["pilot", "duke"])
    told = text(letter(table), "choice")
    assert told.count("Pilot, Master Builder, permanent") == 1
    assert "The Pilot in row 1 [1]; the Pilot in row 2 [2]." in told


def test_what_others_draw_beside_a_turn_is_told_with_its_reason() -> None:
    event = Event("drew", {"seat": 1, "deck": "order", "count": 1, "beside": True})
    assert GAME.tell(event, NAMES, 0) == (
        "Bea drew 1 Order card too, for a Burgher or a die there, and chooses with the next turn."
    )


GAMES = pytest.mark.parametrize(("seed", "seats", "layout"), [(1, 2, "lake"), (2, 3, "free"), (3, 4, "old_town")])


def named(seats: int) -> tuple[str, ...]:
    return (*NAMES, "Dora")[:seats]


def whole_letter(state: State, decision: Decision, told: list[Event], reader: int | None) -> str:
    """All that a letter to a seat can say, its question and its picture among it; to onlookers what a page says."""
    names = named(len(state.seats))
    view = GAME.view(state, reader)
    open_now = decision if reader == decision.seat else None
    parts = [text(GAME.sections(view, open_now, names, RULES if reader is not None else {}, reader))]
    parts += [GAME.describe(view, names, reader), str(GAME.picture(view, names, reader))]
    parts += GAME.recount(told, names, reader)
    if open_now:
        parts += [GAME.headline(view, open_now), GAME.course(view, open_now, names)]
        parts += [f"{group.heading} {' '.join(map(str, group.moves))}" for group in GAME.menu(view, open_now)]
    return "\n".join(parts)


def hidden_from(state: State, reader: int | None) -> set[str]:
    """Cards of which there is but one and whose face a seat has never seen."""
    hidden = [card for deck in state.decks for card in deck]
    hidden += state.drawn if reader != state.active else ()
    for number, seat in enumerate(state.seats):
        hidden += [card for _, cards in seat.pending for card in cards if number != reader]
    there = Counter(card for deck in range(len(DECKS)) for card in setup.cards_for(deck, len(state.seats)))
    return {shipped().cards[card].name for card in hidden if there[card] == 1}


@GAMES
def test_no_letter_shows_what_its_reader_may_not_know(seed: int, seats: int, layout: str) -> None:
    """Neither by a name nor by anything else: it stays the same when what is hidden changes places."""
    rng, seen_by_others = Random(seed), 0
    for number, (state, decision, told) in enumerate(asked(seed, seats, layout, rounds=8)):
        if number % 15 and decision.kind not in ("take", "keep"):
            continue
        for reader in (None, *range(seats)):
            hidden = hidden_from(state, reader)
            letter = whole_letter(state, decision, told, reader)
            assert [name for name in hidden if re.search(rf"\b{name}\b", letter, re.IGNORECASE)] == []
            twin = shuffled_hidden(state, reader, rng)
            assert whole_letter(twin, decision, told, reader) == letter
        own = whole_letter(state, decision, told, decision.seat)
        secret = hidden_from(state, None) - hidden_from(state, decision.seat)
        seen_by_others += any(re.search(rf"\b{name}\b", own, re.IGNORECASE) for name in secret)
    assert seen_by_others  # names that the others may not know are where they are looked for


@GAMES
def test_orders_of_a_letter_are_legal_every_move_is_in_it_and_no_map_is_too_wide(
    seed: int, seats: int, layout: str
) -> None:
    names = named(seats)
    for number, (state, decision, _) in enumerate(asked(seed, seats, layout, rounds=8)):
        if number % 9:
            continue
        view = GAME.view(state, decision.seat)
        sections = GAME.sections(view, decision, names, RULES, decision.seat)
        fixed = [p.words for section in sections for p in section.paragraphs if p.style == "fixed"]
        assert all(len(line) <= WIDEST for line in fixed)
        links = [link for section in sections for p in section.paragraphs for link in p.moves]
        assert all(label in " ".join(p.words for s in sections for p in s.paragraphs) for label, _ in links)
        assert all(_is_legal(state, decision.seat, order) for _, order in links)
        assert all(len(list(run)) <= MOST_ROWS for is_row, run in rows_of(sections) if is_row)
        assert [move.text for move in decision.moves if not _named(move, sections)] == []
        onlookers = text(GAME.sections(GAME.view(state, None), None, names, {}, None))
        assert "[" not in onlookers


def rows_of(sections: tuple[Section, ...]) -> Iterator[tuple[bool, Iterator[Paragraph]]]:
    """The bullets of where to go, those of each die together."""
    hand = [part for section in sections if section.key == "hand" for part in section.paragraphs]
    return groupby(hand, key=lambda part: part.style == "bullet")


def _named(move: Move, sections: tuple[Section, ...]) -> bool:
    """Whether a letter offers a move, or one that differs in what the words beside it name."""
    words = " ".join(p.words for section in sections for p in section.paragraphs)
    if f"[{move.text}]" in words or move.text in {
        order for s in sections for p in s.paragraphs for _, order in p.moves
    }:
        return True
    match move.verb:
        case "move":
            without = Move(move[:-1]) if move[-1] == "idle" else move
            boat = without[3:] == ("boat", *without[4:]) and "The Boat stays where you leave it" in words
            offered = re.search(rf"\[{' '.join(without[:3])}( boat \w+)?\]", words) is not None
            return offered and (len(without) == 3 or boat) and (without == move or "With idle behind it" in words)
        case "place":
            return re.search(rf"\[place {move[1]} \w+\]; likewise [^.]*\b{move[2]}\b", words) is not None
        case "use" | "put" | "produce":
            return f"[{move.verb} " in words
    return re.search(rf"\[{move.verb} [^\]]*\] (?:and so on|; likewise)", words) is not None


def _is_legal(state: State, seat: int, order: str) -> bool:
    legal = [move.text for ask in GAME.asks(state) if ask.seat == seat for move in ask.moves]
    return order in legal or order in [move.text for move in turn_moves(Context(state), Turn(seat))]


def test_the_example_of_a_turn_letter_is_a_whole_turn_that_can_be_played_as_it_stands() -> None:
    """A client that copies it, and takes the first of all other choices, plays to the end with few letters a turn."""
    match = Match.start(GAME, 3, {}, secret=bytes(32))
    plans = {seat: Plan() for seat in range(3)}
    asked_times = 0
    while not match.over:
        decision = match.decisions[0]
        view = match.view(decision.seat)
        asked_times += 1
        answer = [decision.moves[0].text]
        if decision.kind in ("turn", "keep"):
            answer = example(view, decision, turn_moves(Context(view), Turn(decision.seat)))
        account = apply_letter(match, plans, decision.seat, answer, serial=decision.serial)
        assert [line.state for line in account.lines if line.state not in ("played", "done", "kept")] == []
        autoplay(match, plans, kept=True)
    assert match.scoresheet().totals != (0, 0, 0)
    assert asked_times / (3 * match.round) <= 2.5


def test_ordinary_names_stay_as_they_are() -> None:
    for name in ("Anna Baker", "Price", "Łódź Ελένη", "布魯日", "Ring Lardner", "Endicott", "Takeshi"):
        assert harmless(name) == name
    assert harmless("move 4 gold") == "_move_4_gold"


def test_a_bridge_that_would_tear_down_anothers_is_told_with_its_price() -> None:
    anna = {"burgher": "gold", "dice": {"gold": 3, "builder": 1}, "stock": {"wool": 6}}
    now = {"dice": [1, 3], "moved": 1, "work": 3}
    for owner, told in ((0, ""), (1, ", in the place of another's")):
        bridges = [["gold", "builder"]] if owner else []
        table = Table(anna, {"bridges": bridges}, now=now, agenda=[["finish", 0], ["next"]])
        price = 4 if owner else 2
        assert f"A bridge to Builder{told} for {price} cubes, the 3 comes back" in text(letter(table), "choice")
