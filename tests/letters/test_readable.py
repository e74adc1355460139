"""Turn letters of the games with maps, as somebody reads them who has never seen the game; at several moments."""

from __future__ import annotations

import re

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from engine.orders import reader
from tests.letters.asked import NAMES, letters_of
from tests.letters.gallery import Written
from tests.letters.test_letters import FURNITURE, MOST_BYTES, links, words_of
from tests.letters.test_no_orders import lines_of
from tournaments.inbox.reply import reading_form
from tournaments.inbox.reply.html.html import from_html

pytestmark = pytest.mark.django_db
MOMENTS = {"flandern": ("choose", "act", "choose", "act", "gold"), "venise": ("turn", "take", "turn", "finish")}
HINTS = {"a", "an", "tap", "on", "move", "opens", "answer", "that", "holds", "it", "send", "and", "is", "all"}
NARROW = 36


@pytest.fixture(scope="module", params=[(game, language) for game in MOMENTS for language in ("en", "de")], ids=str)
def letters(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[Written]:
    game, language = request.param
    with django_db_blocker.unblock(), transaction.atomic():
        found = list(letters_of(game, language, MOMENTS[game], first=2))
        assert len(found) == len(MOMENTS[game])
        transaction.set_rollback(True)
    return found


def test_no_line_of_a_letter_reads_as_an_order(letters: list[Written]) -> None:
    for letter in letters:
        game = letter.match.game
        lines = {form for line in lines_of(letter) for form in (line, reading_form(line))}
        assert [line for line in lines if reader.is_command(line) or reader.reads(game, line)] == [], letter.name


def test_both_forms_say_the_same_in_little_room(letters: list[Written]) -> None:
    for letter in letters:
        text = words_of(letter.draft.text)
        html = words_of("\n".join(row.text for row in from_html(letter.draft.html)))
        plain = words_of("\n".join(row.text for row in from_html(FURNITURE.sub("", letter.draft.html))))
        assert text - html == set(), letter.name
        assert plain - text <= HINTS, letter.name
        assert len(letter.draft.html.encode()) < MOST_BYTES


def test_every_button_says_in_words_what_its_order_does(letters: list[Written]) -> None:
    for letter in letters:
        buttons = re.findall(r'<a class="move"[^>]*>(.*?) <span[^>]*>(\[.*?\])</span></a>', letter.draft.html)
        assert len(buttons) == len(links(letter))
        assert all(len(words) > 2 and words[0] == words[0].upper() for words, _ in buttons), letter.name
        assert not any("[" in words for words, _ in buttons), letter.name


def test_a_code_stands_behind_what_it_does(letters: list[Written]) -> None:
    for letter in letters:
        rows = [line for line in letter.draft.text.splitlines() if line.startswith("* ")]
        assert [row for row in rows if row.startswith("* [")] == [], letter.name


def test_maps_are_narrow_in_text_and_tables_of_colours_in_html(letters: list[Written]) -> None:
    for letter in letters:
        sections = letter.match.game.sections(
            letter.match.view(letter.seat.number),
            letter.match.decision(letter.seat.number),
            NAMES,
            {},
            letter.seat.number,
        )
        drawn = [part for section in sections for part in section.paragraphs if part.style == "fixed"]
        assert max((len(part.words) for part in drawn), default=0) <= NARROW
        coloured = {cell.fill for part in drawn for cell in part.cells if cell.fill}
        assert set(re.findall(r'bgcolor="([^"]+)"', letter.draft.html)) == coloured
        assert letter.draft.html.count("<table") == len(re.findall(r"</table>", letter.draft.html))
        assert ("<table" in letter.draft.html) == bool(coloured)
