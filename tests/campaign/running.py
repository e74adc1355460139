"""Attacks again and again with other chances, until the time is up or something is found."""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import sys
from collections.abc import Callable
from itertools import count
from random import Random
from time import monotonic
from typing import Any

import django

Attack = Callable[[Random], tuple[int, list[str]]]  # how many were tried, and what is wrong


def main(attack: Attack, about: str, seconds: float = 600) -> None:
    """Run the command; it fails as soon as an attack has found something, and says with which seed it was."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--seconds", type=float, default=seconds, help="how long to go on (at least one round)")
    parser.add_argument("--seed", type=int, default=1, help="of the first round; each further one has the next number")
    asked = parser.parse_args()
    sys.exit(run(attack, asked.seconds, asked.seed))


def run(attack: Attack, seconds: float, seed: int) -> int:
    """Rounds in a database of their own, each undone. The status to exit with."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.conf import settings
    from django.db import connection, transaction
    from django.test.utils import setup_test_environment

    setup_test_environment()
    logging.disable(logging.CRITICAL)
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    connection.creation.create_test_db(verbosity=0)
    begun, tried = monotonic(), 0
    try:
        for number in count(seed):
            around: Any = transaction.atomic()
            around._from_testcase = True  # as Django marks its own: a durable action may run inside
            with around:
                more, wrong = attack(Random(number))
                transaction.set_rollback(True)
            tried += more
            for line in wrong:
                print(line)
            spent = monotonic() - begun
            if wrong or spent > seconds:
                print(f"seeds {seed} to {number}: {tried} tried in {spent:.0f} s, {len(wrong) or 'nothing'} found")
                return 1 if wrong else 0
        return 0
    finally:
        connection.creation.destroy_test_db("", verbosity=0)
        shutil.rmtree(settings.TESTS_DIR, ignore_errors=True)
