"""What somebody has typed into a form for a letter with a link, until a worker has answered it."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class LinkRequest(models.Model):
    """An address that somebody typed. The row is gone once it is answered.

    The page does the same for every address; who plays here is looked up by a worker, for whom nobody waits.

    player  who names a second address; empty for who signs in or up
    about   of who signs up: name, zone, language, and the page to go to afterwards
    """

    class Kind(models.TextChoices):
        SIGN_IN = "sign-in", "wants to sign in"
        SIGN_UP = "sign-up", "wants to sign up"
        SECOND_ADDRESS = "second", "names a second address"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    email = models.EmailField(max_length=254)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    about = models.JSONField(default=dict, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return f"somebody {self.get_kind_display()}"
