"""Template tags of the organisers' desk: the rows of a list and the fields of a form, in few bytes each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import template
from django.contrib.admin.templatetags.admin_urls import add_preserved_filters
from django.contrib.admin.utils import display_for_field, display_for_value, lookup_field
from django.contrib.admin.views.main import PAGE_VAR, ChangeList
from django.db.models import Field, ManyToOneRel
from django.template.base import NodeList, Parser, Token
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from unfold.templatetags.unfold_list import result_headers

register = template.Library()
NOTHING = "–"
BETWEEN_TAGS = re.compile(r">\s++<")


@dataclass(frozen=True, slots=True)
class Cell:
    """The cell under a head, and what it shows; `url` of the cell that leads to the row's own page."""

    head: str
    shown: Any
    url: str


@register.inclusion_tag("admin/desk/_rows.html")
def desk_rows(cl: ChangeList) -> dict[str, Any]:
    """The rows of a list in a fifth of the bytes that the theme's own take."""
    heads = list(result_headers(cl))
    rows = [list(_cells(cl, row, heads)) for row in cl.result_list]
    return {"heads": heads, "rows": rows, "name": cl.opts.verbose_name_plural, "narrowed": bool(cl.params or cl.query)}


def _cells(cl: ChangeList, row: Any, heads: list[dict[str, Any]]) -> Iterator[Cell]:
    for at, (name, head) in enumerate(zip(cl.list_display, heads, strict=True)):
        links = name in cl.list_display_links if cl.list_display_links else at == 0
        url = cl.url_for_result(row) if links else ""
        # The way back from the row leads to this page of the list.
        kept: Any = {"preserved_filters": cl.preserved_filters, "opts": cl.opts}
        yield Cell(str(head["text"]), _shown(cl, row, name), add_preserved_filters(kept, url) if url else "")


def _shown(cl: ChangeList, row: Any, name: Any) -> Any:
    field, attr, value = lookup_field(name, row, cl.model_admin)
    if label := getattr(attr, "label", False):
        return _label(value, label)
    if field is None:
        return display_for_value(value, NOTHING, getattr(attr, "boolean", False))
    if isinstance(field, Field) and isinstance(field.remote_field, ManyToOneRel):
        related = getattr(row, field.name)
        return NOTHING if related is None else related
    return display_for_field(value, field, NOTHING)


def _label(value: Any, label: Any) -> Any:
    """A value, or a pair of what its kind is known by and its words."""
    known, words = value if isinstance(value, tuple) else (value, value)
    if not words:
        return NOTHING
    kind = label.get(known, "") if isinstance(label, dict) else ""
    return format_html('<span class="desk-mark {}">{}</span>', kind, words)


@register.inclusion_tag("unfold/helpers/header_title.html", takes_context=True)
def desk_title(context: template.Context) -> dict[str, Any]:
    """The way to a page: its list, as the sidebar calls it, and its row; of all other pages their own name."""
    rows = getattr(context.get("cl") or context.get("adminform"), "model_admin", None)
    opts, row, title = context.get("opts"), context.get("original"), context.get("content_title")
    if opts is None:
        return {"parts": [{"title": title or context.get("title") or ""}]}
    name = f"desk:{opts.app_label}_{opts.model_name}"
    parts = [{"link": reverse(f"{name}_changelist"), "title": getattr(rows, "called", opts.verbose_name_plural)}]
    if row is not None:
        parts.append({"link": reverse(f"{name}_change", args=[row.pk]), "title": row})
    elif context.get("add"):
        parts.append({"link": "", "title": gettext("Prepare a league")})
    return {"parts": parts}


@register.inclusion_tag("admin/desk/_list_pages.html")
def desk_pages(cl: ChangeList) -> dict[str, Any]:
    """The ways to the pages before and after this one of a list."""
    last, number = cl.paginator.num_pages, cl.page_num
    return {
        "count": cl.result_count,
        "more": cl.result_count >= getattr(cl.paginator, "most", cl.result_count + 1),
        "name": cl.opts.verbose_name if cl.result_count == 1 else cl.opts.verbose_name_plural,
        "number": number,
        "last": last,
        "before": cl.get_query_string({PAGE_VAR: number - 1}) if number > 1 else "",
        "after": cl.get_query_string({PAGE_VAR: number + 1}) if number < last else "",
    }


class Unindented(template.Node):
    """The content, with one line break for all space that holds one between two tags: a reader sees no change.

    Not for `<pre>`. The theme indents each field of a form by some hundred bytes.
    """

    def __init__(self, inside: NodeList) -> None:
        self.inside = inside

    def render(self, context: template.Context) -> SafeString:
        shown = self.inside.render(context)
        return mark_safe(BETWEEN_TAGS.sub(lambda space: ">\n<" if "\n" in space[0] else space[0], shown))


@register.tag
def unindented(parser: Parser, token: Token) -> Unindented:
    """`{% unindented %}...{% endunindented %}`."""
    inside = parser.parse(("endunindented",))
    parser.delete_first_token()
    return Unindented(inside)
