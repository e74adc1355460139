"""The page about mail for whoever hosts the service: what the one light on the start page stands for."""

from __future__ import annotations

from datetime import timedelta

from celery import current_app
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from kombu.exceptions import OperationalError

from tournaments.mail import answer_times, works
from tournaments.models import OutboundLetter
from tournaments.organiser.site import site

LATELY = timedelta(days=7)


def mail(request: HttpRequest) -> HttpResponse:
    """For the owners of the service alone: it tells of letters of all leagues."""
    if not request.user.is_superuser:
        raise Http404("This page is for who hosts the service.")
    since = timezone.now() - LATELY
    refused = OutboundLetter.objects.filter(state=OutboundLetter.State.FAILED, created_at__gt=since)
    values = {
        **site.each_context(request),
        "title": "Mail",
        "works": works.look(),
        "last_sent_at": works.last_sent_at(),
        "last_read_at": works.last_read_at(),
        "answers": answer_times.look(),
        "answers_days": answer_times.LATELY.days,
        "broker": _broker_answers(),
        "refused": refused.count(),
    }
    return TemplateResponse(request, "admin/desk/mail.html", values)


def _broker_answers() -> bool:
    try:
        with current_app.connection_for_write(connect_timeout=2) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=2)
    except OperationalError:
        return False
    return True
