"""The possible meanings of a player's line, as values. Reads nothing (`engine.orders.reader` does), plays nothing."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.events import Json
from engine.game import Rule
from engine.language.speech import say
from engine.orders.command_words import Said

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}


def chat() -> str:
    """The reason why a line that is meant for people is no order."""
    return say("it reads like no order")


def misplaced() -> str:
    """The reason why a line that would be an order elsewhere is none where it stands."""
    return say("it stands in or below our letter")


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition on one of the game's facts: `guilders >= 9`."""

    fact: str
    operator: str
    number: int

    def holds(self, facts: Mapping[str, int]) -> bool:
        """Whether it is so; a fact that the position does not have is not."""
        return self.fact in facts and COMPARE[self.operator](facts[self.fact], self.number)

    def __str__(self) -> str:
        return f"{self.fact} {self.operator} {self.number}"


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a seat for when its decision comes: the first of `moves` that is legal then.

    moves   canonical texts, so that nothing changes their meaning later
    guard   only if this is so; otherwise the order is passed over
    anyway  to be done whatever the order before it brought and whatever others took
    """

    moves: tuple[str, ...]
    guard: Guard | None = None
    anyway: bool = False

    @property
    def words(self) -> str:
        """The canonical form, which reads as this order again."""
        return (f"if {self.guard}: " if self.guard else "") + self.choices

    @property
    def choices(self) -> str:
        """The canonical form without the condition."""
        return " / ".join(self.moves) + (" anyway" if self.anyway else "")

    @property
    def names(self) -> tuple[str, ...]:
        """The moves that are not made before this order's time; none under a condition, which may never be so."""
        return () if self.guard else self.moves

    def dump(self) -> dict[str, Json]:
        guard = [self.guard.fact, self.guard.operator, self.guard.number] if self.guard else None
        return {"moves": list(self.moves), "guard": guard, "anyway": self.anyway}

    @classmethod
    def load(cls, data: Mapping[str, Json]) -> Order:
        return cls(tuple(data["moves"]), Guard(*data["guard"]) if data["guard"] else None, data["anyway"])


@dataclass(frozen=True, slots=True)
class Standing:
    """`always …`: a rule until it is forgotten, at this table or everywhere."""

    rule: Rule
    everywhere: bool = False

    def __str__(self) -> str:
        return f"always {self.rule}" + (" everywhere" if self.everywhere else "")


@dataclass(frozen=True, slots=True)
class Once:
    """A rule for the next decision of its topic only."""

    rule: Rule

    def __str__(self) -> str:
        return f"{self.rule.topic}: {self.rule.text}"


@dataclass(frozen=True, slots=True)
class Hold:
    """`hold …`: a move that would be made by itself waits until the round ends."""

    name: str

    def __str__(self) -> str:
        return f"hold {self.name}"


@dataclass(frozen=True, slots=True)
class Never:
    """`never use …`: a move is never made by itself."""

    name: str

    def __str__(self) -> str:
        return f"never use {self.name}"


@dataclass(frozen=True, slots=True)
class Forget:
    """`forget`: the kept orders (what is ""), one topic or name, or everything ("all")."""

    what: str = ""
    everywhere: bool = False

    def __str__(self) -> str:
        return " ".join(filter(None, ("forget", self.what, "everywhere" if self.everywhere else "")))


@dataclass(frozen=True, slots=True)
class GoOn:
    """`go on`: a plan that stopped is played on."""

    def __str__(self) -> str:
        return "go on"


@dataclass(frozen=True, slots=True)
class Refused:
    """Meant as an order, but it cannot be read or is not unique.

    several  the nearest are all that it can mean
    """

    reason: str
    nearest: tuple[str, ...] = ()
    several: bool = False


@dataclass(frozen=True, slots=True)
class Outdated:
    """An order by a number of another menu or hand; words: what it means, where that is known, in full words."""

    words: str = ""


@dataclass(frozen=True, slots=True)
class Ignored:
    """Nothing that reads like an order: a greeting, a signature."""

    reason: str = field(default_factory=chat)
    nearest: tuple[str, ...] = ()


What = Order | Standing | Once | Hold | Never | Forget | GoOn | Said | Refused | Outdated | Ignored


@dataclass(frozen=True, slots=True)
class Instruction:
    """One thing a line says: its own words, what they mean, and whether they are added to the plan (`also`).

    choice  they are an order for the case that the one before is not possible
    """

    text: str
    what: What
    also: bool = False
    choice: bool = False

    @property
    def weight(self) -> int:
        """Its share of all that one letter may say: the moves that an order names, 0 of what is left aside."""
        if isinstance(self.what, Order):
            return len(self.what.moves)
        return 0 if isinstance(self.what, Ignored) else 1
