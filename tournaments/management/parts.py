"""Commands that run as parts of the service until they are told to stop: what they say are lines of the log."""

from __future__ import annotations

import logging
from io import StringIO
from typing import Any

from django.core.management.base import BaseCommand, OutputWrapper

from tournaments.running.checks import cautions

log = logging.getLogger(__name__)


class Part(BaseCommand):
    """A command that logs the troubles of its settings, and why it ends."""

    requires_system_checks: Any = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """Run as a process of its own."""
        cautions.tell()
        self.stderr = OutputWrapper(_Log())
        super().run_from_argv(argv)


class _Log(StringIO):
    """Takes what Django prints of an error that ends a command."""

    def write(self, words: str, /) -> int:
        log.critical("%s", words.strip())
        return len(words)
