"""`deploy/install` without a machine to install on: what it refuses, announces, writes and leaves alone.

`python -m tests.campaign.install` calls it in earnest.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from bruges_pbem.providers import NEEDS
from tests.deploy.test_environment_file import environment
from tournaments.running.health import placed
from tournaments.running.health.finding import State

ROOT = Path(__file__).resolve().parents[2]
INSTALL = ROOT / "deploy" / "install"
SCRIPTS = [ROOT / "deploy" / name for name in ("install", "upgrade", "manage", "run")]
PARTS = ("saying", "releases", "choices", "checks", "system", "mail", "service", "closing", "upgrading")
CHOICES = ("--site", "play.example.org", "--owner", "you@example.net", "--mail-domain", "mail.example.org")
WAYS = {"own": ["--own-mail-host"], "provider": ["--provider", "postmark"], "mailbox": ["--mailbox"]}


def install(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(INSTALL), *words], capture_output=True, text=True, check=False)


def bash(script: str, **variables: object) -> subprocess.CompletedProcess[str]:
    """A script that has the functions of the installation, and these variables; nobody sits at a terminal."""
    lines = [f'. "{INSTALL.parent}/installing/{part}.sh"' for part in PARTS]
    lines += [f"{name}='{value}'" for name, value in variables.items()]
    argv = [
        "setsid",
        "--wait",
        "bash",
        "-euo",
        "pipefail",
        "-c",
        "\n".join([f"here='{INSTALL.parent}'", *lines, script]),
    ]
    return subprocess.run(
        argv, env={"PATH": os.environ["PATH"]}, start_new_session=True, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not here")
def test_shellcheck_finds_nothing() -> None:
    done = subprocess.run(
        ["shellcheck", "--external-sources", "--check-sourced", *map(str, SCRIPTS)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ((), "--site is missing"),
        (("--site",), "--site needs a value"),
        (("--sight", "a.example"), "--sight is no argument"),
        (("--site", "https://play.example.org", *CHOICES[2:], "--mailbox"), "no host name"),
        ((*CHOICES[:2], *CHOICES[4:], "--mailbox"), "--owner is missing"),
        ((*CHOICES[:3], "nobody", *CHOICES[4:], "--mailbox"), "no mail address"),
        ((*CHOICES, "--mailbox", "--security-contact", "me"), "neither a mail address nor"),
        ((*CHOICES[:4], "--mailbox"), "--mail-domain is missing"),
        (CHOICES, "Choose one of --own-mail-host, --provider NAME and --mailbox"),
        ((*CHOICES, "--mailbox", "--own-mail-host"), "Choose one of"),
        ((*CHOICES, "--provider", "a b"), "no provider"),
        ((*CHOICES, "--mailbox", "--settings", "/no/such/file"), "cannot be read"),
    ],
)
def test_a_wrong_call_is_refused_before_anything_else_and_says_what_is_wrong(
    words: tuple[str, ...], named: str
) -> None:
    done = install(*words)
    assert (done.returncode, done.stdout) == (1, "")
    assert named in done.stderr
    assert "See deploy/install --help." in done.stderr


@pytest.mark.parametrize("way", WAYS)
def test_a_check_names_every_step_and_takes_none(way: str) -> None:
    before = [Path(path).exists() for path in ("/etc/bruges.env", "/srv/bruges", "/var/lib/bruges-install")]
    done = install(*CHOICES, *WAYS[way], "--check")
    assert done.stderr == ""
    assert [Path(path).exists() for path in ("/etc/bruges.env", "/srv/bruges", "/var/lib/bruges-install")] == before
    for words in ("install Debian packages", "/etc/bruges.env", "database bruges", "under systemd", "with Caddy"):
        assert words in done.stdout
    assert ("DKIM" in done.stdout) == (way == "own")
    assert "Nothing was changed" in done.stdout


def test_the_commands_of_the_page_are_complete() -> None:
    page = (INSTALL.parent / "README.md").read_text().replace("\\\n", " ")
    commands = [shlex.split(line) for line in re.findall(r"^    bruges/deploy/install (.+)$", page, re.MULTILINE)]
    assert len(commands) == 3
    for words in commands:
        done = install(*words, *(["--check"] if "--check" not in words else []))
        assert (done.stderr, "Nothing was changed" in done.stdout) == ("", True)
    for words in commands[:2]:
        assert {"--owner-name", "--security-contact"} <= set(words), "or the owner is a newcomer, and every check warns"


def test_a_file_is_brought_up_to_date_until_somebody_edits_it(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one\n")
    (tmp_path / "b").write_text("two\n")
    place = tmp_path / "etc" / "unit"
    variables = {"written": tmp_path / "written", "source": tmp_path / "a", "newer": tmp_path / "b", "target": place}
    bash('place "$source" "$target" 600', **variables)
    assert (place.read_text(), stat.S_IMODE(place.stat().st_mode)) == ("one\n", 0o600)
    bash('place "$newer" "$target"', **variables)
    assert place.read_text() == "two\n"
    place.write_text("by hand\n")
    done = bash('place "$newer" "$target"; tell_edited "$newer" "$target"; echo "${notes[@]}"', **variables)
    assert (place.read_text(), place.with_name("unit.new").read_text()) == ("by hand\n", "two\n")
    assert f"Left alone, edited by hand: {place}" in done.stdout
    assert (tmp_path / "written").read_text().count("unit") == 1


def test_a_file_as_its_package_brought_it_counts_as_untouched_however_long_the_list_of_packages(tmp_path: Path) -> None:
    """Whoever reads the list may not leave at the first match: with `pipefail` the file counted as edited at random."""
    (tmp_path / "conf").write_text("as it came\n")
    digest = hashlib.md5(b"as it came\n", usedforsecurity=False).hexdigest()
    listed = f'dpkg-query() {{ echo " $target {digest}"; seq 20000; }}'
    script = 'for _ in $(seq 60); do untouched "$target" && echo yes; done; echo more >>"$target"; untouched "$target"'
    done = bash(f"{listed}\n{script}", target=tmp_path / "conf", written=tmp_path / "written")
    assert (done.stdout.split(), done.returncode) == (["yes"] * 60, 1), done.stderr


# Ends before it has read everything: who writes into it dies of that, and so does a script under `pipefail`.
LEAVES = re.compile(
    r"""(?<!\|)\|(?!\|)\s*(?:head\b|grep\b[^|\n]*\s(?:-[a-zA-Z]*[qm]|--quiet|--silent|--max-count)"""
    r"""|grep\b[^|\n]*>\s*/dev/null|sed\b[^|\n]*[\d;'/]q\b|awk\b[^|\n]*\bexit\b|(?:IFS=\S*\s+)?read\b)"""
)


@pytest.mark.parametrize(
    "line", ["a | head -1", "a |\n  grep --quiet b", "a | sed 1q", "a | grep b >/dev/null", "a | read x"]
)
def test_a_reader_that_leaves_early_is_found(line: str) -> None:
    assert LEAVES.search(line)


def test_no_script_pipes_into_what_leaves_before_the_end() -> None:
    scripts = [
        *SCRIPTS,
        *(INSTALL.parent / f"installing/{part}.sh" for part in PARTS),
        ROOT / ".ci/run",
        ROOT / "Makefile",
    ]
    for path in scripts:
        whole = path.read_text().replace("\\\n", " ")
        assert [found[0] for found in LEAVES.finditer(whole)] == [], path


def test_the_doctor_names_the_new_forms_that_wait_beside_files_and_no_others(tmp_path: Path) -> None:
    """Wherever the installation places a file whose new form may wait."""
    script = 'for one in "${mail_files[@]}" "$proxy_file" "$units/bruges-web.service"; do echo "$one"; done'
    placed_at = bash(script).stdout.split()
    assert len(placed_at) == 6
    for name in placed_at:
        path = tmp_path / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("by hand")
        path.with_name(f"{path.name}.new").write_text("new")
    found = list(placed.waiting(tmp_path))
    assert {one.state for one in found} == {State.WARN}
    assert sorted(one.words.partition(" is not")[0] for one in found) == sorted(
        f"{tmp_path}{name}" for name in placed_at
    )
    for name in placed_at:
        (tmp_path / name.lstrip("/")).write_text("new")
    assert [one.state for one in placed.waiting(tmp_path)] == [State.OK]


def test_a_file_that_was_there_before_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "ours").write_text("ours\n")
    (tmp_path / "theirs").write_text("theirs\n")
    bash(
        'place "$source" "$target"', written=tmp_path / "written", source=tmp_path / "ours", target=tmp_path / "theirs"
    )
    assert (tmp_path / "theirs").read_text() == "theirs\n"


