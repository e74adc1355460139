"""Standing orders: what the words after `always` mean, and what they answer."""

from __future__ import annotations

import pytest

from engine.bruges import GAME
from engine.decisions import Decision
from engine.game import ASK
from engine.refusals import UnreadableOrder
from tests.engine.bruges.table import THREES, Table, deck_where, house

DEFAULTS = {rule.topic: rule.text for rule in GAME.default_rules}


def preferred(table: Table, seat: int, rules: dict[str, str]) -> str | None:
    ask = table.ask(seat)
    assert ask is not None
    decision = Decision(ask.seat, ask.kind, 1, ask.moves, ask.prompt, ask.sealed, ask.passing)
    move = table.game.prefer(table.game.view(table.state, seat), decision, rules)
    assert move is None or move in ask.moves
    return move.text if move else None


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("draw red > blue > any", "draw red > blue > any"),
        ("Draw: red, blue or any", "draw red > blue > any"),
        ("draw red", "draw red > any"),
        ("draw purple else longer", "draw purple > longer"),
        ("draw ask", "draw ask"),
        ("draw red > ask", "draw red > ask"),
        ("climb if climb price <= 3", "climb if climb price <= 3"),
        ("climb if price <= 2", "climb if climb price <= 2"),
        ("climb up to 2", "climb if climb price <= 2"),
        ("climb 2", "climb if climb price <= 2"),
        ("climb if climb price 2 and guilders 9", "climb if climb price <= 2 and guilders >= 9"),
        ("climb always", "climb always"),
        ("climb never", "climb never"),
        ("climb ask", "climb ask"),
        ("fire: red empty", "fire red empty > cheapest"),
        ("fire empty > canal > cheapest", "fire empty > canal > cheapest"),
        ("fire canal left, prince", "fire canal left > prince > cheapest"),
        ("plague: cheapest", "plague cheapest"),
        ("plague prin > dearest", None),
        ("plague prince > dearest", "plague prince > dearest"),
        ("workers red > fewest", "workers red > fewest"),
        ("canal longer", "canal longer"),
        ("canal left", "canal left > shorter"),
        ("threat: red", "threat red > fewest"),
        ("threat most", "threat most"),
    ],
)
def test_a_standing_order_is_read_into_its_canonical_words(text, rule):
    if rule is None:
        with pytest.raises(UnreadableOrder):
            GAME.read_rule(text)
    else:
        assert str(GAME.read_rule(text)) == rule
        assert str(GAME.read_rule(rule)) == rule


@pytest.mark.parametrize(
    "text", ["", "house servant", "draw", "draw pink", "climb maybe", "climb if mood >= 3", "fire 3"]
)
def test_other_words_are_refused_with_samples(text):
    with pytest.raises(UnreadableOrder) as refusal:
        GAME.read_rule(text)
    assert "draw red > blue > any" in refusal.value.nearest


def test_the_defaults_read_as_themselves():
    for rule in GAME.default_rules:
        assert GAME.read_rule(str(rule)) == rule


# --- draw --------------------------------------------------------------------------------------------


def tops(left: str, right: str, heights: tuple[int, int] = (5, 9)) -> Table:
    """A drawing in which the piles show these colours."""
    cards = GAME.cards
    names = {colour: [n for n in cards.name if cards.colour[cards.number[n]] == k] for k, colour in enumerate(THREES)}
    flat = [name for colour in names.values() for name in colour if name not in (names[left][0], names[right][1])]
    piles = {
        "left": [*flat[: heights[0] - 1], names[left][0]],
        "right": [*flat[heights[0] : heights[0] + heights[1] - 1], names[right][1]],
    }
    return Table({}, {}, phase="draw", piles=piles)


@pytest.mark.parametrize(
    ("rule", "left", "right", "heights", "move"),
    [
        ("any", "red", "blue", (5, 9), "draw right"),
        ("any", "red", "blue", (9, 5), "draw left"),
        ("any", "red", "blue", (7, 7), "draw left"),
        ("red > any", "red", "blue", (5, 9), "draw left"),
        ("blue > red > any", "red", "blue", (9, 5), "draw right"),
        ("red > any", "red", "red", (5, 9), "draw right"),
        ("shorter", "red", "blue", (5, 9), "draw left"),
        ("right", "red", "blue", (9, 5), "draw right"),
        ("yellow > ask", "red", "blue", (9, 5), None),
        (ASK, "red", "blue", (9, 5), None),
    ],
)
def test_a_draw_rule_chooses_a_pile(rule, left, right, heights, move):
    assert preferred(tops(left, right, heights), 0, {"draw": rule}) == move


def test_a_seat_without_a_rule_is_asked():
    assert preferred(tops("red", "blue"), 0, {}) is None


# --- climb ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "move"),
    [
        ("if climb price <= 3", "climb"),
        ("if climb price <= 2", "stay"),
        ("if climb price <= 3 and guilders >= 6", "stay"),
        ("always", "climb"),
        ("never", "stay"),
        (ASK, None),
    ],
)
def test_a_climb_rule_compares_the_own_price(rule, move):
    table = Table({}, {}, phase="dice", dice=THREES | {"red": 1, "blue": 2})
    assert preferred(table, 0, {"climb": rule}) == move


