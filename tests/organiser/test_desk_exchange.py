"""In and out on the desk: lists to take away, a roster to bring in."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client

from tests.shared.cast import Cast, person, prepared_league
from tests.shared.desk import SignIn
from tournaments.actions.league import leagues
from tournaments.models import Player, Table

pytestmark = pytest.mark.django_db
HOSTILE = "=HYPERLINK(1)"


def page(league_pk: int) -> str:
    return f"/desk/tournaments/league/{league_pk}/exchange/"


def test_the_league_leads_to_its_lists_and_each_of_them_is_a_file(desk: Client, table: Table) -> None:
    league = table.league
    assert page(league.pk) in desk.get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()
    shown = desk.get(page(league.pk)).content.decode()
    for what in ("roster", "line-ups", "results", "standings"):
        for form, kind in (("csv", "text/csv; charset=utf-8"), ("json", "application/json")):
            address = f"{page(league.pk)}{what}.{form}"
            assert address in shown
            answer = desk.get(address)
            assert (answer.status_code, answer["Content-Type"]) == (200, kind)
            assert answer["Content-Disposition"] == f'attachment; filename="league-{league.pk}-{what}.{form}"'
            assert "no-store" in answer["Cache-Control"] or "no-cache" in answer["Cache-Control"]


def test_a_name_that_is_a_formula_is_text_in_the_roster(cast: Cast, desk: Client) -> None:
    league = prepared_league(cast)
    old = person("Heinz", "=1+1@example.net")
    leagues.enrol(league, old)
    Player.objects.filter(pk=old.pk).update(name=HOSTILE)  # as before there was a rule for names
    text = desk.get(f"{page(league.pk)}roster.csv").content.decode("utf-8-sig")
    (head, line) = csv.reader(io.StringIO(text, newline=""))
    assert head[:4] == ["Name", "Address", "State", "Joined (Europe/Brussels)"]
    assert line[:2] == [f"'{HOSTILE}", "'=1+1@example.net"]


def test_members_take_results_and_standings_from_their_page_without_an_address(table: Table, sign_in: SignIn) -> None:
    member = sign_in(table.seats.first().player)
    shown = member.get(f"/league/{table.league_id}/standings/").content.decode()
    for what in ("results", "standings"):
        for form in ("csv", "json"):
            address = f"/league/{table.league_id}/{what}.{form}"
            assert address in shown
            answer = member.get(address)
            assert answer.status_code == 200
            assert b"@" not in answer.content
    assert member.get(f"/league/{table.league_id}/roster.csv").status_code == 404


def test_headings_speak_the_readers_language_and_names_of_json_do_not(table: Table, sign_in: SignIn) -> None:
    player = table.seats.first().player
    player.language = "de"
    player.save()
    member = sign_in(player)
    assert member.get(f"/league/{table.league_id}/standings.csv").content.decode("utf-8-sig").startswith("Platz,")
    assert "place" in member.get(f"/league/{table.league_id}/standings.json").json()[0]
