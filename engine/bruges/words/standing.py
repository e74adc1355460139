"""A seat's standing orders in words. Reads the canonical texts that `preferences` writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from engine.bruges.state import COLOURS, SECTIONS
from engine.bruges.words.voice import listed, the
from engine.game import ASK

ABOUT = {
    "draw": "drawing",
    "climb": "each step up",
    "fire": "what the fire takes",
    "plague": "whom the plague takes",
    "workers": "workers that an attack takes",
    "canal": "canal tokens that an attack takes",
    "threat": "threats that an attack brings",
}
RARE = {"threat": "fewest"}  # told only to whom says something else: the deck may have nobody of the kind
AGAINST_ATTACKS = ("workers", "canal", "threat")  # of no use where nobody attacks
SIGNS = {"<=": "at most", ">=": "at least", "<": "below", ">": "above", "=": "just"}


def standing_rules(rules: Mapping[str, str], piles: Sequence[str] = SECTIONS) -> str:
    """All standing orders of a seat in one or two sentences; `piles` are the names of the draw piles."""
    writers: dict[str, Callable[[str], str]] = {"draw": partial(_draw, piles=piles), **WRITERS}
    usual = [topic for topic, text in rules.items() if text == ASK or RARE.get(topic) == text]
    given = [writers[topic](text) for topic, text in rules.items() if topic in writers and topic not in usual]
    asked = [ABOUT[topic] for topic, text in rules.items() if topic in ABOUT and text == ASK]
    sentences = [f"Your rules: {'; '.join(given)}."] if given else []
    sentences += [f"You want to be asked about {listed(asked)}."] if asked else []
    return " ".join([*sentences, 'New ones begin with the word "always".'])


def _wishes(text: str, words: Mapping[str, str], every: str) -> str:
    """ "a, else b, else c"; what has no words of its own is a colour or a person."""
    parts = []
    for wish in text.split(" > "):
        if wish == ASK:
            parts.append("you are asked")
        elif wish in words:
            parts.append(words[wish])
        else:
            parts.append(every.format(wish) if wish in COLOURS or " " in wish else the(wish))
    return ", else ".join(parts)


def _draw(text: str, piles: Sequence[str]) -> str:
    longer, shorter = ("longer", "shorter") if len(piles) == 2 else ("longest", "shortest")
    words = {"any": f"the {longer} pile", "longer": f"the {longer} pile", "shorter": f"the {shorter} pile"}
    words |= {name: f"the {name} pile" for name in (*SECTIONS, *piles)}
    return f"your cards come from {_wishes(text, words, 'a pile with {} on top')}"


def _climb(text: str) -> str:
    if text == "always":
        return "you go up a step whenever you can pay it"
    if text == "never":
        return "you never go up a step"
    return f"you go up a step if {listed([_condition(part) for part in text.removeprefix('if ').split(' and ')])}"


def _condition(part: str) -> str:
    name, sign, number = part.rsplit(" ", 2)
    subject = "it costs" if name == "climb price" else f"{name} {'are' if name.endswith('s') else 'is'}"
    return f"{subject} {SIGNS[sign]} {number}"


def _fire(text: str) -> str:
    words = {
        "empty": "an empty house",
        "canal": "a canal token",
        "canal left": "a canal token on the left",
        "canal right": "a canal token on the right",
        "cheapest": "the house of the cheapest person",
        "dearest": "the house of the dearest person",
    }
    words |= {f"{colour} empty": f"an empty {colour} house" for colour in COLOURS}
    return f"the fire takes {_wishes(text, words, '{}')}"


def _plague(text: str) -> str:
    words = {"cheapest": "the cheapest person", "dearest": "the dearest person"}
    return f"the plague takes {_wishes(text, words, '{}')}"


def _workers(text: str) -> str:
    words = {"most": "of the colour you have most of", "fewest": "of the colour you have fewest of"}
    return f"attacks get workers {_wishes(text, words, 'who are {}')}"


def _canal(text: str) -> str:
    words = {"shorter": "of the shorter section", "longer": "of the longer section"}
    words |= {side: f"of the {side} section" for side in SECTIONS}
    return f"attacks get a canal token {_wishes(text, words, '{}')}"


def _threat(text: str) -> str:
    words = {"most": "of the colour you have most of", "fewest": "of the colour you have fewest of"}
    return f"attacks bring threats {_wishes(text, words, 'that are {}')}"


WRITERS: Mapping[str, Callable[[str], str]] = {
    "climb": _climb,
    "fire": _fire,
    "plague": _plague,
    "workers": _workers,
    "canal": _canal,
    "threat": _threat,
}
