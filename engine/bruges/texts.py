"""What a person does, as one short English sentence made from the data of its effects. Nothing is written by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.bruges.persons import Effect, Person
from engine.bruges.state import COLOURS

COUNTED = {
    "workers": "worker still there",
    "distinct_groups": "different group of persons",
    "houses": "house",
    "empty_houses": "empty house",
    "persons": "person in play",
    "canal_tokens": "canal token",
    "statues": "statue",
    "third_spaces": "canal section with a third space",
    "markers": "majority marker",
    "step": "reputation step",
    "guilders": "guilder",
    "threats": "threat marker",
    "hand": "card left in hand",
}
PLACES = ("Castle", "Church", "Underworld")  # groups whose name is not that of a person
COUNTED_OF = {
    "workers": "{} worker",
    "house_colour": "{} house",
    "die": "point of the {} die",
}
ADJECTIVES = ("empty", "different", "threat", "majority", "reputation", "canal")
ICON_WORDS = {
    "arrow": "person who worked at once",
    "once": "person who works each round for nothing",
    "improves": "person who improves something",
    "situation": "person who always works",
    "laurel": "person who counts in the final scoring",
}
EVENT_WORDS = {
    "threat": "threat taken off",
    "house": "house built",
    "canal": "canal space dug",
    "recruit": "person recruited",
    "climb": "step up",
    "guilders": "card put away for guilders",
    "workers": "card put away for workers",
}


def sentence(person: Person, owner: str = "") -> str:
    """What this person does for its owner: "you" when `owner` is "", else the owner's name.

    >>> sentence(load_deck().person("prince"))
    'Each round for 1 yellow worker: 1 point and 2 guilders.'
    """
    return f"{when(person)}: {clause(person.effects, owner)}."


def when(person: Person) -> str:
    """When a person works, from its icon."""
    if person.worker is not None:
        return f"Each round for 1 {COLOURS[person.worker]} worker"
    words = {"arrow": "Once, at once", "once": "Each round for nothing", "laurel": "At the end"}
    return words.get(person.icon, "Always")


def clause(effects: Sequence[Effect], owner: str = "") -> str:
    """What effects do, joined into one clause: things are listed, deeds follow each other."""
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
    listed = enumerate_words(things)
    return f"{words}, and {f'{owner} gets' if owner else 'you get'} {listed}" if words else listed


def _add_deed(words: str, deed: str) -> str:
    if words == deed:
        return f"{deed}, twice"
    return f"{words}, and {deed}" if words else deed


def enumerate_words(words: Sequence[str], last: str = "and") -> str:
    """ "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def many(number: int, one: str, more: str = "") -> str:
    """A number with its noun: "1 guilder", "2 guilders"."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def counted(key: str) -> str:
    """What a count key counts, in the singular: "yellow house", "Noble", "worker still there"."""
    name, _, of = key.partition(":")
    if not of:
        return COUNTED[name]
    if name == "group":
        return f"{of} person in play" if of in PLACES else f"{of} in play"
    if name == "icon":
        return f"person who works for a {of[7:]} worker" if of.startswith("worker:") else ICON_WORDS[of]
    return COUNTED_OF[name].format(of)


def _plural(noun: str) -> str:
    """The plural of what `counted` says: its first word that can take an s takes it."""
    head, space, rest = noun.partition(" ")
    if head in (*ADJECTIVES, *PLACES, *COLOURS):
        return head + space + _plural(rest)
    if rest.startswith("who "):
        verb, _, tail = rest[4:].partition(" ")
        singular = {"works": "work", "improves": "improve", "counts": "count", "worked": "worked"}
        if verb in singular:
            rest = f"who {singular[verb]} {tail}"
    return f"{head}s{space}{rest}"


def _for_every(key: str, divisor: int = 1) -> str:
    noun = counted(key)
    return f"for every {noun}" if divisor == 1 else f"for every {divisor} {_plural(noun)}"


def _thing(what: str, n: int) -> str:
    return many(n, what.removesuffix("s"))


def _gain(effect: Effect, owner: str) -> str:
    return _thing(effect["what"], effect["n"])


def _gain_workers(effect: Effect, owner: str) -> str:
    colour = effect["colour"]
    if colour == "any":
        return f"{many(effect['n'], 'worker')} of any colour"
    return many(effect["n"], f"{colour} worker")


def _gain_per(effect: Effect, owner: str) -> str:
    most = effect.get("most")
    words = f"{_thing(effect['what'], effect['n'])} {_for_every(effect['per'])}"
    return f"{words}, at most {most}" if most else words


def _if_die(effect: Effect, owner: str) -> str:
    faces = enumerate_words([str(face) for face in sorted(effect["faces"])], "or")
    return f"{clause(effect['then'], owner)} if the {effect['colour']} die shows {faces}"


def _draw(effect: Effect, owner: str) -> str:
    return f"{many(effect['n'], 'card')} from {'a pile' if effect['n'] == 1 else 'the piles'}"


def _draw_discard(effect: Effect, owner: str) -> str:
    return f"{many(effect['draw'], 'card')} from the piles, then {_puts(owner)} {effect['discard']} away"


def _puts(owner: str) -> str:
    return f"{owner} puts" if owner else "you put"


def _extra_card(effect: Effect, owner: str) -> str:
    return "one more card to play"


def _build_canal(effect: Effect, owner: str) -> str:
    prices = {0: "for nothing", 1: "for its price", 2: "for twice its price"}
    price = prices.get(effect["factor"], f"for {effect['factor']} times its price")
    return f"a canal space is dug {price} without a card"


def _discard_threat(effect: Effect, owner: str) -> str:
    colour = "" if effect["colour"] == "any" else f"{effect['colour']} "
    if effect["n"] == 1:
        return f"1 {colour}threat goes and brings 1 point"
    return f"up to {effect['n']} {colour}threats go and bring 1 point each"


def _advance(effect: Effect, owner: str) -> str:
    return f"one reputation step for {many(effect['pay'], 'guilder') if effect['pay'] else 'nothing'}"


def _exchange(effect: Effect, owner: str) -> str:
    give, get = effect["give"], effect["get"]
    return f"{_thing(get['what'], get['n'])} for {_thing(give['what'], give['n'])}"


def _build_house(effect: Effect, owner: str) -> str:
    return "a hand card becomes a house without a worker"


def _recruit(effect: Effect, owner: str) -> str:
    price = f"for {many(effect['discount'], 'guilder')} less" if effect["discount"] else "for its price"
    return f"a hand card moves into an empty house {price}"


def _gift(effect: Effect, owner: str) -> str:
    return f"everybody else gets 1 guilder from {owner or 'you'}, each of them brings 1 point"


def _each_other(effect: Effect, owner: str) -> str:
    lost = "a canal token" if effect["loses"] == "canal" else _thing(effect["loses"], effect["n"])
    if effect["loses"] == "canal" and effect["n"] > 1:
        lost = f"{effect['n']} canal tokens"
    return f"everybody else gives {owner or 'you'} {lost}" if effect["to_owner"] else f"everybody else loses {lost}"


def _each_other_threat(effect: Effect, owner: str) -> str:
    return f"everybody else gets a {'' if effect['colour'] == 'any' else effect['colour'] + ' '}threat"


def _improve(effect: Effect, owner: str) -> str:
    return IMPROVERS[effect["action"], next(way for way in WAYS if way in effect.args)](effect, owner)


def _more_workers(effect: Effect, owner: str) -> str:
    return f"where others take 2 workers {owner + ' takes' if owner else 'you take'} {2 + effect['plus']}"


def _cheaper_recruit(effect: Effect, owner: str) -> str:
    group = effect.get("group")
    who = f"every {group}" if group else "every person"
    return f"{who} costs {owner or 'you'} {many(effect['discount'], 'guilder')} less"


def _hand_limit(effect: Effect, owner: str) -> str:
    return f"the hand is filled up to {effect['n']} cards"


def _climb_discount(effect: Effect, owner: str) -> str:
    return f"a step up costs {owner or 'you'} {many(effect['n'], 'guilder')} less"


def _on(effect: Effect, owner: str) -> str:
    return f"{clause(effect['then'], owner)} for every {EVENT_WORDS[effect['event']]}"


def _final(effect: Effect, owner: str) -> str:
    return f"{many(effect['points'], 'point')} {_for_every(effect['per'], effect.get('divisor', 1))}"


def _wards(wards: Sequence[str], owner: str) -> str:
    words = ["attacks by persons" if ward == "attacks" else f"the {ward}" for ward in wards]
    harm = "does" if len(words) == 1 and wards != ["attacks"] else "do"
    return f"{enumerate_words(words)} {harm} {owner or 'you'} no harm"


Writer = Callable[[Effect, str], str]
WAYS = ("plus", "minimum", "discount", "any_colour")
IMPROVERS: Mapping[tuple[str, str], Writer] = {
    ("workers", "plus"): _more_workers,
    ("guilders", "plus"): lambda e, o: f"a card put away for guilders brings {e['plus']} more",
    ("guilders", "minimum"): lambda e, o: f"a card put away for guilders brings at least {e['minimum']}",
    ("guilders", "any_colour"): lambda e, o: "a card put away for guilders brings what the highest die shows",
    ("threat", "plus"): lambda e, o: f"a card that takes off a threat brings {many(e['plus'], 'point')} more",
    ("threat", "any_colour"): lambda e, o: "any card takes off a threat of any colour",
    ("canal", "discount"): lambda e, o: f"a canal space costs {o or 'you'} {many(e['discount'], 'guilder')} less",
    ("canal", "any_colour"): lambda e, o: "any card fits any canal space",
    ("house", "discount"): lambda e, o: "a house needs no worker",
    ("house", "any_colour"): lambda e, o: "any worker may build a house of any colour",
    ("recruit", "discount"): _cheaper_recruit,
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
