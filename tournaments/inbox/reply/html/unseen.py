"""Text in HTML that only some mail programs show: hidden by its style, a sheet or its element.

Programs differ in what they keep to, so that nobody knows whether its writer saw it: it is never carried out, and told.
What every program hides is `styles.hides`, what sheets say `sheets`.

Properties that are not known hide nothing: mail programs write new ones in every version, and around whole replies. Of
those that are, whatever is not surely seen hides: any of several values of one, as a program ignores what it does not
know, and any function, as nobody works out what it gives.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments.inbox.reply.html.tags import words

PREFIX = re.compile(r"\A-[a-z]++-")
NUMBER = re.compile(r"([+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:e[+-]?\d++)?)(%|[a-z]*+)", re.ASCII)
PIXELS = {"": 1, "px": 1, "pt": 4 / 3, "mm": 3.8, "cm": 38, "in": 96, "ex": 8, "ch": 8, "%": 10, "vw": 10, "vh": 10}
LETTER = 16  # pixels of one in usual size, as units are that PIXELS does not have
SMALL = 2  # pixels; nobody reads what has fewer
FAR = 500  # pixels to the left or above; what is twice as far to the right or below is off the window too
TIGHT = -4  # pixels between letters, which then cover one another
FAINT = 0.1  # of what covers
# A colour by numbers, not by another one ("from") or a function.
COLOR = re.compile(r"(?:(?:rgb|hsl)a?|hwb|(?:ok)?l(?:ab|ch)|color)\((?!from )[^()]*+\)")
HEXADECIMAL = re.compile(r"#\w++")
MOST_NUMBERS = 8  # in one value; where there are more, it hides
MOST_BEFORE = 8  # words of a font up to its size
LONGEST_VALUE = 200  # letters of one that is looked at

NEUTRAL = words("none auto normal visible initial inherit unset revert revert-layer")
# Values that every program knows: what one does not know it ignores, and the text stays as hidden as it is.
SIZE = re.compile(r"\d{1,4}(?:\.\d{1,9})?(?:px|pt|pc|mm|cm|in)", re.ASCII)  # not by that of letters around it
FAMILY = r"(?!(?:inherit|initial|unset|revert|default)\b)[a-z]+(?:-[a-z]+)*"
FONT = re.compile(
    r"(?:italic )?(?:bold |[1-9]00 )?([\w.-]+)(?:/\d+(?:\.\d+)?)? " + rf"(?:{FAMILY}|\"[a-z ]+\")(?:, ?{FAMILY})*",
    re.ASCII,
)
HEXADECIMAL_COLOR = re.compile(r"#(?:[0-9a-f]{3}){1,2}")
RGB = re.compile(r"rgb\(\d{1,3}, ?\d{1,3}, ?\d{1,3}\)", re.ASCII)
COLORS = words(
    "aqua black blue fuchsia gray green lime maroon navy olive orange purple red silver teal white windowtext yellow"
)
SIZES = words("xx-small x-small small medium large x-large xx-large")
NOT_CUTTING = words("visible initial unset revert revert-layer none style")  # as overflow, or what is contained
NOT_PLACED = NEUTRAL | {"static"}
SIDES = words("left right top bottom inset")
BOXES = words(
    "height max-height width max-width line-height block-size inline-size max-block-size max-inline-size"
    " logical-height logical-width max-logical-height max-logical-width"
)
# Those that move what they are around; a radius and an image move nothing.
BORDERS = words(
    "border border-width border-left border-left-width border-top border-top-width border-inline border-inline-width"
    " border-inline-start border-inline-start-width border-block border-block-width border-block-start"
    " border-block-start-width border-spacing"
)
CLIPS = words("overflow overflow-x overflow-y overflow-block overflow-inline contain")
# Their names go on with the side, by the window (-left) or by the text (-inline-start, -before).
FAMILIES = words("margin padding inset")


def _numbers(value: str, percent: float = PIXELS["%"], bare: float = 1) -> list[float]:
    """All numbers in a value, in pixels. The size of one percent, and of a number without a unit, as told."""
    found = NUMBER.findall(value)
    if len(found) > MOST_NUMBERS:
        return [-math.inf]
    sizes = PIXELS | {"%": percent, "": bare}
    return [float(number) * sizes.get(unit, LETTER) for number, unit in found]


def _is_used(value: str) -> bool:
    return value not in NEUTRAL


def _is_function(value: str) -> bool:
    return "(" in value


def _is_faint(value: str) -> bool:
    """Whether an opacity or a zoom is not surely more than nothing."""
    return value not in NEUTRAL and not any(number >= FAINT for number in _whole(value, percent=0.01))


def _whole(value: str, percent: float) -> list[float]:
    """The number that a value is; nothing for any other value."""
    return _numbers(value, percent) if NUMBER.fullmatch(value) else []


def _is_small(value: str) -> bool:
    """Whether letters of a size are not surely to be read: nobody knows what a function gives."""
    return _is_function(value) or any(number < SMALL for number in _whole(value, percent=LETTER / 100))


def _is_small_font(value: str) -> bool:
    return any(map(_is_small, _sizes(value)))


def _sizes(font: str) -> list[str]:
    """The pieces of a font that may be its size: right before the height of lines, or anywhere."""
    before, slash, _ = font.partition("/")
    return before.split()[-1:] if slash else before.split(" ", MOST_BEFORE)[:MOST_BEFORE]


def _is_far(value: str) -> bool:
    return _is_function(value) or any(number <= -FAR or number >= 2 * FAR for number in _numbers(value))


def _is_far_border(value: str) -> bool:
    """Whether a border, whose colour may be a function, moves what is in it far."""
    return _is_far(COLOR.sub(" ", HEXADECIMAL.sub(" ", value)))


def _is_tight(value: str) -> bool:
    return _is_far(value) or any(number <= TIGHT for number in _numbers(value))


def _is_clear(color: str) -> bool:
    """Whether a colour is not surely one that covers more than next to nothing."""
    if color.startswith("#"):
        alpha = {5: color[4:] * 2, 9: color[7:]}.get(len(color), "")
        return alpha.isascii() and alpha.isalnum() and alpha < "1a"
    if not _is_function(color):
        return color == "transparent"
    inside = color.partition("(")[2].removesuffix(")")
    alphas = inside.split("/")[-1:] if "/" in inside else inside.split(",")[3:4]
    numbers = [_whole(alpha.strip(), percent=0.01) for alpha in alphas]
    return not COLOR.fullmatch(color) or not all(found and found[0] >= FAINT for found in numbers)


def _is_size(value: str) -> bool:
    """Whether a size of letters is one of its own, and to be read."""
    return value in SIZES or (bool(SIZE.fullmatch(value)) and not _is_small(value))


def _is_font(value: str) -> bool:
    """Whether a font is surely one, and its size one of its own."""
    font = FONT.fullmatch(value)
    return font is not None and _is_size(font[1])


def _is_color(value: str) -> bool:
    return value in COLORS or bool(HEXADECIMAL_COLOR.fullmatch(value) or RGB.fullmatch(value))


Judges = Callable[[str], bool]

# Properties that hide by themselves, and the values that do: each is the reason that its text may not be seen.
ALONE: Mapping[str, Judges] = {
    "font-size": _is_small,
    "font": _is_small_font,
    "text-size-adjust": _is_small,
    "visibility": lambda value: value in ("hidden", "collapse") or _is_function(value),
    "display": lambda value: "none" in value or "column" in value or _is_function(value),
    "mso-hide": lambda value: value == "all",
    **dict.fromkeys(words("text-decoration text-decoration-line"), lambda value: "line-through" in value),
    "unicode-bidi": lambda value: "override" in value,
    "content": _is_function,
    **dict.fromkeys(words("color text-fill-color"), _is_clear),
    **dict.fromkeys(words("opacity zoom"), _is_faint),
    **dict.fromkeys(words("margin padding text-indent vertical-align word-spacing"), _is_far),
    **dict.fromkeys(BORDERS, _is_far_border),
    "letter-spacing": _is_tight,
    # No mail program writes these for lines that somebody types in it: what they do nobody has to work out.
    **dict.fromkeys(words("animation animation-name clip clip-path content-visibility filter"), _is_used),
    **dict.fromkeys(words("font-size-adjust mask mask-image mask-box-image mix-blend-mode"), _is_used),
    **dict.fromkeys(words("offset offset-path rotate scale text-security transform translate"), _is_used),
}
# Those that are inherited: an element inside may say something else of itself. An indent is inherited too, but what
# another one does depends on whether the element is a block.
INHERITED: Mapping[str, Judges] = {
    "font-size": _is_size,
    "font": _is_font,
    "visibility": lambda value: value == "visible",
    "color": _is_color,
    "text-fill-color": _is_color,
}
SAME = {"font": "font-size"}  # reasons
JUDGED = ALONE.keys() | INHERITED.keys() | SIDES | BOXES | CLIPS | {"position"}
SIZED = re.compile(r"\s*[+-]?[0-9]")  # as an attribute of <font>, whatever comes behind

POPS_UP = "popover"  # attribute
FIELD = "plain-textarea"  # as which a textarea is written: a name that no letter has
CLOSED = words("details dialog")  # unless they are open
# They hold what programs show that do not know them, or what is not surely anybody's words.
IN_PLACE_OF = words("audio button canvas datalist map meter noscript object option progress rp select video") | {FIELD}
TURNED = words("bdo")  # its words may be shown from their end to their beginning
NONE: frozenset[str] = frozenset()


class Effect(NamedTuple):
    """The change that an element makes to the reasons for which its text may not be seen."""

    hides: frozenset[str] = NONE
    shows: frozenset[str] = NONE

    def on(self, around: frozenset[str]) -> frozenset[str]:
        return (around - self.shows) | self.hides


NO_EFFECT = Effect()


def of_style(declarations: Iterable[tuple[str, str]]) -> Effect:
    """The effect of a style's names and values. Linear in what is looked at of each value."""
    values: dict[str, list[str]] = {}
    for written, value in declarations:
        if value and (name := _name(written)) in JUDGED:
            values.setdefault(name, []).append(_without_prefix(" ".join(value.split())[:LONGEST_VALUE]))
    hides = _reasons(ALONE, values, any)
    if _is_cut(values):
        hides |= {"size"}
    if _any(values, ("position",), _is_placed) and _any(values, SIDES, _is_far):
        hides |= {"place"}
    return Effect(hides, _reasons(INHERITED, values, all) - hides)


