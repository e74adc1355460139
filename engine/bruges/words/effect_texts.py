"""The description of a person's work, as one short sentence made from its effects' data, not written by hand.

Every effect is one clause, said whole. Things follow a colon or "you get" (in German as accusatives), deeds are
sentences of their own; `owner` is "" where the reader owns the person, else the owner's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.bruges.data.persons import Effect, Person
from engine.bruges.state import COLOURS
from engine.bruges.words.speech import say
from engine.bruges.words.vocabulary import amount, either, owner_of, word, workers
from engine.language.languages import to_say
from engine.language.wording import capital, listed

# What is counted, for each or (a laurel) for every few of them.
COUNTED = {
    "workers": to_say("for every {n:worker|# workers} still there"),
    "distinct_groups": to_say("for every {n:different group|# different groups} of persons"),
    "houses": to_say("for every {n:house|# houses}"),
    "empty_houses": to_say("for every {n:empty house|# empty houses}"),
    "persons": to_say("for every {n:person|# persons} in play"),
    "canal_tokens": to_say("for every {n:canal token|# canal tokens}"),
    "statues": to_say("for every {n:statue|# statues}"),
    "third_spaces": to_say("for every {n:canal section|# canal sections} with a third space"),
    "markers": to_say("for every {n:majority marker|# majority markers}"),
    "step": to_say("for every {n:reputation step|# reputation steps}"),
    "guilders": to_say("for every {n:guilder|# guilders}"),
    "threats": to_say("for every {n:threat marker|# threat markers}"),
    "hand": to_say("for every {n:card|# cards} left in hand"),
}
# The same of one colour, which is said.
COUNTED_OF = {
    "workers": to_say("for every {n:{colour} worker|# {colour} workers}"),
    "house_colour": to_say("for every {n:{colour} house|# {colour} houses}"),
    "die": to_say("for every {n:point|# points} of the {colour} die"),
    "icon": to_say("for every {n:person who works|# persons who work} for a {colour} worker"),
}
COUNTED_ICONS = {
    "arrow": to_say("for every {n:person|# persons} who worked at once"),
    "once": to_say("for every {n:person who works|# persons who work} each round for nothing"),
    "improves": to_say("for every {n:person who improves|# persons who improve} something"),
    "situation": to_say("for every {n:person who always works|# persons who always work}"),
    "laurel": to_say("for every {n:person who counts|# persons who count} in the final scoring"),
}
PLACES = ("Castle", "Church", "Underworld")  # groups whose name is not that of a person
WHEN = {
    "arrow": to_say("Once, at once"),
    "once": to_say("Each round for nothing"),
    "laurel": to_say("At the end"),
    "improves": to_say("Always"),
    "situation": to_say("Always"),
}
FOR_EVENT = {
    "threat": to_say("{what} for every threat taken off"),
    "house": to_say("{what} for every house built"),
    "canal": to_say("{what} for every canal space dug"),
    "recruit": to_say("{what} for every person recruited"),
    "climb": to_say("{what} for every step up"),
    "guilders": to_say("{what} for every card put away for guilders"),
    "workers": to_say("{what} for every card put away for workers"),
}
WARDS = {
    "fire": to_say("the fire"),
    "raid": to_say("the raid"),
    "flood": to_say("the flood"),
    "intrigue": to_say("the intrigue"),
    "plague": to_say("the plague"),
    "attacks": to_say("attacks by persons"),
}
DIG = {
    0: to_say("a canal space is dug for nothing without a card"),
    1: to_say("a canal space is dug for its price without a card"),
    2: to_say("a canal space is dug for twice its price without a card"),
    3: to_say("a canal space is dug for 3 times its price without a card"),
}


def sentence(person: Person, owner: str = "") -> str:
    """The sentence that tells what this person does for its owner.

    >>> sentence(load_deck().person("prince"))
    'Each round for 1 yellow worker: 1 point and 2 guilders.'
    """
    return say("{text}.", text=text(person, owner))


def text(person: Person, owner: str = "") -> str:
    """The same without its full stop, for more to follow."""
    what = clause(person.effects, owner)
    # {What}: as the beginning of a sentence, which it is behind a colon in other languages.
    return say("{when}: {what}", when=when(person), what=what, What=capital(what))


def when(person: Person) -> str:
    """The time at which a person works, from its icon."""
    if person.worker is not None:
        return say("Each round for 1 {colour} worker", colour=word(COLOURS[person.worker]))
    return say(WHEN[person.icon])


def clause(effects: Sequence[Effect], owner: str = "") -> str:
    """Tell what effects do, joined into one clause: things are listed, deeds follow each other."""
    words = ""
    things: list[str] = []
    wards = [effect["to"] for effect in effects if effect.kind == "immune"]
    for effect in effects:
        if effect.kind in THINGS:
            things.append(WRITERS[effect.kind](effect, owner))
        elif effect.kind != "immune":
            words = _add_deed(_add_things(words, things, owner), WRITERS[effect.kind](effect, owner))
            things = []
    words = _add_things(words, things, owner)
    return _add_deed(words, _wards(wards, owner)) if wards else words


def _add_things(words: str, things: Sequence[str], owner: str) -> str:
    if not things:
        return words
    if not words:
        return listed(things)
    return say("{deeds}, and {who:get|gets} {things}", deeds=words, who=owner_of(owner), things=listed(things))


def _add_deed(words: str, deed: str) -> str:
    if words == deed:
        return say("{deed}, twice", deed=deed)
    return say("{deeds}, and {deed}", deeds=words, deed=deed) if words else deed


# --- what is counted ------------------------------------------------------------------------------------------


def counted(key: str, divisor: int = 1) -> str:
    """The words for a count key: "for every yellow house", "for every 2 workers still there"."""
    name, _, of = key.partition(":")
    if not of:
        return say(COUNTED[name], n=divisor)
    if name == "group":
        group = PLACE_COUNTED if of in PLACES else GROUP_COUNTED
        return say(group, n=divisor, group=word(of))
    if name == "icon" and of in COUNTED_ICONS:
        return say(COUNTED_ICONS[of], n=divisor)
    return say(COUNTED_OF[name], n=divisor, colour=word(of.removeprefix("worker:")))


GROUP_COUNTED = to_say("for every {n:{group}|# {group}s} in play")
PLACE_COUNTED = to_say("for every {n:{group} person|# {group} persons} in play")


# --- things: (effect, owner) -> words ---------------------------------------------------------------------------


def _gain(effect: Effect, owner: str) -> str:
    return amount(effect["what"], effect["n"])


def _gain_workers(effect: Effect, owner: str) -> str:
    if effect["colour"] == "any":
        return say("{n:worker|workers} of any colour", n=effect["n"])
    return workers(effect["n"], effect["colour"])


def _gain_per(effect: Effect, owner: str) -> str:
    what, per = amount(effect["what"], effect["n"]), counted(effect["per"])
    if most := effect.get("most"):
        return say("{what} {for_every}, at most {most}", what=what, for_every=per, most=most)
    return say("{what} {for_every}", what=what, for_every=per)


def _final(effect: Effect, owner: str) -> str:
    per = counted(effect["per"], effect.get("divisor", 1))
    return say("{what} {for_every}", what=amount("points", effect["points"]), for_every=per)


def _if_die(effect: Effect, owner: str) -> str:
    return say(
        "{what} if the {colour} die shows {faces}",
        what=clause(effect["then"], owner),
        colour=word(effect["colour"]),
        faces=either([str(face) for face in sorted(effect["faces"])]),
    )


def _draw(effect: Effect, owner: str) -> str:
    return say("{n:card from a pile|cards from the piles}", n=effect["n"])


def _extra_card(effect: Effect, owner: str) -> str:
    return say("one more card may be played")


def _advance(effect: Effect, owner: str) -> str:
    if not effect["pay"]:
        return say("one reputation step for nothing")
    return say("one reputation step for {n:guilder|guilders}", n=effect["pay"])


def _exchange(effect: Effect, owner: str) -> str:
    give, get = effect["give"], effect["get"]
    return say("{things} for {price}", things=amount(get["what"], get["n"]), price=amount(give["what"], give["n"]))


# --- deeds -------------------------------------------------------------------------------------------------------


def _draw_discard(effect: Effect, owner: str) -> str:
    return say(
        "{n:card|cards} from the piles, then {who:put|puts} {number} away",
        n=effect["draw"],
        who=owner_of(owner),
        number=effect["discard"],
    )


def _build_canal(effect: Effect, owner: str) -> str:
    return say(DIG[effect["factor"]])


def _discard_threat(effect: Effect, owner: str) -> str:
    if effect["colour"] == "any":
        return say("{n:1 threat goes and brings 1 point|up to # threats go and bring 1 point each}", n=effect["n"])
    return say(
        "{n:1 {colour} threat goes and brings 1 point|up to # {colour} threats go and bring 1 point each}",
        n=effect["n"],
        colour=word(effect["colour"]),
    )


def _build_house(effect: Effect, owner: str) -> str:
    return say("a hand card becomes a house without a worker")


def _recruit(effect: Effect, owner: str) -> str:
    if not effect["discount"]:
        return say("a hand card moves into an empty house for its price")
    return say("a hand card moves into an empty house for {n:guilder|guilders} less", n=effect["discount"])


def _gift(effect: Effect, owner: str) -> str:
    return say("everybody else gets 1 guilder from {who}, each of them brings 1 point", who=owner_of(owner))


def _each_other(effect: Effect, owner: str) -> str:
    if effect["loses"] == "canal":
        lost = say("{n:a canal token|# canal tokens}", n=effect["n"])
    else:
        lost = amount(effect["loses"], effect["n"])
    if effect["to_owner"]:
        return say("everybody else gives {who} {what}", who=owner_of(owner), what=lost)
    return say("everybody else loses {what}", what=lost)


def _each_other_threat(effect: Effect, owner: str) -> str:
    if effect["colour"] == "any":
        return say("everybody else gets a threat")
    return say("everybody else gets a {colour} threat", colour=word(effect["colour"]))


# --- what holds while somebody is in play --------------------------------------------------------------------------


def _improve(effect: Effect, owner: str) -> str:
    way = next(way for way in WAYS if way in effect.args)
    if way == "any_colour":
        return say(ANY_COLOUR[effect["action"]])
    if way == "plus" and effect["action"] == "workers":
        return _more_workers(effect, owner)
    if effect.get("group"):
        return _cheaper_group(effect, owner)
    return say(IMPROVEMENTS[effect["action"], way], n=effect[way], who=owner_of(owner))


def _more_workers(effect: Effect, owner: str) -> str:
    return say("where others take 2 workers {who:take|takes} {number}", who=owner_of(owner), number=2 + effect["plus"])


def _cheaper_group(effect: Effect, owner: str) -> str:
    return say(
        "every {group} costs {who} {n:guilder|guilders} less",
        group=word(effect["group"]),
        who=owner_of(owner),
        n=effect["discount"],
    )


def _hand_limit(effect: Effect, owner: str) -> str:
    return say("the hand is filled up to {n} cards", n=effect["n"])


def _climb_discount(effect: Effect, owner: str) -> str:
    return say("a step up costs {who} {n:guilder|guilders} less", who=owner_of(owner), n=effect["n"])


def _on(effect: Effect, owner: str) -> str:
    return say(FOR_EVENT[effect["event"]], what=clause(effect["then"], owner))


def _wards(wards: Sequence[str], owner: str) -> str:
    """Attacks are several, even when nothing else is warded off."""
    number = 2 if "attacks" in wards else len(wards)
    words = listed([say(WARDS[ward]) for ward in wards])
    return say("{wards} {n:!does|do} {who} no harm", wards=words, n=number, who=owner_of(owner))


Writer = Callable[[Effect, str], str]
WAYS = ("plus", "minimum", "discount", "any_colour")
ANY_COLOUR = {
    "guilders": to_say("a card put away for guilders brings what the highest die shows"),
    "threat": to_say("any card takes off a threat of any colour"),
    "canal": to_say("any card fits any canal space"),
    "house": to_say("any worker may build a house of any colour"),
}
IMPROVEMENTS = {
    ("guilders", "plus"): to_say("a card put away for guilders brings {n} more"),
    ("guilders", "minimum"): to_say("a card put away for guilders brings at least {n}"),
    ("threat", "plus"): to_say("a card that takes off a threat brings {n:point|points} more"),
    ("canal", "discount"): to_say("a canal space costs {who} {n:guilder|guilders} less"),
    ("house", "discount"): to_say("a house needs no worker"),
    ("recruit", "discount"): to_say("every person costs {who} {n:guilder|guilders} less"),
}
THINGS = ("gain", "gain_workers", "gain_per", "if_die", "draw", "advance", "exchange", "extra_card")
WRITERS: Mapping[str, Writer] = {
    "gain": _gain,
    "gain_workers": _gain_workers,
    "gain_per": _gain_per,
    "if_die": _if_die,
    "draw": _draw,
    "draw_discard": _draw_discard,
    "extra_card": _extra_card,
    "build_canal": _build_canal,
    "discard_threat": _discard_threat,
    "advance": _advance,
    "exchange": _exchange,
    "build_house": _build_house,
    "recruit": _recruit,
    "gift": _gift,
    "each_other": _each_other,
    "each_other_threat": _each_other_threat,
    "improve": _improve,
    "hand_limit": _hand_limit,
    "climb_discount": _climb_discount,
    "on": _on,
    "final": _final,
}
