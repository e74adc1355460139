"""One seat's kept and standing orders, as they are stored. Plays nothing."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from engine.decisions import Move
from engine.events import Json
from engine.language.languages import speaking, spoken
from engine.orders.reader import Order

# Of a plan: what moves change, and in how many states it is remembered.
_CHANGED = ("kept", "once", "spent", "held", "held_in", "never", "stopped", "notes")
_STORED = (*_CHANGED, "rules", "kept_in", "said", "earlier")
_EARLIER = 4


@dataclass(slots=True)
class Plan:
    """One seat's kept and standing orders.

    kept     orders for its next decisions, in order
    rules    its own standing orders at this table, topic -> text
    once     rules for the next decision of their topic only; `spent`: topic -> serial they are answering
    held     names of what does not act by itself in round `held_in`; `never`: for good
    stopped  why the kept orders wait for `go on`, in words; "" while they do not
    notes    what became of kept orders that were passed over, for the next letter; the service clears them
    kept_in  the round in which the kept orders were looked at last: some are meant for one round only
    said     what was said of the future last: topic or name -> serial of the question to which that letter belonged
    earlier  how it was before each move since its owner wrote last, the oldest first: [number of the entry, values]; a
             move is left out before which it was as before the last one
    everywhere  standing orders of the person at all tables of the game; not part of the dump
    letter   moves that a letter orders while it is carried out; not part of the dump
    language  in which the person reads `stopped` and `notes`, whoever made them necessary; None: the one spoken then.
              Not part of the dump
    """

    kept: list[Order] = field(default_factory=list)
    rules: dict[str, str] = field(default_factory=dict)
    once: dict[str, str] = field(default_factory=dict)
    held: list[str] = field(default_factory=list)
    stopped: str = ""
    never: list[str] = field(default_factory=list)
    held_in: int = 0
    spent: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    kept_in: int = 0
    said: dict[str, int] = field(default_factory=dict)
    earlier: list[list[Any]] = field(default_factory=list)
    everywhere: dict[str, str] = field(default_factory=dict)
    letter: frozenset[str] = frozenset()
    language: str | None = None

    def dump(self) -> dict[str, Json]:
        """JSON values that `load` reads."""
        return {
            "kept": [order.dump() for order in self.kept],
            "rules": dict(self.rules),
            "once": dict(self.once),
            "held": list(self.held),
            "stopped": self.stopped,
            "never": list(self.never),
            "held_in": self.held_in,
            "spent": dict(self.spent),
            "notes": list(self.notes),
            "kept_in": self.kept_in,
            "said": dict(self.said),
            "earlier": list(self.earlier),
        }

    @classmethod
    def load(
        cls, data: Mapping[str, Json], everywhere: Mapping[str, str] | None = None, language: str | None = None
    ) -> Plan:
        """The plan that `dump` wrote; {} is an empty one. The rest is the person's, and not in the dump."""
        plan = cls(everywhere=dict(everywhere or {}), language=language)
        plan._set({name: data[name] for name in _STORED if name in data})
        return plan

    def _set(self, values: Mapping[str, Json]) -> None:
        for name, value in values.items():
            setattr(self, name, value.copy() if isinstance(value, list | dict) else value)
        self.kept = [order if isinstance(order, Order) else Order.load(order) for order in self.kept]

    def _values(self) -> dict[str, Json]:
        """The values that moves change in it, as in its dump."""
        values = {name: getattr(self, name) for name in _CHANGED}
        copies = {name: value.copy() for name, value in values.items() if isinstance(value, list | dict)}
        return values | copies | {"kept": [order.dump() for order in self.kept]}

    def contents(self) -> dict[str, Json]:
        """All that the words of its owner may change."""
        return {**self.dump(), "earlier": [], "everywhere": dict(self.everywhere)}

    def remember(self, entry: int) -> None:
        """Keep how it is before the move that will be entry number `entry`."""
        now = self._values()
        if not self.earlier or self.earlier[-1][1] != now:
            self.earlier = [*self.earlier, [entry, now]][-_EARLIER:]

    def forget_unchanged(self) -> None:
        """Remember nothing of a plan that no move has changed."""
        if len(self.earlier) == 1 and self.earlier[0][1] == self._values():
            self.earlier = []

    def give_back(self, to: int) -> None:
        """Be again as it was before the moves behind entry `to`, which were taken back. What was told stays told."""
        if not self.earlier:
            return
        before = [values for entry, values in self.earlier if entry <= to + 1]
        values = before[-1] if before else self.earlier[0][1]
        self._set({**values, "notes": [note for note in self.notes if note in values["notes"]]})
        self.earlier = [pair for pair in self.earlier if pair[0] <= to]

    def speaking(self) -> AbstractContextManager[None]:
        """Say meanwhile what the person will read."""
        return speaking(self.language or spoken())

    def named(self, everywhere: bool) -> list[str]:
        """By what the standing orders can be forgotten one by one: topics of rules, names of what is held."""
        return [*(self.everywhere if everywhere else self.rules), *self.once, *self.held, *self.never]

    def forget_rules(self, everywhere: bool) -> None:
        """Drop all standing orders of this table, or those that the person has for all tables."""
        if everywhere:
            self.everywhere.clear()
        else:
            self.rules.clear()
            self.once, self.spent, self.held, self.never = {}, {}, [], []

    def forget_rule(self, name: str, everywhere: bool) -> None:
        """Drop the standing orders of that name; of this table also what is held or said for once."""
        (self.everywhere if everywhere else self.rules).pop(name, None)
        self.once.pop(name, None)
        self.held = [held for held in self.held if held != name]
        self.never = [never for never in self.never if never != name]

    def holds(self, move: Move, round_: int) -> bool:
        """Whether this move is not to be made by itself now: the seat has said so, or orders it for its own time."""
        name = " ".join(move[1:])
        if name in self.never or (self.held_in == round_ and name in self.held):
            return True
        return move.text in self.letter or any(move.text in order.names for order in self.kept)
