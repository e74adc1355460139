"""Pictures of pages as a person sees them, on a desk and on a telephone, and whether a page fits into both."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from playwright.sync_api import Page

DESK = (1280, 900)
PHONE = (360, 740)
SCREENS = "SCREENS_DIR"  # environment variable: where pictures go that somebody wants to look at


class Camera:
    """Takes numbered pictures into one folder; where nobody wants to look at them it only measures."""

    def __init__(self) -> None:
        self.folder = Path(os.environ[SCREENS]) if os.environ.get(SCREENS) else None
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
        self._numbers = count(1)
        self._taken: set[str] = set()

    def take(self, page: Page, name: str, *, phone: bool = True) -> None:
        """A picture of the whole page at a desk and, where people use one, on a phone; nothing may stick out.

        One picture for each name: the second person to see a page sees what the first one saw.
        """
        if name in self._taken:
            return
        self._taken.add(name)
        number = next(self._numbers)
        page.wait_for_load_state()
        for (width, height), where in ((DESK, "desk"), (PHONE, "phone")) if phone else ((DESK, "desk"),):
            page.set_viewport_size({"width": width, "height": height})
            needed, tall = page.evaluate(
                "[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]"
            )
            assert needed <= width, f"{page.url} is {needed} pixels wide on a screen of {width}"
            if self.folder is not None:
                # All of it in the window: what sticks to an edge is then where it belongs.
                page.set_viewport_size({"width": width, "height": max(height, tall)})
                page.screenshot(path=self.folder / f"{number:02}-{name}-{where}.png")
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
