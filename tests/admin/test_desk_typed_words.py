"""Whichever form of the desk is refused, it comes back with the reason and with all that was typed."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from traceback import walk_stack
from typing import Any

import pytest
from django.db import connection
from django.forms import CharField, EmailField, Form
from django.test import Client
from django.utils import timezone

from tests.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tournaments.actions import disqualifying, leagues
from tournaments.models import Case, Entry, JournalLine, League, OrganiserOffer, Seat, SeatOffer, Table, Turn
from tournaments.organiser.acts import forms, typed_words, verbs

pytestmark = pytest.mark.django_db
DESK = "/desk/tournaments/"
FORMS = {
    form
    for module in typed_words.MODULES
    for _, form in inspect.getmembers(module, inspect.isclass)
    if issubclass(form, Form) and form.__module__ == module.__name__
}
GENERAL = {forms.ToLeague}  # a form of its own and what others are made of


@contextmanager
def not_theirs_any_more_once_a_verb_begins(cast: Cast) -> Iterator[list[bool]]:
    """The page has found its rows by then; the action refuses, and all that it did is undone."""
    done: list[bool] = []

    def look(execute: Any, sql: str, *rest: Any) -> Any:
        if not done and any(frame.f_code.co_filename == verbs.__file__ for frame, _ in walk_stack(None)):
            done.append(True)
            League.organisers.through.objects.filter(player=cast.organiser).delete()
        return execute(sql, *rest)

    with connection.execute_wrapper(look):
        yield done
    for league in League.objects.all():
        league.organisers.add(cast.organiser)


def filled(form: Form) -> tuple[dict[str, Any], list[str]]:
    """A form as a browser sends it, each of its fields for words filled; and these words."""
    held = {field.html_name: field.value() for field in form}
    data = {name: value for name, value in held.items() if value is not None and value is not False}
    typed = {}
    for name, field in form.fields.items():
        if isinstance(field, CharField) and not field.widget.is_hidden:
            typed[name] = f"{name}@example.net" if isinstance(field, EmailField) else f"typed {name} with care"
    if "addresses" in typed:
        typed["addresses"] = "somebody@example.net"
    return {**data, **typed}, list(typed.values())


@pytest.fixture
def pages(cast: Cast) -> list[str]:
    """The page of every small form of the desk, each about a row with which it can be used."""
    ended = running_league(cast, seats=2, max_players=2, provisional=timedelta(days=3), tag="Old", name="Old League")
    end(only_table(ended))
    gone = running_league(cast, tag="Gone", name="Gone League")
    disqualifying.disqualify(gone.entries.get(player=cast.third).pk, cast.organiser, "two accounts", void=False)
    stopped = only_table(gone)
    bots = stopped.seats.get(player=cast.third)
    stopped.paused_at = timezone.now()
    stopped.save()
    table = only_table(running_league(cast))
    seat, league = asked_seat(table), table.league
    to_join = prepared_league(cast, tag="New", name="New League", seats=2, max_players=2)
    for player in (cast.player, cast.opponent, cast.third):
        leagues.enrol(to_join, player)
    to_join.ready_by = timezone.now() - timedelta(hours=1)
    to_join.save()
    case = Case.objects.create(seat=seat, player=seat.player, words="unfair")
    offer = SeatOffer.objects.create(
        seat=seat, by=cast.organiser, email="new@example.net", since=timezone.now(),
        until=timezone.now() + timedelta(days=1),
    )  # fmt: skip
    friend = person("Fay", is_staff=True)
    league.organisers.add(person("Gil", is_staff=True))
    asked = OrganiserOffer.objects.create(
        league=league, player=friend, by=cast.organiser, until=timezone.now() + timedelta(days=1)
    )
    turn, here = seat.turns.get(ended_at=None), league.entries.get(player=cast.third)
    out = Entry.objects.get(league=gone, player=cast.third)
    return [DESK + page for page in (
        f"table/turn/{turn.pk}/extend/", f"table/turn/{turn.pk}/stand-in/", f"table/seat/{seat.pk}/replace/",
        f"table/seat/{seat.pk}/help/", f"table/seat/{seat.pk}/give/",
        f"table/seat/{bots.pk}/give-back/", f"table/offer/{offer.pk}/withdraw/",
        f"table/{table.pk}/pause/", f"table/{stopped.pk}/go-on/", f"table/{table.pk}/look/",
        f"table/{only_ended(ended)}/rule/", f"table/{table.pk}/announce/", f"table/{table.pk}/back/0/",
        f"table/case/{case.pk}/", f"league/{league.pk}/cancel/", f"league/{ended.pk}/confirm/",
        f"league/entry/{here.pk}/disqualify/", f"league/entry/{out.pk}/readmit/", f"league/{to_join.pk}/invite/",
        f"league/{to_join.pk}/ready/", f"league/{to_join.pk}/silent/", f"league/{league.pk}/announce/",
        f"player/{cast.third.pk}/erase/", f"league/{league.pk}/organise/", f"league/{league.pk}/step-down/",
        f"league/organiser/{asked.pk}/withdraw/",
    )]  # fmt: skip


def end(table: Table) -> None:
    """The game is over, and its league's results are provisional."""
    result = {"totals": [9, 8], "ranks": [1, 2], "counted": [1, 2], "tie_break": [0, 0], "stand_in": []}
    Turn.objects.filter(seat__table=table).update(ended_at=timezone.now(), judge_at=None, remind_at=None)
    now = timezone.now()
    Table.objects.filter(pk=table.pk).update(state=Table.State.FINISHED, finished_at=now, result=result)
    League.objects.filter(pk=table.league_id).update(final_by=now + timedelta(days=3))


