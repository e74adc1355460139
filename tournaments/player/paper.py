"""A PDF as the answer to a request; what stands in it is made elsewhere."""

from __future__ import annotations

from django.http import HttpResponse

from tournaments.papers import PDF


def pdf(name: str, content: bytes) -> HttpResponse:
    """A file to keep, under that name."""
    response = HttpResponse(content, content_type=PDF)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