@pytest.mark.parametrize("way", WAYS)
def test_the_settings_that_an_installation_begins_with_are_ones_that_the_service_reads(
    way: str, tmp_path: Path
) -> None:
    script = 'gather_settings; for name in "${!given[@]}"; do echo "$name=${given[$name]}"; done'
    choices = {"site": "play.example.org", "mail_domain": "mail.example.org", "mail": way, "provider": "postmark"}
    choices["security_contact"] = "you@example.org"
    given = dict(line.split("=", 1) for line in bash(script, **choices).stdout.splitlines())
    environment.write(tmp_path / "env", given)
    found = environment.parse((tmp_path / "env").read_text())
    assert found["SITE_URL"] == "https://play.example.org"
    assert found["SECURITY_CONTACT"] == "mailto:you@example.org"
    assert ("SMTP_URL" in found, "MAIL_PROVIDER" in found) == (way == "own", way == "provider")


@pytest.mark.parametrize(
    ("line", "locks"),
    [
        ("", ["base"]),
        ("OTEL_EXPORTER_OTLP_ENDPOINT=", ["base"]),
        ("OTEL_EXPORTER_OTLP_ENDPOINT=http://h:4318", ["traces"]),
        ("MAIL_PROVIDER=postmark", ["base"]),
        *((f"MAIL_PROVIDER={provider}", ["base", "providers"]) for provider in NEEDS),
    ],
)
def test_the_settings_bring_the_packages_that_send_spans_and_those_of_the_provider(
    line: str, locks: list[str], tmp_path: Path
) -> None:
    (tmp_path / "env").write_text(f"SITE_URL=https://a.example\n{line}\n")
    home = Path(__file__).resolve().parents[2]
    lines = [f"{lock}:{hashlib.sha256((home / f'requirements/{lock}.txt').read_bytes()).hexdigest()}" for lock in locks]
    (tmp_path / ".venv").mkdir()
    (tmp_path / "requirements").symlink_to(home / "requirements")
    for held, there in ((lines[:-1], []), (lines, ["there"])):
        (tmp_path / ".venv/installed").write_text("".join(f"{line}\n" for line in held))
        done = bash("wanted_locks; has_python && echo there", env_file=tmp_path / "env", home=tmp_path)
        assert done.stdout.split() == [*locks, *there], done.stderr


