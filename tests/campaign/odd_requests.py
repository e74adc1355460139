"""Requests that no browser sends: `python -m tests.campaign.odd_requests` sends each of them to every address.

All are a quarter of a million, half an hour. On PostgreSQL with the address of one in SUITE_DATABASE_URL.

An answer counts as wrong when it is a 500, raises, or cannot be sent (a header beyond Latin-1, or with a line break).
"""

from __future__ import annotations

import argparse
import io
import logging
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass
from functools import cache, partial
from http.cookies import SimpleCookie
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote_from_bytes

import django
from django.conf import settings
from django.core.signals import got_request_exception, request_finished, request_started
from django.db import close_old_connections, transaction
from django.forms import BaseForm
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.test import Client
from django.test.utils import setup_databases, setup_test_environment, teardown_databases

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

from bruges_pbem import handlers
from tests.shared.cast import make_cast, only_table, person, running_league
from tests.shared.routes import ARGUMENT, routes
from tournaments.models import Player, Table

Environ = dict[str, Any]
Change = Callable[[Environ], None]

FORM = "application/x-www-form-urlencoded"
READ = re.compile(r"""request\.(?:GET|POST)(?:\.get\(|\.getlist\(|\[)"([^"]+)\"""")
OF_LISTS = ("q", "p", "o", "all", "e", "next", "_popup", "_to_field", "state__exact", "id__exact", "pk__in", "action")
# As bytes: text in another encoding, what UTF-8 does not know, controls, numbers, dates and structures that are none.
VALUES = {
    "NUL": b"a\0b", "no UTF-8": b"\xff\xfe", "a surrogate": b"\xed\xa0\x80", "beyond Latin-1": "/ł/☃".encode(),
    "65 bits": b"18446744073709551617", "many digits": b"9" * 5000, "below zero": b"-1", "infinite": b"1e309",
    "not a number": b"nan", "no date": b"2025-99-99T99:99",
    "the last day": b"31.12.9999", "the last moment": b"9999-12-31T23:59:59-14:00",
    "the first moment": b"0001-01-01T00:00:00+14:00", "line breaks": b"/\r\nSet-Cookie: a=b",
    "long": b"x" * 70_000,
    "braces": b'{"a": [', "other digits": "٣".encode(), "nothing": b"",
}  # fmt: skip
NUMBERS = ("0", "9223372036854775808", "18446744073709551617", "9" * 40, "9" * 5000, "٣", "-1", "1\0", "\xff")
CHARSETS = ("idna", "base64", "rot13", "utf-16", "utf-7", "hex", "unicode_escape", "undefined", "punycode", "zlib",
            "nobody-knows", "ł", "latin-1", '"utf-8', "")  # fmt: skip
