"""The contact for reports of a hole in the service: /.well-known/security.txt (RFC 9116), from the settings alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

GOOD_FOR = timedelta(days=180)  # the standard recommends less than a year
KEPT = timedelta(hours=1)


@require_safe
@cache_control(public=True, max_age=int(KEPT.total_seconds()))
def file(request: HttpRequest) -> HttpResponse:
    """The file. Not there while nobody is named who could be told."""
    if not settings.SECURITY_CONTACT:
        raise Http404("Whoever hosts this service has named no contact (SECURITY_CONTACT).")
    return HttpResponse("\n".join([*lines(timezone.now()), ""]), content_type="text/plain; charset=utf-8")


@require_safe
def elsewhere(request: HttpRequest) -> HttpResponse:
    """From the place where the file lay before the standard."""
    if not settings.SECURITY_CONTACT:
        raise Http404("Whoever hosts this service has named no contact (SECURITY_CONTACT).")
    return HttpResponse(status=301, headers={"Location": reverse("security-txt")})


def lines(now: datetime) -> Iterator[str]:
    """The fields of the file; Expires is the same for a whole day."""
    expires = datetime.combine(now.astimezone(UTC).date(), time(), UTC) + GOOD_FOR
    for contact in settings.SECURITY_CONTACT:
        yield f"Contact: {contact}"
    yield f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}"
    yield f"Preferred-Languages: {', '.join(settings.SECURITY_LANGUAGES)}"
    yield f"Canonical: {settings.SITE_URL}{reverse('security-txt')}"
    for policy in settings.SECURITY_POLICY:
        yield f"Policy: {policy}"
