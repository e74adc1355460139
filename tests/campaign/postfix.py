"""A real Postfix, OpenDKIM and OpenDMARC by `deploy/postfix`, the real `receive` behind them and other people's hosts
around them: `python -m tests.campaign.postfix`, as root on a Linux that has these packages.

Everything happens on a machine of its own (`tests.deploy.postfix.machine`); nothing reaches the net and nothing stays.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from tests.deploy.postfix import behind, machine, people
from tests.shared import name_server, parts

if TYPE_CHECKING:
    from tests.deploy.postfix.checks import Check, Stage


def play(words: Sequence[str]) -> int:
    """The checks with one of these words in their names, on a machine of their own; how many found something."""
    with ExitStack() as around:
        settings = machine.set_up(people.ADDRESSES)
        key = people.public_key(Path("/etc/dkimkeys/bruges.txt"))
        names, _ = around.enter_context(name_server.answering(machine.NAMES))
        people.publish(names, key)
        players = around.enter_context(people.boxes(people.PLAYERS_BOXES))
        forged = around.enter_context(people.boxes(people.FORGED_BOXES))
        service = around.enter_context(behind.running(machine.FOLDER, settings))
        from tests.deploy.postfix import checks  # knows rows, which are there once Django is set up

        stage = checks.Stage(service, players, forged, checks.turn_letter())
        chosen = [check for check in checks.CHECKS if any(word in check.__name__ for word in words)]
        wrong = sum(not passes(check, stage) for check in chosen)
        print(*stage.figures, f"{len(chosen)} checks, {wrong or 'nothing'} wrong", sep="\n")
        return wrong


def passes(check: Check, stage: Stage) -> bool:
    begun = time.perf_counter()
    name = check.__name__.replace("_", " ").replace(" s ", "'s ")
    try:
        check(stage)
    except Exception:
        print(f"WRONG {name}\n{traceback.format_exc()}\n{machine.log()}\n{stage.service.log()}", flush=True)
        stage.service.start_again()
        return False
    print(f"ok    {name} ({time.perf_counter() - begun:.1f} s)", flush=True)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(machine.INSIDE, action="store_true", help="this is a machine of its own already")
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORD", help="checks with this word in their names")
    asked = parser.parse_args()
    if asked.inside:
        return min(1, play(asked.only))
    try:
        machine.enter(__spec__.name, *sys.argv[1:])
    except parts.Missing as part:
        print(f"NOT TESTED, MISSING PART: {part}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
