"""The phrases that people write: one use each, for every language, and files that say what is wrong in them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import engine
from engine import bruges
from engine.language import typed
from engine.language.languages import LANGUAGES
from engine.orders import reader
from engine.orders.talk import lexicon
from engine.orders.talk.lexicon import BadLexicon, Lexicon, Phrase, Use

FOLDERS = [game.spoken.phrases for game in engine.games.values() if game.spoken.phrases is not None]


def found_in(language: str, line: str) -> tuple[Use, str, int] | None:
    known = Lexicon()
    known.add(lexicon.everyday(language))
    found = known.find(line.split())
    return (found[0].use, found[0].value, found[1]) if found else None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_everyday_words_and_no_phrase_twice(language: str) -> None:
    phrases = Counter(phrase.words for phrase in lexicon.everyday(language))
    assert {use for phrase in lexicon.everyday(language) for use in [phrase.use]} >= {*lexicon.SECTIONS}
    assert [" ".join(words) for words, count in phrases.items() if count > 1] == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parts[-3])
def test_every_game_has_words_for_orders_in_every_language_and_no_phrase_means_two_things(folder: Path) -> None:
    assert {file.stem for file in folder.glob("*.txt")} == {*LANGUAGES}
    meant: dict[tuple[str, ...], set[str]] = {}
    for phrase in lexicon.of_game(folder):
        meant.setdefault(phrase.words, set()).add(phrase.value)
    assert {words: values for words, values in meant.items() if len(values) > 1} == {}


@pytest.mark.parametrize("game", [name for name, game in engine.games.items() if game.spoken.phrases is not None])
def test_a_word_that_is_a_whole_order_by_itself_is_written_out(game: str) -> None:
    """Many other words begin so: "passport", "closed", "producer"."""
    rules = engine.games[game]
    alone = {verb for kind in rules.verbs.values() for verb in kind if reader.reads(rules, verb)}
    assert alone
    assert rules.spoken.phrases is not None
    open_ended = [
        one.words for one in lexicon.of_game(rules.spoken.phrases) if one.value in alone and one.words[-1][-1] == "*"
    ]
    assert open_ended == []


@pytest.mark.parametrize(
    ("language", "line", "use", "value", "count"),
    [
        ("en", "thank you very much anna", Use.COURTESY, "", 4),
        ("en", "if that is really not possible 22", Use.OR, "", 6),
        ("en", "thirty five", Use.COUNT, "35", 2),
        ("en", "thirty-five", Use.COUNT, "35", 1),
        ("de", "funfunddreissig", Use.COUNT, "35", 1),
        ("de", "wenn das ned geht 22", Use.OR, "", 4),
        ("de", "entschuldigung", Use.COURTESY, "", 1),
        ("de", "doch lieber 57", Use.REVISE, "", 2),
    ],
)
def test_the_longest_phrase_with_which_a_line_begins_counts(
    language: str, line: str, use: Use, value: str, count: int
) -> None:
    assert found_in(language, line) == (use, value, count)


def test_a_word_that_no_phrase_begins_with_is_not_found() -> None:
    assert found_in("en", "zebra crossing") is None


def test_a_stem_needs_what_stands_before_its_star() -> None:
    assert Phrase(("grab*", "links"), Use.SAID, "canal").fits(["grabe", "links", "bitte"]) == 2
    assert Phrase(("grab*",), Use.SAID, "canal").fits(["gra"]) == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [("hello: world\nno colon here\n", "line 2"), ("# only a remark\n\nwithout", "line 3")],
)
def test_a_file_for_a_game_that_cannot_be_read_names_file_and_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "en.txt").write_text(text, encoding="utf-8")
    with pytest.raises(BadLexicon, match=rf"en\.txt, {said}"):
        lexicon.of_game(tmp_path)


@pytest.mark.parametrize("text", ["please\n[courtesy]\n", "[courtesy]\nplease\n[courtesy]\n", "[unheard]\nplease\n"])
def test_a_file_of_everyday_words_has_known_sections_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "xx.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr(lexicon, "EVERYDAY", tmp_path)
    with pytest.raises(BadLexicon, match=r"xx\.txt, line \d"):
        lexicon.everyday("xx")


def test_no_common_word_is_one_of_a_game_or_of_everyday_speech_that_may_change_an_order() -> None:
    german = json.loads((Path(bruges.__file__).parent / "data" / "names.de.json").read_text())
    persons = json.loads((Path(bruges.__file__).parent / "data" / "persons.json").read_text())
    names = {*german.values(), *(person["name"] for person in persons["persons"])}
    assert lexicon.common().isdisjoint(typed.spelt_plainly(" ".join(names)).split())
    changing = (Use.DENIAL, Use.CONDITION, Use.DOUBT, Use.TELLING, Use.REVISE, Use.OPEN, Use.OR)
    phrases = (phrase for language in LANGUAGES for phrase in lexicon.everyday(language) if phrase.use in changing)
    single = {phrase.words[0] for phrase in phrases if len(phrase.words) == 1}
    assert sorted(lexicon.common() & single) == []
