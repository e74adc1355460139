"""Heaps of marks on one letter, which take the square of their number to be sorted, cost no more than other text."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest

from engine.language import typed
from engine.language.normal_form import MOST_MARKS, normal_form
from engine.orders.command_words import may_hold_note
from engine.pictures import svg
from tests.shared import pace
from tests.shared.cast import asked_seat, make_cast, only_table, running_league
from tests.shared.post import address_of, newest, reply
from tournaments.actions.league import leagues
from tournaments.actions.player import names
from tournaments.formats import desk_words
from tournaments.formats.typed import reading_form
from tournaments.inbox import ingest
from tournaments.language import likeness, name_shapes, scripts
from tournaments.language.refusals import BadSettings
from tournaments.models import InboundLetter
from tournaments.papers.reports import typefaces
from tournaments.queries.letters import quoted

# Accents above and below, a vowel of Tibetan that is two, half-width voicing marks (alone they are sorted), a stem.
HEAPS = ["\u0301\u0323", "\u0f73", "\uff9e", "\uff9e\u0301", "\U0001d165\u0323"]
LONG = 20_000  # marks: sorting them takes a third of a second, and four times that for twice as many
LETTERS = "abc"  # a run each: some of what is read is remembered


def _found(words: str) -> None:
    quoted.find(InboundLetter(raw=f"From: a@x.example\r\n\r\n{words}\r\n".encode()))


def _title(words: str) -> None:
    with suppress(BadSettings):
        names.clean(words)


READERS: list[Callable[[str], object]] = [
    desk_words.read, leagues.plain_word, likeness.drawn, likeness.looks, likeness.seen, may_hold_note,
    name_shapes.fault, reading_form, scripts.foreign, svg.clean, typed.compatible, typed.normalise, typefaces.runs,
    _title,
]  # fmt: skip


def _seconds(work: Callable[[str], object], heap: str, marks: int) -> float:
    """Seconds of the processor for a letter under so many marks: the shortest of some runs."""
    took = []
    for letter in LETTERS:
        words = letter + heap * (marks // len(heap))
        begin = time.process_time()
        work(words)
        took.append(time.process_time() - begin)
    return min(took)


def check_grows_with_length(work: Callable[[str], object], heap: str) -> None:
    once, twice = _seconds(work, heap, LONG), _seconds(work, heap, 2 * LONG)
    assert twice < max(3 * once, pace.SOON), (once, twice)


@pytest.mark.parametrize("heap", HEAPS, ids=ascii)
@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__qualname__)
def test_twice_the_heap_takes_twice_the_time(read: Callable[[str], object], heap: str) -> None:
    check_grows_with_length(read, heap)


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@pytest.mark.parametrize("heap", HEAPS, ids=ascii)
def test_every_normal_form_of_twice_the_heap_takes_twice_the_time(heap: str, form: str) -> None:
    check_grows_with_length(partial(normal_form, form), heap)  # type: ignore[arg-type]


@pytest.mark.django_db
@pytest.mark.parametrize("heap", HEAPS, ids=ascii)
def test_what_a_letter_may_tell_is_found_in_a_time_that_grows_with_its_length(heap: str) -> None:
    check_grows_with_length(_found, heap)


@pytest.mark.django_db
@pytest.mark.parametrize("line", ["a", "say: a", "1 replace: a"])
def test_a_letter_of_lines_full_of_marks_is_read_as_fast_as_one_of_letters(line: str) -> None:
    seat = asked_seat(only_table(running_league(make_cast())))
    letter = newest(seat)

    def seconds(words: str) -> float:
        row = ingest.ingest(reply(letter, *[line + words] * 40), address_of(letter), letter.to)
        begin = time.process_time()
        ingest.read(row.pk)
        took = time.process_time() - begin
        assert InboundLetter.objects.get(pk=row.pk).state == InboundLetter.State.DONE
        return took

    marks = [seconds(heap * (3_900 // len(heap))) for heap in HEAPS]
    assert max(marks) < 3 * max(seconds("b" * 3_900), 0.3)


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_text_in_use_has_the_normal_form_of_unicode(form: str) -> None:
    words = "Zoe\u0308 o\u0323\u0302n, \u0f40\u0f71\u0f72 \uff76\uff9e \u1112\u1161\u11ab \ufb01" + "a\u0323\u0301" * 50
    assert normal_form(form, words) == unicodedata.normalize(form, words)  # type: ignore[arg-type]


def test_of_a_heap_as_many_marks_are_kept_as_any_text_has_and_every_letter_behind_it() -> None:
    assert normal_form("NFD", "a" + "\u0301" * 500 + "b\u0301") == "a" + "\u0301" * MOST_MARKS + "b\u0301"


@pytest.mark.parametrize("heap", HEAPS, ids=ascii)
def test_a_note_under_heaps_of_marks_is_found(heap: str) -> None:
    assert may_hold_note(heap.join("x" + heap * 100 + sign for sign in "note:").replace("x", ""))
