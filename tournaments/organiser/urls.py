"""Where the organisers' desk is mounted."""

from __future__ import annotations

from django.urls import path

from tournaments.organiser import admins, hosting

_pages, _app, _name = admins.site.urls
_mail = path("mail/", admins.site.admin_view(hosting.mail), name="mail")
urlpatterns = [path("", ([_mail, *_pages], _app, _name))]
