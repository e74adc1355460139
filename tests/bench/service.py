"""The service set up for a measurement: a database of its own, a league, a table that is played by letters."""

from __future__ import annotations

from functools import cache
from random import Random
from time import process_time
from typing import Any
from unittest.mock import patch

from tests.bench import ready  # isort: skip  # the settings have to be there first

from django.core.management import call_command

from bruges_pbem import celery
from tests.bench import chain
from tests.shared.cast import make_cast, only_table, running_league
from tournaments.letters import turn
from tournaments.letters.parts import draft
from tournaments.models import OutboundLetter, Table

assert ready.FOLDER
WARM = 6  # replies before it counts
celery.app.set_default()  # so that the tasks are found by their names
celery.app.loader.import_default_modules()


@cache
def table() -> Table:
    call_command("migrate", verbosity=0)
    return only_table(running_league(make_cast()))


def turn_values() -> dict[str, Any]:
    """The values from which the letter about a turn in the middle of a game is made."""
    kept: list[dict[str, Any]] = []

    def keeping(kind: str, values: Any, **how: Any) -> draft.Draft:
        kept.append(dict(values))
        return draft.compose(kind, values, **how)

    with patch.object(turn, "compose", keeping):
        played(10, Random(3))
    return kept[-1]


def composed(values: dict[str, Any]) -> draft.Draft:
    return draft.compose("turn", values, serial=1, picture={"table": 1, "seat": 0})


def played(count: int, chance: Random) -> tuple[list[float], list[float]]:
    """Seconds of processor time for each of so many replies: through the service, and through the bare chain."""
    at = table()
    ours, bare = [], []
    with chain.both() as (our_port, bare_port):
        for _ in range(count):
            last = OutboundLetter.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
            mail = chain.next_reply(at, chance)
            ours.append(_cost(our_port, mail))
            chain.prepare_bare(at, *OutboundLetter.objects.filter(pk__gt=last).order_by("pk"))
            bare.append(_cost(bare_port, mail))
    return ours[WARM:], bare[WARM:]


def _cost(port: int, mail: tuple[bytes, str, str]) -> float:
    begin = process_time()
    chain.send(port, *mail)
    return process_time() - begin
