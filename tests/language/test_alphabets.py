"""The letters of names: words of one alphabet each, of one in everyday use, and which names look alike."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest

from tournaments.actions.player import names
from tournaments.language import drawn, likeness, scripts
from tournaments.language.refusals import BadSettings

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
    "Ral\u017f",  # a long s
    "\u039c\u039f\u039d\u0399\u03f9\u0391",  # a lunate sigma
    "\u03f2\u03bf\u03f2\u03bf",
    "\U0001d400nna",  # of mathematics
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


def test_of_signs_that_unicode_takes_for_other_letters_only_those_of_names_are_taken() -> None:
    """Compared as the others, they could be drawn like third ones. Those of another width are drawn as the others."""
    taken = set()
    for sign in map(chr, range(sys.maxunicode + 1)):
        usual = unicodedata.normalize("NFKC", sign)
        if unicodedata.category(sign)[0] not in "LM" or usual in (sign, unicodedata.normalize("NFC", sign)):
            continue
        if "WIDTH" not in unicodedata.name(sign) and not scripts.foreign(sign):
            taken.add(sign)
    assert taken == set(
        "\u00aa\u00ba\u0132\u0133\u013f\u0140\u01c4\u01c5\u01c6\u01c7\u01c8\u01c9\u01ca\u01cb\u01cc"
    ) | set("\u01f1\u01f2\u01f3\u0587\u0e33\u0eb3\u0edc\u0edd\ufdf2")


def test_the_first_word_that_is_wrong_is_named() -> None:
    assert scripts.foreign("Anna \u13aanna") == "\u13aanna"


@pytest.mark.parametrize(
    "name",
    [
        "Prof. Anna Berg", "Capt. Kirk", "Msgr. John", "Mohd. Ali",
        "\u041f\u0440\u043e\u0444. \u042e\u043b\u0438\u044f",
        "Karl-Theodor von und zu Guttenberg", "Freiherr vom und zum Stein", "Dana Or Cohen",
        "O'Brien", "Zo\u00eb O\u2019Neil", "Jean-Luc", "J. R. R. Tolkien", "J.R.R. Tolkien", "Martin Luther King Jr.",
        "St. John Smith", "Ana Mar\u00eda de la Cruz", "Jos\u00e9 Ortega y Gasset", "Gal\u00b7la Plac\u00eddia",
        "Gerard 't Hooft",
        "Erik ten Hag", "Jan Six", "Bob III", "Anna2", "X \u00c6 A-Xii", "Nguy\u1ec5n V\u0103n \u00c2n",
        "\u0110\u1eb7ng", "\u00c6gir",
        "\u0141ukasz", "Ng\u0169g\u0129 wa Thiong'o", "\u02bbOkina", "Sami\u02be", "\u01c1Garo\u00ebb",
        "\u042e\u043b\u0438\u044f",
        "\u0410\u043d\u043d\u0430-\u041c\u0430\u0440\u0438\u044f", "\u0393\u03b9\u03ce\u03c1\u03b3\u03bf\u03c2",
        "\u0544\u0561\u0580\u056b\u0561\u0574", "\u10d7\u10d0\u10db\u10d0\u10e0",
        "\u05d2\u05f3\u05d5\u05e8\u05d2\u05f3", "\u05d2'\u05d5\u05e8\u05d2'",
        "\u0645\u062d\u0645\u062f", "\u0639\u0628\u062f\u200c\u0627\u0644\u0644\u0647",
        "\u0905\u0928\u0928\u094d\u092f\u093e",
        "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd", "\u0e2a\u0e21\u0e0a\u0e32\u0e22",
        "\u0f56\u0f66\u0f9f\u0f53\u0f0b\u0f60\u0f5b\u0f72\u0f53",
        "\u674e\u5c0f\u9f8d", "\u30b8\u30e7\u30f3\u30fb\u30b9\u30df\u30b9", "\u5c71\u7530\u306e\u30b1\u30f3 Ken",
        "\uae40\ubbfc\uc900",
    ],
)  # fmt: skip
def test_people_are_called_so(name: str) -> None:
    assert names.clean(name) == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Anna, Bea", "\u201c,\u201d is no part of a name"),
        ("Anna (seat 2)", "\u201c(\u201d is no part of a name"),
        ("\u201cAnna\u201d", "is no part of a name"),
        ("Anna & Bea", "\u201c&\u201d is no part of a name"),
        ("Anna: no", "\u201c:\u201d is no part of a name"),
        ("xX_Bob_Xx", "\u201c_\u201d is no part of a name"),
        ("Anna\u02cc", "is no part of a name"),
        ("Anna\u02d0", "is no part of a name"),
        ("Anna\u02f3", "is no part of a name"),
        ("Anna\u20dd", "is no part of a name"),
        ("Jo\u212e", "is no part of a name"),
        ("Anna \u2013", "is no part of a name"),
        ("Anna\ua78f", "hardly in use"),
        ("Bob 3", "In \u201c3\u201d a figure stands for itself"),
        ("Bob the 3rd", "In \u201c3rd\u201d a figure stands for itself"),
        ("Anna'", "cannot be a word of a name"),
        ("Anna-", "cannot be a word of a name"),
        ("-Anna", "cannot be a word of a name"),
        ("Anna--Bea", "cannot be a word of a name"),
        ("Anna.", "cannot be a word of a name"),
        ("A\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301nna", "cannot be a word of a name"),
        ("Prof.", "cannot be a word of a name"),
        ("Anna. Bea", "cannot be a word of a name"),
        ("Doktor. Anna", "cannot be a word of a name"),
        ("Anna or Bea", "would make two names of one"),
        ("Anna OR Bea", "would make two names of one"),
        ("Anna Or Bea Or Cid", "would make two names of one"),
        ("Anna von und Bea", "would make two names of one"),
        ("Anna und zu Bea", "would make two names of one"),
        ("Von und Zu Bea", "would make two names of one"),
        ("Anna and Bea", "\u201cand\u201d would make two names of one"),
        ("Anna und Bea", "\u201cund\u201d would make two names of one"),
    ],
)
def test_what_is_no_name_of_a_person_is_named_with_what_to_write_instead(name: str, why: str) -> None:
    with pytest.raises(BadSettings, match=re.escape(why)):
        names.clean(name)


ALIKE = [
    ("Bill", "Bi\u0196\u0196"), ("Gaby", "Gab\u0263"), ("Guy", "G\u028by"), ("Eva", "E\u028ba"),
    ("Anna", "An\u0272a"), ("Ole", "O\u019ae"),
    ("Dario", "\u0110ario"), ("Max3", "Max\u01b7"), ("Niko", "\u039d\u03b9\u03ba\u03bf"),
    ("Kiki", "\u03ba\u03b9\u03ba\u03b9"),
    ("Tina", "\u03a4\u03b9\u03b7\u03b1"), ("Kay", "\u039a\u03b1\u03b3"), ("Tony", "\u03a4\u03bf\u03b7\u03b3"),
    ("Otto", "\u041e\u0442\u0442\u043e"),
    ("Kira", "\u041a\u0456\u0433\u0430"), ("Olivia", "O\u0196ivia"),
    ("\u039d\u0397\u039a\u039f\u03a3", "\u03bd\u03b7\u03ba\u03bf\u03c2"),
    ("Anna", "Anna."), ("Anna", "\u201cAnna\u201d"), ("Anna", "Anna \u2013"), ("Anna", "Anna\ua78f"),
    ("Anna", "An\u02ccna"),
    ("Anna B", "Anna_B"), ("Anna-Lena", "Annalena"), ("\u00c6gir", "Aegir"), ("(?)", "( ?)"),
    ("\u05d7\u05d9\u05d9\u05dd", "\u05d7\u05f2\u05dd"), ("\u05d5\u05d9", "\u05f1"),  # Hebrew: two letters as one sign
    ("\u0e41\u0e14\u0e07", "\u0e40\u0e40\u0e14\u0e07"),  # Thai
    ("\u0e01\u0e34", "\u0e01\u0e34\u0e34"), ("\u0e01\u0e34\u0e48", "\u0e01\u0e48\u0e34"),  # a mark twice; their order
    ("\u0e19\u0e49\u0e33", "\u0e19\u0e4d\u0e49\u0e32"),
    ("\u0b94\u0bb5\u0bc8", "\u0b92\u0bb3\u0bb5\u0bc8"), ("\u0b95\u0bcc", "\u0b95\u0bc6\u0bb3"),  # Tamil
    ("\u0d30\u0d3e\u0d1c\u0d7b", "\u0d30\u0d3e\u0d1c\u0d28\u0d4d\u200d"),  # Malayalam: a letter without its vowel
    ("\u0d05\u0d35\u0d7e", "\u0d05\u0d35\u0d33\u0d4d\u200d"),
    ("\u0989\u09ce\u09aa\u09b2", "\u0989\u09a4\u09cd\u200d\u09aa\u09b2"),  # Bengali
    ("\u0645\u062d\u0645\u062f", "\u0645\u062d\u0640\u0645\u062f"),  # Arabic, made longer
    ("\u0906\u0930\u0935", "\u0905\u093e\u0930\u0935"), ("\u0913\u092e", "\u0905\u094b\u092e"),  # Devanagari
    ("\u0c94", "\u0c92\u0ccc"), ("\u0d86", "\u0d85\u0dcf"),  # Kannada, Sinhala: vowels
    ("\u1780\u17b6\u17d2\u1784", "\u1780\u17d2\u1784\u17b6"),  # Khmer: a letter below, and a vowel
    ("\u1010\u1031\u102c\u1037\u103a", "\u1010\u1031\u102c\u103a\u1037"),  # Burmese
    ("Do\u011fan", "Do\u01e7an"), ("\u021aepe\u0219", "\u0162epe\u015f"),
    ("Ali l", "Ali \u0661"), ("O'Neil", "O\u2032Neil"), ("Otto", "Otto\u02d9"), ("\u0410\u0301nna", "\u00c1nna"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_are_drawn_alike_or_differ_by_no_letter_are_one(one: str, other: str) -> None:
    assert likeness.alike(one, other)
    assert likeness.alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Hanna"),
        ("Bob", "Rob"),
        ("Hora", "Nora"),
        ("\u05d3\u05df", "\u05e8\u05df"),
        ("(", ")"),
        ("Ali", "Ala"),
        ("Zo\u00eb", "Zoe"),
        ("Th\u1ebf", "Th\u00e9"),
        ("\u05d3\u05d9\u05e0\u05d4", "\u05d3\u05e0\u05d4"),  # Dina, Dana
        ("\u0930\u093e\u092e", "\u0930\u092e"),
        ("\u0905\u0928\u093f\u0932", "\u0905\u0928\u0940\u0932"),
        ("\u304c\u304f", "\u304b\u304f"),
    ],
)
def test_names_that_a_reader_tells_apart_are_two(one: str, other: str) -> None:
    assert not likeness.alike(one, other)


def test_all_that_the_list_has_is_alike_wherever_it_stands() -> None:
    for sign, target in drawn.TABLE.items():
        for place in ("{}", "\u0e01{}", "{} \u0e01", "\u0e01{}\u0e01"):
            assert likeness.alike(place.format(chr(sign)), place.format(target)), f"{sign:04X}"


@pytest.mark.parametrize("name", ["\u0905\u0307", "\u0c21\u0323", "\u05d0\u0323", "\u0e01\u030a", "\u0628\u0301"])
def test_no_mark_of_another_alphabet_stands_for_one_of_a_letters_own(name: str) -> None:
    with pytest.raises(BadSettings, match="several alphabets"):
        names.title(name, "A name")


@pytest.mark.parametrize(
    "broken",
    [
        "0061 0251", "0061:", ": 0251", "0061: 0251\n0062: 0251", "0061: 0251\n0251: 0252", "0061: 0062", "0061: xyz",
        "0061: 2460", "0061: 13AA", "0061: 0021", "0061 0062 0063 0064 0065 0066: 0251", "0061: 110000",
    ],
)  # fmt: skip
def test_a_list_of_what_is_drawn_alike_is_read_whole_or_not_at_all(broken: str) -> None:
    assert drawn.alike("# a: \u0251\n\n0061: 0251\n0905 093E: 0906") == {0x251: "a", 0x906: "\u0905\u093e"}
    with pytest.raises(ValueError, match=r"form|replace|figures|base 16|range"):
        drawn.alike(broken)
