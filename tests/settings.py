"""The service's settings for tests and for tools that read them (type checker, makemigrations). Nothing secret here."""

import os
import tempfile

os.environ.update(
    SECRET_KEY="only-for-tests-" + "x" * 32,
    MAIL_KEYS="k1:" + "A" * 43 + "=",
    SITE_URL="https://play.example.org",
    MAIL_DOMAIN="mail.example.org",
    SMTP_URL="smtp://127.0.0.1:9",
    LOG_LEVEL="WARNING",
)
os.environ.setdefault("DATA_DIR", tempfile.mkdtemp(prefix="bruges-tests-"))

from bruges_pbem.settings import *  # noqa: E402, F403 the environment has to be there first

# A hint that nobody takes, as when the broker is lost: tests of the real one start processes of their own.
CELERY_BROKER_URL = "memory://"
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
SECURE_SSL_REDIRECT = False
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}  # noqa: F405
