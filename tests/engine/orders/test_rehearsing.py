"""A plan is tried at once on what its seat may know: what could not be done even if nobody interferes is not kept."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Match
from engine.bruges import GAME as BRUGES
from engine.bruges.state import GONE
from engine.orders.account import Account
from engine.orders.api import apply_letter, autoplay
from engine.orders.plan import Plan
from engine.orders.reader import Order
from tests.engine.bruges.table import THREES, house
from tests.engine.toy import CARDS, at_turn

HAND = ["prince", "servant", "mathematician", "bishop", "lawyer"]
ANNA = {
    "hand": HAND,
    "guilders": 7,
    "workers": {"blue": 1, "purple": 1},
    "houses": [house("blue", "accountant"), house("purple")],
}
BEA = {"hand": ["queen", "chronicler"], "houses": [house("red", "notary")]}


def table(anna: dict[str, object] | None = None, bea: dict[str, object] | None = None, **position: object) -> Match:
    """A game of two in the middle of a round; Anna, seat 0, has her first card."""
    seats = [{**ANNA, **(anna or {})}, {**BEA, **(bea or {})}]
    whole = {"dice": THREES, **position, "seats": seats}
    return Match.start(BRUGES, 2, {}, secret=bytes(32), position=whole)


def letter(match: Match, text: str, seat: int = 0, plans: dict[int, Plan] | None = None) -> Account:
    decision = match.decision(seat)
    serial = decision.serial if decision else None
    return apply_letter(match, {} if plans is None else plans, seat, text.splitlines(), serial=serial)


def became(account: Account) -> list[tuple[str, str]]:
    return [(line.text, line.state) for line in account.lines]


def reason(account: Account) -> str:
    return next(line.words for line in account.lines if line.state == "refused")


def test_a_card_that_is_not_in_hand_is_refused_when_the_plan_is_made():
    account = letter(table(), "workers prince\nrecruit queen in purple\nguilders servant")
    assert became(account) == [
        ("workers prince", "played"),
        ("recruit queen in purple", "refused"),
        ("guilders servant", "refused"),
    ]
    assert reason(account) == "the Queen is not in your hand"
    assert account.lines[1].nearest
    assert account.lines[2].words == "not done because the order before it was not possible"


def test_a_house_that_nobody_built_is_refused_when_the_plan_is_made():
    plans: dict[int, Plan] = {}
    account = letter(table(), "guilders servant\nguilders bishop\nrecruit prince in red", plans=plans)
    assert [state for _, state in became(account)] == ["played", "kept", "refused"]
    assert reason(account) == "you have no empty red house"
    assert [order.words for order in plans[0].kept] == ["guilders bishop"]


def test_an_order_that_an_earlier_one_makes_possible_is_kept():
    purple = BRUGES.cards.name[next(c for c, colour in enumerate(BRUGES.cards.colour) if colour == 2)]
    hand = [purple, "prince", "servant", "bishop"]
    match = table({"hand": hand, "guilders": 20, "houses": [], "workers": {"purple": 1}})
    account = letter(match, f"guilders servant\nhouse {purple}\nrecruit prince in purple")
    assert [state for _, state in became(account)] == ["played", "kept", "kept"]
    account = letter(match, f"recruit prince in purple\nhouse {purple}", seat=0)
    assert [state for _, state in became(account)] == ["refused", "refused"]


def test_what_the_plan_itself_spends_is_no_longer_there():
    match = table({"guilders": 9, "houses": [house("purple"), house("red")]})
    cards = BRUGES.cards
    first, second = "prince", "bishop"
    assert max(cards.price[cards.number[name]] for name in (first, second)) <= 9
    assert sum(cards.price[cards.number[name]] for name in (first, second)) > 12
    account = letter(match, f"workers servant\nrecruit {first} in purple\nrecruit {second} in red")
    assert [state for _, state in became(account)] == ["played", "kept", "refused"]
    assert "guilders" in reason(account)


def test_the_same_card_cannot_be_planned_twice():
    account = letter(table(), "workers prince\nworkers servant\nhouse prince")
    assert [state for _, state in became(account)] == ["played", "kept", "refused"]


def test_a_plan_sent_while_another_moves_is_tried_too():
    match = table(start=1)
    assert match.decision(0) is None
    account = letter(match, "workers prince\nrecruit queen in purple")
    assert [state for _, state in became(account)] == ["kept", "refused"]


def test_what_belongs_to_a_later_round_is_kept_without_trial():
    turns = "\n".join(f"workers {name}" for name in HAND)
    account = letter(table(), f"{turns}\nrecruit queen in purple")
    assert [state for _, state in became(account)] == ["played", "kept", "kept", "kept", "kept", "kept"]


def test_a_card_that_is_gone_is_refused_for_later_rounds_too():
    turns = "\n".join(f"workers {name}" for name in HAND)
    account = letter(table(), f"{turns}\nhouse prince\nrecruit notary in purple")
    assert became(account)[5:] == [("house prince", "refused"), ("recruit notary in purple", "refused")]
    assert reason(account) == "the Prince lies on the discard pile"


def test_a_condition_has_the_benefit_of_the_doubt():
    account = letter(table(), "workers servant\nif guilders 9: recruit queen in purple\nworkers bishop")
    assert [state for _, state in became(account)] == ["played", "kept", "kept"]


def test_a_condition_does_not_help_what_can_never_be_again():
    account = letter(table(), "workers prince\nif guilders 9: recruit prince in purple\nworkers bishop")
    assert [state for _, state in became(account)] == ["played", "refused", "refused"]
    account = letter(table(), "workers prince\nif guilders 9: recruit notary in purple")
    assert reason(account) == "the Notary lives with another player"


def test_an_order_behind_a_condition_is_refused_only_if_it_fails_both_ways():
    text = "workers servant\nif guilders 9: workers bishop\n{last}"
    assert became(letter(table(), text.format(last="workers bishop")))[2][1] == "kept"
    assert became(letter(table(), text.format(last="recruit queen in purple")))[2][1] == "refused"


@pytest.mark.parametrize(("first", "last"), [("guilders lawyer", "kept"), ("workers lawyer", "refused")])
def test_an_order_is_kept_if_a_conditional_one_before_it_could_pay_for_it(first: str, last: str):
    poor = table({"guilders": 0, "houses": [house("purple")]}, dice={**THREES, "purple": 6})
    account = letter(poor, f"workers servant\nif workers 5: {first}\nrecruit bishop in purple")
    assert became(account)[2] == ("recruit bishop in purple", last)


def test_alternatives_are_refused_only_together():
    account = letter(
        table(), "workers servant\nrecruit queen in purple / workers prince\nworkers prince / workers queen"
    )
    assert [state for _, state in became(account)] == ["played", "kept", "refused"]


def test_anyway_does_not_make_the_impossible_possible():
    account = letter(table(), "workers servant\nrecruit queen in purple anyway")
    assert [state for _, state in became(account)] == ["played", "refused"]


def test_behind_cards_to_be_drawn_nothing_is_refused():
    hand = list(HAND)
    match = table({"hand": hand, "workers": {}, "houses": [house("blue", drawing_person())]})
    plans: dict[int, Plan] = {}
    account = letter(match, f"workers prince\nuse {drawing_person()}\nrecruit queen in purple", plans=plans)
    assert became(account)[-1][1] == "kept"


def drawing_person() -> str:
    """Somebody who draws cards once a round and takes nothing for it."""
    deck = BRUGES.cards
    return next(
        name
        for number, name in enumerate(deck.name)
        if deck.icon[number] == "once" and [effect.kind for effect in deck.active[number]] == ["draw"]
    )


@pytest.mark.parametrize("others", [["queen", "chronicler"], ["chronicler", "queen"]])
def test_what_others_hold_back_makes_no_difference(others: list[str]):
    """The same view, other hidden cards: the same account."""
    accounts = set()
    for seed in range(6):
        match = table(bea={"hand": others})
        view = match.view(0)
        other = match.copy()
        other._state = BRUGES.imagine(view, Random(seed))
        other._look()
        assert other.view(0) == view
        account = letter(other, "workers prince\nuse accountant\nrecruit servant in red\nworkers bishop")
        accounts.add(json.dumps([(line.text, line.state, line.words, line.nearest) for line in account.lines]))
    assert len(accounts) == 1


def test_trying_changes_neither_the_match_nor_what_chance_will_give():
    match, plain = (table({"houses": [house("purple")]}) for _ in range(2))
    letter(match, "workers prince\nworkers servant\nrecruit queen in purple")
    plain.play(0, "workers prince")
    assert match.dump()["state"] == plain.dump()["state"]
    assert match.head == plain.head


def test_an_addition_is_tried_behind_what_is_kept():
    plans: dict[int, Plan] = {}
    match = table()
    letter(match, "workers prince\nworkers servant", plans=plans)
    account = letter(match, "also workers servant", plans=plans)
    assert became(account) == [("also workers servant", "refused")]
    assert [order.words for order in plans[0].kept] == ["workers servant"]


def test_another_game_than_bruges_tries_its_plans_too():
    match = at_turn()
    match._state.seats[1].stones = 0  # so that nothing is offered to it before its turn
    missing = next(card for card in CARDS if CARDS.index(card) not in match.view(1).seats[1].hand)
    account = apply_letter(match, {}, 1, [f"show {missing}"], serial=None)
    assert became(account) == [(f"show {missing}", "refused")]
    assert reason(account) == f"you do not hold the {missing}"


def test_behind_a_choice_that_the_plan_does_not_answer_nothing_is_refused():
    match = at_turn()
    missing = next(card for card in CARDS if CARDS.index(card) not in match.view(1).seats[1].hand)
    account = apply_letter(
        match, {}, 1, [f"show {missing}"], serial=None
    )  # the offer comes first and may change everything
    assert became(account) == [(f"show {missing}", "kept")]


VERBS = (
    "workers {}",
    "house {}",
    "recruit {} in red",
    "recruit {} in blue",
    "canal {} left",
    "threat {}",
    "guilders {}",
)


def middle_of_a_round(seed: int) -> Match:
    """A game of three in which somebody is to play a card."""
    match, rng = Match.start(BRUGES, 3, {}, secret=Random(seed).randbytes(32)), Random(seed)
    for _ in range(rng.randrange(30, 150)):
        match.play(match.decisions[0].seat, rng.choice(match.decisions[0].moves))
    while match.decisions[0].kind != "turn":
        match.play(match.decisions[0].seat, rng.choice(match.decisions[0].moves))
    return match


def play_quietly(match: Match, plans: dict[int, Plan], seat: int) -> tuple[list[str], bool]:
    """Run the plan of a seat while the others take workers only.

    What it played of it before the round was over, and whether trying ends before that: others chose something else, or
    the seat drew cards.
    """
    now, done, ends = match.round, list[str](), False
    while match.round == now and not match.over:
        steps = autoplay(match, plans, kept=True)
        done += [step.move.text for step in steps if step.by == "kept" and match.round == now]
        others = any(step.seat != seat for step in steps)  # by their rules
        ends = ends or others or any(match.game.reveals(step.events, seat) for step in steps)
        decision = match.decisions[0]
        if match.round != now or decision.seat == seat:
            break
        quiet = [move for move in decision.moves if move.verb == "workers"]
        match.play(decision.seat, quiet[0] if quiet else decision.passing or decision.moves[0])
    return done, ends


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 100_000), st.integers(0, 2))
def test_what_is_kept_can_be_done_if_nobody_interferes_and_what_is_refused_cannot(seed: int, seat: int):
    match, rng = middle_of_a_round(seed), Random(seed)
    hand = [BRUGES.cards.name[card] for card in match.view(seat).seats[seat].hand if card != GONE]
    plans: dict[int, Plan] = {seat: Plan()}
    begun = match.round
    account = apply_letter(match, plans, seat, [rng.choice(VERBS).format(name) for name in hand], serial=None)
    bad = next((line for line in account.lines if line.state == "refused"), None)
    if bad and bad.words.startswith("not done"):
        return  # refused for what is asked now
    ahead, plan = match.copy(), {seat: Plan.load(plans[seat].dump())}
    _, ends = play_quietly(ahead, plan, seat)
    if ahead.round == begun and not ends:  # else it may have stopped in the next one
        told = [plan[seat].stopped, *plan[seat].notes]
        assert not any(words.startswith(order.words) for order in plans[seat].kept for words in told)
    if bad:
        plans[seat].kept.append(Order((bad.text,)))
        assert bad.text not in play_quietly(match, plans, seat)[0]
