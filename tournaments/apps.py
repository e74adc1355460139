"""The Django app."""

from django.apps import AppConfig


class Tournaments(AppConfig):
    name = "tournaments"
    label = "tournaments"
    verbose_name = "Tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to what mail providers tell."""
        from tournaments.mail.doors import webhooks  # noqa: F401 its receivers connect themselves
