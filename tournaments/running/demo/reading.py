"""The reading of a letter by somebody who has nothing else: what it asks, offers and did not accept. No game."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.language.languages import LANGUAGES, speaking, to_say
from tournaments.language.speech import say
from tournaments.letters.parts.frame import WRITE_ABOVE

FIRST_MARKER = re.compile(r"^#=#=# (.*?) #=#=#$", re.MULTILINE)
UNTIL = to_say("until {moment}")
COLOUR = "blue|brown|purple|red|yellow"
ORDER = rf"\d{{1,2}}(?: (?:{COLOUR}))?|use [a-z]+|end"
OFFER = re.compile(ORDER)
# The words in front of an order, the order, what is said of it in parentheses.
BRACKETS = re.compile(r"([^\[\]]*)\[([^\[\]]+)\](\s\([^\[\]]*)?")
SENTENCE = re.compile(r"[.:]\s")
HOW = "== HOW TO ANSWER"
IN_WORDS = re.compile(r"[a-z]+(?: [A-Za-z0-9]+)+(?: / [a-z]+(?: [A-Za-z0-9]+)+)*")
ABOUT_PLANS = ("also", "always", "never", "hold", "forget", "go", "if", "help")
WHOLE_TURN = re.compile(r"\bfor\s+example:\s+((?:\[[^\[\]]+\][,.]\s+)+)")
CODE = re.compile(r"\d\d")  # card and action
NOT_YET = re.compile(r"\bafter the\b")  # possible only when something else has been done first
COUNT = re.compile(r"\b(\d) OF (\d)\b", re.IGNORECASE)
ECHO = re.compile(r"^\|_?\s(.+)$", re.MULTILINE)  # what a letter shows again is behind a bar
KEPT = re.compile(r"^Kept for later:$(.*?)^New orders replace", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"\b[A-Z][a-z]+")
BETWEEN = re.compile(r"\s*(?:/|;|\banyway\b)\s*")


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a letter says may be answered: the text in the brackets, and the words that explain it."""

    order: str
    words: str

    @property
    def card(self) -> str:
        """The number of the card, of a code; all the text in the brackets on other menus."""
        return self.order[0] if self.is_code else self.order

    @property
    def action(self) -> str:
        return self.order[1] if self.is_code else ""

    @property
    def is_code(self) -> bool:
        return CODE.match(self.order) is not None

    @property
    def is_person(self) -> bool:
        return self.order.startswith("use ")

    @property
    def draws(self) -> bool:
        """Whether it brings cards, after which one may want something else than planned."""
        return " pile" in self.words

    @property
    def possible(self) -> bool:
        return not NOT_YET.search(self.words)


def state_of(text: str) -> str:
    """The words of the first marker line of a letter, "" without one."""
    found = FIRST_MARKER.search(text)
    return found.group(1) if found else ""


def state_in_a_list(text: str) -> str:
    """The same without where to write: good advice in a letter, not in a list."""
    state = state_of(text)
    for advice in _in_every_language(WRITE_ABOVE):
        state = state.removesuffix(f" - {advice}")
    return state


def asks(text: str) -> bool:
    """Whether this letter wants an answer."""
    state = state_of(text)
    return any(f" {until} " in state for until in _in_every_language(UNTIL, moment=""))


def _in_every_language(sentence: str, **values: object) -> set[str]:
    """The words that a letter may use for a sentence, whichever language its reader has chosen."""
    found = set()
    for language in LANGUAGES:
        with speaking(language):
            found.add(say(sentence, **values).strip())
    return found


def has_stopped(text: str) -> bool:
    """Whether it says that a plan waits, and offers to go on with it."""
    return "Answer [go on]" in " ".join(text.split())


def cards_left(text: str) -> int:
    """The number of cards that the reader still plays in this round, the one that is asked for among them."""
    found = COUNT.search(state_of(text))
    return 1 + int(found.group(2)) - int(found.group(1)) if found else 1


def offers(text: str) -> list[Offer]:
    """The offers of a letter, in reading order, each once, with the words in front of them."""
    body, how = _apart(WHOLE_TURN.sub("", text))
    return _offered(OFFER, body) or _in_words(body) or _in_words(how)


def whole_turn(text: str) -> list[str]:
    """The orders of a whole turn that the letter shows as an example of one, [] where it shows none."""
    found = WHOLE_TURN.search(text)
    return [" ".join(order.split()) for order in re.findall(r"\[([^\[\]]+)\]", found.group(1))] if found else []


def in_words(text: str) -> bool:
    """Whether the menu of a letter has neither codes nor numbers."""
    return not _offered(OFFER, _apart(text)[0])


def sample(text: str) -> list[str]:
    """The whole answer that "how to answer" shows as an example, one order a line; with a second choice if it has."""
    by_verb: dict[str, str] = {}
    for offer in _in_words(_apart(text)[1]):
        verb = offer.order.split()[0]
        if verb not in by_verb or ("/" in offer.order and "/" not in by_verb[verb]):
            by_verb[verb] = offer.order
    return list(by_verb.values())


def _apart(text: str) -> tuple[str, str]:
    """The part of a letter that offers something, and the part on how one may answer."""
    before, _, behind = text.partition(HOW)
    how, mark, after = behind.partition("\n== ")
    return before + mark + after, how


def _offered(pattern: re.Pattern[str], body: str) -> list[Offer]:
    found: dict[str, Offer] = {}
    for before, written, beside in BRACKETS.findall(body):
        order = " ".join(written.split())
        if pattern.fullmatch(order) and order not in found:
            words = f"{SENTENCE.split(before)[-1]} {beside}"
            found[order] = Offer(order, " ".join(words.split()).lstrip("*,; "))
    return list(found.values())


def _in_words(body: str) -> list[Offer]:
    """The offers in brackets that look like an order: some words, none of those that deal with the plan itself."""
    return [o for o in _offered(IN_WORDS, body) if o.order.split()[0] not in ABOUT_PLANS]


def in_plan(text: str) -> set[str]:
    """The names of cards and persons in the plan that the letter shows."""
    found = KEPT.search(text)
    return set(NAME.findall(found.group(1))) if found else set()


def not_accepted(text: str) -> set[str]:
    """The orders that the letter shows again because it did not take them, alternatives one by one."""
    return {order for line in ECHO.findall(text) for order in BETWEEN.split(" ".join(line.split()))}
