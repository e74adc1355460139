"""Lines that the grammar does not read, as people talk: which of their clauses are orders, and what the others are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from engine.language import typed
from engine.orders.instructions import Ignored, Instruction, Order, Refused, chat
from engine.orders.lines.guards import apart, is_guard
from engine.orders.talk import offers
from engine.orders.talk.clauses import clauses
from engine.orders.talk.lexicon import Use
from engine.orders.talk.meaning import SAYS_NOTHING, Meaning
from engine.orders.talk.pieces.parts import Clause
from engine.orders.talk.plain_lines import opening

PLAN_WORDS = ("if", "always", "never", "hold", "forget")
_INITIAL = 2  # letters of a name that is cut short, as below a letter
MOST_READ = 1_500  # characters of a letter that are read so: more are no talk


class Talk:
    """Reads such lines of one letter.

    verbs    words with which orders begin
    revised  whether a line takes back, or puts in question, what another one orders
    """

    def __init__(self, meaning: Meaning, verbs: Collection[str]) -> None:
        self._meaning, self._verbs = meaning, verbs
        self.revised, self._left = False, MOST_READ

    def read(
        self, line: str, found: Sequence[Instruction], *, above: Collection[str] = (), close: bool = False
    ) -> list[Instruction]:
        """The instructions of the line.

        found  what the grammar has made of it
        above  verbs of the orders on lines above
        close  whether any of these stand in the same paragraph
        """
        self._meaning.above, self._meaning.close = above, close
        self._left -= len(line)
        if self._left < 0:
            return list(_stopped(found))
        said = clauses(self._meaning, line)
        changes = any(clause.revises for clause in said) or (close and self._amends(said))
        self.revised = self.revised or (changes and not _is_conditional_order(line))
        orders = sum(bool(clause.moves) for clause in said)
        if orders > sum(isinstance(one.what, Order) for one in found) or 0 < orders == len(said):
            told = list(_instructions(said))
            return [replace(told[0], text=line.strip())] if len(told) == 1 else told
        near = offers.of_line(self._meaning, line, [clause.near for clause in said])
        unread = [clause for clause in said if not clause.moves]
        meant = bool(unread) and (all(clause.known for clause in unread) or self._is_near_order(line))
        return list(_stopped(_aside(one, near, meant=meant) for one in found))

    def _amends(self, said: Sequence[Clause]) -> bool:
        """Whether a line below orders says nothing but what may belong to one of them: "with a master"."""
        unread = all(clause.known and clause.parts and not clause.moves for clause in said)
        longer = any(len(clause.text) > _INITIAL for clause in said)
        return longer and unread and said[0].text.partition(" ")[0] not in self._verbs

    def _is_near_order(self, line: str) -> bool:
        """Whether a line begins as orders do and has one word too many or unknown: a slip rather than talk."""
        items = self._meaning.items(opening(line))
        if len(items) < 2:
            return False
        first, *rest = items
        begins = first.text in self._verbs or first.text in PLAN_WORDS or bool(self._meaning.by_number(first))
        if not begins and first.use is None and len(first.text) > typed.PREFIX:
            begins = any(typed.distance(first.text, verb, 2) <= 1 for verb in self._verbs)
        known = (Use.SAID, Use.COUNT, *SAYS_NOTHING)
        unknown = sum(item.use not in known for item in rest if item.text[0].isalnum())
        return begins and (unknown == 1 or (unknown == 0 and any(item.use in known[:2] for item in rest)))


def _is_conditional_order(line: str) -> bool:
    """Whether a line begins with a condition of the grammar, which is that of its own order: "if guilders 9: …"."""
    return is_guard(apart(typed.normalise(line))[0])


def _instructions(said: Iterable[Clause]) -> Iterator[Instruction]:
    """The instructions of clauses; no order counts behind one that may have been meant as one and is none."""
    stopped = False
    for clause in said:
        if clause.moves and not stopped:
            yield Instruction(clause.text, Order(clause.moves), choice=clause.choice)
        elif clause.moves or clause.meant or clause.known:
            stopped = True
            near = clause.near or tuple(filter(None, (" / ".join(clause.moves),)))
            refused = bool(clause.moves) or clause.known
            yield Instruction(clause.text, Refused(chat(), near) if refused else Ignored(nearest=near))


def _stopped(found: Iterable[Instruction]) -> Iterator[Instruction]:
    """The parts of a line without the orders behind one that is none: half a sentence is never done."""
    stopped = False
    for one in found:
        if stopped and isinstance(one.what, Order):
            yield replace(one, what=Refused(chat(), (one.what.words,)))
        else:
            stopped = stopped or isinstance(one.what, Refused | Ignored)
            yield one


def _aside(one: Instruction, near: tuple[str, ...], *, meant: bool) -> Instruction:
    """A part of a line that is no order, with what may be meant by it. `meant`: that it was meant as one."""
    match one.what:
        case Refused(_, nearest, several=True):
            return one
        case Refused(_, nearest) as refused if meant:
            return replace(one, what=replace(refused, nearest=near or nearest))
        case Refused(_, nearest):
            return replace(one, what=Ignored(nearest=near or nearest))
        case Ignored(_, words) as ignored if near:  # the last are words to the service
            return replace(one, what=replace(ignored, nearest=(*near[: -len(words) or None], *words)))
    return one
