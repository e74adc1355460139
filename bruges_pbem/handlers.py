"""The applications that web servers run: Django's, which also take a request whose content type nobody can read.

The one for WSGI takes a body whole and in time, or not at all (`bodies`), and hands its answers on within a time
(`answers`).

Loaded before Django is set up: nothing here knows a model.
"""

from __future__ import annotations

from typing import Any

from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

from bruges_pbem.answers import Answers, TakenAnswer
from bruges_pbem.bodies import WholeBody

UNREADABLE = "unreadable"  # a content type that nobody takes: `readable` refuses it


class _Typed:
    """A request whose content type may be anything: Django's fails before there is something that could answer."""

    content_type: str | None
    content_params: dict[str, str] | None

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            super()._set_content_type_params(meta)  # type: ignore[misc]
        except (LookupError, ValueError):
            self.content_type = UNREADABLE
            self.content_params = {}


class _WSGIRequest(_Typed, WSGIRequest):
    pass


class _ASGIRequest(_Typed, ASGIRequest):
    pass


class WSGI(WSGIHandler):
    """The application for WSGI servers, after `django.setup`."""

    request_class = _WSGIRequest

    def __init__(self) -> None:
        super().__init__()
        self._answers = Answers()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> TakenAnswer:  # type: ignore[override]
        body = environ["wsgi.input"] = WholeBody(environ)
        try:
            return self._answers.of(super().__call__, environ, start_response)
        finally:
            body.stop()


class ASGI(ASGIHandler):
    """The application for ASGI servers, after `django.setup`."""

    request_class = _ASGIRequest
