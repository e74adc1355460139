"""A draft is played by mail to its end, and only to practise: no league can choose it."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from pypdf import PdfReader

import engine
from tests.engine.drafts import DRAFTS, registered
from tests.shared.cast import Cast, prepared_league
from tests.shared.desk import at_desk
from tests.shared.post import deliver, newest
from tournaments.actions.commands import help_topics, registry
from tournaments.actions.practice import practice
from tournaments.language.refusals import BadSettings
from tournaments.models import OutboundLetter, Seat, Table
from tournaments.papers import papers
from tournaments.queries import matches

pytestmark = pytest.mark.django_db
LONGEST = 200  # letters of one player


@pytest.fixture(params=DRAFTS)
def draft(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The slug of a draft that is known."""
    return registered(request.param, monkeypatch).slug


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_draft_is_played_by_mail_to_its_scoresheet(cast: Cast, draft: str, language: str) -> None:
    cast.player.language = language
    cast.player.save(update_fields=["language"])
    table = practice.begin(cast.player, draft)
    seat = Seat.objects.get(table=table, player=cast.player)
    for _ in range(LONGEST):
        table.refresh_from_db()
        if table.state == Table.State.FINISHED:
            break
        decision = matches.load(table).decision(seat.number)
        assert decision is not None
        row = deliver(newest(seat), decision.moves[-1].text)
        assert row.account["lines"][0]["state"] == "played"
    final = newest(seat, "final_scores")
    for letter in OutboundLetter.objects.filter(seat=seat):
        for paper in letter.papers:
            assert len(papers.render(paper, letter)[1]) > 1000
    words = PdfReader(io.BytesIO(papers.scoresheet(table))).pages[0].extract_text()
    assert {str(total) for total in matches.load(table).scoresheet().totals} <= set(words.split())
    assert engine.games[draft].name in words
    assert final.papers


def test_a_draft_stands_in_the_list_of_games_and_says_why_no_league_can_choose_it(cast: Cast, draft: str) -> None:
    page = at_desk(cast.organiser).get("/desk/tournaments/league/add/").content.decode()
    (option,) = [line for line in page.split("<input") if f'value="{draft}"' in line]
    assert "disabled" in option
    assert "(a draft: only to practise)" in option
    (other,) = [line for line in page.split("<input") if 'value="bruges"' in line]
    assert "disabled" not in other


def test_a_league_of_a_draft_is_refused_whoever_asks_for_it(cast: Cast, draft: str) -> None:
    with pytest.raises(BadSettings, match="is a draft: it is played at tables to practise at"):
        prepared_league(cast, game=draft, seats=2)


def test_the_page_of_practice_offers_a_draft(cast: Cast, draft: str) -> None:
    client = Client()
    client.force_login(cast.player)
    assert draft in client.get("/").content.decode()


def test_a_draft_is_the_example_of_nothing(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is the first in the alphabet: of help without a game, and of how long leagues take."""
    monkeypatch.setattr(type(DRAFTS["nim"]), "slug", "abalone")
    monkeypatch.setitem(engine.games._games, "abalone", DRAFTS["nim"])
    assert next(iter(engine.games)) == "abalone"
    assert "There is no help about that" not in " ".join(help_topics.about("draw", registry.TOPIC_OF))
    page = at_desk(cast.organiser).get("/desk/tournaments/league/add/").content.decode()
    assert f"{DRAFTS['nim'].name}, 2 seats" not in page
