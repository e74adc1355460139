"""What the service writes to its log when everything is asked for."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bruges_pbem import logs


@contextmanager
def everything() -> Iterator[io.StringIO]:
    """As the settings say, with the same filters, but down to the smallest level."""
    config = logs.logging_config(json=True, level="DEBUG")
    names = ["", *config["loggers"]]
    before = {name: logging.getLogger(name).level for name in names}
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.JsonLines())
    for name in config["handlers"]["stderr"]["filters"]:
        handler.addFilter(config["filters"][name]["()"]())
    for name in names:
        logging.getLogger(name).setLevel(config["loggers"].get(name, config["root"])["level"])
    logging.getLogger().addHandler(handler)
    try:
        yield written
    finally:
        logging.getLogger().removeHandler(handler)
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
