"""Nim, a draft: take stones from a heap; whoever takes the last one of all wins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random

from engine.chance import Chance
from engine.decisions import Ask, Decision, Group, Move
from engine.events import Event, Json
from engine.game import Game, Paragraph, Scoresheet, Section
from engine.language import typed
from engine.pictures.scene import Scene, Text
from engine.refusals import UnreadableOrder

HEAPS, FEWEST, LARGEST, MOST = 3, 3, 7, 3  # heaps, stones in each at the beginning, stones that a move takes
ORDER = re.compile(rf"take ([1-{MOST}]) (?:stones? )?from (?:heap )?([1-{HEAPS}])")


@dataclass(slots=True)
class State:
    """heaps: the stones in each. moves: made so far; the seats take turns."""

    heaps: list[int]
    seats: int
    moves: int = 0

    def legal(self) -> tuple[Move, ...]:
        """Every move, heap by heap."""
        ways = [(stones, at) for at, heap in enumerate(self.heaps, 1) for stones in range(1, min(MOST, heap) + 1)]
        return tuple(Move.of(f"take {stones} from {at}") for stones, at in ways)

    def take(self, move: Move) -> Event:
        """Carry out a move of the seat whose turn it is."""
        seat, stones, heap = self.moves % self.seats, int(move[1]), int(move[3])
        self.heaps[heap - 1] -= stones
        self.moves += 1
        return Event("takes", {"seat": seat, "stones": stones, "heap": heap})


class TheGame(Game[State]):
    """The rules, the orders and the words. Nothing is hidden: a view is a copy."""

    slug, name, rules, seats, draft = "nim", "Nim", 1, (2, 4), True
    openers = ("take",)

    def figures(self) -> Mapping[str, object]:
        return {"heaps": HEAPS, "fewest": FEWEST, "largest": LARGEST, "most": MOST}

    def start(self, seats: int, options: Mapping[str, Json], chance: Chance) -> tuple[State, list[Event]]:
        heaps = [FEWEST + chance.below(f"heap {number}", LARGEST - FEWEST + 1) for number in range(1, HEAPS + 1)]
        return State(heaps, seats), [Event("begins", {"heaps": list(heaps)})]

    def asks(self, state: State) -> tuple[Ask, ...]:
        asked = Ask(state.moves % state.seats, "turn", f"move {state.moves + 1}", state.legal(), "what you take")
        return () if self.over(state) else (asked,)

    def play(self, state: State, seat: int, move: Move, chance: Chance) -> list[Event]:
        events = [state.take(move)]
        while len(forced := state.legal()) == 1:
            events.append(state.take(forced[0]))
        return events

    def over(self, state: State) -> bool:
        return not any(state.heaps)

    def round(self, state: State) -> int:
        return 1 + (state.moves - self.over(state)) // state.seats

    def scoresheet(self, state: State) -> Scoresheet:
        winner = (state.moves - 1) % state.seats if self.over(state) else None
        points = tuple(int(seat == winner) for seat in range(state.seats))
        ranks = tuple(1 if winner in (None, seat) else 2 for seat in range(state.seats))
        return Scoresheet((("last stone", points),), points, ("", (0,) * state.seats), ranks)

    def view(self, state: State, seat: int | None) -> State:
        return self.copy(state)

    def imagine(self, view: State, rng: Random) -> State:
        return self.copy(view)

    def dump(self, state: State) -> Json:
        return asdict(state)

    def load(self, data: Json) -> State:
        return self.copy(State(**data))

    def evaluate(self, view: State, seat: int) -> float:
        return self.scoresheet(view).totals[seat] if self.over(view) else -len(view.legal())

    def reads(self, text: str) -> bool:
        return ORDER.fullmatch(typed.normalise(text)) is not None

    def read(self, text: str, view: State, decision: Decision | None, seat: int) -> Move:
        said = " ".join(typed.words(text))
        if decision and said.isdecimal() and 0 < int(said) <= len(decision.moves):
            return decision.moves[int(said) - 1]
        if not (found := ORDER.fullmatch(said)):
            raise UnreadableOrder(text, f"take 1 to {MOST} stones from a heap", ("take 2 from 1",))
        return Move.of(f"take {found[1]} from {found[2]}")

    def why_not(self, view: State, seat: int, move: Move) -> str:
        left = view.heaps[int(move[3]) - 1]
        return f"heap {move[3]} has no more than {left}" if int(move[1]) > left else ""

    def tell(self, event: Event, names: Sequence[str], reader: int | None) -> str:
        if event.kind == "begins":
            return "The heaps have " + ", ".join(map(str, event.data["heaps"])) + " stones."
        who = "You" if event.data["seat"] == reader else names[event.data["seat"]]
        return f"{who} took {event.data['stones']} from heap {event.data['heap']}."

    def headline(self, view: State, decision: Decision) -> str:
        return "Your turn"

    def say(self, move: Move, view: State, seat: int) -> str:
        return f"you take {move[1]} from heap {move[3]}"

    def menu(self, view: State, decision: Decision) -> tuple[Group, ...]:
        return (Group("Take stones", decision.moves),)

    def sections(
        self, view: State, decision: Decision | None, names: Sequence[str], rules: Mapping[str, str], seat: int | None
    ) -> tuple[Section, ...]:
        heaps = [Paragraph(f"Heap {number}: {heap}", "bullet") for number, heap in enumerate(view.heaps, 1)]
        offers = [Paragraph(f"[{move.text}]", "bullet", ((move.text, move.text),)) for move in view.legal()]
        how = (Section("how", "One of these", tuple(offers)),) if decision else ()
        return (*how, Section("table", "The heaps", tuple(heaps)))

    def picture(self, view: State, names: Sequence[str], seat: int | None) -> Scene:
        rows = [f"Heap {number}: {'o' * heap}" for number, heap in enumerate(view.heaps, 1)]
        shapes = (Text(20, 50 * at, words, 24, "#222222") for at, words in enumerate(rows, 1))
        return Scene(390, 170, tuple(shapes), ", ".join(rows))


GAME = TheGame()
