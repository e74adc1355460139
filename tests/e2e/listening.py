"""What a browser and the service find wrong while somebody is at a page."""

from __future__ import annotations

from playwright.sync_api import Page


def listen(page: Page, complaints: list[str]) -> None:
    """Write down every error and warning of the browser, and every answer that is one."""

    def complain(what: str) -> None:
        complaints.append(f"{page.url}: {what}")

    page.on("console", lambda said: complain(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complain(str(error)))
    page.on("response", lambda answer: complain(f"{answer.url}: {answer.status}") if answer.status >= 400 else None)
