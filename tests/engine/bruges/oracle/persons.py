"""What the persons of the oracle do: when it is of use, and each kind of effect. Generators like the round's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.engine.bruges.oracle.cards import COLOURS, effects, icon
from tests.engine.bruges.oracle.deeds import (
    CHOICELESS,
    Play,
    Pos,
    Seat,
    ask,
    build_canal,
    build_house,
    canal_price,
    draw,
    gain_workers,
    give_workers,
    happened,
    penalties,
    recruit_moves,
    recruit_price,
    take_marker_off,
    together,
)
from tests.engine.bruges.oracle.scoring import cards, count, immune, lasting


def move_in(pos: Pos, seat: int, card: str, house: str, discount: int = 0) -> Play:
    """The person is paid and lives there; an arrow works at once."""
    me = pos["seats"][seat]
    me["guilders"] -= recruit_price(me, card, discount)
    home = next(h for h in me["houses"] if h["colour"] == house and not h.get("person"))
    home["person"] = card
    home["used"] = icon(card) == "arrow"
    yield from happened(pos, seat, "recruit", but=card)
    if icon(card) == "arrow":
        yield from carry_out(pos, seat, card)


def others(pos: Pos, seat: int) -> list[int]:
    number = len(pos["seats"])
    return [(seat + k) % number for k in range(1, number)]


def useful(pos: Pos, seat: int, effect: dict[str, Any]) -> bool:
    """Whether the effect would change anything."""
    me = pos["seats"][seat]
    hand = cards(me)
    piled = sum(map(len, pos["piles"].values()))
    kind = effect["kind"]
    if kind in ("gain", "gain_workers"):
        return True
    if kind == "gain_per":
        return count(pos, me, effect["per"]) > 0
    if kind in ("draw", "draw_discard"):
        return piled > 0
    if kind == "extra_card":
        return len(hand) > pos["due"]
    if kind == "build_canal":
        prices = [canal_price(me, section, None, effect["factor"]) for section in me["canals"]]
        return any(price is not None and price <= me["guilders"] for price in prices)
    if kind == "discard_threat":
        return any(effect["colour"] in ("any", name) for name in me["threats"])
    if kind == "advance":
        return me["step"] < 8 and me["guilders"] >= step_price(me, effect["pay"])
    if kind == "exchange":
        return count_of(me, effect["give"]["what"]) >= effect["give"]["n"]
    if kind == "build_house":
        return bool(hand)
    if kind == "recruit":
        return any(recruit_moves(me, card, effect["discount"]) for card in hand)
    if kind == "gift":
        return me["guilders"] > 0
    assert kind in ("each_other", "each_other_threat"), kind
    what = effect.get("loses")
    return any(holds(pos["seats"][other], what) if what else True for other in victims(pos, seat))


def holds(they: Seat, what: str) -> int:
    return sum(they["canals"].values()) if what == "canal" else count_of(they, what)


def victims(pos: Pos, seat: int) -> list[int]:
    return [other for other in others(pos, seat) if not immune(pos["seats"][other], "attacks")]


def active(pos: Pos, person: str) -> list[dict[str, Any]]:
    """What the person does with the dice as they lie."""
    found = []
    for effect in effects(person):
        if effect["kind"] != "if_die":
            found.append(effect)
        elif pos["dice"].get(effect["colour"]) in effect["faces"]:
            found += effect["then"]
    return found


def carry_out(pos: Pos, seat: int, person: str) -> Play:
    """All effects in turn. What costs something is optional, unless the person was activated for nothing else."""
    todo = active(pos, person)
    may = icon(person) == "arrow" or len(todo) > 1
    for effect in todo:
        yield from DEEDS[effect["kind"]](pos, seat, {**effect, "may": may})


def extra_card(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    pos["due"] += len(cards(pos["seats"][seat])) > pos["due"]
    yield from ()


def draw_cards(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    yield from draw(pos, seat, effect["n"])


def draw_discard(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    yield from draw(pos, seat, effect["draw"])
    me = pos["seats"][seat]
    for left in range(effect["discard"], 0, -1):
        hand = cards(me)
        if not hand:
            return
        moves = [f"discard {card}" for card in hand]
        card = (yield from ask(seat, moves if len(hand) > left else moves[:1])).split()[1]
        leave_hand(me, card)
        pos["discard"].append(card)


def leave_hand(me: Seat, card: str) -> None:
    me["hand"].remove(card)
    if card in me["public"]:
        me["public"].remove(card)


def dig(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    me = pos["seats"][seat]
    prices = {section: canal_price(me, section, None, effect["factor"]) for section in me["canals"]}
    can = [section for section, price in prices.items() if price is not None and price <= me["guilders"]]
    moves = [f"dig {section}" for section in can]
    if moves and effect["may"] and effect["factor"]:
        moves.append("none")
    answer = (yield from ask(seat, moves)) if moves else "none"
    if answer != "none":
        section = answer.split()[1]
        yield from build_canal(pos, seat, section, prices[section] or 0)


def discard_threat(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    me = pos["seats"][seat]
    for left in range(effect["n"], 0, -1):
        held = [name for name in sorted(me["threats"]) if effect["colour"] in ("any", name)]
        if held:
            all_go = sum(me["threats"][name] for name in held) <= left
            answer = yield from ask(seat, [f"remove {name}" for name in (held[:1] if all_go else held)])
            yield from take_marker_off(pos, seat, answer.split()[1])


def step_price(me: Seat, printed: int) -> int:
    return max(0, printed - sum(effect["n"] for effect in lasting(me, "climb_discount")))


def advance(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    me = pos["seats"][seat]
    price = step_price(me, effect["pay"])
    if me["step"] == 8 or me["guilders"] < price:
        return
    answer = (yield from ask(seat, ["climb", "stay"])) if price and effect["may"] else "climb"
    if answer == "climb":
        me["guilders"] -= price
        me["step"] += 1
        yield from happened(pos, seat, "climb")


def count_of(me: Seat, what: str) -> int:
    return sum(me["workers"].values()) if what == "workers" else me[what]


def exchange(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    me = pos["seats"][seat]
    give, get = effect["give"], effect["get"]
    if count_of(me, give["what"]) < give["n"]:
        return
    if effect["may"] and (yield from ask(seat, ["exchange", "none"])) == "none":
        return
    if give["what"] == "workers":
        yield from give_workers(pos, seat, give["n"])
    else:
        me[give["what"]] -= give["n"]
    if get["what"] == "workers":
        yield from gain_workers(pos, seat, {"n": get["n"], "colour": "any"})
    else:
        me[get["what"]] += get["n"]


def settle(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    me = pos["seats"][seat]
    if cards(me):
        answer = yield from ask(seat, [f"settle {card}" for card in cards(me)] + ["none"] * effect["may"])
        if answer != "none":
            card = answer.split()[1]
            leave_hand(me, card)
            yield from build_house(pos, seat, card)


def recruit(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    me = pos["seats"][seat]
    moves = [move for card in cards(me) for move in recruit_moves(me, card, effect["discount"])]
    answer = yield from ask(seat, moves + ["none"] * (effect["may"] or not moves))
    if answer != "none":
        _, card, _, house = answer.split()
        leave_hand(me, card)
        yield from move_in(pos, seat, card, house, effect["discount"])


def gift(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    me = pos["seats"][seat]
    for other in others(pos, seat):
        if me["guilders"]:
            me["guilders"] -= 1
            pos["seats"][other]["guilders"] += 1
            me["points"] += 1
    yield from ()


def each_other(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    me = pos["seats"][seat]
    what, number = effect["loses"], effect["n"]
    if what == "workers":
        yield from together(
            {
                other: give_workers(pos, other, number, me if effect["to_owner"] else None)
                for other in victims(pos, seat)
            }
        )
        return
    if what == "canal":
        yield from together({other: give_canals(pos, other, number) for other in victims(pos, seat)})
        return
    for other in victims(pos, seat):
        they = pos["seats"][other]
        moved = min(number, they[what])
        they[what] -= moved
        me[what] += moved if effect["to_owner"] else 0


def give_canals(pos: Pos, seat: int, number: int) -> Play:
    they = pos["seats"][seat]
    for left in range(number, 0, -1):
        built = [section for section, tokens in they["canals"].items() if tokens]
        if built:
            all_go = sum(they["canals"].values()) <= left
            answer = yield from ask(seat, [f"lose canal {section}" for section in (built[:1] if all_go else built)])
            they["canals"][answer.split()[2]] -= 1


def each_other_threat(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    """Of any colour: the victim says which; the supply is never bare, for nobody keeps three."""
    names = COLOURS if effect["colour"] == "any" else [effect["colour"]]
    yield from together({other: threaten(pos, other, names) for other in victims(pos, seat)})


def threaten(pos: Pos, seat: int, names: Sequence[str]) -> Play:
    held = pos["seats"][seat]["threats"]
    name = (yield from ask(seat, [f"take {name}" for name in names])).split()[1]
    held[name] = held.get(name, 0) + 1
    if held[name] == 3:
        del held[name]
        yield from penalties(pos, seat, [name])


DEEDS = {
    **CHOICELESS,
    "extra_card": extra_card,
    "draw": draw_cards,
    "draw_discard": draw_discard,
    "build_canal": dig,
    "discard_threat": discard_threat,
    "advance": advance,
    "exchange": exchange,
    "build_house": settle,
    "recruit": recruit,
    "gift": gift,
    "each_other": each_other,
    "each_other_threat": each_other_threat,
}
