"""The URLs of the pages of the local post office."""

from django.urls import path

from tournaments.running.demo import views

app_name = "post"
urlpatterns = [
    path("", views.office, name="office"),
    path("<str:address>/", views.letters, name="letters"),
    path("<str:address>/<str:key>/", views.letter, name="letter"),
    path("<str:address>/<str:key>/page", views.page, name="page"),
    path("<str:address>/<str:key>/part/<str:name>", views.part, name="part"),
]
