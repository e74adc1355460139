"""The URLs of the two sites, the interface for programs, the mail providers' webhooks, health checks, security.txt."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from bruges_pbem import health, metrics, security_txt, unavailable
from tournaments.inbox.doors import webhooks

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.lives),
    path("readyz", health.ready),
    path("metrics", metrics.page),
    path(".well-known/security.txt", security_txt.file, name="security-txt"),
    path("security.txt", security_txt.elsewhere),
    path("mail/", include((webhooks.urls(settings.MAIL_PROVIDER, settings.ANYMAIL), "anymail"))),
    path("letters/", include("tournaments.player.mailed_key_urls")),
    path("api/v1/", include("tournaments.organiser.api.urls")),
    path("desk/", include("tournaments.organiser.urls")),
    *([path("post/", include("tournaments.running.demo.urls"))] if settings.DEMO else []),
    path("", include("tournaments.player.urls")),
]
handler500 = unavailable.answer
