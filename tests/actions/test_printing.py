"""Papers that take a while: asked for once, made step by step, found again after a crash, forgotten in the end."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from pypdf import PdfReader
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from engine.language.languages import speaking
from tests.shared.play import play_on, play_to_the_end
from tournaments.actions import printing
from tournaments.actions.player import people
from tournaments.language.refusals import TooOften
from tournaments.models import OutboundLetter, Print, Table
from tournaments.papers import papers
from tournaments.queries import prints
from tournaments.queries.prints import Subject
from tournaments.running import posting, sweeps
from tournaments.runtime import hints

pytestmark = pytest.mark.django_db
RECORD, BOOK = Print.Kind.RECORD, Print.Kind.BOOK


@pytest.fixture
def hinted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The prints at which workers were hinted."""
    told: list[int] = []
    monkeypatch.setattr(hints, "_send", lambda task, pk: told.append(pk))
    return told


def of(table: Table) -> Subject:
    return Subject(table.league, table)


def words(row: Print) -> str:
    row.refresh_from_db()
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(row.content)).pages)


def test_a_paper_is_made_by_a_worker_that_is_hinted_at_it(
    table: Table, hinted: list[int], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        row = printing.ask(RECORD, of(table))
    assert (row.state, hinted) == (Print.State.WAITING, [row.pk])
    assert printing.make(row.pk)
    assert "Round 1" in words(row)
    assert (row.state, row.done) == (Print.State.MADE, row.steps)


def test_two_presses_are_one_print(table: Table) -> None:
    first, second = printing.ask(RECORD, of(table)), printing.ask(RECORD, of(table))
    assert first.pk == second.pk
    assert printing.make(first.pk)
    assert not printing.make(first.pk)
    assert printing.ask(RECORD, of(table)).state == Print.State.MADE
    assert Print.objects.count() == 1


def test_when_the_game_has_gone_on_it_is_another_paper(table: Table) -> None:
    before = printing.ask(RECORD, of(table))
    book = printing.ask(BOOK, Subject(table.league))
    play_on(table, 1)
    table.refresh_from_db()
    assert prints.current(RECORD, of(table)) is None
    assert printing.ask(RECORD, of(table)).pk != before.pk
    assert prints.current(BOOK, Subject(table.league)) == book, "a book tells of finished games alone"


def test_how_far_it_is_stands_in_the_row_while_it_is_made(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    row = printing.ask(RECORD, of(table))
    seen: list[tuple[str, int, int]] = []

    def watched(of_table: Table, step: papers.Step) -> bytes:
        for done in (1, 2):
            step(done, 3)
            now = Print.objects.get(pk=row.pk)
            seen.append((now.state, now.done, now.steps))
        return b"%PDF"

    monkeypatch.setattr(papers, "record", watched)
    assert printing.make(row.pk)
    assert seen == [("making", 1, 3), ("making", 2, 3)]


def test_a_hint_that_was_lost_is_given_again(table: Table, hinted: list[int]) -> None:
    row = printing.ask(RECORD, of(table))
    assert sweeps.prints_to_make(timezone.now()) == 0
    assert sweeps.prints_to_make(timezone.now() + sweeps.HINT_AFTER * 2) == 1
    assert prints.current(RECORD, of(table)) == row


def test_what_a_dead_worker_left_is_begun_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    row = printing.ask(RECORD, of(table))
    killed(row, monkeypatch)
    assert not printing.make(row.pk), "nobody takes it from a worker that may be alive"
    Print.objects.filter(pk=row.pk).update(beat_at=timezone.now() - printing.SILENT * 2)
    assert printing.to_make(timezone.now(), timedelta(0)) == [row.pk]
    assert printing.make(row.pk)
    assert "Round 1" in words(row)


def killed(row: Print, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that dies over it: nothing of its own is cleared away."""

    class Dies(BaseException):
        pass

    def dying(*arguments: Any) -> bytes:
        raise Dies

    with monkeypatch.context() as patch:
        patch.setattr(papers, "record", dying)
        with pytest.raises(Dies):
            printing.make(row.pk)
    row.refresh_from_db()
    assert row.state == Print.State.MAKING


def test_a_worker_that_was_thought_dead_gives_way(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    row = printing.ask(RECORD, of(table))
    slow = papers.record

    def overtaken(of_table: Table, step: papers.Step) -> bytes:
        monkeypatch.setattr(papers, "record", slow)
        Print.objects.filter(pk=row.pk).update(beat_at=timezone.now() - printing.SILENT * 2)
        assert printing.make(row.pk), "another one begins anew"
        step(1, 2)
        raise AssertionError("it should have noticed")

    monkeypatch.setattr(papers, "record", overtaken)
    assert not printing.make(row.pk)
    row.refresh_from_db()
    assert (row.state, row.tries) == (Print.State.MADE, 2)


@pytest.mark.filterwarnings("ignore")
def test_a_paper_that_fails_is_tried_again_and_then_given_up(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    row = printing.ask(RECORD, of(table))

    def broken(*arguments: Any) -> bytes:
        raise ValueError("no ink")

    with monkeypatch.context() as patch:
        patch.setattr(papers, "record", broken)
        for left in range(printing.MOST_TRIES, 0, -1):
            row.refresh_from_db()
            assert row.state == Print.State.WAITING, left
            Print.objects.filter(pk=row.pk).update(beat_at=timezone.now())
            assert not printing.make(row.pk)
    row.refresh_from_db()
    assert row.state == Print.State.FAILED
    assert printing.to_make(timezone.now() + timedelta(days=1), timedelta(0)) == []
    assert printing.ask(RECORD, of(table)).state == Print.State.WAITING
    assert printing.make(row.pk)


def test_one_paper_is_made_at_a_time_and_its_maker_hints_at_the_next(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    hinted: list[int],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    first, second = printing.ask(RECORD, of(table)), printing.ask(BOOK, Subject(table.league))

    def watched(of_table: Table, step: papers.Step) -> bytes:
        assert not printing.make(second.pk)
        assert sweeps.prints_to_make(timezone.now() + sweeps.HINT_AFTER * 2) == 0
        return b"%PDF"

    monkeypatch.setattr(papers, "record", watched)
    with django_capture_on_commit_callbacks(execute=True):
        assert printing.make(first.pk)
    second.refresh_from_db()
    assert (second.state, second.tries, hinted) == (Print.State.WAITING, 0, [second.pk])
    with django_capture_on_commit_callbacks(execute=True):
        assert printing.make(second.pk)
    assert hinted == [second.pk]


def test_a_maker_that_died_keeps_the_others_waiting_for_a_minute(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    dead, waiting = printing.ask(RECORD, of(table)), printing.ask(BOOK, Subject(table.league))
    killed(dead, monkeypatch)
    assert not printing.make(waiting.pk)
    Print.objects.filter(pk=dead.pk).update(beat_at=timezone.now() - printing.SILENT * 2)
    assert printing.make(waiting.pk)


def test_a_paper_takes_the_place_of_what_was_printed_before_things_changed(table: Table) -> None:
    book = printing.ask(BOOK, Subject(table.league))
    with speaking("de"):
        german = printing.ask(RECORD, of(table))
    before = printing.ask(RECORD, of(table))
    assert printing.make(before.pk)
    play_on(table, 1)
    table.refresh_from_db()
    after = printing.ask(RECORD, of(table))
    assert set(Print.objects.all()) == {book, german, after}


def test_a_player_has_so_many_papers_made_in_an_hour_and_those_that_are_kept_are_free(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "AN_HOUR", 2)
    reader, other = (seat.player for seat in table.seats.order_by("number")[:2])
    for _ in range(3):
        printing.ask(RECORD, of(table), reader)
    printing.ask(BOOK, Subject(table.league), reader)
    play_on(table, 1)
    table.refresh_from_db()
    with pytest.raises(TooOften):
        printing.ask(RECORD, of(table), reader)
    assert prints.current(RECORD, of(table)) is None
    assert printing.ask(BOOK, Subject(table.league), reader).state == Print.State.WAITING
    assert printing.ask(RECORD, of(table), other).state == Print.State.WAITING


def test_papers_that_nobody_wants_any_more_are_forgotten(table: Table) -> None:
    wanted, unwanted = printing.ask(RECORD, of(table)), printing.ask(BOOK, Subject(table.league))
    Print.objects.update(used_at=timezone.now() - timedelta(days=29))
    sweeps.purge()
    assert Print.objects.count() == 2
    Print.objects.update(used_at=timezone.now() - timedelta(days=31))
    assert printing.make(wanted.pk)
    wanted.refresh_from_db()
    assert printing.take(wanted).startswith(b"%PDF")
    sweeps.purge()
    assert list(Print.objects.all()) == [wanted]
    assert unwanted.pk != wanted.pk


def test_the_book_of_a_letter_is_the_one_that_was_printed(table: Table) -> None:
    row = printing.ask(BOOK, Subject(table.league))
    with pytest.raises(papers.NotPrinted):
        papers.kept_book(table.league)
    assert printing.make(row.pk)
    Print.objects.filter(pk=row.pk).update(content=b"as it was printed")
    assert papers.kept_book(table.league) == b"as it was printed"


def final_letters(table: Table) -> list[OutboundLetter]:
    play_to_the_end(table)
    letters = OutboundLetter.objects.filter(kind="league_finished").order_by("pk")
    assert {tuple(letter.papers) for letter in letters} == {("book",)}
    return list(letters)


def test_letters_of_the_end_wait_for_the_book_and_who_is_renamed_since_has_nothing_printed_anew(table: Table) -> None:
    first, *others = final_letters(table)
    (row,) = Print.objects.filter(kind=BOOK)
    assert not posting.post(first.pk)
    first.refresh_from_db()
    assert (first.state, first.attempts) == (OutboundLetter.State.RETRY, 0)
    assert list(Print.objects.values_list("pk", "state")) == [(row.pk, Print.State.WAITING)]
    assert printing.make(row.pk)
    player = table.seats.get(number=0).player
    people.change_profile(player, name="Samuel Elsner", zone=player.zone, language=player.language)
    OutboundLetter.objects.filter(pk=first.pk).update(due_at=timezone.now())
    for letter in (first, *others):
        assert posting.post(letter.pk)
    assert list(Print.objects.filter(kind=BOOK)) == [row]
    row.refresh_from_db()
    sent = [attachment for message in mail.outbox for attachment in message.attachments]
    assert [content for _, content, kind in sent if kind == "application/pdf"] == [bytes(row.content)] * len(
        mail.outbox
    )


def test_a_book_that_is_gone_is_asked_for_once_by_all_letters_that_wait(table: Table) -> None:
    letters = final_letters(table)
    Print.objects.all().delete()
    for letter in letters:
        assert not posting.post(letter.pk)
    assert Print.objects.filter(kind=BOOK, state=Print.State.WAITING).count() == 1


def test_a_letter_whose_book_is_never_printed_goes_out_in_the_end(table: Table) -> None:
    letter, *_ = final_letters(table)
    OutboundLetter.objects.update(created_at=timezone.now() - posting.PRINTED_WITHIN * 2)
    posted = []
    for _ in range(9):
        OutboundLetter.objects.update(due_at=timezone.now())
        posted.append(posting.post(letter.pk))
    assert posted.index(True) < 5


def test_what_was_printed_about_an_erased_player_is_gone(table: Table) -> None:
    row = printing.ask(RECORD, of(table))
    assert printing.make(row.pk)
    player = table.seats.get(number=0).player
    assert player.name in words(row)
    people.erase(player, player)
    assert not Print.objects.exists()
    anew = printing.ask(RECORD, of(Table.objects.select_related("league").get(pk=table.pk)))
    assert printing.make(anew.pk)
    assert player.name not in words(anew)


def stored(table: Table) -> Print:
    """As a maker on another connection stores it, who has read the names from before."""
    now = timezone.now()
    values = {"kind": RECORD, "language": "en", "state": Print.State.MADE, "content": b"%PDF with the old name"}
    return Print.objects.create(
        key="0" * 64, league=table.league, table=table, beat_at=now, used_at=now, made_at=now, **values
    )


def test_what_is_printed_while_somebody_is_erased_goes_when_that_is_committed(
    table: Table, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    player = table.seats.exclude(player=None).first().player
    with django_capture_on_commit_callbacks(execute=True):
        people.erase(player, player)
        stored(table)
        assert Print.objects.exists()
    assert not Print.objects.exists()


def test_the_purge_takes_what_was_printed_while_somebody_was_erased_and_stayed(table: Table) -> None:
    player = table.seats.exclude(player=None).first().player
    people.erase(player, player)
    stored(table)
    later = printing.ask(BOOK, Subject(table.league))
    printing.make(later.pk)
    Print.objects.filter(pk=later.pk).update(made_at=timezone.now() + 2 * printing.ERASING_TAKES)
    assert printing.forget(timezone.now()) == 1
    assert list(Print.objects.all()) == [later]
