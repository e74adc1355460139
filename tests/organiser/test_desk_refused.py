"""Whatever an action refuses at the last moment, the desk says why, and nothing that was typed is lost."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests.shared.cast import Cast, only_table, person, running_league
from tests.shared.desk import SignIn
from tournaments.actions.league import leagues, settings
from tournaments.models import (
    League,
    Player,
)

pytestmark = pytest.mark.django_db
ACTIONS = (leagues.create.__name__, settings.change.__name__)


@contextmanager
def when_an_action_begins(do: Callable[[], object]) -> Iterator[list[bool]]:
    """Do something once, just before the first statement of the action that takes the settings of a league."""
    done: list[bool] = []

    def look(execute: Any, sql: str, *rest: Any) -> Any:
        if not done and any("/actions/" in at.filename and at.function in ACTIONS for at in inspect.stack(0)):
            done.append(True)
            do()
        return execute(sql, *rest)

    with connection.execute_wrapper(look):
        yield done


def typed(desk: Client, page: str) -> dict[str, Any]:
    """The values of a league's form, as a browser sends them."""
    form = desk.get(page).context["adminform"].form
    fields = {field.html_name: field.value() for field in form if field.name != "deck_file"}
    return {name: value for name, value in fields.items() if value is not None and value is not False}


@pytest.fixture
def draft(cast: Cast) -> League:
    return leagues.create(cast.organiser, name="Winter League", tag="Winter", game="bruges", seats=3)


def page_of(league: League) -> str:
    return f"/desk/tournaments/league/{league.pk}/change/"


def test_the_owner_of_the_service_changes_a_league_in_preparation_which_stays_its_organisers(
    cast: Cast, draft: League, sign_in: SignIn
) -> None:
    owner = sign_in(person("Hedda", is_staff=True, is_superuser=True))
    data = {**typed(owner, page_of(draft)), "name": "Hedda's League"}
    assert "Save the settings" in owner.get(page_of(draft)).content.decode()
    assert owner.post(page_of(draft), data).status_code == 302
    draft.refresh_from_db()
    assert (draft.name, list(draft.organisers.all())) == ("Hedda's League", [cast.organiser])


def test_the_owner_of_the_service_reads_before_a_press_in_which_office_it_is(cast: Cast, sign_in: SignIn) -> None:
    table = only_table(running_league(cast))
    page = f"/desk/tournaments/table/{table.pk}/pause/"
    owner = person("Hedda", is_staff=True, is_superuser=True)
    said = "as the owner of the service"
    assert (said in sign_in(owner).get(page).content.decode()) is True
    assert (said in sign_in(cast.organiser).get(page).content.decode()) is False
    forget = f"/desk/tournaments/player/{cast.player.pk}/erase/"
    assert (said in sign_in(owner).get(forget).content.decode()) is False


@pytest.mark.parametrize("what", ["opened", "not theirs any more"])
def test_what_changes_a_league_at_the_moment_of_saving_is_said_on_the_form_which_keeps_what_was_typed(
    cast: Cast, draft: League, desk: Client, what: str
) -> None:
    other = person("Oscar", is_staff=True)
    draft.organisers.add(other)
    data = {**typed(desk, page_of(draft)), "about": "Typed for a long time"}
    change: Callable[[], object] = {
        "opened": lambda: leagues.open_league(draft, other),
        "not theirs any more": lambda: draft.organisers.remove(cast.organiser),
    }[what]
    with when_an_action_begins(change) as done:
        refused = desk.post(page_of(draft), data)
    why = {"opened": "players have read them", "not theirs any more": "Only an organiser"}[what]
    assert (refused.status_code, done) == (422, [True])
    assert why in refused.content.decode()
    assert "Typed for a long time" in refused.content.decode()
    draft.refresh_from_db()
    assert draft.about != "Typed for a long time"


def test_a_new_league_that_its_action_refuses_stays_on_the_form(cast: Cast, draft: League, desk: Client) -> None:
    data = {**typed(desk, page_of(draft)), "name": "Summer League", "tag": "Summer"}
    with when_an_action_begins(lambda: Player.objects.filter(pk=cast.organiser.pk).update(is_active=False)) as done:
        refused = desk.post("/desk/tournaments/league/add/", data)
    assert (refused.status_code, done, League.objects.get()) == (422, [True], draft)
    assert 'value="Summer League"' in refused.content.decode()
