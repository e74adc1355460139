"""Where a signature begins. Knows no phrases: lines like "sent from my phone" fall out because they are no orders."""

from __future__ import annotations

import re

SEPARATOR = re.compile(r"--|[—―]{1,3}|_{4,}")


def begins_signature(text: str) -> bool:
    """Whether a cleaned line is a signature separator: "--", a long dash, or a line of underscores."""
    return SEPARATOR.fullmatch(text) is not None
