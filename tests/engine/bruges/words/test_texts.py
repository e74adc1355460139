"""What persons do, in one sentence made from their effects."""

from __future__ import annotations

import re

import pytest

from engine.bruges.data.persons import Effect, Person, load_deck
from engine.bruges.words.effect_texts import clause, sentence

DECK = load_deck()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("prince", "Each round for 1 yellow worker: 1 point and 2 guilders."),
        ("servant", "Each round for 1 red worker: 1 card from a pile."),
        ("mathematician", "Once, at once: 4 cards from the piles, then you put 4 away."),
        ("bishop", "At the end: 1 point for every 2 workers still there."),
        ("lawyer", "Always: where others take 2 workers you take 3."),
        ("accountant", "Each round for nothing: 2 guilders."),
        ("councilman", "Each round for 1 purple worker: 2 guilders for every yellow house."),
        ("vicar", "Each round for 1 brown worker: 1 point for every Church person in play, at most 3."),
        ("powderman", "Each round for nothing: 1 worker of any colour if the brown die shows 5 or 6."),
        ("jailer", "Each round for 1 purple worker: up to 2 threats go and bring 1 point each."),
        ("magistrate", "Each round for 1 blue worker: 1 threat goes and brings 1 point, and you get 1 guilder."),
        ("shipowner", "Once, at once: a canal space is dug for nothing without a card, twice."),
        ("beggar", "Once, at once: everybody else gives you 2 workers."),
        ("almoner", "Each round for nothing: everybody else gets 1 guilder from you, each of them brings 1 point."),
        ("inquisitor", "Once, at once: everybody else gets a purple threat."),
        ("gatekeeper", "Always: the raid and attacks by persons do you no harm."),
        ("jester", "Always: a step up costs you 2 guilders less, and the intrigue does you no harm."),
        ("innkeeper", "Always: every Merchant costs you 2 guilders less."),
        ("cooper", "Always: a card put away for guilders brings at least 5."),
        ("moneychanger", "Each round for nothing: 3 guilders for 1 worker."),
        ("dowager", "At the end: 1 point for every 2 reputation steps."),
    ],
)
def test_a_person_is_told_in_one_plain_sentence(name: str, words: str) -> None:
    assert sentence(DECK.person(name)) == words


def test_another_players_person_is_told_with_that_players_name() -> None:
    assert sentence(DECK.person("lawyer"), "Bea") == "Always: where others take 2 workers Bea takes 3."
    assert sentence(DECK.person("notary"), "Bea") == "Always: a step up costs Bea 2 guilders less."
    assert sentence(DECK.person("beggar"), "Bea") == "Once, at once: everybody else gives Bea 2 workers."


@pytest.mark.parametrize("person", DECK.persons, ids=lambda person: person.id)
def test_every_text_is_one_short_sentence_without_code_words(person: Person) -> None:
    for owner in ("", "Bea"):
        words = sentence(person, owner)
        assert re.fullmatch(r"[A-Z][A-Za-z0-9 ,:]+\.", words), words
        assert len(words) <= 140
        assert ("you" in words.split()) <= (owner == "")


def test_persons_with_different_effects_have_different_texts() -> None:
    texts = [sentence(person) for person in DECK.persons]
    assert len(set(texts)) == 164  # the Coachman and the Princess do the same


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (
            Effect("final", {"points": 1, "per": "icon:worker:red"}),
            "1 point for every person who works for a red worker",
        ),
        (
            Effect("final", {"points": 1, "per": "icon:once", "divisor": 2}),
            "1 point for every 2 persons who work each round for nothing",
        ),
        (
            Effect("final", {"points": 1, "per": "group:Castle", "divisor": 2}),
            "1 point for every 2 Castle persons in play",
        ),
        (Effect("final", {"points": 3, "per": "third_spaces"}), "3 points for every canal section with a third space"),
        (
            Effect("gain_per", {"what": "guilders", "per": "die:red", "n": 1}),
            "1 guilder for every point of the red die",
        ),
        (Effect("each_other", {"loses": "canal", "n": 2, "to_owner": False}), "everybody else loses 2 canal tokens"),
        (Effect("each_other_threat", {"colour": "any", "n": 1}), "everybody else gets a threat"),
        (Effect("build_canal", {"factor": 3}), "a canal space is dug for 3 times its price without a card"),
        (Effect("recruit", {"discount": 0}), "a hand card moves into an empty house for its price"),
    ],
)
def test_effects_that_only_other_decks_have_are_told_too(effect: Effect, words: str) -> None:
    assert clause([effect]) == words
