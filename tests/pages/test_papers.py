"""Papers on both sites: standings and scoresheets for those who play in a league and for those who organise it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader
from pytest_django.plugin import DjangoDbBlocker

import engine
from engine import verify
from tests.engine.any_game import SHIPPED
from tests.engine.toy import play_out
from tests.papers.papers import sheet
from tests.shared.cast import Cast, make_cast, person, prepared_league
from tests.shared.desk import SignIn
from tests.shared.play import play_on, play_to_the_end, set_on
from tests.shared.shared_rows import made_once
from tournaments.actions import printing
from tournaments.actions.league import leagues
from tournaments.actions.seats import seats
from tournaments.models import League, Player, Print, Table
from tournaments.papers import league as league_papers
from tournaments.papers import papers
from tournaments.papers import table as table_papers
from tournaments.papers.reports.book import book
from tournaments.queries.prints import Subject

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Cast, League]]:
    with made_once(django_db_blocker):
        cast = make_cast()
        league = prepared_league(cast, seats=2)
        for player in (*cast.players, person("Dora")):
            leagues.enrol(league, player)
        leagues.start(league, cast.organiser)
        play_to_the_end(first(league))
        yield cast, league


@pytest.fixture
def cast(made: tuple[Cast, League], db: None) -> Cast:
    return deepcopy(made[0])


@pytest.fixture
def league(made: tuple[Cast, League], db: None) -> League:
    """Four players at tables of two; one table has finished."""
    return League.objects.get(pk=made[1].pk)


def first(league: League) -> Table:
    return league.tables.order_by("number")[0]


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    assert answer.headers["Content-Type"] == "application/pdf"
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)


def no_paper(client: Client, address: str) -> bool:
    """Of what is not there Django's own site tries an older form of its addresses before it says so."""
    return "pdf" not in client.get(address, follow=True).headers["Content-Type"]


def test_entrants_have_standings_and_every_finished_scoresheet(cast: Cast, league: League, sign_in: SignIn) -> None:
    table = first(league)
    players = set(table.seats.values_list("player", flat=True))
    onlooker = next(entry.player for entry in league.entries.all() if entry.player_id not in players)
    client = sign_in(onlooker)
    page = client.get(f"/league/{league.pk}/standings/").content.decode()
    files = {f"/league/{league.pk}/standings.pdf": ["Dora", "Autumn League"], f"/table/{table.pk}/scoresheet.pdf": []}
    for address, words in files.items():
        assert f'href="{address}"' in page
        assert all(word in text(client, address) for word in words)
    running = league.tables.filter(state=Table.State.RUNNING)
    assert running
    assert not any(f"/table/{table.pk}/scoresheet.pdf" in page for table in running)


def test_organisers_have_them_on_the_desk(cast: Cast, league: League, sign_in: SignIn) -> None:
    table = first(league)
    client = sign_in(cast.organiser)
    page = client.get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()
    standings = f"/desk/tournaments/league/{league.pk}/standings.pdf"
    scoresheet = f"/desk/tournaments/table/{table.pk}/scoresheet.pdf"
    assert f'href="{standings}"' in page
    assert f'href="{scoresheet}"' in page
    assert f'href="{scoresheet}"' in client.get(f"/desk/tournaments/table/{table.pk}/change/").content.decode()
    assert "Dora" in text(client, standings)
    assert bytes(table.secret).hex() in text(client, scoresheet).replace("\n", "")


def test_no_paper_for_others(cast: Cast, league: League, sign_in: SignIn) -> None:
    table = first(league)
    for client in (sign_in(cast.outsider), sign_in(cast.organiser)):
        assert client.get(f"/league/{league.pk}/standings.pdf").status_code == 404
        assert client.get(f"/table/{table.pk}/scoresheet.pdf").status_code == 404
    stranger = sign_in(person("Oscar", is_staff=True))
    for address in (f"league/{league.pk}/standings.pdf", f"table/{table.pk}/scoresheet.pdf"):
        assert no_paper(stranger, f"/desk/tournaments/{address}")


def test_no_paper_before_its_time(cast: Cast, sign_in: SignIn) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    assert sign_in(cast.player).get(f"/league/{league.pk}/standings.pdf").status_code == 404
    client = sign_in(cast.organiser)
    assert no_paper(client, f"/desk/tournaments/league/{league.pk}/standings.pdf")
    assert "Standings" not in client.get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()


