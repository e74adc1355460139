"""Lines of the log for what happens before logging is set up, or ends a process: the same form as all others.

Only in processes that run as parts of the service; `manage.py` in somebody's hands prints for people.
"""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from types import TracebackType

from bruges_pbem import env, logs
from tournaments.runtime import private_files

PARTS = ("receive", "fetch")  # commands of `manage.py` that run until they are told to stop


def is_celery() -> bool:
    """Tell whether this process was started as `celery ...` or `python -m celery ...`."""
    return "celery" in Path(sys.argv[0]).parts[-2:]


def is_part() -> bool:
    """Tell whether `manage.py` was asked for a part of the service."""
    return sys.argv[1:2] in [[name] for name in PARTS]


def report() -> None:
    """From now on Python's warnings are logged, and an error that nobody catches is one line, the last one."""
    logging.captureWarnings(True)
    sys.excepthook = _ended_by


def write(level: int, message: str, error: BaseException | None = None) -> None:
    """Write one line to standard error, whether logging is set up or not. Safe within a signal handler."""
    problem = (type(error), error, error.__traceback__) if error is not None else None
    record = logging.LogRecord(__name__, level, __file__, 0, message, (), problem)
    form = logs.JsonLines() if os.environ.get("LOG_FORMAT", "json") == "json" else logs.PlainLines()
    os.write(2, f"{form.format(record)}\n".encode())


def read_settings() -> None:
    """Read the settings. SystemExit, after a line that names it, where one is missing or cannot be read."""
    from django.conf import settings

    try:
        _ = settings.SECRET_KEY
    except env.Misconfigured as error:
        write(logging.CRITICAL, str(error))
        raise SystemExit(1) from None


def keep_private() -> None:
    """Keep what this process writes for its user alone. SystemExit, after a line that says why, where that fails."""
    try:
        private_files.begin(env.data_dir())
    except private_files.NotOurs as error:
        write(logging.CRITICAL, str(error))
        raise SystemExit(1) from None
    except OSError as error:
        unset = "is not set (an open quote swallows the lines below it)" if "DATA_DIR" not in os.environ else "names it"
        write(logging.CRITICAL, f"the data folder cannot be used ({error}). DATA_DIR {unset}.")
        raise SystemExit(1) from None


def _ended_by(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Receiver of what nobody has caught. A setting that is missing needs no traceback."""
    if isinstance(error, env.Misconfigured):
        write(logging.CRITICAL, str(error))
    elif isinstance(error, KeyboardInterrupt):
        write(logging.WARNING, "interrupted")
    else:
        write(logging.CRITICAL, f"ended by {kind.__name__}: {error}", error.with_traceback(trace))
