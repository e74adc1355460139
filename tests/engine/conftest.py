"""Runs the tests of the engine with their dice, whether alone, by pytest.toml, or among all others."""

from __future__ import annotations

import pytest


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    """Add the plugins that need no service. Where tests/conftest.py has added them nothing happens."""
    pluginmanager.import_plugin("tests.shared.collecting")
    pluginmanager.import_plugin("tests.shared.dice")
