"""Papers on both sites: standings and scoresheets for those who play in a league and for those who organise it."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.admin.conftest import SignIn
from tests.admin.play import play_to_the_end
from tests.cast import Cast, person, prepared_league
from tournaments.actions import leagues, seats
from tournaments.models import League, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(cast: Cast) -> League:
    """Four players at tables of two; one table has finished."""
    league = prepared_league(cast, seats=2)
    for player in (*cast.players, person("Dora")):
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    play_to_the_end(first(league))
    return league


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
    papers = {f"/league/{league.pk}/standings.pdf": ["Dora", "Autumn League"], f"/table/{table.pk}/scoresheet.pdf": []}
    for address, words in papers.items():
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
    seats.replace_by_bot(absent.pk, cast.organiser, "moved away")
    play_to_the_end(table)
    words = " ".join(text(sign_in(cast.player), f"/table/{table.pk}/scoresheet.pdf").split())
    assert "Bea (stand-in)" in words
    assert "Anna (stand-in)" not in words


def test_everybody_who_sees_a_league_can_read_its_rules_before_joining(cast: Cast, client: Client) -> None:
    league = prepared_league(cast)
    address = f"/league/{league.pk}/rules.pdf"
    page = client.get(f"/league/{league.pk}/").content.decode()
    assert f'href="{address}"' in page
    assert "Set-up" in text(client, address)


def test_the_rules_of_a_league_in_preparation_are_not_shown(cast: Cast, client: Client) -> None:
    league = leagues.create(cast.organiser, name="Spring", tag="Spring", game="bruges")
    assert no_paper(client, f"/league/{league.pk}/rules.pdf")
