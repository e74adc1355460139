"""The text of one cell of a CSV file, so that no spreadsheet takes it for a formula. Pure.

Spreadsheets run what begins with one of a few signs, also out of a file whose cells are names that others chose. An
apostrophe before it makes it text; a text that has apostrophes before such a sign gets one more, so that a cell that
is read back is what was written.
"""

from __future__ import annotations

import re

# = + - @ begin a formula, in full width too; a tab or the end of a line is passed over, with what would follow it run.
RUN = re.compile(r"'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])")


def guarded(text: str) -> str:
    """The text as a cell that is shown as it is."""
    return f"'{text}" if RUN.match(text) else text


def unguarded(cell: str) -> str:
    """The text of a cell that `guarded` has made; of another one what it is."""
    return cell[1:] if cell.startswith("'") and RUN.match(cell) else cell