PART = b'--x\r\nContent-Disposition: form-data; name="a"; filename="b"; %s\r\n\r\nc\r\n--x--\r\n'
HEADERS = {
    "HTTP_HOST": ("evil.example", "a b", "", "[::1", "play.example.org:abc", "play.example.org:99999", "*", "\xff"),
    "REQUEST_METHOD": ("FOO", "TRACE", "OPTIONS", "HEAD", "PUT", "PATCH", "DELETE", "CONNECT", "get", "é"),
    "HTTP_ACCEPT_LANGUAGE": ("xx", "*;q=no", "\xff", "de," * 5000, ";;,,", "en-" * 200, "\0", "de;q=" + "9" * 5000),
    "HTTP_RANGE": ("bytes=abc", "bytes=-", "bytes=9-1", "bytes=0-" + "9" * 5000, "rows=1-2", "\0"),
    "HTTP_IF_MODIFIED_SINCE": ("yesterday", "Wed, 99 Nov 9999 99:99:99 GMT", "\0"),
    "HTTP_IF_NONE_MATCH": ("*", '"', 'W/"a', "\0\xff"),
    "HTTP_COOKIE": ("=;=;;\"", "sessionid=a\0b", "sessionid=\xff", "csrftoken=" + "x" * 8000, "language=\0",
                    "language=" + "x" * 600, "messages=[[", "messages=a\0", "a" * 9000),
    "HTTP_REFERER": ("\xff\0", "http://[", "x" * 9000),
    "HTTP_ORIGIN": ("null", "http://[::1", "\xff"),
    "HTTP_X_FORWARDED_FOR": ("ł".encode().decode("latin-1"), "a, b", "\0", "1.2.3.4.5", "::" * 50),
    "HTTP_X_FORWARDED_PROTO": ("ftp", "\0"),
    "HTTP_USER_AGENT": ("\xff" * 3000, "\0"),
    "HTTP_AUTHORIZATION": ("Basic \xff", "Basic a", "Basic", "\0"),
    "HTTP_ACCEPT": ("\xff", ";;", "*/*;q=" + "9" * 400),
    "HTTP_X_REQUESTED_WITH": ("\xff\0",),
    "REMOTE_ADDR": ("", "nowhere", "::1%eth0"),
    "CONTENT_TYPE": ("", "/", ";;;", "application/json", "multipart/form-data", "multipart/form-data; boundary=",
                     "multipart/form-data; boundary=" + "x" * 500, "multipart/form-data; boundary=\xff", "text/plain"),
    "CONTENT_LENGTH": ("abc", "-5", "99999999999", "", "1e3", "\xff", "9" * 5000),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Oddity:
    """A change of a request; `name` says which."""

    name: str
    change: Change


@dataclass(frozen=True, slots=True)
class Fault:
    """A request that was answered wrongly."""

    method: str
    address: str
    oddity: str
    why: str


class Answer(NamedTuple):
    """The answer that a web server is given to send."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


# --- what is odd ---------------------------------------------------------------------------------


def oddities() -> Iterator[Oddity]:
    """All of them."""
    for header, values in HEADERS.items():
        for value in values:
            yield Oddity(f"{header}: {value[:40]!r}", _set(header, value))
    for charset in CHARSETS:
        yield Oddity(f"charset {charset!r}", _posted(b"a=b", f"{FORM}; charset={charset}"))
        yield Oddity(f"charset {charset!r} of parts", _parts({"a": b"b"}, f"; charset={charset}"))
        yield Oddity(f"charset {charset!r} without a body", _set("CONTENT_TYPE", f"text/plain; charset={charset}"))
    for value in ("charset*=nobody-knows''x", "charset*=idna''%FF", "charset*0=a; charset*1=b", "a*=base64''x", "=;=;"):
        yield Oddity(f"type with {value}", _set("CONTENT_TYPE", f"text/plain; {value}"))
        yield Oddity(f"part with {value}", _body(PART % value.encode(), "multipart/form-data; boundary=x"))
    for name, given in VALUES.items():
        yield Oddity(f"path that ends in {name}", _path(given[:5000]))
        yield Oddity(f"cookies of {name}", _cookies(given[:2000]))
        yield Oddity(f"query of {name}", _query(given[:2000]))
        yield Oddity(f"query named {name}", _set("QUERY_STRING", f"{quote_from_bytes(given[:2000])}=1"))
        yield Oddity(f"fields of {name}", _posted(_encoded(given)))
        yield Oddity(f"field named {name}", _posted(quote_from_bytes(given).encode() + b"=1"))
        yield Oddity(f"parts of {name}", _parts(dict.fromkeys(fields(), given[:5000])))
        yield Oddity(f"file of {name}", _parts({"deck": given}, file=True))
    yield Oddity("too many fields", _posted(b"&".join(b"a%d=1" % number for number in range(1200))))
    yield Oddity("too many values in the query", _set("QUERY_STRING", "&".join(["a=1"] * 1200)))
    yield Oddity("too many parts", _parts({f"a{number}": b"1" for number in range(1200)}))
    yield Oddity("too many files", _parts({f"a{number}": b"1" for number in range(150)}, file=True))
    yield Oddity("parts that end in the middle", _cut(60))
    yield Oddity("parts without a name", _body(b"--x\r\n\r\nb\r\n--x--\r\n", "multipart/form-data; boundary=x"))
    base64 = (
        b'--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n!\r\n--x--\r\n'
    )
    yield Oddity("a part in broken Base64", _body(base64, "multipart/form-data; boundary=x"))
    yield Oddity("a body that is too large", _body(b"a=" + b"x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1), FORM))
    yield Oddity("a body that is shorter than it says", _short)


@cache
def fields() -> list[str]:
    """The name of every field that any form has or any view reads."""
    list(routes())  # what is behind an address is loaded with it
    sources = Path(settings.BASE_DIR, "tournaments").rglob("*.py")
    read = {name for path in sources for name in READ.findall(path.read_text(encoding="utf-8"))}
    waiting, known = [BaseForm], set()
    while waiting:
        kind = waiting.pop()
        waiting.extend(kind.__subclasses__())
        if kind.__module__.startswith("tournaments"):
            known |= set(getattr(kind, "base_fields", {}))
    return sorted(read | known)


def _set(name: str, value: str) -> Change:
    return lambda environ: environ.update({name: value})


def _body(body: bytes, kind: str) -> Change:
    def change(environ: Environ) -> None:
        environ.update(
            {
                "REQUEST_METHOD": "POST",
                "CONTENT_TYPE": kind,
                "CONTENT_LENGTH": str(len(body)),
                "wsgi.input": io.BytesIO(body),
            }
        )

    return change


def _posted(body: bytes, kind: str = FORM) -> Change:
    return _body(body, kind)


def _encoded(value: bytes) -> bytes:
    return "&".join(f"{name}={quote_from_bytes(value)}" for name in fields()).encode()[:1_500_000]


def _parts(values: dict[str, bytes], more: str = "", *, file: bool = False) -> Change:
    lines = [
        b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n%s\r\n%s\r\n'
        % (
            name.encode(),
            b'; filename="a.json"' if file else b"",
            b"Content-Type: text/plain\r\n" if file else b"",
            value,
        )
        for name, value in values.items()
    ]
    return _body(b"".join([*lines, b"--x--\r\n"]), f"multipart/form-data; boundary=x{more}")


def _cut(at: int) -> Change:
    whole = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'
    return _body(whole[:at], "multipart/form-data; boundary=x")


def _short(environ: Environ) -> None:
    _body(b"a=b", FORM)(environ)
    environ["CONTENT_LENGTH"] = "5000"


def _path(value: bytes) -> Change:
    def change(environ: Environ) -> None:
        environ["PATH_INFO"] = environ["PATH_INFO"].rstrip("/") + "/" + value.decode("latin-1")

    return change


def _query(value: bytes) -> Change:
    words = "&".join(
        f"{name}={quote_from_bytes(value)}" for name in (*OF_LISTS, "order", "step", "back", "words", "dark")
    )
    return _set("QUERY_STRING", words)


def _cookies(value: bytes) -> Change:
    text = value.decode("latin-1").replace("\r\n", "")
    names = (settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME, "messages", "next")
    return _set("HTTP_COOKIE", "; ".join(f"{name}={text}" for name in names))


# --- where they are sent -------------------------------------------------------------------------


def addresses(values: dict[str, object]) -> list[str]:
    """Every route with the value for its converter, as WSGI has paths; "slug:kind" names an argument's own."""
    return [_latin(ARGUMENT.sub(lambda found: str(_value(found, values)), route)) for route in routes()]


def with_numbers(*numbers: str) -> list[str]:
    """Every route that takes something, with every one of these numbers in the place of each argument."""
    taking = [route for route in routes() if ARGUMENT.search(route)]
    return [_latin(ARGUMENT.sub(partial(_instead, number), route)) for route in taking for number in numbers]


def _instead(number: str, _: re.Match[str]) -> str:
    return number


def _value(found: re.Match[str], values: dict[str, object]) -> object:
    kind = found[1] or "str"
    return values.get(f"{kind}:{found[2]}", values[kind])


def _latin(text: str) -> str:
    return text.encode().decode("latin-1")


class Application(handlers.WSGI):
    """The service as a web server has it, which asks for no token against forgery: strangers have one as well."""

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        return super().get_response(request)


@contextmanager
def _kept_open() -> Iterator[None]:
    """The connection stays as it is when a request begins and ends: rows are in a transaction that is not over."""
    for moment in (request_started, request_finished):
        moment.disconnect(close_old_connections)
    try:
        yield
    finally:
        for moment in (request_started, request_finished):
            moment.connect(close_old_connections)


class Sender:
    """Sends requests as somebody who is signed in, or nobody."""

    def __init__(self, cookies: SimpleCookie | None = None) -> None:
        self.application = Application()
        self.cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in (cookies or {}).items())
        self.raised: list[BaseException] = []

    def faults(self, sent: Iterable[tuple[str, str, Oddity | None]]) -> Iterator[Fault]:
        """The wrong answers to (method, address, oddity)."""
        before = logging.root.manager.disable
        logging.disable()  # a line for every refusal
        got_request_exception.connect(self._note)
        try:
            for method, address, oddity in sent:
                if why := self._wrong(method, address, oddity):
                    yield Fault(method, address[:120], oddity.name if oddity else "", why)
        finally:
            got_request_exception.disconnect(self._note)
            logging.disable(before)

    def _note(self, **_: Any) -> None:
        self.raised.append(sys.exc_info()[1] or Exception())

    def answer(self, method: str, address: str, oddity: Oddity | None) -> Answer:
        """The answer that comes back; rows are as they were afterwards, and whoever is signed in still is."""
        environ = _environ(method, address)
        environ["HTTP_COOKIE"] = self.cookies
        if oddity is not None:
            oddity.change(environ)
            if environ["HTTP_COOKIE"] != self.cookies:
                environ["HTTP_COOKIE"] = f"{self.cookies}; {environ['HTTP_COOKIE']}"
        sent: list[tuple[str, list[tuple[str, str]]]] = []
        with _kept_open(), transaction.atomic():
            with closing(self.application(environ, lambda *head: sent.append(head[:2]))) as given:
                body = b"".join(given)
            transaction.set_rollback(True)
        ((status, headers),) = sent
        return Answer(status, headers, body)

    def _wrong(self, method: str, address: str, oddity: Oddity | None) -> str:
        self.raised.clear()
        try:
            answer = self.answer(method, address, oddity)
        except Exception as error:  # beyond what a web server gets an answer of
            return f"raised {error!r}"[:300]
        if answer.status.startswith("5") and not (address == "/readyz" and answer.status.startswith("503")):
            return f"{answer.status} {self.raised!r}"[:300]
        return next(filter(None, (_not_to_be_sent(f"{name}: {value}") for name, value in answer.headers)), "")


