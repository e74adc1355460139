"""Reads the orders that players write. Plays nothing; `reasons` says why a move is not allowed.

Two readers share one grammar. The strict one needs no position: whole words or at least four letters that begin
one name only, hand numbers, no extra words, no commas. The forgiving one knows the seat's view: codes, filler words,
what may be left out.
"""

from __future__ import annotations

from functools import partial

from engine.bruges.data.cards import Cards
from engine.bruges.orders.grammar import ACTIONS, CODE, GRAMMAR, NUMBER, WANTED, choices
from engine.bruges.rules import building
from engine.bruges.rules.afterthoughts import NO_CLIMB
from engine.bruges.rules.choices import STAY
from engine.bruges.rules.context import empty_houses
from engine.bruges.state import COLOURS, SECTIONS, State
from engine.bruges.words.speech import say
from engine.decisions import Decision, Move
from engine.language.typed import PREFIX, complete, only, surely
from engine.language.typed import words as split
from engine.language.wording import either, listed
from engine.orders.grammar import FormLine
from engine.refusals import AmbiguousOrder, GoneNumber, UnreadableOrder

# --- the strict reader -------------------------------------------------------------------------------------


def reads(text: str, cards: Cards) -> bool:
    """Whether a whole line is an order of this game. A number alone is not: any letter could contain one."""
    found = split(text, forgiving=False)
    if not found or "," in text:
        return False
    code = CODE.fullmatch(found[0])
    if code and code[2] == "7":
        colour = [word for word in found[1:] if word != "in"]
        return len(colour) == 1 and surely(colour[0], COLOURS) is not None
    return GRAMMAR.reads(found, partial(_surely, cards=cards))


def _surely(word: str, kind: str, cards: Cards) -> str | None:
    return word if _is_number(word, kind) else surely(word, choices(kind, cards))


def _is_number(word: str, kind: str) -> bool:
    return kind == "CARD" and word != "0" and NUMBER.fullmatch(word) is not None


# --- the forgiving reader ------------------------------------------------------------------------------------


def read(text: str, view: State, cards: Cards, decision: Decision | None, seat: int) -> Move:
    """The canonical move that a text of this seat means, legal now or not.

    UnreadableOrder or AmbiguousOrder with the nearest legal texts otherwise.
    """
    move = _Line(text, view, cards, decision, seat).move()
    if move == NO_CLIMB and decision is not None and decision.kind in ("climb", "advance"):
        return STAY
    return move


def numbered(decision: Decision) -> tuple[Move, ...]:
    """The moves of a menu; a turn has none: what a figure may mean there is a code."""
    return decision.moves if decision.kind != "turn" else ()


def unnumbered(view: State, seat: int) -> State:
    """The view with an empty hand, by whose places cards are numbered."""
    blank = view.copy()
    blank.seats[seat].hand = []
    return blank


