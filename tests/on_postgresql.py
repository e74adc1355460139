"""Runs the tests of everything that writes to the database on a real PostgreSQL, as services have it.

python -m tests.on_postgresql [pytest's options] [paths instead]
python -m tests.on_postgresql tests/actions tests/admin tests/backups tests/mail   also what tells little there
"""

from __future__ import annotations

import os
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

PATHS = ("tests/actions", "tests/admin", "tests/backups", "tests/mail")
# What reads no rows, or only looks at pages and letters, tells nothing new there.
LOOKS = (
    "budgets", "by_hand", "desk_inside", "desk_keys", "desk_letters", "desk_names", "desk_policy", "desk_replay",
    "desk_secrets", "for_everybody",
    "headers", "keys_in_logs", "papers", "proofs", "readers_language", "replay", "rulings", "sealed_words",
    "walls", "who_sees_addresses",
)  # fmt: skip
READS = (
    "any_words", "calendars", "dmarc", "doors*", "every_word", "log_secrets", "naming", "providers", "reply*",
    "senders", "verdicts", "webhooks*", "whole_game",
)  # fmt: skip
WITHOUT = (
    "tests/mail/letters/*",
    *(f"tests/mail/test_{name}.py" for name in READS),
    *(f"tests/admin/test_{name}.py" for name in LOOKS),
)


def are_run_here(tests: Path) -> bool:
    """Whether a file of tests is run here unless others are named."""
    name = tests.as_posix()
    return name.startswith(tuple(f"{path}/" for path in PATHS)) and not any(fnmatch(name, one) for one in WITHOUT)


def main(options: list[str]) -> int:
    """The status to exit with, pytest's. Without a PostgreSQL they run on SQLite, but for CI, which fails."""
    from tests import parts  # needs the service, which a run of `tests/engine` that asks for the names above has not

    try:
        with parts.postgresql() as url:
            os.environ["SUITE_DATABASE_URL"] = url
            return _run(options)
    except parts.Missing as part:
        print(f"NOT TESTED ON POSTGRESQL, MISSING PART: {part}", file=sys.stderr)
        return 1 if os.environ.get("CI", "").lower() in {"1", "true", "yes"} else _run(options)


def _run(options: list[str]) -> int:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    if any(Path(option.partition("::")[0]).exists() for option in options):
        return int(pytest.main([*options]))
    return int(
        pytest.main([*PATHS, *(f"--ignore-glob={pattern}" for pattern in WITHOUT), "-m", "not sqlite", *options])
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
