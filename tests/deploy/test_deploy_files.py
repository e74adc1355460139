"""What the files in `deploy/` promise to who follows them: closed files, locked units, fixed images, keyless logs."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
from django.conf import settings

from bruges_pbem import answers, bodies, posts
from tests.deploy.test_installing import bash
from tests.shared import deploy_pages
from tests.shared.parts import until
from tests.shared.routes import converters, routes
from tournaments.actions.clock import pace
from tournaments.actions.commands import press
from tournaments.actions.table import changed_choices
from tournaments.outbox import limits
from tournaments.running.installation import HOST, free_port

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
MEBIBYTE = 1024 * 1024
DIGEST = re.compile(r"[\w./-]+:\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}")
LEAST_EXPOSED = 2.0  # of 10, in the reckoning of `systemd-analyze security`


PAGES = deploy_pages.WORDS


def test_the_limits_on_letters_are_those_that_the_readme_names() -> None:
    at_once = limits.WORDS_AN_HOUR - 1
    for promise in (
        f"Of one seat `LETTERS_AT_ONCE` ({settings.LETTERS_AT_ONCE}) are read at once in ten minutes",
        f"questions {at_once} times in an hour of the clock",
        f"of which nothing could be done {limits.ERROR_ANSWERS} times in a day for one turn",
        f"a sealed choice is changed {changed_choices.CHANGED_AN_HOUR} times in an hour at most",
        f"what a player says above {at_once} times in an hour; the {press.SAID_AN_HOUR + 1}st time goes to nobody",
        f"above {press.CHARACTERS_A_DAY:,} characters of a player at one table in a day",
    ):
        assert promise in PAGES
    assert pace.TABLES == 3


def test_every_part_and_every_command_on_the_database_runs_as_the_one_user() -> None:
    users = {re.findall(r"^User=(.+)$", unit.read_text(), re.MULTILINE)[0] for unit in UNITS}
    assert users == {"bruges"}
    assert re.findall(r"^USER (.+)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE) == ["bruges"]
    assert "user:" not in (DEPLOY / "compose.yaml").read_text()
    commands = re.findall(r"^ {4}(.*manage\.py .+)$", deploy_pages.TEXT, re.MULTILINE)
    own = [command for command in commands if "docker compose" not in command and "collectstatic" not in command]
    assert len(own) == 4
    assert [command for command in own if not command.startswith("runuser -u bruges -- ")] == []


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("runuser") is None, reason="only root may be somebody else")
def test_a_command_as_another_user_gets_the_settings_of_the_shell() -> None:
    command = ["runuser", "-u", "nobody", "--", "/bin/sh", "-c", 'echo "$SITE_URL $(id -un)"']
    told = subprocess.run(command, env={**os.environ, "SITE_URL": "https://a.example"}, capture_output=True, check=True)
    assert told.stdout.split() == [b"https://a.example", b"nobody"]


def test_with_containers_only_what_comes_through_the_published_port_is_our_mail_host() -> None:
    compose = (DEPLOY / "compose.yaml").read_text()
    (trusted,) = re.findall(r"TRUSTED_MAIL_HOSTS: \$\{TRUSTED_MAIL_HOSTS:-(\S+)\}", compose)
    (network,) = re.findall(r"\{subnet: (\S+), gateway: (\S+)\}", compose)
    assert trusted == network[1]
    assert ip_address(trusted) in ip_network(network[0])
    assert {"127.0.0.1:2525:2525", "127.0.0.1:2527:2527"} <= set(compose.split())
    assert f"the gateway `{trusted}`" in PAGES


def test_of_all_settings_the_parts_of_others_get_only_what_they_need() -> None:
    """`env_file` hands on whatever deploy/.env contains, the keys among it."""
    parts = re.split(r"^  (?=\w+:$)", (DEPLOY / "compose.yaml").read_text().partition("\nservices:\n")[2], flags=re.M)
    of_others = [part for part in parts if "    image: " in part]
    named = {part.partition(":")[0]: set(re.findall(r"\$\{(\w+)", part)) for part in of_others}
    assert named == {"postgres": {"POSTGRES_PASSWORD"}, "redis": set(), "caddy": {"SITE_URL"}}
    assert [part for part in of_others if "env_file" in part or "*service" in part] == []
    assert set(re.findall(r"\{\$(\w+)\}", (DEPLOY / "Caddyfile").read_text())) == named["caddy"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_every_unit_writes_for_its_own_user_alone_and_gains_no_rights(unit: Path) -> None:
    lines = unit.read_text().splitlines()
    for line in ("UMask=0077", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=",
                 "SystemCallFilter=@system-service", "ReadWritePaths=/srv/bruges/.var"):  # fmt: skip
        assert line in lines


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_systemd_finds_little_that_a_unit_could_be_used_for(unit: Path) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = re.search(r"exposure level for \S+: ([\d.]+)", told)
    assert found, told
    assert float(found[1]) <= LEAST_EXPOSED, told


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_understands_every_unit_and_timer() -> None:
    """It misses the programs, which are not installed here, and nothing else."""
    command = ["systemd-analyze", "verify", "--man=no", *map(str, sorted((DEPLOY / "systemd").iterdir()))]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stderr.splitlines()
    missing = re.compile(
        r"bruges-\w+\.service: Command /srv/bruges/current/deploy/run is not executable: No such file.*"
    )
    assert [line for line in told if line.startswith("bruges") and not missing.fullmatch(line)] == []


def test_a_backup_is_made_every_night_and_tried_every_week_with_a_folder_to_write_to() -> None:
    for name in ("backup", "drill"):
        unit = (DEPLOY / "systemd" / f"bruges-{name}.service").read_text()
        assert "Type=oneshot" in unit
        assert "ReadWritePaths=-/var/backups/bruges" in unit
        assert f"manage.py {name}\n" in unit
        assert "Persistent=true" in (DEPLOY / "systemd" / f"bruges-{name}.timer").read_text()
    assert "--mode 700 /srv/bruges/.var /var/backups/bruges" in PAGES


def test_the_image_has_the_client_programs_of_the_database_that_it_runs_with() -> None:
    (client,) = re.findall(r"postgresql-client-(\d+)", (DEPLOY / "Dockerfile").read_text())
    (server,) = re.findall(r"image: postgres:(\d+)\.", (DEPLOY / "compose.yaml").read_text())
    assert client == server


def test_images_of_others_are_named_by_version_and_digest() -> None:
    images = re.findall(r"^ +image: (\S+)", (DEPLOY / "compose.yaml").read_text(), re.MULTILINE)
    images.remove("bruges-pbem")
    images += re.findall(r"^FROM (\S+)", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert len(images) == 4
    assert [image for image in images if not DIGEST.fullmatch(image)] == []


def test_the_pages_are_served_without_a_log_of_paths() -> None:
    commands = [(DEPLOY / "Dockerfile").read_text(), (DEPLOY / "systemd" / "bruges-web.service").read_text()]
    for command in commands:
        assert "python:bruges_pbem.serving" in command
        assert "access-log" not in command


def test_the_proxy_writes_no_address_of_a_request() -> None:
    """All that it writes goes through one filter: pages with keys are more than a list in a file would know."""
    text = (DEPLOY / "Caddyfile").read_text()
    before, _, sites = text.partition("\n}\n")
    for field in ("request>uri", "request>headers>Referer", "request>headers>Cookie", "request>headers>Authorization",
                  "resp_headers>Location", "resp_headers>Set-Cookie"):  # fmt: skip
        assert f"{field} delete" in before, field
    assert sites.count("log") == 1, "the site's own log has no form of its own"
    assert [route for route in routes() if "str" in converters(route)], "there are pages with keys"


def test_the_proxy_holds_a_form_until_it_is_whole_and_waits_for_nobody_for_long() -> None:
    """A thread of the service waits for the body that it reads, as long as the proxy does not have it whole."""
    text = (DEPLOY / "Caddyfile").read_text()
    (buffer,) = re.findall(r"reverse_proxy web:8000 \{\n\t+request_buffers (\d+)MiB\n", text)
    (form,) = re.findall(r"request_body @form \{\n\t+max_size (\d+)MiB\n", text)
    (letter,) = re.findall(r"request_body @letter \{\n\t+max_size (\d+)MiB\n", text)
    assert settings.LARGEST_FORM <= int(form) * MEBIBYTE <= int(buffer) * MEBIBYTE
    assert int(letter) * MEBIBYTE >= settings.LARGEST_POST
    assert ("@form not path /mail/*" in text, "@letter path /mail/*" in text) == (True, True)
    timeouts = dict(re.findall(r"^\t+(read_header|read_body) (\d+)s$", text, re.MULTILINE))
    assert {name: int(seconds) <= bodies.SECONDS for name, seconds in timeouts.items()} == {
        "read_header": True, "read_body": True,
    }  # fmt: skip


def test_the_proxy_takes_an_answer_at_once_and_waits_for_a_reader_as_long_as_the_service() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    (buffer,) = re.findall(r"^\t+response_buffers (\d+)MiB$", text, re.MULTILINE)
    assert int(buffer) * MEBIBYTE > answers.LARGE
    (minutes,) = re.findall(r"^\t+write (\d+)m$", text, re.MULTILINE)
    assert int(minutes) * 60 == answers.LONGEST
    told = PAGES
    assert f"take {answers.PIECE // 1024} kB of an answer within {answers.SECONDS:.0f} seconds" in told
    assert f"the whole within {minutes} minutes, and answers above {answers.LARGE // 1024} kB come from half" in told
    threads = re.findall(r"--threads\D+(\d+)", (DEPLOY / "systemd" / "bruges-web.service").read_text())
    assert [int(one) for one in threads] == [answers.LARGE_AT_ONCE * 2]


def test_only_the_proxy_is_reached_from_outside_and_the_readme_says_what_another_one_has_to_do() -> None:
    compose = (DEPLOY / "compose.yaml").read_text()
    published = re.findall(r"^    ports: (\[.*\])$|^ {6}- ([\d.:]+)$", compose, re.MULTILINE)
    mail_host = [("", "127.0.0.1:2525:2525"), ("", "127.0.0.1:2527:2527")]
    assert published == [*mail_host, ('["80:80", "443:443"]', "")]
    commands = [(DEPLOY / "Dockerfile").read_text(), (DEPLOY / "systemd" / "bruges-web.service").read_text()]
    workers, threads = {tuple(map(int, re.findall(r"--(?:workers|threads)\D+(\d+)", one))) for one in commands}.pop()
    assert f"served by {workers * threads} threads" in PAGES
    assert threads == 2 * posts.PROVIDERS_AT_ONCE, "half of them, as the readme says"
    assert f"not sent its body within {bodies.SECONDS:.0f} seconds" in PAGES
    for named in ("proxy_request_buffering on", "client_body_timeout", "client_header_timeout", "buffer_requests"):
        assert named in PAGES


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not here")
def test_caddy_understands_the_file(tmp_path: Path) -> None:
    (tmp_path / "Caddyfile").write_text(proxy_text("play.example.org"))
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not here")
def test_caddy_hands_on_nothing_of_a_form_that_is_not_whole(tmp_path: Path) -> None:
    port = free_port()
    with socket.create_server((HOST, 0)) as service:
        text = proxy_text("a.example", f"{HOST}:{service.getsockname()[1]}")
        text = text.replace("https://a.example", f"http://{HOST}:{port}")
        (tmp_path / "Caddyfile").write_text(text.replace("{\n", "{\n\tadmin off\n\tauto_https off\n", 1))
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
        with (tmp_path / "log").open("w") as log, subprocess.Popen(command, env=environment, stderr=log) as caddy:
            try:
                until(lambda: listens(port), "Caddy to listen")
                half, whole = (socket.create_connection((HOST, port)) for _ in range(2))
                with half, whole:
                    half.sendall(posted("/half", 5) + b"a=b")
                    whole.sendall(posted("/whole", 3) + b"a=b")
                    service.settimeout(30)
                    handed_on, _ = service.accept()
                    with handed_on:
                        assert handed_on.recv(100).startswith(b"POST /whole ")
                    service.setblocking(False)
                    with pytest.raises(BlockingIOError):
                        service.accept()
            finally:
                caddy.terminate()


def proxy_text(site: str, web: str = "127.0.0.1:8000") -> str:
    """The file in the words of the Caddy that is here, as `deploy/install` writes it."""
    return bash("proxy_text", home=DEPLOY.parent, site=site, web=web).stdout


def listens(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex((HOST, port)) == 0


def posted(path: str, length: int) -> bytes:
    return f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: {length}\r\n\r\n".encode()
