"""What an organiser must not find out, not even value by value: hidden cards, other people's orders, reply tokens."""

from __future__ import annotations

import base64

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.shared.cast import Cast, asked_seat
from tournaments.actions.table import looking
from tournaments.letters import headers
from tournaments.models import InboundLetter, Seat, Table
from tournaments.organiser.shown.sources import source

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("begun")]


@pytest.mark.parametrize(
    "guess",
    [
        "table/?position__state__seats__0__hand__0__iexact=24",
        "table/?position__has_key=state",
        "table/?secret__startswith=a",
        "table/?seats__plan__icontains=recruit",
        "player/?rules__bruges__draw=red",
        "player/?password__startswith=x",
        "inboundletter/?raw__contains=recruit",
        "outboundletter/?text__contains=YOUR+HAND",
    ],
)
def test_nothing_can_be_guessed_through_the_filters_of_a_list(table: Table, desk: Client, guess: str) -> None:
    answer = desk.get(f"/desk/tournaments/{guess}")
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "asked",
    [
        f"table/?league={'9' * 30}",
        f"table/?league__id__exact={'9' * 5_000}",
        "table/?league__in=1,2",
        "table/?league__gte=1",
        f"table/?state__in={','.join(['running'] * 400)}",
        "&".join(["league/?state__exact=open", *["state__exact=open"] * 400]),
        "&".join(["journalline/?verb=joined", *["verb=joined"] * 400]),
    ],
    ids=lambda asked: asked[:40],
)
def test_no_filter_asks_the_database_for_more_than_it_can_bear(table: Table, desk: Client, asked: str) -> None:
    assert desk.get(f"/desk/tournaments/{asked}").status_code == 400


def test_a_list_is_filtered_by_the_league_that_another_page_names(table: Table, desk: Client) -> None:
    assert str(table) in desk.get(f"/desk/tournaments/table/?league__id__exact={table.league_id}").content.decode()
    assert str(table) not in desk.get(f"/desk/tournaments/table/?league={table.league_id + 1}").content.decode()


@pytest.mark.parametrize("rows", ["league", "table", "inboundletter", "outboundletter", "player", "journalline"])
def test_a_search_for_very_many_words_looks_for_the_first_and_says_so(table: Table, desk: Client, rows: str) -> None:
    with CaptureQueriesContext(connection) as asked:
        answer = desk.get(f"/desk/tournaments/{rows}/", {"q": " ".join(["a"] * 1_900)})
    assert answer.status_code == 200
    assert max(query["sql"].count(" LIKE ") for query in asked.captured_queries) < 40
    assert "Only the first 8 words were looked for." in answer.content.decode()
    few = desk.get(f"/desk/tournaments/{rows}/", {"q": "a b c"}).content.decode()
    assert "were looked for" not in few


def test_the_filters_that_a_list_offers_work(table: Table, desk: Client) -> None:
    running = desk.get("/desk/tournaments/table/?state__exact=running")
    assert running.status_code == 200
    assert str(table) in running.content.decode()
    finished = desk.get("/desk/tournaments/table/?state__exact=finished")
    assert finished.status_code == 200
    assert str(table) not in finished.content.decode()


def reply_of(seat: Seat, encoded: bool) -> bytes:
    """A reply as a mail program writes it, with the token in To, References and in the quoted links."""
    to, reference = headers.reply_address(seat, 7), headers.message_id("turn", "x", seat, 7, seat.player)
    html = f'<p>workers heirloom</p><a href="mailto:{to}?body=11">2 blue</a>'
    body = base64.encodebytes(html.encode()).decode() if encoded else html
    return (
        f"From: anna@example.net\r\nTo: Bruges <{to}>\r\nReferences: <table-1@{settings.MAIL_DOMAIN}>\r\n"
        f" {reference}\r\nContent-Type: text/html; charset=utf-8\r\n"
        f"Content-Transfer-Encoding: {'base64' if encoded else '8bit'}\r\n\r\n{body}\r\n"
    ).encode()


@pytest.mark.parametrize("encoded", [False, True])
def test_the_source_of_a_letter_shows_its_words_and_no_token(table: Table, *, encoded: bool) -> None:
    seat = asked_seat(table)
    shown = source(reply_of(seat, encoded))
    assert "workers heirloom" in shown
    assert "From: anna@example.net" in shown
    assert headers.token_of(seat, 7) not in shown


def test_the_page_of_a_letter_has_no_token_anywhere(cast: Cast, table: Table, desk: Client) -> None:
    seat = asked_seat(table)
    looking.look_inside(table.pk, cast.organiser, "a complaint")
    letter = InboundLetter.objects.create(
        key="k", door="smtp", raw=reply_of(seat, encoded=True), seat=seat, player=seat.player,
        received_at=timezone.now(), recipient=headers.reply_address(seat, 7), serial=7,
    )  # fmt: skip
    page = desk.get(f"/desk/tournaments/inboundletter/{letter.pk}/change/").content.decode()
    assert "workers heirloom" in page
    assert headers.token_of(seat, 7) not in page
