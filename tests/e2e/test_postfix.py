"""The mail host of `deploy/README.md` with a real Postfix: what needs no waiting of `tests.campaign.postfix`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.deploy.postfix import machine
from tests.shared import parts

QUICK = (
    "forged_address",
    "unknown_box",
    "never_asked",
    "stored_once",
    "null_sender",
    "postmaster_and_abuse",
    "too_large",
    "setting_of_ours",
    "note_of_success",
    "own_host_passes",
    "forged_results",
    "wherever_they_come_from",
    "doctor_s_letter",
    "doctor_finds",
)


def test_forgers_are_refused_in_the_conversation_and_replies_come_through() -> None:
    try:
        machine.check()
    except parts.Missing as part:
        pytest.skip(f"NOT TESTED, MISSING PART: {part}")  # in CI too: not every one lets us have namespaces
    command = [sys.executable, "-m", "tests.campaign.postfix", "--only", *QUICK]
    done = subprocess.run(command, cwd=machine.ROOT, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(QUICK)} checks, nothing wrong" in done.stdout
