"""Where the two sites, the mail providers' webhooks and the health checks hang."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from bruges_pbem import health
from tournaments.mail.doors import webhooks

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.lives),
    path("readyz", health.ready),
    path("mail/", include((webhooks.urls(settings.MAIL_PROVIDER, settings.ANYMAIL), "anymail"))),
    path("letters/", include("tournaments.mail.doors.urls")),
    path("desk/", include("tournaments.organiser.urls")),
    *([path("post/", include("tournaments.demo.urls"))] if settings.DEMO else []),
    path("", include("tournaments.player.urls")),
]
