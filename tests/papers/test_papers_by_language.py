"""Papers in the language of who gets them: whoever prints them, and whoever else has asked for the same."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.conf import settings
from pypdf import PdfReader

import engine
from engine.language.languages import speaking, spoken
from tests.engine.bruges.matches import TIE, match
from tests.engine.toy import play_out
from tests.shared.play import set_on
from tournaments.actions import printing
from tournaments.actions.league import results
from tournaments.language.spoken import speaking_everywhere
from tournaments.letters.parts.draft import rules_paper
from tournaments.letters.parts.frame import picture_of
from tournaments.models import League, OutboundLetter, Print, Seat, Table
from tournaments.papers import papers, pictures
from tournaments.papers import table as table_papers
from tournaments.queries import prints
from tournaments.queries.names import seat_names
from tournaments.queries.prints import Subject

pytestmark = pytest.mark.django_db
RECORD, BOOK, CERTIFICATES = Print.Kind.RECORD, Print.Kind.BOOK, Print.Kind.CERTIFICATES
GERMAN = "de"


@pytest.fixture
def german(table: Table) -> Seat:
    """A seat whose player reads German; the others read English."""
    seat = table.seats.select_related("player").get(number=0)
    assert seat.player is not None
    seat.player.language = GERMAN
    seat.player.save(update_fields=("language",))
    return seat


def words(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


def letter_to(seat: Seat) -> OutboundLetter:
    return OutboundLetter(player=seat.player, seat=seat, league=seat.table.league)


def test_readers_of_two_languages_have_a_print_each_and_those_of_one_share_it(table: Table) -> None:
    of = Subject(table.league, table)
    english = printing.ask(RECORD, of)
    with speaking(GERMAN):
        german, again = printing.ask(RECORD, of), printing.ask(RECORD, of)
        assert prints.current(RECORD, of) == german == again
    assert prints.current(RECORD, of) == english != german
    assert [english.language, german.language] == ["en", GERMAN]


def test_a_print_speaks_to_who_asked_for_it_whatever_its_worker_speaks(table: Table) -> None:
    of = Subject(table.league, table)
    english = printing.ask(RECORD, of)
    with speaking_everywhere(GERMAN):
        german = printing.ask(RECORD, of)
        assert printing.make(english.pk)
    assert printing.make(german.pk)
    for row in (english, german):
        row.refresh_from_db()
    assert "page 1 of" in words(bytes(english.content))
    assert "Seite 1 von" in words(bytes(german.content))


def test_a_letter_takes_the_book_that_was_printed_in_its_readers_language(table: Table, german: Seat) -> None:
    other = table.seats.select_related("player").get(number=1)
    readers = [seat.player for seat in (german, other) if seat.player]
    printing.ask_for(readers, BOOK, Subject(table.league))
    for row in Print.objects.all():
        assert printing.make(row.pk)
        Print.objects.filter(pk=row.pk).update(content=f"printed in {row.language}".encode())
    attached = [papers.render("book", letter_to(seat))[:2] for seat in (german, other)]
    assert attached == [
        (f"ligabuch-{table.league_id}.pdf", b"printed in de"),
        (f"league-book-{table.league_id}.pdf", b"printed in en"),
    ]


def test_the_papers_of_a_letter_speak_to_whom_it_goes(table: Table, german: Seat) -> None:
    other = table.seats.select_related("player").get(number=1)
    for name in ("scoresheet", "standings", rules_paper(engine.games["bruges"])):
        with speaking_everywhere(GERMAN):
            file, english, _ = papers.render(name, letter_to(other))
        called, made, _ = papers.render(name, letter_to(german))
        assert "page 1 of" in words(english)
        assert "Seite 1 von" in words(made)
        assert called != file
        assert called.isascii()
    assert spoken() == "en"


def test_the_picture_of_a_letter_speaks_to_whom_it_goes(table: Table, german: Seat) -> None:
    seen = papers.match_of(table)
    letter = letter_to(german)
    letter.picture = picture_of(german, seen)
    with speaking(GERMAN):
        scene = seen.game.picture(seen.view(german.number), seat_names(table), german.number)
    assert papers.picture(letter).light == pictures.png(scene, settings.DATA_DIR / pictures.FOLDER)


def test_a_game_as_a_file_is_the_same_for_readers_of_every_language(table: Table) -> None:
    table.seats.filter(number=1).update(player=None)
    table = Table.objects.select_related("league").get(pk=table.pk)
    whole = table_papers.whole(table)
    with speaking_everywhere(GERMAN):
        german = table_papers.exchanged(table, whole)
    assert german == table_papers.exchanged(table, whole)


def test_a_record_leaves_out_in_every_language_what_was_told_to_one_seat(table: Table) -> None:
    """Flandern tells each of three what was chosen face down."""
    start = engine.Match.start(engine.games["flandern"], table.seats.count(), secret=bytes(table.secret))
    set_on(table, play_out(start, seed=3))
    english = [shown.told for shown in table_papers.record(table).rounds]
    with speaking(GERMAN):
        german = [shown.told for shown in table_papers.record(table).rounds]
    assert list(map(len, german)) == list(map(len, english))
    assert not [words for told in german for words in told if re.search(r"\b(du|dein\w*)\b", words, re.IGNORECASE)]


def test_what_is_stored_of_a_result_is_english_whoever_moved_last() -> None:
    ended = match(TIE)
    seats = [Seat(number=number) for number in range(ended.seats)]
    stored = results.result_of(ended, seats, League())
    with speaking_everywhere(GERMAN):
        assert results.result_of(ended, seats, League()) == stored
    assert stored["decided"]