def _name(written: str) -> str:
    """The name of a property without who makes the program that knows it, and of a family without the side."""
    name = _without_prefix(written)
    family = name.partition("-")[0]
    return family if family in FAMILIES else name


def _without_prefix(word: str) -> str:
    """A name or a value without "-webkit-" and the like."""
    return PREFIX.sub("", word) if word[:1] == "-" else word


def _reasons(
    judges: Mapping[str, Judges], values: Mapping[str, Sequence[str]], enough: Callable[[Iterable[bool]], bool]
) -> frozenset[str]:
    found = judges.keys() & values.keys()
    return frozenset(SAME.get(name, name) for name in found if enough(map(judges[name], values[name])))


def _any(values: Mapping[str, Sequence[str]], names: Iterable[str], judges: Judges) -> bool:
    return any(judges(value) for name in names for value in values.get(name, ()))


def _is_placed(value: str) -> bool:
    return value not in NOT_PLACED


def _is_clipping(value: str) -> bool:
    return not NOT_CUTTING.issuperset(value.split())


def _is_cut(values: Mapping[str, Sequence[str]]) -> bool:
    """Whether what does not fit is cut off, and it is not sure that more than next to nothing fits."""
    if not _any(values, CLIPS, _is_clipping):
        return False
    return _any(values, BOXES - {"line-height"}, _is_narrow) or _any(values, ("line-height",), _is_low)


