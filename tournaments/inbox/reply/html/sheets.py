"""The sheets of an HTML text, for what they hide: see `unseen`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import chain

from tournaments.inbox.reply.html import styles
from tournaments.inbox.reply.html.tags import SCANNED, Steps, words
from tournaments.inbox.reply.html.unseen import INHERITED, NO_EFFECT, Effect, of_style

BRACE = re.compile(r"[{}]")
# The last element of a selector, and its last class or id; this may be said as that of an attribute.
SELECTOR = re.compile(r"(?:([a-z][a-z0-9]*)|\*)?(?:[.#][\w-]++)*?(?:([.#])(-?[a-z_][\w-]*))?")
BY_ATTRIBUTE = re.compile(r"\[ *(class|id) *[~|^$*]?= *[\"']?(-?[a-z_][\w-]*)[\"']? *(?: [is] *)?\]")
SIGNS = {"class": ".", "id": "#"}
LONGEST_SELECTOR = 200
AROUND = words("html :root")  # what is read begins with body
RULE = 5 * SCANNED  # steps: to read a rule
MARKS = re.compile(r"<!--|-->")


class Sheet:
    """The rules of a text's sheets whose selector ends in an element, a class or an id, or an element with these.

    Others, and those for some screens only (@media), hide nothing here. TooOdd where rules or their selectors, or the
    classes of elements that they are for, are more than the steps suffice for: none is left out.
    """

    def __init__(self, texts: Sequence[str], steps: Steps) -> None:
        self.steps = steps
        self.effects: dict[tuple[str, str], Effect] = {}  # by element ("": any) and ".class", "#id" or ""
        self.names: set[str] = set()  # of classes and ids
        for selectors, declarations in chain.from_iterable(map(_rules, texts)):
            steps.take(RULE + len(declarations))
            self._add(selectors, styles.declarations(declarations))

    def _add(self, selectors: str, said: Sequence[tuple[str, str]]) -> None:
        effect, display, style = of_style(said), frozenset({"display"}), dict(said)
        if styles.hides(style):
            effect = effect._replace(hides=effect.hides | display)
        elif "display" in style:
            effect = effect._replace(shows=effect.shows | display)
        if effect == NO_EFFECT:
            return
        self.steps.take(SCANNED * selectors.count(","))
        for selector in selectors.split(","):
            if key := _key(selector):
                self.effects[key] = _both(self.effects.get(key, NO_EFFECT), effect)
                self.names.add(key[1])

    @property
    def hides(self) -> bool:
        return any(effect.hides for effect in self.effects.values())

    def of(self, element: str, attributes: Mapping[str, str]) -> Effect:
        """The effect of the rules for an element: the more exact a rule, the later it is heard; last its own style."""
        classes = [f".{name}" for name in dict.fromkeys(attributes.get("class", "").lower().split())]
        known = [name for name in classes if name in self.names]
        self.steps.take(len(classes) + SCANNED * len(known))
        effect = NO_EFFECT
        for name in ("", *known, f"#{attributes.get('id', '').lower()}"):
            for key in (("", name), (element, name)):
                if key in self.effects:
                    effect = _both(effect, self.effects[key])
        if "display" in effect.hides and "display" in styles.declared(unescape(attributes.get("style", ""))):
            effect = effect._replace(hides=effect.hides - {"display"})
        return effect._replace(shows=effect.shows.intersection(INHERITED))


def _key(selector: str) -> tuple[str, str] | None:
    """The element and the class or id of what a selector is for, by its end; None for what is not understood.

    What it says of elements around, and of more classes, is left out of account: then it hides more than it should.
    """
    said = BY_ATTRIBUTE.sub(lambda found: f"{SIGNS[found[1]]}{found[2]}", selector[-LONGEST_SELECTOR:])
    last = re.split(r"[ >+~\n\r\t\f]", said.strip())[-1]
    one = SELECTOR.fullmatch("body" if last in AROUND else last)
    return (one[1] or "", f"{one[2] or ''}{one[3] or ''}") if one and one[0] else None


def _both(first: Effect, then: Effect) -> Effect:
    return Effect(then.on(first.hides), (first.shows - then.hides) | then.shows)


def _rules(text: str) -> Iterator[tuple[str, str]]:
    """(selectors, declarations) of the rules that are in no other one."""
    text = MARKS.sub(" ", styles.COMMENTS.sub(" ", text.lower()))
    begin = depth = 0
    selectors = ""
    for brace in BRACE.finditer(text):
        if brace[0] == "{":
            depth += 1
            if depth == 1:
                selectors, begin = text[begin : brace.start()].rpartition(";")[2].strip(), brace.end()
        elif depth:
            depth -= 1
            if depth == 0:
                if not selectors.startswith("@"):
                    yield selectors, text[begin : brace.start()]
                begin = brace.end()
