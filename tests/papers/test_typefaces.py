"""Which font draws which letter, how wide words are, and right-to-left names."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pictures import lettering
from tournaments.papers.reports import typefaces
from tournaments.papers.reports.rightward import reorder
from tournaments.papers.reports.typefaces import BOLD, FALLBACK, FONTS, REGULAR, Run, runs


@pytest.mark.parametrize(
    "name", ["Łódź", "Ελένη", "Игорь", "Nguyễn", "Արմեն", "გიორგი", "Ǆ ß ﬁ – € ½ …", "דוד", "محمد"]
)
def test_alphabets_come_from_dejavu(name: str) -> None:
    assert {run.font for run in runs(name)} == {REGULAR}
    assert {run.font for run in runs(name, bold=True)} == {BOLD}


@pytest.mark.parametrize("name", ["布魯日", "布鲁日", "ブルージュ", "브뤼허"])
def test_chinese_japanese_and_korean_come_from_the_fallback(name: str) -> None:
    assert runs(name) == [Run(FALLBACK, unicodedata.normalize("NFC", name))]


def test_mixed_names_are_split_where_the_font_changes() -> None:
    assert runs("布魯日 Игорь 7") == [Run(FALLBACK, "布魯日"), Run(REGULAR, " Игорь 7")]


def test_marks_stay_with_their_letter() -> None:
    assert runs("q\u0307 魯\u0307") == [Run(REGULAR, "q\u0307 "), Run(FALLBACK, "魯\u0307")]


def test_decomposed_letters_are_composed() -> None:
    assert runs("Ło\u0301dz\u0301") == [Run(REGULAR, "Łódź")]


def test_a_letter_of_no_font_is_drawn_as_a_box_of_the_first() -> None:
    assert runs("ก") == [Run(REGULAR, "ก")]


@given(st.text())
def test_runs_lose_and_add_no_letters(words: str) -> None:
    split = runs(words)
    assert "".join(run.words for run in split) == typefaces.in_visual_order(unicodedata.normalize("NFC", words))
    assert all(a.font != b.font for a, b in pairwise(split))


@given(st.text(alphabet=[chr(code) for code in range(32, 0x180) if chr(code).isprintable()]))
def test_the_estimate_for_pictures_is_not_far_below_the_true_width(words: str) -> None:
    true = typefaces.width(words, 16)
    assert lettering.width(words, 16) >= 0.72 * true


@given(st.text(alphabet=[chr(code) for code in range(32, 127)]))
def test_the_estimate_is_exact_for_plain_letters(words: str) -> None:
    for bold in (False, True):
        true = typefaces.width(words, 16, bold=bold)
        assert lettering.width(words, 16, bold=bold) == pytest.approx(true, rel=0.002, abs=0.02)


@given(st.text(min_size=1, max_size=70), st.floats(20, 300))
def test_fitted_words_take_at_most_their_room(words: str, room: float) -> None:
    fitted, size = typefaces.fit(words, 10, room)
    assert typefaces.width(fitted, size) <= room + 1e-6


def test_every_font_lies_beside_its_licence_and_is_small_enough_to_ship() -> None:
    assert sorted(file.name for file in FONTS.glob("*.ttf")) == sorted(file.name for file in typefaces.FILES)
    assert {"LICENSE-DejaVuSans.txt", "LICENSE-DroidSansFallback.txt"} <= {file.name for file in FONTS.iterdir()}
    assert all(file.stat().st_size < 4_500_000 for file in typefaces.FILES)


# --- right to left ------------------------------------------------------------------------------------


def test_hebrew_stands_on_paper_from_the_right() -> None:
    assert reorder("דוד") == "דוד"[::-1]


def test_a_hebrew_name_alone_is_read_from_the_right_with_all_that_belongs_to_it() -> None:
    assert reorder("לאה (2)") == "(2) " + "לאה"[::-1]
    assert reorder("לאה!") == "!" + "לאה"[::-1]


def test_a_sentence_that_begins_with_a_hebrew_name_is_read_from_the_left() -> None:
    assert reorder("לאה lays grey.") == "לאה"[::-1] + " lays grey."
    assert reorder("12 לאה") == "12 " + "לאה"[::-1]


def test_a_hebrew_name_in_a_latin_line_turns_alone() -> None:
    assert reorder("Anna (לאה) 12") == f"Anna ({'לאה'[::-1]}) 12"


def test_numbers_between_hebrew_words_stay_between_them() -> None:
    assert reorder("Anna אבג 12 דהו") == f"Anna {'דהו'[::-1]} 12 {'אבג'[::-1]}"
    assert reorder("אבג Anna דהו") == f"{'אבג'[::-1]} Anna {'דהו'[::-1]}"


def test_arabic_letters_join_their_neighbours() -> None:
    assert reorder("محمد") == "\ufeaa\ufee4\ufea4\ufee3"


def test_lam_and_alef_make_one_sign() -> None:
    assert reorder("سلام") == "\ufee1\ufefc\ufeb3"
    assert reorder("لا") == "\ufefb"


def test_a_mark_follows_its_letter_after_turning() -> None:
    assert reorder("ב\u05b0ג") == "גב\u05b0"


def test_words_from_left_to_right_stay_as_they_are() -> None:
    assert typefaces.in_visual_order("Игорь (12) Łódź") == "Игорь (12) Łódź"