def _is_narrow(value: str, bare: float = 1) -> bool:
    return _is_function(value) or max(_numbers(value, bare=bare), default=SMALL) < SMALL


def _is_low(value: str) -> bool:
    """Whether a height of lines is next to nothing."""
    return _is_narrow(value, bare=LETTER)


def of_element(name: str, *, is_open: bool) -> Effect:
    """The effect of an element by its name alone. The summary of details is seen though they are closed."""
    if name == "summary":
        return Effect(shows=frozenset({"details"}))
    hides = name in IN_PLACE_OF or name in TURNED or (name in CLOSED and not is_open)
    return Effect(frozenset({name})) if hides else NO_EFFECT


def of_attributes(attributes: Container[str], effect: Effect) -> Effect:
    """The effect of an element by its attributes, whose style has this one. What pops up is shown once asked for."""
    return effect._replace(hides=effect.hides | {POPS_UP}) if POPS_UP in attributes else effect


def of_font(attributes: Mapping[str, str], effect: Effect) -> Effect:
    """The effect of <font>, whose style has this one: with a size or a colour as attribute it is seen again."""
    shows = {"color"} if _is_color(attributes.get("color", "").strip().lower()) else set()
    if SIZED.match(attributes.get("size", "")):
        shows.add("font-size")
    return effect._replace(shows=effect.shows | shows - effect.hides)
