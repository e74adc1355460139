"""Files sent along with a letter, by the ends of their names."""

from __future__ import annotations

WORDS = (".txt", ".md", ".csv", ".rtf", ".odt", ".doc", ".docx", ".pages", ".pdf")


def holds_words(name: str) -> bool:
    """Whether somebody may have written orders into a file of this name; it is not read."""
    return name.lower().endswith(WORDS)
