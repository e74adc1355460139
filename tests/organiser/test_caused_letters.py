"""An organiser's presses send so many letters to the players of a league in a day, whatever is pressed."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.test import Client

from tests.shared.cast import Cast, only_table, prepared_league, running_league
from tests.shared.desk import at_desk
from tests.shared.post import newest
from tournaments.actions.league import leagues
from tournaments.models import Entry, JournalLine, League, OutboundLetter, Player, Table
from tournaments.outbox import caused, limits

pytestmark = pytest.mark.django_db


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first act of a day may send letters, no other."""
    monkeypatch.setattr(caused, "FIRST_A_DAY", 1)
    monkeypatch.setattr(caused, "EACH_A_DAY", 0)


def desk(player: Player) -> Client:
    return at_desk(player)


def joined(cast: Cast) -> League:
    league = prepared_league(cast)
    for player in cast.players:
        leagues.enrol(league, player, "")
    return league


def said(client: Client, path: str, **filled: object) -> str:
    return " ".join(client.post(f"/desk/tournaments/{path}/", filled, follow=True).content.decode().split())


def to_others(cast: Cast) -> int:
    return OutboundLetter.objects.exclude(player=cast.organiser).count()


def presses(cast: Cast) -> list[tuple[str, dict[str, Any]]]:
    """Acts of an organiser that can be repeated for ever, each with what its form takes; two undo each other."""
    before, running = joined(cast), running_league(cast)
    table, entry = only_table(running), before.entries.get(player=cast.third)
    reason = {"reason": "because"}
    return [
        (f"league/{before.pk}/ready", {"days": 3}),
        (f"league/{before.pk}/ready", {"days": 4}),
        (f"league/entry/{entry.pk}/disqualify", {"games": "kept", **reason}),
        (f"league/entry/{entry.pk}/readmit", reason),
        (f"table/{table.pk}/pause", reason),
        (f"table/{table.pk}/go-on", reason),
        (f"league/{running.pk}/announce", {"words": "hello"}),
        (f"league/{running.pk}/announce", {"words": "hello again"}),
    ]


def test_every_act_sends_letters_and_is_refused_where_too_many_have_been_sent(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = desk(cast.organiser)
    for path, filled in presses(cast):
        letters, lines = to_others(cast), JournalLine.objects.count()
        with monkeypatch.context() as none:
            none.setattr(caused, "FIRST_A_DAY", 0)
            none.setattr(caused, "EACH_A_DAY", 0)
            assert "nothing was done" in said(client, path, **filled), path
        assert (to_others(cast), JournalLine.objects.count()) == (letters, lines), path
        said(client, path, **filled)
        assert to_others(cast) > letters, path


@pytest.mark.usefixtures("few")
def test_what_is_refused_can_be_done_tomorrow_and_in_another_league_today(cast: Cast) -> None:
    client, league, other = desk(cast.organiser), joined(cast), joined(cast)
    said(client, f"league/{league.pk}/ready", days=3)
    letters = to_others(cast)
    assert "can be done after" in said(client, f"league/{league.pk}/ready", days=4)
    assert to_others(cast) == letters
    said(client, f"league/{other.pk}/ready", days=3)
    assert to_others(cast) == letters + 3
    with time_machine.travel(limits.end_of(limits.DAY)):
        said(client, f"league/{league.pk}/ready", days=9)
    assert to_others(cast) == letters + 6


@pytest.mark.usefixtures("few")
def test_a_league_is_started_and_cancelled_however_many_letters_there_were(cast: Cast) -> None:
    client, league = desk(cast.organiser), joined(cast)
    said(client, f"league/{league.pk}/ready", days=3)
    said(client, f"league/{league.pk}/start")
    assert Table.objects.filter(league=league, state=Table.State.RUNNING).exists()
    league = joined(cast)
    said(client, f"league/{league.pk}/ready", days=3)
    said(client, f"league/{league.pk}/cancel", reason="because", name=league.name, sure="on")
    assert League.objects.get(pk=league.pk).is_cancelled


def test_the_bound_grows_with_the_league_and_counts_no_letter_to_who_presses(cast: Cast) -> None:
    league = joined(cast)
    leagues.enrol(league, cast.organiser, "")
    said(desk(cast.organiser), f"league/{league.pk}/ready", days=3)
    assert limits.used(caused.WHAT, str(league.pk), limits.DAY) == 3
    assert caused.FIRST_A_DAY + caused.EACH_A_DAY * Entry.objects.filter(league=league).count() > 500


def test_what_players_do_counts_for_nothing(cast: Cast) -> None:
    league = running_league(cast)
    seat = only_table(league).seats.get(player=cast.player)
    desk(cast.player).post(f"/table/{seat.table_id}/orders/", {"lines": "say: hello", "serial": 0})
    assert newest(only_table(league).seats.get(player=cast.third)).kind == "say"
    assert limits.used(caused.WHAT, str(league.pk), limits.DAY) == 0
