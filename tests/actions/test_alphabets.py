"""Each word of a name is written in one alphabet, and in one that is in everyday use."""

from __future__ import annotations

import pytest

from tournaments import scripts
from tournaments.actions import names
from tournaments.actions.refusals import BadSettings

LIKE_LATIN = [
    "Ann\u0430",  # Cyrillic
    "\u0391nna",  # Greek
    "\ua4eenna",  # Lisu
    "\u13aanna",  # Cherokee
    "\u2c9eTTO",  # Coptic
    "\U00010404tto",  # Deseret
    "\u2d54livia",  # Tifinagh
    "\U000102a0nna",  # Carian
    "\U00010300nna",  # Old Italic
    "An\U00016fe4na",  # a sign of Khitan that is drawn as nothing
    "An\u180bna",  # one of Mongolian
    "Ott\u0966",  # a figure of Devanagari
    "Ott\u0647",  # Arabic
    "A\u0661ex",
    "A\u06f1ex",
    "Jan\u2011Ann\u0430",
    "\u2c6dnna",  # phonetic
    "\u1d00\u0274\u0274\u1d00",
    "Jan-Ann\u0430 2",
]


@pytest.mark.parametrize("name", LIKE_LATIN)
@pytest.mark.parametrize("place", ["{}", "{} Smith", "The {} Cup"])
def test_a_letter_that_is_there_to_look_like_another_is_refused(name: str, place: str) -> None:
    with pytest.raises(BadSettings, match="several alphabets"):
        names.title(place.format(name), "A name")


@pytest.mark.parametrize(
    "name",
    [
        "Anna Smith-Jones 2nd", "Zo\u00eb O'Neil", "Nguy\u1ec5n V\u0103n A", "\u018fli", "J. Bond_7",
        "Tom \u2764\ufe0f", "\u02bbOkina", "\u0410\u043d\u043d\u0430 (Anna)", "\u0391\u03bb\u03ad\u03be\u03b7\u03c2",
        "\u5c71\u7530\u306e\u30b1\u30f3 Ken", "\uae40\ubbfc\uc900", "\u0645\u062d\u0645\u062f",
        "\u0905\u0928\u0928\u094d\u092f\u093e", "\u0e2a\u0e21\u0e0a\u0e32\u0e22", "\u05d3\u05b8\u05df", "\uff21nna",
        "\u0639\u0644\u064a\u0662", "\u0639\u0644\u06cc\u06f2", "Ali \u0661",
        "\u0418\u0432\u0430\u043d-Smith", "\u0418\u0432\u0430\u043d\u2010Smith",
        "\u0418\u0432\u0430\u043d\u2011Smith", "\u0418\u0432\u0430\u043d\u2013Smith", "\u01c1Garo\u00ebb",
    ],
)  # fmt: skip
def test_names_as_people_write_them_are_taken(name: str) -> None:
    assert names.title(name, "A name")


def test_the_first_word_that_is_wrong_is_named() -> None:
    assert scripts.foreign("Anna \u13aanna") == "\u13aanna"
