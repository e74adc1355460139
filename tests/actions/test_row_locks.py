"""Which rows an act holds: without that, two acts at one moment would undo each other's work.

On PostgreSQL alone: SQLite lets one transaction in at a time. What two acts at one moment come to is tested with real
threads in `test_at_once` and its neighbours; here stands, for every act, what it has to hold for that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from tests.actions.position import order
from tests.cast import Cast, asked_seat, only_table, person, prepared_league, running_league
from tests.post import deliver, name_address, newest
from tournaments.actions import (
    addresses,
    bounces,
    cancelling,
    cases,
    deadlines,
    disqualifying,
    invitations,
    leagues,
    offers,
    pausing,
    people,
    readmitting,
    renewing,
    rolling_back,
    seats,
    substitutes,
)  # fmt: skip
from tournaments.models import Address, Case, OutboundLetter, Turn

pytestmark = pytest.mark.django_db
HELD = re.compile(r'^SELECT .*? FROM "tournaments_(\w+)".* FOR (?:NO KEY )?UPDATE', re.DOTALL)


def held_by(act: Callable[[], object]) -> list[str]:
    """The kinds of rows that an act locks by reading them, in that order."""
    kinds: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if (lock := HELD.match(sql)) and lock[1] not in kinds:
            kinds.append(lock[1])
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        act()
    return kinds


Act = Callable[[Cast], Callable[[], object]]


def _join(cast: Cast) -> Callable[[], object]:
    league = prepared_league(cast)
    return lambda: leagues.enrol(league, cast.player)


def _leave(cast: Cast) -> Callable[[], object]:
    league = prepared_league(cast)
    leagues.enrol(league, cast.player)
    return lambda: leagues.leave(league, cast.player)


def _fill(cast: Cast) -> Callable[[], object]:
    league = prepared_league(cast)
    return lambda: leagues.fill_places_now(league.pk)


def _start(cast: Cast) -> Callable[[], object]:
    league = prepared_league(cast)
    for player in cast.players:
        leagues.enrol(league, player)
    return lambda: leagues.start(league, cast.organiser)


def _cancel(cast: Cast) -> Callable[[], object]:
    league = running_league(cast)
    return lambda: cancelling.cancel(league, cast.organiser, "why")


def _invite(cast: Cast) -> Callable[[], object]:
    league = prepared_league(cast)
    return lambda: invitations.invite(league, cast.organiser, "dora@example.net")


def _order(cast: Cast) -> Callable[[], object]:
    seat = asked_seat(only_table(running_league(cast)))
    return lambda: order(seat, "12")


def _letter(cast: Cast) -> Callable[[], object]:
    letter = newest(asked_seat(only_table(running_league(cast))), "turn")
    return lambda: deliver(letter, "12")


def _more_time(cast: Cast) -> Callable[[], object]:
    turn = asked_seat(only_table(running_league(cast))).turns.get(ended_at=None)
    return lambda: deadlines.extend(turn.pk, timedelta(days=1), cast.organiser, "why")


def _expire(cast: Cast) -> Callable[[], object]:
    turn = asked_seat(only_table(running_league(cast))).turns.get(ended_at=None)
    past = timezone.now() - timedelta(seconds=1)
    Turn.objects.update(due_by=past, judge_at=past)
    return lambda: deadlines.expire(turn.pk)


def _pause(cast: Cast) -> Callable[[], object]:
    table = only_table(running_league(cast))
    return lambda: pausing.pause(table.pk, cast.organiser, "why")


def _roll_back(cast: Cast) -> Callable[[], object]:
    table = only_table(running_league(cast))
    order(asked_seat(table), "12")
    table.refresh_from_db()
    return lambda: rolling_back.roll_back(table.pk, 0, cast.organiser, "why", anew=True, seen=table.head)


def _bot(cast: Cast) -> Callable[[], object]:
    seat = asked_seat(only_table(running_league(cast)))
    return lambda: seats.replace_by_bot(seat.pk, cast.organiser, "why")


def _give(cast: Cast) -> Callable[[], object]:
    seat, dora = asked_seat(only_table(running_league(cast))), person("Dora")
    return lambda: substitutes.give_seat(seat.pk, dora, cast.organiser, "why", epoch=0)


def _offer(cast: Cast) -> Callable[[], object]:
    seat = asked_seat(only_table(running_league(cast)))
    return lambda: offers.give(seat.pk, "dora@example.net", "", cast.organiser, "why", epoch=0)


def _disqualify(cast: Cast) -> Callable[[], object]:
    entry = running_league(cast, provisional=timedelta(days=3)).entries.get(player=cast.third)
    return lambda: disqualifying.disqualify(entry.pk, cast.organiser, "why", void=True)


def _readmit(cast: Cast) -> Callable[[], object]:
    entry = running_league(cast, provisional=timedelta(days=3)).entries.get(player=cast.third)
    disqualifying.disqualify(entry.pk, cast.organiser, "why", void=True)
    return lambda: readmitting.readmit(entry.pk, cast.organiser, "why")


def _rule(cast: Cast) -> Callable[[], object]:
    seat = asked_seat(only_table(running_league(cast)))
    deliver(newest(seat, "turn"), "referee: it was dug twice")
    case = Case.objects.get().pk
    return lambda: cases.rule(case, cast.organiser, "No.")


def _die(cast: Cast) -> Callable[[], object]:
    return lambda: bounces.address_is_dead(cast.player.email, "a test")


def _hear(cast: Cast) -> Callable[[], object]:
    running_league(cast)
    bounces.address_is_dead(cast.player.email, "a test")
    return lambda: bounces.hear_from(cast.player)


def _rule_everywhere(cast: Cast) -> Callable[[], object]:
    seat = asked_seat(only_table(running_league(cast)))
    return lambda: order(seat, "always draw red > blue everywhere")


def _erase(cast: Cast) -> Callable[[], object]:
    running_league(cast)
    return lambda: people.erase(cast.player, cast.player)


def _rename(cast: Cast) -> Callable[[], object]:
    return lambda: people.change_profile(cast.player, "Annabel", cast.player.zone)


def _remove_address(cast: Cast) -> Callable[[], object]:
    address = Address.objects.create(player=cast.player, email="x@work.example", verified_at=timezone.now())
    return lambda: addresses.remove(cast.player, address.pk)


def _verify_address(cast: Cast) -> Callable[[], object]:
    name_address(cast.player, "x@work.example")
    key = OutboundLetter.objects.get(kind="verify_address").text.partition("/letters/address/")[2].split("/")[0]
    return lambda: addresses.verify(key)


def _renew(cast: Cast) -> Callable[[], object]:
    return lambda: renewing.renew(cast.player)


HOLD = [
    (_bot, ["table"]),
    (_cancel, ["table", "league"]),
    (_die, ["player"]),
    (_disqualify, ["table", "league"]),
    (_erase, ["inboundletter", "table", "league", "entry", "player", "outboundletter", "allowance"]),
    (_expire, ["table"]),
    (_fill, ["league"]),
    (_give, ["table", "league", "entry", "player"]),
    (_hear, ["table", "player", "outboundletter"]),
    (_invite, ["league"]),
    (_join, ["league", "entry", "player"]),
    (_leave, ["league", "entry", "player"]),
    (_letter, ["inboundletter", "table"]),
    (_more_time, ["table"]),
    (_offer, ["table", "league"]),
    (_order, ["table"]),
    (_pause, ["table"]),
    (_readmit, ["table", "league", "entry", "player", "turn"]),
    (_remove_address, ["player", "address", "allowance"]),
    (_rename, ["player"]),
    (_renew, ["table", "player", "outboundletter"]),
    (_roll_back, ["table"]),
    (_rule, ["case"]),
    (_rule_everywhere, ["table", "player"]),
    (_start, ["league"]),
    (_verify_address, ["address", "allowance"]),
]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="rows are locked on PostgreSQL alone")
@pytest.mark.parametrize(("act", "rows"), HOLD, ids=[act.__name__.strip("_") for act, _ in HOLD])
def test_an_act_holds_the_rows_that_it_decides_by(cast: Cast, act: Act, rows: list[str]) -> None:
    assert held_by(act(cast)) == rows
