"""The rules as a whole: an agenda of matters, some a seat's choice, the others carried out at once.

`start` deals a game, `play` answers the choice of a seat; both go on until somebody has a real choice again.
Of the matters on top of the agenda losses may be open to several seats at once; else only the topmost is open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.bruges.data.board import load_board
from engine.bruges.data.cards import Cards
from engine.bruges.rules import afterthoughts, choices, draws, effects, losses, phases, turns
from engine.bruges.rules.context import Course
from engine.bruges.state import TURNS, Matter, Seat, State
from engine.bruges.words.speech import say
from engine.decisions import Ask, Move
from engine.events import Event
from engine.language.languages import to_say
from engine.refusals import NotYourDecision

if TYPE_CHECKING:
    from engine.chance import Chance

STACKS = 5
NOTHING_ASKED = to_say("nothing is asked of you at the moment")
MovesOf = Callable[[State, Cards, Matter], tuple[Move, ...]]


@dataclass(frozen=True, slots=True)
class Choice:
    """A matter that a seat decides: its legal moves, what answering does, the words of the question.

    passing  moves of which the one that is legal does nothing; it stands last
    unasked  what a rule answers instead of the seat; legal, never offered
    shared   may be open to several seats at once
    """

    moves: MovesOf
    answer: Callable[[Course, int, Matter, Move | None], None]
    prompt: str
    passing: tuple[Move, ...] = ()
    shared: bool = False
    unasked: tuple[Move, ...] = ()


CHOICES: dict[str, Choice] = {
    "draw": Choice(draws.draw_moves, draws.answer_draw, to_say("which pile to draw from"), (draws.NONE,)),
    "climb": Choice(
        phases.climb_moves,
        phases.answer_climb,
        to_say("one reputation step up"),
        (choices.STAY,),
        unasked=afterthoughts.FOR_NOW,
    ),
    "turn": Choice(turns.turn_moves, turns.answer_turn, "", (turns.END,)),
    "penalties": Choice(losses.penalties_moves, losses.answer_penalties, to_say("fire or plague first"), shared=True),
    "fire": Choice(losses.fire_moves, losses.answer_fire, to_say("what the fire takes"), shared=True),
    "plague": Choice(losses.plague_moves, losses.answer_plague, to_say("whom the plague takes"), shared=True),
    "workers": Choice(losses.give_moves, losses.answer_workers, to_say("which worker goes"), shared=True),
    "canal": Choice(losses.canal_moves, losses.answer_canal, to_say("which canal token goes"), shared=True),
    "threat": Choice(losses.threat_moves, losses.answer_threat, to_say("which threat comes"), shared=True),
    "take": Choice(choices.take_moves, choices.answer_take, to_say("which worker comes")),
    "pay": Choice(choices.pay_moves, choices.answer_pay, to_say("which worker pays")),
    "mason": Choice(choices.mason_moves, choices.answer_mason, to_say("which worker builds")),
    "remove": Choice(choices.remove_moves, choices.answer_remove, to_say("which threat goes")),
    "ward": Choice(choices.ward_moves, choices.answer_ward, to_say("which threat goes")),
    "dig": Choice(choices.dig_moves, choices.answer_dig, to_say("where to dig"), (draws.NONE,)),
    "advance": Choice(choices.advance_moves, choices.answer_advance, to_say("one reputation step up"), (choices.STAY,)),
    "exchange": Choice(choices.exchange_moves, choices.answer_exchange, to_say("whether to exchange"), (draws.NONE,)),
    "discard": Choice(choices.discard_moves, choices.answer_discard, to_say("which card to put away")),
    "settle": Choice(choices.settle_moves, choices.answer_settle, to_say("which card becomes a house"), (draws.NONE,)),
    "recruit": Choice(choices.recruit_moves, choices.answer_recruit, to_say("who moves in"), (draws.NONE,)),
}
AUTOMATIC: dict[str, Callable[[Course, Matter], None]] = {
    "round": phases.begin_round,
    "refill": phases.refill,
    "dice": phases.throw,
    "deal": phases.deal,
    "climbs": phases.climbs,
    "turns": phases.turns,
    "majorities": phases.majorities,
    "do": effects.do,
}


# --- beginning -------------------------------------------------------------------------------------------


def start(
    seats: int, cards: Cards, chance: Chance, *, by_colour: bool = False, late_steps: bool = False
) -> tuple[State, list[Event]]:
    """A new game for 2 to 4 seats, played on up to the first choice. by_colour: with five draw piles, one a colour."""
    state = deal_out(seats, cards, chance, by_colour=by_colour)
    state.late_steps = late_steps
    course = Course(state, cards, chance)
    course.tell("game begins", start=state.start)
    course.push(("round",))
    run(course)
    return state, course.told


def deal_out(seats: int, cards: Cards, chance: Chance, *, by_colour: bool = False) -> State:
    """The set-up: all cards shuffled and cut in five, one stack a seat shuffled together and split in the piles."""
    deck = chance.shuffle("cards", len(cards))
    cut = len(deck) * seats // STACKS
    played = [deck[place] for place in chance.shuffle("piles", cut)]
    half = (len(played) + 1) // 2
    return State(
        deck=cards.digest,
        seats=[Seat() for _ in range(seats)],
        tracks=chance.shuffle("guard houses", 4)[:seats],
        piles=draws.by_colours(cards, played) if by_colour else [played[:half], played[half:]],
        extra=deck[cut:],
        discard=[],
        statues=list(load_board().statues),
        start=chance.below("start player", seats),
    )


# --- going on ----------------------------------------------------------------------------------------------


def run(course: Course) -> None:
    """Carry out whatever leaves no choice, until a choice is open or the game is over."""
    agenda = course.state.agenda
    while agenda:
        if agenda[-1][0] in AUTOMATIC:
            matter = agenda.pop()
            AUTOMATIC[matter[0]](course, matter)
        elif not _settle_forced(course):
            return


def _settle_forced(course: Course) -> bool:
    """Answer one open choice that has fewer than two moves; False when all are real."""
    state, cards = course.state, course.cards
    for index in open_matters(state):
        matter = state.agenda[index]
        choice = CHOICES[matter[0]]
        moves: tuple[Move, ...] = ()
        if matter[0] != "turn":
            moves = choice.moves(state, cards, matter)
        elif turns.turn_open(state, cards, matter):
            continue
        if len(moves) < 2:
            choice.answer(course, index, matter, moves[0] if moves else None)
            return True
    return False


def open_matters(state: State) -> list[int]:
    """Where on the agenda the choices stand that are open now, at most one a seat, the first to be made first."""
    agenda = state.agenda
    top = len(agenda) - 1
    if top < 0:
        return []
    if not CHOICES[agenda[top][0]].shared:
        return [top]
    found: dict[int, int] = {}
    for index in range(top, -1, -1):
        name = agenda[index][0]
        if name not in CHOICES or not CHOICES[name].shared:
            break
        found.setdefault(agenda[index][1], index)
    return list(found.values())


def seats_asked(state: State) -> set[int]:
    """Who has a choice to make now."""
    return {state.agenda[index][1] for index in open_matters(state)}


def asks(state: State, cards: Cards) -> tuple[Ask, ...]:
    """What is open now."""
    return tuple(_ask(state, cards, state.agenda[index]) for index in open_matters(state))


def _ask(state: State, cards: Cards, matter: Matter) -> Ask:
    name, number = matter[0], matter[1]
    choice = CHOICES[name]
    moves = choice.moves(state, cards, matter)
    passing = moves[-1] if moves[-1] in choice.passing else None
    prompt = f"card {card_turn(state)} of {TURNS}" if name == "turn" else choice.prompt
    return Ask(number, name, occasion(state, matter), moves, prompt, passing=passing, unasked=choice.unasked)


def occasion(state: State, matter: Matter) -> str:
    """When something is asked: a turn with all its inner choices is one occasion, an attack on others another."""
    if CHOICES[matter[0]].shared and state.phase == 3:
        return f"round {state.round} turn {state.turn + 1}, {cause(matter)}"
    if state.phase == 3:
        return f"round {state.round} turn {state.turn + 1}"
    names = {1: "draw", 2: "steps" if matter[0] == "climb" else "dice"}
    return f"round {state.round} {names[state.phase]}"


def cause(matter: Matter) -> str:
    """The person whose attack a loss comes from; "" for the dice."""
    return str(matter[4] if matter[0] == "workers" else matter[3])


def card_turn(state: State) -> int:
    """The number, 1 to 4, of the card turn that is being taken."""
    return min(state.turn // len(state.seats) + 1, TURNS)


def open_choice(state: State, number: int) -> Matter | None:
    """The matter that is open to a seat."""
    for index in open_matters(state):
        if state.agenda[index][1] == number:
            return state.agenda[index]
    return None


def play(state: State, cards: Cards, number: int, move: Move, chance: Chance) -> list[Event]:
    """Carry out a legal move and all that follows without a choice."""
    course = Course(state, cards, chance)
    for index in open_matters(state):
        matter = state.agenda[index]
        if matter[1] == number:
            afterthoughts.settle_others(state, number)
            CHOICES[matter[0]].answer(course, index, matter, move)
            run(course)
            return course.told
    raise NotYourDecision(move.text, say(NOTHING_ASKED))
