"""The Celery application; what it is told lies in the settings, what it does in `tournaments.tasks`."""

import os
import warnings
from typing import Any

from celery.signals import after_task_publish, beat_init, setup_logging, worker_init, worker_process_init

from bruges_pbem import broker, crashes, starting, tracing
from tournaments.running.checks import cautions
from tournaments.runtime import code_version, outages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruges_pbem.settings")

if crashes.is_celery():
    crashes.report()
broker.use()
app = broker.App("bruges_pbem")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tournaments"])
tracing.trace_tasks()
tracing.record_spans()
# Which user a process runs as is the business of whoever starts it; here every message is JSON.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")


@worker_init.connect
@beat_init.connect
def keep_private(**_: Any) -> None:
    """Keep what a worker or beat writes for its user alone. Celery goes on whatever a receiver raises but an exit."""
    crashes.keep_private()


@worker_init.connect
@beat_init.connect
def say_cautions(**_: Any) -> None:
    """Celery runs the checks as well, and throws away what they warn of."""
    cautions.tell()


@worker_init.connect
def note_code(**_: Any) -> None:
    """While the files are still those that run here."""
    code_version.fingerprint()


@worker_process_init.connect
def watch_sweep(**_: Any) -> None:
    """One process of each worker sees to it that somebody sweeps while beat is away."""
    starting.watch_sweep()


@beat_init.connect
def say_alive(**_: Any) -> None:
    """The sweep goes on without beat, so only a sign of its own tells that it is gone."""
    starting.say_alive_as(starting.BEAT)


@after_task_publish.connect
def broker_works(**_: Any) -> None:
    """Workers, web and beat alike hand it tasks."""
    outages.works(outages.BROKER)


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Django has set up the logs; a connected receiver keeps Celery from doing it again."""