class _Line(FormLine):
    """One text being read for one seat."""

    grammar = GRAMMAR

    def __init__(self, text: str, view: State, cards: Cards, decision: Decision | None, seat: int) -> None:
        super().__init__(text, decision)
        self.view = view
        self.cards = cards
        self.number = seat
        self.seat = view.seats[seat]

    # --- numbers ------------------------------------------------------------------------------------

    def menu(self) -> tuple[Move, ...]:
        return numbered(self.decision) if self.decision else ()

    def numbered(self, words: tuple[str, ...]) -> Move:
        """The number of a menu line, or a code of card and action."""
        if move := self.menu_line(words):
            return move
        code = CODE.fullmatch(words[0])
        if not code:
            raise self.unreadable(say("a number is read as a code: the card's number, then 1 to 7 for the action"))
        card = self._slot(int(code[1]))
        action = ACTIONS[int(code[2]) - 1].split()
        if action[0] == "recruit":
            return self._recruit(card, words[1:])
        if len(words) > 1:
            rest = " ".join(words[1:])
            raise self.unreadable(say('"{words}" is too much after the code {code}', words=rest, code=words[0]))
        return Move((action[0], card, *action[1:]))

    def _slot(self, number: int) -> str:
        if not 0 < number <= len(self.seat.hand):
            raise self.unreadable(say("you have no card {number}", number=number))
        card = self.seat.hand[number - 1]
        if card < 0:
            raise self.unreadable(say("your card {number} has been played", number=number), GoneNumber)
        return self.cards.name[card]

    # --- words --------------------------------------------------------------------------------------

    def find(self, word: str, kind: str) -> str | None:
        if kind == "CARD" and NUMBER.fullmatch(word):
            return self._slot(int(word))
        if kind in ("CARD", "PERSON"):
            return self._name(word, kind)
        return only(word, self.view.pile_names if kind == "PILE" else choices(kind, self.cards))

    def _name(self, word: str, kind: str) -> str | None:
        """A person by name or beginning: of those at hand first, then of the whole deck."""
        if word in self.cards.number:
            return word
        if len(word) < PREFIX:
            return None
        hand = [self.cards.name[card] for card in self.seat.cards() if card >= 0]
        house = [self.cards.name[person] for person in self.seat.persons()]
        for names in (hand, self.cards.name) if kind == "CARD" else (house, hand, self.cards.name):
            if fits := complete(word, names):
                return self.one(word, fits[:3])
        return None

    # --- what was left out ------------------------------------------------------------------------------

    def incomplete(self, verb: str, words: tuple[str, ...]) -> Move:
        """`recruit prince`, `canal bishop`, `lose left`: what is missing where only one thing fits."""
        if len(words) == 1 and verb == "lose":
            if complete(words[0], ("empty",)):
                return self._only_empty()
            if side := complete(words[0], SECTIONS):
                return Move(("lose", "canal", side[0]))
        if len(words) == 1 and verb in ("recruit", "canal") and (card := self.find(words[0], "CARD")):
            return self._recruit(card, ()) if verb == "recruit" else self._canal(card)
        raise self._misread(verb, words)

    def _recruit(self, card: str, found: tuple[str, ...]) -> Move:
        if len(found) > 1:
            rest = " ".join(found[1:])
            raise self.unreadable(say('"{words}" is too much after the colour of the house', words=rest))
        if found:
            colours = complete(found[0], COLOURS)
            if not colours:
                raise self.unreadable(say('"{word}" is no colour of a house', word=found[0]))
        else:
            colours = tuple(COLOURS[colour] for colour in empty_houses(self.seat))
        if len(colours) == 1:
            return Move(("recruit", card, "in", colours[0]))
        texts = tuple(f"recruit {card} in {colour}" for colour in colours)
        raise AmbiguousOrder(self.text, say("say the colour of the house"), texts[:3])

    def _canal(self, card: str) -> Move:
        number = self.cards.number[card]
        fits = [
            side
            for section, side in enumerate(SECTIONS)
            if building.card_price(self.view, self.cards, self.number, number, section) is not None
        ]
        if len(fits) == 1:
            return Move(("canal", card, fits[0]))
        raise AmbiguousOrder(self.text, say("say left or right"), tuple(f"canal {card} {side}" for side in SECTIONS))

    def _only_empty(self) -> Move:
        colours = [COLOURS[colour] for colour in empty_houses(self.seat)]
        if len(colours) == 1:
            return Move(("lose", colours[0], "empty"))
        texts = tuple(f"lose {colour} empty" for colour in colours[:3])
        raise AmbiguousOrder(self.text, say("say the colour of the empty house"), texts)

    # --- refusals -----------------------------------------------------------------------------------

    def _misread(self, verb: str, words: tuple[str, ...]) -> UnreadableOrder:
        """The error that tells what is wrong with the words after a verb."""
        kinds = GRAMMAR.kinds[verb][0]
        if not kinds:
            return self.unreadable(say('"{words}" is too much after {verb}', words=" ".join(words), verb=verb))
        wanted = listed([self._wanted(kind) for kind in kinds])
        few = words if len(words) <= len(kinds) else ()
        unknown = next((word for word in few if not any(self._could_be(word, kind) for kind in kinds)), None)
        if unknown is not None:
            return self.unreadable(
                say('"{word}" is not known; {verb} wants {wanted}', word=unknown, verb=verb, wanted=wanted)
            )
        return self.unreadable(say("{verb} wants {wanted} and nothing else", verb=verb, wanted=wanted))

    def _could_be(self, word: str, kind: str) -> bool:
        return _is_number(word, kind) or bool(complete(word, choices(kind, self.cards)))

    def _wanted(self, kind: str) -> str:
        """The words of a kind; one that has none of its own is a word of the order itself."""
        if kind == "PILE":
            return either(self.view.pile_names)
        return say(WANTED[kind]) if kind in WANTED else kind
