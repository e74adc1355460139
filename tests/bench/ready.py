"""Django, set up by importing this: with the settings of tests and a folder that goes with the process."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import django
from django.conf import settings

FOLDER = tempfile.TemporaryDirectory(prefix="bruges-bench-")
if not settings.configured:  # as it is where tests import a bench
    os.environ.pop("PYTEST_XDIST_WORKER", None)  # of a test that starts a bench: its database is not this one's
    Path(FOLDER.name, "main").mkdir()
    os.environ.update(TESTS_DIR=FOLDER.name, DJANGO_SETTINGS_MODULE="tests.settings")
    django.setup()
