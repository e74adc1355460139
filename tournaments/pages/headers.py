"""The headers by which every page tells the browser what it may load and where it may send things."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

STRICT = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; "
    "img-src 'self' data:"
)
# The theme of the organisers' desk brings its colours with the page and hides what is closed by `style`.
DESK = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'self'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)
# What a browser can lend to a page; ours need none of it, and what they should ever load must not get it either.
LENT = (
    "accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "fullscreen", "geolocation",
    "gyroscope", "hid", "idle-detection", "magnetometer", "microphone", "midi", "payment", "picture-in-picture",
    "publickey-credentials-get", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
PERMISSIONS = ", ".join(f"{feature}=()" for feature in LENT)


class ContentPolicy:
    """Middleware: the strict policy everywhere but on the desk, unless a view has set one of its own.

    Nothing of the reader's machine is lent to any page (Permissions-Policy).

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
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response
