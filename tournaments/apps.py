"""The Django app."""

from django.apps import AppConfig
from django.core.checks import register


class Tournaments(AppConfig):
    name = "tournaments"
    label = "tournaments"
    verbose_name = "Tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to what mail providers tell, and look for what every language needs."""
        from tournaments.catalogues import are_compiled
        from tournaments.mail.doors import webhooks  # noqa: F401 its receivers connect themselves

        register(are_compiled)
