"""The ways in for people and their programs: links that are asked for, sign-ins, keys, and how often."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone


class LinkRequest(models.Model):
    """An address that somebody typed. The row is gone once it is answered.

    The page does the same for every address, and as fast: a worker finds out afterwards whether a player has it.

    player  who names a second address; empty for signing in or up
    about   for signing up: name, zone, language, and the page to go to afterwards; for observing: table and language
    """

    class Kind(models.TextChoices):
        SIGN_IN = "sign-in", "wants to sign in"
        SIGN_UP = "sign-up", "wants to sign up"
        SECOND_ADDRESS = "second", "names a second address"
        OBSERVE = "observe", "wants letters about a table"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    email = models.EmailField(max_length=254)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    about = models.JSONField(default=dict, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return f"somebody {self.get_kind_display()}"


class SignIn(AbstractBaseSession):
    """The session of one signed-in browser. Visitors have none.

    browser, system  what the browser called itself at the sign-in, as two plain names; "" where it named nothing known
    place            the network it signed in from, without the part that names one machine: "203.0.113.*"
    begun_at         when it signed in
    seen_at          when it last asked for a page, to the hour
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_ins")
    browser = models.CharField(max_length=40, blank=True)
    system = models.CharField(max_length=40, blank=True)
    place = models.CharField(max_length=60, blank=True)
    begun_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta(AbstractBaseSession.Meta):
        abstract = False
        ordering = ("-begun_at", "session_key")

    def __str__(self) -> str:
        return f"sign-in of {self.player_id}"

    @property
    def handle(self) -> str:
        """The name of the sign-in on a page: its key is the browser's secret and is shown nowhere."""
        return hashlib.sha256(f"sign-in:{self.session_key}".encode()).hexdigest()[:20]


class Allowance(models.Model):
    """A count that all processes share.

    name   a pseudonym of what is counted, for whom and in which span (`tournaments.outbox.pseudonyms`)
    until  when the span is over and the row may be purged
    """

    name = models.CharField(max_length=64, primary_key=True)
    used = models.PositiveIntegerField(default=0)
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"used {self.used} times until {self.until:%d %b %H:%M}"


class ApiKey(models.Model):
    """The key with which an organiser's programs read. The key itself is not kept.

    digest   of the key, by which it is found
    used_at  when it was last used, to the hour
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_key")
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"key of {self.player_id}"
