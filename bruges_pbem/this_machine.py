"""Requests that somebody on this machine itself makes; nothing is answered here."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.request import split_domain_port

# Of a request that a proxy has handed on.
HANDED_ON = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP")
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def is_from_this_machine(request: HttpRequest) -> bool:
    """Tell whether somebody on this machine asks, not a proxy on it for somebody else."""
    handed_on = any(name in request.META for name in HANDED_ON)
    return request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1") and names_loopback(request) and not handed_on


def names_loopback(request: HttpRequest) -> bool:
    """True for a request that names this machine as its host, with any port."""
    return split_domain_port(request.META.get("HTTP_HOST", ""))[0] in LOOPBACK
