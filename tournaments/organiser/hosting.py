"""The page about mail for whoever hosts the service: what is behind the one light on the start page."""

from __future__ import annotations

from datetime import timedelta

from celery import current_app
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from kombu.exceptions import OperationalError

from tournaments.actions.clock import outage_time
from tournaments.language.refusals import NotWaiting
from tournaments.models import Outage, OutboundLetter
from tournaments.organiser.site import site
from tournaments.outbox import mail_health
from tournaments.pages import reader
from tournaments.queries.letters import answer_times

LATELY = timedelta(days=7)
OUTAGES_SHOWN = 20


def mail(request: HttpRequest) -> HttpResponse:
    """For the owners of the service alone: it tells of letters of all leagues."""
    if not request.user.is_superuser:
        raise Http404("This page is for who hosts the service.")
    if request.method == "POST":
        return _end_outage(request)
    since = timezone.now() - LATELY
    refused = OutboundLetter.objects.filter(state=OutboundLetter.State.FAILED, created_at__gt=since)
    values = {
        **site.each_context(request),
        "title": "Mail",
        "works": mail_health.look(),
        "last_sent_at": mail_health.last_sent_at(),
        "last_read_at": mail_health.last_read_at(),
        "answers": answer_times.look(),
        "answers_days": answer_times.LATELY.days,
        "broker": _broker_answers(),
        "refused": refused.count(),
        "outages": [(row, outage_time.in_words(row)) for row in Outage.objects.order_by("-begins_at")[:OUTAGES_SHOWN]],
    }
    return TemplateResponse(request, "admin/desk/mail.html", values)


def _end_outage(request: HttpRequest) -> HttpResponse:
    """End the outage of a part that is back, or not used any more, without a sign of its own."""
    try:
        ended = outage_time.end(request.POST.get("outage", ""), reader.player(request))
    except (Outage.DoesNotExist, ValueError):  # or no number, or one of thousands of figures
        raise Http404("There is no such outage.") from None
    except NotWaiting as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"The outage has ended: {outage_time.in_words(ended)}. Deadlines get the time back.")
    return redirect("desk:mail")


def _broker_answers() -> bool:
    try:
        with current_app.connection_for_write(connect_timeout=2) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=2)
    except OperationalError:
        return False
    return True
