"""Bruges in German: every event and every person is told, and nothing of the English is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from engine.bruges import GAME
from engine.bruges.data.persons import Effect, load_deck
from engine.bruges.data.vocabulary import COUNTS
from engine.bruges.orders.standing import ALWAYS, FACTS, NEVER, TOPICS
from engine.bruges.orders.standing import WORDS as WISHES
from engine.bruges.picture.picture import CARD_MARGIN, CARD_WIDTH
from engine.bruges.state import PILE_NAMES
from engine.bruges.words import story, telling
from engine.bruges.words.effect_texts import clause, sentence
from engine.bruges.words.names import names, read_names
from engine.bruges.words.standing import standing_rules
from engine.bruges.words.vocabulary import WORDS, title, title_to_order, word
from engine.events import Event
from engine.game import ASK, Rule
from engine.language.languages import LANGUAGES, speaking
from engine.orders.instructions import COMPARE
from engine.pictures.lettering import fit, width
from engine.pictures.scene import Scene, Text
from engine.refusals import BadDeck
from tests.engine.bruges.bruges_tables import table
from tests.engine.bruges.words.test_telling import NAMES, TOLD

DECK = load_deck()
ON_A_CARD = CARD_WIDTH - 2 * CARD_MARGIN  # what a name has on a card of the hand
ORDER = re.compile(r"\[[^\]]*\]")
# German words that English has too, and persons who are called alike.
WORDS_OF_BOTH = frozenset(("die", "hand", "in", "so", "an", "was", "person", "statue", "marker", "start", "bruges"))
NAMES_OF_BOTH = frozenset(person for person, called in names("de").items() if person == called.lower())


def foreign(english: str, german: str) -> set[str]:
    """The words of an English sentence that its German one still has; names, numbers and orders may stay."""
    left, right = (set(re.findall(r"[^\W\d]{2,}", ORDER.sub("", said).lower())) for said in (english, german))
    return (left & right) - WORDS_OF_BOTH - NAMES_OF_BOTH - {name.lower() for name in NAMES}


@pytest.mark.parametrize(("kind", "data", "mine", "theirs"), TOLD)
def test_every_event_is_told_without_a_word_of_english(kind: str, data: dict[str, Any], mine: str, theirs: str) -> None:
    event = Event(kind, data)
    with speaking("de"):
        to_me, to_others = telling.tell(event, NAMES, 0), telling.tell(event, NAMES, None)
    for english, german in ((mine, to_me), (theirs, to_others)):
        assert bool(german) == bool(english)
        assert foreign(english, german) == set()
    assert (to_me == to_others) == (mine == theirs)
    assert ORDER.findall(to_me) == ORDER.findall(mine)


def test_private_events_and_bullets_are_told_in_german() -> None:
    drawn = Event("hand", {"seat": 0, "cards": ["prince", "cook"]}, (0,))
    laid = Event("house card", {"seat": 0, "card": "cook"}, (0,))
    paid = {"seat": 1, "what": "workers", "amount": 1, "workers": {"brown": 1}, "person": "moneychanger"}
    events = [
        Event("used", {"seat": 1, "person": "moneychanger", "worker": None}),
        Event("paid", paid),
        Event("gained", {"seat": 1, "what": "guilders", "amount": 3, "person": "moneychanger"}),
    ]
    with speaking("de"):
        assert telling.tell(drawn, NAMES, 0) == "Du ziehst »Prinz« und »Koch« von den Stapeln."
        assert telling.tell(laid, NAMES, 0) == "Darunter liegt verdeckt »Koch«."
        assert story.recount(events, NAMES, 0) == ["Bea setzt »Geldwechsler« ein: 3 Gulden für 1 braunen Arbeiter."]
        assert story.recount(events[:2], NAMES, 0) == ["Bea setzt »Geldwechsler« ein, für 1 braunen Arbeiter."]


# --- persons ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_person_of_our_deck_has_a_name_of_its_own_with_room_on_its_card(language: str) -> None:
    with speaking(language):
        called = [title(person) for person in DECK.by_id]
    assert len(set(called)) == len(DECK.persons)
    assert [name for name in called if fit(name, 15, ON_A_CARD, partial(width, bold=True))[0] != name] == []


def test_a_person_of_another_deck_is_called_by_its_id() -> None:
    with speaking("de"):
        assert (title("prince"), title_to_order("prince")) == ("Prinz", "Prinz [prince]")
        assert title("zookeeper") == "Zookeeper"
    assert title_to_order("prince") == "Prince"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"prince": "Prinz"}', "'queen' has no name"),
        ('{"prince": "Prinz", "queen": "Prinz"}', "'Prinz' is what two are called"),
        ('{"prince": "Prinz", "queen": "Dame", "king": "Herr"}', "'king' is nobody of the deck"),
        ('{"prince": "Prinz", "prince": "Herr", "queen": "Dame"}', "'prince' stands twice"),
        ('{"prince": "Prinz", "queen": "Die Dame"}', "'Die Dame' is not one word"),
    ],
)
def test_a_wrong_file_of_names_is_refused_with_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(BadDeck, match=complaint):
        read_names(text, "names.de.json", ("prince", "queen"))


@pytest.mark.parametrize("owner", ["", "Bea"])
def test_every_person_is_told_in_one_german_sentence(owner: str) -> None:
    english = [sentence(person, owner) for person in DECK.persons]
    with speaking("de"):
        german = [sentence(person, owner) for person in DECK.persons]
    assert len(set(german)) == len(set(english))
    for before, after in zip(english, german, strict=True):
        assert re.fullmatch(r"[A-Z][A-Za-zÄÖÜäöüß0-9 ,:]+\.", after), after
        assert len(after) <= 170
        assert foreign(before, after) == set()
        assert ({"du", "dich", "dir"} & set(after.split())) == set() or not owner


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("prince", "Jede Runde für 1 gelben Arbeiter: 1 Punkt und 2 Gulden."),
        ("bishop", "Am Ende: 1 Punkt für je 2 übrige Arbeiter."),
        ("lawyer", "Immer: Wo andere 2 Arbeiter nehmen, nimmt Bea 3."),
        ("beggar", "Einmal, sofort: Alle anderen geben Bea je 2 Arbeiter."),
        ("innkeeper", "Immer: Jede Person der Gruppe Handel kostet Bea 2 Gulden weniger."),
        ("jester", "Immer: Eine Stufe Ansehen kostet Bea 2 Gulden weniger, und die Intrige schadet Bea nicht."),
    ],
)
def test_another_players_person_is_told_with_that_players_name(name: str, told: str) -> None:
    with speaking("de"):
        assert sentence(DECK.person(name), "Bea") == told


def every_count() -> Iterator[Effect]:
    """The things that decks of clubs may count, one and several of each."""
    for key in COUNTS:
        yield Effect("gain_per", {"what": "guilders", "per": key, "n": 1})
        yield Effect("final", {"points": 2, "per": key, "divisor": 2})


def test_whatever_a_deck_may_count_is_told_without_a_word_of_english() -> None:
    english = [clause([effect]) for effect in every_count()]
    with speaking("de"):
        german = [clause([effect]) for effect in every_count()]
    assert len(set(german)) == len(set(english)) == len(german)
    assert [pair for pair in zip(english, german, strict=True) if foreign(*pair)] == []


# --- standing orders ------------------------------------------------------------------------------------------


def every_rule() -> Iterator[Rule]:
    """A standing order with each word that its topic takes, and one about each fact."""
    yield from (Rule(topic, ASK) for topic in TOPICS)
    yield from (Rule(topic, f"{wish} > {ASK}") for topic, wishes in WISHES.items() for wish in wishes)
    yield from (Rule("climb", f"if {fact} {sign} 3") for fact in sorted(FACTS) for sign in COMPARE)
    yield from (Rule("climb", text) for text in (ALWAYS, NEVER))


@pytest.mark.parametrize("piles", PILE_NAMES.values())
def test_every_standing_order_is_told_without_a_word_of_english(piles: tuple[str, ...]) -> None:
    given = {rule.topic: rule.text for rule in GAME.default_rules}
    for rule in every_rule():
        english = standing_rules(given | {rule.topic: rule.text}, piles)
        with speaking("de"):
            german = standing_rules(given | {rule.topic: rule.text}, piles)
        assert foreign(english, german) == {"always"}, rule  # the word that an order begins with


# --- words and pictures --------------------------------------------------------------------------------------


def test_every_colour_side_majority_penalty_and_group_has_a_word() -> None:
    with speaking("de"):
        german = {key: word(key) for key in WORDS}
    assert [key for key in WORDS if german[key] == word(key)] == []
    assert len({german[key] for key in WORDS if key[0].isupper()}) == len({key for key in WORDS if key[0].isupper()})


def all_words(scene: Scene) -> str:
    return " ".join([scene.words, *(shape.words for shape in scene.shapes if isinstance(shape, Text))])


def test_a_picture_is_described_and_lettered_without_a_word_of_english() -> None:
    for view in (table(3, viewer=0), table(2, viewer=None, over=True)):
        seats = len(view.seats)
        english, sheet = GAME.picture(view, NAMES[:seats], view.viewer), GAME.scoresheet(view)
        with speaking("de"):
            german, counted = GAME.picture(view, NAMES[:seats], view.viewer), GAME.scoresheet(view)
        assert foreign(all_words(english), all_words(german)) == set()
        assert [row for row in sheet.rows if row in counted.rows] == []
        assert counted.tie_break[0] == "Gulden"
        assert counted.totals == sheet.totals
