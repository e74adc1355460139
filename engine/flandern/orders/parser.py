"""Reads the orders that players write. Plays nothing; `reasons` says why a move is not allowed.

The strict reader wants whole words or four letters that begin one name only; the forgiving one takes three, drops
filler words and asks back where two names fit.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields

from engine.decisions import Decision, Move
from engine.flandern.data.box import COATS, SPECIALS, Box
from engine.flandern.data.maps import CENTRE_NAME, SIDES
from engine.flandern.orders.grammar import COAT, GRAMMAR, PHRASES, SPACE, WANTED
from engine.flandern.rules.moves import INFLUENCE_CARD, REOPEN
from engine.flandern.words.speech import say
from engine.language import typed
from engine.language.wording import listed
from engine.orders.grammar import Line, Match


@dataclass(slots=True)
class Said:
    """The content of the words behind a verb; "" or -1 for what they do not say."""

    coat: str = ""
    figure: int = -1
    special: str = ""
    space: str = ""
    over: str = ""
    side: str = ""
    town: str = ""
    card: str = ""
    count: int = -1

    def given(self) -> set[str]:
        return {field.name for field in fields(self) if getattr(self, field.name) not in ("", -1)}


class Unknown(Exception):
    """A word that nothing of the game is called by, or that is in a place where it cannot be."""


EMPTY = GRAMMAR.little | typed.FILLERS  # words that say nothing
# What may be said behind each verb, by names of fields.
ENOUGH = {verb: {frozenset(map(str.lower, form)) for form in forms} for verb, forms in GRAMMAR.kinds.items()}


# --- the strict reader -------------------------------------------------------------------------------------


def reads(text: str, box: Box) -> bool:
    """Whether a whole line is an order of this game."""
    found = typed.words(text, forgiving=False)
    if not found or "," in text:
        return False
    verb = typed.surely(found[0], GRAMMAR.forms)
    if verb is None or found == ("influence",):
        return False
    rest = [word for word in found[1:] if word not in ("on", "in")]
    if verb == "church" and len(rest) < len(found) - 1 and "over" not in rest and not set(rest) & set(SIDES):
        return False  # sentences contain "church on M2"
    if verb == "gold" and rest[:1] == ["finish"]:
        verb, rest = "finish", rest[1:]
    try:
        said = _said(verb, rest, box, typed.surely)
    except Unknown:
        return False
    return _fits(verb, said, strict=True)


def is_name(word: str) -> bool:
    """Whether a word is a space, a church district's letter (but A, an article), or a coat with a figure."""
    coat = COAT.fullmatch(word)
    return bool(SPACE.fullmatch(word) or word in ("b", "c", "d") or (coat and coat[1] in COATS and coat[2]))


def spelt_behind(words: Sequence[str]) -> list[str]:
    """Words of an order with the number of masters at their coat, and the number of influence cards behind `with`."""
    found = list(words)
    for thing in ("masters", "influence"):
        at = found.index(thing) if thing in found else 0
        if at and found[at - 1] in ("0", "1", "2", "3"):
            count = found.pop(at - 1)
            if thing == "influence":
                found = [*(word for word in found if word != thing), "with", count]
            else:
                found = [word + count if word in COATS else word for word in found if word != thing]
    if "0" in found:
        found = [word + "0" if word in COATS else word for word in found if word != "0"]
    return found


def _fits(verb: str, said: Said, *, strict: bool = False) -> bool:
    """Whether what was said is enough and not too much. A sentence may say "area 3"."""
    given = said.given()
    if strict and (verb, given) == ("area", {"count"}):
        return False
    return frozenset(given) in ENOUGH[verb]


# --- words ---------------------------------------------------------------------------------------------------


def _said(verb: str, words: Sequence[str], box: Box, match: Match) -> Said:
    """The content of words. Unknown for a word that says nothing here, or says a thing twice."""
    said = Said()
    left = list(words)
    while left:
        word = left.pop(0)
        if word == "over" and left and SPACE.fullmatch(left[0]):
            _set(said, "over", left.pop(0).upper(), word)
        elif word == "with" and left and left[0].isdecimal():
            _set(said, "count", int(left.pop(0)), word)
        else:
            _one(said, verb, word, box, match)
    return said


def _one(said: Said, verb: str, word: str, box: Box, match: Match) -> None:
    if SPACE.fullmatch(word):
        _set(said, "space", word.upper(), word)
    elif word.isdecimal() and len(word) < 3:
        _set(said, "count", int(word), word)
    elif word.upper() in SPECIALS:
        _set(said, "special", word.upper(), word)
    elif verb == "choose":
        _set(said, "card", _name(word, [*box.town_id, "site", "pickup", "influence"], match), word)
    else:
        _thing(said, word, box, match)


def _thing(said: Said, word: str, box: Box, match: Match) -> None:
    """A coat with its figure, a side, a town or the centre."""
    coat = COAT.fullmatch(word)
    if coat is None:
        raise Unknown(word)
    name = _name(coat[1], [*COATS, *SIDES, *box.town_id, CENTRE_NAME], match)
    if coat[2] and name not in COATS:
        raise Unknown(word)
    if name in COATS:
        _set(said, "coat", name, word)
        said.figure = int(coat[2]) if coat[2] else -1
    else:
        place = "side" if name in SIDES else "space" if name == CENTRE_NAME else "town"
        _set(said, place, name, word)


