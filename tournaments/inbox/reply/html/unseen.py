"""Text in HTML that only some mail programs show: hidden by its style, a sheet or its element.

Programs differ in what they keep to, so that nobody knows whether its writer saw it: it is never carried out, and told.
What every program hides is `styles.hides`, what sheets say `sheets`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tournaments.inbox.reply.html.tags import words

NUMBER = re.compile(r"([+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:e[+-]?\d++)?)(%|[a-z]*+)", re.ASCII)
PIXELS = {"": 1, "px": 1, "pt": 4 / 3, "mm": 3.8, "cm": 38, "in": 96, "ex": 8, "ch": 8, "%": 10, "vw": 10, "vh": 10}
LETTER = 16  # pixels of one in usual size, as units are that PIXELS does not have
SMALL = 2  # pixels; nobody reads what has fewer
FAR = 500  # pixels to the left or above; what is twice as far to the right or below is off the window too
FAINT = 0.1  # of what covers
MOST_NUMBERS = 8  # in one value; where there are more, it hides
MOST_BEFORE = 8  # words of a font up to its size
LONGEST_VALUE = 200  # letters of one that is looked at

NEUTRAL = words("none auto normal visible initial inherit unset revert revert-layer")
RELATIVE = ("em", "%", "ex", "ch", "lh")  # to the size of letters around it
SIZES = words("xx-small x-small small medium large x-large xx-large xxx-large")
CUTTING = words("hidden clip auto scroll")  # as overflow
PLACED = words("absolute fixed relative sticky")
SIDES = words("left right top bottom inset")
BOXES = words("height max-height width max-width line-height")
OVERFLOWS = words("overflow overflow-x overflow-y")


def _numbers(value: str, percent: float = PIXELS["%"], bare: float = 1) -> list[float]:
    """All numbers in a value, in pixels. The size of one percent, and of a number without a unit, as told."""
    found = NUMBER.findall(value)
    if len(found) > MOST_NUMBERS:
        return [-math.inf]
    sizes = PIXELS | {"%": percent, "": bare}
    return [float(number) * sizes.get(unit, LETTER) for number, unit in found]


def _is_used(value: str) -> bool:
    return value not in NEUTRAL


def _is_faint(value: str) -> bool:
    """Whether an opacity or a zoom is not surely more than nothing."""
    return value not in NEUTRAL and not any(number >= FAINT for number in _whole(value, percent=0.01))


def _whole(value: str, percent: float) -> list[float]:
    """The number that a value is; nothing for any other value."""
    return _numbers(value, percent) if NUMBER.fullmatch(value) else []


def _is_small(value: str) -> bool:
    """Whether letters of a size are not surely to be read: nobody knows what a function gives."""
    return "(" in value or any(number < SMALL for number in _whole(value, percent=LETTER / 100))


def _is_small_font(value: str) -> bool:
    return any(map(_is_small, _sizes(value)))


def _sizes(font: str) -> list[str]:
    """The pieces of a font that may be its size: right before the height of lines, or anywhere."""
    before, slash, _ = font.partition("/")
    return before.split()[-1:] if slash else before.split(" ", MOST_BEFORE)[:MOST_BEFORE]


def _is_far(value: str) -> bool:
    found = _numbers(value)
    if "(" in value:
        found = [-abs(number) for number in found]
    return any(number <= -FAR or number >= 2 * FAR for number in found)


def _is_clear(color: str) -> bool:
    """Whether a colour covers next to nothing."""
    if color.startswith("#"):
        alpha = {5: color[4:] * 2, 9: color[7:]}.get(len(color), "")
        return alpha.isascii() and alpha.isalnum() and alpha < "1a"
    inside = color.partition("(")[2].rstrip(") ")
    alphas = inside.split("/")[-1:] if "/" in inside else inside.split(",")[3:4]
    numbers = (number for alpha in alphas for number in _whole(alpha.strip(), percent=0.01))
    return color == "transparent" or any(number < FAINT for number in numbers)


def _is_size(value: str) -> bool:
    """Whether a size of letters is one of its own, and to be read."""
    return value in SIZES or (bool(NUMBER.fullmatch(value)) and not _is_small(value) and not _is_relative(value))


def _is_relative(size: str) -> bool:
    return size.endswith(RELATIVE) and not size.endswith("rem")


def _is_color(value: str) -> bool:
    named = value.isalpha() and value not in NEUTRAL and value != "currentcolor"
    return named or value.startswith(("#", "rgb", "hsl"))


Judges = Callable[[str], bool]

# Properties that hide by themselves, and the values that do: each is the reason that its text may not be seen.
ALONE: Mapping[str, Judges] = {
    "font-size": _is_small,
    "font": _is_small_font,
    "visibility": lambda value: value in ("hidden", "collapse") or "(" in value,
    "color": _is_clear,
    "-webkit-text-fill-color": _is_clear,
    "text-indent": _is_far,
    "opacity": _is_faint,
    "zoom": _is_faint,
    **dict.fromkeys(("margin", "margin-left", "margin-right", "margin-top", "margin-bottom"), _is_far),
    # No mail program writes these for lines that somebody types in it: what they do nobody has to work out.
    **dict.fromkeys(words("clip clip-path content-visibility filter rotate scale transform translate"), _is_used),
    **dict.fromkeys(words("-webkit-clip-path -webkit-filter -webkit-transform -ms-transform"), _is_used),
}
# Those that are inherited: an element inside may say something else of itself.
INHERITED: Mapping[str, Judges] = {
    "font-size": _is_size,
    "font": lambda value: any(map(_is_size, _sizes(value))),
    "visibility": lambda value: value == "visible",
    "color": _is_color,
    "-webkit-text-fill-color": _is_color,
    "text-indent": lambda value: bool(NUMBER.fullmatch(value)),
}
SAME = {"font": "font-size"}  # reasons
SIZED = re.compile(r"\s*[+-]?[0-9]")  # as an attribute of <font>, whatever comes behind

FIELD = "plain-textarea"  # as which a textarea is written: a name that no letter has
CLOSED = words("details dialog")  # unless they are open
# They hold what programs show that do not know them, or what is not surely anybody's words.
IN_PLACE_OF = words("audio button canvas datalist map meter noscript object option progress select video") | {FIELD}
NONE: frozenset[str] = frozenset()


class Effect(NamedTuple):
    """The change that an element makes to the reasons for which its text may not be seen."""

    hides: frozenset[str] = NONE
    shows: frozenset[str] = NONE

    def on(self, around: frozenset[str]) -> frozenset[str]:
        return (around - self.shows) | self.hides


NO_EFFECT = Effect()


def of_style(style: Mapping[str, str]) -> Effect:
    """The effect of the declarations by the names of their properties. Linear in what is looked at of each value."""
    values = {name: _value(style, name) for name in style}
    hides = _reasons(ALONE, values)
    if _is_cut(values):
        hides |= {"size"}
    if values.get("position") in PLACED and any(_is_far(values[side]) for side in SIDES & values.keys()):
        hides |= {"place"}
    return Effect(hides, _reasons(INHERITED, values) - hides)


def _reasons(judges: Mapping[str, Judges], values: Mapping[str, str]) -> frozenset[str]:
    found = judges.keys() & values.keys()
    return frozenset(SAME.get(name, name) for name in found if values[name] and judges[name](values[name]))


def _value(style: Mapping[str, str], name: str) -> str:
    return " ".join(style[name].split())[:LONGEST_VALUE]


def _is_cut(values: Mapping[str, str]) -> bool:
    """Whether what does not fit is cut off, and next to nothing fits."""
    if not any(not CUTTING.isdisjoint(values[name].split()) for name in OVERFLOWS & values.keys()):
        return False
    found = BOXES & values.keys()
    sizes = (_numbers(values[name], bare=LETTER if name == "line-height" else 1) for name in found)
    return any(max(numbers, default=SMALL) < SMALL for numbers in sizes)


def of_element(name: str, *, is_open: bool) -> Effect:
    """The effect of an element by its name alone. The summary of details is seen though they are closed."""
    if name == "summary":
        return Effect(shows=frozenset({"details"}))
    hides = name in IN_PLACE_OF or (name in CLOSED and not is_open)
    return Effect(frozenset({name})) if hides else NO_EFFECT


def of_font(attributes: Mapping[str, str], effect: Effect) -> Effect:
    """The effect of <font>, whose style has this one: with a size or a colour as attribute it is seen again."""
    shows = {"color"} if attributes.get("color", "").strip() else set()
    if SIZED.match(attributes.get("size", "")):
        shows.add("font-size")
    return effect._replace(shows=effect.shows | shows - effect.hides)