def test_the_climb_price_of_a_rule_is_after_discounts():
    seat = {"houses": [house("red", "notary")]}
    table = Table(seat, {}, phase="dice", dice=THREES | {"red": 1, "blue": 2})
    assert GAME.facts(GAME.view(table.state, 0))["climb price"] == 1
    assert preferred(table, 0, {"climb": "if climb price <= 1"}) == "climb"


# --- losses --------------------------------------------------------------------------------------------


def burning(**seat: object) -> Table:
    return Table({"threats": {"red": 2}, **seat}, {}, phase="dice", dice=THREES | {"red": 5})


HOUSES = [house("red", "prince"), house("blue"), house("red"), house("yellow", "servant")]


@pytest.mark.parametrize(
    ("rule", "move"),
    [
        (DEFAULTS["fire"], "lose blue empty"),
        ("red empty > cheapest", "lose red empty"),
        ("canal > cheapest", "lose canal right"),
        ("canal left > cheapest", "lose canal left"),
        ("cheapest", "lose servant"),
        ("dearest", "lose prince"),
        ("prince > cheapest", "lose prince"),
        ("yellow empty > dearest", "lose prince"),
        (ASK, None),
    ],
)
def test_a_fire_rule_chooses_what_burns(rule, move):
    table = burning(houses=HOUSES, canals={"left": 3, "right": 4})
    assert preferred(table, 0, {"fire": rule}) == move


def test_a_fire_rule_for_persons_takes_what_there_is_when_nobody_is_in_play():
    assert preferred(burning(canals={"left": 3, "right": 4}), 0, {"fire": "cheapest"}) == "lose canal left"


@pytest.mark.parametrize(("rule", "move"), [("cheapest", "lose servant"), ("dearest", "lose prince")])
def test_a_plague_rule_chooses_a_person(rule, move):
    table = Table({"threats": {"brown": 2}, "houses": HOUSES}, {}, phase="dice", dice=THREES | {"brown": 5})
    assert preferred(table, 0, {"plague": rule}) == move


def test_fire_comes_first_where_both_have_rules_and_is_asked_where_one_wants_to_be_asked():
    both = {"red": 2, "brown": 2}
    table = Table({"threats": both, "houses": HOUSES}, {}, phase="dice", dice=THREES | {"red": 5, "brown": 5})
    assert preferred(table, 0, DEFAULTS) == "fire first"
    assert preferred(table, 0, DEFAULTS | {"plague": ASK}) is None
    assert preferred(table, 0, DEFAULTS | {"fire": ASK}) is None


def attacked(loses: str, victim: dict[str, object]) -> Table:
    return struck({"kind": "each_other", "loses": loses, "n": 1, "to_owner": False}, victim)


def struck(effect: dict[str, object], victim: dict[str, object]) -> Table:
    """Seat 1 after seat 0 has recruited a person who does this to the others."""
    game = deck_where(queen={"icon": "arrow", "effect": [effect]})
    seat = {"hand": ["queen", "mayor"], "guilders": 9, "houses": [house("red")]}
    return Table(seat, victim, game=game).play(0, "recruit queen in red")


@pytest.mark.parametrize(
    ("rule", "move"), [("most", "give blue"), ("fewest", "give red"), ("red > most", "give red"), (ASK, None)]
)
def test_a_worker_rule_chooses_who_goes(rule, move):
    assert preferred(attacked("workers", {"workers": {"blue": 2, "red": 1}}), 1, {"workers": rule}) == move


@pytest.mark.parametrize(
    ("rule", "move"),
    [
        ("shorter", "lose canal right"),
        ("longer", "lose canal left"),
        ("left > shorter", "lose canal left"),
        (ASK, None),
    ],
)
def test_a_canal_rule_chooses_the_section(rule, move):
    assert preferred(attacked("canal", {"canals": {"left": 2, "right": 1}}), 1, {"canal": rule}) == move


@pytest.mark.parametrize(
    ("rule", "move"),
    [("fewest", "take red"), ("most", "take blue"), ("brown > fewest", "take brown"), (DEFAULTS["threat"], "take red")],
)
def test_a_threat_rule_chooses_the_colour_that_comes(rule, move):
    threats = {"blue": 2, "brown": 1, "purple": 1, "yellow": 1}
    table = struck({"kind": "each_other_threat", "colour": "any", "n": 1}, {"threats": threats})
    assert preferred(table, 1, {"threat": rule}) == move


# --- facts ---------------------------------------------------------------------------------------------


def test_facts_are_the_viewers_own():
    table = Table({"guilders": 4, "workers": {"red": 2}}, {"guilders": 9, "hand": ["queen"]}, dice=THREES | {"red": 5})
    facts = GAME.facts(GAME.view(table.state, 1))
    assert (facts["guilders"], facts["workers red"], facts["die red"], facts["round"]) == (9, 1, 5, 1)
    assert "climb price" not in facts
    assert "guilders" not in GAME.facts(GAME.view(table.state, None))
