"""Where the two sites, the mail providers' webhooks and the health checks hang."""

from django.urls import include, path

from bruges_pbem import health

urlpatterns = [
    path("healthz", health.lives),
    path("readyz", health.ready),
    path("mail/", include("anymail.urls")),
    path("desk/", include("tournaments.organiser.urls")),
    path("", include("tournaments.player.urls")),
]
