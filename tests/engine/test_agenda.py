"""The agenda that games share: tasks as JSON, what is open, what is done unasked. Played with a game of its own."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import bruges, venise
from engine.agenda import NOTHING, Agenda, Choice, Context, Kinds, NoChance, SeatTask, Step, Task, shape
from engine.bruges.rules import rules as bruges_rules
from engine.bruges.rules import tasks as bruges_tasks
from engine.decisions import Move
from engine.refusals import BadPosition
from engine.venise.rules import rules as venise_rules
from engine.venise.rules import tasks as venise_tasks

ONE, TWO = Move(("one",)), Move(("two",))
GAMES = [
    pytest.param(bruges_tasks.KINDS, bruges_rules.AGENDA, id=bruges.GAME.slug),
    pytest.param(venise_tasks.KINDS, venise_rules.AGENDA, id=venise.GAME.slug),
]


# --- a game of its own -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pick(SeatTask):
    """A choice among the first `n` of two moves."""

    n: Annotated[int, "number"]


class Share(Pick):
    __slots__ = ()


class Beside(Pick):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Shout(Task):
    word: Annotated[str, "word"]


class Last(Task):
    __slots__ = ()


KINDS = Kinds(Pick, Share, Shout, Last)


@dataclass
class State:
    agenda: list[Task]
    beside: list[SeatTask] = field(default_factory=list)


def moves(context: Context[State], task: Pick) -> tuple[Move, ...]:
    return (ONE, TWO)[: task.n]


def answer(context: Context[State], task: Pick, move: Move) -> None:
    if task in context.state.beside:
        context.state.beside.remove(task)
    else:
        context.replace(task)
    context.tell("answered", seat=task.seat, move=move.text)


def shout(context: Context[State], task: Shout) -> None:
    context.tell("shout", word=task.word)


class Toy(Agenda[Context[State]]):
    def occasion(self, context: Context[State], task: SeatTask) -> str:
        return f"once for {task.seat}"

    def forced(self, context: Context[State], task: SeatTask, move: Move) -> None:
        context.tell_only(task.seat, "forced", move=move.text)


AGENDA = Toy(
    [
        Choice(Pick, moves, answer, "pick", passing=(TWO,)),
        Choice(Share, moves, answer, "share", shared=True, first=True, unasked=(TWO,)),
        Choice(Beside, moves, answer, "beside"),
    ],
    [Step(Shout, shout), Step(Last, lambda context, task: context.tell("last"), waits=True)],
)


def at(*tasks: Task, beside: tuple[SeatTask, ...] = ()) -> Context[State]:
    """A context with these tasks, the next first."""
    return Context(State([*reversed(tasks)], [*beside]))


def told(context: Context[State]) -> list[Any]:
    return [event.data.get("word") or event.data.get("move", event.kind) for event in context.told]


# --- tasks as JSON ---------------------------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers() | st.text()


@pytest.mark.parametrize(("kinds", "agenda"), GAMES)
@given(data=st.data())
def test_every_task_is_a_list_with_its_name_first_and_comes_back_from_it(kinds: Kinds, agenda: Any, data: Any) -> None:
    kind = data.draw(st.sampled_from(sorted(kinds.values(), key=lambda kind: kind.name)))
    values = data.draw(st.lists(SCALARS, min_size=len(fields(kind)), max_size=len(fields(kind))))
    task = kinds.load([kind.name, *values])
    assert type(task) is kind
    assert task.dump() == [kind.name, *values]
    assert kinds.load(task.dump()) == task


@pytest.mark.parametrize(("kinds", "agenda"), GAMES)
def test_every_task_is_a_choice_or_carried_out_and_shared_by_copies(kinds: Kinds, agenda: Any) -> None:
    assert {*agenda.choices, *agenda.steps} >= set(kinds.values())
    assert not {*agenda.choices} & {*agenda.steps}
    for kind in kinds.values():
        task = kind(*(0 for _ in fields(kind)))
        assert not hasattr(task, "__dict__")
        assert len(shape(kind)) == len(fields(kind))
        for value in fields(kind):
            with pytest.raises(FrozenInstanceError):
                setattr(task, value.name, 1)


@pytest.mark.parametrize("data", [[], ["dance"], ["pick"], ["pick", 0], ["pick", 0, 1, 2], [["pick"]], [None], 3, None])
def test_something_else_is_no_task(data: Any) -> None:
    with pytest.raises((LookupError, TypeError)):
        KINDS.load(data)


def test_tasks_of_different_kinds_are_never_equal() -> None:
    assert Pick(0, 2) == Pick(0, 2) != Share(0, 2)
    assert shape(Share) == ("seat", "number")


# --- what is open ------------------------------------------------------------------------------------------


def test_the_topmost_choice_is_open_alone() -> None:
    context = at(Pick(1, 2), Pick(0, 2))
    assert AGENDA.open_tasks(context.state) == [Pick(1, 2)]
    assert AGENDA.open_to(context.state, 0) is None


def test_shared_ones_are_open_together_one_a_seat_down_to_the_first_that_is_not() -> None:
    context = at(Share(1, 2), Share(0, 2), Share(1, 1), Pick(2, 2), Share(3, 2), Last())
    assert AGENDA.open_tasks(context.state) == [Share(1, 2), Share(0, 2)]
    assert AGENDA.seats_asked(context.state) == [1, 0]


@pytest.mark.parametrize("under", [Shout("hey"), Last(), Pick(0, 2)])
def test_what_is_open_beside_stands_behind_what_is_on_top(under: Task) -> None:
    context = at(under, beside=(Beside(3, 2),))
    assert AGENDA.open_tasks(context.state)[-1] == Beside(3, 2)
    assert AGENDA.open_to(context.state, 3) == Beside(3, 2)


def test_a_question_has_its_words_and_what_passes() -> None:
    (pick,) = AGENDA.asks(at(Pick(1, 2)))
    assert (pick.seat, pick.kind, pick.occasion, pick.moves, pick.prompt) == (
        1,
        "pick",
        "once for 1",
        (ONE, TWO),
        "pick",
    )
    assert (pick.passing, pick.unasked) == (TWO, ())
    (share,) = AGENDA.asks(at(Share(1, 2)))
    assert (share.passing, share.unasked) == (ONE, (TWO,))
    (beside,) = AGENDA.asks(at(Last(), beside=(Beside(1, 2),)))
    assert beside.passing is None


# --- going on ----------------------------------------------------------------------------------------------


def test_what_leaves_no_choice_is_done_until_a_choice_is_open() -> None:
    context = at(Shout("a"), Pick(0, 1), Pick(1, 0), Shout("b"), Pick(0, 2), Shout("c"))
    AGENDA.run(context)
    assert told(context) == ["a", "one", "one", "", "", "b"]
    assert context.state.agenda == [Shout("c"), Pick(0, 2)]
    (pick,) = AGENDA.open_tasks(context.state)
    AGENDA.play(context, pick.seat, TWO)
    assert told(context)[6:] == ["two", "c"]
    assert context.state.agenda == []


def test_a_shared_choice_with_one_move_is_answered_below_a_real_one() -> None:
    context = at(Share(0, 2), Share(1, 1), Share(2, 2))
    AGENDA.run(context)
    assert context.state.agenda == [Share(2, 2), Share(0, 2)]


def test_a_step_that_waits_waits_for_what_is_open_beside() -> None:
    context = at(Last(), beside=(Beside(1, 2), Beside(2, 1)))
    AGENDA.run(context)
    assert told(context) == []
    for task in [*context.state.beside]:
        AGENDA.play(context, task.seat, ONE)
    assert told(context) == ["one", "one", "last"]


def test_a_seat_that_is_asked_nothing_plays_nothing() -> None:
    context = at(Pick(0, 2))
    with pytest.raises(LookupError):
        AGENDA.play(context, 1, ONE)
    assert context.state.agenda == [Pick(0, 2)]


@pytest.mark.parametrize("leaves", [True, False])
def test_a_choice_may_say_itself_whether_it_is_one(leaves: bool) -> None:
    def settle(context: Context[State], task: Pick) -> bool:
        if not leaves:
            answer(context, task, NOTHING)
        return not leaves

    context = at(Pick(0, 1 if leaves else 2))
    Toy([Choice(Pick, moves, answer, "pick", settle=settle)], []).run(context)
    assert (context.state.agenda == []) is not leaves


# --- the context -------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6), st.data())
def test_tasks_come_in_the_place_of_the_very_one_they_follow(seats: list[int], data: Any) -> None:
    context = at(*(Pick(seat, 2) for seat in seats))
    place = data.draw(st.integers(0, len(seats) - 1))
    before = [*reversed(context.state.agenda)]
    context.replace(before[place], Shout("a"), Shout("b"))
    assert [*reversed(context.state.agenda)] == [*before[:place], Shout("a"), Shout("b"), *before[place + 1 :]]
    context.push(Shout("c"), Last())
    assert [*reversed(context.state.agenda)][:2] == [Shout("c"), Last()]


def test_of_the_same_task_twice_the_upper_one_is_replaced() -> None:
    twice = Pick(0, 2)
    context = at(twice, Shout("a"), twice)
    context.replace(twice)
    assert [*reversed(context.state.agenda)] == [Shout("a"), twice]


def test_some_things_are_told_one_seat_only() -> None:
    context = at()
    context.tell("all", n=1)
    context.tell_only(2, "one", n=2)
    assert [(event.kind, event.data, event.seats) for event in context.told] == [
        ("all", {"n": 1}, None),
        ("one", {"n": 2}, (2,)),
    ]


def test_nothing_is_thrown_where_a_table_is_only_looked_at() -> None:
    chance = at().chance
    assert isinstance(chance, NoChance)
    for taken in (lambda: chance.die("d"), lambda: chance.below("b", 2), lambda: chance.shuffle("s", 2)):
        with pytest.raises(BadPosition, match="nobody has a choice before chance is needed"):
            taken()
