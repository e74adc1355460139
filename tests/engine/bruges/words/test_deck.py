"""The deck that is shipped, and what is said about deck files that are wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.bruges.data.persons import DEFAULT, Effect, Person, load_deck, read_deck
from engine.bruges.data.vocabulary import ATTACKS, GROUPS
from engine.bruges.state import COLOURS
from engine.bruges.words.effect_texts import sentence
from engine.refusals import BadDeck

DECK = load_deck()
PURPLE = COLOURS.index("purple")


def kinds(person: Person) -> list[str]:
    return [effect.kind for effect in person.effects]


def told(name: str) -> list[dict[str, Any]]:
    return [{"kind": effect.kind, **effect.args} for effect in DECK.person(name).effects]


@pytest.mark.parametrize("group", GROUPS)
def test_every_group_has_three_persons_of_each_colour_and_the_same_prices_and_icons(group: str) -> None:
    persons = [person for person in DECK.persons if person.group == group]
    assert Counter(person.colour for person in persons) == dict.fromkeys(range(5), 3)
    assert Counter(person.price for person in persons) == {0: 2, 3: 4, 6: 4, 9: 4, 12: 1}
    worked = Counter(person.icon for person in persons)
    assert {icon: worked[icon] for icon in worked if icon.startswith("worker:")} == {
        f"worker:{colour}": 1 for colour in COLOURS
    }
    assert worked["arrow"] == 4
    assert worked["once"] + worked["improves"] + worked["situation"] == 4
    assert worked["laurel"] == 2


def test_each_group_has_one_person_who_counts_its_members() -> None:
    counted = [
        (person.group, effect["per"], effect["points"])
        for person in DECK.persons
        for effect in person.effects
        if effect.kind == "final" and str(effect["per"]).startswith("group:")
    ]
    assert sorted(counted) == sorted((group, f"group:{group}", 2) for group in GROUPS)


def test_every_card_has_a_name_of_its_own() -> None:
    assert len({person.id for person in DECK.persons}) == 165
    assert all(person.name == person.id.capitalize() for person in DECK.persons)


def test_only_the_two_attested_players_of_one_more_card_do_the_same() -> None:
    does: dict[str, list[str]] = {}
    for person in DECK.persons:
        does.setdefault(f"{person.icon} {told(person.id)}", []).append(person.id)
    assert [sorted(names) for names in does.values() if len(names) > 1] == [["coachman", "princess"]]


def test_the_whole_deck_has_the_profile_of_the_printed_one() -> None:
    """165 cards; infinity of all three types; the five colours, groups and prices alike often."""
    icons = Counter(person.icon for person in DECK.persons)
    assert icons["arrow"] == 44
    assert {icons[f"worker:{colour}"] for colour in COLOURS} == {11}
    infinity = [icons[icon] for icon in ("once", "improves", "situation")]
    assert sum(infinity) == 44
    assert min(infinity) >= 11
    assert icons["laurel"] == 22
    assert Counter(person.colour for person in DECK.persons) == dict.fromkeys(range(5), 33)
    assert Counter(person.group for person in DECK.persons) == dict.fromkeys(GROUPS, 15)
    assert Counter(person.price for person in DECK.persons) == {0: 22, 3: 44, 6: 44, 9: 44, 12: 11}


def test_at_most_eleven_persons_attack_others() -> None:
    attackers = [person.id for person in DECK.persons if set(kinds(person)) & set(ATTACKS)]
    assert len(attackers) <= 11
    assert {"beggar", "troublemaker", "brigand"} <= set(attackers)


@pytest.mark.parametrize(
    ("name", "icon", "effects"),
    [
        ("mayor", "laurel", [{"kind": "final", "points": 2, "per": "group:Bureaucrat"}]),
        ("bishop", "laurel", [{"kind": "final", "points": 1, "per": "workers", "divisor": 2}]),
        ("engraver", "laurel", [{"kind": "final", "points": 1, "per": "distinct_groups"}]),
        ("alchemist", "arrow", [{"kind": "gain", "what": "guilders", "n": 6}]),
        ("servant", "worker:red", [{"kind": "draw", "n": 1}]),
        ("coachman", "worker:yellow", [{"kind": "extra_card"}]),
        ("princess", "worker:yellow", [{"kind": "extra_card"}]),
        ("accountant", "once", [{"kind": "gain", "what": "guilders", "n": 2}]),
        ("queen", "once", [{"kind": "gain", "what": "points", "n": 1}]),
        ("lawyer", "improves", [{"kind": "improve", "action": "workers", "plus": 1}]),
        ("inventor", "situation", [{"kind": "hand_limit", "n": 6}]),
        ("notary", "situation", [{"kind": "climb_discount", "n": 2}]),
        ("mathematician", "arrow", [{"kind": "draw_discard", "draw": 4, "discard": 4}]),
        ("beggar", "arrow", [{"kind": "each_other", "loses": "workers", "n": 2, "to_owner": True}]),
        ("troublemaker", "arrow", [{"kind": "each_other", "loses": "canal", "n": 1, "to_owner": False}]),
        ("almoner", "once", [{"kind": "gift"}]),
    ],
)
def test_persons_known_from_the_printed_game_do_what_they_do_there(
    name: str, icon: str, effects: list[dict[str, Any]]
) -> None:
    assert DECK.person(name).icon == icon
    assert told(name) == effects


def test_the_prince_is_the_one_of_the_rulebook() -> None:
    prince = DECK.person("prince")
    assert (prince.colour, prince.price, prince.points) == (PURPLE, 9, 3)
    assert (prince.group, prince.icon, prince.worker) == ("Noble", "worker:yellow", COLOURS.index("yellow"))
    assert told("prince") == [
        {"kind": "gain", "what": "points", "n": 1},
        {"kind": "gain", "what": "guilders", "n": 2},
    ]


@pytest.mark.parametrize(
    ("name", "price"),
    [("mayor", 9), ("engraver", 9), ("notary", 6), ("beggar", 6), ("vicar", 6), ("councilman", 3), ("powderman", 0)],
)
def test_prices_known_from_the_printed_game_are_kept(name: str, price: int) -> None:
    assert DECK.person(name).price == price


@pytest.mark.parametrize(
    ("name", "colour"),
    [
        ("prince", "purple"),
        ("queen", "red"),
        ("troublemaker", "yellow"),
        ("acrobat", "brown"),
        ("mathematician", "blue"),
    ],
)
def test_colours_known_from_the_printed_game_are_kept(name: str, colour: str) -> None:
    assert COLOURS[DECK.person(name).colour] == colour


def test_what_is_known_of_others_in_part_is_kept() -> None:
    """Of these the printed text is known but for a sign or a number."""
    assert told("acrobat") == [{"kind": "build_canal", "factor": 2}]
    assert DECK.person("acrobat").worker is not None
    councilman, vicar = DECK.person("councilman"), DECK.person("vicar")
    assert councilman.group == DECK.person("mayor").group == "Bureaucrat"
    assert {DECK.person(name).group for name in ("vicar", "powderman", "beggar")} & {"Bureaucrat"} == set()
    assert councilman.worker is not None
    assert [(e["kind"], e["what"], e["per"]) for e in told("councilman")] == [
        ("gain_per", "guilders", "house_colour:yellow")
    ]
    assert vicar.worker is not None
    assert [(e["kind"], e["what"], e["n"]) for e in told("vicar")] == [("gain_per", "points", 1)]
    (powderman,) = told("powderman")
    assert (DECK.person("powderman").icon, powderman["kind"], powderman["colour"]) == ("once", "if_die", "brown")
    assert len(powderman["faces"]) == 2
    assert [effect.args["n"] for effect in powderman["then"]] == [1]
    assert kinds(DECK.person("jailer")) == ["discard_threat"]


def test_persons_known_by_name_alone_are_there() -> None:
    assert {"king", "gatekeeper", "stableboy", "bard", "spicetrader", "brigand"} <= set(DECK.by_id)


def bumped(effect: Effect) -> Iterator[Effect]:
    """The same effect with one of its numbers one larger, for every number in it that may be another."""
    if effect.kind == "each_other_threat" or effect.get("action") == "house":
        return  # one marker, and any discount makes a house free
    for name, value in effect.args.items():
        if type(value) is int:
            yield Effect(effect.kind, {**effect.args, name: value + 1})
        elif isinstance(value, dict):
            yield Effect(effect.kind, {**effect.args, name: {**value, "n": value["n"] + 1}})
        elif name == "then":
            yield from (Effect(effect.kind, {**effect.args, name: (other,)}) for other in bumped(value[0]))


@pytest.mark.parametrize("person", DECK.persons, ids=lambda person: person.id)
def test_a_persons_sentence_is_made_from_its_data(person: Person) -> None:
    """Another number in the data is another sentence."""
    for place, effect in enumerate(person.effects):
        for other in bumped(effect):
            effects = (*person.effects[:place], other, *person.effects[place + 1 :])
            assert sentence(replace(person, effects=effects)) != sentence(person), other


# --- deck files that are wrong ------------------------------------------------------------------------


def written(change: Callable[[dict[str, Any]], object]) -> str:
    data = json.loads(DEFAULT.read_text(encoding="utf-8"))
    change(data)
    lines = ",\n".join(json.dumps(card) for card in data["persons"])
    return f'{{"persons": [\n{lines}\n]}}'


def changed(number: int, **fields: Any) -> str:
    return written(lambda data: data["persons"][number].update(fields))


def test_a_deck_file_of_the_same_format_can_be_played_with(tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text(changed(0, price=12), encoding="utf-8")
    deck = load_deck(file)
    assert deck[0].price == 12
    assert deck.digest != DECK.digest


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"id": "Two Words"}, "field id"),
        ({"id": "useful", "name": "Useful"}, "begins with the word 'use'"),
        ({"id": "redhead", "name": "Redhead"}, "begins with the word 'red'"),
        ({"id": "kingpin", "name": "Kingpin"}, "begins with another person's name, 'king'"),
        ({"id": "no", "name": "No"}, "field id"),
        ({"name": "Somebody"}, "field name"),
        ({"colour": "green"}, "field colour"),
        ({"price": 4}, "field price"),
        ({"price": True}, "field price"),
        ({"group": "Pirate"}, "field group"),
        ({"icon": "worker:green"}, "field icon"),
        ({"effect": []}, "field effect"),
        ({"effect": [{"kind": "fly"}]}, "effect[0].kind"),
        ({"effect": [{"kind": "gain", "what": "guilders"}]}, "effect[0].n: is missing"),
        ({"effect": [{"kind": "gain", "what": "gold", "n": 1}]}, "effect[0].what"),
        ({"effect": [{"kind": "gain", "what": "points", "n": 1, "m": 1}]}, "effect[0].m: is no field"),
        ({"effect": [{"kind": "gain", "what": "points", "n": 0}]}, "effect[0].n"),
        ({"effect": [{"kind": "final", "points": 1, "per": "houses"}]}, "effect[0].kind"),
        ({"effect": [{"kind": "if_die", "colour": "red", "faces": [7], "then": []}]}, "effect[0].faces"),
        (
            {"effect": [{"kind": "if_die", "colour": "red", "faces": [1], "then": [{"kind": "fly"}]}]},
            "effect[0].then[0].kind",
        ),
        ({"icon": "improves", "effect": [{"kind": "improve", "action": "canal", "plus": 1}]}, "improves canal"),
        (
            {"icon": "improves", "effect": [{"kind": "improve", "action": "canal", "discount": 1, "group": "Noble"}]},
            "effect[0].group",
        ),
        (
            {
                "icon": "situation",
                "effect": [
                    {"kind": "on", "event": "house", "then": [{"kind": "gain_workers", "n": 1, "colour": "any"}]}
                ],
            },
            "then[0].colour",
        ),
        ({"motto": "none"}, "field motto"),
    ],
)
def test_a_wrong_card_is_named_with_its_line_and_field(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadDeck) as refused:
        read_deck(changed(1, icon="arrow") if not fields else changed(1, **({"icon": "arrow"} | fields)), "club.json")
    assert str(refused.value).startswith("club.json, line 3, card 2 (")
    assert complaint in str(refused.value)


def test_a_missing_field_is_named() -> None:
    with pytest.raises(BadDeck, match=r"club.json, line 2, card 1 .*, field price: is missing"):
        read_deck(written(lambda data: data["persons"][0].pop("price")), "club.json")


def test_a_name_that_stands_twice_is_refused() -> None:
    twice = changed(1, id=DECK[0].id, name=DECK[0].name)
    with pytest.raises(BadDeck, match=r"card 2 .* stands twice"):
        read_deck(twice, "club.json")


def test_a_deck_with_a_card_too_few_or_of_the_wrong_colour_is_refused() -> None:
    with pytest.raises(BadDeck, match="the number of cards is 164, must be 165"):
        read_deck(written(lambda data: data["persons"].pop()), "club.json")
    other = next(colour for colour in COLOURS if COLOURS.index(colour) != DECK[0].colour)
    with pytest.raises(BadDeck, match="field colour: "):
        read_deck(changed(0, colour=other), "club.json")


def test_a_file_that_is_no_deck_is_refused() -> None:
    with pytest.raises(BadDeck, match="line 2: no JSON"):
        read_deck('{"persons":\n oops}', "club.json")
    with pytest.raises(BadDeck, match="no object with a list 'persons'"):
        read_deck("[]", "club.json")
