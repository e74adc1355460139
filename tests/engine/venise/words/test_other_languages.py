"""Venise in other languages: everything has a name, orders keep their words, and what is played knows no language."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from engine.language.languages import ENGLISH, LANGUAGES, speaking
from engine.venise import GAME
from engine.venise.data.box import shipped
from engine.venise.positions.writer import write_position
from engine.venise.state import GOODS, MATERIALS, TILES
from engine.venise.words.names import LABELS, RAW, label, material
from tests.engine.venise.table import Table, decided, full
from tests.engine.venise.words.games import asked

NAMES = ("Anna", "Bea")
ABROAD = [language for language in LANGUAGES if language != ENGLISH]
CARDS = sorted({name.split()[0] for name in shipped().number} - {*GOODS})


def letter(table: Table, *keys: str) -> str:
    ask = table.ask()
    assert ask is not None
    sections = GAME.sections(GAME.view(table.state, 0), decided(ask), NAMES, {}, 0)
    return "\n".join(part.words for each in sections if each.key in keys for part in each.paragraphs)


def test_all_that_orders_name_has_a_name_for_readers() -> None:
    assert set(LABELS) == {*TILES, *GOODS, *CARDS}
    assert set(RAW) == set(MATERIALS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", [TILES, GOODS, CARDS], ids=["tiles", "goods", "cards"])
def test_no_two_of_a_kind_are_called_alike(language: str, words: tuple[str, ...]) -> None:
    with speaking(language):
        assert len({label(word) for word in words}) == len(words)


@pytest.mark.parametrize("language", ABROAD)
def test_who_reads_another_language_finds_the_words_of_orders_in_the_letter(language: str) -> None:
    table = Table({"burgher": "gold", "row1": [full("brooch"), {"card": "pilot"}], "row2": ["lace 2"]}, {})
    with speaking(language):
        board, around = letter(table, "me"), letter(table, "table")
        for card in ("brooch", "pilot", "lace 2"):
            assert f"»{label(card)}« ({card})" in board
        for word in (*TILES, *GOODS):
            assert f"{word} = {label(word)}" in around
        assert "stock = " in around
    assert " = " not in letter(table, "table")
    assert "(brooch)" not in letter(table, "me")


@pytest.mark.parametrize("language", ABROAD)
def test_drawn_cards_can_be_taken_by_number_or_by_the_word_beside_their_name(language: str) -> None:
    table = Table(
        {"burgher": "workshop", "dice": {}}, {}, agenda=[["take", 0, "workshop"], ["next"]], drawn=["ruff", "cap"]
    )
    with speaking(language):
        told = letter(table, "choice")
        for number, card in enumerate(("ruff", "cap"), 1):
            assert re.search(rf"»{label(card)}« \({card}\), [^\[]*\[{number}\]", told)


def test_german_speaks_to_its_reader_and_of_the_others() -> None:
    table = Table({"burgher": "gold", "dice": {"gold": 3}}, {"burgher": "wool", "dice": {"wool": 6}}, dice=(2, 2))
    table.play(next(text for text in table.texts(0, "move 2 ") if "boat" not in text))
    moved = next(event for event in table.events if event.kind == "moved")
    with speaking("de"):
        own, other = (GAME.tell(moved, NAMES, reader) for reader in (0, 1))
    assert own.startswith("Du ziehst mit der 2 auf »")
    assert other.startswith("Anna zieht mit der 2 auf »")


@pytest.mark.parametrize("language", ABROAD)
def test_what_is_played_and_stored_is_the_same_in_every_language(language: str) -> None:
    with speaking(language):
        abroad = list(_stored())
    assert abroad == list(_stored())


def _stored() -> list[tuple[object, ...]]:
    """Of one game: positions, questions with their prompts, events."""
    return [
        (write_position(state), decision, tuple(told))
        for state, decision, told in islice(asked(5, 3, "free", rounds=3), 60)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_raw_material_is_counted_in_the_readers_words(language: str) -> None:
    table = Table({"burgher": "gold", "stock": {"gold": 2, "wool": 1}}, {})
    with speaking(language):
        told = letter(table, "me")
        assert f"2 {material(2)}" in told
        assert f"1 {material(0)}" in told
