"""The service as `deploy/` describes it: the files of the image, the settings of `env.example`, the units' commands."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import smtplib
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
import redis

from bruges_pbem import env
from tests.inbox.doors.mailboxes import Mailbox
from tests.shared import deploy_pages
from tests.shared.parts import Dovecot, until
from tournaments.running.health.registry import OUTSIDE
from tournaments.running.installation import HOST, answers_celery, answers_smtp, free_port
from tournaments.running.supervisor import Process, Supervisor

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
SITE = "play.example.org"
BASE = "/srv/bruges"
PLACE = f"{BASE}/current"  # where the units expect the code
READ = "select id from tournaments_inboundletter where state = 'done'"
FETCHED = "select door, state from tournaments_inboundletter where sender = 'stranger@example.net'"
LETTER = b"From: outsider@example.net\r\nTo: play@mail.example.org\r\nSubject: hello\r\n\r\nhello\r\n"


@dataclass(frozen=True, slots=True)
class Server:
    """A machine on which the service was installed: its folder, settings, ports and running processes."""

    folder: Path
    settings: dict[str, str]
    web: int
    lmtp: int
    policy: int
    mailbox: Mailbox
    running: Supervisor


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, redis_url: str, postgresql_url: str, dovecot: Dovecot
) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("srv")
    copy_image(folder)
    web, lmtp, policy = free_port(), free_port(), free_port()
    mailbox = Mailbox(dovecot)
    filled = filled_in(postgresql_url, redis_url, lmtp, policy, mailbox.url("imaps"))
    settings = {"PATH": os.environ["PATH"], "HOME": str(folder), "DATA_DIR": str(folder), **filled}
    settings["SSL_CERT_FILE"] = str(dovecot.certificate)
    subprocess.run([sys.executable, "deploy/messages.py"], cwd=folder, check=True)
    for words in prepared():
        manage(folder, settings, *words)
    units = [path for path in sorted((DEPLOY / "systemd").glob("*.service")) if not path.with_suffix(".timer").exists()]
    parts = [unit(path, folder, settings, web) for path in units]
    with (folder / "log").open("w") as out, Supervisor(parts, out=out, grace=30) as running:
        yield Server(folder, settings, web, lmtp, policy, mailbox, running)


def prepared() -> list[list[str]]:
    """What the page has called between the settings and the first start; nobody is there to be asked."""
    first, start, _ = deploy_pages.text("parts").partition("systemctl enable --now")
    assert start
    called = re.findall(r"^    (?:runuser -u bruges -- )?\.venv/bin/python manage\.py (.+)$", first, re.MULTILINE)
    assert {"migrate", "collectstatic --no-input"} <= {*called}
    return [
        shlex.split(words) if words.startswith("appoint") else [*shlex.split(words), "--no-input"] for words in called
    ]


class Answer(NamedTuple):
    status: int
    location: str
    body: str


def copy_image(folder: Path) -> None:
    """Copy what the image is made of, and nothing else."""
    for line in re.findall(r"^COPY (.+)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE):
        *sources, where = line.split()
        target = folder / where
        for source in (ROOT / name for name in sources):
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
            else:
                target.mkdir(exist_ok=True)
                shutil.copy(source, target)


def filled_in(database: str, broker: str, lmtp: int, policy: int, mailbox: str) -> dict[str, str]:
    """The settings of the example, as somebody fills them in who reads it from the top to the bottom."""
    lines = (DEPLOY / "env.example").read_text().splitlines()
    given = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    values = {
        **given,
        **env.new_secrets(),
        "SMTP_URL": f"smtp://{HOST}:{free_port()}",
        "BEHIND_PROXY": "yes",
        "SWEEP_EVERY_SECONDS": "0.5",
    }
    known = {line.lstrip("#").partition("=")[0] for line in lines}
    mine = {"DATABASE_URL": database, "REDIS_URL": broker, "IMAP_URL": mailbox}
    mine |= {"LISTEN_SMTP": f"{HOST}:{lmtp}", "LISTEN_POLICY": f"{HOST}:{policy}"}
    assert known >= mine.keys() | values.keys()
    return {**values, **mine}


def manage(folder: Path, settings: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *words], cwd=folder, env=settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def unit(path: Path, folder: Path, settings: dict[str, str], web: int) -> Process:
    """The command of a systemd unit, run in that folder with this Python and a port of our own."""
    reader = configparser.RawConfigParser(strict=False)
    reader.optionxform = str  # type: ignore[assignment, method-assign]
    reader.read(path)
    service = reader["Service"]
    assert service["WorkingDirectory"] == PLACE
    data = folder / "var"
    data.mkdir(exist_ok=True)
    start, program, *words = shlex.split(service["ExecStart"])
    assert start == f"{PLACE}/deploy/run"
    words = [word.replace(f"{BASE}/.var", str(data)).replace(f"{HOST}:8000", f"{HOST}:{web}") for word in words]
    module = [] if program == "python" else ["-m", program]
    argv = ["env", "--chdir", str(folder), sys.executable, *module, *words]
    return Process(path.stem, argv, env=settings)


def ask(server: Server, path: str, scheme: str = "https", host: str = SITE) -> Answer:
    """What the proxy in front gets that was asked for this page; status 0 from nobody."""
    line = HTTPConnection(HOST, server.web, timeout=10)
    with closing(line):
        try:
            line.request("GET", path, headers={"Host": host, "X-Forwarded-Proto": scheme})
            answer = line.getresponse()
            return Answer(answer.status, answer.getheader("Location", ""), answer.read().decode())
        except OSError:
            return Answer(0, "", "")


def failing(server: Server) -> set[str]:
    """The faults of /readyz. No mail host was installed with the parts, and what answers at port 25 is not ours."""
    answer = ask(server, "/readyz")
    found = json.loads(answer.body)["checks"] if answer.status else {"pages": "fail"}
    return {name for name, how in found.items() if how == "fail"}


def test_all_parts_come_up_and_can_work(server: Server) -> None:
    until(lambda: failing(server) <= {OUTSIDE}, "the pages, with database and broker")
    until(answers_celery(server.settings["REDIS_URL"]), "the worker")


def test_a_page_comes_with_its_style(server: Server) -> None:
    until(lambda: ask(server, "/healthz").status == 200, "the pages")
    page = ask(server, "/")
    sheets = re.findall(r'<link[^>]+href="([^"]+\.css)"', page.body)
    assert page.status == 200
    assert sheets
    assert {ask(server, urlsplit(sheet).path).status for sheet in sheets} == {200}


def test_a_letter_is_stored_at_the_door_and_read_even_when_its_hint_is_lost(server: Server) -> None:
    until(answers_smtp(HOST, server.lmtp), "the door for mail")
    with smtplib.LMTP(HOST, server.lmtp, timeout=10) as door:
        assert door.sendmail("outsider@example.net", ["play@mail.example.org"], LETTER) == {}
    assert sql(server, "select mail_from from tournaments_inboundletter") == [("outsider@example.net",)]
    until(lambda: sql(server, READ), "the letter to be read")
    sql(server, "update tournaments_inboundletter set state = 'received', received_at = now() - interval '1 hour'")
    until(lambda: sql(server, READ), "the letter to be read again, as beat has the worker look for it")


def test_postfix_hears_that_a_recipient_does_not_exist(server: Server) -> None:
    until(answers_smtp(HOST, server.lmtp), "the door for mail")
    with socket.create_connection((HOST, server.policy), 10) as line, line.makefile("rb") as answers:
        line.sendall(b"request=smtpd_access_policy\nprotocol_state=RCPT\nrecipient=nobody@mail.example.org\n\n")
        assert answers.readline().startswith(b"action=550 ")


def test_a_letter_in_the_mailbox_is_fetched_and_read(server: Server) -> None:
    server.mailbox.deliver(LETTER.replace(b"outsider", b"stranger"))
    until(lambda: sql(server, FETCHED) == [("imap", "done")], "the letter to be fetched and read")
    until(lambda: server.mailbox.counts() == [0, 1], "the letter to be moved")


def sql(server: Server, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(server.settings["DATABASE_URL"]) as database:
        cursor = database.execute(query)
        return cursor.fetchall() if cursor.description else []


def test_nothing_is_shown_without_https(server: Server) -> None:
    until(lambda: ask(server, "/healthz").status == 200, "the pages")
    turned = ask(server, "/", "http")
    assert (turned.status, turned.location) == (301, f"https://{SITE}/")


def test_the_health_pages_are_there_under_the_loopbacks_names_and_no_other_page_is(server: Server) -> None:
    until(lambda: ask(server, "/healthz").status == 200, "the pages")
    for host in ("localhost", f"{HOST}:{server.web}", "[::1]:8000"):
        assert ask(server, "/healthz", host=host).status == 200
        assert ask(server, "/readyz", host=host).status in (200, 503)
        assert ask(server, "/", host=host).status == 400
    assert ask(server, "/healthz", host="evil.example").status == 400
    until(lambda: "evil.example" in str(log(server)), "the line about it")
    (line,) = [line for line in log(server) if "evil.example" in line["message"]]
    assert line["level"] == "warning"
    assert "traceback" not in line


def log(server: Server) -> list[dict[str, str]]:
    """The log of the parts so far; each line of theirs has to be one JSON object."""
    whole, _, _ = (server.folder / "log").read_text().rpartition("\n")
    return [json.loads(line.partition(" | ")[2]) for line in whole.splitlines()]


def test_no_part_starts_with_an_error_or_with_a_line_that_is_no_json(server: Server) -> None:
    until(lambda: ask(server, "/healthz").status == 200, "the pages")
    until(answers_celery(server.settings["REDIS_URL"]), "the worker")
    assert {line["logger"].partition(".")[0] for line in log(server)} >= {"gunicorn", "tournaments"}
    unexpected = [line for line in log(server) if line["level"] in ("error", "critical") or "traceback" in line]
    assert unexpected == []


def test_the_trace_of_a_letter_leads_from_the_door_to_the_worker(server: Server) -> None:
    until(answers_smtp(HOST, server.lmtp), "the door for mail")
    with smtplib.LMTP(HOST, server.lmtp, timeout=10) as door:
        door.sendmail("walker@example.net", ["play@mail.example.org"], LETTER.replace(b"outsider", b"walker"))
    ((pk,),) = sql(server, "select id from tournaments_inboundletter where mail_from = 'walker@example.net'")
    told = (f"letter {pk} stored", f"letter {pk} read: stranger")
    until(lambda: {line["message"] for line in log(server)} >= {*told}, "both lines")
    assert len({line["trace"] for line in log(server) if line["message"] in told}) == 1


def here(server: Server) -> dict[str, list[str]]:
    """The lines of /readyz as somebody on the machine reads them, by the name of the check."""
    with closing(HTTPConnection(HOST, server.web, timeout=10)) as line:
        line.request("GET", "/readyz")
        lines = json.loads(line.getresponse().read())["lines"]
    told: dict[str, list[str]] = {}
    for name, words in (line.split(": ", 1) for line in lines):
        told.setdefault(name, []).append(words)
    return told


def names_alone(server: Server, check: str, command: str) -> bool:
    """Whether it tells of this part and what to do, and of no other; of the machine and of the mail host aside."""
    told = here(server)
    return set(told) - {"pages", "disk", "posting", "mail from outside"} == {check} and command in told[check][0]


@contextmanager
def unreachable(socket: Path) -> Iterator[None]:
    """Nobody can connect any more, as if the server behind the socket had been stopped."""
    moved = socket.with_name("moved")
    socket.rename(moved)
    try:
        yield
    finally:
        moved.rename(socket)


def test_while_the_database_is_away_each_page_and_part_says_so_and_then_goes_on(server: Server) -> None:
    (folder,) = parse_qs(urlsplit(server.settings["DATABASE_URL"]).query).get("host", [""])
    socket = Path(folder, ".s.PGSQL.5432")
    if not socket.exists():
        pytest.skip("this PostgreSQL is reached by another way than its socket")
    until(lambda: "database" not in here(server) and ask(server, "/").status == 200, "the pages")
    begun = len(log(server))
    with psycopg.connect(server.settings["DATABASE_URL"], autocommit=True) as database, unreachable(socket):
        database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        until(lambda: names_alone(server, "database", "systemctl start postgresql"), "the cause to be named")
        assert ask(server, "/").status == 503
        assert ask(server, "/healthz").status == 200
        with smtplib.LMTP(HOST, server.lmtp, timeout=10) as door, pytest.raises(smtplib.SMTPException, match="451"):
            door.sendmail("outsider@example.net", ["play@mail.example.org"], LETTER.replace(b"outsider", b"other"))
    until(lambda: "database" not in here(server) and ask(server, "/").status == 200, "the pages to be back")
    said = log(server)[begun:]
    assert [line for line in said if "traceback" in line or line["level"] in ("error", "critical")] == []
    assert any(line["message"].startswith("the database does not work") for line in said)


def test_while_the_broker_is_away_it_is_named_alone(server: Server) -> None:
    until(lambda: "broker" not in here(server), "the broker")
    begun, path = len(log(server)), urlsplit(server.settings["REDIS_URL"]).path
    with ExitStack() as away:
        line = away.enter_context(redis.Redis(unix_socket_path=path, single_connection_client=True))
        line.ping()
        away.enter_context(unreachable(Path(path)))
        line.client_kill_filter(_type="normal", skipme=True)
        until(lambda: names_alone(server, "broker", "systemctl start redis-server"), "the cause to be named")
        assert ask(server, "/").status == 200
    until(lambda: "broker" not in here(server), "the broker to be back")
    until(answers_celery(server.settings["REDIS_URL"]), "the worker to be back")
    said = log(server)[begun:]
    assert [line for line in said if "traceback" in line or line["level"] in ("error", "critical")] == []
