"""Forms of the desk without the theme's indentation: what is read stays the same."""

from __future__ import annotations

import pytest
from django.template import Context, Template


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("<p>\n\n      <b>a</b> <i>b</i>\n   </p>", "<p>\n<b>a</b> <i>b</i>\n</p>"),
        ("<p>two\n\n   lines</p>", "<p>two\n\n   lines</p>"),
        ("<textarea>\n  {{ words }}</textarea>", "<textarea>\n  &gt;\n\n  &lt;</textarea>"),
        (">" + " \n" * 50_000, ">" + " \n" * 50_000),  # at once, however long
    ],
)
def test_one_line_break_stands_for_all_space_between_tags(written: str, sent: str) -> None:
    shown = Template(f"{{% load desk %}}{{% unindented %}}{written}{{% endunindented %}}")
    assert shown.render(Context({"words": ">\n\n  <"})) == sent