def test_a_password_is_taken_from_a_file_or_asked_for_and_never_passed_over(tmp_path: Path) -> None:
    settings = tmp_path / "settings"
    settings.write_text("SMTP_URL=smtps://a:b@mail.example.org\n")
    choices = {"mail": "mailbox", "site": "a.example", "mail_domain": "b.example", "env_file": tmp_path / "none"}
    done = bash("ask_for_secrets", **choices, settings_file=settings)
    assert done.returncode == 1
    assert "IMAP_URL is missing, and there is no terminal to ask on" in done.stderr
    with settings.open("a") as file:
        file.write("IMAP_URL_FILE=/etc/imap\n")
    assert bash("ask_for_secrets", **choices, settings_file=settings).returncode == 0
    settings.chmod(0o644)
    assert "others can read" in bash("check_settings_file", settings_file=settings).stdout
    settings.chmod(0o600)
    assert bash("check_settings_file", settings_file=settings).stdout == ""


WRONG, RIGHT = "my mailbox", "imaps://play%40b.example:pass@imap.example.org:993/INBOX"


@pytest.mark.skipif(shutil.which("script") is None, reason="no terminal can be made here")
def test_what_was_pasted_by_mistake_is_asked_for_again_and_not_shown(tmp_path: Path) -> None:
    ask = f'here={INSTALL.parent}; . "$here/installing/choices.sh"; asked IMAP_URL > "{tmp_path}/said"'
    terminal = ["script", "--quiet", "--return", "--echo", "never", "--command", f"bash -c '{ask}'", "/dev/null"]
    typed = f"{WRONG}\nsmtp://a:b@c.example\n{RIGHT}\n"
    done = subprocess.run(terminal, input=typed, capture_output=True, text=True, timeout=20, check=True)
    assert (tmp_path / "said").read_text() == RIGHT
    assert done.stdout.count("That is no IMAP_URL: imaps://user:password@host") == 2
    assert WRONG not in done.stdout


