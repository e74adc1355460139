"""A real browser for tests that look at pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.camera import Camera
from tests.shared.parts import BROWSER_OPTIONS


@pytest.fixture
def browser(chromium: str) -> Iterator[Browser]:
    """Chromium; every person gets a context of it."""
    with sync_playwright() as playwright:
        program = playwright.chromium.launch(executable_path=chromium, args=list(BROWSER_OPTIONS))
        yield program
        program.close()


@pytest.fixture
def camera() -> Camera:
    return Camera()
