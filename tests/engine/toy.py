"""Pebbles, a game for tests only: small, but with every kind of choice that the engine's contract knows.

Each round: all bid in secret (sealed; a bid may be withdrawn); then each seat is offered a point for two stones
(`skip` does nothing) and has a turn: take stones, show a card, draw one, or hit the others, who each lose a
stone or a card, out of turn and all at once. Two persons may be used once a round: the well gives a stone and
acts by itself, the lamp turns a stone into a point. A turn ends by `end`, which is there only after its main
action. Hands are hidden. Under the second version of the rules, which some matches began with, the well gave three.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import ClassVar

from engine.chance import Chance
from engine.decisions import Ask, Decision, Group, Move
from engine.events import Event, Json
from engine.game import Game, Option, Paragraph, Rule, Scoresheet, Section
from engine.language import typed
from engine.match.match import Match
from engine.pictures.scene import Scene, Text
from engine.refusals import AmbiguousOrder, BadPosition, UnreadableOrder
from engine.registry import games

CARDS = ("ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay", "koi", "lynx", "magpie", "magot", "owl")
HIDDEN = -1
PERSONS = ("well", "lamp")


@dataclass
class Seat:
    points: int = 0
    stones: int = 2
    hand: list[int] = field(default_factory=list)
    used: list[str] = field(default_factory=list)


@dataclass
class State:
    seats: list[Seat]
    deck: list[int]
    heap: int
    rounds: int
    round: int = 1
    phase: str = "bid"  # bid, offer, turn, over
    turn: int = 0  # whose offer or turn
    acted: bool = False  # the main action of this turn is done
    bids: list[int | None] = field(default_factory=list)
    losses: list[int] = field(default_factory=list)  # seats that must still lose something
    hitter: int = -1
    viewer: int | None = None  # in a view: whose it is


class Pebbles(Game[State]):
    slug = "pebbles"
    name = "Pebbles"
    rules = 3
    earlier = (2,)
    seats = (2, 4)
    options = (Option("rounds", (3, 1, 2, 400), "how many rounds"), Option("cards", (2, 0), "dealt to each"))
    default_rules = (Rule("offer", "skip"), Rule("loss", "ask"), Rule("bid", "ask"))
    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "bid": ("bid",),
        "offer": ("buy", "skip"),
        "turn": ("take", "show", "draw", "hit", "use", "end"),
        "loss": ("lose",),
    }
    single = ("bid",)
    brief = ("turn",)
    reopening = Move.of("withdraw")

    def figures(self) -> Mapping[str, object]:
        return {"well": self._well()}

    def _well(self) -> int:
        """The number of stones that the well gives."""
        return 1 if self.rules > 2 else 3

    # --- play -----------------------------------------------------------------------------------

    def start(self, seats: int, options: Mapping[str, Json], chance: Chance) -> tuple[State, list[Event]]:
        deck = chance.shuffle("deck", len(CARDS))
        hands = [[deck.pop() for _ in range(options["cards"])] for _ in range(seats)]
        heap = 10 + chance.below("heap", 5)
        state = State([Seat(hand=hand) for hand in hands], deck, heap, options["rounds"], bids=[None] * seats)
        events = [Event("begins", {"heap": heap})]
        events += [Event("hand", {"seat": at, "cards": [CARDS[c] for c in h]}, (at,)) for at, h in enumerate(hands)]
        return state, events

    def asks(self, state: State) -> tuple[Ask, ...]:
        if state.phase == "over":
            return ()
        if state.losses:
            return tuple(self._loss(state, seat) for seat in state.losses)
        if state.phase == "bid":
            bids = (Move.of("bid 0"), Move.of("bid 1"), Move.of("bid 2"))
            everybody = range(len(state.seats))
            return tuple(
                Ask(
                    seat,
                    "bid",
                    f"round {state.round} bid",
                    bids,
                    "your bid",
                    sealed=True,
                    unasked=() if state.bids[seat] is None else (Move.of("withdraw"),),
                )
                for seat in everybody
            )
        occasion = f"round {state.round} {state.phase} {state.turn}"
        if state.phase == "offer":
            skip = Move.of("skip")
            return (Ask(state.turn, "offer", occasion, (Move.of("buy"), skip), "a point for 2?", passing=skip),)
        moves = tuple(self._turn_moves(state))
        passing = Move.of("end") if state.acted else None
        return (Ask(state.turn, "turn", occasion, moves, f"turn of round {state.round}", passing=passing),)

    def _loss(self, state: State, seat: int) -> Ask:
        own = state.seats[seat]
        moves = [Move.of("lose stone")] if own.stones else []
        moves += [Move.of(f"lose {CARDS[card] if card >= 0 else 'card'}") for card in own.hand]
        return Ask(seat, "loss", f"round {state.round} turn {state.turn} hit", tuple(moves), "what do you lose?")

    def _turn_moves(self, state: State) -> list[Move]:
        own = state.seats[state.turn]
        moves = []
        if not state.acted:
            moves += [Move.of(f"take {n}") for n in (1, 2, 3) if n <= max(state.heap, 1)]
            moves += [Move.of(f"show {CARDS[card]}") for card in own.hand if card >= 0]
            moves += [Move.of("draw")] if state.deck else []
            moves += [Move.of("hit")]
        moves += [Move.of("use well")] if "well" not in own.used else []
        moves += [Move.of("use lamp")] if "lamp" not in own.used and own.stones else []
        return [*moves, Move.of("end")] if state.acted else moves

    def play(self, state: State, seat: int, move: Move, chance: Chance) -> list[Event]:
        own = state.seats[seat]
        argument = " ".join(move[1:])
        match move.verb:
            case "bid":
                changed = state.bids[seat] is not None
                state.bids[seat] = int(argument)
                return [Event("has bid", {"seat": seat, "changed": changed})]
            case "withdraw":
                state.bids[seat] = None
                return [Event("has withdrawn", {"seat": seat})]
            case "buy" | "skip":
                return self._offered(state, own, move.verb)
            case "lose":
                return [*self._lose(state, seat, argument), *self._end_if_nothing_left(state)]
            case "use":
                return [*self._use(own, seat, argument), *self._end_if_nothing_left(state)]
            case "end":
                return self._next(state)
        return [*self._act(state, seat, move.verb, argument, chance), *self._end_if_nothing_left(state)]

    def _act(self, state: State, seat: int, verb: str, argument: str, chance: Chance) -> list[Event]:
        own, state.acted = state.seats[seat], True
        if verb == "take":
            taken = min(int(argument), state.heap)
            own.stones, state.heap = own.stones + taken, state.heap - taken
            return [Event("took", {"seat": seat, "stones": taken})]
        if verb == "show":
            card = CARDS.index(argument)
            own.hand.remove(card)
            own.points += 1 + card % 3
            return [Event("showed", {"seat": seat, "card": argument, "points": 1 + card % 3})]
        if verb == "draw":
            own.hand.append(state.deck.pop())
            return [
                Event("drew", {"seat": seat}),
                Event("hand", {"seat": seat, "cards": [CARDS[own.hand[-1]]]}, (seat,)),
            ]
        state.hitter = seat
        others = [other for other in range(len(state.seats)) if other != seat]
        events = [Event("hit", {"seat": seat})]
        for other in others:
            theirs = state.seats[other]
            if (theirs.stones and theirs.hand) or len(theirs.hand) > 1:
                state.losses.append(other)
            elif theirs.stones or theirs.hand:  # nothing to choose
                only = CARDS[theirs.hand[0]] if theirs.hand else "stone"
                events += self._lose(state, other, only)
        return events

    def _lose(self, state: State, seat: int, what: str) -> list[Event]:
        own = state.seats[seat]
        if what == "stone":
            own.stones -= 1
        else:
            own.hand.remove(CARDS.index(what))
        if seat in state.losses:
            state.losses.remove(seat)
        return [Event("lost", {"seat": seat, "what": what, "by": state.hitter})]

    def _use(self, own: Seat, seat: int, person: str) -> list[Event]:
        own.used.append(person)
        if person == "well":
            own.stones += self._well()
        else:
            own.stones, own.points = own.stones - 1, own.points + 1
        return [Event("used", {"seat": seat, "person": person})]

    def _offered(self, state: State, own: Seat, verb: str) -> list[Event]:
        state.phase = "turn"
        if verb == "skip":
            return [Event("skipped", {"seat": state.turn})]
        own.stones, own.points = own.stones - 2, own.points + 1
        return [Event("bought", {"seat": state.turn})]

    def _end_if_nothing_left(self, state: State) -> list[Event]:
        if state.phase != "turn" or not state.acted or state.losses:
            return []
        return self._next(state) if len(self._turn_moves(state)) == 1 else []

    def _next(self, state: State) -> list[Event]:
        """The next seat is offered its point; one that cannot pay goes straight to its turn."""
        state.acted, state.turn = False, state.turn + 1
        if state.turn < len(state.seats):
            state.phase = "offer" if state.seats[state.turn].stones >= 2 else "turn"
            return []
        state.turn, state.phase = 0, "bid"
        state.bids = [None] * len(state.seats)
        state.round += 1
        for own in state.seats:
            own.used = []
        if state.round <= state.rounds:
            return [Event("round", {"round": state.round})]
        state.round, state.phase = state.rounds, "over"
        return [Event("ends", {"points": [own.points for own in state.seats]})]

    def redraw(self, state: State, chance: Chance) -> None:
        unseen = sorted(state.deck)
        state.deck = [unseen[place] for place in chance.shuffle("unseen", len(unseen))]

    def chosen(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat, bid in enumerate(state.bids) if bid is not None) if state.phase == "bid" else ()

    def close(self, state: State, chance: Chance) -> list[Event]:
        best = max(bid or 0 for bid in state.bids)
        winners = [seat for seat, bid in enumerate(state.bids) if bid == best]
        state.seats[winners[chance.below(f"round {state.round} bid", len(winners))]].points += 1
        events = [Event("bids", {"bids": list(state.bids)})]
        state.turn, state.phase = 0, "offer" if state.seats[0].stones >= 2 else "turn"
        return events

    def over(self, state: State) -> bool:
        return state.phase == "over"

    def round(self, state: State) -> int:
        return state.round

    def scoresheet(self, state: State) -> Scoresheet:
        totals = tuple(own.points for own in state.seats)
        stones = tuple(own.stones for own in state.seats)
        scores = list(zip(totals, stones, strict=True))
        ranks = tuple(1 + sum(other > mine for other in scores) for mine in scores)
        return Scoresheet((("points", totals),), totals, ("stones", stones), ranks)

    # --- states and views -----------------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> State:
        view = self.copy(state)
        view.deck, view.viewer = [HIDDEN] * len(state.deck), seat
        for at, own in enumerate(view.seats):
            if at != seat:
                own.hand = [HIDDEN] * len(own.hand)
                view.bids[at] = None if view.bids[at] is None else HIDDEN
        return view

    def imagine(self, view: State, rng: Random) -> State:
        state = self.copy(view)
        state.viewer = None
        seen = {card for own in view.seats for card in own.hand if card >= 0}
        unseen = [card for card in range(len(CARDS)) if card not in seen]
        rng.shuffle(unseen)
        for own in state.seats:
            own.hand = [card if card >= 0 else unseen.pop() for card in own.hand]
        state.deck = [unseen.pop() for _ in state.deck]
        state.bids = [rng.randrange(3) if bid == HIDDEN else bid for bid in state.bids]
        return state

    def copy(self, state: State) -> State:
        return copy.deepcopy(state)

    def dump(self, state: State) -> Json:
        return asdict(state)

    def load(self, data: Json) -> State:
        return State(**{**copy.deepcopy(data), "seats": [Seat(**copy.deepcopy(own)) for own in data["seats"]]})

    def read_position(self, data: Json) -> State:
        if any(own["stones"] < 0 for own in data["state"]["seats"]):
            raise BadPosition("a seat has fewer than no stones")
        return self.load(data["state"])

    def write_position(self, state: State) -> Json:
        return {"game": self.slug, "state": self.dump(state)}

    def evaluate(self, view: State, seat: int) -> float:
        return 3 * view.seats[seat].points + view.seats[seat].stones + 0.5 * len(view.seats[seat].hand)

    # --- notation -------------------------------------------------------------------------------

    def reads(self, text: str) -> bool:
        try:
            return bool(self._move(typed.words(text, forgiving=False), text))
        except (UnreadableOrder, AmbiguousOrder):
            return False

    def read(self, text: str, view: State, decision: Decision | None, seat: int) -> Move:
        said = typed.words(text)
        if decision and len(said) == 1 and said[0].isdecimal() and 0 < int(said[0]) <= len(decision.moves):
            return decision.moves[int(said[0]) - 1]
        return self._move(said, text)

    def _move(self, said: tuple[str, ...], text: str) -> Move:
        arguments: dict[str, tuple[str, ...]] = {
            "bid": ("0", "1", "2"), "take": ("1", "2", "3"), "show": CARDS, "use": PERSONS,
            "lose": ("stone", *CARDS), "buy": (), "skip": (), "draw": (), "hit": (), "end": (),
        }  # fmt: skip
        verb = self._one(said[0] if said else "", tuple(arguments), text)
        if len(said) != 1 + bool(arguments[verb]):
            near = tuple(f"{verb} {word}" for word in arguments[verb][:3]) or (verb,)
            raise UnreadableOrder(text, f"{verb} goes with {'one word' if arguments[verb] else 'nothing'}", near)
        return Move((verb, *(self._one(word, arguments[verb], text) for word in said[1:])))

    def _one(self, word: str, choices: tuple[str, ...], text: str) -> str:
        found = typed.complete(word, choices)
        if len(found) > 1:
            raise AmbiguousOrder(text, f"{word} can be {' or '.join(found)}", found)
        if not found:
            raise UnreadableOrder(text, f"{word} is no word of this game")
        return found[0]

    def why_not(self, view: State, seat: int, move: Move) -> str:
        if move.verb == "show":
            return f"you do not hold the {move[1]}"
        if move.verb == "use":
            return f"the {move[1]} has nothing to do for you now"
        return ""

    def facts(self, view: State) -> dict[str, int]:
        own = view.seats[view.viewer or 0]
        return {"stones": own.stones, "points": own.points, "heap": view.heap, "round number": view.round}

    # --- choices that need no mail --------------------------------------------------------------

    def read_rule(self, text: str) -> Rule:
        topic, _, rest = text.partition(" ")
        allowed = {"offer": ("buy", "skip", "ask"), "loss": ("stone", "card", "ask"), "bid": ("0", "1", "2", "ask")}
        if rest not in allowed.get(topic, ()):
            raise UnreadableOrder(
                text, "no such rule", tuple(f"always {t} {w}" for t, ws in allowed.items() for w in ws[:1])
            )
        return Rule(topic, rest)

    def prefer(self, view: State, decision: Decision, rules: Mapping[str, str]) -> Move | None:
        wanted = rules.get(decision.kind, "ask")
        if decision.kind == "offer" and wanted != "ask":
            return Move.of(wanted)
        if decision.kind == "bid" and wanted != "ask":
            return Move.of(f"bid {wanted}")
        if decision.kind == "loss" and wanted != "ask":
            of_kind = [m for m in decision.moves if (m[1] == "stone") == (wanted == "stone")]
            return (of_kind or list(decision.moves))[0]
        return None

    def automatic(self, view: State, decision: Decision) -> tuple[Move, ...]:
        return tuple(move for move in decision.moves if move.text == "use well")

    def reveals(self, events: Sequence[Event], seat: int) -> bool:
        return any(event.kind in ("drew", "bids") for event in events)

    def disturbs(self, events: Sequence[Event], seat: int) -> bool:
        return any(
            event.kind in ("drew", "lost") and event.data["seat"] == seat and event.data.get("by") != seat
            for event in events
        )

    def alone(self, state: State, seat: int) -> bool:
        while state.phase in ("offer", "turn") and not state.losses and state.turn != seat:
            self._next(state)
        return state.phase in ("offer", "turn") and not state.losses

    # --- words and pictures ---------------------------------------------------------------------

    def tell(self, event: Event, names: Sequence[str], reader: int | None) -> str:
        return f"{event.kind}: {event.data}"

    def headline(self, view: State, decision: Decision) -> str:
        return decision.prompt.upper()

    def say(self, move: Move, view: State, seat: int) -> str:
        return f"you {move.text}"

    def menu(self, view: State, decision: Decision) -> tuple[Group, ...]:
        return (Group(decision.prompt, decision.moves),)

    def sections(
        self, view: State, decision: Decision | None, names: Sequence[str], rules: Mapping[str, str], seat: int | None
    ) -> tuple[Section, ...]:
        lines = tuple(Paragraph(f"{name}: {own.points} points") for name, own in zip(names, view.seats, strict=True))
        return (Section("table", "Table", lines),)

    def picture(self, view: State, names: Sequence[str], seat: int | None) -> Scene:
        return Scene(600, 100, (Text(10, 50, f"round {view.round}", 12, "#000000"),), "a heap of pebbles")


def secret(seed: int = 1) -> bytes:
    return Random(seed).randbytes(32)


def new_match(seats: int = 3, seed: int = 1, words: Sequence[str] = ("tulip", "", "rain"), **options: Json) -> Match:
    """A match at its first decisions: everybody bids."""
    return Match.start(GAME, seats, options, secret=secret(seed), words=words)


def bid_all(match: Match, bids: Sequence[int] = (0, 0, 0, 0)) -> Match:
    """Get the sealed bids behind us."""
    for decision in match.decisions:
        match.play(decision.seat, f"bid {bids[decision.seat]}")
    match.close(match.decisions[0].serial)
    return match


def at_turn(seats: int = 3, seed: int = 1, **options: Json) -> Match:
    """A match in which seat 0 has skipped its offer and has its turn of round 1."""
    match = bid_all(new_match(seats, seed, **options))
    match.play(0, "skip")
    return match


def asked(match: Match, seat: int) -> Decision:
    """The open decision of a seat that is asked something."""
    decision = match.decision(seat)
    assert decision is not None, f"seat {seat} is not asked"
    return decision


def play_out(match: Match, seed: int = 0, moves: int = 100_000) -> Match:
    """Random moves, to the end or so many of them."""
    rng = Random(seed)
    while not match.over and moves:
        waiting = match.waiting
        if not waiting:
            match.close(match.decisions[0].serial)
            continue
        decision = rng.choice(waiting)
        match.play(decision.seat, rng.choice(decision.moves))
        moves -= 1
    return match


GAME = Pebbles()
games.add(GAME)
