"""The addresses of a demonstration: those of the service and the local post office."""

from django.urls import include, path

from bruges_pbem.urls import urlpatterns as service

urlpatterns = [path("post/", include("tournaments.running.demo.urls")), *service]