@pytest.mark.parametrize(
    ("name", "value", "fits"),
    [
        ("SMTP_URL", "smtp+tls://user:password@smtp.example.org:587", True),
        ("SMTP_URL", "smtp://localhost", True),
        ("SMTP_URL", "smtp.example.org", False),
        ("SMTP_URL", "smtps://me@example.org:secret@smtp.example.org", False),
        ("IMAP_URL", "imaps://smtp.example.org", False),
        ("ANYMAIL_POSTMARK_SERVER_TOKEN", "3c5f-12", True),
        ("ANYMAIL_POSTMARK_SERVER_TOKEN", "my token", False),
        ("ANYMAIL_POSTMARK_SERVER_TOKEN", "", False),
    ],
)
def test_a_secret_has_the_form_of_what_it_is(name: str, value: str, fits: bool) -> None:
    assert (bash(f'has_form {name} "{value}"').returncode == 0) == fits


def test_a_choice_that_contradicts_the_settings_file_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "env").write_text("SITE_URL=https://a.example\nMAIL_DOMAIN=m.example\n")
    script = 'check_same_choices; echo "$problems"'
    same = {"env_file": tmp_path / "env", "mail": "own", "mail_domain": "m.example"}
    assert bash(script, **same, site="a.example").stdout == "0\n"
    told = bash(script, **same, site="b.example").stdout
    assert "SITE_URL=https://a.example, and --site says https://b.example" in told


@pytest.mark.parametrize(
    ("way", "doors"), [("own", {"bruges-receive.service"}), ("mailbox", {"bruges-fetch.service"}), ("provider", set())]
)
def test_only_the_doors_that_letters_come_through_are_started(way: str, doors: set[str]) -> None:
    names = set(bash("wanted_units", home=ROOT, mail=way).stdout.split())
    assert names & {"bruges-receive.service", "bruges-fetch.service"} == doors
    assert {"bruges.target", "bruges-web.service", "bruges-worker.service"} <= names


# What a Caddy knows of the buffers of a `reverse_proxy`; other words end it at its start.
BUFFERS = {
    "2.6.2": {"buffer_requests", "buffer_responses", "max_buffer_size"},
    "v2.10.0 h1:x": {"request_buffers", "response_buffers"},
}


@pytest.mark.parametrize("version", BUFFERS)
def test_the_proxy_is_told_in_the_words_of_the_caddy_that_is_there(version: str, tmp_path: Path) -> None:
    (tmp_path / "caddy").write_text(f"#!/bin/sh\necho '{version}'\n")
    (tmp_path / "caddy").chmod(0o755)
    text = bash(
        "proxy_text", PATH=f"{tmp_path}:{os.environ['PATH']}", home=ROOT, site="a.example", local_ca="yes"
    ).stdout
    assert set(re.findall(r"^\t\t(\w*buffer\w*)", text, re.MULTILINE)) == BUFFERS[version]
    assert "https://a.example {\n\ttls internal\n" in text
    assert text.startswith("{\n\tskip_install_trust\n")
    assert "reverse_proxy 127.0.0.1:8000 {" in text
    assert "SITE_URL}" not in text


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a file away")
def test_a_key_of_dkim_that_was_brought_along_is_kept_and_given_to_who_signs(tmp_path: Path) -> None:
    key = tmp_path / "bruges.private"
    key.write_text("brought")
    script = 'has_dkim_key || echo missing; make_dkim_key; has_dkim_key && stat --format="%U %a" "$dkim_key"'
    key.chmod(0o600)
    done = bash(script, dkim_key=key, dkim_user="nobody", mail_domain="mail.example.org")
    assert done.stdout.splitlines() == ["missing", "nobody 600"], done.stderr
    assert key.read_text() == "brought"


def test_the_records_of_an_own_mail_host_name_its_key_and_who_may_send(tmp_path: Path) -> None:
    (tmp_path / "bruges.txt").write_text('bruges._domainkey\tIN\tTXT\t( "v=DKIM1; k=rsa; "\n\t  "p=MIIB" )  ; x\n')
    choices = {"site": "play.example.org", "mail_domain": "mail.example.org", "mail": "own"}
    told = bash("dns_records", **choices, dkim_key=tmp_path / "bruges.private").stdout
    lines = [" ".join(line.split()) for line in told.splitlines()]
    for record in (
        "mail.example.org. IN MX 10 mail.example.org.",
        'mail.example.org. IN TXT "v=spf1 mx -all"',
        'bruges._domainkey.mail.example.org. IN TXT "v=DKIM1; k=rsa; " "p=MIIB"',
        '_dmarc.mail.example.org. IN TXT "v=DMARC1; p=quarantine"',
    ):
        assert record in lines
    assert any(line.startswith("play.example.org. IN A") for line in lines)
