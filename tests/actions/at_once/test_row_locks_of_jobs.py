"""The rows that a worker locks for its own work, for the mail and with the sweep: see `test_row_locks`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from tests.actions.at_once.held_rows import Act, held_by, on_postgresql_alone
from tests.shared.beacon import Source
from tests.shared.cast import Cast, asked_seat, only_table, prepared_league, running_league
from tests.shared.post import newest
from tournaments.actions import printing
from tournaments.actions.clock import handing, outage_time, restored
from tournaments.actions.commands import desk, gathered
from tournaments.actions.league import close_and_draw, leagues, results
from tournaments.actions.player import bounces, deliveries, digests
from tournaments.actions.table import tables  # fmt: skip
from tournaments.models import League, Outage, OutboundLetter, Player, Print
from tournaments.outbox import limits
from tournaments.queries.prints import Subject
from tournaments.runtime import heartbeats

pytestmark = [pytest.mark.django_db, on_postgresql_alone]
HOUR = timedelta(hours=1)


def _write_daily_letter(cast: Cast) -> Callable[[], object]:
    running_league(cast)
    OutboundLetter.objects.update(state=OutboundLetter.State.FOR_DIGEST, due_at=timezone.now())
    return lambda: digests.send(cast.player.pk)


def _gather_answers(cast: Cast) -> Callable[[], object]:
    running_league(cast)
    OutboundLetter.objects.update(state=OutboundLetter.State.FOR_ANSWER, due_at=timezone.now())
    return lambda: gathered.send(cast.player.pk)


def _tell_organiser(cast: Cast) -> Callable[[], object]:
    return lambda: desk.send(cast.organiser.pk)


def _hand_over(cast: Cast) -> Callable[[], object]:
    turn = asked_seat(only_table(running_league(cast))).turns.get(ended_at=None)
    return lambda: handing.begin(turn.pk)


def _sent(cast: Cast) -> OutboundLetter:
    letter = newest(asked_seat(only_table(running_league(cast))), "turn")
    OutboundLetter.objects.update(attempts=1, provider_id="17")
    return letter


def _hear_of_letter(cast: Cast) -> Callable[[], object]:
    letter, now = _sent(cast), timezone.now()
    return lambda: deliveries.note("delivered", "17", letter.to, for_good=False, provider="a provider", at=now)


def _try_address(cast: Cast) -> Callable[[], object]:
    letter = _sent(cast)
    return lambda: bounces.came_back(letter, None)


def _open_more_tables(cast: Cast) -> Callable[[], object]:
    league = running_league(cast)
    return lambda: tables.open_due(league.pk)


def _make_final(cast: Cast) -> Callable[[], object]:
    league = running_league(cast, provisional=timedelta(days=3))
    return lambda: results.make_final(league.pk)


def _give_back(cast: Cast) -> Callable[[], object]:
    running_league(cast)
    now = timezone.now()
    Outage.objects.create(source=heartbeats.WORKER, begins_at=now - HOUR, ends_at=now)
    return outage_time.give_back


def _end_outage(cast: Cast) -> Callable[[], object]:
    outage = Outage.objects.create(source=heartbeats.WORKER, begins_at=timezone.now() - HOUR)
    owner = Player.objects.create_superuser("o@example.net", name="Ona", zone="UTC")
    return lambda: outage_time.end(outage.pk, owner)


def _is_back(cast: Cast) -> Callable[[], object]:
    heartbeats.beat(heartbeats.SWEEP)
    return lambda: heartbeats.is_back(heartbeats.SWEEP)


def _hold_again(cast: Cast) -> Callable[[], object]:
    limits.hold("something", "somebody")
    return transaction.atomic(lambda: limits.hold("something", "somebody"))


def _print(cast: Cast) -> Callable[[], object]:
    league = running_league(cast)
    row = printing.ask(Print.Kind.BOOK, Subject(league))
    return lambda: printing.make(row.pk)


def _tell_of_restore(cast: Cast) -> Callable[[], object]:
    table = only_table(running_league(cast))
    restored.begin(timezone.now() - HOUR)
    return lambda: restored.tell(table.pk)


HOLD = [
    (_end_outage, "outage"),
    (_gather_answers, "player, outboundletter in order"),
    (
        _give_back,
        "table in order, outage, table in order, league in order, player in order, seatoffer in order, "
        "officeoffer in order",
    ),
    (_hand_over, "table"),
    (_hear_of_letter, "entry, player, outboundletter"),
    (_hold_again, "hold something"),
    (_is_back, "heartbeat"),
    (_make_final, "league"),
    (_open_more_tables, "league"),
    (_print, "hold printing"),
    (_tell_of_restore, "table"),
    (_tell_organiser, "player"),
    (_try_address, "player"),
    (_write_daily_letter, "player, outboundletter in order"),
]


@pytest.mark.parametrize(("act", "rows"), HOLD, ids=[act.__name__.strip("_") for act, _ in HOLD])
def test_a_worker_holds_the_rows_that_it_decides_by(cast: Cast, act: Act, rows: str) -> None:
    assert held_by(act(cast)) == rows


def test_a_draw_holds_its_league_before_and_behind_the_question_to_the_source(
    cast: Cast, source: Source, clock: time_machine.Traveller
) -> None:
    league = prepared_league(cast)
    for player in cast.players:
        leagues.enrol(league, player)
    leagues.start(league, cast.organiser)
    clock.shift(timedelta(seconds=70))
    assert held_by(lambda: close_and_draw.look(league.pk)) == "league, league"
    assert League.objects.get(pk=league.pk).state == League.State.RUNNING
