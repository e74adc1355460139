"""The same dice for a test in every run, and other ones on request.

A table's dice follow from a secret that the service draws. A test that holds for nearly all of them is red once a
month and nobody can see it again. So each test draws from its own name and a word; `--dice WORD` is another word,
for looking whether a test holds for more games than one.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

FIRST = "first"
ROOT = Path(__file__).resolve().parents[2]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--dice", default=FIRST, metavar="WORD", help="draw all tables' secrets anew from this word")


def pytest_report_header(config: pytest.Config) -> str:
    return f"dice: {config.getoption('--dice')}"


@contextmanager
def drawn_from(request: pytest.FixtureRequest) -> Iterator[None]:
    """Draw secrets from the name of the test or the module that makes rows for its tests."""
    word = request.config.getoption("--dice")
    drawn = random.Random(f"{word} {_full_name(request.node)}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", lambda size=32: drawn.randbytes(size or 32))
        yield


def _full_name(node: pytest.Item | pytest.Collector) -> str:
    """The id of a node as seen from the root of the project, wherever the configuration of this run lies."""
    _, colons, rest = node.nodeid.partition("::")
    return f"{node.path.relative_to(ROOT).as_posix()}{colons}{rest}"


@pytest.fixture(autouse=True)
def dice(request: pytest.FixtureRequest) -> Iterator[None]:
    """Draw secrets of this test from its name."""
    with drawn_from(request):
        yield
