"""Wiring of the service: settings, addresses, processes. No tournament logic."""

from bruges_pbem.celery import app as celery_app

__version__ = "0.2.0"  # the newest release of CHANGELOG.md; pyproject.toml and deploy/ read it here
__all__ = ["__version__", "celery_app"]
