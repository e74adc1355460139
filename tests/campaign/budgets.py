"""Costs of pages and sweeps as other people's leagues grow, printed: `python -m tests.campaign.budgets`.

`growth` measures seconds beside few tables of others and beside many, on SQLite and on a PostgreSQL, whose plans of all
statements it looks at, and searches among 200,000 letters. Without arguments both are done.
"""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from time import perf_counter, process_time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings  # noqa: E402 the settings have to be there first
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import setup_test_environment, teardown_test_environment  # noqa: E402

from tests.shared import growth, parts, plans  # noqa: E402
from tests.shared.budgets import Visit, counted, people, visits  # noqa: E402
from tests.shared.crowd import make_crowd  # noqa: E402
from tournaments.models import Table  # noqa: E402
from tournaments.running import sweeps  # noqa: E402

WORST = 25
FOLDED = "{:>9} {:>8.1f} {:>8.2f} {:>10}  {:<28} {}"


def main(sizes: Iterable[int]) -> None:
    """A database of its own for each size."""
    _in_databases([lambda size=size: _measure(size) for size in sizes])  # type: ignore[misc]


def _in_databases(acts: Iterable[Callable[[], None]]) -> None:
    setup_test_environment()
    logging.disable(logging.ERROR)
    for act in acts:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        connection.creation.create_test_db(verbosity=0)
        try:
            act()
        finally:
            connection.creation.destroy_test_db("", verbosity=0)
    teardown_test_environment()
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


# --- growth -----------------------------------------------------------------------------------------


def grow(sizes: list[int]) -> None:
    """Seconds beside each number of tables; on PostgreSQL also the plans, beside the most."""
    found: list[dict[str, float]] = []

    def measure(tables: int) -> None:
        crowd = make_crowd(growth.leagues_for(tables))
        print(f"{connection.vendor}: {Table.objects.count()} tables", flush=True)
        if connection.vendor == "postgresql":
            plans.analysed()
        found.append(growth.seconds(crowd))
        if tables == max(sizes):
            if connection.vendor == "postgresql":
                _plans(growth.statements_that_read_much(crowd))
            _searches(growth.seconds_of_searches(crowd))

    _in_databases([lambda size=size: measure(size) for size in sizes])  # type: ignore[misc]
    print(f"\n{connection.vendor}: milliseconds beside {' and '.join(map(str, sizes))} tables, and the ratio")
    for name in found[0]:
        few, many = found[0][name], found[-1][name]
        print(f"{few * 1000:9.1f} {many * 1000:9.1f} {many / few:6.2f}  {name}")


def _plans(found: dict[str, tuple[int, list[plans.Read]]]) -> None:
    for who, (statements, much) in found.items():
        print(f"\n{who}: {statements} statements, {len(much)} of them read more than {growth.READ} rows of a table")
        for read in much:
            print(f"{read.milliseconds:9.1f} ms, {read.blocks} blocks: {plans.short(read.sql)}")
            print(*(f"           {node}" for node in read.nodes), sep="\n")


def _searches(found: dict[str, float]) -> None:
    print(f"\n{connection.vendor}: milliseconds of the owner's list of {growth.LETTERS} letters")
    for name, spent in found.items():
        print(f"{spent * 1000:9.1f}  {name}")


def on_both(tables: list[int]) -> None:
    """Growth here and once more, in a process of its own, on a PostgreSQL."""
    grow(tables)
    if connection.vendor == "postgresql":
        return
    try:
        with parts.postgresql() as url:
            environ = {name: value for name, value in os.environ.items() if name != "TESTS_DIR"}
            command = [sys.executable, "-m", "tests.campaign.budgets", "growth", *map(str, tables)]
            subprocess.run(command, check=True, env={**environ, "SUITE_DATABASE_URL": url})
    except parts.Missing as part:
        print(f"NOT MEASURED, MISSING PART: {part}", file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("visits", "growth"), help="one of both alone")
    parser.add_argument("numbers", nargs="*", type=int, help="of leagues (10 and 2000), of tables (1000 and 30000)")
    asked = parser.parse_args()
    call_command("check", verbosity=0)
    if asked.what != "growth":
        main(asked.numbers or [10, 2_000])
    if asked.what != "visits":
        on_both(asked.numbers or [1_000, 30_000])
