"""The Django app."""

from django.apps import AppConfig


class Tournaments(AppConfig):
    name = "tournaments"
    label = "tournaments"
    verbose_name = "Tournaments"
    default_auto_field = "django.db.models.BigAutoField"
