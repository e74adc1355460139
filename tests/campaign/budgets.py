"""What pages and sweeps cost as other people's leagues grow, printed.

python -m tests.campaign.budgets [numbers of leagues, 10 and 2000 if none are given]
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
from collections.abc import Iterable
from time import perf_counter, process_time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings  # noqa: E402 the settings have to be there first
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from tests.budgets import Visit, counted, people, visits  # noqa: E402
from tests.crowd import make_crowd  # noqa: E402
from tournaments import sweeps  # noqa: E402
from tournaments.models import Table  # noqa: E402

WORST = 25
FOLDED = "{:>9} {:>8.1f} {:>8.2f} {:>10}  {:<28} {}"


def main(sizes: Iterable[int]) -> None:
    """A database of its own for each size."""
    setup_test_environment()
    logging.disable(logging.ERROR)
    for size in sizes:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        connection.creation.create_test_db(verbosity=0)
        try:
            _measure(size)
        finally:
            connection.creation.destroy_test_db("", verbosity=0)
    shutil.rmtree(settings.TESTS_DIR, ignore_errors=True)


def _measure(size: int) -> None:
    begun = process_time()
    crowd = make_crowd(size)
    print(f"\n{size} leagues of others, {Table.objects.count()} tables, made in {process_time() - begun:.1f} s of CPU")
    found = list(visits(people(crowd, many=True)))
    print(f"{len(found)} visits took {sum(one.seconds for one in found):.1f} s")
    pages = [one for one in found if one.is_page]
    _table("most statements", sorted(found, key=lambda one: -one.statements))
    _table("largest pages", sorted(pages, key=lambda one: -one.size))
    _table("slowest", sorted(found, key=lambda one: -one.seconds))
    _sweep()


def _table(title: str, found: list[Visit]) -> None:
    print(f"\n{title}\nstatements     kB  seconds      steps")
    for one in found[:WORST]:
        print(FOLDED.format(one.statements, one.size / 1000, one.seconds, one.steps, one.who, one.address))


def _sweep() -> None:
    """The second one: what was due is done by then."""
    for times in ("first sweep", "sweep that finds nothing"):
        begun = perf_counter()
        with counted() as work:
            sweeps.sweep()
        print(f"{times}: {len(work.sql)} statements, {work.steps} steps, {perf_counter() - begun:.3f} s")


if __name__ == "__main__":
    call_command("check", verbosity=0)
    main([int(word) for word in sys.argv[1:]] or [10, 2000])
