"""Whichever form of the desk is refused, it comes back with the reason and with all that was typed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from traceback import walk_stack
from types import FrameType
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests.organiser.acts import DESK, end, filled, pages_that_ask
from tests.shared.cast import Cast, asked_seat, only_table, running_league
from tests.shared.desk import stamp_of
from tournaments.models import (
    Case,
    JournalLine,
    League,
    Seat,
    Turn,
)
from tournaments.organiser.acts.act import Act
from tournaments.organiser.acts.organisers import LeaveOffice
from tournaments.organiser.acts.registry import ACTS

pytestmark = pytest.mark.django_db


def _does_an_act(frame: FrameType) -> bool:
    return frame.f_code.co_name == Act.do.__name__ and issubclass(type(frame.f_locals.get("self")), Act)


@contextmanager
def not_theirs_any_more_once_an_action_begins(cast: Cast) -> Iterator[list[bool]]:
    """The page has found its rows by then; the action refuses, and all that it did is undone."""
    done: list[bool] = []

    def look(execute: Any, sql: str, *rest: Any) -> Any:
        if not done and any(_does_an_act(frame) for frame, _ in walk_stack(None)):
            done.append(True)
            League.organisers.through.objects.filter(player=cast.organiser).delete()
        return execute(sql, *rest)

    with connection.execute_wrapper(look):
        yield done
    for league in League.objects.all():
        league.organisers.add(cast.organiser)


@pytest.fixture
def pages(cast: Cast) -> list[str]:
    return pages_that_ask(cast)


def test_each_form_that_is_refused_says_why_and_keeps_what_was_typed(
    cast: Cast, desk: Client, pages: list[str]
) -> None:
    shown = set()
    for page in pages:
        response = desk.get(page)
        asked = response.context
        form = asked["form"]
        assert f">{asked['act'].button}</button>" in response.content.decode(), page
        shown.add(type(asked["act"]))
        data, typed = filled(form)
        before = JournalLine.objects.count()
        with not_theirs_any_more_once_an_action_begins(cast) as done:
            answer = desk.post(page, data)
        text = answer.content.decode()
        assert (answer.status_code, done, JournalLine.objects.count()) == (422, [True], before), page
        assert 'role="alert"' in text, page
        assert [words for words in typed if words not in text] == [], page
    assert set(ACTS) - shown == {LeaveOffice}  # of who does not organise the league


def test_each_form_that_cannot_be_posted_any_more_shows_what_was_typed(
    cast: Cast, desk: Client, pages: list[str]
) -> None:
    posts = [(page, *filled(desk.get(page).context["form"])) for page in pages]
    League.organisers.through.objects.filter(player=cast.organiser).delete()
    for page, data, typed in posts:
        answer = desk.post(page, data)
        text = answer.content.decode()
        assert answer.status_code in (403, 404), page
        assert [words for words in typed if words not in text] == [], page
        assert not any(player.name in text for player in cast.players), page


def test_a_second_press_after_a_refusal_is_about_what_the_page_shows_now(cast: Cast, desk: Client) -> None:
    turn = asked_seat(only_table(running_league(cast))).turns.get(ended_at=None)
    page = f"{DESK}table/turn/{turn.pk}/extend/"
    asked = desk.get(page)
    old, typed = filled(asked.context["form"])
    Turn.objects.filter(pk=turn.pk).update(due_by=turn.due_by + timedelta(hours=5))
    refused = desk.post(page, {**old, "stamp": asked.context["stamp"]})
    assert (refused.status_code, "since you looked" in refused.content.decode()) == (422, True)
    again = {**filled(refused.context["form"])[0], "reason": typed[0], "stamp": refused.context["stamp"]}
    assert desk.post(page, again).status_code == 302
    before, after = turn.due_by, Turn.objects.get(pk=turn.pk).due_by
    assert after - before == timedelta(hours=5 + int(again["hours"]))


def test_a_box_that_was_ticked_for_other_cases_is_to_be_ticked_again(cast: Cast, desk: Client) -> None:
    league = running_league(cast, seats=2, max_players=2, provisional=timedelta(days=3))
    end(only_table(league))
    seat = Seat.objects.filter(table__league=league).first()
    page = f"{DESK}league/{league.pk}/confirm/"
    Case.objects.create(seat=seat, player=seat.player, words="unfair")
    ticked = {"sure": "on", "stamp": stamp_of(desk, page)}
    Case.objects.create(seat=seat, player=seat.player, words="also unfair")
    refused = desk.post(page, ticked)
    form = refused.context["form"]
    assert (refused.status_code, form["sure"].value()) == (422, False)
    assert desk.post(page, {"sure": "on", "stamp": refused.context["stamp"]}).status_code == 302
    league.refresh_from_db()
    assert league.state == League.State.FINISHED