def _not_to_be_sent(line: str) -> str:
    """Why a web server would not send this header; "" if it does."""
    if any(control in line for control in "\n\r\0"):
        return f"a header with a control: {line[:100]!r}"
    try:
        line.encode("latin-1")
    except UnicodeEncodeError:
        return f"a header beyond Latin-1: {line[:100]!r}"
    return ""


def _environ(method: str, address: str) -> Environ:
    path, _, query = address.partition("?")
    environ = {
        "REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "SCRIPT_NAME": "",
        "REMOTE_ADDR": "192.0.2.7",
        "SERVER_NAME": "play.example.org", "SERVER_PORT": "443", "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "play.example.org", "wsgi.url_scheme": "https", "wsgi.input": io.BytesIO(), "wsgi.version": (1, 0),
        "wsgi.errors": io.StringIO(), "wsgi.multithread": False, "wsgi.multiprocess": True, "wsgi.run_once": False,
    }  # fmt: skip
    if method == "POST":
        _posted(b"a=b")(environ)
    return environ


# --- the long run --------------------------------------------------------------------------------


def everything(values: dict[str, object]) -> Iterator[tuple[str, str, Oddity | None]]:
    """Every oddity to every address, with GET and POST, and every odd number in every address."""
    known = list(oddities())
    for address in addresses(values):
        for oddity in known:
            yield "GET", address, oddity
            yield "POST", address, oddity
    for address in with_numbers(*NUMBERS):
        yield "GET", address, None
        yield "POST", address, None


def values_of(table: Table) -> dict[str, object]:
    """The values for each kind of argument: rows that there are where one number fits."""
    return {
        "int": table.pk,
        "path": table.pk,
        "str": "forged",
        "slug": "record",
        "slug:game": "bruges",
        "slug:by": "all",
    }


def main(one_in: int) -> int:
    """The status to exit with: 1 when anything is answered wrongly."""
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    count = 0
    try:
        with transaction.atomic():
            cast = make_cast()
            host = person("Hedda", is_staff=True, is_superuser=True)
            values = values_of(only_table(running_league(cast)))
            for player in (None, cast.player, cast.organiser, host):
                for fault in Sender(cookies_of(player)).faults(islice(everything(values), 0, None, one_in)):
                    count += 1
                    print(player, *astuple(fault), sep=" | ", flush=True)
            transaction.set_rollback(True)
    finally:
        teardown_databases(databases, verbosity=0)
        shutil.rmtree(settings.TESTS_DIR, ignore_errors=True)
    print(f"{count} answers are wrong")
    return 1 if count else 0


def cookies_of(player: Player | None) -> SimpleCookie:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client.cookies


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one_in", nargs="?", type=int, default=1, help="send one in so many (all)")
    sys.exit(main(parser.parse_args().one_in))
