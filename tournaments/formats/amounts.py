"""Numbers of things, in the English of the desk and of commands; players read `say`."""

from __future__ import annotations


def amount(number: int, what: str) -> str:
    """Count a thing: "1 game", "3 games"."""
    return f"{number} {what}{'' if number == 1 else 's'}"
