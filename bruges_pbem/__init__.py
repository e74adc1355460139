"""Wiring of the service: settings, addresses, processes. No tournament logic."""

from bruges_pbem.celery import app as celery_app

__version__ = "0.1.0"  # as in pyproject.toml
__all__ = ["__version__", "celery_app"]
