"""The archive of a small league: what is in it, and the button that gives it."""

from __future__ import annotations

import json

import pytest
from django.test import Client

import engine
from engine.match.export import replay
from tests.organiser.exchange.archived import files_of, listed
from tests.player.test_takeout import streamed, unpacked
from tests.shared.cast import Cast, only_table, running_league
from tests.shared.play import play_to_the_end
from tournaments.actions.exchange import archives
from tournaments.models import JournalLine, League, OutboundLetter, Player, Table
from tournaments.queries.exchange import zips

pytestmark = pytest.mark.django_db


def test_everything_of_a_finished_league_is_in_it_and_its_games_can_be_checked(cast: Cast) -> None:
    league = running_league(cast, seats=2, max_players=2)
    play_to_the_end(only_table(league))
    league.refresh_from_db()
    files = files_of(league, cast.organiser)
    assert list(files)[:3] == ["README.txt", "league.json", "roster.csv"]
    assert {"lots.json", "journal.json", "letters.csv", "results.json", "games/table-001-log.txt"} <= set(files)
    assert isinstance(replay(json.loads(files["games/table-001.json"])), engine.Match)
    table = only_finished(league)
    assert len(files["games/table-001-log.txt"].splitlines()) == table.entries.count()
    about = json.loads(files["league.json"])
    assert (about["name"], about["state"], about["organisers"]) == (league.name, "finished", ["Olivia"])
    assert len(json.loads(files["results.json"])) == 2
    assert any(line["verb"] == "league finished" for line in json.loads(files["journal.json"]))


def only_finished(league: League) -> Table:
    return league.tables.get(state=Table.State.FINISHED)


def test_an_organiser_who_plays_finds_no_letter_of_their_opponents(cast: Cast) -> None:
    league = running_league(cast)
    table = only_table(league)
    league.organisers.add(cast.player)
    Player.objects.filter(pk=cast.player.pk).update(is_staff=True)
    me = Player.objects.get(pk=cast.player.pk)
    lines = listed(files_of(league, me))
    others = {seat.player.name for seat in table.seats.select_related("player") if seat.player != me}
    turns = [line for line in lines if "Bruges" in line["About"] or line["Way"] == "in"]
    of_seats = OutboundLetter.objects.filter(seat__table=table).exclude(player=me)
    assert of_seats.exists()
    assert {line["File"] for line in turns} & {f"letters/out/{letter.pk}.txt" for letter in of_seats} == set()
    shown = {line["Person"] for line in lines if line["Way"] == "in"}
    assert not shown & others


# --- the button ----------------------------------------------------------------------------------


def test_the_button_gives_one_file_and_the_journal_notes_it(table: Table, desk: Client) -> None:
    page = f"/desk/tournaments/league/{table.league_id}/exchange/"
    assert f"{page}archive/" in desk.get(page).content.decode()
    assert desk.get(f"{page}archive/").status_code == 302
    answer = desk.post(f"{page}archive/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert "README.txt" in unpacked(streamed(answer))
    line = JournalLine.objects.get(verb="archive taken")
    assert (line.league, line.actor.name) == (table.league, "Olivia")


def test_an_archive_is_taken_some_times_a_day_and_one_at_a_time(table: Table, desk: Client) -> None:
    address = f"/desk/tournaments/league/{table.league_id}/exchange/archive/"
    with zips.one_at_a_time():
        busy = desk.post(address)
    assert (busy.status_code, busy.headers["Retry-After"], "in a minute" in busy.content.decode()) == (503, "60", True)
    answers = [desk.post(address) for _ in range(archives.MOST + 1)]
    assert all(streamed(answer) for answer in answers if answer.streaming)
    assert [answer.status_code for answer in answers] == [200] * archives.MOST + [302]
