"""The content of an element's style, by the whole names of its properties."""

from __future__ import annotations

import re

HIDING = {"display": ("none",), "mso-hide": ("all",)}
COMMENT = r"/\*(?>(?:[^*]|\*(?!/))*)(?:\*/)?"
QUOTED = r"\"(?>(?:[^\"\\\n]|\\.)*)[\"\n]?|'(?>(?:[^'\\\n]|\\.)*)['\n]?"
# What is between two semicolons that are in no comment, no quotes and no brackets.
IN_BRACKETS = rf"\((?>(?:[^\"')]|{QUOTED}|[\"'])*)\)?"
DECLARATION = re.compile(rf"(?>(?:[^;\"'(\\/]|{COMMENT}|/|\\.?+|{QUOTED}|{IN_BRACKETS})+)", re.DOTALL)
COMMENTS = re.compile(COMMENT)
ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})[ \t\n\f\r]?|(.))", re.DOTALL)


def declarations(style: str) -> list[tuple[str, str]]:
    """All names and values in small letters, the important ones last. Linear: nothing of a style is looked at twice."""
    plain: list[tuple[str, str]] = []
    important: list[tuple[str, str]] = []
    for declaration in DECLARATION.findall(style.lower()):
        if ":" not in declaration:
            continue
        text = COMMENTS.sub(" ", declaration) if "/*" in declaration else declaration
        name, _, value = (ESCAPE.sub(_sign, text) if "\\" in text else text).partition(":")
        value, mark, _ = value.partition("!")
        (important if mark else plain).append((name.strip(), value.strip()))
    return plain + important


def _sign(escape: re.Match[str]) -> str:
    if not escape[1]:
        return escape[2]
    number = int(escape[1], 16)
    return chr(number).lower() if number <= 0x10FFFF else "\ufffd"


def hides(said: dict[str, str]) -> bool:
    """Whether what has these declarations is not shown, or struck out."""
    if any(said.get(name) in values for name, values in HIDING.items()):
        return True
    struck = f"{said.get('text-decoration', '')} {said.get('text-decoration-line', '')}".split()
    return "line-through" in struck
