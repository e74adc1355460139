"""A deck file's vocabulary: kinds of effect, their fields and what the fields may hold. Carries nothing out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.bruges.state import COLOURS
from engine.refusals import BadDeck

GROUPS = (
    "Artist",
    "Bureaucrat",
    "Castle",
    "Church",
    "Craftsman",
    "Entertainer",
    "Merchant",
    "Noble",
    "Protector",
    "Scholar",
    "Underworld",
)
PRICES = (0, 3, 6, 9, 12)
WORKER_ICONS = tuple(f"worker:{colour}" for colour in COLOURS)
ICONS = ("arrow", *WORKER_ICONS, "once", "improves", "situation", "laurel")
COUNTS = (
    "workers",
    "distinct_groups",
    "houses",
    "empty_houses",
    "persons",
    "canal_tokens",
    "statues",
    "third_spaces",
    "markers",
    "step",
    "guilders",
    "threats",
    "hand",
    *(f"group:{group}" for group in GROUPS),
    *(f"workers:{colour}" for colour in COLOURS),
    *(f"house_colour:{colour}" for colour in COLOURS),
    *(f"die:{colour}" for colour in COLOURS),
    *(f"icon:{icon}" for icon in ICONS),
)

Check = Callable[[Any], str]  # what is wrong with a value, or ""


def _number(low: int, high: int) -> Check:
    def check(value: Any) -> str:
        fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return "" if fits else f"is {value!r}, not a whole number from {low} to {high}"

    return check


def _one_of(*choices: Any) -> Check:
    def check(value: Any) -> str:
        fits = any(value == choice and type(value) is type(choice) for choice in choices)
        return "" if fits else f"is {value!r}, not one of {', '.join(map(str, choices))}"

    return check


def _faces(value: Any) -> str:
    fits = isinstance(value, list) and 0 < len(value) < 6 and len(set(map(str, value))) == len(value)
    fits = fits and all(type(face) is int and 1 <= face <= 6 for face in value)
    return "" if fits else f"is {value!r}, not a list of one to five different faces 1 to 6"


def _amount_of(*what: str) -> Check:
    def check(value: Any) -> str:
        if not isinstance(value, dict) or set(value) != {"what", "n"}:
            return f"is {value!r}, not an object with 'what' and 'n'"
        return _one_of(*what)(value["what"]) or _number(1, 12)(value["n"])

    return check


def _effects(value: Any) -> str:
    return "" if isinstance(value, list) and value else f"is {value!r}, not a list of effects"


N = _number(1, 12)
COLOUR = _one_of(*COLOURS)
ANY_COLOUR = _one_of("any", *COLOURS)
HOLDINGS = ("guilders", "workers", "points")

# kind -> (fields that must be there, fields that may be there)
ACTIVE: Mapping[str, tuple[dict[str, Check], dict[str, Check]]] = {
    "gain": ({"what": _one_of("guilders", "points"), "n": N}, {}),
    "gain_workers": ({"n": N, "colour": ANY_COLOUR}, {}),
    "gain_per": ({"what": _one_of("guilders", "points"), "per": _one_of(*COUNTS), "n": N}, {"most": N}),
    "if_die": ({"colour": COLOUR, "faces": _faces, "then": _effects}, {}),
    "draw": ({"n": N}, {}),
    "draw_discard": ({"draw": N, "discard": N}, {}),
    "extra_card": ({}, {}),
    "build_canal": ({"factor": _number(0, 3)}, {}),
    "discard_threat": ({"n": N, "colour": ANY_COLOUR}, {}),
    "advance": ({"pay": _number(0, 12)}, {}),
    "exchange": ({"give": _amount_of(*HOLDINGS), "get": _amount_of(*HOLDINGS)}, {}),
    "build_house": ({"worker": _one_of(False)}, {}),
    "recruit": ({"discount": _number(0, 12)}, {}),
    "gift": ({}, {}),
    "each_other": (
        {"loses": _one_of("workers", "guilders", "canal", "points"), "n": N, "to_owner": _one_of(True, False)},
        {},
    ),
    "each_other_threat": ({"colour": ANY_COLOUR, "n": _one_of(1)}, {}),
}
PASSIVE: Mapping[str, tuple[dict[str, Check], dict[str, Check]]] = {
    "improve": (
        {"action": _one_of("workers", "guilders", "threat", "canal", "house", "recruit")},
        {"plus": N, "discount": N, "any_colour": _one_of(True), "minimum": _number(1, 6), "group": _one_of(*GROUPS)},
    ),
    "hand_limit": ({"n": _one_of(6)}, {}),
    "climb_discount": ({"n": N}, {}),
    "on": (
        {
            "event": _one_of("threat", "house", "canal", "recruit", "climb", "guilders", "workers"),
            "then": _effects,
        },
        {},
    ),
    "immune": ({"to": _one_of("fire", "raid", "flood", "intrigue", "plague", "attacks")}, {}),
}
FINAL: Mapping[str, tuple[dict[str, Check], dict[str, Check]]] = {
    "final": ({"points": N, "per": _one_of(*COUNTS)}, {"divisor": _number(2, 12)})
}
# which improvements each action knows
IMPROVEMENTS = {
    "workers": {"plus"},
    "guilders": {"plus", "minimum", "any_colour"},
    "threat": {"plus", "any_colour"},
    "canal": {"discount", "any_colour"},
    "house": {"discount", "any_colour"},
    "recruit": {"discount"},
}
CHOICELESS = ("gain", "gain_per", "gain_workers")
ATTACKS = ("each_other", "each_other_threat")


def kinds_for(icon: str) -> Mapping[str, tuple[dict[str, Check], dict[str, Check]]]:
    """The kinds of effect that a person with this icon may have."""
    if icon == "laurel":
        return FINAL
    return PASSIVE if icon in ("improves", "situation") else ACTIVE


def check_effect(data: Any, kinds: Mapping[str, tuple[dict[str, Check], dict[str, Check]]], place: str) -> None:
    """BadDeck unless `data` is one effect of these kinds; `place` begins the message."""
    if not isinstance(data, dict):
        raise BadDeck(f"{place}: is {data!r}, not an effect")
    kind: Any = data.get("kind")
    if kind not in list(kinds):
        raise BadDeck(f"{place}.kind: is {kind!r}, not one of {', '.join(kinds)}")
    needed, optional = kinds[kind]
    _check_fields(data, needed, optional, place)
    for index, inner in enumerate(data.get("then", ())):
        check_effect(inner, _inner_kinds(kind), f"{place}.then[{index}]")
        if kind == "on" and inner["kind"] == "gain_workers" and inner["colour"] == "any":
            raise BadDeck(f"{place}.then[{index}].colour: must name a colour, nobody is asked here")
    if kind == "improve":
        _check_improvement(data, place)


def _check_fields(data: dict[str, Any], needed: dict[str, Check], optional: dict[str, Check], place: str) -> None:
    for name, check in needed.items():
        if name not in data:
            raise BadDeck(f"{place}.{name}: is missing")
        if problem := check(data[name]):
            raise BadDeck(f"{place}.{name}: {problem}")
    for name in data.keys() - needed.keys() - {"kind"}:
        if name not in optional:
            raise BadDeck(f"{place}.{name}: is no field of {data['kind']}")
        if problem := optional[name](data[name]):
            raise BadDeck(f"{place}.{name}: {problem}")


def _inner_kinds(kind: str) -> Mapping[str, tuple[dict[str, Check], dict[str, Check]]]:
    if kind == "on":
        return {name: ACTIVE[name] for name in CHOICELESS}
    return {name: fields for name, fields in ACTIVE.items() if name != "if_die"}


def _check_improvement(data: dict[str, Any], place: str) -> None:
    action, ways = data["action"], data.keys() - {"kind", "action", "group"}
    if len(ways) != 1 or not ways <= IMPROVEMENTS[action]:
        known = " or ".join(sorted(IMPROVEMENTS[action]))
        raise BadDeck(f"{place}: improves {action} by {sorted(ways)}, must be exactly one of {known}")
    if "group" in data and action != "recruit":
        raise BadDeck(f"{place}.group: only recruiting can be improved for one group")
