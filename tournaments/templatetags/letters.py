"""Template tags of letters."""

from __future__ import annotations

from urllib.parse import quote

from django import template

register = template.Library()


@register.simple_tag
def answer_link(address: str, order: str) -> str:
    """A mailto link whose body is the order (RFC 6068: percent-encoded, line end CRLF)."""
    return f"mailto:{address}?body={quote(order)}%0D%0A"