def only_ended(league: League) -> int:
    return league.tables.get().pk


def test_each_form_that_is_refused_says_why_and_keeps_what_was_typed(
    cast: Cast, desk: Client, pages: list[str]
) -> None:
    shown = set()
    for page in pages:
        form = desk.get(page).context["form"]
        shown.add(type(form))
        data, typed = filled(form)
        before = JournalLine.objects.count()
        with not_theirs_any_more_once_a_verb_begins(cast) as done:
            answer = desk.post(page, data)
        text = answer.content.decode()
        assert (answer.status_code, done, JournalLine.objects.count()) == (422, [True], before), page
        assert 'role="alert"' in text, page
        assert [words for words in typed if words not in text] == [], page
    assert FORMS - shown - GENERAL == set()


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
    old, typed = filled(desk.get(page).context["form"])
    Turn.objects.filter(pk=turn.pk).update(due_by=turn.due_by + timedelta(hours=5))
    refused = desk.post(page, old)
    assert (refused.status_code, "moved meanwhile" in refused.content.decode()) == (422, True)
    again = {**filled(refused.context["form"])[0], "reason": typed[0]}
    assert desk.post(page, again).status_code == 302
    before, after = turn.due_by, Turn.objects.get(pk=turn.pk).due_by
    assert after - before == timedelta(hours=5 + int(again["hours"]))


def test_a_box_that_was_ticked_for_other_cases_is_to_be_ticked_again(cast: Cast, desk: Client) -> None:
    league = running_league(cast, seats=2, max_players=2, provisional=timedelta(days=3))
    end(only_table(league))
    seat = Seat.objects.filter(table__league=league).first()
    page = f"{DESK}league/{league.pk}/confirm/"
    Case.objects.create(seat=seat, player=seat.player, words="unfair")
    ticked = {**filled(desk.get(page).context["form"])[0], "sure": "on"}
    Case.objects.create(seat=seat, player=seat.player, words="also unfair")
    refused = desk.post(page, ticked)
    form = refused.context["form"]
    assert (refused.status_code, form["sure"].value()) == (422, False)
    assert desk.post(page, {**filled(form)[0], "sure": "on"}).status_code == 302
    league.refresh_from_db()
    assert league.state == League.State.FINISHED
