"""What `deploy/postfix` promises to the service, as far as it can be read; `tests.campaign.postfix` tries it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bruges_pbem import env
from tests.deploy.postfix import machine
from tournaments.inbox import ingest
from tournaments.inbox.doors import recipients

FOLDER = machine.ROOT / "deploy" / "postfix"
FILES = ("main.cf", "master.cf", "opendkim.conf", "opendmarc.conf")
WRITTEN_ON_TOP = 32 * 1024  # bytes of header lines that a mail host may add to a letter


def words_of(name: str) -> str:
    """A file without its remarks, its continued lines joined."""
    lines = [line for line in (FOLDER / name).read_text().splitlines() if not line.lstrip().startswith("#")]
    return re.sub(r"\n[ \t]+", " ", "\n".join(lines))


def value(name: str, parameter: str) -> str:
    """The value of a parameter in a file."""
    (found,) = re.findall(rf"^{parameter}(?: =)? +(.+)$", words_of(name), re.MULTILINE)
    return " ".join(found.split())


def door(place: str) -> str:
    """The line of master.cf with a process that listens at this place, and its options."""
    (found,) = re.findall(rf"^({re.escape(place)} +inet .+)$", words_of("master.cf"), re.MULTILINE)
    return " ".join(found.split())


def test_what_the_net_may_send_fits_into_what_the_service_takes() -> None:
    (largest,) = re.findall(r"-o message_size_limit=(\d+)", door("smtp"))
    assert int(largest) + WRITTEN_ON_TOP <= ingest.LARGEST
    assert int(value("main.cf", "message_size_limit")) > int(largest)
    assert f"{int(largest):,} bytes 552" in " ".join(machine.PAGE.read_text().split())


def test_no_more_recipients_are_brought_at_once_than_are_taken() -> None:
    assert int(value("main.cf", "lmtp_destination_recipient_limit")) == recipients.MOST_RECIPIENTS


def test_the_settings_of_the_readme_and_the_files_name_the_same_places(monkeypatch: pytest.MonkeyPatch) -> None:
    _, settings = machine.written()
    for name, setting in settings.items():
        monkeypatch.setenv(name, setting)
    smtp = env.smtp("SMTP_URL")
    assert door(f"{smtp['EMAIL_HOST']}:{smtp['EMAIL_PORT']}")
    assert f"check_policy_service {{ inet:{settings['LISTEN_POLICY']}," in value("main.cf", "asked_about")
    assert "{ mail.example.org = asked_about }" in value("main.cf", "smtpd_recipient_restrictions")
    listened = re.findall(r"^#LISTEN_SMTP=(.+)$", (machine.ROOT / "deploy" / "env.example").read_text(), re.MULTILINE)
    assert [value("main.cf", "virtual_transport")] == [f"lmtp:inet:{place}" for place in listened]


def test_the_milters_are_asked_where_they_listen_and_write_under_the_trusted_name() -> None:
    asked = value("main.cf", "smtpd_milters").split(", ")
    listening = [value(name, "Socket") for name in ("opendkim.conf", "opendmarc.conf")]
    assert [f"inet:127.0.0.1:{socket.split(':')[1].split('@')[0]}" for socket in listening] == asked
    _, settings = machine.written()
    for name in ("opendkim.conf", "opendmarc.conf"):
        assert value(name, "AuthservID").replace("mail.example.org", machine.DOMAIN) == settings["TRUSTED_AUTHSERV_IDS"]
    assert f"-o smtpd_milters={asked[0]}" in door("127.0.0.1:587")


def test_the_one_domain_is_replaced_by_the_readme_s_command() -> None:
    commands, settings = machine.written()
    (replacing,) = [command for command in commands if command.startswith("sed ")]
    named = {name for name in FILES if "mail.example.org" in words_of(name)}
    assert {Path(path).name for path in replacing.split()[3:]} == named
    copied = {
        Path(word).name for command in commands if command.startswith("install ") for word in command.split()[2:-1]
    }
    assert copied == set(FILES)
    assert settings["MAIL_DOMAIN"] == machine.DOMAIN
    for name in named:
        assert "example" not in words_of(name).replace("mail.example.org", ""), name


@pytest.mark.skipif(shutil.which("postconf") is None, reason="Postfix is not here")
def test_postfix_knows_every_parameter() -> None:
    told = subprocess.run(["postconf", "-c", str(FOLDER), "-n"], capture_output=True, text=True, check=True)
    processes = subprocess.run(["postconf", "-c", str(FOLDER), "-M"], capture_output=True, text=True, check=True)
    assert told.stderr == processes.stderr == ""
