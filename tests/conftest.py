"""Fixtures for all tests of the service, and the loud line on a part that this machine does not have."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import hypothesis
import pytest
from django.conf import settings

from tests.shared import parts

# `begun` takes dice.
pytest_plugins = [
    f"tests.shared.{name}"
    for name in ("collecting", "measuring", "beacon", "dice", "begun", "sites", "hand_over", "locks")
]

MARK = "MISSING PART"

# Other work on the machine makes examples slow; tests that measure time say so.
hypothesis.settings.register_profile("without deadline", deadline=None)
hypothesis.settings.load_profile("without deadline")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("sqlite") is not None and "sqlite" not in settings.DATABASES["default"]["ENGINE"]:
        pytest.skip("of SQLite")


def without(part: parts.Missing) -> NoReturn:
    """Skip what needs the part; where everything must be there (CI), fail."""
    if os.environ.get("CI", "").lower() in {"1", "true", "yes"}:
        pytest.fail(f"{MARK}: {part}", pytrace=False)
    pytest.skip(f"{MARK}: {part}")


@pytest.fixture(autouse=True)
def measured_anew() -> None:
    """What pages show as measured a moment ago was not measured in another test."""
    from tournaments.running.metrics import counting, standing  # Django is ready now

    counting.FIGURES.forget()
    standing.STANDING.forget()


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real Redis."""
    try:
        with parts.redis(tmp_path_factory.mktemp("redis")) as url:
            yield url
    except parts.Missing as part:
        without(part)


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """A real PostgreSQL."""
    try:
        with parts.postgresql() as url:
            yield url
    except parts.Missing as part:
        without(part)


@pytest.fixture(scope="session")
def dovecot() -> Iterator[parts.Dovecot]:
    """A real IMAP host."""
    try:
        with parts.dovecot() as host:
            yield host
    except parts.Missing as part:
        without(part)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a real browser."""
    try:
        return parts.chromium()
    except parts.Missing as part:
        without(part)


@pytest.fixture(scope="session")
def provider_packages() -> None:
    """Need the packages of the providers that tests post as, which `make setup` does not install."""
    if lacking := [package for package in ("boto3", "svix") if find_spec(package) is None]:
        without(parts.Missing(f"{' and '.join(lacking)}: python3 deploy/bootstrap.py providers"))


@pytest.fixture
def service(tmp_path: Path) -> Iterator[parts.Service]:
    """The whole service and a post office, each part a process of its own."""
    try:
        with parts.service(tmp_path) as running:
            yield running
    except parts.Missing as part:
        without(part)


def pytest_configure() -> None:
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)


def pytest_unconfigure(config: pytest.Config) -> None:
    """The workers of xdist share the folder of the process that started them."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(settings.TESTS_DIR, ignore_errors=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for each part that was not there, where nobody can overlook it."""
    reasons = {
        report.longrepr[2].partition(f"{MARK}: ")[2]
        for report in terminalreporter.getreports("skipped")
        if isinstance(report.longrepr, tuple) and MARK in report.longrepr[2]
    }
    for reason in sorted(reasons):
        terminalreporter.write_line(f"NOT TESTED, {MARK}: {reason}", red=True, bold=True)
