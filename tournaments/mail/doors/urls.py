"""Where the pages hang that letters link to with a signed key."""

from __future__ import annotations

from django.urls import path

from tournaments.mail.doors import pages

app_name = "doors"
urlpatterns = [
    path("fewer/<str:key>/", pages.unsubscribe, name="unsubscribe"),
    path("calendar/<str:key>.ics", pages.calendar, name="calendar"),
    path("address/<str:key>/", pages.verify_address, name="verify-address"),
]
