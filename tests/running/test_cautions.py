"""Settings that leave the service open: every process that starts says so, organisers read it, and it is true."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.test import Client
from pytest_django import Settings

from tests.bruges_pbem.test_env import CAREFUL, REAL, ROOT, manage
from tests.shared.cast import asked_seat, make_cast, only_table, person, running_league
from tests.shared.desk import SignIn
from tests.shared.post import deliver, newest
from tournaments.models import InboundLetter
from tournaments.running.checks.cautions import TAG

State = InboundLetter.State


def told() -> list[str]:
    return [found.id or "" for found in run_checks(tags=[TAG], include_deployment_checks=True)]


@pytest.mark.parametrize(("name", "warning"), [("TRUSTED_AUTHSERV_IDS", "W002"), ("SECURITY_CONTACT", "W003")])
def test_a_setting_that_is_left_open_is_warned_of_and_another_is_not(
    name: str, warning: str, settings: Settings
) -> None:
    for other, value in CAREFUL.items():
        setattr(settings, other, () if other == name else (value,))
    assert told() == [f"tournaments.{warning}"]
    setattr(settings, name, (CAREFUL[name],))
    assert told() == []


def test_the_demonstration_is_not_warned_of(settings: Settings) -> None:
    settings.TRUSTED_AUTHSERV_IDS, settings.SECURITY_CONTACT, settings.DEMO = (), (), True
    assert told() == []


def test_checking_by_hand_says_what_could_happen_and_what_to_set(tmp_path: Path) -> None:
    ran = manage("check", "--deploy", DATA_DIR=str(tmp_path), **REAL)
    assert ran.returncode == 0
    said = " ".join(ran.stderr.split())
    assert "can write moves in that player's name by putting the player's address into From" in said
    assert "Set TRUSTED_AUTHSERV_IDS to" in said
    assert "Set SECURITY_CONTACT to" in said


def test_a_setting_that_is_misspelt_is_named_with_the_one_that_is_meant(tmp_path: Path) -> None:
    wrong = {"TRUSTED_AUTHSERV_ID": "mx.example.org", "OUTAGE_AFTR_SECONDS": "60", "MAIL": "/var/mail/root"}
    said = manage("check", "--deploy", DATA_DIR=str(tmp_path), **REAL, **wrong).stderr
    assert (
        "TRUSTED_AUTHSERV_ID is no setting of the service: nobody reads it, and TRUSTED_AUTHSERV_IDS is not set" in said
    )
    assert "OUTAGE_AFTER_SECONDS is not set" in said
    assert said.count("W005") == 2


def test_a_command_does_its_work_without_saying_it_before(tmp_path: Path) -> None:
    assert manage("migrate", "--plan", DATA_DIR=str(tmp_path), **REAL).stderr == ""


# A beat that has been told to end starts all the same.
WORKER_AND_BEAT = """
from bruges_pbem.celery import app
from celery.beat import Service
try:
    app.Worker(concurrency=1, loglevel="ERROR")
    beat = Service(app)
    beat._is_shutdown.set()
    beat.start()
except Exception as error:
    raise SystemExit(repr(error))
"""


@pytest.mark.parametrize(("start", "times"), [("import bruges_pbem.wsgi, bruges_pbem.asgi", 2), (WORKER_AND_BEAT, 2)])
def test_web_worker_and_beat_say_it_when_they_start(start: str, times: int, tmp_path: Path) -> None:
    environment = {**REAL, "DATA_DIR": str(tmp_path), "PYTHONPATH": str(ROOT), "SECURITY_CONTACT": "mailto:a@b.example"}
    argv = [sys.executable, "-W", "ignore", "-c", start]
    ran = subprocess.run(argv, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    lines = [json.loads(line) for line in ran.stderr.splitlines() if "W00" in line]
    assert [line["level"] for line in lines] == ["warning"] * times
    assert {line["message"].partition(" is ")[0] for line in lines} == {"tournaments.W002: TRUSTED_AUTHSERV_IDS"}


# --- organisers read it, and it is so ------------------------------------------------------------


@pytest.mark.django_db
def test_organisers_read_on_the_desk_that_a_forged_sender_passes(settings: Settings, sign_in: SignIn) -> None:
    cast = make_cast()
    desk, host = sign_in(cast.organiser), sign_in(person("Hedda", is_staff=True, is_superuser=True))
    settings.TRUSTED_AUTHSERV_IDS = ()
    assert "Whoever hosts the service can change that" in start_page(desk)
    assert "Set TRUSTED_AUTHSERV_IDS" in start_page(host)
    settings.TRUSTED_AUTHSERV_IDS = ("mx.example.org",)
    for client in (desk, host):
        assert "really sent" not in start_page(client)


def start_page(client: Client) -> str:
    return client.get("/desk/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("trusted", "state"), [((), State.DONE), (("mx.example.org",), State.HELD)])
def test_whoever_has_a_letter_to_a_player_moves_in_their_name_only_where_nobody_judges_senders(
    trusted: tuple[str, ...], state: str, settings: Settings
) -> None:
    settings.TRUSTED_AUTHSERV_IDS = trusted
    table = only_table(running_league(make_cast()))
    seat = asked_seat(table)
    verdict = "Authentication-Results: mx.example.org; dmarc=fail header.from=example.net"
    row = deliver(newest(seat, "turn"), "12", mail_from="mallory@evil.example", headers=[verdict])
    assert row.state == state
    assert (asked_seat(table).pk == seat.pk) is (state == State.HELD)
