"""The start page: everything that needs the organiser, each with the button that solves it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.organiser.letters import letter_in
from tests.shared.cast import Cast, asked_seat, only_table, person, running_league
from tests.shared.desk import SignIn
from tests.shared.play import end_by_bots, play_on
from tests.shared.post import deliver, newest
from tournaments.actions.clock import deadlines
from tournaments.actions.seats import seats
from tournaments.models import Case, Heartbeat, InboundLetter, League, OutboundLetter, Table, Turn
from tournaments.queries.leagues import forecasts
from tournaments.running import sweeps

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
    seats.replace_by_stand_in(table.seats.get(player=cast.opponent).pk, cast.organiser, "moved away")
    end_by_bots(table)
    assert opens(desk) == [
        f"/desk/tournaments/table/case/{Case.objects.get().pk}/",
        f"/desk/tournaments/table/{table.pk}/rule/",
        f"/desk/tournaments/table/{table.pk}/change/",
    ]
    places = {f"place_{seat}": str(seat + 1) for seat in range(3)}
    desk.post(f"/desk/tournaments/table/{table.pk}/rule/", {**places, "reason": "the stand-in played"})
    assert opens(desk)[-1] == f"/desk/tournaments/league/{league.pk}/confirm/"


def test_a_letter_that_could_not_be_read_leads_to_reading_it_again(cast: Cast, table: Table, desk: Client) -> None:
    letter = letter_in(table, cast.player, InboundLetter.State.LAID_ASIDE)
    assert opens(desk)[0] == f"/desk/tournaments/inboundletter/{letter.pk}/read-again/"


# --- mail and leagues ----------------------------------------------------------------------------


def test_one_light_says_whether_mail_works(table: Table, desk: Client) -> None:
    assert "Mail is held up." in desk.get("/desk/").content.decode(), "no sweep has ever run"
    sweeps.sweep()
    assert "Mail works." in desk.get("/desk/").content.decode()


def test_what_waits_by_intent_is_not_held_up(cast: Cast, table: Table, desk: Client) -> None:
    sweeps.sweep()
    letter = letter_in(table, cast.player, InboundLetter.State.RECEIVED)
    now, long_ago = timezone.now(), timezone.now() - timedelta(hours=1)
    InboundLetter.objects.filter(pk=letter.pk).update(received_at=long_ago, read_from=now + timedelta(minutes=9))
    OutboundLetter.objects.update(state="retry", created_at=long_ago, due_at=now + timedelta(minutes=9))
    assert "Mail works." in desk.get("/desk/").content.decode()


@pytest.mark.parametrize(
    ("since", "words"),
    [
        ({"sweep": 10}, "sweep has not run for 10"),
        ({"to_read": 6}, "waits to be read for 6"),
        ({"to_post": 20}, "waits to be sent for 20"),
    ],
)
def test_whoever_hosts_reads_why_it_is_held_up(
    cast: Cast, table: Table, sign_in: SignIn, desk: Client, since: dict[str, int], words: str
) -> None:
    sweeps.sweep()
    OutboundLetter.objects.update(state=OutboundLetter.State.SENT, sent_at=timezone.now())
    moments = {name: timezone.now() - timedelta(minutes=minutes) for name, minutes in since.items()}
    if "sweep" in moments:
        Heartbeat.objects.update(at=moments["sweep"])
    if "to_read" in moments:
        letter = letter_in(table, cast.player, InboundLetter.State.RECEIVED)
        InboundLetter.objects.filter(pk=letter.pk).update(read_from=moments["to_read"])
    if "to_post" in moments:
        late = OutboundLetter.objects.order_by("pk")[:1].values("pk")
        OutboundLetter.objects.filter(pk__in=late).update(state="retry", due_at=moments["to_post"])
    host = sign_in(person("Hedda", is_staff=True, is_superuser=True))
    for page in ("/desk/", "/desk/mail/"):
        assert words in host.get(page).content.decode().replace("\xa0", " "), page
    assert words not in desk.get("/desk/").content.decode().replace("\xa0", " ")
    assert "Whoever hosts the service can see why." in desk.get("/desk/").content.decode()


def test_the_page_about_mail_is_for_who_hosts_alone(cast: Cast, desk: Client, sign_in: SignIn) -> None:
    assert desk.get("/desk/mail/").status_code == 404
    assert sign_in(cast.player).get("/desk/mail/").status_code == 302


def end_of(table: Table) -> datetime | None:
    return forecasts.all_end_about([table.league])[table.league_id]


def test_a_running_league_says_when_it_may_end_at_the_pace_of_its_players(table: Table, desk: Client) -> None:
    play_on(table, 12)
    page = desk.get("/desk/").content.decode()
    assert "ends about" in page
    quick = end_of(table)
    Table.objects.filter(pk=table.pk).update(opened_at=timezone.now() - timedelta(days=30))
    slow = end_of(table)
    assert quick is not None
    assert slow is not None
    assert slow - quick > timedelta(days=60)
    Table.objects.update(state=Table.State.FINISHED)
    assert end_of(table) is None
