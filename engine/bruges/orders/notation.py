"""The words of orders: reads what players write. Plays nothing; why a move is not allowed stands in `reasons`.

Two readers share one grammar. The strict one needs no position: whole words or at least four letters that begin
one name only, hand numbers, no extra words, no commas. The forgiving one knows the seat's view: codes, filler words,
what may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import permutations

from engine.bruges.data.cards import Cards
from engine.bruges.rules import building
from engine.bruges.rules.afterthoughts import NO_CLIMB
from engine.bruges.rules.choices import STAY
from engine.bruges.rules.context import empty_houses
from engine.bruges.state import COLOURS, SECTIONS, State
from engine.bruges.words.speech import say
from engine.decisions import Decision, Move
from engine.language.languages import to_say
from engine.language.typed import PREFIX, complete, nearest, surely
from engine.language.typed import words as split
from engine.language.wording import listed
from engine.refusals import AmbiguousOrder, UnreadableOrder

# What stands after each verb; a card is one of the hand, a person one in play.
SLOTS: dict[str, tuple[str, ...]] = {
    "workers": ("card",),
    "guilders": ("card",),
    "threat": ("card",),
    "canal": ("card", "side"),
    "house": ("card",),
    "recruit": ("card", "colour"),
    "use": ("person",),
    "end": (),
    "draw": ("pile",),
    "climb": (),
    "stay": (),
    "no": ("climb",),
    "fire": ("first",),
    "plague": ("first",),
    "remove": ("colour",),
    "take": ("colour",),
    "give": ("colour",),
    "dig": ("side",),
    "discard": ("card",),
    "settle": ("card",),
    "exchange": (),
    "none": (),
}
LOSSES = (("person",), ("colour", "empty"), ("canal", "side"), ("empty",))  # after `lose`
VERBS = (*SLOTS, "lose")
SYNONYMS = {"money": "guilders", "build": "house", "hire": "recruit", "activate": "use", "pass": "end", "step": "climb"}
LITTLE = frozenset({"in", "on", "into", "with", "at"})
ACTIONS = ("workers", "guilders", "threat", "canal left", "canal right", "house", "recruit")  # codes 1 to 7
CODE = re.compile(r"([1-9]\d?)([1-7])")
NUMBER = re.compile(r"\d{1,2}")
PILES = (*SECTIONS, *COLOURS)  # of either variant: a line of a letter is read without a position
EXAMPLES = ("house 3", "canal 2 left", "recruit 1 in red")
WANTED = {
    "card": to_say("a card"),
    "person": to_say("a person"),
    "side": to_say("left or right"),
    "colour": to_say("a colour"),
}


# --- the strict reader -------------------------------------------------------------------------------------


def reads(text: str, cards: Cards) -> bool:
    """Whether a whole line is an order of this game. A number alone is not: it could stand in any letter."""
    found = split(text, forgiving=False)
    if not found or "," in text:
        return False
    code = CODE.fullmatch(found[0])
    if code and code[2] == "7":
        return len(_without_in(found[1:])) == 1 and surely(_without_in(found[1:])[0], COLOURS) is not None
    verb = surely(found[0], VERBS)
    rest = _without_in(found[1:]) if verb == "recruit" else found[1:]
    return verb is not None and any(_fits(rest, slots, cards) for slots in _forms(verb) if slots != ("empty",))


def _without_in(found: tuple[str, ...]) -> tuple[str, ...]:
    """`recruit prince in red` may leave its little word out."""
    return tuple(word for word in found if word != "in")


def _forms(verb: str) -> tuple[tuple[str, ...], ...]:
    return LOSSES if verb == "lose" else (SLOTS[verb],)


def _fits(found: tuple[str, ...], slots: tuple[str, ...], cards: Cards) -> bool:
    if len(found) != len(slots):
        return False
    return any(all(_surely(w, s, cards) for w, s in zip(found, order, strict=True)) for order in permutations(slots))


def _surely(word: str, slot: str, cards: Cards) -> bool:
    return _is_number(word, slot) or surely(word, _choices(slot, cards)) is not None


def _could_be(word: str, slot: str, cards: Cards) -> bool:
    return _is_number(word, slot) or bool(complete(word, _choices(slot, cards)))


def _is_number(word: str, slot: str) -> bool:
    return slot == "card" and word != "0" and NUMBER.fullmatch(word) is not None


def _choices(slot: str, cards: Cards) -> Collection[str]:
    if slot in ("card", "person"):
        return cards.number
    return {"colour": COLOURS, "side": SECTIONS, "pile": PILES}.get(slot, (slot,))


def _either(words: Sequence[str]) -> str:
    """ "a or b or c"."""
    return f" {say('or')} ".join(words)


# --- the forgiving reader ------------------------------------------------------------------------------------


def read(text: str, view: State, cards: Cards, decision: Decision | None, seat: int) -> Move:
    """The canonical move that a text of this seat means, legal now or not.

    UnreadableOrder or AmbiguousOrder with the nearest legal texts otherwise.
    """
    move = _Reader(text, view, cards, decision, seat).move()
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


class _Reader:
    """One text being read for one seat."""

    def __init__(self, text: str, view: State, cards: Cards, decision: Decision | None, seat: int) -> None:
        self.text = text
        self.view = view
        self.cards = cards
        self.decision = decision
        self.number = seat
        self.seat = view.seats[seat]

    def move(self) -> Move:
        found = tuple(word.strip("[]()") for word in split(self.text) if word not in LITTLE)
        if not found:
            raise self.unreadable(say("there is no order in it"))
        if found[0].isdecimal():
            return self._numbered(found)
        verb = self._verb(found[0])
        forms = _forms(verb)
        for slots in forms:
            for order in permutations(slots):
                if len(order) == len(found) - 1 and (move := self._filled(verb, slots, order, found[1:])):
                    return move
        if move := self._completed(verb, found[1:]):
            return move
        raise self._misread(verb, found[1:])

    # --- numbers ------------------------------------------------------------------------------------

    def _numbered(self, found: tuple[str, ...]) -> Move:
        """The number of a menu line, or a code of card and action."""
        lines = numbered(self.decision) if self.decision else ()
        if len(found) == 1 and 0 < int(found[0]) <= len(lines):
            return lines[int(found[0]) - 1]
        code = CODE.fullmatch(found[0])
        if not code:
            raise self.unreadable(say("a number is read as a code: the card's number, then 1 to 7 for the action"))
        card = self._slot(int(code[1]))
        action = ACTIONS[int(code[2]) - 1].split()
        if action[0] == "recruit":
            return self._recruit(card, found[1:])
        if len(found) > 1:
            rest = " ".join(found[1:])
            raise self.unreadable(say('"{words}" is too much after the code {code}', words=rest, code=found[0]))
        return Move((action[0], card, *action[1:]))

    def _slot(self, number: int) -> str:
        if not 0 < number <= len(self.seat.hand):
            raise self.unreadable(say("you have no card {number}", number=number))
        card = self.seat.hand[number - 1]
        if card < 0:
            raise self.unreadable(say("your card {number} has been played", number=number))
        return self.cards.name[card]

    # --- words --------------------------------------------------------------------------------------

    def _verb(self, word: str) -> str:
        verbs = complete(word, VERBS) or tuple(SYNONYMS[w] for w in complete(word, SYNONYMS))
        if not verbs:
            raise self.unreadable(say('"{word}" is no order', word=word))
        if len(verbs) > 1:
            raise self._ambiguous(word, verbs, verbs[:3])
        return verbs[0]

    def _filled(self, verb: str, slots: tuple[str, ...], order: tuple[str, ...], found: tuple[str, ...]) -> Move | None:
        """The move when the words, in this order, are what the verb wants."""
        values: dict[str, str] = {}
        for word, slot in zip(found, order, strict=True):
            value = self._value(word, slot, verb)
            if value is None:
                return None
            values[slot] = value
        if verb == "recruit":
            return Move((verb, values["card"], "in", values["colour"]))
        if slots == ("empty",):
            return self._only_empty()
        return Move((verb, *(values[slot] for slot in slots)))

    def _value(self, word: str, slot: str, verb: str) -> str | None:
        if slot == "card" and NUMBER.fullmatch(word):
            return self._slot(int(word))
        if slot in ("card", "person"):
            return self._name(word, slot)
        fits = complete(word, self.view.pile_names if slot == "pile" else _choices(slot, self.cards))
        return fits[0] if len(fits) == 1 else None

    def _name(self, word: str, slot: str) -> str | None:
        """A person by name or beginning: of those at hand first, then of the whole deck."""
        if word in self.cards.number:
            return word
        if len(word) < PREFIX:
            return None
        hand = [self.cards.name[card] for card in self.seat.cards() if card >= 0]
        house = [self.cards.name[person] for person in self.seat.persons()]
        for names in (hand, self.cards.name) if slot == "card" else (house, hand, self.cards.name):
            fits = complete(word, names)
            if len(fits) == 1:
                return fits[0]
            if fits:
                raise self._ambiguous(word, fits[:3], fits[:3])
        return None

    # --- what was left out ------------------------------------------------------------------------------

    def _completed(self, verb: str, found: tuple[str, ...]) -> Move | None:
        """`recruit prince`, `canal bishop`, `lose left`: what is missing where only one thing fits."""
        if len(found) != 1:
            return None
        if verb == "lose":
            side = complete(found[0], SECTIONS)
            return Move(("lose", "canal", side[0])) if side else None
        if verb not in ("recruit", "canal"):
            return None
        card = self._value(found[0], "card", verb)
        if card is None:
            return None
        return self._recruit(card, ()) if verb == "recruit" else self._canal(card)

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

    def _misread(self, verb: str, found: tuple[str, ...]) -> UnreadableOrder:
        """What is wrong with the words after a verb."""
        slots = _forms(verb)[0]
        if not slots:
            return self.unreadable(say('"{words}" is too much after {verb}', words=" ".join(found), verb=verb))
        wanted = listed([self._wanted(slot) for slot in slots])
        unknown = [word for word in found if not any(_could_be(word, slot, self.cards) for slot in slots)]
        if unknown and len(found) <= len(slots):
            return self.unreadable(
                say('"{word}" is not known; {verb} wants {wanted}', word=unknown[0], verb=verb, wanted=wanted)
            )
        return self.unreadable(say("{verb} wants {wanted} and nothing else", verb=verb, wanted=wanted))

    def _wanted(self, slot: str) -> str:
        """What may stand in a slot; what has no words of its own is a word of the order itself."""
        if slot == "pile":
            return _either(self.view.pile_names)
        return say(WANTED[slot]) if slot in WANTED else slot

    def _ambiguous(self, word: str, orders: Sequence[str], nearest: Sequence[str]) -> AmbiguousOrder:
        return AmbiguousOrder(
            self.text, say('"{word}" can mean {orders}', word=word, orders=_either(orders)), tuple(nearest)
        )

    def unreadable(self, reason: str) -> UnreadableOrder:
        texts = [move.text for move in self.decision.moves] if self.decision else []
        return UnreadableOrder(self.text, reason, nearest(self.text, texts) if texts else EXAMPLES)
