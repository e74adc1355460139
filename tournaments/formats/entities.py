"""Entities of HTML in text that anybody may have written, undone in a time that grows with its length alone."""

from __future__ import annotations

import html
import re

# Python makes no number of thousands of figures. Eight that do not begin with a nought are beyond all characters.
FIGURES = re.compile(r"&#(?=0|[0-9]{9})0*([0-9]{1,8})[0-9]*")


def unescape(text: str) -> str:
    """The text with the signs that its entities stand for, as browsers show them; whatever numbers they have."""
    return html.unescape(FIGURES.sub(r"&#\1", text)) if "&" in text else text
