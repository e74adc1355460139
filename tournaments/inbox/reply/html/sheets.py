"""The sheets of an HTML text, for what they hide: see `unseen`. Nothing in them has hidden text seen again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from tournaments.inbox.reply.html import styles
from tournaments.inbox.reply.html.tags import SCANNED, Steps, words
from tournaments.inbox.reply.html.unseen import NONE, of_style

BRACE = re.compile(r"[{}]")
# The last element of a selector, and its last class or id; this may be said as that of an attribute.
SELECTOR = re.compile(r"(?:([a-z][a-z0-9]*)|\*)?(?:[.#][\w-]++)*?(?:([.#])(-?[a-z_][\w-]*))?")
BY_ATTRIBUTE = re.compile(r"\[ *(class|id) *[~|^$*]?= *[\"']?(-?[a-z_][\w-]*)[\"']? *(?: [is] *)?\]")
SIGNS = {"class": ".", "id": "#"}
LONGEST_SELECTOR = 200
AROUND = words("html :root")  # what is read begins with body
RULE = 5 * SCANNED  # steps: to read a rule
DISPLAY = frozenset({"display"})
MARKS = re.compile(r"<!--|-->")


class Sheet:
    """The rules of a text's sheets whose selector ends in an element, a class or an id, or an element with these.

    Others, and those for some screens only (@media), hide nothing here. TooOdd where rules or their selectors, or the
    classes of elements that they are for, are more than the steps suffice for: none is left out.
    """

    def __init__(self, texts: Sequence[str], steps: Steps) -> None:
        self.steps = steps
        self.reasons: dict[tuple[str, str], frozenset[str]] = {}  # by element ("": any) and ".class", "#id" or ""
        self.names: set[str] = set()  # of classes and ids
        for selectors, declarations in chain.from_iterable(map(_rules, texts)):
            steps.take(RULE + len(declarations))
            self._add(selectors, styles.declarations(declarations))

    def _add(self, selectors: str, said: Sequence[tuple[str, str]]) -> None:
        hides = of_style(said).hides | (DISPLAY if styles.hides(dict(said)) else NONE)
        if not hides:
            return
        self.steps.take(SCANNED * selectors.count(","))
        for selector in selectors.split(","):
            if key := _key(selector):
                self.reasons[key] = self.reasons.get(key, NONE) | hides
                self.names.add(key[1])

    @property
    def hides(self) -> bool:
        return bool(self.reasons)

    def hiding(self, element: str, attributes: Mapping[str, str]) -> frozenset[str]:
        """The reasons of all rules for an element together: which of them is heard nobody works out."""
        classes = [f".{name}" for name in dict.fromkeys(attributes.get("class", "").lower().split())]
        known = [name for name in classes if name in self.names]
        self.steps.take(len(classes) + SCANNED * len(known))
        names = ("", *known, f"#{attributes.get('id', '').lower()}")
        return NONE.union(*(self.reasons.get(key, NONE) for name in names for key in (("", name), (element, name))))


def _key(selector: str) -> tuple[str, str] | None:
    """The element and the class or id of what a selector is for, by its end; None for what is not understood.

    What it says of elements around, and of more classes, is left out of account: then it hides more than it should.
    """
    said = BY_ATTRIBUTE.sub(lambda found: f"{SIGNS[found[1]]}{found[2]}", selector[-LONGEST_SELECTOR:])
    last = re.split(r"[ >+~\n\r\t\f]", said.strip())[-1]
    one = SELECTOR.fullmatch("body" if last in AROUND else last)
    return (one[1] or "", f"{one[2] or ''}{one[3] or ''}") if one and one[0] else None


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
