"""The question to a seat, its possible answers, and how it answers without being asked. No rules of play."""

from __future__ import annotations

from dataclasses import dataclass


class Move(tuple[str, ...]):
    """One answer: the words of its canonical text, so that text and move cannot drift apart.

    >>> Move.of("recruit prince in red").verb
    'recruit'
    """

    __slots__ = ()

    @classmethod
    def of(cls, text: str) -> Move:
        return cls(text.split())

    @property
    def verb(self) -> str:
        return self[0]

    @property
    def text(self) -> str:
        return " ".join(self)

    def __repr__(self) -> str:
        return f"Move({self.text!r})"


@dataclass(frozen=True, slots=True)
class Ask:
    """A choice as a game states it; the match turns it into a `Decision` by giving it a serial.

    seat      who chooses, counted from 0; a game asks at most one thing of a seat at a time
    kind      the game's word for the choice ("turn", "draw", "climb", "fire", ...)
    occasion  names when it is asked ("round 3 turn 2"): equal as long as the seat goes on with the
              same turn, and never equal to that of a later one
    moves     every legal move, in the game's order; at least two, texts distinct
    prompt    what is asked, one short clause in English ("which worker pays"); where it is shown the game says it
    sealed    hidden until every seat has chosen; may be replaced until the match is told to close
    passing   the move that does nothing, where one exists (it is among `moves`)
    unasked   moves by which a rule answers instead of the seat; legal, but offered nowhere and by no bot made
    """

    seat: int
    kind: str
    occasion: str
    moves: tuple[Move, ...]
    prompt: str
    sealed: bool = False
    passing: Move | None = None
    unasked: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """An open choice of one seat; the fields of `Ask`, with a serial instead of the occasion.

    serial    counted from 1 over the whole match; one occasion has one serial, used never again
    """

    seat: int
    kind: str
    serial: int
    moves: tuple[Move, ...]
    prompt: str
    sealed: bool = False
    passing: Move | None = None
    unasked: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Moves that belong together on a menu: a heading and what differs."""

    heading: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A standing order of a seat: how it answers one kind of decision without being asked.

    topic  what it is about ("draw", "climb", "fire", ...)
    text   the canonical words after the topic ("red > blue > any", "if climb price <= 3", "ask")
    """

    topic: str
    text: str

    def __str__(self) -> str:
        return f"{self.topic} {self.text}"


ASK = "ask"  # the rule text that means: ask me
