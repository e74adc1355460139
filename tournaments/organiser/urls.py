"""The URLs at which the organisers' desk is mounted."""

from __future__ import annotations

from django.urls import path

from tournaments.organiser import admins, hosting
from tournaments.organiser.exchange import key_page
from tournaments.organiser.shown import needs_listed

_pages, _app, _name = admins.site.urls
_mail = path("mail/", admins.site.admin_view(hosting.mail), name="mail")
_needs = path("needs/<slug:sort>/", admins.site.admin_view(needs_listed.of_sort), name="needs")
_key = path("key/", admins.site.admin_view(key_page.key), name="key")
urlpatterns = [path("", ([_mail, _needs, _key, *_pages], _app, _name))]
