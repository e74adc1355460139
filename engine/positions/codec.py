"""The forms of values in position files: each reads a JSON value, naming the place of every fault, and writes it.

A `Layout` gives forms to the fields of a dataclass and takes the rest from it: their names, their usual values, and
that none is forgotten. What bears on more than one value is for the games to check. Knows no rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass
from dataclasses import fields as fields_of
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engine.agenda import Kinds, Task, shape
from engine.events import Json
from engine.positions.values import fail, fields, listed, one_of, shown, whole

T = TypeVar("T")


class Dataclass(Protocol):
    """Any class with `@dataclass`."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


D = TypeVar("D", bound=Dataclass)


class Form(ABC, Generic[T]):
    """One kind of value: `read` raises BadPosition with the place where the value is something else."""

    @abstractmethod
    def read(self, value: Json, place: str) -> T: ...

    @abstractmethod
    def write(self, value: T) -> Json: ...


# --- single values -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Whole(Form[int]):
    """A whole number of a range."""

    low: int
    high: int

    def read(self, value: Json, place: str) -> int:
        return whole(value, place, self.low, self.high)

    def write(self, value: int) -> Json:
        return value


class Flag(Form[bool]):
    """true or false."""

    def read(self, value: Json, place: str) -> bool:
        if not isinstance(value, bool):
            raise fail(place, f"is {shown(value)}, not true or false")
        return value

    def write(self, value: bool) -> Json:
        return value


@dataclass(frozen=True)
class Name(Form[str]):
    """One of the known words. `what` each of them is, for decks with too many to list them in a message."""

    words: Sequence[str]
    what: str = ""

    def read(self, value: Json, place: str) -> str:
        if self.what and (not isinstance(value, str) or value not in self.words):
            raise fail(place, f"{shown(value)} is no {self.what}")
        return one_of(value, place, self.words)

    def write(self, value: str) -> Json:
        return value


@dataclass(frozen=True)
class Word(Form[int]):
    """One of the known words, in play its place among them, counted from `first`. `what` as in `Name`."""

    words: Sequence[str]
    what: str = ""
    first: int = 0

    def read(self, value: Json, place: str) -> int:
        return self.words.index(Name(self.words, self.what).read(value, place)) + self.first

    def write(self, value: int) -> Json:
        return self.words[value - self.first]


@dataclass(frozen=True)
class Maybe(Form[Any]):
    """A value or none of it: `sign` in the file, `none` in play."""

    form: Form[Any]
    none: Any = None
    sign: Json = None

    def read(self, value: Json, place: str) -> Any:
        return self.none if value == self.sign else self.form.read(value, place)

    def write(self, value: Any) -> Json:
        return self.sign if value == self.none else self.form.write(value)


# --- several values ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Many(Form[Any]):
    """A list, in play of the type `kind`. Its values are named "house 1" (by `one`, counted from `first`), or not."""

    form: Form[Any]
    one: str = ""
    first: int = 1
    kind: Callable[..., Any] = list

    def read(self, value: Json, place: str) -> Any:
        return self.kind(self.form.read(part, self._place(place, k)) for k, part in enumerate(listed(value, place)))

    def _place(self, place: str, k: int) -> str:
        before = place.rpartition(", ")[0]
        return beneath(before, f"{self.one} {k + self.first}") if self.one else place

    def write(self, value: Any) -> Json:
        return [self.form.write(part) for part in value]


class Fixed(Form[Any]):
    """A list with as many values as there are forms, in play of the type `kind`. `what` they are, for messages."""

    def __init__(self, what: str, *forms: Form[Any], kind: Callable[..., Any] = tuple) -> None:
        self.what, self.forms, self.kind = what, forms, kind

    def read(self, value: Json, place: str) -> Any:
        if len(listed(value, place)) != len(self.forms):
            raise fail(place, f"{shown(value)} is no {self.what}")
        return self.kind(form.read(part, place) for form, part in zip(self.forms, value, strict=True))

    def write(self, value: Any) -> Json:
        return [form.write(part) for form, part in zip(self.forms, value, strict=True)]


@dataclass(frozen=True)
class Counts(Form[Any]):
    """A number for each of the known words: {"red": 2}. Those left out are 0; with `zeros` they are written too.

    In play a list or what else `kind` is.
    """

    words: Sequence[str]
    most: int
    zeros: bool = False
    kind: Callable[..., Any] = list

    def read(self, value: Json, place: str) -> Any:
        given = fields(value, self.words, place)
        return self.kind(whole(given.get(word, 0), beneath(place, word), 0, self.most) for word in self.words)

    def write(self, value: Sequence[int]) -> Json:
        return {word: count for word, count in zip(self.words, value, strict=True) if count or self.zeros}


@dataclass(frozen=True)
class Ticks(Form[list[bool]]):
    """Those of the known words that hold, each once: ["left"]."""

    words: Sequence[str]

    def read(self, value: Json, place: str) -> list[bool]:
        return [word in self._words(value, place) for word in self.words]

    def _words(self, value: Json, place: str) -> list[str]:
        words = [one_of(word, place, self.words) for word in listed(value, place)]
        if len(set(words)) < len(words):
            raise fail(place, "names one twice")
        return words

    def write(self, value: Sequence[bool]) -> Json:
        return [word for word, holds in zip(self.words, value, strict=True) if holds]


