"""What every page tells the browser about what it may load and where it may send things."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

STRICT = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; "
    "img-src 'self' data:"
)
# The theme of the organisers' desk evaluates expressions in its attributes.
DESK = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'self'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)


class ContentPolicy:
    """Middleware: the strict policy everywhere but on the desk, unless a view has set one of its own.

    The referrer stays within the site: sign-in links carry tokens. Not `no-referrer`, under which
    browsers send `Origin: null` with a form and the forgery check refuses it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        policy = DESK if match is not None and "desk" in match.namespaces else STRICT
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Referrer-Policy", "same-origin")
        return response
