"""The web application for ASGI servers."""

import os

from django.core.asgi import get_asgi_application

from bruges_pbem import env, starting
from tournaments import private_files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruges_pbem.settings")

private_files.begin(env.data_dir())
application = get_asgi_application()
starting.say_cautions()
