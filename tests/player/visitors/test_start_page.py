"""The start page for whoever has not signed up: a letter of today, a move tried, games played to be looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

import engine
from engine.language.languages import speaking
from tests.shared import pace
from tests.shared.cast import Cast, prepared_league
from tournaments import tasks
from tournaments.actions.practice import exhibition
from tournaments.models import League, LogEntry, OutboundLetter, Table, Turn
from tournaments.player.visitors import showcase

pytestmark = pytest.mark.django_db
GAMES = len(engine.games.released())
AT_MOST = 0.020  # seconds that a try takes


@pytest.fixture
def played() -> None:
    tasks.exhibit()


def page(client: Client, path: str = "/") -> str:
    return client.get(path).content.decode()


def test_a_new_service_has_one_game_of_each_kind_played_and_no_more(played: None) -> None:
    assert [table.league.game for table in showcase.exhibited()] == list(engine.games.released())
    assert exhibition.complete() == 0
    assert League.objects.filter(practice=True, public=True).count() == GAMES
    assert set(Table.objects.values_list("state", flat=True)) == {Table.State.FINISHED}
    assert not OutboundLetter.objects.exists()


def test_a_start_page_without_games_says_nothing_of_them(client: Client) -> None:
    told = page(client)
    assert "letter of today" not in told
    assert "Step through" not in told
    assert client.get("/shown/letter/").status_code == 404
    assert client.post("/shown/try/", {"lines": "22"}).status_code == 404


def test_every_game_is_told_with_its_aim_length_and_players_and_can_be_stepped_through(
    played: None, client: Client
) -> None:
    told = page(client)
    for table in showcase.exhibited():
        game = engine.games[table.league.game]
        assert f"<h3>{game.name}</h3>" in told
        assert f"/table/{table.pk}/replay/1/" in told
        assert client.get(f"/table/{table.pk}/replay/7/").status_code == 200
        paper = client.get(f"/table/{table.pk}/scoresheet.pdf")
        assert paper.content.startswith(b"%PDF")
        assert client.get(f"/table/{table.pk}/record.json").status_code == 200
    assert told.count("2 to 4 players · about") == GAMES


def days() -> Iterator[int]:
    yield from range(6 * GAMES)


def test_every_day_has_another_letter_that_asks_something(played: None) -> None:
    letters = set[str]()
    for day in days():
        today = timezone.now().date() + timedelta(days=day)
        table = showcase.table_of(today)
        assert table is not None
        letter = showcase.letter(table, today)
        assert "until" in letter.text.splitlines()[2].lower()
        letters.add(letter.text)
    assert len(letters) == len(list(days()))


def test_the_letter_speaks_the_visitors_language(played: None, client: Client) -> None:
    german = client.get("/shown/letter/", headers={"Accept-Language": "de"}).content.decode()
    assert "Dein" in german
    assert "Your" not in re.sub(r"<[^>]*>", "", german)


def test_the_letter_has_no_key_and_no_address(played: None, client: Client) -> None:
    for day in days():
        with time_machine.travel(timezone.now() + timedelta(days=day), tick=False):
            letter = page(client, "/shown/letter/")
        assert "mailto:" not in letter
        assert "/m/" not in letter
        assert "cid:" not in letter
        assert not re.search(r"[\w.+-]+@[\w.-]+", re.sub(r"<style.*?</style>", "", letter, flags=re.DOTALL))


def test_the_letter_runs_nothing_and_is_shown_by_our_own_pages_alone(played: None, client: Client) -> None:
    response = client.get("/shown/letter/")
    policy = response["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "frame-ancestors 'self'" in policy
    assert response["X-Frame-Options"] == "SAMEORIGIN"


def test_a_button_of_the_letter_puts_its_order_into_the_box(played: None, client: Client) -> None:
    link = re.search(r'href="(/\?order=[^"]+)"', page(client, "/shown/letter/"))
    assert link is not None
    response = client.get(link[1].partition("#")[0])
    box = re.search(r'name="lines" value="([^"]+)"', response.content.decode())
    assert box is not None
    assert box[1] == response.wsgi_request.GET["order"]


def test_what_a_visitor_writes_is_answered_and_plays_nothing(played: None, client: Client) -> None:
    today = timezone.now().date()
    before = list(LogEntry.objects.values_list("pk", flat=True))
    table = showcase.table_of(today)
    assert table is not None
    good = client.post("/shown/try/", {"lines": showcase.sample(table, today)}).content.decode()
    assert 'class="is-played"' in good or 'class="is-kept"' in good
    bad = client.post("/shown/try/", {"lines": "please sing me a song"}).content.decode()
    assert 'class="is-ignored"' in bad
    assert list(LogEntry.objects.values_list("pk", flat=True)) == before
    assert not Turn.objects.exists()
    table.refresh_from_db()
    assert table.state == Table.State.FINISHED


@pytest.mark.parametrize("line", ["undo", "help", "leave", "say: hello", "22" * 400, "announce x: y", "yes"])
def test_no_line_of_a_visitor_raises_or_writes(line: str, played: None, client: Client) -> None:
    rows = LogEntry.objects.count()
    assert client.post("/shown/try/", {"lines": line}).status_code == 200
    assert LogEntry.objects.count() == rows
    assert not OutboundLetter.objects.exists()


def test_ten_tries_an_hour_are_answered_from_one_place(played: None, client: Client) -> None:
    answers = [client.post("/shown/try/", {"lines": "22"}).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]
    elsewhere = client.post("/shown/try/", {"lines": "22"}, REMOTE_ADDR="192.0.2.77")
    assert elsewhere.status_code == 200


def test_a_try_takes_little_of_the_web_process(played: None) -> None:
    today = timezone.now().date()
    for day in range(GAMES):
        at = today + timedelta(days=day)
        table = showcase.table_of(at)
        assert table is not None
        line = [showcase.sample(table, at)]
        showcase.tried(table, at, line)  # the moment is found once a day
        assert min(pace.seconds(lambda: showcase.tried(table, at, line)) for _ in range(5)) < AT_MOST  # noqa: B023


def test_links_have_a_preview(cast: Cast, client: Client) -> None:
    league = prepared_league(cast)
    told = page(client, f"/league/{league.pk}/")
    assert '<meta property="og:title" content="Autumn League">' in told
    assert re.search(r'<meta name="description" content="[^"]*Bruges at tables of 3', told)
    picture = re.search(r'<meta property="og:image" content="(https?://[^"]+)"', told)
    assert picture is not None
    assert picture[1].endswith(".png")


def test_the_help_of_letters_is_there_in_full(client: Client) -> None:
    from tournaments.actions.commands import help_topics

    told = page(client, "/help/")
    for topic in help_topics.TOPICS:
        assert f"<code>help {topic}</code>" in told
    with speaking("de"):
        assert client.get("/help/", headers={"Accept-Language": "de"}).status_code == 200
