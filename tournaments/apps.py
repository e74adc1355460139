"""The Django app."""

from django.apps import AppConfig


class Tournaments(AppConfig):
    name = "tournaments"
    label = "tournaments"
    verbose_name = "Tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to what mail providers tell, and look for what every language needs."""
        from tournaments import catalogues  # noqa: F401 its check registers itself
        from tournaments.mail.doors import webhooks  # noqa: F401 its receivers connect themselves
