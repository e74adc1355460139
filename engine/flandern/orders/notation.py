"""The words of orders: reads what players write. Plays nothing; why a move is not allowed stands in `reasons`.

Words are told apart by what they are, not by their place: a coat with its figure, a space, a town, a side, the letter
of a church district, `over` and `with` with what follows them. The strict reader wants whole words or four letters
that begin one name only; the forgiving one takes three, drops filler words and asks back where two names fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from engine.decisions import Decision, Move
from engine.flandern.data.box import COATS, SPECIALS, Box
from engine.flandern.data.maps import CENTRE_NAME, SIDES
from engine.flandern.rules.moves import INFLUENCE_CARD, REOPEN
from engine.flandern.words.speech import say
from engine.language import typed
from engine.language.languages import to_say
from engine.language.wording import either, listed
from engine.refusals import AmbiguousOrder, UnreadableOrder

VERBS = ("choose", "lay", "church", "finish", "gold", "area", "influence", "pickup", "reconsider")
SYNONYMS = {
    "play": "choose", "card": "choose", "build": "lay", "put": "lay", "place": "lay", "complete": "finish",
    "golden": "gold", "pick": "pickup", "take": "choose",
}  # fmt: skip
LITTLE = frozenset({"on", "in", "at", "into", "to", "district", "space", "town", "side", "up"})
SPACE = re.compile(r"[sml]\d{1,2}")
COAT = re.compile(r"([a-z]+)([0-2]?)")
PHRASES = (  # as letters and people say it, and as orders have it
    (re.compile(r"\bpick[ -]up\b"), "pickup"),
    (re.compile(r"\bbuilding[ -]site\b"), "site"),
    (re.compile(r"\bwith (\w+) (?:influence cards?|influence|cards?)\b"), r"with \1"),
    *((re.compile(rf"\bwith {word}\b"), f"with {n}") for n, word in enumerate(("one", "two", "three", "four"), 1)),
    (re.compile(rf"\b({'|'.join(COATS)}) ([012])\b"), r"\1\2"),
)
WANTED = {  # behind a verb, for whoever has written something else
    "choose": to_say("choose wants a card, and perhaps with how many influence cards"),
    "lay": to_say("lay wants a coat and a space, as in [lay grey2 M2]"),
    "church": to_say(
        "church wants A, B or C and a side, as in [church A north], or D and a space, as in [church D over S4]"
    ),
    "finish": to_say("finish wants the space of a building site"),
    "gold": to_say("gold wants a town and a space, or a coat and a space"),
    "area": to_say("area wants the number of an area, 1 to 6"),
    "influence": to_say("influence wants the colour of a guild"),
}
EXAMPLES = ("choose gent with 1", "lay grey2 M2", "finish gent L1")

Complete = Callable[[str, Sequence[str]], str | None]


@dataclass(slots=True)
class Said:
    """What the words behind a verb say; "" or -1 for what they do not."""

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
    """A word that nothing of the game is called by, or that stands where it cannot."""


# What each verb needs, and what it may have besides.
LAY = ({"coat", "space"}, {"figure", "town"})
SPECIAL = (({"special", "side"}, {"space", "town", "coat"}), ({"special", "over"}, {"space", "town", "coat"}))
FORMS: dict[str, tuple[tuple[set[str], set[str]], ...]] = {
    "choose": (({"card"}, {"count"}),),
    "lay": (LAY, *SPECIAL),
    "church": (*SPECIAL, ({"space"}, {"town"})),
    "finish": (({"space"}, {"town"}),),
    "gold": (LAY, *SPECIAL, ({"space", "town"}, set())),
    "area": (({"count"}, {"town"}),),
    "influence": (({"coat"}, set()), (set(), set())),
    "pickup": ((set(), {"count"}),),
    "reconsider": ((set(), set()),),
}


# --- the strict reader -------------------------------------------------------------------------------------


def reads(text: str, box: Box) -> bool:
    """Whether a whole line is an order of this game."""
    found = typed.words(text, forgiving=False)
    if not found or "," in text:
        return False
    verb = typed.surely(found[0], VERBS)
    if verb is None or found == ("influence",):
        return False
    rest = [word for word in found[1:] if word not in ("on", "in")]
    if verb == "church" and len(rest) < len(found) - 1 and "over" not in rest and not set(rest) & set(SIDES):
        return False  # "church on M2" stands in sentences
    if verb == "gold" and rest[:1] == ["finish"]:
        verb, rest = "finish", rest[1:]
    try:
        said = _said(verb, rest, box, lambda word, choices: typed.surely(word, tuple(choices)))
    except Unknown:
        return False
    return _fits(verb, said, strict=True)


def _fits(verb: str, said: Said, *, strict: bool = False) -> bool:
    """Whether what was said is enough and not too much. A sentence may say "area 3"."""
    given = said.given()
    if strict and (verb, given) == ("area", {"count"}):
        return False
    return any(need <= given <= need | may for need, may in FORMS[verb])


# --- words ---------------------------------------------------------------------------------------------------


def _said(verb: str, words: Sequence[str], box: Box, complete: Complete) -> Said:
    """What words say. Unknown for one that says nothing here, or says a thing twice."""
    said = Said()
    left = list(words)
    while left:
        word = left.pop(0)
        if word == "over" and left and SPACE.fullmatch(left[0]):
            _set(said, "over", left.pop(0).upper(), word)
        elif word == "with" and left and left[0].isdecimal():
            _set(said, "count", int(left.pop(0)), word)
        else:
            _one(said, verb, word, box, complete)
    return said


def _one(said: Said, verb: str, word: str, box: Box, complete: Complete) -> None:
    if SPACE.fullmatch(word):
        _set(said, "space", word.upper(), word)
    elif word.isdecimal() and len(word) < 3:
        _set(said, "count", int(word), word)
    elif word.upper() in SPECIALS:
        _set(said, "special", word.upper(), word)
    elif verb == "choose":
        _set(said, "card", _name(word, [*box.town_id, "site", "pickup", "influence"], complete), word)
    else:
        _thing(said, word, box, complete)


def _thing(said: Said, word: str, box: Box, complete: Complete) -> None:
    """A coat with its figure, a side, a town or the centre."""
    coat = COAT.fullmatch(word)
    if coat is None:
        raise Unknown(word)
    name = _name(coat[1], [*COATS, *SIDES, *box.town_id, CENTRE_NAME], complete)
    if coat[2] and name not in COATS:
        raise Unknown(word)
    if name in COATS:
        _set(said, "coat", name, word)
        said.figure = int(coat[2]) if coat[2] else -1
    else:
        place = "side" if name in SIDES else "space" if name == CENTRE_NAME else "town"
        _set(said, place, name, word)


def _name(word: str, choices: Sequence[str], complete: Complete) -> str:
    found = complete(word, choices)
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
    """What a canonical move says: the deed ("lay", "finish", "golden piece", ...), whether it is golden, the rest."""
    words = [word.lower() for word in move]
    gold = words[0] == "gold"
    rest = words[1:] if gold or words[0] in VERBS else words
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
    found = _meant_words(text)
    if not found:
        raise _unreadable(text, decision, say("there is no order in it"))
    if found[0].isdecimal() and len(found) == 1 and decision is not None and decision.kind == "setup":
        found = ["area", found[0]]
    if decision is not None and decision.kind in ("choose", "turn") and _is_card(found[0], box):
        found = ["choose", *found]
    verb = _verb(text, found[0], decision)
    rest = found[1:]
    if verb == "pickup" and rest == ["up"]:
        rest = []
    finishing = verb == "gold" and bool(rest) and typed.complete(rest[0], ("finish",)) == ("finish",)
    if verb == "gold" and rest and (finishing or typed.complete(rest[0], ("lay",))):
        rest = rest[1:]
    try:
        said = _said(verb, rest, box, lambda word, choices: _completed(text, word, choices))
    except Unknown as word:
        nothing = say('"{word}" says nothing behind {verb}', word=word, verb=verb)
        raise _unreadable(text, decision, nothing) from word
    if finishing and said.given() <= {"space", "town"} and said.space:
        return Move(("gold", *spelt("finish", said)))
    if not _fits(verb, said):
        raise _unreadable(text, decision, _wanted("church" if said.special else verb))
    for space in (said.space, said.over):
        if space and space not in box.space_names:
            raise _unreadable(text, decision, _no_space(space, box))
    return spelt(verb, said)


def _no_space(space: str, box: Box) -> str:
    """That no town can ever have a space of that name, and which names there are."""
    last = {name[0]: name for name in box.space_names if name != CENTRE_NAME}
    ranges = listed([f"{shape}1–{name}" for shape, name in last.items()], say("or"))
    return say("no town has a space {space}; spaces are {ranges}", space=space, ranges=ranges)


def _meant_words(text: str) -> list[str]:
    """The words of a line without those that only fill it; behind `church` the letter A is no such word."""
    line = " ".join(word.strip("[]()") for word in typed.words(text, forgiving=False))
    for phrase, order in PHRASES:
        line = phrase.sub(order, line)
    found = line.split()
    empty = LITTLE | typed.FILLERS
    behind = zip(found, ["", *found], strict=False)
    return [word for word, before in behind if word not in empty or (word == "a" and before.startswith("chu"))]


def _is_card(word: str, box: Box) -> bool:
    """Whether a line begins with a card alone, as in `gent with 1`."""
    return len(typed.complete(word, (*box.town_id, "site"))) == 1


def _verb(text: str, word: str, decision: Decision | None) -> str:
    found = typed.complete(word, VERBS) or tuple({SYNONYMS[w] for w in typed.complete(word, SYNONYMS)})
    if not found:
        raise _unreadable(text, decision, say('"{word}" is no order', word=word))
    if len(found) > 1:
        raise _ambiguous(text, word, found)
    return found[0]


def _completed(text: str, word: str, choices: Sequence[str]) -> str | None:
    found = typed.complete(word, choices)
    if len(found) > 1:
        raise _ambiguous(text, word, found)
    return found[0] if found else None


def _wanted(verb: str) -> str:
    return say(WANTED[verb]) if verb in WANTED else say("{verb} stands alone", verb=verb)


def _ambiguous(text: str, word: str, found: Sequence[str]) -> AmbiguousOrder:
    return AmbiguousOrder(text, say('"{word}" can mean {choices}', word=word, choices=either(found)), tuple(found[:3]))


def _unreadable(text: str, decision: Decision | None, reason: str) -> UnreadableOrder:
    texts = [move.text for move in decision.moves] if decision else []
    return UnreadableOrder(text, reason, typed.nearest(text, texts) if texts else EXAMPLES)
