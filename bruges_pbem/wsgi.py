"""The web application for gunicorn and its like."""

import os

from django.core.wsgi import get_wsgi_application

from bruges_pbem import env, starting
from tournaments import private_files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruges_pbem.settings")

private_files.begin(env.data_dir())
application = get_wsgi_application()
starting.say_cautions()
