"""The oracle's single deeds: drawing, losing, building, gaining. Generators like those of the round."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.engine.bruges.oracle.cards import COLOURS, board, colour, deck, effects
from tests.engine.bruges.oracle.scoring import count, immune, lasting, people

Pos = dict[str, Any]
Seat = dict[str, Any]
Play = Generator[Any, Any, None]
NAMES = {"red": "fire", "yellow": "raid", "blue": "flood", "purple": "intrigue", "brown": "plague"}


def ask(seat: int, moves: list[str]) -> Generator[Any, Any, str]:
    """Asks only where there is a choice; equal moves are one."""
    different = list(dict.fromkeys(moves))
    if len(different) == 1:
        return different[0]
    _, answer = yield [(seat, different)]
    return answer


def together(plays: dict[int, Play]) -> Play:
    """Several seats go their way at once, in whatever order they answer."""
    open_questions: dict[int, Any] = {}

    def on(seat: int, answer: Any) -> None:
        try:
            open_questions[seat] = plays[seat].send(answer)
        except StopIteration:
            open_questions.pop(seat, None)

    for seat in plays:
        on(seat, None)
    while open_questions:
        answer = yield [one for questions in open_questions.values() for one in questions]
        on(answer[0], answer)


# --- cards ----------------------------------------------------------------------------------------


def draw(pos: Pos, seat: int, number: int, optional: int = 0) -> Play:
    """That many cards from the piles, each from the pile of the seat's choice; the last `optional` may be left."""
    me = pos["seats"][seat]
    for left in range(number, 0, -1):
        full = [name for name, pile in pos["piles"].items() if pile]
        if not full:
            break
        moves = [f"draw {name}" for name in full] + (["none"] if left <= optional else [])
        answer = yield from ask(seat, moves)
        if answer == "none":
            break
        pile = answer.split()[1]
        me["hand"].append(pos["piles"][pile].pop())
        me["unseen"] += 1
        if not pos["piles"][pile]:
            replace(pos, pile)
    me["unseen"] = 0


