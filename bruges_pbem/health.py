"""Two questions that whoever runs the service asks it: does it live, can it work. No figures of the tournaments."""

from __future__ import annotations

import logging

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from kombu.exceptions import OperationalError

from bruges_pbem.celery import app
from tournaments import outages

log = logging.getLogger(__name__)


@never_cache
def lives(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers."""
    return JsonResponse({"lives": True})


@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """200 when database, migrations and broker are there, else 503. Says which, never why: the log does."""
    parts = {"database": _database(), "broker": _broker()}
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


def _database() -> bool:
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        log.warning("database not ready", exc_info=True)
        return False


def _broker() -> bool:
    try:
        with app.connection_for_write(connect_timeout=2) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=2)
    except OperationalError as error:
        outages.failed(outages.BROKER, error)
        return False
    outages.works(outages.BROKER)
    return True
