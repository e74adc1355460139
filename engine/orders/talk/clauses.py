"""Reads a line as people talk: clauses that are orders, with thanks and remarks around them, and clauses that are none.

For lines that the grammar does not read. A clause is an order only if everything in it is known (`orders.meaning`).
What is not is talk, which does nothing. Where talk names things of the game, no order that follows in its line counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from engine.orders.talk import certainty, offers
from engine.orders.talk.lexicon import CHOOSING, DOING, NAMING, Use
from engine.orders.talk.meaning import SAYS_NOTHING, Meaning
from engine.orders.talk.plain_lines import SENTENCE, plain
from engine.orders.talk.vocabulary import Item, without_names

_SIGNS = frozenset(":,-<>|~()[]*=")  # between parts of a sentence
_NOTHING = frozenset("\"'")
_EITHER = "/"
MOST_SEGMENTS = 6  # of a sentence that are looked at together
EITHER = ("or", "oder", _EITHER)  # between orders of which nobody has said which comes first
AND = ("and", "und", "&", "+", "u", "sowie")


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a line and what it means.

    moves    the order, by its choices; () for talk
    near     orders that may be meant by talk that names things of the game
    meant    whether it is talk that names things of the game
    known    whether all of its words are, so that it was meant as an order
    choice   whether it is for the case that the order before it is not possible
    revises  whether it takes back, or puts in question, what stands elsewhere in the letter
    numbered  whether it is an order by its number, which names nothing of the game
    parts    of talk: how many words of orders and numbers it has
    labels   whether it is talk that may say whose, or for when, an order behind it is: "Bea:"
    denies   whether it is talk that says no
    """

    text: str
    moves: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    meant: bool = False
    known: bool = False
    choice: bool = False
    revises: bool = False
    numbered: bool = False
    parts: int = 0
    labels: bool = False
    denies: bool = False


@dataclass(frozen=True, slots=True)
class _Segment:
    """A part of a sentence between signs or joints.

    joint  the one in front of it
    aside  whether it is in brackets
    sign   the sign behind it
    """

    items: tuple[Item, ...]
    joint: Item | None = None
    aside: bool = False
    sign: str = ""

    @property
    def labels(self) -> bool:
        """Whether it is a name, or has a colon behind it, and the game knows nothing of it."""
        unknown = {item.use for item in self.items if item.text[0].isalnum()} - {*SAYS_NOTHING, Use.SAID, Use.COUNT}
        return bool(unknown) and (self.sign == ":" or (len(self.items) == 1 and unknown == {None}))

    @property
    def text(self) -> str:
        return " ".join(item.text for item in self.items)


def clauses(meaning: Meaning, line: str) -> list[Clause]:
    """The clauses of a line, in their order."""
    text = plain(line)
    found, at = list[Clause](), 0
    for end in (*SENTENCE.finditer(text), None):
        sentence = text[at : end.start() if end else len(text)]
        asks = end is not None and "?" in end[0]
        found += _sentence(meaning, sentence, found, asks=asks, ended=end is not None)
        at = end.end() if end else at
    several, ordered = (any(len(clause.moves) > most for clause in found) for most in (1, 0))
    half = ordered and any(clause.parts > 1 and clause.known and not clause.moves for clause in found)
    if half or (several and _is_open(meaning, text, found)):
        found = [replace(clause, moves=(), near=clause.near or clause.moves, meant=True) for clause in found]
    if all(clause.moves for clause in found):
        return found
    return list(_beside_talk(found))


def _is_open(meaning: Meaning, text: str, found: Sequence[Clause]) -> bool:
    """Whether a line leaves open which of several orders it means: "A or B ... not sure, what would you do?"."""
    items = meaning.items(text)
    weak = all(item.text in EITHER for item in items if item.use is Use.OR)
    talks = weak and any(not clause.moves for clause in found)
    return talks or "?" in text or any(item.use is Use.DOUBT for item in items)


