"""Context processor: the name of the service, for every page."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def service(request: HttpRequest) -> dict[str, str]:
    return {"service": settings.SERVICE_NAME}
