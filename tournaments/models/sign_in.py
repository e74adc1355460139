"""Browsers that players are signed in with: the sessions of the two sites."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone


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
        """What names the sign-in on a page: its key is the browser's secret and is shown nowhere."""
        return hashlib.sha256(f"sign-in:{self.session_key}".encode()).hexdigest()[:20]
