"""Where the organisers' desk is mounted."""

from __future__ import annotations

from django.urls import path

from tournaments.organiser import admins, hosting

urlpatterns = [path("mail/", admins.site.admin_view(hosting.mail), name="desk-mail"), path("", admins.site.urls)]