def replace(pos: Pos, ended: str) -> None:
    """The extra pile, in place of one of two piles or of all five; without it the upper half of the other of two."""
    piles = pos["piles"]
    five = len(piles) == 5
    if five and any(piles.values()):
        return
    if pos["extra"] is not None:
        extra, pos["extra"] = pos["extra"], None
        for name in piles if five else [ended]:
            piles[name] = [card for card in extra if not five or colour(card) == name]
        pos["last"] = pos["round"] + (pos["phase"] == "cards")
    elif not five:
        other = piles["right" if ended == "left" else "left"]
        for _ in range(len(other) // 2):
            piles[ended].insert(0, other.pop())


# --- losses ---------------------------------------------------------------------------------------


def penalties(pos: Pos, seat: int, struck: list[str]) -> Play:
    """What third markers bring. The order is asked where it can matter: fire may take a person home before plague."""
    me = pos["seats"][seat]
    for name in ("blue", "purple", "yellow"):
        if name in struck and not immune(me, NAMES[name]):
            if name == "blue":
                me["workers"] = {}
            elif name == "purple":
                me["points"] = max(0, me["points"] - 3)
            else:
                me["guilders"] = 0
    order = [name for name in ("red", "brown") if name in struck]
    if len(order) == 2 and people(me):
        first = yield from ask(seat, ["fire first", "plague first"])
        order = order if first == "fire first" else order[::-1]
    for name in order:
        yield from (fire if name == "red" else plague)(pos, seat)


def fire(pos: Pos, seat: int) -> Play:
    me = pos["seats"][seat]
    if immune(me, "fire"):
        return
    moves = [f"lose {house['person'] if house.get('person') else house['colour'] + ' empty'}" for house in me["houses"]]
    moves += [f"lose canal {section}" for section, built in me["canals"].items() if built]
    if not moves:
        return
    answer = yield from ask(seat, moves)
    _, what, *more = answer.split()
    if what == "canal":
        me["canals"][more[0]] -= 1
        return
    who = {
        house.get("person") or "": house
        for house in reversed(me["houses"])
        if house.get("person") or house["colour"] == what
    }
    lost = who["" if more else what]
    me["houses"].remove(lost)
    pos["discard"].append(lost["card"])
    pos["veiled"][lost["card"]] = seat
    if lost.get("person"):
        me["hand"].append(lost["person"])
        me["public"].append(lost["person"])


def plague(pos: Pos, seat: int) -> Play:
    me = pos["seats"][seat]
    if immune(me, "plague") or not people(me):
        return
    answer = yield from ask(seat, [f"lose {person}" for person in people(me)])
    who = answer.split()[1]
    house = next(house for house in me["houses"] if house.get("person") == who)
    house["person"], house["used"] = None, False
    pos["discard"].append(who)


def spend_worker(me: Seat, name: str) -> None:
    me["workers"][name] -= 1
    if not me["workers"][name]:
        del me["workers"][name]


def add_worker(me: Seat, name: str) -> None:
    me["workers"][name] = me["workers"].get(name, 0) + 1


def give_workers(pos: Pos, seat: int, number: int, to: Seat | None = None) -> Play:
    """The seat parts with that many workers of its choice, or all it has."""
    me = pos["seats"][seat]
    for left in range(number, 0, -1):
        if not me["workers"]:
            return
        if sum(me["workers"].values()) <= left:
            name = min(me["workers"])
        else:
            answer = yield from ask(seat, [f"give {name}" for name in sorted(me["workers"])])
            name = answer.split()[1]
        spend_worker(me, name)
        if to:
            add_worker(to, name)


# --- building -------------------------------------------------------------------------------------


def improvements(me: Seat, action: str, field: str) -> list[dict[str, Any]]:
    return [effect for effect in lasting(me, "improve") if effect["action"] == action and effect.get(field)]


def canal_price(me: Seat, section: str, card_colour: str | None, factor: int = 1) -> int | None:
    """Guilders for the next space of the section, None if there is none or the colour is wrong."""
    built = me["canals"][section]
    if built == 5:
        return None
    wanted = board()["canals"][me["track"]][section][built]
    if card_colour is not None and card_colour != wanted and not improvements(me, "canal", "any_colour"):
        return None
    less = sum(effect["discount"] for effect in improvements(me, "canal", "discount"))
    return max(0, board()["prices"][built] * factor - less)


def build_canal(pos: Pos, seat: int, section: str, price: int) -> Play:
    me = pos["seats"][seat]
    me["guilders"] -= price
    me["canals"][section] += 1
    if me["canals"][section] == 5 and section not in me["crowned"]:
        me["crowned"].append(section)
        if pos["statues"]:
            me["statues"].append(pos["statues"].pop(0))
    yield from happened(pos, seat, "canal")


def build_house(pos: Pos, seat: int, card: str) -> Play:
    me = pos["seats"][seat]
    me["public"] = [known for known in me["public"] if colour(known) != colour(card)]  # it might be the one
    me["houses"].append({"colour": colour(card), "card": card, "person": None, "used": False})
    yield from happened(pos, seat, "house")


def recruit_price(me: Seat, card: str, discount: int) -> int:
    group = deck()[card]["group"]
    less = sum(e["discount"] for e in improvements(me, "recruit", "discount") if e.get("group", group) == group)
    return max(0, deck()[card]["price"] - less - discount)


def recruit_moves(me: Seat, card: str, discount: int) -> list[str]:
    if recruit_price(me, card, discount) > me["guilders"]:
        return []
    empty = dict.fromkeys(house["colour"] for house in me["houses"] if not house.get("person"))
    return [f"recruit {card} in {name}" for name in empty]


def take_marker_off(pos: Pos, seat: int, name: str) -> Play:
    me = pos["seats"][seat]
    me["threats"][name] -= 1
    if not me["threats"][name]:
        del me["threats"][name]
    me["points"] += 1
    yield from happened(pos, seat, "threat")


def happened(pos: Pos, seat: int, event: str, but: str = "") -> Play:
    """Persons that work whenever this happens to their owner; nobody greets his own arrival."""
    for person in people(pos["seats"][seat]):
        for effect in effects(person):
            if effect["kind"] == "on" and effect["event"] == event and person != but:
                for then in effect["then"]:
                    yield from CHOICELESS[then["kind"]](pos, seat, then)


def gain(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    pos["seats"][seat][effect["what"]] += effect["n"]
    yield from ()


def gain_workers(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    names = COLOURS if effect["colour"] == "any" else [effect["colour"]]
    for _ in range(effect["n"]):
        answer = yield from ask(seat, [f"take {name}" for name in names])
        add_worker(pos["seats"][seat], answer.split()[1])


def gain_per(pos: Pos, seat: int, effect: dict[str, Any]) -> Play:
    me = pos["seats"][seat]
    number = effect["n"] * count(pos, me, effect["per"])
    me[effect["what"]] += min(number, effect.get("most", number))
    yield from ()


CHOICELESS = {"gain": gain, "gain_workers": gain_workers, "gain_per": gain_per}
