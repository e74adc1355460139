"""What holds for every run of tests, with the service or without it: a plugin that needs no Django."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import on_postgresql


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rows-elsewhere", action="store_true", help="leave out what `tests.on_postgresql` runs")
    parser.addoption("--long", action="store_true", help="also what is marked `long`")


def pytest_configure() -> None:
    # Where it is set, each process that a test starts would compile the whole service anew: a second, 200 times.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    gc.disable()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Refuse a test file in whose place another one of the same name was imported: its own tests would not run."""
    module = getattr(item, "module", None)
    if module is not None and Path(module.__file__) != item.path:
        raise pytest.UsageError(f"{item.path} was not collected but {module.__file__}: make its folders packages")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("rows_elsewhere"):
        _leave_out(config, items, _is_elsewhere)
    if not config.getoption("long"):
        _leave_out(config, items, _is_long)


def _leave_out(config: pytest.Config, items: list[pytest.Item], left_out: Callable[[pytest.Item], bool]) -> None:
    config.hook.pytest_deselected(items=[item for item in items if left_out(item)])
    items[:] = [item for item in items if not left_out(item)]


def _is_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("long") is not None


def _is_elsewhere(item: pytest.Item) -> bool:
    runs_there = on_postgresql.are_run_here(item.path.relative_to(item.config.rootpath))
    return runs_there and item.get_closest_marker("sqlite") is None


def pytest_collection_finish() -> None:
    """Keep the garbage collector away from what lives as long as the run: modules and collected tests.

    Going through these again and again is a tenth of the suite's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    gc.enable()
