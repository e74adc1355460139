"""Bruges: the rules of the game, its notation and its words, for 2 to 4 seats. `GAME` is what the house plays.

Seven rooms beside `state`: `rules` plays, `data` holds what is printed, `orders` reads what players write, `positions`
reads and writes position files, `picture` draws, `words` says, `bot` judges positions. Other games have the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar

from engine.bruges import state as states
from engine.bruges.bot import evaluate as evaluation
from engine.bruges.data import cards as decks
from engine.bruges.data.cards import Cards
from engine.bruges.data.persons import Deck, read_deck
from engine.bruges.orders import ahead, parser, reasons, standing
from engine.bruges.orders.grammar import GRAMMAR
from engine.bruges.picture import describe as describing
from engine.bruges.picture import picture as pictures
from engine.bruges.picture import plates as rule_plates
from engine.bruges.positions import reader as position_reader
from engine.bruges.positions import writer
from engine.bruges.rules import rules, scoring, variants
from engine.bruges.rules import view as views
from engine.bruges.rules.afterthoughts import is_late_climb
from engine.bruges.rules.context import Context
from engine.bruges.rules.effects import only_gives
from engine.bruges.rules.tasks import Turn
from engine.bruges.state import TURNS, State
from engine.bruges.words import doing, facts, figures, letter, offers, story, telling
from engine.bruges.words.speech import say
from engine.decisions import Ask, Decision, Group, Move
from engine.events import Event, Json
from engine.game import Game, Rule, Scoresheet, Section
from engine.orders.talk.spoken import Spoken
from engine.pictures.plates import Plate, examples
from engine.pictures.scene import Scene
from engine.refusals import BadOption

if TYPE_CHECKING:
    from engine.chance import Chance

VERBS_OF_KINDS = {
    "draw": ("draw",),
    "climb": ("climb", "stay"),
    "turn": ("workers", "guilders", "threat", "canal", "house", "recruit", "use", "no", "end"),
    "fire": ("lose",),
    "plague": ("lose",),
    "penalties": ("fire", "plague"),
}


class Bruges(Game[State]):
    """The game with one deck; the shipped one unless another is given. A friendly table plays with a part of it."""

    slug = "bruges"
    name = "Bruges"
    rules = 1
    seats = (2, 4)
    options = variants.OPTIONS
    default_rules = standing.DEFAULTS
    condition = "guilders 9"
    first_told = ("house", "recruit", "canal", "threat off", "statue", "majority", "round begins")
    unordered: ClassVar[Mapping[str, bool]] = {"majority": True, "dice": True, "climb price": True, "stayed": False}

    def __init__(self, deck: Deck | None = None) -> None:
        self._cards = None if deck is None else decks.prepare(deck)

    @property
    def cards(self) -> Cards:
        """The deck that new games are played with."""
        return decks.shipped() if self._cards is None else self._cards

    @property
    def deck(self) -> Json:
        return self.cards.deck.file

    @property
    def deck_digest(self) -> str:
        return self.cards.digest

    def with_deck(self, text: str, source: str) -> Bruges:
        return self._with(decks.prepare(read_deck(text, source)))

    def of_deck(self, digest: str) -> Bruges:
        return self._with(decks.of(digest))

    def _with(self, cards: Cards) -> Bruges:
        return self if cards.digest == self.deck_digest else Bruges(cards.deck).under(self.rules)

    def deck_of(self, state: State) -> Cards:
        """The cards that a state is played with."""
        return decks.of(state.deck)

    # --- play -----------------------------------------------------------------------------------

    def start(self, seats: int, options: Mapping[str, Json], chance: Chance) -> tuple[State, list[Event]]:
        """A new game, played on up to the first choice. BadOption for another number of seats or too small a deck."""
        fewest, most = self.seats
        if not fewest <= seats <= most:
            raise BadOption(f"Bruges is for {fewest} to {most} seats, not for {seats}")
        cards = variants.cards_for(self.cards, options)
        by_colour, late_steps = variants.by_colour(options), variants.late_steps(options)
        return rules.start(seats, cards, chance, by_colour=by_colour, late_steps=late_steps)

    def asks(self, state: State) -> tuple[Ask, ...]:
        return rules.asks(state, self.deck_of(state))

    def play(self, state: State, seat: int, move: Move, chance: Chance) -> list[Event]:
        return rules.play(state, self.deck_of(state), seat, move, chance)

    def redraw(self, state: State, chance: Chance) -> None:
        views.redraw(state, self.deck_of(state), chance)

    def over(self, state: State) -> bool:
        return state.over

    def round(self, state: State) -> int:
        return state.round

    def pace(self, seats: int) -> tuple[int, int]:
        """Eight rounds where drawing follows the longer pile, each of four cards a seat."""
        return 8, 8 * TURNS * seats

    def scoresheet(self, state: State) -> Scoresheet:
        return scoring.scoresheet(state, self.deck_of(state))

    # --- states and views -----------------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> State:
        return views.view(state, self.deck_of(state), seat)

    def imagine(self, view: State, rng: Random) -> State:
        return views.imagine(view, self.deck_of(view), rng)

    def copy(self, state: State) -> State:
        return state.copy()

    def dump(self, state: State) -> Json:
        return states.dump(state)

    def load(self, data: Json) -> State:
        """The state of a dump; BadDeck when its deck is not known here."""
        state = states.load(data)
        decks.of(state.deck)
        return state

    def read_position(self, data: Json) -> State:
        """A state from a position file, played on up to the first choice.

        BadPosition, also when dice would have to be thrown before anybody has a choice.
        """
        state = position_reader.read_position(data, self.cards)
        rules.AGENDA.run(Context(state, self.deck_of(state)))
        return state

    def write_position(self, state: State) -> Json:
        return writer.write_position(state, self.deck_of(state))

    def evaluate(self, view: State, seat: int) -> float:
        return evaluation.evaluate(view, self.deck_of(view), seat)

    # --- notation -------------------------------------------------------------------------------

    def reads(self, text: str) -> bool:
        return parser.reads(text, self.cards)

    def read(self, text: str, view: State, decision: Decision | None, seat: int) -> Move:
        return parser.read(text, view, self.deck_of(view), decision, seat)

    def numbered(self, decision: Decision) -> tuple[Move, ...]:
        return parser.numbered(decision)

    def unnumbered(self, view: State, seat: int) -> State:
        return parser.unnumbered(view, seat)

    def why_not(self, view: State, seat: int, move: Move) -> str:
        return reasons.why_not(view, self.deck_of(view), seat, move)

    def facts(self, view: State) -> dict[str, int]:
        return standing.facts(view, self.deck_of(view))

    def fact(self, name: str) -> str:
        return facts.fact(name)

    def fact_is(self, name: str, number: int, how: Callable[[str], str] = str) -> str:
        return facts.fact_is(name, number, how)

    # --- choices that need no mail --------------------------------------------------------------

    def read_rule(self, text: str) -> Rule:
        return standing.read_rule(text, self.cards, standing.FACTS)

    def prefer(self, view: State, decision: Decision, rules: Mapping[str, str]) -> Move | None:
        return standing.prefer(view, self.deck_of(view), decision, rules, self.facts(view))

    def automatic(self, view: State, decision: Decision) -> tuple[Move, ...]:
        """Persons of this turn that are free once a round and only give what needs no choice."""
        if decision.kind != "turn":
            return ()
        cards = self.deck_of(view)
        uses = ((move, cards.number[move[1]]) for move in decision.moves if move.verb == "use")
        return tuple(move for move, person in uses if only_gives(view, cards, person))

    # --- what orders and plans need to know -------------------------------------------------------

    verbs = VERBS_OF_KINDS
    openers = (*GRAMMAR.forms, *standing.TOPICS)
    little = GRAMMAR.little
    spoken = Spoken(Path(__file__).parent / "orders" / "said", idle=("empty",))
    single = ("fire", "plague", "penalties", "climb", "advance", "exchange")

    def belongs(self, move: Move, decision: Decision, view: State) -> bool:
        """As usual; `climb` also belongs to a turn while the step of the round may still be made up for."""
        late = decision.kind == "turn" and is_late_climb(view, decision.seat, move)
        return late or super().belongs(move, decision, view)

    def topic(self, decision: Decision) -> str:
        return standing.topic(decision)

    def done(self, view: State, decision: Decision) -> bool:
        """Whether the turn's card is played."""
        task = rules.AGENDA.open_to(view, decision.seat)
        return isinstance(task, Turn) and not task.still

    def reveals(self, events: Sequence[Event], seat: int) -> bool:
        """Cards drawn were hidden from everybody; a seat's own house card was not hidden from its mover."""
        return any(event.kind in ("drew", "hand") for event in events)

    def disturbs(self, events: Sequence[Event], seat: int) -> bool:
        """Whether another seat took something from this one or threatened it, or its own person drew it cards."""
        return any(_disturbs(event, seat) for event in events if event.data.get("seat") == seat)

    def hurts(self, event: Event, seat: int) -> bool:
        """Whether it is a loss or a threat of the seat, or tells why one came."""
        if event.kind == "threats":
            return bool(event.data["colours"])
        return event.kind in HARM and event.data["seat"] == seat and event.data.get("what") != "nothing"

    def alone(self, state: State, seat: int) -> bool:
        return ahead.alone(state, self.deck_of(state), seat)

    def never(self, view: State, seat: int, move: Move) -> str:
        return ahead.never(view, self.deck_of(view), seat, move)

    # --- words and pictures ---------------------------------------------------------------------

    @property
    def answers_by(self) -> str:
        return say("Words or codes")

    def figures(self) -> Mapping[str, object]:
        return figures.figures()

    def tell(self, event: Event, names: Sequence[str], reader: int | None) -> str:
        return telling.tell(event, names, reader)

    def headline(self, view: State, decision: Decision) -> str:
        return doing.headline(view, decision)

    def course(self, view: State, decision: Decision, names: Sequence[str]) -> str:
        return doing.course(view, decision, names)

    def say(self, move: Move, view: State, seat: int) -> str:
        return doing.say(move, view, seat)

    def recount(self, events: Iterable[Event], names: Sequence[str], reader: int | None) -> list[str]:
        return story.recount(events, names, reader)

    def menu(self, view: State, decision: Decision) -> tuple[Group, ...]:
        return offers.menu(view, decision)

    def sections(
        self, view: State, decision: Decision | None, names: Sequence[str], rules: Mapping[str, str], seat: int | None
    ) -> tuple[Section, ...]:
        return letter.sections(view, decision, names, rules, seat)

    def picture(self, view: State, names: Sequence[str], seat: int | None) -> Scene:
        return pictures.picture(view, names, seat)

    def plates(self) -> tuple[Plate, ...]:
        return rule_plates.plates(*map(self.read_position, examples(Path(__file__).parent)))

    def describe(self, view: State, names: Sequence[str], seat: int | None) -> str:
        return describing.describe(view, names, seat, rules.AGENDA.seats_asked(view))


HARM = ("lost", "threat", "gave", "penalty")


def _disturbs(event: Event, seat: int) -> bool:
    if event.kind == "drew":
        return event.data["person"] is not None
    harm = event.kind in ("lost", "threat", "gave") and event.data.get("what") != "nothing"
    return harm and event.data["by"] not in (None, seat)


GAME = Bruges()
