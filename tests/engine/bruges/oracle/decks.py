"""Decks made up at random from the words of docs/decks.md: every kind of effect, alone and together."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.engine.bruges.oracle.cards import COLOURS, shipped

Effect = dict[str, Any]
ACTIONS: dict[str, list[Effect]] = {
    "workers": [{"plus": 1}, {"plus": 2}],
    "guilders": [{"plus": 2}, {"minimum": 5}, {"any_colour": True}],
    "threat": [{"plus": 1}, {"any_colour": True}],
    "canal": [{"discount": 1}, {"discount": 3}, {"any_colour": True}],
    "house": [{"discount": 1}, {"any_colour": True}],
    "recruit": [{"discount": 2}, {"discount": 4, "group": "Noble"}],
}
HOLDINGS = ("guilders", "workers", "points")
LASTING = ("on", "immune", "climb_discount", "hand_limit")
ACTIVE = (
    *("gain", "gain_per", "gain_workers", "draw", "draw_discard", "extra_card", "build_canal", "discard_threat"),
    *("advance", "exchange", "build_house", "recruit", "gift", "each_other", "each_other_threat"),
)
COUNTS = (
    *("workers", "distinct_groups", "houses", "empty_houses", "persons", "canal_tokens", "third_spaces", "statues"),
    *("markers", "step", "guilders", "threats", "hand", "workers:red", "house_colour:blue", "group:Noble"),
    *("icon:laurel", "icon:arrow", "icon:worker:red", "die:purple"),
)


def random_deck(rng: Random) -> dict[str, Any]:
    """165 cards with the ids, colours and groups of the shipped ones; few kinds of effect, so that they meet."""
    theme = {"improve", rng.choice(LASTING), *rng.sample(ACTIVE, 4)}
    return {"persons": [{**card, **deeds(rng, theme)} for card in shipped()["persons"]]}


def deeds(rng: Random, theme: set[str]) -> dict[str, Any]:
    icon = rng.choice(["arrow", "arrow", "once", "worker:" + rng.choice(COLOURS), "improves", "situation", "laurel"])
    make = {"laurel": final, "improves": lasting, "situation": lasting}.get(icon, active)
    number = 1 if rng.random() < 0.6 else 2
    found: list[Effect] = []
    while len(found) < number:
        effect = make(rng)
        if effect["kind"] in theme or effect["kind"] in ("final", "if_die"):
            found.append(effect)
    return {"icon": icon, "price": rng.choice([0, 0, 3, 3, 6, 9]), "effect": found}


def final(rng: Random) -> Effect:
    divisor = {"divisor": rng.randint(2, 3)} if rng.random() < 0.4 else {}
    return {"kind": "final", "points": rng.randint(1, 3), "per": rng.choice(COUNTS), **divisor}


def lasting(rng: Random) -> Effect:
    kind = rng.choice(["improve", "improve", "on", "immune", "climb_discount", "hand_limit"])
    if kind == "improve":
        action = rng.choice(list(ACTIONS))
        return {"kind": kind, "action": action, **rng.choice(ACTIONS[action])}
    if kind == "on":
        events = ["threat", "house", "canal", "recruit", "climb", "guilders", "workers"]
        return {"kind": kind, "event": rng.choice(events), "then": [choiceless(rng)]}
    harms = ["fire", "raid", "flood", "intrigue", "plague", "attacks"]
    to, n = rng.choice(harms), rng.randint(1, 3)
    fields: dict[str, Effect] = {"immune": {"to": to}, "climb_discount": {"n": n}, "hand_limit": {"n": 6}}
    return {"kind": kind, **fields[kind]}


def choiceless(rng: Random) -> Effect:
    what = {"what": rng.choice(["guilders", "points"])}
    most = {"most": rng.randint(1, 4)} if rng.random() < 0.5 else {}
    return rng.choice(
        [
            {"kind": "gain", **what, "n": rng.randint(1, 4)},
            {"kind": "gain_per", **what, "per": rng.choice(COUNTS), "n": rng.randint(1, 2), **most},
            {"kind": "gain_workers", "n": rng.randint(1, 2), "colour": rng.choice(COLOURS)},
        ]
    )


def active(rng: Random, nested: bool = False) -> Effect:
    n, colour, give = rng.randint(1, 3), rng.choice(["any", *COLOURS]), rng.choice(HOLDINGS)
    kinds: list[Effect] = [
        choiceless(rng),
        {"kind": "gain_workers", "n": n, "colour": "any"},
        {"kind": "draw", "n": n},
        {"kind": "draw_discard", "draw": n, "discard": rng.randint(1, 4)},
        {"kind": "extra_card"},
        {"kind": "build_canal", "factor": rng.randint(0, 2)},
        {"kind": "discard_threat", "n": n, "colour": colour},
        {"kind": "advance", "pay": rng.randint(0, 3)},
        {
            "kind": "exchange",
            "give": {"what": give, "n": 1 if give == "workers" else n},
            "get": {"what": rng.choice(HOLDINGS), "n": 2},
        },
        {"kind": "build_house", "worker": False},
        {"kind": "recruit", "discount": rng.randint(0, 6)},
        {"kind": "gift"},
        {"kind": "each_other", "loses": rng.choice(["canal", *HOLDINGS]), "n": n, "to_owner": rng.random() < 0.5},
        {"kind": "each_other_threat", "colour": colour, "n": 1},
    ]
    if not nested and rng.random() < 0.1:
        faces = sorted(rng.sample(range(1, 7), 3))
        return {"kind": "if_die", "colour": rng.choice(COLOURS), "faces": faces, "then": [active(rng, nested=True)]}
    return rng.choice(kinds)