@dataclass(frozen=True)
class Keyed(Form[list[Any]]):
    """A value for some of the known words: {"port1": ["lace"]}. In play the others are as `none` makes them."""

    words: Sequence[str]
    form: Form[Any]
    none: Callable[[], Any] = lambda: None

    def read(self, value: Json, place: str) -> list[Any]:
        given = fields(value, self.words, place)
        return [
            self.form.read(given[word], beneath(place, word)) if word in given else self.none() for word in self.words
        ]

    def write(self, value: Sequence[Any]) -> Json:
        some = zip(self.words, value, strict=True)
        return {word: self.form.write(part) for word, part in some if part != self.none()}


def beneath(place: str, name: str) -> str:
    """The place of a part: that of the whole, then its own name."""
    return f"{place}, {name}" if place else name


# --- objects and tasks ---------------------------------------------------------------------------------------


class Layout(Form[D]):
    """An object of the file with the fields of a dataclass.

    forms   of the fields that the file has, in the order in which they are read and written
    beside  fields of the class that the file does not have in this form; the game fills them. None is forgotten:
            TypeError
    also    fields of the file that are none of the class; the game reads them
    brief   fields that are not written while they are as usual
    named   names of fields in the file, where they differ from those of the class
    """

    def __init__(
        self,
        kind: type[D],
        forms: Mapping[str, Form[Any]],
        *,
        beside: Sequence[str] = (),
        also: Sequence[str] = (),
        brief: Container[str] = (),
        named: Mapping[str, str] | None = None,
    ) -> None:
        own = fields_of(kind)
        if sorted([*forms, *beside]) != sorted(field.name for field in own):
            raise TypeError(f"{kind.__name__}: each field has a form or is filled beside it")
        self.kind, self.forms, self.brief = kind, forms, brief
        self.usual = {field.name: usual for field in own if (usual := _usual(field)) is not MISSING}
        self.names = {name: (named or {}).get(name, name) for name in forms}
        self.fields = (*self.names.values(), *also)

    def given(self, value: Json, place: str) -> dict[str, Any]:
        """The values that an object names, read, by the names of the class."""
        data = fields(value, self.fields, place or "position")
        return {
            name: self.forms[name].read(data[there], beneath(place, there))
            for name, there in self.names.items()
            if there in data
        }

    def read(self, value: Json, place: str) -> D:
        given = self.given(value, place)
        wanted = [name for name in self.forms if name not in given and name not in self.usual]
        if wanted:
            raise fail(place, f"has no {', '.join(wanted)}")
        return self.kind(**given)

    def write(self, value: D) -> dict[str, Json]:
        """The object; what is not in the class the game adds."""
        parts = {name: getattr(value, name) for name in self.forms}
        kept = [name for name, part in parts.items() if name not in self.brief or part != self.usual[name]]
        return {self.names[name]: self.forms[name].write(parts[name]) for name in kept}


@dataclass(frozen=True)
class Partial(Form[Any]):
    """An object whose usual values the game must find out: read, only the values that it names (`Layout.given`)."""

    layout: Layout[Any]

    def read(self, value: Json, place: str) -> dict[str, Any]:
        return self.layout.given(value, place)

    def write(self, value: Any) -> Json:
        return self.layout.write(value)


def _usual(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


class Parts(Form[Any]):
    """The values of one kind of task as a list, each in the form of its meaning (`engine.agenda.shape`)."""

    def __init__(self, kind: type[Task], forms: Mapping[str, Form[Any]]) -> None:
        self.kind, self.meant = kind, shape(kind)
        self.forms = [forms[what] for what in self.meant]

    def read(self, value: Json, place: str) -> Any:
        if len(listed(value, place)) != len(self.forms):
            raise fail(place, f"takes {', '.join(self.meant) or 'nothing more'}")
        parts = zip(self.forms, value, self.meant, strict=True)
        return self.kind(*(form.read(part, beneath(place, what)) for form, part, what in parts))

    def write(self, value: Any) -> Json:
        return [form.write(part) for form, part in zip(self.forms, value.dump()[1:], strict=True)]


class Tasks(Form[list[Task]]):
    """A list of tasks, each a list that begins with its name: ["turn", 0, 2, false]."""

    def __init__(self, kinds: Kinds, forms: Mapping[str, Form[Any]]) -> None:
        self.parts = {name: Parts(kind, forms) for name, kind in kinds.items()}

    def read(self, value: Json, place: str) -> list[Task]:
        return [self._task(part, beneath(place, f"task {k}")) for k, part in enumerate(listed(value, place), 1)]

    def _task(self, value: Json, place: str) -> Task:
        name, *rest = listed(value, place) or [None]
        one_of(name, place, tuple(self.parts))
        task: Task = self.parts[name].read(rest, beneath(place, name))
        return task

    def write(self, value: Sequence[Task]) -> Json:
        return [[task.name, *self.parts[task.name].write(task)] for task in value]
