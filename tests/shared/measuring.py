"""A plugin: a test of time that failed is run again, since other work on the machine only makes times longer."""

from __future__ import annotations

import inspect
import re
from functools import cache
from types import ModuleType

import pytest

AGAIN = 3  # runs after the first; each is reported, and what is truly slow fails them all
MEASURES = re.compile(r"\bpace\.seconds\b|\bprocess_time\b|\bpatterns\.slow\b")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        module = getattr(item, "module", None)
        if module is not None and measures(module):
            item.add_marker(pytest.mark.flaky(reruns=AGAIN, only_rerun="AssertionError"))


@cache
def measures(module: ModuleType) -> bool:
    """Tell whether a file of tests measures seconds of the processor."""
    return MEASURES.search(inspect.getsource(module)) is not None
