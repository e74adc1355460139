"""Typed readers of the environment that fail loudly. Not the settings: they say what is read and what it is for.

Every reader takes the variable's name and a default; without a default the variable must be set. The value of
`NAME` may lie in a file that `NAME_FILE` names (how containers and systemd hand over secrets).
"""

from __future__ import annotations

import base64
import binascii
import os
import re
import secrets
from collections.abc import Mapping
from datetime import timedelta
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from bruges_pbem import providers

BASE_DIR = Path(__file__).resolve().parent.parent
# What `make play` wrote for itself; used when the environment has no secrets of its own.
PLAY_ENV = "play.env"
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
LINKS = {"mailto": re.compile(r"[!#-~]+@[!#-~]+"), "https": re.compile(r"//[!#-~]+")}  # RFC 3986: no blanks, no more
NOTHING = re.compile(r"(?!)")
FORMS = {"mailto": "mailto:name@example.org", "https": "https://example.org/page"}
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
CONNECT_TIMEOUT = "5"  # seconds to reach PostgreSQL; without, a request waits minutes for a host that is away
LEAST_PASSWORD = 20  # characters of the password with which a mail provider posts


asked: set[str] = set()  # the names of all variables that were read


class Misconfigured(Exception):
    """A setting is missing or cannot be read. The message names it and says what to set."""


def text(name: str, default: str | None = None) -> str:
    """The value of `name`, or of the file that `<name>_FILE` names, without blanks around it."""
    asked.add(name)
    value = os.environ.get(name)
    path = os.environ.get(f"{name}_FILE")
    if value is not None and path is not None:
        raise Misconfigured(f"Both {name} and {name}_FILE are set. Keep one of them.")
    if path is not None:
        value = _read(name, Path(path))
    if value is not None:
        return value.strip()
    if default is None:
        raise Misconfigured(f"{name} is not set. Set {name} (or {name}_FILE); deploy/env.example says what it is.")
    return default


