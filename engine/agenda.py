"""The agenda of a game: tasks still to be done, a stack whose last is next, and the loop that works it off.

A task is carried out at once (`Step`) or is the choice of a seat (`Choice`). Play goes on until a seat has at least two
moves. Each game says its own tasks, steps and choices; what this file knows of them are their names and seats.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeVar, get_type_hints

from engine.decisions import Ask, Move
from engine.events import Event, Json
from engine.refusals import BadPosition

NOTHING = Move()  # the answer to a choice without any legal move


# --- tasks ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Task:
    """Something still to be done; its values are JSON scalars. A value itself, so that copies of a state share it.

    name  of the kind of task, in dumps and position files: that of the class in small letters
    """

    name: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.name = cls.__name__.lower()

    def dump(self) -> list[Json]:
        """As in dumps: the name, then the values."""
        names: tuple[str, ...] = self.__match_args__
        return [self.name, *[getattr(self, name) for name in names]]


@dataclass(frozen=True, slots=True)
class SeatTask(Task):
    """A task of one seat, as every choice is."""

    seat: Annotated[int, "seat"]


_shapes: dict[type[Task], tuple[str, ...]] = {}  # to read type hints is slow


def shape(kind: type[Task]) -> tuple[str, ...]:
    """The meaning of each value of a kind of task, by its type: `n: Annotated[int, "number"]` is a number."""
    if kind not in _shapes:
        hints = get_type_hints(kind, include_extras=True)
        _shapes[kind] = tuple(hints[value.name].__metadata__[0] for value in fields(kind))
    return _shapes[kind]


class Kinds(dict[str, type[Task]]):
    """The kinds of task of a game, by name."""

    def __init__(self, *kinds: type[Task]) -> None:
        super().__init__((kind.name, kind) for kind in kinds)

    def load(self, data: Sequence[Json]) -> Task:
        """The task that was dumped. LookupError or TypeError when it is something else."""
        return self[data[0]](*data[1:])


# --- the context -----------------------------------------------------------------------------------------------


class Chances(Protocol):
    """All that the rules take of chance."""

    def die(self, label: str, faces: int = 6) -> int: ...

    def below(self, label: str, n: int) -> int: ...

    def shuffle(self, label: str, n: int) -> list[int]: ...


class NoChance:
    """For where no chance may be taken: a position is read, a move is tried, moves are listed."""

    def _refuse(self, label: str) -> BadPosition:
        return BadPosition(f"phase: nobody has a choice before chance is needed ({label}); name what it brings instead")

    def die(self, label: str, faces: int = 6) -> int:
        raise self._refuse(label)

    def below(self, label: str, n: int) -> int:
        raise self._refuse(label)

    def shuffle(self, label: str, n: int) -> list[int]:
        raise self._refuse(label)


class Stacked(Protocol):
    """A state with an agenda, and the choices that are open beside it."""

    agenda: list[Task]

    @property
    def beside(self) -> Sequence[SeatTask]: ...


S_co = TypeVar("S_co", covariant=True)


@dataclass(slots=True)
class Context(Generic[S_co]):
    """The means by which the rules carry out one move: the state being changed, the chance, the events told so far.

    Without chance it serves to look at a state or a view.
    """

    state: S_co
    chance: Chances = field(default=NoChance(), kw_only=True)
    told: list[Event] = field(default_factory=list, kw_only=True)

    def tell(self, kind: str, /, **data: Json) -> None:
        """Tell everybody."""
        self.told.append(Event(kind, data))

    def tell_only(self, seat: int, kind: str, /, **data: Json) -> None:
        """Tell one seat what the others may not know."""
        self.told.append(Event(kind, data, (seat,)))

    def push(self: Context[Stacked], *tasks: Task) -> None:
        """Put tasks on the agenda; the first is done first."""
        self.state.agenda += tasks[::-1]

    def replace(self: Context[Stacked], task: Task, *tasks: Task) -> None:
        """Put tasks, or none, in the place of one on the agenda; the first is done first."""
        agenda = self.state.agenda
        place = len(agenda) - 1
        while agenda[place] is not task:
            place -= 1
        agenda[place : place + 1] = tasks[::-1]


# --- steps and choices -------------------------------------------------------------------------------------------

C = TypeVar("C", bound=Context[Stacked])
T = TypeVar("T", bound=Task)
Asked = TypeVar("Asked", bound=SeatTask)


@dataclass(frozen=True, slots=True)
class Step(Generic[C, T]):
    """A kind of task that is carried out at once. `waits`: not before all choices beside the agenda are made."""

    task: type[T]
    do: Callable[[C, T], None]
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Choice(Generic[C, Asked]):
    """A kind of task that a seat decides: its legal moves, what answering does, the words of the question.

    answer   gets `NOTHING` where there is no legal move; takes the task off the agenda when it is done with
    passing  moves of which the one that is legal does nothing; it comes last
    first    whether the first move is what holds when nothing is said
    shared   may be open to several seats at once
    unasked  what a rule answers instead of the seat; legal, never offered
    settle   carries out a task that leaves no choice, False where it leaves one: for choices whose moves tell that
             late or wrongly; else it is one from two moves on
    """

    task: type[Asked]
    moves: Callable[[C, Asked], tuple[Move, ...]]
    answer: Callable[[C, Asked, Move], None]
    prompt: str
    passing: tuple[Move, ...] = ()
    first: bool = False
    shared: bool = False
    unasked: tuple[Move, ...] = ()
    settle: Callable[[C, Asked], bool] | None = None


class Agenda(ABC, Generic[C]):
    """The way in which the tasks of a game are worked off, and the choices that are open on it."""

    def __init__(self, choices: Iterable[Choice[C, Any]], steps: Iterable[Step[C, Any]]) -> None:
        self.choices: dict[type[Task], Choice[C, Any]] = {choice.task: choice for choice in choices}
        self.steps: dict[type[Task], Step[C, Any]] = {step.task: step for step in steps}

    # --- what a game says of its own --------------------------------------------------------------------------

    @abstractmethod
    def occasion(self, context: C, task: SeatTask) -> str:
        """The occasion on which something is asked, see `Ask`."""

    def prompt(self, context: C, task: SeatTask) -> str:
        return self.choices[type(task)].prompt

    def forced(self, context: C, task: SeatTask, move: Move) -> None:
        """Take note of a move, or of `NOTHING`, with which the rules are about to answer for a seat."""

    def decided(self, context: C, seat: int) -> None:
        """Take note that a seat is about to make a choice."""

    # --- what is open -----------------------------------------------------------------------------------------

    def open_tasks(self, state: Stacked) -> list[SeatTask]:
        """The choices that are open now, at most one a seat, the first to be made first."""
        return [*self._on_top(state.agenda), *state.beside]

    def _on_top(self, agenda: Sequence[Task]) -> Iterable[SeatTask]:
        """The topmost task if it is a choice; with it, if it is shared, the shared ones right below."""
        if not agenda:
            return ()
        top = agenda[-1]
        choice = self.choices.get(type(top))
        if choice is None or not isinstance(top, SeatTask):
            return ()
        if not choice.shared:
            return (top,)
        found: dict[int, SeatTask] = {}
        for task in reversed(agenda):
            choice = self.choices.get(type(task))
            if choice is None or not choice.shared or not isinstance(task, SeatTask):
                break
            found.setdefault(task.seat, task)
        return found.values()

    def open_to(self, state: Stacked, seat: int) -> SeatTask | None:
        """The choice that is open to a seat."""
        for task in self.open_tasks(state):
            if task.seat == seat:
                return task
        return None

    def seats_asked(self, state: Stacked) -> list[int]:
        """The seats that have a choice to make now."""
        return list(dict.fromkeys(task.seat for task in self.open_tasks(state)))

    def asks(self, context: C) -> tuple[Ask, ...]:
        """The questions that are open now, as they are asked."""
        return tuple(self._ask(context, task) for task in self.open_tasks(context.state))

    def _ask(self, context: C, task: SeatTask) -> Ask:
        choice = self.choices[type(task)]
        moves = choice.moves(context, task)
        passing = moves[0] if choice.first else moves[-1] if moves[-1] in choice.passing else None
        occasion, prompt = self.occasion(context, task), self.prompt(context, task)
        return Ask(task.seat, task.name, occasion, moves, prompt, passing=passing, unasked=choice.unasked)

    def moves(self, context: C, task: SeatTask) -> tuple[Move, ...]:
        """The legal moves of a choice."""
        return self.choices[type(task)].moves(context, task)

    # --- going on ---------------------------------------------------------------------------------------------

    def play(self, context: C, seat: int, move: Move) -> list[Event]:
        """Carry out a legal move of a seat that has a choice, and all that follows without one; what is told."""
        task = self.open_to(context.state, seat)
        if task is None:
            raise LookupError(f"nothing is asked of seat {seat}")
        self.decided(context, seat)
        self.choices[type(task)].answer(context, task, move)
        self.run(context)
        return context.told

    def run(self, context: C) -> None:
        """Carry out whatever leaves no choice, until a choice is open or nothing is left to do."""
        state, steps = context.state, self.steps
        while agenda := state.agenda:
            step = steps.get(type(agenda[-1]))
            if step is None:
                for task in self._on_top(agenda):
                    if self._settle(context, task):
                        break
                else:
                    return
            elif step.waits and state.beside:
                return
            else:
                step.do(context, agenda.pop())

    def _settle(self, context: C, task: SeatTask) -> bool:
        """Answer a choice that has fewer than two moves; False when it is a real one."""
        choice = self.choices[type(task)]
        if choice.settle is not None:
            return choice.settle(context, task)
        moves = choice.moves(context, task)
        if len(moves) > 1:
            return False
        move = moves[0] if moves else NOTHING
        self.forced(context, task, move)
        choice.answer(context, task, move)
        return True
