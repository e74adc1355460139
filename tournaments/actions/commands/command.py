"""A command to the service: its effect, the help about it, and its handlers. `registry` has all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from engine.game import Section
from engine.orders.command_words import Said
from tournaments.actions.table.session import Session
from tournaments.models import InboundLetter, League, Player, Seat, Table


class Effect(Enum):
    """The effect of a command. By it the service's own address knows whether the sender needs proof."""

    TELLS = auto()  # a letter alone, which anybody may ask for in a player's name
    REVEALS = auto()  # a letter alone, with what players keep for themselves
    ASKS = auto()  # a letter that asks for a yes
    CHANGES = auto()


class Undone(NamedTuple):
    """The result of an `undo`.

    words  the sentence that tells the player
    done   whether anything was taken back
    late   whether it answers an older letter than the one about what it would take back: the player is asked
    why    not, in the words of a clause, where the game goes on
    """

    words: str
    done: bool
    late: bool = False
    why: str = ""

    @property
    def fails(self) -> bool:
        """Whether it was asked for and not done."""
        return bool(self.words) and not self.done


NOTHING_UNDONE = Undone("", done=False)


class Told(NamedTuple):
    """The outcome of a command: the sentences of its answer, and what else that contains or has attached.

    refused  whether the sentences say that it has no effect
    """

    words: list[str]
    refused: bool = False
    sections: Sequence[Section] = ()
    papers: tuple[str, ...] = ()
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """A command that a seat has given at its table. undone: what an `undo` of the same letter has done already."""

    s: Session
    seat: Seat
    said: Said
    undone: Undone = NOTHING_UNDONE


@dataclass(frozen=True, slots=True)
class Errand:
    """A command that belongs to no table: who gives it and what is known of the letter.

    about    the league that its letter was about, the table if it was a table's
    proved   whether the sender's own host vouches for the letter, or a page was signed in to
    letter   that it came in; None from a page
    """

    player: Player
    said: Said
    about: League | None = None
    table: Table | None = None
    proved: bool = False
    letter: InboundLetter | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A word to the service (`engine.orders.command_words.Word` of the same name), and all that follows from it.

    help      the topic of help that tells of it; "": the one that is called like it
    at_table  carries it out where it is given at a table; WordRefused
    anywhere  carries it out at the service's own address, and at a table if that has no way of its own; Refused.
              One that writes a letter of its own gives no sentences. None: it is not understood there
    beside    may come with orders in one letter: what it does is a clause of their account
    once      only the first in a letter or form counts, whatever it says
    vouched   counts at the service's own address where the sender's host vouches for the letter, without a yes
    entries   may change entries of its player
    where     the league, then the table in it, that an errand is for only because its letter is about them; () for
              words that mean the same in every letter
    kind      of the letter that answers it; "" where that is no more than an answer
    """

    name: str
    effect: Effect
    at_table: Callable[[Given], Told] | None = None
    anywhere: Callable[[Errand], Told] | None = None
    help: str = ""
    beside: bool = False
    once: bool = False
    vouched: bool = False
    entries: bool = False
    where: Callable[[Errand], tuple[League | Table | None, ...]] = lambda errand: ()
    kind: str = ""

    @property
    def topic(self) -> str:
        return self.help or self.name