def _read(name: str, path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Misconfigured(f"{name}_FILE names a file that cannot be read: {path} ({error.strerror}).") from error


def flag(name: str, default: bool | None = None) -> bool:
    """A yes or a no."""
    value = text(name, None if default is None else str(default)).lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off", ""}:
        return False
    raise Misconfigured(f"{name} is {value!r}. Set it to yes or no.")


def number(name: str, default: float | None = None, *, least: float = 0) -> float:
    """A number, not below `least`."""
    value = text(name, None if default is None else str(default))
    try:
        result = float(value)
    except ValueError:
        raise Misconfigured(f"{name} is {value!r}. Set it to a number.") from None
    if not result >= least:
        raise Misconfigured(f"{name} is {value}. Set it to {least:g} or more.")
    return result


def whole(name: str, default: int | None = None, *, least: int = 0) -> int:
    """A whole number, not below `least`."""
    result = number(name, default, least=least)
    if result != int(result):
        raise Misconfigured(f"{name} is {result}. Set it to a whole number.")
    return int(result)


def seconds(name: str, default: float) -> timedelta:
    """A duration given in seconds."""
    return timedelta(seconds=number(name, default, least=0.1))


def days(name: str, default: float) -> timedelta:
    """A duration given in days."""
    return timedelta(days=number(name, default))


def words(name: str, default: str | None = None) -> tuple[str, ...]:
    """A list whose parts are separated by commas."""
    return tuple(part.strip() for part in text(name, default).split(",") if part.strip())


def links(name: str, *schemes: str) -> tuple[str, ...]:
    """Addresses of pages or mailboxes with one of the schemes, separated by commas; none when it is not set."""
    found = words(name, "")
    for link in found:
        scheme, _, rest = link.partition(":")
        whole = LINKS.get(scheme, NOTHING).fullmatch(rest)
        if scheme not in schemes or whole is None:
            forms = " or ".join(FORMS[scheme] for scheme in schemes)
            raise Misconfigured(f"{name} has {link!r}. Set it to {forms}, several separated by commas.")
    return found


def languages(name: str, default: str) -> tuple[str, ...]:
    """Language tags (RFC 5646), separated by commas."""
    found = words(name, default)
    for tag in found:
        if LANGUAGE.fullmatch(tag) is None:
            raise Misconfigured(f"{name} has {tag!r}. Set it to tags of languages, for example en,de.")
    return found


def secret(name: str, default: str | None = None, *, least: int = 32) -> str:
    """A secret of at least `least` characters. The only default there can be is "", for what may do without one."""
    value = text(name, default)
    if len(value) < least and value != default:
        raise Misconfigured(f"{name} is too short. Set it to at least {least} random characters.")
    return value


def keys(name: str) -> dict[str, bytes]:
    """Signing keys, written `k2:<base64>,k1:<base64>`: the first signs, the others still verify."""
    result: dict[str, bytes] = {}
    for part in words(name):
        key_id, colon, encoded = part.partition(":")
        try:
            key = base64.b64decode(encoded, validate=True)
        except binascii.Error:
            key = b""
        if not colon or not key_id.isalnum() or not key_id.islower() or len(key) < 16:
            raise Misconfigured(
                f"{name} cannot be read. Write it as k1:<base64 of at least 16 random bytes>, more separated by commas."
            )
        if key_id in result:
            raise Misconfigured(f"{name} has the key {key_id} twice. Give every key a name of its own.")
        result[key_id] = key
    if not result:
        raise Misconfigured(f"{name} is empty. Set it to k1:<base64 of 32 random bytes>.")
    return result


def place(name: str, default: str) -> tuple[str, int]:
    """A host and a port, written `host:port`."""
    value = text(name, default)
    host, _, port = value.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise Misconfigured(f"{name} is {value!r}. Set it to host:port.")
    return host.strip("[]"), int(port)


def place_or_none(name: str) -> tuple[str, int] | None:
    """A host and a port; None where the variable is not set, or empty."""
    return place(name, "") if text(name, "") else None


def networks(name: str, default: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Addresses and networks of machines, separated by commas."""
    try:
        return tuple(ip_network(part) for part in words(name, default))
    except ValueError as error:
        raise Misconfigured(f"{name} cannot be read: {error}. Write it as 127.0.0.1,10.0.0.0/8.") from None


def url(name: str, default: str | None = None, *, schemes: tuple[str, ...]) -> SplitResult:
    """An address with one of the schemes."""
    value = text(name, default)
    try:
        result = urlsplit(value)
        _ = result.port  # raises when it is no number
    except ValueError:
        result = SplitResult("", "", "", "", "")
    if result.scheme not in schemes:
        # The value may carry a password, so it is not repeated here.
        raise Misconfigured(f"{name} cannot be read. It should begin with {' or '.join(s + '://' for s in schemes)}.")
    return result


def database(name: str, default: str) -> dict[str, Any]:
    """Django's settings for `sqlite:///<absolute path>` or `postgresql://user:password@host:port/name?option=value`.

    A PostgreSQL on a unix socket is written with `?host=/directory`.
    """
    parts = url(name, default, schemes=("sqlite", "postgresql", "postgres"))
    if parts.scheme == "sqlite":
        return _sqlite(unquote(parts.path))
    options = {"connect_timeout": CONNECT_TIMEOUT, **dict(parse_qsl(parts.query))}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", parts.hostname or ""),
        "PORT": options.pop("port", str(parts.port or "")),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def _sqlite(path: str) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": 60,
        # Writers queue from their first statement on, instead of failing when they upgrade a read lock.
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # What is deleted is overwritten: nobody finds in the file who was forgotten.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON;",
        },
    }


def smtp(name: str, default: str | None = None) -> dict[str, Any]:
    """Django's EMAIL_* settings for `smtp://user:password@host:port`; `smtps://` is TLS, `smtp+tls://` STARTTLS."""
    parts = url(name, default, schemes=("smtp", "smtps", "smtp+tls"))
    ports = {"smtp": 25, "smtps": 465, "smtp+tls": 587}
    return {
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or ports[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
    }


def imap(name: str) -> dict[str, Any]:
    """The mailbox that answers arrive in, {} for none: `imaps://user:password@host:port/folder`.

    `imap+tls://` is STARTTLS. Plain `imap://` only reaches this machine: it would send the password over the net.
    """
    if not text(name, ""):
        return {}
    parts = url(name, schemes=("imaps", "imap+tls", "imap"))
    if not (parts.hostname and parts.username and parts.password):
        raise Misconfigured(f"{name} names no host, user or password. Set it to imaps://user:password@host.")
    if parts.scheme == "imap" and parts.hostname not in THIS_MACHINE:
        raise Misconfigured(f"{name} would send its password in the clear. Begin it with imaps:// or imap+tls://.")
    return {
        "host": parts.hostname,
        "port": parts.port or (993 if parts.scheme == "imaps" else 143),
        "security": {"imaps": "tls", "imap+tls": "starttls", "imap": ""}[parts.scheme],
        "user": unquote(parts.username),
        "password": unquote(parts.password),
        "folder": unquote(parts.path.strip("/")) or "INBOX",
    }


def beacon(name: str) -> str:
    """The address of a drand chain without a slash behind it, "" for none.

    Plain http only reaches this machine: on the way somebody could change the values.
    """
    if not text(name, ""):
        return ""
    parts = url(name, schemes=("https", "http"))
    if not parts.hostname or parts.username or parts.query or parts.fragment:
        raise Misconfigured(f"{name} cannot be read. Set it to https://<host>/<hash of the chain>.")
    if parts.scheme == "http" and parts.hostname not in THIS_MACHINE:
        raise Misconfigured(f"{name} could be changed on the way. Begin it with https://.")
    return parts.geturl().rstrip("/")


def prefixed(prefix: str) -> dict[str, str]:
    """All variables whose name begins with `prefix`, under the rest of their names."""
    names = {name.removesuffix("_FILE") for name in os.environ if name.startswith(prefix)}
    return {name.removeprefix(prefix): text(name) for name in sorted(names)}


def provider(name: str, secret: str, *, safe: bool = True) -> str:
    """The mail provider of that name, "" for none.

    It posts to us over the web, so `safe` asks for `secret`: without it anybody could post in the provider's name.
    """
    chosen = text(name, "").lower()
    if not chosen:
        return ""
    if why := providers.obstacle(chosen):
        raise Misconfigured(f"{name} is {chosen!r}, {why}")
    user, colon, password = text(secret, None if safe else "").partition(":")
    if safe and not (user and colon and len(password) >= LEAST_PASSWORD):
        raise Misconfigured(f"{secret} is too short. Set it to user:password, the password {LEAST_PASSWORD} or longer.")
    return chosen


def data_dir() -> Path:
    """The directory of all files that this installation writes."""
    return Path(text("DATA_DIR", str(BASE_DIR / ".var")))


def take_play(*, make: bool) -> None:
    """Complete the environment with what `make play` keeps in its data directory, if it has no secrets of its own.

    `make` writes that file when it is missing. Either all of it is used or nothing, so that an installation
    with secrets of its own never takes over a setting of the demonstration.
    """
    if "SECRET_KEY" in os.environ or "SECRET_KEY_FILE" in os.environ:
        return
    path = data_dir() / PLAY_ENV
    if make and not path.exists():
        write(path, {"DEMO": "yes", "LOG_FORMAT": "plain", **new_secrets()})
    if path.exists():
        for name, value in read(path).items():
            os.environ.setdefault(name, value)


def new_secrets() -> dict[str, str]:
    """Fresh values for the variables that must be secret."""
    return {
        "SECRET_KEY": secrets.token_urlsafe(48),
        "MAIL_KEYS": "k1:" + base64.b64encode(secrets.token_bytes(32)).decode(),
    }


def write(path: Path, values: Mapping[str, str]) -> None:
    """Write an environment file that only its owner may read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.writelines(f"{name}={value}\n" for name, value in values.items())


def read(path: Path) -> dict[str, str]:
    """The values of an environment file: lines `NAME=value`, empty ones and those that begin with `#` left out."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {name: value for name, _, value in (line.partition("=") for line in lines)}
