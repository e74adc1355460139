"""Words to the service in other words and languages: they count in full, with their own arguments, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.language.languages import LANGUAGES
from engine.language.typed import EVERYDAY
from engine.orders import reader
from engine.orders.command_words import (
    NAMES,
    OTHERS,
    PRESS,
    WORDS,
    Said,
    begun,
    command,
    is_command,
    may_hold_note,
    misfit,
    without_note,
)
from engine.orders.talk import command_forms, lexicon
from engine.orders.talk.command_forms import BadForms
from tests.engine.any_game import SHIPPED

# Both are a word of courtesy in a sentence and the word itself alone on a line.
ALSO_COURTESY = {"ja"}
WITH_COLON = {word.name for word in WORDS if word.spoken}  # "hello organiser" greets, "organiser: …" calls

ALL = [pytest.param(form, id=form.written) for form in OTHERS]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Hilfe!", Said("help")),
        ("Hilfe Urlaub", Said("help", "urlaub")),
        ("help organiser", Said("help", "organiser")),
        ("Zurück", Said("undo")),
        ("zurueck", Said("undo")),
        ("Sag: Hallo Bea", Said("say", "Hallo Bea")),
        ("sage: gut gespielt", Said("say", "gut gespielt")),
        ("Sag Bea: Lass die 3 liegen", Said("tell", "Lass die 3 liegen", "bea")),
        ("Notiz: den Brunnen beachten", Said("note", "den Brunnen beachten")),
        ("Ankündigung Herbst 2: es gilt", Said("announce", "es gilt", "herbst 2")),
        ("Schiedsrichter: Bea zog zweimal", Said("referee", "Bea zog zweimal")),
        ("organiser: Bea dug twice", Said("referee", "Bea dug twice")),
        ("Urlaub vom 3. bis 9. Mai", Said("vacation", "vom 3. bis 9. mai")),
        ("Ferien: 3.5.-9.5.", Said("vacation", "3.5.-9.5")),
        ("days off 3 to 9 May", Said("vacation", "3 to 9 may")),
        ("Urlaub absagen", Said("vacation", "cancel")),
        ("Ruhe 22 bis 7 Uhr", Said("quiet", "22 bis 7 uhr")),
        ("Ruhe aus", Said("quiet", "off")),
        ("Sprache: Deutsch", Said("language", "deutsch")),
        ("Tabelle.", Said("standings")),
        ("meine Notizen", Said("notes")),
        ("Ja", Said("yes")),
        ("mitmachen: Herbstliga", Said("join", "herbstliga")),
        ("practice", Said("practice")),
        ("also undo", Said("undo")),
    ],
)
def test_a_word_is_read_in_every_language_with_its_own_arguments(line: str, said: Said) -> None:
    assert command(line) == said


@pytest.mark.parametrize(
    "line",
    [
        "und", "Not", "Res", "Stand", "Leave a review", "Join us on LinkedIn", "Practice makes perfect",
        "Ref: ACME/4711", "Hilfe, ich finde das schwer", "Hilfe danke", "Urlaub war schön am 3. Mai", "Urlaub",
        "Ja gerne", "Ja, die 22", "Mitmachen will ich", "Schiedsrichter ist heute Bea", "organiser is away",
        "Zurück zu mir", "Regeln bitte lesen", "Tabelle?", "Ruhe bitte", "Sag mal", "Notiz an alle",
        "Ruhe aus 22-7", "Verlassen kann ich mich", "Sage",
    ],
)  # fmt: skip
def test_prose_that_begins_with_such_a_word_does_nothing(line: str) -> None:
    assert command(line) is None
    assert not any(reader.reads(game, line) for game in SHIPPED.values())


@pytest.mark.parametrize("form", ALL)
def test_a_form_is_no_order_of_a_game_and_no_everyday_word(form: command_forms.Form) -> None:
    for game in SHIPPED.values():
        assert not game.reads(form.plain)
        verbs = {verb for of_kind in game.verbs.values() for verb in of_kind} | set(game.openers)
        assert form.plain not in verbs
        assert game.spoken.phrases is not None
        assert tuple(form.plain.split()) not in {phrase.words for phrase in lexicon.of_game(game.spoken.phrases)}
    if form.plain not in ALSO_COURTESY and form.name not in WITH_COLON:
        assert form.plain not in EVERYDAY
        for language in LANGUAGES:
            assert tuple(form.plain.split()) not in {phrase.words for phrase in lexicon.everyday(language)}


def test_a_form_means_one_word_in_all_languages_but_for_press_to_all_and_to_one() -> None:
    meant: dict[str, set[str]] = {}
    for form in OTHERS:
        meant.setdefault(form.plain, set()).add(f"{form.name} {form.behind}".strip())
    assert {plain: names for plain, names in meant.items() if len(names) > 1} == {
        "sag": {"say", "tell"}, "sage": {"say", "tell"},
    }  # fmt: skip
    assert not set(meant) & {*NAMES, *PRESS}


def test_every_word_has_a_form_in_every_language_but_english_which_has_the_words_themselves() -> None:
    for language in LANGUAGES:
        if language != "en":
            own = (command_forms.FOLDER / f"{language}.txt").read_text("utf-8")
            assert [name for name in (*NAMES, *PRESS) if f"\n{name}: " not in own] == []


def test_a_form_counts_in_full_only() -> None:
    whole = {form.plain for form in OTHERS}
    for form in OTHERS:
        if " " not in form.plain and form.plain[:-1] not in whole:
            assert command(form.plain[:-1]) is None
    assert begun("hilf") == ()


def test_a_form_alone_is_no_word_to_the_service_below_or_in_a_quote() -> None:
    for form in OTHERS:
        if form.name not in PRESS and command(form.plain) is not None:
            assert not is_command(form.plain)
            assert not is_command(f"{form.plain};")
    assert is_command("zurück", first_lines=True)
    assert not is_command("Anmelden ebenso")
    assert is_command("Anmelden: Herbst")
    assert is_command("Urlaub 3. bis 9. Mai")


def test_a_form_that_needs_more_behind_it_is_answered_with_how_the_word_is_written() -> None:
    assert [found.name for line in ("Urlaub", "Schiedsrichter:") if (found := misfit(line))] == ["vacation", "referee"]
    assert misfit("Ja gerne") is None


def test_a_note_is_kept_from_others_in_every_language() -> None:
    for line in ("Notiz: geheim", "also, NOTIZ : geheim", "Ｎotiz: geheim"):
        assert may_hold_note(line)
        assert without_note(line) == "note: …"


@pytest.mark.parametrize("text", ["hilfe\n", "nonsense: hilfe\n", "help: hilfe, Hilfe\n", "help: undo\n"])
def test_a_file_that_cannot_be_read_names_file_and_line(tmp_path: Path, text: str) -> None:
    for language in LANGUAGES:
        (tmp_path / f"{language}.txt").write_text(text, encoding="utf-8")
    with pytest.raises(BadForms, match=r"en\.txt, line 1"):
        command_forms.read({*NAMES, *PRESS}, tmp_path)
