"""No word makes many letters, journal lines or bytes: not thirty times in one form or letter, not press after press."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection
from django.forms import Form
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from engine.orders.command_words import NAMES, PRESS
from tests.shared import pace
from tests.shared.cast import Cast, make_cast, prepared_league, running_league
from tests.shared.post import deliver, newest
from tests.shared.shared_rows import made_once
from tournaments.actions import lengths
from tournaments.actions.league import leagues
from tournaments.actions.player import preferences
from tournaments.actions.seats import resigning
from tournaments.models import Entry, JournalLine, Note, OutboundLetter, Seat
from tournaments.models.fields import one_line
from tournaments.organiser.acts.forms import Reason
from tournaments.player.forms import Join, Orders, SignUp

pytestmark = pytest.mark.django_db
TIMES = 30
LETTERS = 2  # by one form beside what is said to others: to each of two, or one about a table for practice and its turn
LINES = 3  # in the journal, for one form: the form itself, and what one word does
BYTES, SECONDS = 400_000, 4.0  # of a page, of the processor for a form and its page
# What follows a word that needs more, the same and then another each time.
REST = {
    "help": ("vacation", "topic {}"), "rules": ("bruges", "game {}"), "leave": ("Winter", "league {}"),
    "join": ("Winter", "league {}"), "practice": ("flandern", "game {}"), "quiet": ("22-6", "22-{}"),
    "vacation": ("1.12.2026", "{}.12.2026"), "referee": ("was that right?", "was number {} right?"),
    "language": ("deutsch", "number {}"),
}  # fmt: skip
TOLD = {"say": ": hello", "note": ": hello", "tell": " bea: hello", "announce": " autumn: hello"}
# Above LETTERS and LINES for different words in one form: so many of these have a limit of their own.
MORE = {"referee": (3, 3), "vacation": (20, 20), "say": (60, 0), "tell": (30, 0)}


@pytest.fixture(scope="module")
def rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    with made_once(django_db_blocker):
        cast = make_cast()
        running_league(cast, private_press=True, vacation_days=40)
        winter = prepared_league(cast, name="Winter Cup", tag="Winter")
        leagues.enrol(winter, cast.player, "")
        seat = seat_of(cast)
        Note.objects.bulk_create(
            Note(seat=seat, player=cast.player, words="ä" * lengths.LONGEST, round=1) for _ in range(100)
        )
        yield cast


@pytest.fixture
def cast(rows: Cast) -> Cast:
    return rows


def seat_of(cast: Cast) -> Seat:
    return Seat.objects.select_related("table").get(player=cast.player, table__league__tag="Autumn")


def client(cast: Cast) -> Client:
    browser = Client()
    browser.force_login(cast.player)
    return browser


def forms(word: str) -> list[list[str]]:
    """The same line many times, and where the word takes more, as many that differ."""
    if word in TOLD:
        return [[f"{word}{TOLD[word]}"] * TIMES, [f"{word}{TOLD[word]} {number}" for number in range(TIMES)]]
    same, other = REST.get(word, ("", ""))
    lines = [[f"{word} {same}".strip()] * TIMES]
    return [*lines, [f"{word} {other.format(number)}" for number in range(TIMES)]] if other else lines


@pytest.mark.parametrize("word", [*NAMES, *PRESS])
def test_a_word_thirty_times_in_one_form_costs_what_it_costs_once(cast: Cast, word: str) -> None:
    browser, seat = client(cast), seat_of(cast)
    for lines, more in zip(forms(word), ((0, 0), MORE.get(word, (0, 0))), strict=False):
        letters, journal = OutboundLetter.objects.count(), JournalLine.objects.count()
        form: dict[str, str | int] = {"lines": "\n".join(lines), "serial": 0}
        pages: list[bytes] = []

        def act(form: dict[str, str | int] = form, pages: list[bytes] = pages) -> None:
            browser.post(f"/table/{seat.table_id}/orders/", form)
            pages.append(browser.get(f"/table/{seat.table_id}/").content)

        assert pace.seconds(act, runs=1) < SECONDS
        assert len(pages[0]) < BYTES
        assert OutboundLetter.objects.count() - letters <= LETTERS + more[0]
        assert JournalLine.objects.count() - journal <= LINES + more[1]


def test_all_words_at_once_and_again_write_few_letters(cast: Cast) -> None:
    """Press after press: what may be repeated has a limit in a day, or writes nothing the second time."""
    browser, seat = client(cast), seat_of(cast)
    lines = [line for word in (*NAMES, *PRESS) if word not in ("say", "tell") for line in forms(word)[0][:1]]
    counts = []
    for _ in range(3):
        before = OutboundLetter.objects.count()
        browser.post(f"/table/{seat.table_id}/orders/", {"lines": "\n".join(lines), "serial": 0})
        counts.append(OutboundLetter.objects.count() - before)
    assert counts[0] > counts[1] == counts[2] == 0


def test_one_letter_with_all_notes_is_not_longer_than_an_answer_may_be(cast: Cast) -> None:
    seat = seat_of(cast)
    deliver(newest(seat), "notes")
    letter = newest(seat, "notes")
    assert "older notes stand on the page" in " ".join(letter.text.split())
    assert len(letter.text) + len(letter.html) < BYTES


def test_a_page_asks_once_whether_somebody_resigns_and_a_lost_letter_can_be_had_again(cast: Cast) -> None:
    browser, seat = client(cast), seat_of(cast)
    for _ in range(3):
        browser.post(f"/table/{seat.table_id}/orders/", {"lines": "resign", "serial": 0})
    asked = OutboundLetter.objects.filter(kind=resigning.ASKED)
    assert asked.count() == 1
    assert "asked you already" in browser.get(f"/table/{seat.table_id}/").content.decode()
    deliver(newest(seat), "resign")
    assert asked.count() == 2


@pytest.mark.parametrize(("one", "two"), [("language deutsch", "language english"), ("quiet 22-6", "quiet off")])
def test_settings_are_changed_so_often_in_a_day_and_the_answer_says_so(
    cast: Cast, one: str, two: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preferences, "CHANGED_A_DAY", 2)
    said = [account(cast, [line]) for line in (one, two, one)]
    assert ["2 times today" in words or "2-mal" in words for words in said] == [False, False, True]


def account(cast: Cast, lines: list[str]) -> str:
    browser, seat = client(cast), seat_of(cast)
    browser.post(f"/table/{seat.table_id}/orders/", {"lines": "\n".join(lines), "serial": 0})
    return " ".join(line["words"] for line in browser.session["account_of_orders"]["lines"])


def test_a_setting_that_is_so_already_writes_nothing(cast: Cast) -> None:
    lines = JournalLine.objects.filter(verb__in=("language", "quiet hours"))
    account(cast, ["language english", "quiet off"])
    assert not lines.exists()
    account(cast, ["quiet 22-6", "language deutsch"])
    assert lines.count() == 2


ALL = ("language deutsch", "quiet 22-6", "ready", "vacation 1.12.2026", "leave Winter", "practice flandern")


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL has locks to see")
@pytest.mark.parametrize("lines", [ALL, ALL[::-1], ("vacation 1.12.2026", "leave Winter")])
@pytest.mark.parametrize("way", ["page", "letter"])
def test_many_words_at_once_lock_rows_in_the_order_of_all(cast: Cast, lines: tuple[str, ...], way: str) -> None:
    """Seen by `tests.shared.locks`, which fails the test."""
    seat = seat_of(cast)
    if way == "page":
        account(cast, list(lines))
    else:
        deliver(newest(seat), *lines)
    assert Entry.objects.get(player=cast.player, league__tag="Winter").state == Entry.State.LEFT


def test_a_league_is_left_and_joined_again_so_often_in_a_day(cast: Cast) -> None:
    browser, winter = client(cast), Entry.objects.get(player=cast.player, league__tag="Winter").league
    for _ in range(leagues.JOINED_AGAIN_A_DAY + 2):
        account(cast, ["leave Winter"])
        browser.post(f"/league/{winter.pk}/join/", {"word": "", "accept": "on"})
    welcomes = OutboundLetter.objects.filter(player=cast.player, league=winter, dedupe__startswith="welcome")
    assert welcomes.count() == 1 + leagues.JOINED_AGAIN_A_DAY
    assert Entry.objects.get(player=cast.player, league=winter).state == Entry.State.LEFT
    leagues.enrol(winter, cast.opponent, "")


# Words of a form that cost most by their letters: two marks in the wrong order, figures, the beginnings of fields.
LONG_WORDS = [
    "1 ", "\u0315\u0323", "\u0345\u0323\u0308", "\U0001d165\u0323", "a: ", "; ", "9", "ä", "\uff9e", "say: ", "<a ",
]  # fmt: skip


@pytest.mark.parametrize("words", LONG_WORDS)
@pytest.mark.parametrize("what", ["note", "say", "check", "orders"])
def test_the_longest_words_of_any_letters_cost_a_moment(cast: Cast, what: str, words: str) -> None:
    browser, seat = client(cast), seat_of(cast)
    field, most = ("words", settings.DATA_UPLOAD_MAX_MEMORY_SIZE // len(words.encode()) - 2_000)
    if what in ("check", "orders"):
        field, most = ("lines", Orders.LONGEST // len(words))
    form = {"to": "", "serial": 0, field: words * most}
    answers: list[int] = []
    page = f"/table/{seat.table_id}/{what}/"
    assert pace.seconds(lambda: answers.append(browser.post(page, form).status_code)) < pace.A_MOMENT
    assert set(answers) == {200 if what == "check" else 302}


@pytest.mark.parametrize("words", ["a", "\xa0", "\u200c", "Ü\u200d"])
@pytest.mark.parametrize("form", [SignUp, Reason, Join])
def test_the_longest_line_in_a_form_costs_a_moment(form: type[Form], words: str) -> None:
    fields = [name for name, field in form.base_fields.items() if one_line in field.validators]
    long = words * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE // len(words.encode()))
    sent = form(dict.fromkeys(fields, f"a{long}a"))
    assert pace.seconds(lambda: sent.has_error(fields[0]), runs=1) < pace.SOON
    assert sent.has_error(fields[0], "max_length")
