"""A bare template of the size of a letter: every line of the text and every word between tags is a variable of it."""

from __future__ import annotations

import re

from django.template import Context, Template
from django.template.engine import Engine

TAG = re.compile(r"(<[^>]*>)")
TEXT = "{% autoescape off %}{% for line in lines %}{{ line }}\n{% endfor %}{% endautoescape %}"
HTML = "{% for tag, words in pieces %}{{ tag|safe }}{{ words }}{% endfor %}"
_engine = Engine()
_TEXT, _HTML = Template(TEXT, engine=_engine), Template(HTML, engine=_engine)

Lines = list[str]
Pieces = list[tuple[str, str]]


def of(text: str, html: str) -> tuple[Lines, Pieces]:
    """The values that make both templates a letter like this one."""
    first, *rest = TAG.split(html)
    return text.splitlines(), [("", first), *zip(rest[::2], rest[1::2], strict=True)]


def rendered(lines: Lines, pieces: Pieces) -> tuple[str, str]:
    return _TEXT.render(Context({"lines": lines})), _HTML.render(Context({"pieces": pieces}))
