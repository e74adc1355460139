"""The parts of the service: broker, sweep, worker and doors, by their signs of life (`heartbeats`)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from time import monotonic

from celery import current_app
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from tournaments.keys.redaction import why
from tournaments.models import Heartbeat
from tournaments.running.health.finding import Finding, Findings, State, age, fail, ok, warn
from tournaments.runtime import heartbeats, outages

BEGUN = monotonic()  # this process: whatever has never run may be about to begin
BROKER_WAIT = 1  # seconds to connect, and to be answered
OLDEST_REDIS = (6, 2)
GIVEN_UP = timedelta(days=7)  # without a sign of beat: the host lets cron sweep
START_BROKER = "start Redis: systemctl start redis-server; if it is not there any more: apt-get install redis-server"
START_WORKER = "systemctl start bruges-worker; if it runs, its log says what keeps it: journalctl --unit=bruges-worker"
MISSED = 3  # signs of a worker that are missing before it is warned of; an outage begins later
START_DOOR = {
    heartbeats.MAILBOX: "systemctl start bruges-fetch; if it runs, its log says what the host of IMAP_URL answers",
    heartbeats.LISTENER: "systemctl start bruges-receive",
    heartbeats.WEB: "systemctl start bruges-web",
}
DOORS = {
    heartbeats.MAILBOX: "the mailbox of IMAP_URL",
    heartbeats.LISTENER: "the listener for SMTP and LMTP",
    heartbeats.WEB: "the address that the mail provider posts letters to",
}


def _never(words: str, mend: str) -> Finding:
    """The finding on a part without any sign of life yet: only a warning shortly after the start."""
    begins = monotonic() - BEGUN < settings.OUTAGE_AFTER.total_seconds()
    return (
        warn(words, f"the first comes within half a minute of the start; else {mend}") if begins else fail(words, mend)
    )


def broker() -> Findings:
    """Whether the broker takes a connection and answers on it, within a bounded wait."""
    wait = {"socket_connect_timeout": BROKER_WAIT, "socket_timeout": BROKER_WAIT}
    try:
        with current_app.connection_for_write(connect_timeout=BROKER_WAIT, transport_options=wait) as line:
            line.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=BROKER_WAIT)
    except OperationalError as error:
        outages.failed(outages.BROKER, error)
        yield fail(
            f"the broker does not answer ({why(error)})",
            f"{START_BROKER}; if it runs, compare REDIS_URL",
        )
        return
    outages.works(outages.BROKER)
    yield ok("the broker answers")


def broker_version() -> Findings:
    """Whether the Redis that carries the tasks is new enough."""
    with current_app.connection_for_write() as line:
        client = getattr(line.default_channel, "client", None)
        said = client.info("server") if client is not None else {}
    found = str(said.get("redis_version", ""))
    if not found:
        yield ok("the broker is no Redis")
    elif tuple(map(int, found.split(".")[:2])) < OLDEST_REDIS:
        yield fail(f"Redis {found} is too old", "update it to 6.2 or newer")
    else:
        yield ok(f"Redis {found}")


def sweep() -> Findings:
    """Whether somebody sweeps: without, no deadline is judged, and no lost hint is made good."""
    row, asking = _row(heartbeats.SWEEP), _row(heartbeats.BEAT)
    mend = "start beat or a worker: systemctl start bruges-beat bruges-worker"
    if row is None:
        yield _never("no sweep has run yet", mend)
    elif row.is_late(timezone.now()) and asking is not None and not asking.is_late(timezone.now()):
        yield fail(f"no sweep for {age(row.at)}, though beat asks for them", START_WORKER)
    elif row.is_late(timezone.now()):
        yield fail(f"no sweep for {age(row.at)}", mend)
    else:
        yield ok(f"the last sweep ended {age(row.at)} ago")


def beat() -> Findings:
    """Whether beat runs, where it has run: without, workers ask for sweeps, more rarely."""
    row, now = _row(heartbeats.BEAT), timezone.now()
    if row is None or now - row.at > GIVEN_UP:
        yield ok("beat does not run here")
    elif row.is_late(now):
        words = f"no sign of beat for {age(row.at)}; workers sweep in its place, more rarely"
        yield fail(words, "systemctl start bruges-beat")
    else:
        yield ok(f"beat gave a sign {age(row.at)} ago")


def worker() -> Findings:
    """Whether a worker takes tasks; where cron sweeps, that is not known by the sweep."""
    row, now = _row(heartbeats.WORKER), timezone.now()
    if row is None:
        yield _never("no worker has taken a task yet", START_WORKER)
    elif row.is_late(now) or now - row.at > MISSED * row.every:
        found = fail(f"no worker has taken a task for {age(row.at)}", START_WORKER)
        yield found if row.is_late(now) else replace(found, state=State.WARN, ends=True)
    else:
        yield ok(f"a worker took a task {age(row.at)} ago")


def doors() -> Findings:
    """Whether letters can come in: the door that the settings name, and each other one that has been used."""
    rows = {row.name: row for row in heartbeats.expected() if row.name in heartbeats.DOORS}
    for name in sorted(_named() | rows.keys()):
        yield _door(name, rows.get(name))


def _named() -> set[str]:
    """The doors that the settings name; without a mailbox or a provider there has to be the listener."""
    given = {heartbeats.MAILBOX: bool(settings.IMAP), heartbeats.WEB: bool(settings.MAIL_PROVIDER)}
    return {name for name, used in given.items() if used} or {heartbeats.LISTENER}


def _door(name: str, row: Heartbeat | None) -> Finding:
    if row is None:
        return _never(f"no letter comes in: {DOORS[name]} has never been open", START_DOOR[name])
    if row.is_late(timezone.now()):
        unused = "; if it is not used any more, end its outage on the desk's page Mail"
        return fail(f"no letter comes in by {DOORS[name]}, for {age(row.at)}", START_DOOR[name] + unused)
    return ok(f"{DOORS[name]} was open {age(row.at)} ago")


def signs_since(moment: datetime) -> Findings:
    """Whether each part has given a sign after that moment: the sign that it gave before says nothing of new code.

    Not posting and the provider's door, which give none unless there are letters.
    """
    names = (heartbeats.SWEEP, heartbeats.BEAT, heartbeats.WORKER, heartbeats.MAILBOX, heartbeats.LISTENER)
    used = {row.name for row in heartbeats.expected()} | {heartbeats.BEAT}
    for row in Heartbeat.objects.filter(name__in=used.intersection(names), at__gt=moment - GIVEN_UP).order_by("name"):
        if row.at < moment:
            yield fail(
                f"no sign of {row.name} since {moment:%H:%M:%S} UTC", "see its log: journalctl --unit='bruges-*'"
            )
        else:
            yield ok(f"{row.name} gave a sign {age(row.at)} ago")


def _row(name: str) -> Heartbeat | None:
    return Heartbeat.objects.filter(name=name).first()
