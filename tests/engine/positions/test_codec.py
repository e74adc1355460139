"""The forms of values in position files: what is written is read back, and every fault is named by its place."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.agenda import Kinds, SeatTask, Task
from engine.positions.codec import (
    Counts,
    Fixed,
    Flag,
    Form,
    Keyed,
    Layout,
    Many,
    Maybe,
    Name,
    Partial,
    Parts,
    Tasks,
    Ticks,
    Whole,
    Word,
)
from engine.refusals import BadPosition

COLOURS = ("red", "green", "blue")


@dataclass
class Hand:
    """A class of a game: one value must be there, the others have usual ones."""

    seat: int
    points: int = 3
    cards: list[int] = field(default_factory=list)
    viewer: int | None = None


@dataclass(frozen=True, slots=True)
class Draw(SeatTask):
    number: Annotated[int, "number"]
    hidden: Annotated[bool, "flag"]


class Pass(Task):
    __slots__ = ()


VALUES: dict[str, Form[Any]] = {"seat": Whole(0, 3), "number": Whole(1, 9), "flag": Flag()}
HAND = Layout(
    Hand,
    {"seat": Whole(0, 3), "points": Whole(0, 9), "cards": Many(Word(COLOURS))},
    beside=("viewer",),
    also=("track",),
    brief=("points",),
    named={"cards": "held"},
)
TASKS = Tasks(Kinds(Draw, Pass), VALUES)
SMALL, PLACES = st.integers(0, 9), st.integers(0, 2)
DRAWS = st.builds(Draw, st.integers(0, 3), st.integers(1, 9), st.booleans())
FORMS: list[tuple[Form[Any], st.SearchStrategy[Any]]] = [
    (Whole(0, 9), SMALL),
    (Flag(), st.booleans()),
    (Name(COLOURS), st.sampled_from(COLOURS)),
    (Word(COLOURS), PLACES),
    (Word(COLOURS, first=1), st.integers(1, 3)),
    (Maybe(Whole(0, 9)), st.none() | SMALL),
    (Maybe(Word(COLOURS), -1, "-"), st.integers(-1, 2)),
    (Many(Whole(0, 9)), st.lists(SMALL)),
    (Many(Whole(0, 9), kind=tuple), st.lists(SMALL).map(tuple)),
    (Fixed("pair", Whole(0, 9), Flag()), st.tuples(SMALL, st.booleans())),
    (Fixed("pair", Whole(0, 9), Whole(0, 9), kind=list), st.lists(SMALL, min_size=2, max_size=2)),
    (Counts(COLOURS, 9), st.lists(SMALL, min_size=3, max_size=3)),
    (Counts(COLOURS, 9, zeros=True, kind=tuple), st.tuples(SMALL, SMALL, SMALL)),
    (Ticks(COLOURS), st.lists(st.booleans(), min_size=3, max_size=3)),
    (Keyed(COLOURS, Whole(0, 9)), st.lists(st.none() | SMALL, min_size=3, max_size=3)),
    (Keyed(COLOURS, Many(Flag()), list), st.lists(st.lists(st.booleans()), min_size=3, max_size=3)),
    (HAND, st.builds(Hand, st.integers(0, 3), SMALL, st.lists(PLACES))),
    (Parts(Draw, VALUES), DRAWS),
    (TASKS, st.lists(DRAWS | st.just(Pass()))),
]


@pytest.mark.parametrize(("form", "values"), FORMS, ids=[type(form).__name__ for form, _ in FORMS])
@settings(max_examples=20)
@given(data=st.data())
def test_what_a_form_writes_it_reads_back(form: Form[Any], values: st.SearchStrategy[Any], data: st.DataObject):
    value = data.draw(values)
    assert form.read(json.loads(json.dumps(form.write(value))), "here") == value


@given(
    form=st.sampled_from([form for form, _ in FORMS]),
    value=st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda v: st.lists(v)),
    name=st.text() | st.sampled_from([*COLOURS, "seat", "points", "held"]),
)
def test_what_is_no_value_of_a_form_is_refused_by_its_place(form: Form[Any], value: Any, name: str):
    for said in (value, [value, value], {name: value}):
        assert refused(form, said).startswith("here")


def refused(form: Form[Any], value: Any) -> str:
    """The refusal of a value; of one that is taken after all the place where it was read."""
    try:
        form.write(form.read(value, "here"))
    except BadPosition as refusal:
        return str(refusal)
    return "here"


@pytest.mark.parametrize(
    ("form", "value", "said"),
    [
        (Whole(0, 9), True, "here: is True, not a whole number from 0 to 9"),
        (Whole(0, 9), 10, "here: is 10, not a whole number"),
        (Flag(), 1, "here: is 1, not true or false"),
        (Name(COLOURS), "pink", "here: is 'pink', not one of red, green, blue"),
        (Word(COLOURS, "colour of the box"), "pink", "here: 'pink' is no colour of the box"),
        (Many(Whole(0, 9)), [1, "x"], "here: is 'x'"),
        (Many(Whole(0, 9), "house"), [1, "x"], "house 2: is 'x'"),
        (Many(HAND, "seat", first=0), [{"seat": 0}, {"seat": 9}], "seat 1, seat: is 9"),
        (Fixed("pair", Flag(), Flag()), [True], "here: [True] is no pair"),
        (Counts(COLOURS, 2), {"red": 3}, "here, red: is 3"),
        (Counts(COLOURS, 2), {"pink": 1}, "here: has no field 'pink'"),
        (Ticks(COLOURS), ["red", "red"], "here: names one twice"),
        (Keyed(COLOURS, Flag()), {"red": 0}, "here, red: is 0, not true or false"),
        (HAND, {"seat": 1, "held": ["pink"]}, "here, held: is 'pink'"),
        (HAND, {"seat": 1, "cards": []}, "here: has no field 'cards'"),
        (HAND, {"points": 1}, "here: has no seat"),
        (Partial(HAND), {"points": 10}, "here, points: is 10"),
        (TASKS, [["pass"], ["draw", 0, 0, True]], "here, task 2, draw, number: is 0"),
        (TASKS, [["draw", 0]], "here, task 1, draw: takes seat, number, flag"),
        (TASKS, [["pass", 1]], "here, task 1, pass: takes nothing more"),
        (TASKS, [["dance"]], "here, task 1: is 'dance', not one of draw, pass"),
        (TASKS, [[]], "here, task 1: is None, not one of draw, pass"),
    ],
)
def test_a_fault_is_named_with_its_place(form: Form[Any], value: Any, said: str):
    with pytest.raises(BadPosition) as refusal:
        form.read(value, "here")
    assert str(refusal.value).startswith(said)


def test_a_field_of_the_class_that_has_no_form_is_an_error_of_the_programmer():
    with pytest.raises(TypeError, match="Hand: each field has a form or is filled beside it"):
        Layout(Hand, {"seat": Whole(0, 3), "points": Whole(0, 9)}, beside=("viewer",))


def test_a_field_that_the_class_has_not_is_an_error_of_the_programmer():
    with pytest.raises(TypeError, match="Hand: each field"):
        Layout(Hand, {"seat": Flag(), "points": Flag(), "cards": Flag(), "rank": Flag()}, beside=("viewer",))


def test_what_is_as_usual_is_left_out_where_a_layout_is_brief():
    assert HAND.write(Hand(1)) == {"seat": 1, "held": []}
    assert HAND.write(Hand(1, points=5, cards=[2])) == {"seat": 1, "points": 5, "held": ["blue"]}


def test_only_what_is_named_is_given():
    assert HAND.given({"held": ["green"], "track": 2}, "here") == {"cards": [1]}
    assert Partial(HAND).read({"points": 4}, "here") == {"points": 4}
    assert Partial(HAND).write(Hand(1)) == HAND.write(Hand(1))