def _beside_talk(found: Sequence[Clause]) -> Iterator[Clause]:
    """The clauses of a line with talk: an order of one word may be part of that, unless it follows another order.

    So may a number, where the talk has others.
    """
    ordered, counts = False, any(_counts(clause) for clause in found)
    for at, clause in enumerate(found):
        one_word = at and not ordered and any(" " not in move for move in clause.moves)
        if one_word or (counts and clause.numbered):
            yield Clause(clause.text, (), clause.moves, meant=True)
        else:
            ordered = ordered or bool(clause.moves)
            yield clause


def _counts(clause: Clause) -> bool:
    """Whether it is talk of things that are not known, with a number in it."""
    return not clause.moves and not clause.known and any(map(str.isdigit, clause.text))


def _sentence(
    meaning: Meaning, sentence: str, before: Sequence[Clause], *, asks: bool, ended: bool
) -> Iterator[Clause]:
    """The clauses of a sentence. `ended`: whether it has a sign at its end; else the next line may go on with it."""
    items = _begun(without_names(meaning.items(sentence)))
    if not items:
        return
    said = [item for item in items if item.use is Use.SAID or _is_order_number(meaning, item)]
    first = next((item for item in items if item.use not in SAYS_NOTHING), None)
    here = any(clause.moves for clause in before)
    ordered, close = here or bool(meaning.above), here or meaning.close
    number = any(_is_order_number(meaning, item) for item in items)
    doubts = asks or certainty.is_unsure(items, ordered=ordered)
    revises = bool(said) and any(item.use is Use.REVISE for item in items)
    counted = said or any(item.use is Use.COUNT for item in items)
    revises = revises or (bool(counted) and asks and first is not None and first.use is Use.OR)
    tells = any(item.use is Use.TELLING for item in items)
    opens = any(item.use is Use.OPEN for item in items)
    revises = revises or (opens and (close or (bool(said) and not tells) or not (ended or ordered)))
    revises = revises or (ordered and certainty.takes_back(items))
    revises = revises or (close and certainty.changes(items, number=number, asks=asks))
    if asks or revises:
        near = offers.near(meaning, items)
        yield Clause(sentence.strip(), (), near, bool(said), known=_is_known(items) and not asks, revises=revises)
        return
    spoken = list(takewhile(lambda item: item.use is not Use.REASON, items))
    reasons = items[len(spoken) :]
    segments = [one for segment in _segments(spoken) for one in _by_number(meaning, segment)]
    outside = any(item in said for segment in segments if not segment.aside for item in segment.items)
    segments, at = [segment if outside else replace(segment, aside=False) for segment in segments], 0
    done = [move for clause in before for move in clause.moves]
    found = list[Clause]()
    while at < len(segments):
        clause, count = _clause(meaning, segments[at : at + MOST_SEGMENTS], done)
        at += count
        if clause is not None:
            done += clause.moves
            found.append(clause)
    if any(not (clause.moves or clause.known or clause.meant) for clause in found):
        found = [replace(clause, revises=False) for clause in found]  # an "or" of theirs is about something else
    told = [item for item in reasons if item in said]
    unread = any(not clause.moves and (clause.meant or clause.known) for clause in found)
    half = unread or doubts or _is_parted(found) or certainty.limits(reasons)
    half = half or (bool(told) and not meaning.says_of(told, done))
    if half and any(clause.moves for clause in found):  # half a sentence is never done
        moves = tuple(" / ".join(clause.moves) for clause in found if clause.moves)
        near = tuple(dict.fromkeys((*moves, *offers.near(meaning, items))))
        revises = any(clause.revises for clause in found)
        yield Clause(sentence.strip(), (), near[:3], meant=True, known=_is_known(items), revises=revises)
    else:
        yield from found


