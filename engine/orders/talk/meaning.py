"""The meaning of a clause that is no order by the grammar: words in any order and language, beside the moves there are.

Each move is known by its own words, by what letters say of it in every language, and by the phrases of the lexicon for
these. A clause means a move if everything it says is said of that move, and no other move has less that is left open.
Nothing is guessed: one word that is not known, a question, a condition or a denial makes it no order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from engine.decisions import Decision, Move
from engine.game import Game
from engine.language import typed
from engine.orders.talk import lexicon
from engine.orders.talk.known import NONE, Known, known_moves
from engine.orders.talk.lexicon import Use
from engine.orders.talk.vocabulary import Item, Vocabulary
from engine.refusals import AmbiguousOrder, UnreadableOrder

_ALONE_MISSPELT = 7  # letters of a word that may be misspelt though it is all that is said
CARD = ("card", "karte", "number", "nummer")  # before a number that is no amount
ONE = ("a", "an", "one", "ein", "eine", "einen", "einem", "einer")
WITH = ("with", "using", "plus", "mit")  # before a number that belongs to the move
BESIDE_DEED = (lexicon.CHOOSING, lexicon.DOING)  # fillers beside a deed that is all that is said
SAYS_NOTHING = (Use.COURTESY, Use.FILLER)


class Meaning:
    """Finds what clauses of a seat's letter mean. `number`: the move that a number alone means now, "" for none."""

    def __init__(
        self, game: Game[Any], view: Any, decision: Decision | None, seat: int, number: Callable[[str], str]
    ) -> None:
        self._game, self._view, self._decision, self._seat = game, view, decision, seat
        self._number = number
        self._orders: dict[str, str] = {}
        self.above: Collection[str] = ()  # verbs of the orders on lines above
        self.close = False  # whether any of these stand in the same paragraph

    # --- words ----------------------------------------------------------------------------------

    def items(self, clause: str) -> list[Item]:
        """The parts of a clause."""
        return [self._without_idle(item) for item in self.vocabulary.items(clause)]

    def _without_idle(self, item: Item) -> Item:
        """A part, or one that says nothing where no move has that word."""
        idle = item.value in self._game.spoken.idle and item.value not in self._places
        return replace(item, use=Use.FILLER, value=lexicon.TOWARDS) if idle else item

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The reader of the words of this letter."""
        words = {word for known in self.known for word in (known.move.verb, *known.need)}
        named = frozenset(word for word in words if not word.isdecimal())
        told = frozenset(tag for known in self.known for tag in known.tags)
        return Vocabulary(self._game.spoken, named, told, self.verbs)

    @cached_property
    def known(self) -> list[Known]:
        """The moves of the decision, with what is said of them."""
        return known_moves(self._game, self._view, self._decision, self._seat) if self._decision else []

    # --- moves ----------------------------------------------------------------------------------

    def find(self, items: Sequence[Item], *, verbs: Collection[str] = ()) -> str:
        """The text of the move that the parts of a clause mean; "" if they mean none, or several.

        verbs: of the orders before, of which half a move makes no other one
        """
        said = [item for item in items if item.use in (Use.SAID, Use.COUNT)]
        if not any(item.use is Use.SAID or self.by_number(item) for item in said) or self._counts_things(items):
            return ""
        known = self._meant(said)
        if known is None and any(item.text in ONE for item in items):
            said = [*said, Item("1", Use.COUNT, "1")]
            known = self._meant(said)
        if known is None or not self._is_enough(items, said, known) or self._may_be_amount(items, said, known):
            return ""
        again = known.move.verb in self.above or known.move.verb in verbs
        return known.move.text if not again or self._is_whole(said, known) else ""

    def _counts_things(self, items: Sequence[Item]) -> bool:
        """Whether a number of an order is right before a thing that the order has no need of: "25 guilders"."""
        pairs = ((self._place.get(self.by_number(one)), other) for one, other in pairwise(items))
        counted = ((self.known[at], other) for at, other in pairs if at is not None and other.use is Use.SAID)
        return any(other.value not in (known.move.verb, *known.need) for known, other in counted)

    def _is_whole(self, said: Sequence[Item], known: Known) -> bool:
        """Whether the deed, all that it needs, or the number of a move is said."""
        named = {item.value for item in said}
        numbered = any(self.by_number(item) == known.move.text for item in said)
        return numbered or known.move.verb in named or len(named) >= len(known.need)

    def _meant(self, said: Sequence[Item]) -> Known | None:
        fits = self._fitting(said)
        best = _least(fits)
        if not best and not any(item.value in self.verbs for item in said):
            best = _least([known for known in fits if known.move.verb in self._game.spoken.usual[:1]])
        if len(best) > 1:
            best = [known for known in best if _is_in_order(said, known.move)]
        return best[0] if len(best) == 1 else None

    def _may_be_amount(self, items: Sequence[Item], said: Sequence[Item], known: Known) -> bool:
        """Whether a number right before a thing, in a clause without a deed, may tell how much of it comes."""
        if _counts_thing(items, known.move) and self._meant([item for item in said if item.use is not Use.COUNT]):
            return True
        if known.move.verb in {item.value for item in said}:
            return False
        pairs = list(pairwise(word.lower() for word in known.move))
        counted = [
            one
            for one, other in pairwise(items)
            if one.use is Use.COUNT and other.use is Use.SAID and (one.value, other.value) in pairs
        ]
        return bool(counted) and self._meant([item for item in said if item not in counted]) != known

    def _fitting(self, said: Sequence[Item]) -> list[Known]:
        """The moves of which all that is said is said, in their order."""
        if not said:
            return list(self.known)
        fits = set.intersection(*(self._with(item.value, self.by_number(item)) for item in said))
        return [self.known[at] for at in sorted(fits)]

    def _with(self, value: str, code: str) -> set[int]:
        """The places of the moves of which a word or number is said, or whose number it is."""
        found = self._places.get(value, set())
        return found | {self._place[code]} if code in self._place else found

    @cached_property
    def _places(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for at, known in enumerate(self.known):
            for tag in known.tags:
                found.setdefault(tag, set()).add(at)
        return found

    @cached_property
    def _place(self) -> dict[str, int]:
        return {known.move.text: at for at, known in enumerate(self.known)}

    def _is_enough(self, items: Sequence[Item], said: Sequence[Item], known: Known) -> bool:
        """Whether so much is said that nobody can have meant anything else by it."""
        if any(self.by_number(item) == known.move.text for item in said):
            return True
        named = {item.value for item in said}
        usual = known.move.verb in (*named, *self._game.spoken.usual[:1])
        talks = any(item.use is Use.COMMON for item in items)
        if (talks or not usual) and not _names_all(named, known):
            return False
        if _has_twice(known.move) and not known.need <= named and not _has_twice([item.value for item in said]):
            return False  # "builder with the 6" does not say that the boat goes there too
        if len(named) > 1:
            return True
        chosen = any(item.value == lexicon.CHOOSING for item in items)
        alone = chosen or all(item.use in (Use.SAID, Use.COURTESY) or item.value in lexicon.BESIDE for item in items)
        exact = said[0].exact or len(said[0].text) >= _ALONE_MISSPELT
        return alone and exact and (known.move.verb not in named or not known.need)

    def by_number(self, item: Item) -> str:
        """The move that a number alone means, by the menu or as a code; "" if it means none."""
        return self._number(item.value) if item.use is Use.COUNT else ""

    def instead(self, first: str, others: Sequence[Item]) -> str:
        """The move that other words in the place of some of a move's mean: "blue on S1 or S2"; "" if it is not sure."""
        if any(item.use not in (Use.SAID, Use.COUNT, *SAYS_NOTHING) for item in others):
            return ""
        other = [item.value for item in others if item.use in (Use.SAID, Use.COUNT)]
        rival = next((known for known in self.known if known.move.text == first), None)
        if rival is None or not other:
            return self._replaced(first, other)
        fits = [one for one in self.known if set(other) <= one.tags and one.need <= rival.need.union(other)]
        shared = [(len(one.need & rival.need), one.move.text) for one in fits if one is not rival]
        best = [text for count, text in shared if count == max(shared)[0]]
        return best[0] if len(best) == 1 else ""

    def _replaced(self, first: str, other: Sequence[str]) -> str:
        """The order of the grammar that another word in the place of one behind the deed makes of an order."""
        if len(other) != 1:
            return ""
        verb, *words = first.split()
        tried = (" ".join([verb, *words[:at], *other, *words[at + 1 :]]) for at in range(len(words)))
        found = {text for text in map(self._order, tried) if text}
        return found.pop() if len(found) == 1 else ""

    def translated(self, items: Sequence[Item]) -> str:
        """The order of the grammar that the words of orders in a clause are, the deed in front; "" if they are none."""
        return self._translated(items) or (self._translated(list(_counted_ones(items))) if _has_one(items) else "")

    def _translated(self, items: Sequence[Item]) -> str:
        numbered = {at for at, (one, _) in enumerate(pairwise(items), 1) if one.text in CARD}
        counted = {
            (one.value, other.value)
            for at, (one, other) in enumerate(pairwise(items))
            if one.use is Use.COUNT and at not in numbered
        }
        words = [item.value for item in items if item.use in (Use.SAID, Use.COUNT) and item.value != NONE]
        verbs = [word for word in words if word in self.verbs][:1]
        if not words:
            return ""
        alone = all(item.use in (Use.SAID, Use.COURTESY) or item.value in BESIDE_DEED for item in items)
        rest = list(words)
        for verb in verbs:
            rest.remove(verb)
        rest = self._game.spoken.spelt(rest)
        for verb in verbs or self._game.spoken.usual:
            enough = (bool(rest) or alone) if verbs else len(rest) > 1
            found = self._order(" ".join([verb, *rest])) if enough else ""
            amounts = {pair for pair in counted if pair[1] in verbs}
            amounts |= set() if verbs else counted.intersection(pairwise(found.split()))
            if found and not amounts and not _counts_thing(items, found.split()):
                return found
        return ""

    def asks(self, move: str) -> bool:
        """Whether a move is possible in the decision, not an order for later."""
        return move in self._place

    def is_asked(self, item: Item) -> bool:
        """Whether a part says something of a move that is possible in the decision."""
        return item.value in self._places or bool(self.by_number(item))

    def is_usual(self, said: Sequence[Item]) -> bool:
        """Whether words of orders are one behind a verb that goes without saying."""
        words = " ".join(item.value for item in said)
        return any(self._order(f"{verb} {words}") for verb in self._game.spoken.usual)

    def is_space(self, item: Item) -> bool:
        """Whether a part is the name of a space, by its form."""
        return self._game.spoken.is_name(item.text)

    def written(self, items: Sequence[Item]) -> str:
        """The order of the grammar that a clause is as it is written, also of names that nobody says now."""
        return self._order(" ".join(item.text for item in items)) if items[0].text in self.verbs else ""

    def _order(self, text: str) -> str:
        """The order of the grammar that a text is; "" if it is none. Parts of a sentence are tried more than once."""
        if text not in self._orders:
            self._orders[text] = self._read(text)
        return self._orders[text]

    def _read(self, text: str) -> str:
        try:
            with typed.suggesting(0):
                return self._game.read(text, self._view, None, self._seat).text
        except (UnreadableOrder, AmbiguousOrder):
            return ""

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The words with which orders of the game begin."""
        return frozenset(verb for verbs in self._game.verbs.values() for verb in verbs)

    def usual_ones(self) -> Iterator[str]:
        """The moves of the most usual kind of which the least has to be said."""
        ranked = sorted(
            (len(known.need), at)
            for at, known in enumerate(self.known)
            if known.move.verb in self._game.spoken.usual[:1]
        )
        return (self.known[at].move.text for _, at in ranked)

    def says_of(self, items: Sequence[Item], moves: Iterable[str]) -> bool:
        """Whether all that a clause says is said of these moves: it only explains them."""
        chosen = set(moves)
        known = [known for known in self.known if known.move.text in chosen]
        said = [item for item in items if item.use in (Use.SAID, Use.COUNT)]
        return bool(known) and all(
            any(item.value in one.tags or self.by_number(item) == one.move.text for one in known) for item in said
        )


def _has_twice(words: Sequence[str]) -> bool:
    return len(words) > len(set(words))


def _has_one(items: Sequence[Item]) -> bool:
    return any(one.text in ONE and other.use is Use.SAID for one, other in pairwise(items))


def _counted_ones(items: Sequence[Item]) -> Iterator[Item]:
    """The parts with an article before a thing as a number: "with a master"."""
    for item, behind in zip(items, [*items[1:], None], strict=False):
        counts = item.text in ONE and item.use is Use.FILLER and behind is not None and behind.use is Use.SAID
        yield Item(item.text, Use.COUNT, "1") if counts else item


def _least(fits: Sequence[Known]) -> list[Known]:
    """Those of which nothing has to be said that not all others say as well."""
    return [known for known in fits if all(known.need <= other.need for other in fits)]


def _counts_thing(items: Sequence[Item], move: Sequence[str]) -> bool:
    """Whether a number stands before a thing that the move has before that number: "my three cards back"."""
    words = [word.lower() for word in move]
    near = [item for item in items if item.use is not Use.FILLER or item.value]
    for before, one, other in zip([None, *near], near, near[1:], strict=False):
        told = one.use is Use.COUNT and other.use is Use.SAID and {one.value, other.value} <= {*words}
        if told and not (before and before.text in WITH) and words.index(other.value) < words.index(one.value):
            return True
    return False


def _names_all(named: Collection[str], known: Known) -> bool:
    """Whether as many things are named as a move needs, whatever they are called. Numbers may go without saying."""
    return len(_things(named)) >= len(_things(known.need))


def _things(words: Iterable[str]) -> list[str]:
    return [word for word in words if not word.isdecimal()]


def _is_in_order(said: Sequence[Item], move: Move) -> bool:
    """Whether words are said in the order of the move's."""
    places, words = list[int](), [word.lower() for word in move]
    for item in said:
        if item.value in words:
            after = [at for at, word in enumerate(words) if word == item.value and at not in places]
            places += after[:1]
    return places == sorted(places)
