"""The readers of the environment: typed, and loud when something is wrong."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bruges_pbem import env, providers

ROOT = Path(__file__).resolve().parents[2]
Environ = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def environment_as_before() -> Iterator[None]:
    """What a test puts into the environment by the functions themselves is in no other test's."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)


def test_a_secret_may_lie_in_a_file(monkeypatch: Environ, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("s" * 40 + "\n")
    monkeypatch.setenv("WORD_FILE", str(file))
    assert env.secret("WORD") == "s" * 40


def test_a_missing_secret_is_named_with_what_to_set() -> None:
    with pytest.raises(env.Misconfigured, match=r"WORD is not set\. Set WORD \(or WORD_FILE\)"):
        env.secret("WORD")


def test_a_secret_that_may_be_left_out_is_long_where_there_is_one(monkeypatch: Environ) -> None:
    assert env.secret("WORD", "") == ""
    monkeypatch.setenv("WORD", "short")
    with pytest.raises(env.Misconfigured, match="WORD is too short"):
        env.secret("WORD", "")


def test_a_short_secret_is_refused_without_showing_it(monkeypatch: Environ) -> None:
    monkeypatch.setenv("WORD", "hunter2")
    with pytest.raises(env.Misconfigured, match="at least 32") as refusal:
        env.secret("WORD")
    assert "hunter2" not in str(refusal.value)


def test_a_value_and_a_file_at_once_are_refused(monkeypatch: Environ) -> None:
    monkeypatch.setenv("WORD", "a")
    monkeypatch.setenv("WORD_FILE", "/nowhere")
    with pytest.raises(env.Misconfigured, match="Both WORD and WORD_FILE"):
        env.text("WORD")


def test_a_file_that_is_not_there_is_named(monkeypatch: Environ) -> None:
    monkeypatch.setenv("WORD_FILE", "/nowhere/at/all")
    with pytest.raises(env.Misconfigured, match="/nowhere/at/all"):
        env.text("WORD")


@pytest.mark.parametrize(("value", "meaning"), [("yes", True), ("1", True), ("ON", True), ("no", False), ("", False)])
def test_a_flag_is_yes_or_no(monkeypatch: Environ, value: str, meaning: bool) -> None:
    monkeypatch.setenv("WORD", value)
    assert env.flag("WORD") is meaning


def test_a_flag_that_is_neither_is_refused(monkeypatch: Environ) -> None:
    monkeypatch.setenv("WORD", "maybe")
    with pytest.raises(env.Misconfigured, match="'maybe'"):
        env.flag("WORD", False)


@pytest.mark.parametrize("value", ["many", "-1", "nan"])
def test_a_number_that_is_none_is_refused(monkeypatch: Environ, value: str) -> None:
    monkeypatch.setenv("WORD", value)
    with pytest.raises(env.Misconfigured, match="Set it to"):
        env.number("WORD", 3)


def test_durations_are_read_in_their_unit(monkeypatch: Environ) -> None:
    monkeypatch.setenv("WORD", "0.5")
    assert env.seconds("WORD", 20) == timedelta(milliseconds=500)
    assert env.days("WORD", 90) == timedelta(hours=12)


def test_the_first_key_signs_and_the_others_stay(monkeypatch: Environ) -> None:
    monkeypatch.setenv("WORD", "k2:" + "B" * 22 + "==, k1:" + "A" * 22 + "==")
    assert list(env.keys("WORD")) == ["k2", "k1"]


@pytest.mark.parametrize("value", ["", "k1", "k1:short", "K1:" + "A" * 22 + "==", "k1:!!!", "k1:AAAA"])
def test_keys_that_cannot_sign_are_refused(monkeypatch: Environ, value: str) -> None:
    monkeypatch.setenv("WORD", value)
    with pytest.raises(env.Misconfigured, match="WORD"):
        env.keys("WORD")


def test_a_key_twice_is_refused(monkeypatch: Environ) -> None:
    monkeypatch.setenv("WORD", ",".join(["k1:" + "A" * 22 + "=="] * 2))
    with pytest.raises(env.Misconfigured, match="twice"):
        env.keys("WORD")


def test_postgresql_is_read_from_its_address(monkeypatch: Environ) -> None:
    monkeypatch.setenv("WORD", "postgresql://anna:p%40ss@db.example:5433/bruges?sslmode=require")
    settings = env.database("WORD", "")
    named = {key: settings[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")}
    assert named == {
        "NAME": "bruges",
        "USER": "anna",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "5433",
        "OPTIONS": {"connect_timeout": env.CONNECT_TIMEOUT, "sslmode": "require"},
    }


def test_postgresql_on_a_socket_is_read_from_its_address(monkeypatch: Environ) -> None:
    monkeypatch.setenv("WORD", "postgresql://postgres@/postgres?host=%2Ftmp%2Fpg")
    settings = env.database("WORD", "")
    assert (settings["HOST"], settings["NAME"], settings["PORT"]) == ("/tmp/pg", "postgres", "")


def test_a_postgresql_that_is_away_is_waited_for_as_long_as_its_address_says(monkeypatch: Environ) -> None:
    monkeypatch.setenv("WORD", "postgresql://postgres@db.example/postgres?connect_timeout=9")
    assert env.database("WORD", "")["OPTIONS"] == {"connect_timeout": "9"}


def test_sqlite_writers_queue_from_their_first_statement(monkeypatch: Environ) -> None:
    monkeypatch.setenv("WORD", "sqlite:///var/lib/bruges.sqlite3")
    settings = env.database("WORD", "")
    assert settings["NAME"] == "/var/lib/bruges.sqlite3"
    assert settings["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_another_database_is_refused_without_its_password(monkeypatch: Environ) -> None:
    monkeypatch.setenv("WORD", "mysql://anna:hunter2@db/bruges")
    with pytest.raises(env.Misconfigured, match="sqlite:// or postgresql://") as refusal:
        env.database("WORD", "")
    assert "hunter2" not in str(refusal.value)


@pytest.mark.parametrize(
    ("url", "port", "ssl", "tls"),
    [
        ("smtp://mail", 25, False, False),
        ("smtps://mail", 465, True, False),
        ("smtp+tls://mail", 587, False, True),
        ("smtp://mail:2526", 2526, False, False),
    ],
)
def test_outgoing_mail_is_read_from_its_address(
    monkeypatch: Environ, url: str, port: int, ssl: bool, tls: bool
) -> None:
    monkeypatch.setenv("WORD", url)
    settings = env.smtp("WORD")
    assert (settings["EMAIL_HOST"], settings["EMAIL_PORT"]) == ("mail", port)
    assert (settings["EMAIL_USE_SSL"], settings["EMAIL_USE_TLS"]) == (ssl, tls)


@pytest.mark.parametrize(
    ("url", "port", "security", "folder"),
    [
        ("imaps://me%40example.net:a%2Fb@mail", 993, "tls", "INBOX"),
        ("imap+tls://me%40example.net:a%2Fb@mail/Lists%2FBruges", 143, "starttls", "Lists/Bruges"),
        ("imaps://me%40example.net:a%2Fb@mail:9993/", 9993, "tls", "INBOX"),
    ],
)
def test_a_mailbox_is_read_from_its_address(
    monkeypatch: Environ, url: str, port: int, security: str, folder: str
) -> None:
    monkeypatch.setenv("WORD", url)
    found = env.imap("WORD")
    assert (found["host"], found["user"], found["password"]) == ("mail", "me@example.net", "a/b")
    assert (found["port"], found["security"], found["folder"]) == (port, security, folder)


def test_a_mailbox_may_lie_in_a_file_or_not_be_there(monkeypatch: Environ, tmp_path: Path) -> None:
    assert env.imap("WORD") == {}
    monkeypatch.setenv("WORD", "")
    assert env.imap("WORD") == {}
    monkeypatch.delenv("WORD")
    (tmp_path / "url").write_text("imaps://me:word@mail\n")
    monkeypatch.setenv("WORD_FILE", str(tmp_path / "url"))
    assert env.imap("WORD")["user"] == "me"


@pytest.mark.parametrize(
    "value", ["imap://me:tulip@mail", "imaps://me@mail", "imaps://mail", "pop3://me:tulip@mail", "imaps://me:tulip@"]
)
def test_a_mailbox_that_cannot_be_had_safely_is_refused_without_its_password(monkeypatch: Environ, value: str) -> None:
    monkeypatch.setenv("WORD", value)
    with pytest.raises(env.Misconfigured, match="imaps://") as error:
        env.imap("WORD")
    assert "tulip" not in str(error.value)


@pytest.mark.parametrize("value", ["localhost", "localhost:", ":25", "localhost:70000", "localhost:smtp"])
def test_a_place_needs_host_and_port(monkeypatch: Environ, value: str) -> None:
    monkeypatch.setenv("WORD", value)
    with pytest.raises(env.Misconfigured, match="host:port"):
        env.place("WORD", "x:1")
    with pytest.raises(env.Misconfigured, match="host:port"):
        env.place_or_none("WORD")


def test_a_place_may_be_left_out(monkeypatch: Environ) -> None:
    monkeypatch.delenv("WORD", raising=False)
    assert env.place_or_none("WORD") is None
    monkeypatch.setenv("WORD", "")
    assert env.place_or_none("WORD") is None
    monkeypatch.setenv("WORD", "[::1]:2527")
    assert env.place_or_none("WORD") == ("::1", 2527)


def test_what_play_keeps_is_for_its_owner_alone(monkeypatch: Environ, tmp_path: Path) -> None:
    monkeypatch.delenv("SECRET_KEY")
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    env.take_play(make=True)
    kept = tmp_path / env.PLAY_ENV
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert os.environ["SECRET_KEY"] == env.read(kept)["SECRET_KEY"]
    monkeypatch.delenv("SECRET_KEY")
    env.take_play(make=True)
    assert os.environ["SECRET_KEY"] == env.read(kept)["SECRET_KEY"]


def test_an_installation_with_secrets_takes_nothing_from_play(monkeypatch: Environ, tmp_path: Path) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("DEMO", "no")
    env.write(tmp_path / env.PLAY_ENV, {"DEMO": "yes", "SERVICE_NAME": "Play"})
    env.take_play(make=False)
    assert os.environ["DEMO"] == "no"
    assert "SERVICE_NAME" not in os.environ


def manage(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    argv = [sys.executable, str(ROOT / "manage.py"), *words]
    return subprocess.run(argv, env={**keep, **environment}, capture_output=True, text=True, check=False)


REAL = {
    "SECRET_KEY": "a-long-one-of-many-letters:0123456789-bcdfhjklmpqruvwxz",
    "MAIL_KEYS": "k1:" + "A" * 43 + "=",
    "SITE_URL": "https://play.example.org",
    "MAIL_DOMAIN": "mail.example.org",
    "SMTP_URL": "smtp://localhost",
}
CAREFUL = {"TRUSTED_AUTHSERV_IDS": "mx.example.org", "SECURITY_CONTACT": "mailto:security@example.org"}


@pytest.mark.parametrize("name", sorted(REAL))
def test_without_a_setting_that_has_no_default_nothing_starts(name: str, tmp_path: Path) -> None:
    given = {key: value for key, value in REAL.items() if key != name}
    ran = manage("check", DATA_DIR=str(tmp_path), **given)
    assert ran.returncode == 1
    assert ran.stderr.startswith(f"bruges_pbem: {name} is not set.")


def test_a_real_installation_passes_the_checks_for_deployment(tmp_path: Path) -> None:
    ran = manage("check", "--deploy", "--fail-level", "WARNING", DATA_DIR=str(tmp_path), **CAREFUL, **REAL)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("secret", [None, "", "postmark", "postmark:short", ":" + "s" * 24])
def test_with_a_mail_provider_nothing_starts_without_the_secret_of_its_webhooks(
    secret: str | None, tmp_path: Path
) -> None:
    given = {} if secret is None else {"ANYMAIL_WEBHOOK_SECRET": secret}
    ran = manage("check", DATA_DIR=str(tmp_path), MAIL_PROVIDER="postmark", **given, **REAL)
    assert ran.returncode == 1
    assert ran.stderr.startswith("bruges_pbem: ANYMAIL_WEBHOOK_SECRET is ")


def test_with_a_mail_provider_and_its_secret_the_checks_for_deployment_pass(tmp_path: Path) -> None:
    given = {"MAIL_PROVIDER": "postmark", "ANYMAIL_WEBHOOK_SECRET": "postmark:" + "s" * 24}
    ran = manage("check", "--deploy", "--fail-level", "WARNING", DATA_DIR=str(tmp_path), **given, **CAREFUL, **REAL)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(("provider", "package"), providers.NEEDS.items())
def test_a_mail_provider_whose_package_is_missing_is_refused_by_the_name_of_both(
    provider: str, package: str, monkeypatch: Environ
) -> None:
    monkeypatch.setenv("WORD", provider)
    monkeypatch.setattr("bruges_pbem.providers.find_spec", lambda name: None if name == package else name)
    with pytest.raises(
        env.Misconfigured, match=f"WORD is '{provider}', for which the package {package} is missing"
    ) as no:
        env.provider("WORD", "SECRET")
    assert "python3 deploy/bootstrap.py base providers" in str(no.value)


def test_each_provider_that_needs_a_package_gets_it_and_the_others_need_none(monkeypatch: Environ) -> None:
    asked = set((ROOT / "requirements/providers.in").read_text().split("\n")) - {""}
    assert {line for line in asked if line[0] not in "#-"} == set(providers.NEEDS.values())
    monkeypatch.setattr(
        "bruges_pbem.providers.find_spec", lambda name: None if name in providers.NEEDS.values() else name
    )
    monkeypatch.setenv("WORD", "mailgun")
    assert env.provider("WORD", "SECRET", safe=False) == "mailgun"


def test_a_mail_provider_that_nobody_knows_is_refused(monkeypatch: Environ) -> None:
    monkeypatch.setenv("WORD", "pigeons")
    with pytest.raises(env.Misconfigured, match="WORD is 'pigeons'"):
        env.provider("WORD", "SECRET")