def _is_parted(found: Sequence[Clause]) -> bool:
    """Whether talk in a sentence may change its orders: between two of them, as a label in front, as a no behind."""
    ordered = [at for at, clause in enumerate(found) if clause.moves]
    if not ordered:
        return False
    between = any(not clause.moves for clause in found[ordered[0] : ordered[-1]])
    labelled = any(clause.labels for clause in found[: ordered[0]])
    return between or labelled or any(clause.denies for clause in found)


def _begun(items: Sequence[Item]) -> list[Item]:
    """The parts of a sentence without the reason that its first word seems to announce: "But 22"."""
    at = next((at for at, item in enumerate(items) if item.use is not Use.COURTESY and item.text != ","), len(items))
    return [item for number, item in enumerate(items) if number != at or item.use is not Use.REASON]


def _segments(items: Sequence[Item]) -> Iterator[_Segment]:
    """The parts of a sentence between signs and joints."""
    found, joint, aside = list[Item](), None, False
    for item in items:
        sign = item.text if item.use is None else ""
        if sign in _NOTHING:
            continue
        if not (sign in _SIGNS or sign == _EITHER or item.use in (Use.THEN, Use.OR)):
            found.append(item)
            continue
        if found:
            yield _Segment(tuple(found), joint, aside, sign)
            found, joint = [], None
        if sign == _EITHER or not sign:
            then = joint is not None and joint.use is Use.OR and item.use is Use.THEN  # "if not, then"
            joint = Item(item.text, Use.OR) if sign else joint if then else item
        aside = sign == "(" or (aside and sign != ")")
    if found:
        yield _Segment(tuple(found), joint, aside)


def _by_number(meaning: Meaning, segment: _Segment) -> Iterator[_Segment]:
    """A segment as one for each order by number, where it names nothing else: "22 31"."""
    numbers = [at for at, item in enumerate(segment.items) if _is_order_number(meaning, item)]
    if len(numbers) < 2 or any(item.use is Use.SAID for item in segment.items):
        yield segment
        return
    edges = [0, *numbers[1:], len(segment.items)]
    for number, (start, end) in enumerate(pairwise(edges)):
        yield _Segment(segment.items[start:end], segment.joint if number == 0 else None, segment.aside)


def _clause(meaning: Meaning, segments: Sequence[_Segment], done: Sequence[str]) -> tuple[Clause | None, int]:
    """The clause with which the segments begin, None for one that says nothing, and of how many segments it is."""
    first = segments[0]
    otherwise = first.joint is not None and first.joint.use is Use.OR
    in_number = otherwise and first.joint is not None and first.joint.text == _EITHER  # "Our ref: 4711/23"
    in_number = in_number and not any(item.use is Use.SAID for item in first.items)
    none = first.aside or in_number
    move, count = ("", 0) if none else _move(meaning, segments, verbs={move.split()[0] for move in done})
    if move:
        moves, used = _choices(meaning, move, segments[count:])
        if not moves:
            return Clause(first.text, (), (move,), True, known=True), count + used
        text = " ".join(segment.text for segment in segments[: count + used])
        numbered = not any(item.use is Use.SAID for segment in segments[:count] for item in segment.items)
        return Clause(text, moves, choice=otherwise, numbered=numbered), count + used
    explains = done and _is_known(first.items) and meaning.says_of(first.items, done)
    if not any(item.use is Use.SAID or _is_order_number(meaning, item) for item in first.items) and not explains:
        nothing = all(item.use in SAYS_NOTHING for item in first.items)
        return (
            None
            if nothing
            else Clause(
                first.text, (), offers.near(meaning, first.items), meant=_counts_on(first),
                known=_may_be_order(first.items),
                labels=first.labels, denies=certainty.denies(first.items),
            )
        ), 1  # fmt: skip
    denied = any(item.use is Use.DENIAL for item in first.items)
    if not (otherwise or denied) and meaning.says_of(first.items, done):
        return None, 1
    known = _is_known(first.items)
    revises = otherwise and known and first.joint is not None and first.joint.text != _EITHER
    near, known = offers.near(meaning, first.items), known and not in_number
    parts = sum(item.use in (Use.SAID, Use.COUNT) for item in first.items)
    return Clause(first.text, (), near, not in_number, known, revises=revises, parts=parts), 1


