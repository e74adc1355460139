"""The web application for gunicorn and its like."""

import os

import django

from bruges_pbem import env, handlers, starting
from tournaments.running.checks import cautions
from tournaments.runtime import private_files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruges_pbem.settings")

private_files.begin(env.data_dir())
django.setup()
application = handlers.WSGI()
cautions.tell()
starting.say_alive()
