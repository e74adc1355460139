"""The service's addresses as they are with a mail provider and the secret that it posts with; several for tests."""

from __future__ import annotations

from django.urls import include, path

from bruges_pbem import urls
from tournaments.inbox.doors import webhooks

SECRET = "postmark:" + "s" * 24
PROVIDERS = ("postmark", "mailgun", "amazon_ses", "resend")
THEIRS = [pattern for name in PROVIDERS for pattern in webhooks.urls(name, {"WEBHOOK_SECRET": SECRET})]
urlpatterns = [path("mail/", include((THEIRS, "anymail"))), *urls.urlpatterns]
handler500 = urls.handler500
