"""Runs the tests of everything that writes to the database on a real PostgreSQL, as services have it.

python -m tests.on_postgresql [pytest's options] [paths instead]
python -m tests.on_postgresql tests/inbox tests/pages      also what tells little there
"""

from __future__ import annotations

import os
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

PATHS = (
    *(f"tests/{room}" for room in ("actions", "by_mail", "inbox", "keys", "letters", "organiser", "outbox", "pages")),
    *(f"tests/{room}" for room in ("language", "player", "queries", "running/backups")),
    *(f"tests/runtime/test_{name}.py" for name in ("deadlocks", "portions", "trials")),
    "tests/models/test_states.py",
    "tests/papers/test_papers_by_language.py",
    "tests/running/test_sweeps.py",
)
# What reads no rows, or only looks at pages and letters, tells nothing new there.
WITHOUT_OF = {
    "by_mail": "whole_game",
    "inbox": "any_words every_word senders verdicts",
    "inbox/doors": "doors* webhooks*",
    "inbox/reply": "reply*",
    "keys": "dmarc log_secrets",
    "letters": "answers languages late letters no_orders",
    "organiser": "desk_inside desk_keys desk_letters desk_names desk_policy desk_replay desk_secrets rulings letter_*",
    "organiser/exchange": "archive*",
    "outbox": "naming providers",
    "pages": "budgets for_everybody headers keys_in_logs paging papers proofs readers_language sealed_words walls",
    "player": "by_hand replay who_sees_addresses",
    "queries": "calendars",
}
WITHOUT = tuple(f"tests/{room}/test_{name}.py" for room, names in WITHOUT_OF.items() for name in names.split())


def are_run_here(tests: Path) -> bool:
    """Whether a file of tests is run here unless others are named."""
    name = tests.as_posix()
    named = name in PATHS or name.startswith(tuple(f"{path}/" for path in PATHS))
    return named and not any(fnmatch(name, one) for one in WITHOUT)


def main(options: list[str]) -> int:
    """The status to exit with, pytest's. Without a PostgreSQL they run on SQLite, but for CI, which fails."""
    from tests.shared import (
        parts,  # needs the service, which a run of `tests/engine` that asks for the names above has not
    )

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