def test_the_scoresheet_says_which_seat_the_stand_in_finished(cast: Cast, table: Table, sign_in: SignIn) -> None:
    absent = table.seats.select_related("player").get(player=cast.opponent)
    seats.replace_by_stand_in(absent.pk, cast.organiser, "moved away")
    play_to_the_end(table)
    words = " ".join(text(sign_in(cast.player), f"/table/{table.pk}/scoresheet.pdf").split())
    assert "Bea (stand-in)" in words
    assert "Anna (stand-in)" not in words


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({}, ""),
        ({"void": True}, "The game counts for nobody in the league."),
        ({"counted": [1, 1]}, "because the stand-in finished it for a seat: 1. {} and {}."),
        ({"counted": [1, 2], "ruled": True}, "as the organiser has ruled: 1. {}; 2. {}."),
    ],
)
def test_the_scoresheet_says_how_a_game_counts_where_that_is_not_as_it_ended(
    league: League, how: dict[str, object], said: str
) -> None:
    table = first(league)
    table.result = {**(table.result or {}), "ranks": [2, 1], "counted": [2, 1], **how}
    names = [str(seat.player) for seat in table.seats.select_related("player").order_by("number")]
    sheet = table_papers.scoresheet(table, table_papers.whole(table))
    assert sheet.counts.endswith(said.format(*names))
    assert bool(sheet.counts) == bool(said)


def test_readers_of_another_language_have_their_papers_and_the_same_record(league: League, sign_in: SignIn) -> None:
    table = first(league)
    table.result = {**(table.result or {}), "decided": "As the desk reads it."}
    table.save(update_fields=("result",))
    reader = table.seats.get(number=0).player
    client, address = sign_in(reader), f"/table/{table.pk}"
    record = client.get(f"{address}/record.json").content
    Player.objects.filter(pk=reader.pk).update(language="de")
    assert client.get(f"{address}/record.json").content == record
    assert "As the desk reads it." not in client.get(f"{address}/").content.decode()
    assert "Tisch 1" in text(client, f"{address}/scoresheet.pdf")
    for file, name in (
        (f"{address}/scoresheet.pdf", f"wertungsblatt-{league.pk}-tisch-{table.number}.pdf"),
        (f"/league/{league.pk}/standings.pdf", f"tabelle-{league.pk}.pdf"),
        (f"/league/{league.pk}/rules.pdf", "bruges-regeln.pdf"),
    ):
        assert name in client.get(file).headers["Content-Disposition"]


def test_everybody_who_sees_a_league_can_read_its_rules_before_joining(cast: Cast, client: Client) -> None:
    league = prepared_league(cast)
    address = f"/league/{league.pk}/rules.pdf"
    page = client.get(f"/league/{league.pk}/").content.decode()
    assert f'href="{address}"' in page
    assert "Set-up" in text(client, address)


def test_the_rules_of_a_league_in_preparation_are_not_shown(cast: Cast, client: Client) -> None:
    league = leagues.create(cast.organiser, name="Spring", tag="Spring", game="bruges")
    assert no_paper(client, f"/league/{league.pk}/rules.pdf")


# --- papers that take a while ---------------------------------------------------------------------------


def test_a_player_asks_for_a_record_waits_and_has_it(cast: Cast, league: League, sign_in: SignIn) -> None:
    table = first(league)
    client = sign_in(table.seats.get(number=0).player)
    page, file = f"/table/{table.pk}/papers/", f"/table/{table.pk}/papers/record.pdf"
    assert f'href="{page}"' in client.get(f"/table/{table.pk}/").content.decode()
    assert "http-equiv" not in client.get(page).content.decode()
    assert client.get(file).headers["Location"] == page
    assert not Print.objects.exists(), "looking makes nothing"
    assert client.post(f"{page}ask/", {"kind": "record"}).headers["Location"] == page
    waiting = client.get(page).content.decode()
    assert '<meta http-equiv="refresh"' in waiting
    assert "<progress" in waiting
    assert printing.make(Print.objects.get().pk)
    ready = client.get(page).content.decode()
    assert f'href="{file}"' in ready
    assert "http-equiv" not in ready
    assert "Round 1" in text(client, file)


def test_the_book_of_a_league_is_for_who_plays_in_it(cast: Cast, league: League, sign_in: SignIn) -> None:
    page = f"/league/{league.pk}/papers/"
    client = sign_in(cast.player)
    assert f'href="{page}"' in client.get(f"/league/{league.pk}/standings/").content.decode()
    client.post(f"{page}ask/", {"kind": "book"})
    assert printing.make(Print.objects.get().pk)
    words = " ".join(text(client, f"{page}book.pdf").split())
    assert "Who finished ahead of whom" in words
    assert "Everybody plays 2 games" in words
    for other in (sign_in(cast.outsider), sign_in(cast.organiser)):
        for address in (page, f"{page}book.pdf", f"/table/{first(league).pk}/papers/"):
            assert other.get(address).status_code == 404
        assert other.post(f"{page}ask/", {"kind": "book"}).status_code == 404


