"""All checks, in the order in which a cause comes before what follows from it, and how they are asked."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.db import DatabaseError, InterfaceError

from tournaments import outages
from tournaments.health import configuration, database, games, letters, machine, pages, postfix, restorable, running
from tournaments.health.finding import Check, Finding, State, fail, why

log = logging.getLogger(__name__)

DATABASE, MIGRATIONS, BROKER, SWEEP, POSTING = "database", "migrations", "broker", "sweep", "posting"
FOLDER = "data folder"
ROWS = (DATABASE, MIGRATIONS)
CHECKS = (
    Check("settings", configuration.settled, of_ready=False),
    Check("packages", machine.packages, of_ready=False),
    Check(FOLDER, machine.data_folder),
    Check("disk", machine.room, needs=(FOLDER,)),
    Check(DATABASE, database.answers),
    Check("database version", database.version, needs=(DATABASE,), of_ready=False),
    Check(MIGRATIONS, database.migrated, needs=(DATABASE,)),
    Check("writing", database.takes_writes, needs=ROWS),
    Check("clock", database.clock, needs=(DATABASE,)),
    Check("transactions", database.oldest_transaction, needs=(DATABASE,), of_ready=False),
    Check(BROKER, running.broker),
    Check("broker version", running.broker_version, needs=(BROKER,), of_ready=False),
    Check(SWEEP, running.sweep, needs=(*ROWS, BROKER)),
    Check("beat", running.beat, needs=(*ROWS, BROKER, SWEEP)),
    Check("worker", running.worker, needs=(*ROWS, BROKER, SWEEP)),
    Check(POSTING, running.posting, needs=ROWS),
    Check("mail host", running.mail_host, needs=(POSTING,), of_ready=False),
    Check("doors", running.doors, needs=ROWS),
    Check("mail from outside", postfix.takes_letters, needs=(DATABASE, "doors"), background=True),
    Check("letters in", letters.coming_in, needs=(*ROWS, BROKER, SWEEP)),
    Check("letters out", letters.going_out, needs=(*ROWS, BROKER, SWEEP, POSTING)),
    Check("letters laid aside", letters.laid_aside, needs=ROWS, of_ready=False),
    Check("reply addresses", configuration.answers_fit, needs=ROWS),
    Check("pages", pages.reached, background=True),
    Check("backup", restorable.backup, needs=ROWS, of_ready=False),
    Check("games", games.replayed, needs=ROWS, of_ready=False),
)


class Found(NamedTuple):
    """A finding of the check of that name."""

    name: str
    finding: Finding


def ask(check: Check) -> list[Found]:
    """What one check finds. That it cannot be asked is a finding too."""
    try:
        return [Found(check.name, finding) for finding in check.look()]
    except Exception as error:
        return [Found(check.name, _unasked(check, error))]


def _unasked(check: Check, error: Exception) -> Finding:
    if not outages.tell(error):
        log.exception("the check %s could not be carried out", check.name)
    if isinstance(error, DatabaseError | InterfaceError):
        return fail(f"the database could not be asked for it ({why(error)})", "see the lines about the database")
    return fail(f"it could not be looked at ({type(error).__name__}: {why(error)})", "the log has the traceback")


class Asked(NamedTuple):
    """A check with what it finds: nothing where one fails that it needs, which is then the `lacking` one."""

    check: Check
    found: list[Found]
    lacking: str = ""


def ask_all(checks: Iterable[Check]) -> Iterator[Asked]:
    """Each check after those that it needs."""
    failed: set[str] = set()
    for check in checks:
        lacking = next(filter(failed.__contains__, check.needs), "")
        found = [] if lacking else ask(check)
        if any(one.finding.state == State.FAIL for one in found):
            failed.add(check.name)
        yield Asked(check, found, lacking)


def of_ready() -> list[Check]:
    """Those of /readyz that it asks itself."""
    return [check for check in CHECKS if check.of_ready and not check.background]


def in_background() -> list[Check]:
    return [check for check in CHECKS if check.of_ready and check.background]
