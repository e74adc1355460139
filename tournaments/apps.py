"""The Django app."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.core.checks import Tags, register
from django.db.backends.signals import connection_created


class Tournaments(AppConfig):
    name = "tournaments"
    label = "tournaments"
    verbose_name = "Tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to what mail providers tell, and look for what every language needs."""
        from tournaments.inbox.doors import webhooks  # noqa: F401 its receivers connect themselves
        from tournaments.player import browsers  # noqa: F401 likewise
        from tournaments.running.checks import cautions, played_rules
        from tournaments.running.checks.catalogues import are_compiled
        from tournaments.runtime import outages, private_files

        # The moment of the last sign-in is what makes a mailed link work once: `links.use` alone writes it.
        user_logged_in.disconnect(dispatch_uid="update_last_login")
        private_files.connect()
        connection_created.connect(lambda **_: outages.works(outages.DATABASE), weak=False, dispatch_uid="outages")
        register(are_compiled, cautions.TAG)
        register(cautions.all_cautions, cautions.TAG, deploy=True)  # or every command would say them before its work
        register(played_rules.all_are_played, Tags.database)
