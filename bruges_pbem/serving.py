"""The settings for serving by gunicorn: `gunicorn --config python:bruges_pbem.serving bruges_pbem.wsgi`.

No access log: it would write paths, and some of them end in keys. The service tells of each request by its route.
"""

from __future__ import annotations

from bruges_pbem import crashes, env
from bruges_pbem.logs import logging_config

# Before a worker is started: a setting that is missing ends the start with the line that names it.
crashes.report()
crashes.read_settings()
crashes.keep_private()
# Nothing here is managed by way of a socket, and its folder, the user's home, is closed to the service.
control_socket_disable = True
accesslog = None
disable_redirect_access_to_syslog = True
_level = "WARNING" if env.flag("DEMO", False) else env.text("LOG_LEVEL", "INFO").upper()
logconfig_dict = logging_config(json=env.text("LOG_FORMAT", "json") == "json", level=_level)
umask = 0o077
# Nothing that a visitor sends through the proxy says under which path the pages hang: gunicorn takes SCRIPT_NAME and
# PATH_INFO from a proxy on this machine, and proxies hand on what visitors write.
forwarder_headers = ""
