"""The look at a line's first word leaves out no line that is read, in whatever way its order is written."""

import re
from itertools import product
from pathlib import Path

import pytest

from engine import orders
from engine.bruges import GAME, notation, preferences
from engine.commands import BARE, PRESS, WITH_WORDS
from engine.first_words import may_begin

ROOT = Path(__file__).parents[2]
WRITTEN = re.findall(r"`([^`\n]{2,80})`", (ROOT / "docs/orders.md").read_text("utf-8"))
RULES = [str(rule) for rule in preferences.DEFAULTS]
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
    *(f"{verb} lawyer" for verb in notation.VERBS),
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


class AnyWord(type(GAME)):
    """Bruges, of which nothing is known about how its orders begin."""

    openers = ()


@pytest.mark.parametrize("dress", DRESSES)
def test_no_order_is_left_out(dress):
    free = AnyWord()
    for line in LINES:
        for written in (dress.format(line), dress.format(line.upper()), dress.format(line.replace("o", "ö"))):
            for first in (False, True):
                asked = orders.reads(free, written, first_lines=first)
                assert orders.reads(GAME, written, first_lines=first) == asked, written


def test_a_verb_may_be_cut_short():
    shortened = [verb[:length] for verb in notation.VERBS for length in range(4, len(verb))]
    assert all(may_begin(GAME, f"{word} lawyer") for word in shortened)


@pytest.mark.parametrize(
    "line", ["Hello Anna,", "Thanks, Bea", "== SINCE YOUR LAST CARD ==", "[Autumn] Bruges 4, round 4"]
)
def test_prose_is_told_by_its_first_word(line):
    assert not may_begin(GAME, line)
    assert may_begin(AnyWord(), line)
