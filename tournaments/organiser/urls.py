"""Where the organisers' desk is mounted."""

from __future__ import annotations

from django.urls import path

from tournaments.organiser import admins

urlpatterns = [path("", admins.site.urls)]
