"""All checks, in the order in which a cause comes before what follows from it, and how they are asked."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from threading import Thread
from time import monotonic
from typing import NamedTuple

from django.db import DatabaseError, InterfaceError

from tournaments.keys.redaction import why
from tournaments.running.health import (
    configuration,
    database,
    games,
    letters,
    machine,
    pages,
    placed,
    postfix,
    posting,
    restorable,
    running,
    time_kept,
)
from tournaments.running.health.finding import Check, Finding, State, fail, warn
from tournaments.running.health.mail import domain, records, round_trip, transport
from tournaments.runtime import outages

log = logging.getLogger(__name__)

DATABASE, MIGRATIONS, WRITING, BROKER = "database", "migrations", "writing", "broker"
BEAT, WORKER, SWEEP, POSTING = "beat", "worker", "sweep", "posting"
FOLDER, HOST, DOORS, OUT, NAMES = "data folder", "mail host", "doors", "letter out", "name servers"
OUTSIDE, BACK, SIGNED, KEY = "mail from outside", "letter back", "signature", "DKIM"
BESIDE = 25.0  # seconds for all that waits for others' machines, from the start on
TRIP = round_trip.RoundTrip()
ROWS = (DATABASE, MIGRATIONS)
CHECKS = (
    Check("settings", configuration.settled, of_ready=False),
    Check("packages", machine.packages, of_ready=False),
    Check("files", placed.waiting, of_ready=False),
    Check(FOLDER, machine.data_folder),
    Check("disk", machine.room, needs=(FOLDER,)),
    Check(DATABASE, database.answers),
    Check("database version", database.version, needs=(DATABASE,), of_ready=False),
    Check(MIGRATIONS, database.migrated, needs=(DATABASE,)),
    Check(WRITING, database.takes_writes, needs=(*ROWS, "disk")),
    Check("clock", database.clock, needs=(DATABASE,)),
    Check("time", time_kept.kept, of_ready=False, background=True),
    Check("transactions", database.oldest_transaction, needs=(DATABASE,), of_ready=False),
    Check(BROKER, running.broker),
    Check("broker version", running.broker_version, needs=(BROKER,), of_ready=False),
    Check(BEAT, running.beat, needs=(WRITING, BROKER)),
    Check(WORKER, running.worker, needs=(WRITING, BROKER)),
    Check(SWEEP, running.sweep, needs=(BEAT, WORKER)),
    Check(HOST, posting.mail_host, of_ready=False),
    Check(POSTING, posting.posting, needs=(*ROWS, HOST)),
    Check(DOORS, running.doors, needs=(WRITING,)),
    Check(OUTSIDE, postfix.takes_letters, needs=(DOORS, POSTING), background=True),
    Check(OUT, TRIP.goes_out, needs=(WRITING, HOST), of_ready=False),
    Check("letters in", letters.coming_in, needs=(SWEEP,)),
    Check("letters out", letters.going_out, needs=(SWEEP, POSTING)),
    Check("letters laid aside", letters.laid_aside, needs=ROWS, of_ready=False),
    Check("reply addresses", configuration.answers_fit, needs=ROWS),
    Check("pages", pages.reached, background=True),
    Check("backup", restorable.backup, needs=ROWS, of_ready=False),
    Check(NAMES, domain.name_servers, of_ready=False, background=True),
    Check("SPF", domain.asked(records.sender_policy), needs=(NAMES,), of_ready=False, background=True),
    Check(KEY, domain.asked(records.signing_key), needs=(NAMES,), of_ready=False, background=True),
    Check("DMARC", domain.asked(records.domain_policy), needs=(NAMES,), of_ready=False, background=True),
    Check("MX", domain.asked(records.exchanges), needs=(NAMES,), of_ready=False, background=True),
    Check("PTR", domain.asked(records.reverse_names), needs=(NAMES,), of_ready=False, background=True),
    Check(
        "mail certificate",
        domain.asked_here(transport.mail_door),
        needs=(NAMES, OUTSIDE),
        of_ready=False,
        background=True,
    ),
    Check("MTA-STS", domain.asked(transport.strict_transport), needs=(NAMES,), of_ready=False, background=True),
    Check("TLS-RPT", domain.asked(records.tls_reports), needs=(NAMES,), of_ready=False, background=True),
    Check("games", games.replayed, needs=ROWS, of_ready=False),
    # The last: they wait, and meanwhile everything else is looked at.
    Check(BACK, TRIP.comes_back, needs=(DOORS, OUT), of_ready=False),
    Check(SIGNED, TRIP.is_signed, needs=(NAMES, KEY, BACK), of_ready=False),
)


class Found(NamedTuple):
    """A finding of the check of that name."""

    name: str
    finding: Finding


def ask(check: Check) -> list[Found]:
    """The findings of one check. That it cannot be asked is a finding too."""
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


class Beside:
    """Checks that wait for others' machines, all of them begun at once."""

    def __init__(self, checks: Iterable[Check], seconds: float = BESIDE) -> None:
        self._seconds, self._end = seconds, monotonic() + seconds
        self._found: dict[str, list[Found]] = {}
        self._begun = {check.name: self._begin(check) for check in checks if check.background}

    def _begin(self, check: Check) -> Thread:
        thread = Thread(target=lambda: self._found.update({check.name: ask(check)}), daemon=True)
        thread.start()
        return thread

    def ask(self, check: Check) -> list[Found]:
        """The findings of a check; any other check is asked now."""
        thread = self._begun.get(check.name)
        if thread is None:
            return ask(check)
        thread.join(max(self._end - monotonic(), 0))
        late = warn(f"no answer within {self._seconds:.0f} seconds", "ask again; then see the network and the firewall")
        return self._found.get(check.name) or [Found(check.name, late)]


class Asked(NamedTuple):
    """A check with what it finds: nothing where one fails that it needs, itself or by others: the `lacking` one."""

    check: Check
    found: list[Found]
    lacking: str = ""


def ask_all(checks: Iterable[Check], how: Callable[[Check], list[Found]] = ask) -> Iterator[Asked]:
    """Each check after those that it needs."""
    causes: dict[str, str] = {}  # by what is not well or was not asked: what is to be mended first
    for check in checks:
        lacking = next((causes[name] for name in check.needs if name in causes), "")
        found = [] if lacking else how(check)
        if lacking or any(one.finding.state == State.FAIL or one.finding.ends for one in found):
            causes[check.name] = lacking or check.name
        yield Asked(check, found, lacking)


def of_ready() -> list[Check]:
    """The checks that /readyz asks itself."""
    return [check for check in CHECKS if check.of_ready and not check.background]


def in_background() -> list[Check]:
    return [check for check in CHECKS if check.of_ready and check.background]
