"""Context processor: the name and address of the service and the languages it speaks, for every page."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from engine.language.languages import LANGUAGES


def service(request: HttpRequest) -> dict[str, Any]:
    site = settings.SITE_URL.rstrip("/")  # programs that show a preview of a link want the whole address of its picture
    return {"service": settings.SERVICE_NAME, "site": site, "languages": LANGUAGES}
