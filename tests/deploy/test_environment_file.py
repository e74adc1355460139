"""`deploy/environment.py`: the settings file that an installation gets, and how it is read."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bruges_pbem import env

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
SCRIPT = DEPLOY / "environment.py"
# Characters that mean something to a shell, to systemd or in addresses.
ODD = """smtp://a%40b:p'a"s\\s$w`d #;&|<>!*(){}~é@host:25"""


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("environment", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


environment = loaded()


def call(*words: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, str(SCRIPT), *map(str, words)]
    return subprocess.run(argv, input=given, capture_output=True, text=True, check=False)


def test_a_new_file_has_all_that_must_be_set_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "bruges.env"
    done = call("write", path, given=f"SITE_URL=https://a.example\nMAIL_PROVIDER=postmark\nSMTP_URL={ODD}\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    found = environment.parse(path.read_text())
    assert (found["SITE_URL"], found["MAIL_PROVIDER"], found["SMTP_URL"]) == ("https://a.example", "postmark", ODD)
    assert len(found["SECRET_KEY"]) >= 32
    assert found["MAIL_KEYS"].startswith("k1:")
    assert "POSTGRES_PASSWORD" not in found
    again = call("write", path, given="SITE_URL=https://b.example\n")
    assert again.returncode == 1
    assert "left as it is" in again.stderr
    assert environment.parse(path.read_text()) == found


def test_two_installations_have_no_secret_in_common(tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert call("write", tmp_path / name).returncode == 0
    a, b = (environment.parse((tmp_path / name).read_text()) for name in ("a", "b"))
    assert {a["SECRET_KEY"], a["MAIL_KEYS"]}.isdisjoint({b["SECRET_KEY"], b["MAIL_KEYS"]})


def test_secrets_that_are_brought_along_are_kept(tmp_path: Path) -> None:
    brought = {**env.new_secrets(), "ANYMAIL_POSTMARK_SERVER_TOKEN": "a b"}
    (tmp_path / "settings").write_text("".join(f"{name}='{value}'\n" for name, value in brought.items()))
    assert call("write", tmp_path / "env", tmp_path / "settings").returncode == 0
    found = environment.parse((tmp_path / "env").read_text())
    assert {name: found[name] for name in brought} == brought


def test_a_setting_that_nobody_reads_is_named_and_no_file_is_made(tmp_path: Path) -> None:
    done = call("write", tmp_path / "env", given="STMP_URL=smtp://host\n")
    assert "STMP_URL: no such setting" in done.stderr
    assert not (tmp_path / "env").exists()


@pytest.mark.skipif(shutil.which("sh") is None, reason="a shell is not here")
def test_a_shell_reads_the_file_like_this_program(tmp_path: Path) -> None:
    values = {"SMTP_URL": ODD, "SERVICE_NAME": "L'Amicale: échecs & co", "MAIL_LOCAL": "play"}
    (tmp_path / "env").write_text(environment.filled((DEPLOY / "env.example").read_text(), values))
    command = f'set -a; . "{tmp_path}/env"; printf "%s\\n" "$SMTP_URL" "$SERVICE_NAME" "$MAIL_LOCAL"'
    told = subprocess.run(["sh", "-c", command], env={}, capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == list(values.values())
    assert {name: environment.parse((tmp_path / "env").read_text())[name] for name in values} == values


def test_the_file_is_read_as_systemd_reads_it() -> None:
    text = '# a\n; b\n\nA=one two \nB = "x \\" \\$ \\n"\nC=\'it \\ is\'\nD=a\\ b\\\\\nE=\nF="a"b\'c\'\nG=a # b\n'
    assert environment.parse(text) == {
        "A": "one two", "B": 'x " $ \\n', "C": "it \\ is", "D": "a b\\", "E": "", "F": "abc", "G": "a # b",
    }  # fmt: skip
    for wrong in ("A", "1A=b", "A='b", "A=b\\"):
        with pytest.raises(environment.BadFile, match="line 1"):
            environment.parse(wrong)


def test_a_command_gets_these_settings_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "env").write_text("SITE_URL=https://a.example\n")
    mine = pwd.getpwuid(os.geteuid()).pw_name
    user = "nobody" if os.geteuid() == 0 else mine
    argv = [sys.executable, str(SCRIPT), "run", str(tmp_path / "env"), user, "/bin/sh", "-c"]
    command = 'echo "$SITE_URL ${SMTP_URL-none} $(id -un)"'
    told = subprocess.run(
        [*argv, command], env={"SMTP_URL": "smtp://b"}, capture_output=True, text=True, check=True
    ).stdout
    assert told.split() == ["https://a.example", "none", user]
    refused = call("run", tmp_path / "env", "no-such-user", "/bin/true")
    assert (refused.returncode, "no-such-user" in refused.stderr) == (1, True)


def test_a_file_that_is_gone_is_named_with_where_its_keys_are(tmp_path: Path) -> None:
    gone = tmp_path / "settings"
    user = pwd.getpwuid(os.geteuid()).pw_name
    done = subprocess.run(
        [sys.executable, SCRIPT, "run", gone, user, "true"], capture_output=True, text=True, check=False
    )
    (line,) = done.stderr.splitlines()
    assert done.returncode == 1
    assert str(gone) in line
    assert "copy that you keep elsewhere" in line
