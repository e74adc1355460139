"""The URLs of the pages that letters link to with a signed key."""

from __future__ import annotations

from django.urls import path

from tournaments.player.views import mailed_keys, observing

app_name = "doors"
urlpatterns = [
    path("fewer/<str:key>/", mailed_keys.unsubscribe, name="unsubscribe"),
    path("calendar/<str:key>.ics", mailed_keys.calendar, name="calendar"),
    path("address/<str:key>/", mailed_keys.verify_address, name="verify-address"),
    path("observe/<str:key>/", observing.confirm, name="observe"),
    path("unobserve/<str:key>/", observing.end, name="unobserve"),
]
