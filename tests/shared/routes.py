"""Every address of the service, as its URL patterns have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

ARGUMENT = re.compile(r"<(?:(\w+):)?(\w+)>")
GROUP = re.compile(r"\(\?P<\w+>([^()|]+)[^()]*\)")


def routes(resolver: URLResolver | None = None, before: str = "/") -> Iterator[str]:
    """Every route, its arguments as "<converter:name>"; a regular expression as the simplest text that it fits."""
    for pattern in (resolver or get_resolver()).url_patterns:
        text = str(pattern.pattern)
        if not isinstance(pattern.pattern, RoutePattern):
            text = GROUP.sub(r"\1", text).removeprefix("^").removesuffix("$").replace("\\", "")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, before + text)
        else:
            assert isinstance(pattern, URLPattern)
            yield before + text


def converters(route: str) -> set[str]:
    """The converters of a route's arguments: "int", "str", "slug", "path"."""
    return {found[1] or "str" for found in ARGUMENT.finditer(route)}


def filled(route: str, values: Mapping[str, object]) -> str:
    """The address of a route with these values by the name of the converter. KeyError for one without a value."""
    return ARGUMENT.sub(lambda found: str(values[found[1] or "str"]), route)
