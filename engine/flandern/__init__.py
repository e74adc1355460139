"""Flandern 1302: the rules of the game, its notation and its words, for 2 to 4 seats. `GAME` is what the house plays.

Seven rooms beside `state`: `rules` plays, `data` holds what is printed, `orders` reads what players write, `positions`
reads and writes position files, `picture` draws, `words` says, `bot` judges positions. Other games have the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar

from engine.decisions import Ask, Decision, Group, Move
from engine.events import Event, Json
from engine.flandern import state as states
from engine.flandern.bot import evaluate as evaluation
from engine.flandern.data import box as boxes
from engine.flandern.data.box import Box, read_box
from engine.flandern.orders import meaning, parser, reasons
from engine.flandern.orders.grammar import GRAMMAR
from engine.flandern.picture import describe as describing
from engine.flandern.picture import picture as pictures
from engine.flandern.picture import plates as rule_plates
from engine.flandern.positions import reader as position_reader
from engine.flandern.positions import writer
from engine.flandern.rules import rules, scoring, setup
from engine.flandern.rules import view as views
from engine.flandern.rules.moves import INFLUENCE_CARD, REOPEN
from engine.flandern.state import State
from engine.flandern.words import asking, facts, letter, telling
from engine.flandern.words import names as naming
from engine.flandern.words.speech import say
from engine.game import Game, Rule, Scoresheet, Section
from engine.orders.talk.spoken import Spoken
from engine.pictures.plates import Plate, examples
from engine.pictures.scene import Scene
from engine.refusals import BadOption, UnreadableOrder

if TYPE_CHECKING:
    from engine.chance import Chance

ACTS = ("lay", "church", "finish")

DEEDS = (  # kinds of events that tell what a seat has done, or what was done for it as there was no choice
    *("laid", "finished", "cathedral", "master", "picked up", "idle", "keeps influence", "played", "turned up"),
)


class Flandern(Game[State]):
    """The game with one box; the shipped one unless another is given."""

    slug = "flandern"
    name = "Flandern"
    rules = 1
    seats = (2, 4)
    options = setup.OPTIONS
    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "setup": ("area", "influence"),
        "choose": ("choose", "reconsider"),
        "turn": ("choose",),
        "act": ACTS,
        "gold": ("gold",),
    }
    little = GRAMMAR.little
    spoken = Spoken(
        Path(__file__).parent / "orders" / "said",
        ("choose", "lay"),
        parser.is_name,
        parser.spelt_behind,
        idle=("site",),
    )
    single = ("act", "gold", "setup")
    brief = ("act", "gold")
    reopening = REOPEN
    also_ordered = (INFLUENCE_CARD.verb,)
    condition = "free gent 2"
    last_first = ("act", "gold")
    first_told = ("laid", "finished", "cathedral", "master", "scored", "covered", "most influence", "turned up")
    unordered: ClassVar[Mapping[str, bool]] = {"round begins": True, "golden card": True, **dict.fromkeys(DEEDS, False)}

    def __init__(self, box: Box | None = None) -> None:
        self._box = box

    @property
    def box(self) -> Box:
        """The box that new games are played with."""
        return self._box or boxes.shipped()

    @property
    def deck(self) -> Json:
        return self.box.file

    @property
    def deck_digest(self) -> str:
        return self.box.digest

    def with_deck(self, text: str, source: str) -> Flandern:
        return self._with(read_box(text, source))

    def of_deck(self, digest: str) -> Flandern:
        return self._with(boxes.of(digest))

    def _with(self, box: Box) -> Flandern:
        return self if box.digest == self.deck_digest else Flandern(box)

    # --- play -----------------------------------------------------------------------------------

    def start(self, seats: int, options: Mapping[str, Json], chance: Chance) -> tuple[State, list[Event]]:
        """A new game, played on up to the first choice. BadOption for another number of seats."""
        fewest, most = self.seats
        if not fewest <= seats <= most:
            raise BadOption(f"Flandern is for {fewest} to {most} seats, not for {seats}")
        return rules.start(seats, options, self.box, chance)

    def asks(self, state: State) -> tuple[Ask, ...]:
        return rules.asks(state, boxes.of(state.box))

    def play(self, state: State, seat: int, move: Move, chance: Chance) -> list[Event]:
        return rules.play(state, boxes.of(state.box), seat, move, chance)

    def close(self, state: State, chance: Chance) -> list[Event]:
        return rules.close(state, boxes.of(state.box), chance)

    def chosen(self, state: State) -> tuple[int, ...]:
        return rules.chosen(state)

    def redraw(self, state: State, chance: Chance) -> None:
        views.redraw(state, boxes.of(state.box), chance)

    def over(self, state: State) -> bool:
        return state.over

    def round(self, state: State) -> int:
        return max(1, state.round)

    def pace(self, seats: int) -> tuple[int, int]:
        """Rounds, and answers one after the other: a choice that all make at once, then those who cannot attach."""
        return (24, 24 * 4) if seats == 2 else (25, 25 * (1 + seats // 2))

    def scoresheet(self, state: State) -> Scoresheet:
        return scoring.scoresheet(state, boxes.of(state.box))

    # --- states and views -----------------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> State:
        return views.view(state, seat)

    def imagine(self, view: State, rng: Random) -> State:
        return views.imagine(view, boxes.of(view.box), rng)

    def copy(self, state: State) -> State:
        return state.copy()

    def dump(self, state: State) -> Json:
        return states.dump(state)

    def load(self, data: Json) -> State:
        """The state of a dump; BadDeck when its box is not known here."""
        state = states.load(data)
        boxes.of(state.box)
        return state

    def read_position(self, data: Json) -> State:
        """A state from a position file, played on up to the first choice. BadPosition names what is impossible."""
        return position_reader.read_position(data, self.box)

    def write_position(self, state: State) -> Json:
        return writer.write_position(state, boxes.of(state.box))

    def evaluate(self, view: State, seat: int) -> float:
        return evaluation.evaluate(view, boxes.of(view.box), seat)

    # --- notation -------------------------------------------------------------------------------

    def reads(self, text: str) -> bool:
        return parser.reads(text, self.box)

    def read(self, text: str, view: State, decision: Decision | None, seat: int) -> Move:
        box = boxes.of(view.box)
        move = parser.read(text, box, decision)
        return move if decision is None else self.as_now(move, view, decision)

    def numbered(self, decision: Decision) -> tuple[Move, ...]:
        """The areas of the town that is set up: which town that is, a number does not say."""
        return decision.moves if decision.kind == "setup" else ()

    def why_not(self, view: State, seat: int, move: Move) -> str:
        return reasons.why_not(view, boxes.of(view.box), seat, move)

    def facts(self, view: State) -> dict[str, int]:
        """Free spaces of each open town, pieces and cards left, the reader's own cards and points."""
        box = boxes.of(view.box)
        found = {f"free {box.town_id[number]}": len(town.free(box)) for number, town in view.open_towns()}
        found |= {"sites": view.sites, "golden cards": len(view.pile), "round number": view.round}
        if view.viewer is not None:
            own = view.seats[view.viewer]
            found |= {"influence cards": own.influence, "hand": len(own.hand), "points": view.points()[own.guild]}
        return found

    def fact(self, name: str) -> str:
        return facts.fact(name)

    def fact_is(self, name: str, number: int, how: Callable[[str], str] = str) -> str:
        return facts.fact_is(name, number, how)

    def seat_word(self, number: int) -> str:
        return naming.coat_of(number)

    # --- choices that need no mail --------------------------------------------------------------

    def read_rule(self, text: str) -> Rule:
        raise UnreadableOrder(text, say("Flandern has no standing orders: every choice is its own"))

    def prefer(self, view: State, decision: Decision, rules: Mapping[str, str]) -> Move | None:
        return None

    # --- what orders and plans need to know -------------------------------------------------------

    def as_now(self, move: Move, view: State, decision: Decision) -> Move:
        action = rules.open_action(view, decision.seat)
        return meaning.as_now(move, view, boxes.of(view.box), decision, action)

    def belongs(self, move: Move, decision: Decision, view: State) -> bool:
        """As everywhere; and `choose influence` when that card has been turned up by itself."""
        come = move == INFLUENCE_CARD and move in decision.unasked
        return come or super().belongs(move, decision, view)

    def lapses(self, move: Move, view: State) -> bool:
        """Whether a move was attached to a choice, and so is for that round only."""
        return move.verb in (*ACTS, "gold") and not view.pair

    def reveals(self, events: Sequence[Event], seat: int) -> bool:
        """Choices opened, a golden card drawn, shown or carried out, a card turned up. The own choice was known."""
        shows = ("revealed", "drew", "golden card", "keeps influence", "turned up", "shuffled")
        return any(event.kind in shows or event.data.get("gold") for event in events)

    def never(self, view: State, seat: int, move: Move) -> str:
        return reasons.never(view, boxes.of(view.box), seat, move)

    # --- words and pictures ---------------------------------------------------------------------

    @property
    def deck_holds(self) -> str:
        return say("towns and areas")

    def tell(self, event: Event, names: Sequence[str], reader: int | None) -> str:
        return telling.tell(event, names, reader)

    def replaced(self, events: Sequence[Event]) -> list[Event]:
        """Sealed choices, and takings back, behind which the seat chose again before the cards were shown."""
        found: list[Event] = []
        decided: set[int] = set()
        for event in reversed(events):
            if event.kind == "revealed":
                decided.clear()
            elif event.kind in ("choice", "reconsiders"):
                seat = event.data["seat"]
                if seat in decided:
                    found.append(event)
                decided.add(seat)
        return found

    def headline(self, view: State, decision: Decision) -> str:
        return asking.headline(view, decision)

    def course(self, view: State, decision: Decision, names: Sequence[str]) -> str:
        return asking.course(view, decision, names)

    def say(self, move: Move, view: State, seat: int) -> str:
        return asking.clause(move, view, seat)

    def menu(self, view: State, decision: Decision) -> tuple[Group, ...]:
        return asking.menu(view, decision)

    def sections(
        self, view: State, decision: Decision | None, names: Sequence[str], rules: Mapping[str, str], seat: int | None
    ) -> tuple[Section, ...]:
        return letter.sections(view, decision, names, seat)

    def picture(self, view: State, names: Sequence[str], seat: int | None) -> Scene:
        return pictures.picture(view, names, seat)

    def plates(self) -> tuple[Plate, ...]:
        return rule_plates.plates(*map(self.read_position, examples(Path(__file__).parent)))

    def describe(self, view: State, names: Sequence[str], seat: int | None) -> str:
        return describing.describe(view, names, seat)


GAME = Flandern()
