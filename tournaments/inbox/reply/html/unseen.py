"""Text in HTML that only some mail programs show: hidden by its style, a sheet or its element.

Programs differ in what they keep to, so that nobody knows whether its writer saw it: it is never carried out, and told.
What every program hides is `styles.hides`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import chain, islice
from typing import NamedTuple

from tournaments.inbox.reply.html import styles
from tournaments.inbox.reply.html.tags import words

ZERO = r"[+-]?(?:0+(?:\.0*)?|\.0+)(?:[a-z]{1,4}|%)?"
TINY = rf"(?:{ZERO}|0?[01]?(?:\.\d+)?(?:px|pt))"  # one pixel too: nobody reads that
FAR = r"-(?:\d{4,}|[5-9]\d\d)(?:\.\d+)?(?:px|pt)?|-(?:\d{3,}|[5-9]\d)(?:\.\d+)?(?:r?em|ex|ch|in|cm|%|v[wh])"
CUT = "hidden|clip"  # as overflow
PLACED = "absolute|fixed"
SIDES = ("left", "right", "top", "bottom")
CORNERS = r"(?:[ ,]*[01](?:px)?){4}[ ,]*"

# By one of these groups of declarations a style hides what it is of. Each property with the values that do.
HIDING: Mapping[str, Sequence[Mapping[str, str]]] = {
    "font-size": ({"font-size": TINY}, {"font": rf"(?:[a-z0-9-]+ )*{TINY}(?: ?/ ?\S+)? .*"}),
    "visibility": ({"visibility": "hidden|collapse"},),
    "color": (
        {"color": rf"transparent|(?:rgb|hsl)a?\((?:[^,]*,){{3}} ?{ZERO} ?\)|[a-z]+\(.*/ ?{ZERO} ?\)"},
        {"color": r"#[0-9a-f]{3}0|#[0-9a-f]{6}00"},
    ),
    "text-indent": ({"text-indent": FAR},),
    "opacity": ({"opacity": ZERO}, {"filter": rf"opacity\( ?{ZERO} ?\)|alpha\( ?opacity ?= ?0 ?\)"}),
    "size": tuple(
        {side: TINY, overflow: CUT}
        for side in ("height", "max-height", "width", "max-width", "line-height")
        for overflow in ("overflow", "overflow-x", "overflow-y")
    ),
    "place": (
        *({"position": f"{PLACED}|relative", side: FAR} for side in SIDES),
        *({f"margin-{side}": FAR} for side in SIDES),
        {"margin": rf"(?:.* )?(?:{FAR})(?: .*)?"},
        {"transform": rf"(?:.*[ )])?scale[xy]?\((?:[^)]*[ ,])?{ZERO}[ ,)].*"},
        {"transform": rf"(?:.*[ )])?translate[xy]?\((?:[^)]*[ ,])?(?:{FAR})[ ,)].*"},
    ),
    "clip": (
        {"position": PLACED, "clip": rf"rect\({CORNERS}\)"},
        {"clip-path": rf"inset\( ?(?:50|[6-9]\d|100)%.*|circle\( ?{ZERO}\b.*|polygon\((?:[ ,]*{ZERO})+[ ,]*\)"},
    ),
    "content": ({"content-visibility": "hidden"}, {"zoom": ZERO}),
}  # fmt: skip
LONGEST_VALUE = 200  # letters of one that is looked at
INHERITED = ("font-size", "visibility", "color", "text-indent")  # an element inside may say something else of itself
RELATIVE = re.compile(r".*(?<!r)em|.*%|inherit|unset|smaller|larger|currentcolor")  # nothing else than around it
PATTERNS = {
    reason: [{name: re.compile(values) for name, values in group.items()} for group in groups]
    for reason, groups in HIDING.items()
}

CLOSED = words("details dialog")  # unless they are open
IN_PLACE_OF = words("canvas datalist meter progress")  # hold what programs show that do not know them
NONE: frozenset[str] = frozenset()


class Effect(NamedTuple):
    """The change that an element makes to the reasons for which its text may not be seen."""

    hides: frozenset[str] = NONE
    shows: frozenset[str] = NONE

    def on(self, around: frozenset[str]) -> frozenset[str]:
        return (around - self.shows) | self.hides


NO_EFFECT = Effect()


def of_style(style: Mapping[str, str]) -> Effect:
    hides = frozenset(reason for reason, groups in PATTERNS.items() if any(_all(group, style) for group in groups))
    said = (name for name in INHERITED if name not in hides)
    return Effect(hides, frozenset(name for name in said if _says_anew(name, style)))


def _all(group: Mapping[str, re.Pattern[str]], style: Mapping[str, str]) -> bool:
    return group.keys() <= style.keys() and all(values.fullmatch(_value(style, name)) for name, values in group.items())


def _value(style: Mapping[str, str], name: str) -> str:
    return " ".join(style.get(name, "")[:LONGEST_VALUE].split())


def _says_anew(name: str, style: Mapping[str, str]) -> bool:
    value = _value(style, name) or (_value(style, "font") if name == "font-size" else "")
    return bool(value) and not RELATIVE.fullmatch(value)


def of_element(name: str, *, is_open: bool) -> Effect:
    """The effect of an element by its name alone. The summary of details is seen though they are closed."""
    if name == "summary":
        return Effect(shows=frozenset({"details"}))
    hides = name in IN_PLACE_OF or (name in CLOSED and not is_open)
    return Effect(frozenset({name})) if hides else NO_EFFECT


# --- sheets --------------------------------------------------------------------------------------

BRACE = re.compile(r"[{}]")
SELECTOR = re.compile(r"([a-z][a-z0-9]*)?(?:([.#])(-?[a-z_][\w-]*))?")
MOST_RULES = 2_000  # of all sheets that are looked at
MARKS = re.compile(r"<!--|-->")


class Sheet:
    """The rules of a text's sheets whose selector is an element, a class or an id, or an element with one of these.

    Others, and those for some screens only (@media), hide nothing here.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.effects: dict[tuple[str, str], Effect] = {}  # by element ("": any) and ".class", "#id" or ""
        for selectors, declarations in islice(chain.from_iterable(map(_rules, texts)), MOST_RULES):
            self._add(selectors, styles.declared(declarations))

    def _add(self, selectors: str, style: dict[str, str]) -> None:
        effect, display = of_style(style), frozenset({"display"})
        if styles.hides(style):
            effect = effect._replace(hides=effect.hides | display)
        elif "display" in style:
            effect = effect._replace(shows=effect.shows | display)
        if effect == NO_EFFECT:
            return
        for selector in selectors.split(","):
            if (one := SELECTOR.fullmatch(selector.strip())) and one[0]:
                key = one[1] or "", f"{one[2] or ''}{one[3] or ''}"
                self.effects[key] = _both(self.effects.get(key, NO_EFFECT), effect)

    @property
    def hides(self) -> bool:
        return any(effect.hides for effect in self.effects.values())

    def of(self, element: str, attributes: Mapping[str, str]) -> Effect:
        """The effect of the rules for an element: the more exact a rule, the later it is heard; last its own style."""
        classes = [f".{name}" for name in attributes.get("class", "").lower().split()]
        names = ["", *classes, f"#{attributes.get('id', '').lower()}"]
        effect = NO_EFFECT
        for name in names:
            for key in (("", name), (element, name)):
                effect = _both(effect, self.effects.get(key, NO_EFFECT))
        if "display" in effect.hides and "display" in styles.declared(unescape(attributes.get("style", ""))):
            effect = effect._replace(hides=effect.hides - {"display"})
        return effect._replace(shows=effect.shows.intersection(INHERITED))


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
