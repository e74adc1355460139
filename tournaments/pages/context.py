"""Context processor: the name of the service and the languages it speaks, for every page."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from engine.language.languages import LANGUAGES


def service(request: HttpRequest) -> dict[str, Any]:
    return {"service": settings.SERVICE_NAME, "languages": LANGUAGES}
