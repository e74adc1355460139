"""What holds for every run of tests, with the service or without it: a plugin that needs no Django."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest

from tests import on_postgresql


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rows-elsewhere", action="store_true", help="leave out what `tests.on_postgresql` runs")


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
        left_out = [item for item in items if _is_elsewhere(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not _is_elsewhere(item)]


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