def _counts_on(segment: _Segment) -> bool:
    """Whether a segment says nothing but a number, and perhaps courtesies: "only 2 of them"."""
    return not segment.aside and _is_known(segment.items) and any(item.use is Use.COUNT for item in segment.items)


def _move(meaning: Meaning, segments: Sequence[_Segment], *, verbs: Collection[str]) -> tuple[str, int]:
    """The order with which the segments begin, and of how many segments it is: ("", 0) if it is none.

    An order of those asked now may have many parts; one for later is one, or a deed or space and what follows it.

    verbs: of the orders before
    """
    joined = [[item for one in segments[:count] for item in one.items] for count in range(1, _joined(segments) + 1)]
    known = [(count, items) for count, items in enumerate(joined, 1) if _may_be_order(items)]
    for count, items in reversed(known):
        if move := meaning.find(items, verbs=verbs):
            return move, count
    said = [item.value for item in segments[0].items if item.use in (Use.SAID, Use.COUNT)]
    deed = len(said) == 1 and said[0] in meaning.verbs
    begun = deed or any(meaning.is_space(item) for item in segments[0].items)  # "Brugge M4, blue"
    for count, items in known if begun else known[:1]:
        if move := meaning.translated(items):
            return move, count
    move = meaning.written(segments[0].items)
    return move, int(bool(move))


def _joined(segments: Sequence[_Segment]) -> int:
    """The number of segments that may be one order: those with nothing stronger than "and" between them.

    Behind the first one any word that joins may stand: "lay, then grey on S3".
    """
    if segments[0].labels:
        return 1
    weak = (
        segment.joint is None or segment.joint.text in AND or (at == 1 and segment.joint.use is Use.THEN)
        for at, segment in enumerate(segments[1:], 1)
    )
    rest = takewhile(bool, (joins and not segment.aside for joins, segment in zip(weak, segments[1:], strict=True)))
    return 1 + sum(1 for _ in rest)


def _may_be_order(items: Sequence[Item]) -> bool:
    """Whether all parts are known, and a number alone does not stand behind words that make it another's: "at 22"."""
    if not _is_known(items, *[Use.COMMON] * (sum(item.use in (Use.SAID, Use.COUNT) for item in items) > 1)):
        return False
    if any(one.use is Use.COUNT and other.use is Use.COMMON for one, other in pairwise(items)):
        return False  # "in Gent with 2 friends"
    named = any(item.use is Use.SAID for item in items)
    return named or all(item.use is not Use.FILLER or item.value in (CHOOSING, DOING, NAMING) for item in items)


def _is_known(items: Sequence[Item], *others: Use) -> bool:
    return all(item.use in (Use.SAID, Use.COUNT, *SAYS_NOTHING, *others) for item in items)


def _is_order_number(meaning: Meaning, item: Item) -> bool:
    return bool(meaning.by_number(item))


def _order(meaning: Meaning, items: Sequence[Item]) -> str:
    """The move that parts of a sentence mean together."""
    return _move(meaning, [_Segment(tuple(items))], verbs=())[0]


def _choices(meaning: Meaning, first: str, rest: Sequence[_Segment]) -> tuple[tuple[str, ...], int]:
    """An order with the choices behind it, and of how many segments these are. () where one of them is none."""
    moves: tuple[str, ...] = (first,)
    used = 0
    for segment in takewhile(lambda one: one.joint is not None and one.joint.use is Use.OR, rest):
        used += 1
        move = _order(meaning, segment.items) or meaning.instead(first, segment.items)
        if not move:
            return (), used
        moves = (*moves, move)
    return moves, used
