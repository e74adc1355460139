"""The addresses of the interface for programs, below `/api/v1/`."""

from __future__ import annotations

from django.urls import path

from tournaments.organiser.api import views

app_name = "api"
urlpatterns = [
    path("", views.index, name="index"),
    path("leagues", views.leagues, name="leagues"),
    path("leagues/<int:pk>", views.league, name="league"),
    path("leagues/<int:pk>/tables", views.tables, name="tables"),
    path("leagues/<int:pk>/standings", views.standings, name="standings"),
    path("leagues/<int:pk>/results", views.results, name="results"),
    path("<path:rest>", views.nowhere, name="nowhere"),
]
