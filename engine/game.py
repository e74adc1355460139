"""The definition of a game for the rest of the house: the one interface between `engine/<game>/` and all else.

A game is stateless. Its state is plain data of its own; `play` changes the state it is given and
returns what happened. A *view* is a state of the same type in which whatever the seat may not know is
blanked, so that legal moves, facts, words and pictures are computed from views and states alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from engine.data.options import Option as Option
from engine.decisions import ASK as ASK
from engine.decisions import Ask, Decision, Group, Move
from engine.decisions import Rule as Rule
from engine.edition import Edition
from engine.events import Event, Json
from engine.events import Scoresheet as Scoresheet
from engine.language.paragraphs import Paragraph as Paragraph
from engine.language.paragraphs import Section as Section
from engine.language.speech import say
from engine.orders.talk.spoken import Spoken
from engine.pictures.scene import Scene
from engine.refusals import UnreadableOrder

if TYPE_CHECKING:
    from engine.chance import Chance
    from engine.pictures.plates import Plate

S = TypeVar("S")


class Game(Edition, ABC, Generic[S]):
    """The rules, the notation and the words of one game. Numbers of seats count from 0."""

    slug: ClassVar[str]
    draft: ClassVar[bool] = False  # played for practice, in English alone, and by no league
    seats: ClassVar[tuple[int, int]]  # fewest, most
    options: ClassVar[tuple[Option, ...]] = ()
    default_rules: ClassVar[tuple[Rule, ...]] = ()  # what holds while a seat has said nothing
    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # kind of decision -> first words of its moves
    openers: ClassVar[tuple[str, ...]] = ()  # first words of all that `reads` and `read_rule` take; (): any may be one
    single: ClassVar[tuple[str, ...]] = ()  # kinds at which two different orders contradict each other
    brief: ClassVar[tuple[str, ...]] = ()  # kinds that only carry out what all have chosen: leagues give them less time
    also_ordered: ClassVar[tuple[str, ...]] = ()  # first words of unasked moves that a player may order as well
    reopening: ClassVar[Move | None] = None  # takes a sealed choice back: unasked, legal once the choice is made
    little: ClassVar[frozenset[str]] = frozenset()  # words that `read` passes over, beside those that it always does
    spoken: ClassVar[Spoken] = Spoken()  # its orders as people say them
    unordered: ClassVar[Mapping[str, bool]] = {}  # kinds of events that go on by themselves -> own ones too
    first_told: ClassVar[tuple[str, ...]] = ()  # kinds of events that a letter tells above the choice; (): any
    last_first: ClassVar[tuple[str, ...]] = ()  # kinds whose moves are chosen from the last word on: town, piece
    condition: ClassVar[str] = ""  # an example of a guard ("guilders 9"), for whoever asks how orders are written

    # --- play -----------------------------------------------------------------------------------

    @abstractmethod
    def start(self, seats: int, options: Mapping[str, Json], chance: Chance) -> tuple[S, list[Event]]:
        """A new game, played on up to the first choice. BadOption when it cannot be set up."""

    @abstractmethod
    def asks(self, state: S) -> tuple[Ask, ...]:
        """The questions open now, at most one per seat; () only when the game is over (else NothingAsked is raised)."""

    @abstractmethod
    def play(self, state: S, seat: int, move: Move, chance: Chance) -> list[Event]:
        """Carry out a legal move and all that follows without a choice. Changes `state`."""

    def close(self, state: S, chance: Chance) -> list[Event]:
        """End a sealed phase in which every seat has chosen. Only games with sealed choices have one."""
        raise NotImplementedError(f"{self.name} has no sealed choices")

    def redraw(self, state: S, chance: Chance) -> None:
        """Put what no seat has seen in a new order, because chance is drawn anew after a roll back. Changes `state`.

        It follows from chance and from what is unseen, not from the order before; views stay. By default: nothing.
        """

    def chosen(self, state: S) -> tuple[int, ...]:
        """The seats whose sealed choice is made (and may still be replaced)."""
        return ()

    @abstractmethod
    def over(self, state: S) -> bool: ...

    @abstractmethod
    def round(self, state: S) -> int:
        """The current round, counted from 1; of a finished game the last."""

    @abstractmethod
    def scoresheet(self, state: S) -> Scoresheet:
        """The result, or as it would be if the game ended now."""

    def pace(self, seats: int) -> tuple[int, int]:
        """A usual game: its rounds, and its answers one after the other (made at once count once). For forecasts."""
        return 10, 10 * seats

    # --- states and views -----------------------------------------------------------------------

    @abstractmethod
    def view(self, state: S, seat: int | None) -> S:
        """The state as that seat may know it (None: the public); hidden things are blanked."""

    @abstractmethod
    def imagine(self, view: S, rng: Random) -> S:
        """A full state that gives this view."""

    def copy(self, state: S) -> S:
        """A state that shares nothing with the first. By default any state, slowly: bots copy thousands."""
        return deepcopy(state)

    @abstractmethod
    def dump(self, state: S) -> Json:
        """JSON values; `load(dump(s)) == s`."""

    @abstractmethod
    def load(self, data: Json) -> S: ...

    def read_position(self, data: Json) -> S:
        """A state from a position file (docs/positions), by default a dump; BadPosition names what is impossible."""
        return self.load({name: value for name, value in data.items() if name != "game"})

    def write_position(self, state: S) -> Json:
        """The position file of a state."""
        return self.dump(state)

    @abstractmethod
    def evaluate(self, view: S, seat: int) -> float:
        """The worth of a view for a seat; larger is better. For bots."""

    # --- notation -------------------------------------------------------------------------------

    @abstractmethod
    def reads(self, text: str) -> bool:
        """Strict reader: is this whole line an order of this game? Needs no position."""

    def expand(self, text: str) -> tuple[str, ...]:
        """The orders that a compound one means, in their sequence; by default every text is one order."""
        return (text,)

    @abstractmethod
    def read(self, text: str, view: S, decision: Decision | None, seat: int) -> Move:
        """Forgiving reader: the canonical move that a text of this seat means, legal now or not, with prefixes, card
        numbers and codes; a number of the menu only with a `decision`. UnreadableOrder or AmbiguousOrder otherwise.
        """

    def numbered(self, decision: Decision) -> tuple[Move, ...]:
        """The moves that a bare number means to `read`, in their order. By default: all."""
        return decision.moves

    def unnumbered(self, view: S, seat: int) -> S:
        """The view of a seat without what `read` takes other numbers and codes by. By default: there are none."""
        return view

    @abstractmethod
    def why_not(self, view: S, seat: int, move: Move) -> str:
        """The reason why a well-formed move is not legal now, as a clause ("costs 9 guilders, you have 7")."""

    def facts(self, view: S) -> dict[str, int]:
        """Named numbers that guards may use: {"guilders": 7, "die red": 5, "climb price": 3, ...}."""
        return {}

    def fact(self, name: str) -> str:
        """The name of one of them where people read it; guards name it in English in every language."""
        return name

    def fact_is(self, name: str, number: int, how: Callable[[str], str] = str) -> str:
        """The clause that it is so, "you have 4 guilders"; `how` says more of the amount, "at least 4 guilders"."""
        return say("{fact} {amount}", fact=self.fact(name), amount=how(str(number)))

    # --- choices that need no mail --------------------------------------------------------------

    def read_rule(self, text: str) -> Rule:
        """The standing order that words after `always` mean. UnreadableOrder with examples otherwise."""
        raise UnreadableOrder(text, say("This game has no standing orders."))

    def prefer(self, view: S, decision: Decision, rules: Mapping[str, str]) -> Move | None:
        """The answer that a seat's rules (topic -> text) give to its decision; None: it must be asked."""
        return None

    def automatic(self, view: S, decision: Decision) -> tuple[Move, ...]:
        """Moves that cost nothing and only give: made by themselves with the seat's next order."""
        return ()

    def explain(self, topic: str) -> tuple[str, ...]:
        """The subject of a topic of standing orders and how it is answered, for `help`. By default: no sentence."""
        return ()

    # --- what orders and plans need to know -------------------------------------------------------

    def belongs(self, move: Move, decision: Decision, view: S) -> bool:
        """Whether a move, legal now or not, is an answer to this kind of decision; `view` is that of its seat."""
        return move.verb in self.verbs.get(decision.kind, ()) or any(m.verb == move.verb for m in decision.moves)

    def topic(self, decision: Decision) -> str:
        """The topic of the standing order that answers this kind of decision."""
        return decision.kind

    def done(self, view: S, decision: Decision) -> bool:
        """Whether a turn has had its order, so that passing is implied when nothing more is ordered.

        By default: a "turn" that may be passed. Where a turn may be passed from its beginning a game says otherwise.
        """
        return decision.kind == "turn" and decision.passing is not None

    def opens(self, move: Move) -> bool:
        """Whether an order that a turn which is done has no use for may begin one to come. By default: any may."""
        return True

    def premature(self, move: Move, decision: Decision) -> bool:
        """Whether an order can wait for nothing, as what it answers comes only behind this question. By default: no.

        Such orders are kept behind one that answers it; alone they are refused with `why_not`.
        """
        return False

    def reveals(self, events: Sequence[Event], seat: int) -> bool:
        """True if a move of `seat` showed, chance aside, what cannot be taken back. By default: any private event."""
        return any(event.seats is not None for event in events)

    def as_now(self, move: Move, view: S, decision: Decision) -> Move:
        """The name at this decision of a move ordered earlier: its text may leave out what the decision makes plain."""
        return move

    def lapses(self, move: Move, view: S) -> bool:
        """Whether a kept move is meant for its round only and is dropped when that is over. By default: none."""
        return False

    def by_itself(self, view: S, seat: int) -> tuple[tuple[str, Move], ...]:
        """The choices that the rules have made for a seat in its turn without asking: the kind of each and its move.

        Of the turn that goes on, or has just ended while nobody else has moved since; not what plans make as entries.
        """
        return ()

    def already(self, move: Move, view: S, seat: int) -> bool:
        """Whether a move that cannot be played counts as done: by default what the rules have done by themselves."""
        return any(move == made for _, made in self.by_itself(view, seat))

    def disturbs(self, events: Sequence[Event], seat: int) -> bool:
        """Whether what happened upsets the plan of `seat`: it drew cards by its own order, or another took from it."""
        return False

    def hurts(self, event: Event, seat: int) -> bool:
        """Whether an event took something from a seat that it would have kept, or tells why. By default: `disturbs`."""
        return event.data.get("seat") != seat and self.disturbs((event,), seat)

    def alone(self, state: S, seat: int) -> bool:
        """Go on as if the other seats did nothing, until `seat` is asked something; changes `state`.

        False where that cannot be said, as chance, hidden things, a choice that bears on it or a new round come first.
        """
        return any(ask.seat == seat for ask in self.asks(state))

    def never(self, view: S, seat: int, move: Move) -> str:
        """The reason why a move of the seat can no longer become legal, whatever happens, as a clause; "" if it may."""
        return ""

    # --- words and pictures ---------------------------------------------------------------------

    def seat_word(self, number: int) -> str:
        """The word for a seat in letters, beside its player's name ("green"). By default "": they use its number."""
        return ""

    @property
    def answers_by(self) -> str:
        """The forms that an order may have, for players who know how to answer: "Words or codes"."""
        return say("Words")

    def figures(self) -> Mapping[str, object]:
        """The numbers of the rules in words, by their names in `data/rules.txt`."""
        return {}

    @abstractmethod
    def tell(self, event: Event, names: Sequence[str], reader: int | None) -> str:
        """One sentence about an event for a reader ("you" for its own seat), or "" if not worth telling.

        Once the game is over private events are told to everybody, so they name their seat as others do.
        """

    def replaced(self, events: Sequence[Event]) -> Sequence[Event]:
        """Those of the events that a later one takes the place of, so that they need not be told. By default none."""
        return ()

    def recount(self, events: Iterable[Event], names: Sequence[str], reader: int | None) -> list[str]:
        """Events as bullets of a letter, those that the reader may know; a game may join what belongs together."""
        told = (self.tell(event, names, reader) for event in events if event.visible_to(reader))
        return [sentence for sentence in told if sentence]

    @abstractmethod
    def headline(self, view: S, decision: Decision) -> str:
        """The question in a few words, at most 40 letters: "Your card 1 of 4", "Which die comes back?"."""

    def course(self, view: S, decision: Decision, names: Sequence[str]) -> str:
        """Tell which player has moved and which is next, for the top of a letter; "" where no order of play matters."""
        return ""

    @abstractmethod
    def say(self, move: Move, view: S, seat: int) -> str:
        """The effect of a move of `seat`, as a clause to that player ("the Servant brings 5 guilders")."""

    @abstractmethod
    def menu(self, view: S, decision: Decision) -> tuple[Group, ...]:
        """The moves of a decision in groups, at most 40 lines in all."""

    @abstractmethod
    def sections(
        self, view: S, decision: Decision | None, names: Sequence[str], rules: Mapping[str, str], seat: int | None
    ) -> tuple[Section, ...]:
        """The position in words for a letter to that seat (None: onlookers), in reading order."""

    @abstractmethod
    def picture(self, view: S, names: Sequence[str], seat: int | None) -> Scene:
        """The position as that seat sees it, readable at 390 px width."""

    def plates(self) -> tuple[Plate, ...]:
        """The pictures in the printed rules. By default none."""
        return ()

    def describe(self, view: S, names: Sequence[str], seat: int | None) -> str:
        """The words of that picture; a game that can tell them without drawing does so here."""
        return self.picture(view, names, seat).words
