"""In and out on the desk: lists to take away, a roster to bring in."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.shared.cast import Cast, person, prepared_league
from tests.shared.desk import SignIn
from tournaments.actions.league import leagues
from tournaments.models import Entry, League, OutboundLetter, Player, Table

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


# --- a roster that is brought in -----------------------------------------------------------------


def brought(desk: Client, league: League, raw: bytes) -> Any:
    file = SimpleUploadedFile("list.csv", raw)
    return desk.post(f"{page(league.pk)}roster/", {"file": file})


def test_a_roster_is_looked_at_before_a_letter_is_written_and_a_press_writes_them(cast: Cast, desk: Client) -> None:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    raw = "Name;Adresse\r\nÉva;eva@example.net\r\nAnna;anna@example.net\r\nOdd;nowhere\r\n=1+1;'+1@example.net".encode()
    shown = brought(desk, league, raw)
    text = shown.content.decode()
    assert shown.status_code == 200
    assert not OutboundLetter.objects.filter(kind="invited").exists()
    for words in ("Éva", "eva@example.net", "In already: 1", "Not invited: 1", "“nowhere” is no mail address", "=1+1"):
        assert words in text
    context: Any = shown.context
    form = {"addresses": context["to_invite"], "stamp": context["stamp"]}
    assert f'action="{context["invite"]}"' in text
    answer = desk.post(context["invite"], form)
    assert answer.status_code == 302
    invited = OutboundLetter.objects.filter(kind="invited").values_list("to", flat=True)
    assert set(invited) == {"eva@example.net", "+1@example.net"}
    assert Entry.objects.filter(league=league).count() == 1, "nobody is signed up"
    again = brought(desk, league, raw).content.decode()
    assert "nobody to invite" in again
    assert "enough letters today" in again


def test_a_file_that_is_no_list_is_refused_in_words_and_nothing_happens(cast: Cast, desk: Client) -> None:
    league = prepared_league(cast)
    for raw, words in (
        (b"", "empty"),
        (b" ", "empty"),
        (b"PK\x03\x04", "Save it as CSV"),
        (b"\xff\x00\x81", "no text"),
    ):
        answer = brought(desk, league, raw)
        assert (answer.status_code, words in answer.content.decode()) == (422, True), raw
    without = desk.post(f"{page(league.pk)}roster/", {"file": "no file"})
    assert (without.status_code, "Choose a file first" in without.content.decode()) == (422, True)
    assert desk.get(f"{page(league.pk)}roster/").status_code == 302
    assert not OutboundLetter.objects.filter(kind="invited").exists()


def test_a_league_that_takes_nobody_takes_no_roster(table: Table, desk: Client) -> None:
    assert "roster/" not in desk.get(page(table.league_id)).content.decode()
    assert brought(desk, table.league, b"a@example.net").status_code == 302


def test_the_longest_list_is_a_page_of_usual_size(cast: Cast, desk: Client) -> None:
    league = prepared_league(cast)
    rows = [f"{'N' * 40} {number};person.number.{number}@mail.example.net" for number in range(200)]
    shown = brought(desk, league, "\n".join(["Name;Address", *rows]).encode())
    assert "Not with this press: bring the same file again afterwards: 140" in shown.content.decode()
    assert len(shown.content) <= 100_000


def test_a_list_made_by_us_can_be_brought_to_the_next_league(cast: Cast, desk: Client) -> None:
    old, new = prepared_league(cast), prepared_league(cast)
    for player in cast.players:
        leagues.enrol(old, player)
    for form in ("csv", "json"):
        raw = desk.get(f"{page(old.pk)}roster.{form}").content
        shown: Any = brought(desk, new, raw)
        assert set(shown.context["to_invite"].split(",")) == {player.email for player in cast.players}
