"""The service behind the mail host: PostgreSQL, Redis, and `receive` as its unit starts it. Its rows are read here."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg

from bruges_pbem import env
from tests.deploy.postfix import machine
from tests.shared import parts
from tournaments.running.installation import answers_smtp

DOOR = (machine.LOOPBACK, 2525)


class Service:
    """`receive`, which can be stopped and started again, and a database that can be away."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self._log = folder / "receive.log"
        self._settings = {**os.environ, **settings}
        self._url = settings["DATABASE_URL"]
        self._running: subprocess.Popen[bytes] | None = None

    def start(self, **others: str) -> None:
        """Start `receive`; `others` are settings that differ this time."""
        command = [sys.executable, "manage.py", "receive", "--lmtp"]
        with self._log.open("ab") as out:
            self._running = subprocess.Popen(
                command, cwd=machine.ROOT, env={**self._settings, **others}, stdout=out, stderr=out
            )
        parts.until(answers_smtp(*DOOR), f"receive to start; its log: {self.log()}")

    def stop(self) -> None:
        if self._running is not None:
            self._running.terminate()
            self._running.wait(parts.PATIENCE)
            self._running = None

    def start_again(self) -> None:
        """Start `receive` with its own settings, whether it runs or not."""
        self.stop()
        self.start()

    def log(self) -> str:
        return self._log.read_text()[-1000:] if self._log.exists() else ""

    @contextmanager
    def without_database(self) -> Iterator[None]:
        """Nobody gets a connection, and those that there are end, as when PostgreSQL is stopped."""
        self._tell("alter database postgres with allow_connections false")
        self._tell("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'postgres'")
        try:
            yield
        finally:
            self._tell("alter database postgres with allow_connections true")

    def _tell(self, statement: str) -> None:
        with psycopg.connect(self._url.replace("/postgres?", "/template1?"), autocommit=True) as maintenance:
            maintenance.execute(statement)


@contextmanager
def running(folder: Path, given: Mapping[str, str]) -> Iterator[Service]:
    """The service with these settings of the mail host; Django is set up for the same ones."""
    os.environ.pop("TEST_DATABASE_URL", None)  # not the database of somebody else, which is taken away here
    with ExitStack() as around:
        database = around.enter_context(parts.postgresql())
        broker = around.enter_context(parts.redis(folder))
        settings = {
            **env.new_secrets(),
            "SITE_URL": "https://play.example.org",
            "DATABASE_URL": database,
            "REDIS_URL": broker,
            "DATA_DIR": str(folder / "data"),
            "DJANGO_SETTINGS_MODULE": "bruges_pbem.settings",
            "LOG_FORMAT": "plain",
            "LETTERS_AT_ONCE": "10000",  # all checks write to one seat
            **given,
        }
        os.environ.update(settings)
        migrate = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity=0"]
        subprocess.run(migrate, cwd=machine.ROOT, check=True)
        import django

        django.setup()
        service = Service(folder, settings)
        service.start()
        try:
            yield service
        finally:
            service.stop()
            from django.db import connections

            connections.close_all()
