"""The grammar of orders that all games share, with a small game of its own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decisions import Decision, Move
from engine.language.typed import only, surely
from engine.orders.grammar import FormLine, Grammar
from engine.refusals import AmbiguousOrder, UnreadableOrder

KINDS = {"FRUIT": ("apple", "apricot", "banana", "cherry"), "PLACE": ("basket", "bowl", "window"), "COUNT": ("1", "2")}
FORMS = {
    "put": ("FRUIT in PLACE", "COUNT FRUIT in PLACE"),
    "pick": ("FRUIT [twice] [COUNT]", "none"),
    "peel": ("FRUIT",),
    "rest": ("",),
}
IN_ORDER = Grammar(FORMS, {"lay": "put", "push": "put", "pull": "pick"}, frozenset({"in", "on"}), ("rest",))
ANY_ORDER = Grammar(FORMS, IN_ORDER.synonyms, IN_ORDER.little, IN_ORDER.examples, any_order=True)
MOVES = tuple(map(Move.of, ("peel apple", "put banana in bowl", "rest")))


def find(word: str, kind: str, match: Callable[..., str | None] = surely) -> str | None:
    return match(word, KINDS.get(kind, (kind,)))


class Kitchen(FormLine):
    grammar = ANY_ORDER

    def menu(self) -> tuple[Move, ...]:
        return self.legal

    def find(self, word: str, kind: str) -> str | None:
        return find(word, kind, only)

    def incomplete(self, verb: str, words: tuple[str, ...]) -> Move:
        raise self.unreadable(f"{verb} does not go with {' '.join(words) or 'nothing'}")


def read(text: str, moves: tuple[Move, ...] = MOVES) -> str:
    return Kitchen(text, Decision(0, "cook", 1, moves, "") if moves else None).move().text


# --- forms ------------------------------------------------------------------------------------------------


def test_what_is_in_brackets_may_be_missing():
    assert IN_ORDER.kinds["pick"] == (
        *(("FRUIT",), ("FRUIT", "COUNT"), ("FRUIT", "twice"), ("FRUIT", "twice", "COUNT"), ("none",)),
    )


def test_equal_forms_stand_once():
    assert Grammar({"lay": ("[WHERE] [WHERE]",)}, {}, frozenset(), ()).kinds["lay"] == ((), ("WHERE",), ("WHERE",) * 2)


def test_a_little_word_of_a_form_is_part_of_the_order_and_need_not_be_said():
    assert IN_ORDER.kinds["put"] == (("FRUIT", "PLACE"), ("COUNT", "FRUIT", "PLACE"))
    assert list(IN_ORDER.fits("put", ("apple", "bowl"), find)) == [("put", "apple", "in", "bowl")]
    for line in ("put apple bowl", "put apple in bowl"):
        assert IN_ORDER.reads(line.split(), find)


def test_the_strict_reader_takes_no_little_word_that_the_form_does_not_have():
    for line in ("put apple on bowl", "peel in apple", "rest in"):
        assert not IN_ORDER.reads(line.split(), find)


@given(st.sampled_from(KINDS["COUNT"]), st.sampled_from(KINDS["FRUIT"]), st.sampled_from(KINDS["PLACE"]))
def test_words_stand_in_any_order_only_where_the_grammar_says_so(count: str, fruit: str, place: str):
    whole = ("put", count, fruit, "in", place)
    for said in permutations((count, fruit, place)):
        assert list(ANY_ORDER.fits("put", said, find)) == [whole]
        assert list(IN_ORDER.fits("put", said, find)) == ([whole] if said == (count, fruit, place) else [])


def test_the_strict_reader_reads_whole_and_surely_begun_words_and_nothing_else():
    words = ("put", "rest", "apri", "app", "bowl", "bow", "2", "in")
    lines = {" ".join(said) for length in range(1, 6) for said in product(words, repeat=length)}
    read = {line for line in lines if IN_ORDER.reads(line.split(), find) and "in" not in line.split()}
    assert read == {"rest", "put apri bowl", "put 2 apri bowl"}


@given(st.sampled_from([Grammar(FORMS, {}, frozenset(), ()), IN_ORDER, ANY_ORDER]), st.sampled_from(sorted(FORMS)))
def test_the_first_word_of_every_kind_makes_a_whole_order_that_is_read_again(grammar: Grammar, verb: str):
    for form in grammar.kinds[verb]:
        (whole, *_) = grammar.fits(verb, [KINDS.get(kind, (kind,))[0] for kind in form], find)
        assert grammar.reads(whole, find)


# --- lines ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Peel the apple, please.", "peel apple"),
        ("pee ban", "peel banana"),
        ("[put] (bowl) ban", "put banana in bowl"),
        ("lay 2 cherry in the basket", "put 2 cherry in basket"),
        ("2", "put banana in bowl"),
        ("number three", "rest"),
    ],
)
def test_a_line_is_read_forgivingly(text: str, move: str):
    assert read(text) == move


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is no order in it"),
        ("in on", "there is no order in it"),
        ("fry apple", '"fry" is no order'),
        ("4", "the choices are numbered 1 to 3"),
        ("0", "the choices are numbered 1 to 3"),
        ("2 2", "the choices are numbered 1 to 3"),
        ("peel", "peel does not go with nothing"),
        ("peel ap", "peel does not go with ap"),
    ],
)
def test_what_is_no_order_is_refused_with_a_reason_and_orders_that_may_be_meant(text: str, reason: str):
    with pytest.raises(UnreadableOrder) as refusal:
        read(text)
    assert refusal.value.reason == reason
    assert set(refusal.value.nearest) == {move.text for move in MOVES}


def test_a_number_says_nothing_where_nothing_is_numbered_and_examples_stand_for_legal_moves():
    with pytest.raises(UnreadableOrder, match="a number alone is no order here") as refusal:
        read("1", ())
    assert refusal.value.nearest == ("rest",)


def test_two_verbs_that_a_word_begins_are_named():
    forms = {"produce": ("",), "protest": ("",), "end": ("",)}
    grammar = Grammar(forms, {"stop": "end", "stone": "produce"}, frozenset(), ())
    line = type("Other", (Kitchen,), {"grammar": grammar})
    for word, verbs in (("pro", ("produce", "protest")), ("sto", ("end", "produce"))):
        with pytest.raises(AmbiguousOrder, match=f'"{word}" can mean {verbs[0]} or {verbs[1]}') as refusal:
            line(word, None).move()
        assert refusal.value.nearest == verbs


def test_synonyms_of_one_verb_are_not_two():
    grammar = Grammar({"put": ("",)}, {"place": "put", "plant": "put"}, frozenset(), ())
    assert type("Other", (Kitchen,), {"grammar": grammar})("pla", None).move() == ("put",)