def _name(word: str, choices: Sequence[str], match: Match) -> str:
    found = match(word, choices)
    if found is None:
        raise Unknown(word)
    return found


def _set(said: Said, name: str, value: str | int, word: str) -> None:
    if getattr(said, name) not in ("", -1):
        raise Unknown(word)
    setattr(said, name, value)


def spelt(verb: str, said: Said) -> Move:
    """The canonical words of what was said."""
    if verb == "choose":
        return Move(("choose", said.card, *(("with", str(said.count)) if said.count > 0 else ())))
    if verb == "pickup":
        return Move(("choose", "pickup", *(("with", str(said.count)) if said.count > 0 else ())))
    if verb == "reconsider":
        return REOPEN
    if verb == "area":
        return Move(("area", str(said.count), *((said.town,) if said.town else ())))
    if verb == "influence":
        return Move(("influence", said.coat)) if said.coat else INFLUENCE_CARD
    town = (said.town,) if said.town else ()
    gold = ("gold",) if verb == "gold" else ()
    if said.special:
        base = (said.space,) if said.space else ()
        behind = (said.side,) if said.side else ("over", said.over)
        return Move((*gold, "church", said.special, *base, *behind, *town))
    if verb == "finish" or (verb == "gold" and not said.coat):
        return Move((verb, *town, said.space))
    coat = (said.coat or "church") + (str(said.figure) if said.figure >= 0 else "")
    return Move((*(gold or ("lay",)), coat, said.space, *town))


def understood(move: Move, box: Box) -> tuple[str, bool, Said]:
    """The meaning of a canonical move: the deed ("lay", "finish", "golden piece", ...), whether golden, the rest."""
    words = [word.lower() for word in move]
    gold = words[0] == "gold"
    rest = words[1:] if gold or words[0] in GRAMMAR.forms else words
    finishing = words[0] == "finish" or (gold and rest[0] == "finish")
    rest = rest[1:] if gold and finishing else rest
    verb = "finish" if finishing else words[0]
    said = _said(verb, rest, box, lambda word, choices: word if word in choices else None)
    if finishing:
        return "finish", gold, said
    lays = verb in ("lay", "church") or (gold and (said.coat or said.special))
    return ("lay" if lays else "piece" if gold else verb), gold, said


# --- the forgiving reader ------------------------------------------------------------------------------------


def read(text: str, box: Box, decision: Decision | None) -> Move:
    """The canonical move that a text means, legal now or not.

    UnreadableOrder or AmbiguousOrder with the nearest legal texts otherwise.
    """
    return _Line(text, box, decision).move()


class _Line(Line):
    """One text being read at a decision."""

    grammar = GRAMMAR

    def __init__(self, text: str, box: Box, decision: Decision | None) -> None:
        super().__init__(text, decision)
        self.box = box
        self.kind = decision.kind if decision else ""

    def words(self) -> tuple[str, ...]:
        """With the verb in front where a line begins with a card alone, as in `gent with 1`."""
        found = _meant_words(self.text)
        if found and self.kind in ("choose", "turn") and typed.only(found[0], (*self.box.town_id, "site")):
            return ("choose", *found)
        return found

    def numbered(self, words: tuple[str, ...]) -> Move:
        """The number of an area of the town that is set up; nothing else has one."""
        return self.ordered("area" if self.kind == "setup" and len(words) == 1 else self.verb(words[0]), words)

    def ordered(self, verb: str, words: tuple[str, ...]) -> Move:
        if verb == "pickup" and words == ("up",):
            words = ()
        finishing = verb == "gold" and bool(words) and typed.complete(words[0], ("finish",)) == ("finish",)
        if verb == "gold" and words and (finishing or typed.complete(words[0], ("lay",))):
            words = words[1:]
        try:
            said = _said(verb, words, self.box, self._one_of)
        except Unknown as word:
            raise self.unreadable(say('"{word}" says nothing behind {verb}', word=word, verb=verb)) from word
        if finishing and said.given() <= {"space", "town"} and said.space:
            return Move(("gold", *spelt("finish", said)))
        if not _fits(verb, said):
            raise self.unreadable(_wanted("church" if said.special else verb))
        for space in (said.space, said.over):
            if space and space not in self.box.space_names:
                raise self.unreadable(_no_space(space, self.box))
        return spelt(verb, said)

    def _one_of(self, word: str, choices: Collection[str]) -> str | None:
        found = typed.complete(word, choices)
        return self.one(word, found) if found else None


def _no_space(space: str, box: Box) -> str:
    """That no town can ever have a space of that name, and which names there are."""
    last = {name[0]: name for name in box.space_names if name != CENTRE_NAME}
    ranges = listed([f"{shape}1–{name}" for shape, name in last.items()], say("or"))
    return say("no town has a space {space}; spaces are {ranges}", space=space, ranges=ranges)


def _meant_words(text: str) -> tuple[str, ...]:
    """The words of a line without those that only fill it; behind `church` the letter A is no such word."""
    line = " ".join(word.strip("[]()") for word in typed.words(text, forgiving=False))
    for phrase, order in PHRASES:
        line = phrase.sub(order, line)
    found = line.split()
    behind = zip(found, ["", *found], strict=False)
    return tuple([word for word, before in behind if word not in EMPTY or (word == "a" and before.startswith("chu"))])


def _wanted(verb: str) -> str:
    return say(WANTED[verb]) if verb in WANTED else say("{verb} stands alone", verb=verb)
