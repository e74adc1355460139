"""Wiring of the service: settings, addresses, processes. No tournament logic."""

from bruges_pbem.celery import app as celery_app

__all__ = ["celery_app"]
