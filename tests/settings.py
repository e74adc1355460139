"""The service's settings for tests and for tools that read them (type checker, makemigrations). Nothing secret here."""

import os
import tempfile

# One folder for a run of the suite, in it one for each of its processes; conftest.py makes and removes it.
TESTS_DIR = os.environ.setdefault("TESTS_DIR", f"{tempfile.gettempdir()}/bruges-tests-{os.getpid()}")
_data = f"{TESTS_DIR}/{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
os.environ.update(
    SECRET_KEY="only-for-tests-" + "x" * 32,
    MAIL_KEYS="k1:" + "A" * 43 + "=",
    METRICS_TOKEN="only-for-tests-" + "m" * 32,
    SITE_URL="https://play.example.org",
    MAIL_DOMAIN="mail.example.org",
    SMTP_URL="smtp://127.0.0.1:9",
    DATA_DIR=_data,
    # On SQLite unless `tests.on_postgresql` names another database.
    DATABASE_URL=os.environ.get("SUITE_DATABASE_URL") or f"sqlite://{_data}/bruges.sqlite3",
    LOG_LEVEL="WARNING",
    # Tests press faster than people; those of the limits set their own.
    PRESSES_IN_TEN_MINUTES="1000000",
    LEAGUES_A_DAY="1000000",
    # Tests let days go by between two sweeps; those of outages set their own.
    OUTAGE_AFTER_SECONDS=str(100 * 366 * 24 * 3600),
)

from bruges_pbem.settings import *  # noqa: E402, F403 the environment has to be there first
from bruges_pbem.settings import DATABASES, STORAGES  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as in earnest: a database in memory knows neither threads nor locks.
    DATABASES["default"]["TEST"] = {"NAME": f"{_data}/test.sqlite3"}
STATIC_ROOT = None
# A hint that nobody takes, as when the broker is lost: tests of the real one start processes of their own.
CELERY_BROKER_URL = "memory://"
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
SECURE_SSL_REDIRECT = False
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
