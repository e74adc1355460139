"""The pages of `deploy/`: what an administrator reads."""

from __future__ import annotations

from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
PAGES = sorted(DEPLOY.glob("*.md"))
TEXT = "\n".join(page.read_text() for page in PAGES)
WORDS = " ".join(TEXT.split())


def text(name: str) -> str:
    """One page, as it is written."""
    return (DEPLOY / f"{name}.md").read_text()
