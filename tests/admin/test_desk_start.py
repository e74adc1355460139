"""The start page: everything that needs the organiser, each with the button that solves it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.admin.letters import letter_in
from tests.admin.play import end_by_bots
from tests.cast import Cast, asked_seat, only_table, running_league
from tests.post import deliver, newest
from tournaments.actions import deadlines, seats
from tournaments.models import Case, InboundLetter, League, Table, Turn

pytestmark = pytest.mark.django_db


def late(table: Table) -> Turn:
    Turn.objects.update(due_by=timezone.now() - timedelta(hours=5), judge_at=timezone.now())
    return Turn.objects.get(seat__table=table, ended_at=None)


def links(desk: Client) -> list[str]:
    page = desk.get("/desk/").content.decode().partition('id="mine"')[0].partition('id="needs"')[2]
    return [part.partition('"')[0] for part in page.split('href="')[1:]]


def opens(desk: Client) -> list[str]:
    """The links of the page, each of which is a page."""
    found = links(desk)
    assert [link for link in found if desk.get(link).status_code != 200] == []
    return found


def test_a_late_seat_leads_to_more_time_first(table: Table, desk: Client) -> None:
    turn = late(table)
    assert opens(desk) == [
        f"/desk/tournaments/table/turn/{turn.pk}/extend/",
        f"/desk/tournaments/table/{table.pk}/change/",
    ]


def test_a_seat_whose_stand_in_waits_leads_to_the_yes_and_the_yes_moves(cast: Cast, desk: Client) -> None:
    table = only_table(running_league(cast, expiry=League.Expiry.ASK, grace=timedelta(0)))
    turn = late(table)
    deadlines.expire(turn.pk)
    yes = f"/desk/tournaments/table/turn/{turn.pk}/stand-in/"
    assert opens(desk)[0] == yes
    desk.post(yes)
    turn.refresh_from_db()
    assert turn.end == Turn.End.STAND_IN
    assert f"/turn/{turn.pk}/" not in "".join(links(desk))


def test_a_case_a_ruling_and_provisional_results_lead_to_the_page_that_decides_them(cast: Cast, desk: Client) -> None:
    league = running_league(cast, after_stand_in=League.AfterStandIn.RULE, provisional=timedelta(days=3))
    table = only_table(league)
    deliver(newest(asked_seat(table), "turn"), "referee was that legal?")
    seats.replace_by_bot(table.seats.get(player=cast.opponent).pk, cast.organiser, "moved away")
    end_by_bots(table)
    assert opens(desk) == [
        f"/desk/tournaments/table/case/{Case.objects.get().pk}/",
        f"/desk/tournaments/table/{table.pk}/rule/",
        f"/desk/tournaments/table/{table.pk}/change/",
    ]
    places = {f"place_{seat}": str(seat + 1) for seat in range(3)}
    desk.post(f"/desk/tournaments/table/{table.pk}/rule/", {**places, "reason": "a bot played"})
    assert opens(desk)[-1] == f"/desk/tournaments/league/{league.pk}/confirm/"


def test_a_letter_that_could_not_be_read_leads_to_reading_it_again(cast: Cast, table: Table, desk: Client) -> None:
    letter = letter_in(table, cast.player, InboundLetter.State.LAID_ASIDE)
    assert opens(desk)[0] == f"/desk/tournaments/inboundletter/{letter.pk}/read-again/"
