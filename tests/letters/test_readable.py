"""Turn letters of the games with maps, as somebody reads them who has never seen the game; at several moments."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from engine.orders import reader
from tests.letters import gallery
from tests.letters.gallery import Written
from tests.letters.test_letters import FURNITURE, MOST_BYTES, links, words_of
from tests.letters.test_no_orders import lines_of
from tests.shared.cast import only_table
from tournaments.actions.table.session import Session
from tournaments.inbox.reply import reading_form
from tournaments.inbox.reply.html.html import from_html
from tournaments.letters import turn as of_turn
from tournaments.models import Player

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bea", "Chidi")
MOMENTS = {"flandern": ("choose", "act", "choose", "act", "gold"), "venise": ("turn", "take", "turn", "finish")}
HINTS = {"a", "an", "tap", "on", "move", "opens", "answer", "that", "holds", "it", "send", "and", "is", "all"}
NARROW = 36


@pytest.fixture(scope="module", params=[(game, language) for game in MOMENTS for language in ("en", "de")], ids=str)
def letters(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[Written]:
    game, language = request.param
    with django_db_blocker.unblock(), transaction.atomic():
        found = list(of_game(game, language))
        transaction.set_rollback(True)
    return found


def of_game(game: str, language: str) -> Iterator[Written]:
    league = gallery.league_of(NAMES, secret=60, name="Autumn League", tag="Autumn", game=game)
    Player.objects.update(language=language)
    table = only_table(league)
    for number, kind in enumerate(MOMENTS[game], 1):
        gallery.play_on(table, until=2 * number, kind=kind)
        s = Session.open(table.pk)
        asked = next(decision for decision in s.match.waiting if decision.kind == kind)
        seat = s.seats[asked.seat]
        seat.seen = max(-1, s.match.count - 12)
        draft = of_turn.turn(seat, s.turns[seat.number], s.match, s.plans[seat.number], s.news(seat))
        yield Written(f"{game}, {kind}", draft, seat, s.match, s.turns[seat.number])


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
