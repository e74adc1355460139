"""The form of a league: four questions with a name proposed, everything else folded, and what the choices come to."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from tests.shared.cast import Cast, prepared_league
from tests.shared.desk import SignIn
from tournaments.actions.league import leagues
from tournaments.models import League, Player
from tournaments.organiser.league_form import names

pytestmark = pytest.mark.django_db

ADD = "/desk/tournaments/league/add/"
PREVIEW = "/desk/tournaments/league/preview/"
QUESTIONS = ["What do you play?", "How many can play?", "At which pace?", "Who may join?", "Its name"]


def filled(desk: Client, page: str = ADD) -> dict[str, object]:
    """The fields of the form as they are when it is opened."""
    form = desk.get(page).context["adminform"].form
    values = {name: form[name].value() for name in form.fields if name != "deck_file"}
    return {name: value for name, value in values.items() if value is not None and value is not False}


@pytest.fixture
def autumn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 3, 12, tzinfo=UTC))


# --- questions and themes ------------------------------------------------------------------------


def test_a_new_league_is_four_questions_and_a_name_and_the_rest_is_folded(desk: Client) -> None:
    page = desk.get(ADD).content.decode()
    questions, _, rest = page.partition('class="ask-rest"')
    assert re.findall(r'class="ask-question[^>]*><legend>([^<]+)', page) == QUESTIONS
    assert len(re.findall(r"<(?:input|select|textarea)[^>]* name=\"(\w+)\"", questions)) < 25, "radio buttons for most"
    assert rest.count("<details") == rest.count("<summary") >= 7
    assert "<details open" not in rest


def test_a_new_league_can_be_prepared_without_typing_anything(cast: Cast, desk: Client) -> None:
    answer = desk.post(ADD, filled(desk))
    league = League.objects.get()
    assert answer.headers["Location"] == f"/desk/tournaments/league/{league.pk}/open/"
    assert league.name == league.tag == names.proposed(cast.organiser, "bruges")
    desk.post(answer.headers["Location"])
    league.refresh_from_db()
    assert league.state == League.State.OPEN


def test_each_folded_theme_tells_in_words_how_it_is_set(desk: Client) -> None:
    page = desk.get(ADD).content.decode()
    told = dict(re.findall(r'data-told="(\w+)">([^<]*)<', page))
    assert told["variants"] == "the usual rules; our own deck"
    assert told["games"] == "3 for each, all at the same time"
    assert told["absence"] == "24 hours of grace once, 14 days off; then the stand-in moves"
    assert told["thoughts"] == "kept orders wait 5 minutes"
    assert told["results"] == "points 6/3/1, ties by games won first, final after 3 days"
    assert all(told.values())


def test_a_theme_with_something_wrong_is_open(desk: Client) -> None:
    refused = desk.post(ADD, {**filled(desk), "grace_hours": "-1"})
    assert refused.status_code == 422
    assert 'id="ask-absence" open' in refused.content.decode()
    assert 'id="ask-results" open' not in refused.content.decode()


@pytest.mark.parametrize(("pace", "hours"), [("brisk", 24), ("steady", 48), ("easy", 96), ("other", 30)])
def test_the_pace_says_how_many_hours_an_answer_may_take(desk: Client, pace: str, hours: int) -> None:
    desk.post(ADD, {**filled(desk), "pace": pace, "hours": "30"})
    league = League.objects.get()
    assert league.turn_time.total_seconds() == hours * 3600
    shown = filled(desk, f"/desk/tournaments/league/{league.pk}/change/")
    assert (shown["pace"], shown["hours"]) == (pace, hours)


def test_ties_are_broken_in_a_numbered_order_and_a_gap_in_it_closes(desk: Client) -> None:
    page = desk.get(ADD).content.decode()
    assert 'name="tie_breaks_text"' not in page
    desk.post(ADD, {**filled(desk), "tie_break_1": "share", "tie_break_2": "", "tie_break_3": "lot", "tie_break_4": ""})
    league = League.objects.get()
    assert league.tie_breaks == ["points", "share", "lot"]
    shown = filled(desk, f"/desk/tournaments/league/{league.pk}/change/")
    assert [shown.get(f"tie_break_{number}") for number in (1, 2, 3, 4)] == ["share", "lot", "", ""]


def test_a_game_without_sealed_choices_has_no_times_of_theirs_whatever_is_posted(desk: Client) -> None:
    desk.post(ADD, {**filled(desk), "reveal_minutes": "77", "act_hours": "3"})
    league = League.objects.get()
    assert (league.reveal_delay, league.act_time) == (League._meta.get_field("reveal_delay").default, None)
    page = desk.get(ADD).content.decode()
    having = re.findall(r'data-games="([\w ]+)">\s*<label[^>]* for="id_(?:reveal_minutes|act_hours)"', page)
    assert len(having) == 2
    assert all("flandern" in games.split() and "bruges" not in games.split() for games in having)


def test_points_that_are_the_usual_ones_stay_the_usual_ones_when_the_seats_change(desk: Client) -> None:
    desk.post(ADD, filled(desk))
    page = f"/desk/tournaments/league/{League.objects.get().pk}/change/"
    desk.post(page, {**filled(desk, page), "seats": "4"})
    assert League.objects.get().points == [10, 6, 3, 1]


def test_the_buttons_of_the_framework_are_gone(desk: Client) -> None:
    page = desk.get(ADD).content.decode()
    assert "Prepare the league" in page
    for words in ("Save and add another", "Save and continue editing", "_addanother", "_continue"):
        assert words not in page


# --- the name ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("autumn")
def test_a_league_is_proposed_a_name_by_game_and_season_that_no_other_has(cast: Cast) -> None:
    assert names.proposed(cast.organiser, "bruges") == "Bruges autumn 2026"
    assert names.proposed(cast.organiser, "venise") == "Venise autumn 2026"
    prepared_league(cast, name="Bruges autumn 2026", tag="Bruges autumn 2026")
    assert names.proposed(cast.organiser, "bruges") == "Bruges autumn 2026 2"


@pytest.mark.usefixtures("autumn")
def test_a_name_is_proposed_in_the_organisers_own_language(cast: Cast) -> None:
    Player.objects.filter(pk=cast.organiser.pk).update(language="de")
    cast.organiser.refresh_from_db()
    assert names.proposed(cast.organiser, "bruges") == "Bruges Herbst 2026"


def test_the_short_name_is_as_much_of_the_name_as_there_is_room_for(cast: Cast) -> None:
    assert names.short(cast.organiser, "Bruges autumn 2026") == "Bruges autumn 2026"
    assert names.short(cast.organiser, "The Thursday Club of Bruges") == "The Thursday Club of"
    assert names.short(cast.organiser, "x" * 60) == "x" * 20
    prepared_league(cast, name="The Thursday Club of Gent", tag="The Thursday Club of")
    assert names.short(cast.organiser, "The Thursday Club of Bruges") == "The Thursday Club"


# --- what the choices come to --------------------------------------------------------------------


def test_the_forecast_says_the_usual_length_first_and_what_it_is_about(desk: Client) -> None:
    page = desk.get(ADD).content.decode()
    assert "Bruges at tables of 3, 48 hours for an answer" in page
    assert re.search(r"data-forecast>Usually about 5 weeks; at most 27, if everybody", page)


def test_the_preview_follows_the_choices_by_the_same_formula(cast: Cast, desk: Client) -> None:
    said = {**filled(desk), "game": "flandern", "seats": "4", "pace": "brisk", "at_once": "1"}
    found = desk.post(PREVIEW, said).json()
    assert found["of"] == "Flandern at tables of 4, 24 hours for an answer"
    assert found["told"]["games"] == "4 for each, at 1 table at a time"
    assert found["told"]["thoughts"] == "kept orders wait 5 minutes; sealed choices 10 minutes"
    assert found["name"] == names.proposed(cast.organiser, "flandern")
    desk.post(ADD, {**said, "name": "Flandern Cup"})
    league = League.objects.get()
    assert found["forecast"] in desk.get(f"/desk/tournaments/league/{league.pk}/open/").content.decode()
    single = desk.post(PREVIEW, {**said, "at_once": "0"}).json()
    assert single["forecast"] != found["forecast"]


@pytest.mark.parametrize(
    "wrong", [{"max_players": ""}, {"hours": "x", "pace": "other"}, {"name": ""}, {"game": "chess"}]
)
def test_a_field_that_does_not_fit_yet_counts_as_it_was_at_first(desk: Client, wrong: dict[str, str]) -> None:
    found = desk.post(PREVIEW, {**filled(desk), **wrong})
    assert found.status_code == 200
    assert found.json()["forecast"].startswith("Usually about")
    assert desk.post(PREVIEW, {}).status_code == 200


def test_the_preview_is_for_organisers_and_only_posted_to(cast: Cast, desk: Client, sign_in: SignIn) -> None:
    assert desk.get(PREVIEW).status_code == 405
    assert sign_in(cast.player).post(PREVIEW, {}).status_code == 302
    assert not League.objects.exists()


def test_a_league_in_preparation_shows_its_own_settings(cast: Cast, desk: Client) -> None:
    league = leagues.create(cast.organiser, name="Cup", tag="Cup", game="venise", seats=2, at_once=1)
    page = desk.get(f"/desk/tournaments/league/{league.pk}/change/").content.decode()
    assert "La Venise du Nord at tables of 2" in page
    assert "2 for each, at 1 table at a time" in page
    assert "Save the settings" in page
