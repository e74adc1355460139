"""The URLs at which the players' site is mounted. The pages themselves are named in `admins`."""

from __future__ import annotations

from django.urls import path

from tournaments.player.admins import site

urlpatterns = [path("", site.urls)]
