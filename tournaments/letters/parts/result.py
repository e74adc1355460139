"""The result of a game in a letter: places, points and how they came about, the winner first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Scoresheet
from tournaments.language.speech import say
from tournaments.letters.parts.layout import grid, ordinal


def of_sheet(sheet: Scoresheet, names: Sequence[str]) -> dict[str, Any]:
    """The values that a letter with a scoresheet needs. `names`: of the seats, in their order."""
    order = sorted(range(len(sheet.ranks)), key=lambda number: sheet.ranks[number])
    called = [names[n] for n in order]
    rows = [(name[:1].upper() + name[1:], [cells[n] for n in order]) for name, cells in sheet.rows]
    rows.append((say("Total"), [sheet.totals[n] for n in order]))
    return {
        "result": [(ordinal(sheet.ranks[n]), names[n], sheet.totals[n]) for n in order],
        "decided": sheet.decided,
        "rows": rows,
        "grid": grid(called, rows),
    }
