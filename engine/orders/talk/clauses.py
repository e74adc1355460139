"""Reads a line as people talk: clauses that are orders, with thanks and remarks around them, and clauses that are none.

For lines that the grammar does not read. A clause is an order only if everything in it is known (`orders.meaning`).
What is not is talk, which does nothing. Where talk names things of the game, no order that follows in its line counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from engine.orders.talk import certainty, offers
from engine.orders.talk.known import NONE
from engine.orders.talk.lexicon import Use
from engine.orders.talk.meaning import SAYS_NOTHING, WITH, Meaning
from engine.orders.talk.pieces import remarks
from engine.orders.talk.pieces.joined import amended, announces, shared
from engine.orders.talk.pieces.parts import Clause, is_known, may_be_order
from engine.orders.talk.pieces.segments import EITHER_SIGN, Segment, begun, reasons_apart, without_rest
from engine.orders.talk.pieces.segments import segments as segments_of
from engine.orders.talk.plain_lines import SENTENCE, plain
from engine.orders.talk.vocabulary import Item, without_names

MOST_SEGMENTS = 6  # of a sentence that are looked at together
EITHER = ("or", "oder", EITHER_SIGN)  # between orders of which nobody has said which comes first
AND = ("and", "und", "&", "+", "u", "sowie")


def clauses(meaning: Meaning, line: str) -> list[Clause]:
    """The clauses of a line, in their order."""
    text = plain(line)
    found, at = list[Clause](), 0
    for end in (*SENTENCE.finditer(text), None):
        sentence = text[at : end.start() if end else len(text)]
        asks = end is not None and "?" in end[0]
        above = {clause.moves for clause in found if clause.moves}
        said = list(_sentence(meaning, sentence, found, asks=asks, ended=end is not None))
        longer = amended(meaning, found[-1], sentence) if found else None
        if longer is not None and asks:
            said = [Clause(sentence.strip(), (), longer.moves, meant=True, revises=True)]  # "… With a master?"
        elif longer is not None:
            found, said = [*found[:-1], longer], []
        elif found and announces(meaning, found[-1], said):
            found = found[:-1]
        found += [clause for clause in said if clause.moves not in above]  # one that is said once more is one order
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
    items = without_rest(begun(without_names(meaning.items(sentence))))
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
        meant = any(meaning.is_asked(item) for item in said) or revises
        yield Clause(sentence.strip(), (), near, meant, known=is_known(items) and not asks, revises=revises)
        return
    spoken, reasons = reasons_apart(items)
    segments = [one for segment in segments_of(spoken) for one in _by_number(meaning, segment)]
    outside = any(item in said for segment in segments if not segment.aside for item in segment.items)
    segments, at = [segment if outside else replace(segment, aside=False) for segment in segments], 0
    done = [move for clause in before for move in clause.moves]
    found = list[Clause]()
    at_once = list(shared(meaning, segments))
    done += [move for clause in at_once for move in clause.moves]
    found += at_once
    valued = False
    while at < len(segments) and not at_once:
        clause, count = _clause(meaning, segments[at : at + MOST_SEGMENTS], done)
        at += count
        if clause is not None:
            done += clause.moves
            found.append(clause)
            valued = valued or (bool(clause.moves) and _is_field(segments[at - 1 : at + 1]))
    if any(not (clause.moves or clause.known or clause.meant) for clause in found):
        found = [replace(clause, revises=False) for clause in found]  # an "or" of theirs is about something else
    told = [item for item in reasons if item in said]
    unread = any(not clause.moves and (clause.meant or clause.known) for clause in found)
    points = not ordered and any(map(_points_elsewhere, segments, segments[1:]))
    half = unread or doubts or valued or points or _is_parted(found) or certainty.limits(reasons)
    half = half or (bool(told) and not meaning.says_of(told, done))
    if half and any(clause.moves for clause in found):  # half a sentence is never done
        moves = tuple(" / ".join(clause.moves) for clause in found if clause.moves)
        near = tuple(dict.fromkeys((*moves, *offers.near(meaning, items))))
        revises = any(clause.revises for clause in found)
        yield Clause(sentence.strip(), (), near[:3], meant=True, known=is_known(items), revises=revises)
    else:
        yield from found


def _points_elsewhere(first: Segment, second: Segment) -> bool:
    """Whether one of two orders stands elsewhere, as in a line that is quoted above them: "this one, then end"."""
    return (first.points or second.points) and second.joint is not None and second.joint.use is Use.THEN


def _is_field(segments: Sequence[Segment]) -> bool:
    """Whether a segment has a colon and words that are not known behind it, as in a form: "End: Miller"."""
    return len(segments) == 2 and segments[0].sign == ":" and not is_known(segments[1].items)


def _is_parted(found: Sequence[Clause]) -> bool:
    """Whether talk in a sentence may change its orders: between two of them, as a label in front, as a no behind."""
    ordered = [at for at, clause in enumerate(found) if clause.moves]
    if not ordered:
        return False
    between = any(not clause.moves for clause in found[ordered[0] : ordered[-1]])
    labelled = any(clause.labels for clause in found[: ordered[0]])
    return between or labelled or any(clause.denies for clause in found)


def _by_number(meaning: Meaning, segment: Segment) -> Iterator[Segment]:
    """A segment as one for each order by number, where it names nothing else: "22 31"."""
    numbers = [at for at, item in enumerate(segment.items) if _is_order_number(meaning, item)]
    if len(numbers) < 2 or any(item.use is Use.SAID for item in segment.items):
        yield segment
        return
    edges = [0, *numbers[1:], len(segment.items)]
    for number, (start, end) in enumerate(pairwise(edges)):
        yield Segment(segment.items[start:end], segment.joint if number == 0 else None, segment.aside)


def _clause(meaning: Meaning, segments: Sequence[Segment], done: Sequence[str]) -> tuple[Clause | None, int]:
    """The clause with which the segments begin, None for one that says nothing, and of how many segments it is."""
    first = segments[0]
    if remarks.is_price(meaning, first.items):
        return None, 1
    otherwise = first.joint is not None and first.joint.use is Use.OR
    in_number = otherwise and first.joint is not None and first.joint.text == EITHER_SIGN  # "Our ref: 4711/23"
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
    if done and not otherwise and remarks.is_beside(meaning, first.items, done):
        return None, 1
    explains = done and is_known(first.items) and meaning.says_of(first.items, done)
    if not any(item.use is Use.SAID or _is_order_number(meaning, item) for item in first.items) and not explains:
        nothing = all(item.use in SAYS_NOTHING for item in first.items) and not first.labels
        return (
            None
            if nothing
            else Clause(
                first.text, (), offers.near(meaning, first.items), meant=_counts_on(first),
                known=may_be_order(first.items),
                labels=first.labels, denies=certainty.denies(first.items),
            )
        ), 1  # fmt: skip
    denied = any(item.use is Use.DENIAL for item in first.items)
    if not (otherwise or denied) and meaning.says_of(first.items, done):
        return None, 1
    known = is_known(first.items)
    revises = otherwise and known and first.joint is not None and first.joint.text != EITHER_SIGN
    near, known = offers.near(meaning, first.items), known and not in_number
    parts = sum(item.use in (Use.SAID, Use.COUNT) for item in first.items)
    return Clause(first.text, (), near, not in_number, known, revises=revises, parts=parts), 1


def _counts_on(segment: Segment) -> bool:
    """Whether a segment says nothing but a number, and perhaps courtesies: "only 2 of them"."""
    return not segment.aside and is_known(segment.items) and any(item.use is Use.COUNT for item in segment.items)


def _move(meaning: Meaning, segments: Sequence[Segment], *, verbs: Collection[str]) -> tuple[str, int]:
    """The order with which the segments begin, and of how many segments it is: ("", 0) if it is none.

    An order of those asked now may have many parts; one for later is one, or a deed or space and what follows it.

    verbs: of the orders before
    """
    joined = [_together(segments[:count]) for count in range(1, _joined(segments) + 1)]
    known = [(count, items) for count, items in enumerate(joined, 1) if may_be_order(items)]
    for count, items in reversed(known):
        move = meaning.find(items, verbs=verbs)
        if move and all(meaning.says_of(one.items, (move,)) for one in segments[1:count] if one.aside):
            return move, count
    for count, items in known if _is_begun(meaning, segments[0].items) else known[:1]:
        if move := meaning.translated(items):
            return _longest(meaning, known, move, count)
    move = meaning.written(segments[0].items)
    return move, int(bool(move))


def _is_begun(meaning: Meaning, items: Sequence[Item]) -> bool:
    """Whether what a sentence begins with is no order of its own, and may be a part of one for later."""
    said = [item for item in items if item.use in (Use.SAID, Use.COUNT)]
    begun = len(said) == 1 and said[0].value in meaning.verbs
    begun = begun or items[0].text in ("in", "im") or any(map(meaning.is_space, items))  # "Brugge M4, blue"
    return begun or not meaning.is_usual(said)


def _longest(meaning: Meaning, known: Sequence[tuple[int, list[Item]]], move: str, count: int) -> tuple[str, int]:
    """An order for later with what follows it, as far as that says more of it: "blue on L2, with a master"."""
    for more, items in known:
        if (
            more == count + 1
            and any(item.text in WITH or item.value == NONE for item in items)
            and (longer := meaning.translated(items))
        ):
            return longer, more
    return move, count


def _together(segments: Sequence[Segment]) -> list[Item]:
    """The parts of segments that may be one order; what brackets in it say counts if it names things."""
    first, *others = segments
    named = (one for one in others if not one.aside or any(item.use is Use.SAID for item in one.items))
    return [*first.items, *(item for one in named for item in one.items)]


def _joined(segments: Sequence[Segment]) -> int:
    """The number of segments that may be one order: those with nothing stronger than "and" between them.

    Behind the first one any word that joins may stand: "lay, then grey on S3".
    """
    if segments[0].labels:
        return 1
    weak = (
        segment.joint is None or segment.joint.text in AND or (at == 1 and segment.joint.use is Use.THEN)
        for at, segment in enumerate(segments[1:], 1)
    )
    rest = takewhile(
        bool,
        (
            joins and (not segment.aside or is_known(segment.items))
            for joins, segment in zip(weak, segments[1:], strict=True)
        ),
    )
    return 1 + sum(1 for _ in rest)


def _is_order_number(meaning: Meaning, item: Item) -> bool:
    return bool(meaning.by_number(item))


def _order(meaning: Meaning, items: Sequence[Item]) -> str:
    """The move that parts of a sentence mean together."""
    return _move(meaning, [Segment(tuple(items))], verbs=())[0]


def _choices(meaning: Meaning, first: str, rest: Sequence[Segment]) -> tuple[tuple[str, ...], int]:
    """An order with the choices behind it, and of how many segments these are. () where one of them is none."""
    moves: tuple[str, ...] = (first,)
    used = 0
    for segment in takewhile(lambda one: one.joint is not None and one.joint.use is Use.OR, rest):
        used += 1
        move = _order(meaning, segment.items) or meaning.instead(first, segment.items)
        if not move or (segment.joint and segment.joint.text in EITHER and meaning.asks(move) != meaning.asks(first)):
            return (), used
        moves = (*moves, move)
    return moves, used
