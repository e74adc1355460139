"""La Venise du Nord: the rules of the game, its notation and its words, for 2 to 4 seats. `GAME` is what is played.

Seven rooms beside `state`: `rules` plays, `data` holds what is printed, `orders` reads what players write, `positions`
reads and writes position files, `picture` draws, `words` says, `bot` judges positions. Other games have the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar

from engine.decisions import Ask, Decision, Group, Move
from engine.events import Event, Json
from engine.game import Game, Rule, Scoresheet, Section
from engine.orders.talk.spoken import Spoken
from engine.pictures.plates import Plate, examples
from engine.pictures.scene import Scene
from engine.refusals import BadOption, BadPosition
from engine.venise import state as states
from engine.venise.bot import evaluate as evaluation
from engine.venise.orders import parser, reasons, standing
from engine.venise.orders.grammar import GRAMMAR
from engine.venise.orders.reasons import KINDS
from engine.venise.picture import describe as describing
from engine.venise.picture import picture as pictures
from engine.venise.picture import plates as rule_plates
from engine.venise.positions import reader as position_reader
from engine.venise.positions import writer
from engine.venise.rules import forced, rules, scoring, turns, variants
from engine.venise.rules import view as views
from engine.venise.rules.builders import USE
from engine.venise.rules.context import Context
from engine.venise.rules.cubes import STOCK
from engine.venise.rules.rules import CHOICES
from engine.venise.rules.tasks import Turn
from engine.venise.state import State
from engine.venise.words import doing, facts, letter, offers, story, telling
from engine.venise.words import standing as standing_words
from engine.venise.words.figures import figures

if TYPE_CHECKING:
    from engine.chance import Chance

FOLLOWING = ("take", "keep", "none", "lay", "discard", "pay")  # behind a move
OPENINGS = ("move", "recall", "keep", "none", "use", "put")  # verbs with which a turn can begin


class Venise(Game[State]):
    """The game; its cards and layouts come from one data file."""

    slug = "venise"
    name = "La Venise du Nord"
    rules = 1
    seats = (2, 4)
    options = variants.OPTIONS
    default_rules = standing.DEFAULTS
    condition = "gold 3"
    first_told = ("moved", "sold", "exported", "bridge", "produced", "built", "last round", "tile placed")
    unordered: ClassVar[Mapping[str, bool]] = {"turn": True, "round ends": True, "round begins": True}

    # --- play -----------------------------------------------------------------------------------

    def start(self, seats: int, options: Mapping[str, Json], chance: Chance) -> tuple[State, list[Event]]:
        """A new game, set up to the first choice. BadOption for another number of seats or an unknown layout."""
        fewest, most = self.seats
        if not fewest <= seats <= most:
            raise BadOption(f"{self.name} is for {fewest} to {most} seats, not for {seats}")
        chosen = {option.name: options.get(option.name, option.default) for option in self.options}
        for option in self.options:
            if chosen[option.name] not in option.choices:
                raise BadOption(f"option {option.name} of {self.name} cannot be {chosen[option.name]!r}")
        return rules.start(seats, str(chosen["layout"]), int(chosen["round_cap"]), chance)

    def asks(self, state: State) -> tuple[Ask, ...]:
        return rules.asks(state)

    def play(self, state: State, seat: int, move: Move, chance: Chance) -> list[Event]:
        return rules.play(state, seat, move, chance)

    def redraw(self, state: State, chance: Chance) -> None:
        views.redraw(state, chance)

    def over(self, state: State) -> bool:
        return state.over

    def round(self, state: State) -> int:
        """Counted from 1, also while the table is being set up."""
        return max(1, state.round)

    def scoresheet(self, state: State) -> Scoresheet:
        return scoring.scoresheet(state)

    def pace(self, seats: int) -> tuple[int, int]:
        return 15, 25 * seats

    # --- states and views -----------------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> State:
        return views.view(state, seat)

    def imagine(self, view: State, rng: Random) -> State:
        return views.imagine(view, rng)

    def copy(self, state: State) -> State:
        return state.copy()

    def dump(self, state: State) -> Json:
        return states.dump(state)

    def load(self, data: Json) -> State:
        return states.load(data)

    def read_position(self, data: Json) -> State:
        """A state from a position file, played on up to the first choice.

        BadPosition, also when dice would have to be thrown before anybody has a choice.
        """
        state = position_reader.read_position(data)
        context = Context(state)
        if state.agenda and isinstance(top := state.agenda[-1], Turn) and not turns.turn_moves(context, top):
            raise BadPosition("now, dice: allow no move, so they would be thrown again; name others")
        rules.AGENDA.run(context)
        return state

    def write_position(self, state: State) -> Json:
        return writer.write_position(state)

    def evaluate(self, view: State, seat: int) -> float:
        return evaluation.evaluate(view, seat)

    # --- notation -------------------------------------------------------------------------------

    def reads(self, text: str) -> bool:
        return parser.reads(text)

    def expand(self, text: str) -> tuple[str, ...]:
        return parser.expand(text)

    def read(self, text: str, view: State, decision: Decision | None, seat: int) -> Move:
        return parser.read(text, view, decision, seat)

    def numbered(self, decision: Decision) -> tuple[Move, ...]:
        return parser.numbered(decision)

    def why_not(self, view: State, seat: int, move: Move) -> str:
        return reasons.why_not(view, seat, move)

    def facts(self, view: State) -> dict[str, int]:
        return standing.facts(view)

    def fact(self, name: str) -> str:
        return facts.fact(name)

    def fact_is(self, name: str, number: int, how: Callable[[str], str] = str) -> str:
        return facts.fact_is(name, number, how)

    # --- choices that need no mail --------------------------------------------------------------

    def read_rule(self, text: str) -> Rule:
        return standing.read_rule(text)

    def prefer(self, view: State, decision: Decision, rules: Mapping[str, str]) -> Move | None:
        return standing.prefer(view, decision, rules)

    def explain(self, topic: str) -> tuple[str, ...]:
        return standing_words.explained(topic)

    # --- what orders and plans need to know -------------------------------------------------------

    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {
        kind: tuple(verb for verb in GRAMMAR.forms if kind in KINDS[verb])
        for kind in (choice.task.name for choice in CHOICES)
    }
    openers = (*GRAMMAR.forms, *standing.TOPICS)
    little = GRAMMAR.little
    spoken = Spoken(Path(__file__).parent / "orders" / "said", ("move", "put"), whole=parser.whole)
    single = ("boat", "burgher", "recall")
    also_ordered = ("lay",)

    def belongs(self, move: Move, decision: Decision, view: State) -> bool:
        """A Master Builder answers another question than the turn only where it can work; else its time comes later."""
        if move.verb == USE and decision.kind not in ("turn", "finish"):
            return move in decision.moves
        return super().belongs(move, decision, view)

    def done(self, view: State, decision: Decision) -> bool:
        """Whether the turn has come to its end: the Burgher has moved and nothing can be built or made any more."""
        return decision.kind == "finish" and not turns.has_work(view, decision.seat)

    def opens(self, move: Move) -> bool:
        """Only what a turn can begin with may be meant for a turn to come."""
        return move.verb in OPENINGS and not (move.verb == "put" and move[-1] == STOCK)

    def premature(self, move: Move, decision: Decision) -> bool:
        """Whether an order is for what only a move leads to, or for a gift while none waits."""
        return decision.kind in ("turn", "keep") and move.verb in FOLLOWING and decision.kind not in KINDS[move.verb]

    def as_now(self, move: Move, view: State, decision: Decision) -> Move:
        """With what only the position of its turn makes plain: where the Boat goes, how many are sold at a Port."""
        return parser.as_now(parser.shortened(move, view, decision.moves), decision.moves)

    def by_itself(self, view: State, seat: int) -> tuple[tuple[str, Move], ...]:
        """The choices that had but one answer: cubes that find one place only, or a bridge paid with the last cube."""
        return forced.by_itself(view, seat)

    def already(self, move: Move, view: State, seat: int) -> bool:
        """Whether it has been done for the seat, or a part of it, or works without being told."""
        return forced.already(move, view, seat)

    def reveals(self, events: Sequence[Event], seat: int) -> bool:
        """Cards drawn were hidden from everybody."""
        return any(event.kind == "drew" for event in events)

    def disturbs(self, events: Sequence[Event], seat: int) -> bool:
        """Whether another player drove out a die of this seat or tore down a bridge of it."""
        return any(_harms(event, seat) for event in events)

    # --- words and pictures ---------------------------------------------------------------------

    def tell(self, event: Event, names: Sequence[str], reader: int | None) -> str:
        return telling.tell(event, names, reader)

    def recount(self, events: Iterable[Event], names: Sequence[str], reader: int | None) -> list[str]:
        return story.recount(events, names, reader)

    def headline(self, view: State, decision: Decision) -> str:
        return doing.headline(view, decision)

    def course(self, view: State, decision: Decision, names: Sequence[str]) -> str:
        return doing.course(view, decision, names)

    def say(self, move: Move, view: State, seat: int) -> str:
        return doing.meaning(move, view, seat)

    def menu(self, view: State, decision: Decision) -> tuple[Group, ...]:
        return offers.menu(view, decision)

    def sections(
        self, view: State, decision: Decision | None, names: Sequence[str], rules: Mapping[str, str], seat: int | None
    ) -> tuple[Section, ...]:
        return letter.sections(view, decision, names, rules, seat)

    def plates(self) -> tuple[Plate, ...]:
        return rule_plates.plates(*map(self.read_position, examples(Path(__file__).parent)))

    def describe(self, view: State, names: Sequence[str], seat: int | None) -> str:
        return describing.describe(view, names, seat, describing.seats_asked(view))

    def figures(self) -> Mapping[str, object]:
        return figures()

    def picture(self, view: State, names: Sequence[str], seat: int | None) -> Scene:
        return pictures.picture(view, names, seat)


def _harms(event: Event, seat: int) -> bool:
    if event.kind == "moved":
        out = event.data["out"]
        return bool(out) and out["seat"] == seat != event.data["seat"]
    return event.kind == "bridge" and event.data["torn"] == seat


GAME = Venise()
