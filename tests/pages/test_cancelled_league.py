"""A league is cancelled from the desk, and both sites say afterwards that it was, when, by whom and why."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.shared.cast import Cast, only_table, person, prepared_league, running_league
from tests.shared.desk import SignIn
from tests.shared.half_played import half_played
from tests.shared.play import end_by_bots
from tournaments.actions.league import cancel, leagues
from tournaments.actions.player import people
from tournaments.models import JournalLine, League, OutboundLetter, Player, Table

pytestmark = pytest.mark.django_db
REASON = "Too few have <time>."
SHOWN = "Too few have &lt;time&gt;."


def act(league: League) -> str:
    return f"/desk/tournaments/league/{league.pk}/cancel/"


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return " ".join(answer.content.decode().split())


@pytest.fixture
def league(cast: Cast) -> League:
    """Four players, a table at a time: one has ended, one runs, two are not opened."""
    return half_played(cast)


def test_the_page_of_the_act_says_what_it_ends_and_pressing_twice_does_it_once(
    cast: Cast, league: League, desk: Client
) -> None:
    assert act(league) in page(desk, f"/desk/tournaments/league/{league.pk}/change/")
    asked = page(desk, act(league))
    for words in (
        "4 players have joined: each gets a letter with your reason.",
        "1 table that runs stops and counts for nobody",
        "1 table that has ended keeps its result",
        "2 tables are never opened",
        ">Cancel the league</button>",
    ):
        assert words in asked
    assert desk.post(act(league), {"reason": ""}).status_code == 422
    assert League.objects.get().state == League.State.RUNNING
    for _ in range(2):
        assert desk.post(act(league), {"reason": REASON}).status_code == 302
    assert League.objects.get().is_cancelled
    assert OutboundLetter.objects.filter(kind="cancelled").count() == 4
    assert desk.get(act(league)).status_code == 302
    shown = page(desk, f"/desk/tournaments/league/{league.pk}/change/")
    assert "Olivia cancelled this league on" in shown
    assert SHOWN in shown
    for gone in (act(league), "/announce", "disqualify/", "readmit/", "ends about"):
        assert gone not in shown


def test_the_page_names_only_what_there_is_to_end(cast: Cast, desk: Client) -> None:
    league = running_league(cast)
    asked = page(desk, act(league))
    assert "3 players have joined: each gets a letter" in asked
    assert "1 table that runs stops and counts for nobody" in asked
    for words in ("that has ended", "that have ended", "never opened", "waiting list"):
        assert words not in asked
    nobody = prepared_league(cast)
    asked = page(desk, act(nobody))
    assert "Nobody has joined, so no letter is written." in asked
    assert "that run" not in asked


def test_only_its_organisers_have_the_act(league: League, other_organiser: Player, cast: Cast, sign_in: SignIn) -> None:
    assert sign_in(other_organiser).post(act(league), {"reason": REASON}).status_code == 404
    assert sign_in(cast.player).post(act(league), {"reason": REASON}).status_code in (302, 403)
    assert League.objects.get().state == League.State.RUNNING


def test_a_league_that_has_ended_in_between_is_not_cancelled_and_the_desk_says_why(cast: Cast, desk: Client) -> None:
    league = running_league(cast)
    end_by_bots(only_table(league))
    assert act(league) not in page(desk, f"/desk/tournaments/league/{league.pk}/change/")
    answer = desk.post(act(league), {"reason": REASON}, follow=True).content.decode()
    assert "nothing left to cancel" in answer
    assert not JournalLine.objects.filter(verb="league cancelled").exists()


def test_a_league_that_nobody_has_seen_asks_for_no_more_than_a_reason(cast: Cast, desk: Client) -> None:
    league = leagues.create(cast.organiser, name="Winter", tag="Winter", game="bruges", seats=3)
    said = "Nobody has seen this league yet: no letter is written. This page stays; a deck file of its own goes."
    assert said in page(desk, act(league))
    desk.post(act(league), {"reason": REASON})
    shown = page(desk, f"/desk/tournaments/league/{league.pk}/change/")
    assert "Olivia cancelled this league on" in shown
    assert 'name="_save"' not in shown


def test_the_pages_of_the_league_and_of_its_tables_say_what_happened(
    cast: Cast, league: League, sign_in: SignIn
) -> None:
    running, ended = only_table(league), league.tables.get(state=Table.State.FINISHED)
    cancel.cancel(league, cast.organiser, REASON)
    reader = sign_in(cast.outsider)
    for address in (
        f"/league/{league.pk}/",
        f"/league/{league.pk}/standings/",
        f"/table/{running.pk}/",
        f"/table/{ended.pk}/",
    ):
        shown = page(reader, address)
        assert "Olivia cancelled" in shown, address
        assert SHOWN in shown, address
        assert 'id="orders"' not in shown, address
        assert "Book</button>" not in shown, address
    assert "This table was stopped." in page(reader, f"/table/{running.pk}/")
    assert "This game had ended and keeps its result." in page(reader, f"/table/{ended.pk}/")
    for kept in (f"/table/{ended.pk}/scoresheet.pdf", f"/league/{league.pk}/standings.pdf"):
        assert reader.get(kept).status_code == 200, kept
    assert sign_in(person("Nora")).get(f"/league/{league.pk}/").status_code == 404
    assert league.name not in page(reader, "/profile/"), "no letters of it are to be set any more"
    assert sign_in(cast.organiser).get(f"/desk/tournaments/print/table/{running.pk}/").status_code == 200
    home = page(reader, "/")
    assert "stopped, counts for nobody: the league was cancelled" in home.lower().partition(">ended<")[2]
    assert "You play nowhere now." in home
    people.erase(cast.organiser, cast.organiser)
    assert "Olivia" not in page(reader, f"/league/{league.pk}/")


def test_who_had_joined_a_league_that_never_began_finds_it_among_the_ended_ones(cast: Cast, sign_in: SignIn) -> None:
    league = prepared_league(cast, max_players=2, seats=2)
    for player in cast.players:
        leagues.enrol(league, player)
    cancel.cancel(league, cast.organiser, REASON)
    for reader in (cast.player, cast.third):  # the third was on the waiting list
        home, shown = page(sign_in(reader), "/"), page(sign_in(reader), f"/league/{league.pk}/")
        before, _, over = home.partition(">Ended<")
        assert league.name not in before
        assert league.name in over
        assert "Cancelled on" in over
        assert "It had not begun." in shown
        assert "needed to begin" not in shown
        assert "Leave the league" not in shown
        assert sign_in(reader).get(f"/league/{league.pk}/standings/").status_code == 404
    assert league.name not in page(Client(), "/")
