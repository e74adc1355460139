"""The desk's lists when they are long: what narrows or sorts them looks through a bounded number of rows."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.shared.cast import Cast, person
from tests.shared.desk import SignIn
from tests.shared.play import play_on
from tournaments.actions.table import looking
from tournaments.models import (
    Address,
    InboundLetter,
    Invitation,
    JournalLine,
    OutboundLetter,
    Player,
    SeatOffer,
    Table,
)
from tournaments.organiser import long_lists
from tournaments.organiser.admins.letters import LettersIn
from tournaments.player.views import tables

pytestmark = pytest.mark.django_db
LETTERS, JOURNAL = "/desk/tournaments/inboundletter/", "/desk/tournaments/journalline/"
LETTERS_OUT = "/desk/tournaments/outboundletter/"
NOTE = "This list is long"
BUDGET = 100_000  # bytes of a page
SENTENCE = re.compile("<li>([^<]+)</li>")
STATEMENTS = 30  # the budget of a page, of which one leads to another here
ROOM = 3  # rows that are looked through here
State = InboundLetter.State


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_lists, "LOOKED_THROUGH", ROOM)


@pytest.fixture
def letters(cast: Cast, table: Table) -> list[InboundLetter]:
    """Twelve letters, the oldest first: of three senders in turn, the first one held; all but two read as letters."""
    now, seats = timezone.now(), table.seated
    return InboundLetter.objects.bulk_create(
        InboundLetter(
            key=f"k{number}", door="smtp", raw=b"x", received_at=now - timedelta(hours=12 - number),
            seat=seats[number % 3], player=None if number == 1 else seats[number % 3].player,
            sender=f"someone{number}@example.org", state=State.DONE if number else State.HELD,
            verdict="bounce" if number in (2, 11) else "letter",
        )
        for number in range(12)
    )  # fmt: skip


@pytest.fixture
def owner(sign_in: SignIn) -> Client:
    return sign_in(person("Xenia", is_staff=True, is_superuser=True))


def listed(client: Client, address: str) -> tuple[list[int], bool]:
    """The numbers of the rows on the page, and whether it says that not all were looked through."""
    answer: Any = client.get(address)
    assert answer.status_code == 200, answer.headers
    return [row.pk for row in answer.context["cl"].result_list], NOTE in answer.content.decode()


def numbers(rows: list[InboundLetter], *which: int) -> list[int]:
    return [rows[number].pk for number in which]


def test_a_list_as_it_opens_has_all_rows(owner: Client, letters: list[InboundLetter]) -> None:
    assert listed(owner, LETTERS) == (numbers(letters, *range(11, -1, -1)), False)


def test_a_part_of_an_address_is_looked_for_in_the_newest_letters(owner: Client, letters: list[InboundLetter]) -> None:
    assert listed(owner, f"{LETTERS}?q=someone") == (numbers(letters, 11, 10, 9), True)


def test_a_whole_address_finds_letters_however_old(owner: Client, letters: list[InboundLetter]) -> None:
    assert listed(owner, f"{LETTERS}?q=someone1@example.org") == (numbers(letters, 1), True)
    assert listed(owner, f"{LETTERS}?q=SomeOne1@Example.org") == (numbers(letters, 1), True)


def test_a_part_of_a_players_name_or_their_address_finds_their_letters_however_old(
    owner: Client, letters: list[InboundLetter], table: Table
) -> None:
    at = max(range(3), key=lambda number: table.seated[number].player_id or 0)  # names are looked for in new players
    writer = table.seated[at].player
    assert writer is not None
    theirs = (numbers(letters, *(number for number in (at + 9, at + 6, at + 3, at) if number != 1)), True)
    assert listed(owner, f"{LETTERS}?q={writer.name[1:].upper()}") == theirs
    assert listed(owner, f"{LETTERS}?q={writer.email}") == theirs


def test_letters_that_are_held_are_found_however_old(owner: Client, letters: list[InboundLetter]) -> None:
    assert listed(owner, f"{LETTERS}?state__exact=held") == (numbers(letters, 0), False)


def test_other_filters_and_sorting_look_through_the_newest_letters(owner: Client, letters: list[InboundLetter]) -> None:
    assert listed(owner, f"{LETTERS}?verdict=bounce") == (numbers(letters, 11), True)
    found, told = listed(owner, f"{LETTERS}?o=4")
    assert (sorted(found), told) == (numbers(letters, 9, 10, 11), True)


def test_the_journal_is_found_by_kind_and_by_who_acted_however_old(owner: Client, cast: Cast, table: Table) -> None:
    old = JournalLine.objects.create(verb="odd", words="something", actor=cast.outsider, table=table)
    JournalLine.objects.bulk_create(JournalLine(verb="usual", words="as ever", table=table) for _ in range(9))
    assert listed(owner, f"{JOURNAL}?verb=odd") == ([old.pk], False)
    assert listed(owner, f"{JOURNAL}?q=odd")[0] == [old.pk]
    assert listed(owner, f"{JOURNAL}?q={cast.outsider.name}")[0] == [old.pk]
    assert listed(owner, f"{JOURNAL}?q=something") == ([], True)


def test_an_organiser_whose_lists_are_short_finds_everything_among_long_ones_of_others(
    desk: Client, cast: Cast, letters: list[InboundLetter], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_lists, "LOOKED_THROUGH", len(letters))
    InboundLetter.objects.bulk_create(
        InboundLetter(key=f"other{number}", door="smtp", raw=b"", received_at=timezone.now(), state=State.DONE)
        for number in range(20)
    )
    assert listed(desk, f"{LETTERS}?q=someone2") == (numbers(letters, 2), False)


def test_a_search_in_a_long_list_takes_any_number_of_words(owner: Client, table: Table) -> None:
    JournalLine.objects.bulk_create(JournalLine(verb="usual", words="as ever", table=table) for _ in range(9))
    assert owner.get(f"{JOURNAL}?q={'+a' * 1_900}").status_code == 200


@pytest.mark.parametrize("query", ["all=", "_facets=1", "all=&p=1", "p=99999", "_facets=1&q=a", "o=1.2.3.4.5.6"])
def test_no_address_makes_a_list_longer_or_counts_more(
    owner: Client, letters: list[InboundLetter], query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LettersIn, "list_per_page", 4)
    with CaptureQueriesContext(connection) as asked:
        answer: Any = owner.get(f"{LETTERS}?{query}", follow=True)
    assert len(answer.context["cl"].result_list) <= 4
    assert len(asked) <= STATEMENTS


@pytest.mark.parametrize(
    "query",
    [
        {"q": "+a" * 900},
        {"q": " ".join(["+"] * 1_200)},
        {"q": "\N{CJK UNIFIED IDEOGRAPH-4F8B}" * 400},
    ],
    ids=["one word", "many words", "other letters"],
)
def test_no_address_makes_a_page_longer_by_what_its_links_say_again(
    owner: Client, letters: list[InboundLetter], query: dict[str, str]
) -> None:
    """Each row, filter and column has a link that keeps what was asked for."""
    sent = OutboundLetter.objects.order_by("pk")[0]
    for number in range(50):
        sent.pk, sent.dedupe, sent.message_id, sent.subject = None, f"d{number}", f"<m{number}@x>", "a +a example"
        sent.kind = f"kind {number}"  # a link of the filter
        sent.save(force_insert=True)
    for rows in (LETTERS, LETTERS_OUT):
        page = owner.get(rows, query)
        assert page.status_code == 200
        assert len(page.content) <= BUDGET
        assert "Only the beginning of so long a search was looked for." in page.content.decode()
    assert owner.get(LETTERS, {"state__exact": "x" * 3_000}).status_code == 400


def test_no_address_makes_the_page_of_a_row_longer_by_the_way_back_to_its_list(owner: Client, table: Table) -> None:
    plain, asked = f"/desk/tournaments/table/{table.pk}/change/", {"_changelist_filters": "q=" + "x" * 3_000}
    assert len(owner.get(plain, asked).content) < len(owner.get(plain).content) + 3_000
    assert b"q=abc" in owner.get(plain, {"_changelist_filters": "q=abc"}).content.replace(b"q%3Dabc", b"q=abc")


def test_a_page_of_a_list_reads_no_letter(owner: Client, letters: list[InboundLetter]) -> None:
    with CaptureQueriesContext(connection) as asked:
        owner.get(LETTERS)
    assert [one["sql"] for one in asked if '"tournaments_inboundletter"."raw"' in one["sql"]] == []
    assert any('"tournaments_inboundletter"."received_at"' in one["sql"] for one in asked)


ADDRESSED: list[Callable[[], QuerySet[Any]]] = [
    lambda: Player.objects.filter(email__same="Anna@Example.net", is_active=True),
    lambda: Address.objects.filter(email__same="Anna@Example.net", verified_at__isnull=False),
    lambda: Address.objects.filter(email__same="Anna@Example.net", copies=True),
    lambda: Invitation.objects.filter(player=None, email__same="Anna@Example.net"),
    lambda: SeatOffer.objects.filter(email__same="Anna@Example.net"),
]


@pytest.mark.sqlite
@pytest.mark.parametrize("rows", ADDRESSED)
def test_an_address_is_found_by_an_index_in_whatever_case(rows: Callable[[], QuerySet[Any]], db: None) -> None:
    plan = rows().order_by().explain()
    assert "SCAN" not in plan
    assert "INDEX" in plan


def test_an_address_is_found_in_whatever_case(cast: Cast) -> None:
    assert Player.objects.get(email__same=cast.player.email.upper()) == cast.player


# --- pages of one letter, table, league ------------------------------------------------------------


@pytest.fixture
def large(cast: Cast, table: Table) -> InboundLetter:
    """A letter of many parts, each as long as a page may be, in signs that take most room in a page."""
    parts = b"".join(b"--x\r\nContent-Type: text/plain\r\n\r\n%d%b\r\n" % (n, b'"' * BUDGET) for n in range(3))
    raw = b"From: a@example.net\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n" + parts + b"--x--\r\n"
    return InboundLetter.objects.create(
        key="large", door="smtp", raw=raw, seat=table.seated[0], player=table.seated[0].player,
        received_at=timezone.now(), state=State.DONE, auth_results='"' * BUDGET,
        account={"lines": [{"state": "refused", "text": '"' * 500}] * 200},
    )  # fmt: skip


def test_a_large_letter_is_shown_in_its_beginning_and_handed_out_to_where_it_is_read(
    desk: Client, cast: Cast, table: Table, large: InboundLetter
) -> None:
    page, whole = f"{LETTERS}{large.pk}/change/", f"{LETTERS}{large.pk}/source.txt"
    assert desk.get(whole).headers["Location"] == page  # closed, as its page says
    looking.look_inside(table.pk, cast.organiser, "a complaint")
    shown, file = desk.get(page), desk.get(whole)
    assert len(shown.content) < BUDGET
    assert f'href="{whole}"' in shown.content.decode()
    assert len(file.content) > len(shown.content)
    assert file.content.decode().endswith(" more characters, not shown ---")
    assert file["Content-Disposition"].startswith("attachment")
    InboundLetter.objects.filter(pk=large.pk).update(raw=b"From: a@b.example\r\n\r\nnote: mine\r\n")
    assert desk.get(whole).headers["Location"] == page


def test_the_file_of_a_letter_is_for_its_organiser_alone(
    sign_in: SignIn, other_organiser: Player, cast: Cast, table: Table, large: InboundLetter
) -> None:
    looking.look_inside(table.pk, cast.organiser, "a complaint")
    assert sign_in(other_organiser).get(f"{LETTERS}{large.pk}/source.txt").status_code == 404


def test_a_long_log_is_in_pages(cast: Cast, table: Table, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    play_on(table, 12)
    client, address = sign_in(cast.player), f"/table/{table.pk}/log/"
    whole = SENTENCE.findall(client.get(address).content.decode())
    monkeypatch.setattr(tables, "MOST_TOLD", 5)
    pages = [client.get(f"{address}?page={number}").content.decode() for number in range(1, 2 + len(whole) // 5)]
    assert len(whole) > 10
    assert [words for page in pages for words in SENTENCE.findall(page)] == whole
    assert max(len(SENTENCE.findall(page)) for page in pages) == 5
