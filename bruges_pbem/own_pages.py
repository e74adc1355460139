"""The pages for whoever runs the service, also under the names of this machine."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from bruges_pbem import health, metrics
from bruges_pbem.this_machine import names_loopback

PAGES: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": health.lives,
    "/readyz": health.ready,
    "/metrics": metrics.page,
}


class OnThisMachine:
    """Middleware: these pages are there under the names of this machine too, whatever ALLOWED_HOSTS has.

    That opens no other page. It comes before everything that asks for the host's name or for who is signed in.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        page = PAGES.get(request.path_info)
        return self.get_response(request) if page is None or not names_loopback(request) else page(request)
