"""The look at a line's first word leaves out no line that is read, in whatever way its order is written."""

import re
from itertools import product
from pathlib import Path

import pytest

from engine.bruges import GAME, Bruges
from engine.bruges.orders import standing
from engine.bruges.orders.grammar import GRAMMAR
from engine.language.typed import EVERYDAY
from engine.orders import reader
from engine.orders.command_words import BARE, PRESS, WITH_WORDS, Said, command
from engine.orders.lines.first_words import may_begin, seems_meant
from tests.engine.any_game import SHIPPED

ROOT = Path(__file__).parents[3]
WRITTEN = re.findall(r"`([^`\n]{2,80})`", (ROOT / "docs/orders.md").read_text("utf-8"))
RULES = [str(rule) for rule in standing.DEFAULTS]
PLANS = ["go on", "forget", "forget all", "hold lawyer", "never use lawyer", "if guilders 9: house lawyer"]
PRESSED = [f"{word}{who}: well played" for word, who in product(PRESS, ("", " Bea"))]
LINES = [
    *WRITTEN,
    *RULES,
    *(f"always {rule}" for rule in RULES),
    *(re.sub(" ", ": ", rule, count=1) for rule in RULES),
    *PLANS,
    *PRESSED,
    *(*BARE, *(f"{word} bruges" for word in WITH_WORDS), "vacation 3 May to 9 May"),
    *(f"{verb} lawyer" for verb in GRAMMAR.forms),
    *("17 red", "17 red / 42; 53", "guilders lawyer then threat bishop", "house lawyer, house bishop"),
]
DRESSES = [
    "{}",
    "- {}",
    "* {}.",
    "3. {}",
    "(2) {}",
    "also {}",
    "Also, {}",
    "“{}”",
    "  {} anyway",
    "== {}",
    "[{}]",
    "{};",
]


class AnyWord(Bruges):
    """Bruges, of which nothing is known about how its orders begin."""

    openers = ()


@pytest.mark.parametrize("dress", DRESSES)
def test_no_order_is_left_out(dress):
    free = AnyWord()
    for line in LINES:
        for written in (dress.format(line), dress.format(line.upper()), dress.format(line.replace("o", "ö"))):
            for first in (False, True):
                asked = reader.reads(free, written, first_lines=first)
                assert reader.reads(GAME, written, first_lines=first) == asked, written


def test_a_verb_may_be_cut_short():
    shortened = [verb[:length] for verb in GRAMMAR.forms for length in range(4, len(verb))]
    assert all(may_begin(GAME, f"{word} lawyer") for word in shortened)


@pytest.mark.parametrize(
    "line", ["Hello Anna,", "Thanks, Bea", "== SINCE YOUR LAST CARD ==", "[Autumn] Bruges 4, round 4"]
)
def test_prose_is_told_by_its_first_word(line):
    assert not may_begin(GAME, line)
    assert may_begin(AnyWord(), line)


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_line_seems_to_be_meant_as_an_order_though_a_letter_of_its_verb_is_wrong(slug):
    game = SHIPPED[slug]
    verbs = {verb for of_kind in game.verbs.values() for verb in of_kind if len(verb) > 4}
    assert verbs
    for verb in verbs:
        swapped = f"{verb[:2]}{verb[3]}{verb[2]}{verb[4:]}"
        for word in (verb, verb[:4], swapped, f"{verb}x", f"[{verb}]", f"{verb.title()}:"):
            assert seems_meant(game, f"{word} the thing"), word
    for line in ("Hello Anna", "because of that", "would you mind", "that was all", "", "…"):
        assert not seems_meant(game, line), line


@pytest.mark.parametrize("line", ["tel 3: hello", "nots", "forgett pedlar", "pedlar hous blue", "17 or so", "- 3 red"])
def test_words_to_the_service_cards_and_numbers_seem_to_be_meant(line):
    assert seems_meant(GAME, line)


COMMON = (
    "aber alle als also auch auf aus bei bin bis danke dann das dass dem den der des die doch dort ein eine er es für "
    "geht gerade gut hab habe hallo heute hier ich ihr im ist ja jetzt kann kein mal man mein mich mit morgen nach "
    "nein nicht noch nun nur oder ohne schon sein sich sie sind so sonst um und uns viel vom von vor war was weil wenn "
    "wer wie wieder will wir wird wo wohl zu zum zur"
)


def test_no_common_word_is_taken_for_the_beginning_of_a_word_that_acts_at_once():
    for word in (*EVERYDAY, *COMMON.split()):
        said = command(word)
        assert said is None or said.name not in ("leave", "ready", "undo", "yes") or word in ("yes", "ja")
    assert command("undo") == Said("undo")
