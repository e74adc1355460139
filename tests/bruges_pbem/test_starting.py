"""What parts of the service say when they cannot start: one line of the log that names what is missing."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

from bruges_pbem import env
from tests.shared.parts import PATIENCE
from tournaments.running.installation import HOST, MANAGE, free_port

PARTS = (
    "-m gunicorn --config python:bruges_pbem.serving bruges_pbem.wsgi --bind 127.0.0.1:{port}",
    "-m celery --app bruges_pbem worker",
    "-m celery --app bruges_pbem beat",
    "manage.py receive",
)


def ends(folder: Path, **settings: str) -> list[list[str]]:
    """The output of each part, with these settings alone, until it ends by an error."""
    given = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "DATA_DIR": str(folder), **settings}
    commands = [[sys.executable, *shlex.split(part.format(port=free_port()))] for part in PARTS]
    begun = [
        subprocess.Popen(
            command, env=given, cwd=MANAGE.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for command in commands
    ]
    told = [process.communicate(timeout=PATIENCE)[0].splitlines() for process in begun]
    assert all(process.returncode for process in begun)
    return told


def test_a_missing_setting_is_named_in_the_last_line(tmp_path: Path) -> None:
    for lines in ends(tmp_path, **env.new_secrets(), SITE_URL="https://play.example.org"):
        (line,) = lines
        assert "MAIL_DOMAIN is not set. Set MAIL_DOMAIN" in json.loads(line)["message"]


def test_a_listener_that_cannot_listen_says_so_in_a_line_of_the_log(tmp_path: Path) -> None:
    settings = {
        **env.new_secrets(),
        "SITE_URL": "https://play.example.org",
        "MAIL_DOMAIN": "mail.example.org",
        "SMTP_URL": f"smtp://{HOST}:9",
        "LISTEN_SMTP": "192.0.2.1:25",
    }
    given = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), **settings}
    argv = [sys.executable, "manage.py", "receive"]
    done = subprocess.run(argv, env=given, cwd=MANAGE.parent, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in (done.stdout + done.stderr).splitlines()]
    assert done.returncode != 0
    assert lines[-1]["level"] == "critical"
    assert "192.0.2.1" in lines[-1]["message"]
