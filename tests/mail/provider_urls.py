"""The service's addresses as they are with a mail provider and the secret that it posts with."""

from __future__ import annotations

from django.urls import include, path

from bruges_pbem import urls
from tournaments.mail.doors import webhooks

SECRET = "postmark:" + "s" * 24
PROVIDER = webhooks.urls("postmark", {"WEBHOOK_SECRET": SECRET})
urlpatterns = [path("mail/", include((PROVIDER, "provider"))), *urls.urlpatterns]
