"""What a letter tells: all that is needed to decide, each move with what to write for it, nothing hidden."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from engine.bruges import GAME
from engine.bruges.data.cards import of
from engine.bruges.state import State
from engine.bruges.words import doing, offers
from engine.bruges.words.effect_texts import sentence
from engine.bruges.words.letter import sections
from engine.bruges.words.standing import standing_rules
from engine.decisions import Decision, Move
from engine.game import Section
from tests.engine.bruges.table import Table
from tests.engine.bruges.words.games import asked, decided

NAMES = ("Anna", "Bea", "Chidi")
RULES = {"draw": "purple > any", "climb": "if climb price <= 3", "fire": "empty > canal > cheapest", "plague": "ask"}
SPREAD = [(seed, seats) for seed, seats in ((1, 2), (2, 3), (3, 4), (4, 3))]


def the_sample() -> Table:
    """Round 4 of three: Anna has an Accountant, nearly enough for the Prince, and two purple threats."""
    anna = {
        "points": 9,
        "guilders": 7,
        "workers": {"blue": 1, "purple": 2, "red": 1, "yellow": 2},
        "threats": {"brown": 1, "purple": 2, "red": 1},
        "step": 3,
        "hand": ["prince", "servant", "mathematician", "bishop", "lawyer"],
        "houses": [
            {"colour": "blue", "card": "page", "person": "accountant"},
            {"colour": "red", "card": "clerk"},
        ],
        "canals": {"left": 2},
    }
    bea = {
        "points": 11,
        "guilders": 4,
        "step": 4,
        "markers": ["reputation"],
        "hand": ["potter", "weaver"],
        "houses": [
            {"colour": "yellow", "card": "thief", "person": "queen"},
            {"colour": "blue", "card": "dyer", "person": "drummer"},
        ],
    }
    chidi = {
        "points": 8,
        "guilders": 2,
        "houses": [{"colour": "brown", "card": "cook", "person": "beggar", "used": True}],
        "canals": {"left": 3},
    }
    dice = {"blue": 2, "brown": 4, "purple": 6, "red": 5, "yellow": 1}
    return Table(anna, bea, chidi, round=4, start=0, phase="cards", dice=dice)


def letter(table: Table, seat: int | None = 0) -> tuple[Section, ...]:
    ask = None if seat is None else table.ask(seat)
    decision = decided(ask) if ask else None
    return sections(GAME.view(table.state, seat), decision, NAMES, RULES, seat)


def text(sections: tuple[Section, ...]) -> str:
    return "\n".join("\n".join([section.title, *(p.words for p in section.paragraphs)]) for section in sections)


def test_the_sections_stand_in_reading_order() -> None:
    assert [section.key for section in letter(the_sample())] == ["me", "hand", "how", "others", "others", "table"]


def test_the_reader_sees_purse_threats_houses_canals_and_the_cost_of_the_next_threat() -> None:
    told = text(letter(the_sample()))
    assert "You: 9 points, " in told
    assert "Purse: 7 guilders, and 2 more from the Accountant this round." in told
    assert "Workers: 1 blue, 2 purple, 1 red, 2 yellow." in told
    assert "A third purple threat would cost you 3 points (intrigue)." in told
    assert "Threats: 1 brown, 2 PURPLE (!), 1 red." in told
    assert "Houses: blue (Accountant), red (empty)." in told
    assert "Right 0 of 5 dug" in told
    assert "Accountant, Bureaucrat. Each round for nothing: 2 guilders (ready)." in told


def test_every_hand_card_stands_with_all_that_is_printed_on_it_and_its_codes() -> None:
    told = text(letter(the_sample()))
    assert "1. PRINCE, purple, price 9, worth 3, Noble. Each round for 1 yellow worker: 1 point and 2 guilders." in told
    assert "Take 2 purple workers [11], put away for 6 guilders [12], a purple threat off for 1 point [13], " in told
    assert "move into the red house for 3 guilders [27]." in told
    assert "put away for 4 guilders [42]" in told


def test_a_person_that_can_be_paid_after_an_own_one_has_worked_is_offered_with_it() -> None:
    assert "move into the red house for 9 guilders after the Accountant [17]." in text(letter(the_sample()))


def test_an_unasked_person_is_told_with_the_word_that_lets_it_wait() -> None:
    told = text(letter(the_sample()))
    assert "Accountant: 2 guilders [use accountant] (unasked with your next order; [hold accountant] " in told


def test_another_player_is_told_in_short_with_the_texts_of_working_persons() -> None:
    told = text(letter(the_sample()))
    assert "Bea: 11 points, " in told
    assert "Purse 4." in told
    assert "Markers: reputation." in told
    assert re.search(r"Holds 2 cards: \w+, \w+\.", told)
    assert "Queen, Noble. Each round for nothing: 1 point (ready)." in told
    assert "Drummer, Entertainer. Always: where others take 2 workers Bea takes 4." in told
    assert "Beggar has worked once, nothing more to come." in told


def test_standing_orders_are_told_in_words() -> None:
    told = text(letter(the_sample()))
    assert "your cards come from a pile with purple on top, else the longer pile" in told
    assert "you go up a step if it costs at most 3" in told
    assert "the fire takes an empty house, else a canal token, else the house of the cheapest person" in told
    assert "You are asked about whom the plague takes." in told


@pytest.mark.parametrize(("text", "said"), [("fewest", ""), ("red > most", "attacks bring threats that are red")])
def test_a_rule_for_what_hardly_ever_comes_is_told_to_whom_has_made_one(text: str, said: str) -> None:
    told = standing_rules({"canal": "shorter", "threat": text})
    assert said in told
    assert ("threats" in told) == bool(said)


def test_onlookers_get_every_seat_and_no_hand() -> None:
    found = letter(the_sample(), None)
    assert [section.key for section in found] == ["others", "others", "others", "table"]
    assert "PRINCE" not in text(found)


def test_another_players_hand_and_house_cards_stay_hidden() -> None:
    table = the_sample()
    told, written = text(letter(table)), json.dumps(GAME.write_position(table.state))
    for name in ("Potter", "Weaver", "Thief", "Dyer", "Cook"):
        assert name not in told
        assert f'"{name.lower()}"' in written


def test_a_loss_by_fire_is_asked_first_and_numbered() -> None:
    table = Table(
        {"threats": {"red": 2}, "houses": [{"colour": "red", "card": "clerk"}], "canals": {"left": 1}},
        {"hand": ["arsonist"], "guilders": 9, "houses": [{"colour": "blue", "card": "squire"}]},
        phase="cards",
        start=1,
    )
    table.play(1, "recruit arsonist in blue")
    found = letter(table, 0)
    assert found[0].key == "choice"
    assert found[0].title == "You choose what the fire takes"
    assert [paragraph.words for paragraph in found[0].paragraphs] == [
        "The fire takes one of these. This comes from Bea's Arsonist.",
        "The empty red house [1].",
        "The outermost canal token on the left [2].",
    ]


@pytest.mark.parametrize(
    ("order", "clause"),
    [
        ("workers lawyer", "the Lawyer brings 2 purple workers"),
        ("guilders servant", "the Servant brings 5 guilders (red die)"),
        ("threat lawyer", "the Lawyer takes a purple threat off you, 1 point"),
        ("house servant", "the Servant becomes a red house"),
        ("recruit prince in red", "the Prince moves into your red house for 9 guilders"),
        ("use accountant", "the Accountant works: 2 guilders"),
        ("end", "nothing more with this card"),
    ],
)
def test_a_move_is_said_as_a_clause(order: str, clause: str) -> None:
    assert doing.say(Move.of(order), GAME.view(the_sample().state, 0), 0) == clause


def test_the_headline_counts_the_cards_of_the_round() -> None:
    table = the_sample()
    ask = table.ask(0)
    assert ask is not None
    assert doing.headline(GAME.view(table.state, 0), decided(ask)) == "Your card 1 of 4"


def test_the_end_of_a_game_is_told_without_questions() -> None:
    *_, (state, _, _) = asked(5, 3)  # one state, played on to the end
    assert state.over
    totals = GAME.scoresheet(state).totals
    found = sections(GAME.view(state, 0), None, NAMES, {}, 0)
    assert found[0].title == f"You: {totals[0]} points in the end"
    assert "(ready)" not in text(found)
    assert "Last round" not in text(found)


# --- over whole games ---------------------------------------------------------------------------------------


def sections_of(state: State, decision: Decision, seats: int) -> tuple[Section, ...]:
    names = [*NAMES, "Dora"][:seats]
    return sections(GAME.view(state, decision.seat), decision, names, RULES, decision.seat)


@pytest.mark.parametrize(("seed", "seats"), SPREAD)
def test_every_label_in_a_letter_stands_in_its_words_and_reads_as_its_move(seed: int, seats: int) -> None:
    for state, decision, _ in asked(seed, seats):
        if decision.kind == "draw":
            continue
        view = GAME.view(state, decision.seat)
        links = [
            (label, order, paragraph.words)
            for section in sections_of(state, decision, seats)
            for paragraph in section.paragraphs
            for label, order in paragraph.moves
        ]
        assert len(links) <= 40
        for label, order, around in links:
            assert label in around
            assert Move.of(order) in decision.moves
            assert GAME.read(label[1:-1], view, decision, decision.seat).text == order


@pytest.mark.parametrize(("seed", "seats"), SPREAD)
def test_a_menu_has_every_move_once_and_at_most_forty_lines(seed: int, seats: int) -> None:
    for state, decision, _ in asked(seed, seats):
        groups = offers.menu(GAME.view(state, decision.seat), decision)
        assert sorted(move for group in groups for move in group.moves) == sorted(decision.moves)
        assert sum(1 + len(group.heading) // 72 for group in groups) <= 40


@pytest.mark.parametrize(("seed", "seats"), SPREAD)
def test_no_letter_needs_a_page_for_a_card_that_still_does_something(seed: int, seats: int) -> None:
    for state, decision, _ in asked(seed, seats):
        known, told = of(state.deck), text(sections_of(state, decision, seats))
        for card in GAME.view(state, decision.seat).seats[decision.seat].cards():
            assert card < 0 or sentence(known.deck[card]) in told
        for seat in state.seats:
            for person in seat.persons():
                assert known.title[person] in told


@pytest.mark.parametrize(("seed", "seats"), SPREAD)
def test_a_letter_tells_the_same_for_states_that_differ_in_hidden_things_only(seed: int, seats: int) -> None:
    for number, (state, decision, _) in enumerate(asked(seed, seats)):
        if number % 20 == 0:
            view = GAME.view(state, decision.seat)
            other = GAME.view(GAME.imagine(view, Random(number)), decision.seat)
            names = [*NAMES, "Dora"][:seats]
            assert sections(view, decision, names, RULES, decision.seat) == sections(
                other, decision, names, RULES, decision.seat
            )