def test_organisers_have_the_same_papers_on_the_desk(cast: Cast, league: League, sign_in: SignIn) -> None:
    client = sign_in(cast.organiser)
    pages = {
        f"/desk/tournaments/print/league/{league.pk}/": ("book", f"/desk/tournaments/league/{league.pk}/change/"),
        f"/desk/tournaments/print/table/{first(league).pk}/": (
            "record",
            f"/desk/tournaments/table/{first(league).pk}/change/",
        ),
    }
    for page, (kind, linked) in pages.items():
        assert f'href="{page}"' in client.get(linked).content.decode()
        assert client.post(page, {"kind": kind}).headers["Location"] == page
        assert "http-equiv" in client.get(page).content.decode()
        assert printing.make(Print.objects.latest("pk").pk)
        assert "page 1 of" in text(client, f"{page}{kind}.pdf")
    stranger = sign_in(person("Oscar", is_staff=True))
    for page, (kind, _) in pages.items():
        assert stranger.get(page).status_code == 404
        assert stranger.get(f"{page}{kind}.pdf").status_code == 404
        assert stranger.post(page, {"kind": kind}).status_code == 404


def test_certificates_come_with_the_end_of_the_league(cast: Cast, league: League, sign_in: SignIn) -> None:
    client, page = sign_in(cast.player), f"/league/{league.pk}/papers/"
    assert client.post(f"{page}ask/", {"kind": "certificates"}).status_code == 404
    League.objects.filter(pk=league.pk).update(state=League.State.FINISHED, finished_at=timezone.now())
    client.post(f"{page}ask/", {"kind": "certificates"})
    assert printing.make(Print.objects.get().pk)
    assert "First place" in text(client, f"{page}certificates.pdf")


def test_the_record_of_a_running_game_tells_what_everybody_knows(cast: Cast, table: Table, sign_in: SignIn) -> None:
    play_on(table, 25)
    table.refresh_from_db()
    row = printing.ask(Print.Kind.RECORD, Subject(table.league, table))
    assert printing.make(row.pk)
    row.refresh_from_db()
    pdf = PdfReader(BytesIO(row.content))
    words = "\n".join(page.extract_text() for page in pdf.pages)
    assert bytes(table.secret).hex() not in words.replace("\n", "")
    assert "revealed when the game is over" in words
    (exported,) = pdf.attachments[f"table-{table.pk}.json"]
    record = json.loads(exported)
    assert (record["over"], record["secret"]) == (False, None)
    assert verify.verify(record)[-1].startswith("The match is not over")
    assert "face down" not in words
    assert "drew" not in words


def test_papers_that_came_by_mail_are_compared_with_the_engine(league: League, tmp_path: Path) -> None:
    """Of a league that is over: scoresheets for every seat, books for who has one; a wrong total is found."""
    league.tables.exclude(pk=first(league).pk).update(state=Table.State.UNUSED)
    League.objects.filter(pk=league.pk).update(state=League.State.FINISHED)
    table = first(league)
    for reader in ("anna", "bea"):
        (tmp_path / reader).mkdir()
        (tmp_path / reader / papers.file_name(table)).write_bytes(papers.scoresheet(table))
        (tmp_path / reader / papers.book_name(league)).write_bytes(papers.book(league))
    call_command("check_papers", tmp_path, stdout=(out := StringIO()))
    assert "1 scoresheets" in out.getvalue()
    other = league_papers.book(league)
    changed = replace(other, finals=tuple(replace(final, sheet=sheet(2, 3)) for final in other.finals))
    (tmp_path / "bea" / papers.book_name(league)).write_bytes(book(changed))
    with pytest.raises(CommandError, match="the book of"):
        call_command("check_papers", tmp_path, stdout=StringIO())


def test_a_record_of_a_finished_game_tells_everything_and_says_you_to_nobody(league: League) -> None:
    paper = table_papers.record(first(league))
    told = [sentence for shown in paper.rounds for sentence in shown.told]
    assert any("face down" in sentence for sentence in told)
    assert any(" drew " in sentence for sentence in told)
    assert [sentence for sentence in told if re.search(r"\byou(r|rs)?\b", sentence, re.IGNORECASE)] == []


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_game_has_a_record(slug: str, league: League) -> None:
    """Of another game's match, set on a table's row: the papers ask the game for everything."""
    table = first(league)
    match = play_out(engine.Match.start(engine.games[slug], 2, secret=bytes(table.secret)), seed=3)
    set_on(table, match)
    table.result = {**(table.result or {}), "counted": list(match.scoresheet().ranks)}
    paper = table_papers.record(table)
    assert [shown.number for shown in paper.rounds] == list(range(1, match.round + 1))
    assert paper.rounds[-1].totals == match.scoresheet().totals
    told = [sentence for shown in paper.rounds for sentence in shown.told]
    assert [sentence for sentence in told if re.search(r"\byou(r|rs)?\b", sentence, re.IGNORECASE)] == []
    assert verify.verify(json.loads(paper.file[1]))
