"""How a service is broken, what has to be said of it, and what an administrator does who reads only that."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from tests.campaign.breakages.audit import Audit, audit, settle
from tests.campaign.breakages.stage import MAIL, PARTS, Stage, Told, commands, quoted, within
from tests.running.health.test_pages_reached import certified
from tests.shared.parts import until

NAMED = 200.0  # seconds within which the cause has to be named
HEALED = 90.0  # seconds within which all works again
QUIET = "export DEBIAN_FRONTEND=noninteractive;"
Act = Callable[[Stage], None]


@dataclass(frozen=True)
class Way:
    """One way to break it.

    name      what happens
    act       does it
    ready     what one line of /readyz has to say, a regular expression; "" where the pages cannot say it
    doctor    the same of the doctor
    mend      what the line tells an administrator to do where that is no command; the commands in it are run first
    itself    whether it heals without anybody: nothing is awaited to be named
    lasts     seconds for which it stays broken at least
    """

    name: str
    act: Act
    ready: str = ""
    doctor: str = ""
    mend: Act | None = None
    itself: bool = False
    lasts: float = 0.0
    commands: bool = True


@dataclass
class Found:
    """The outcome: the lines that named the cause, and seconds, counted from the break and from the mend."""

    way: str
    ready: str = ""
    ready_after: float | None = None
    doctor: str = ""
    doctor_after: float | None = None
    typed: list[str] = field(default_factory=list)
    healed_after: float | None = None
    settled_after: float | None = None
    audit: Audit | None = None
    wrong: list[str] = field(default_factory=list)


def carry_out(made: Stage, way: Way) -> Found:
    """Break, read, follow, wait, count."""
    found = Found(way.name)
    calm = within(lambda: not made.ready().fails, HEALED, 1)
    if calm is None:
        found.wrong.append(f"not ready before: {made.ready().lines}")
    begun = monotonic()
    way.act(made)
    if not way.itself:
        name_it(made, way, found, begun)
        sleep(max(0.0, way.lasts - (monotonic() - begun)))
        follow(made, way, found)
    counted_up(made, found)
    if way.doctor and within(lambda: not line_of(made.doctor(), way.doctor), HEALED) is None:
        found.wrong.append(f"the doctor still says: {line_of(made.doctor(), way.doctor)}")
    return found


def counted_up(made: Stage, found: Found) -> Found:
    """Wait until all works again and every letter is answered, then count them."""
    heal(made, found)
    found.settled_after = settle(made)
    if found.settled_after is None:
        found.wrong.append("not every letter is answered")
    found.audit = audit(made)
    found.wrong += found.audit.wrong
    return found


def name_it(made: Stage, way: Way, found: Found, begun: float) -> None:
    """Ask the pages each second and the doctor again and again, until both have named the cause, or for too long."""
    lines: dict[str, list[str]] = {}

    def watch(which: str, ask: Callable[[], Told], pattern: str) -> None:
        named_by = max(begun + max(NAMED, way.lasts), monotonic() + 1)  # to break it may have taken long
        while monotonic() < named_by:
            told = ask()
            lines[which] = told.lines
            if line := line_of(told, pattern):
                setattr(found, which, line)
                setattr(found, f"{which}_after", monotonic() - begun)
                return
            sleep(1)
        found.wrong.append(f"{which} does not name the cause; it says {lines[which]}")

    asked = [("ready", made.ready, way.ready), ("doctor", made.doctor, way.doctor)]
    threads = [threading.Thread(target=watch, args=one) for one in asked if one[2]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def line_of(told: Told, pattern: str) -> str:
    """The line that names it, "" if none does."""
    return next((line for line in told.lines if re.search(pattern, line)), "")


def follow(made: Stage, way: Way, found: Found) -> None:
    """Type the commands of the line, and do what it says in words."""
    if way.mend is not None:
        way.mend(made)
    if way.commands:
        for command in commands(found.doctor or found.ready):
            found.typed.append(command)
            made.shell(f"{QUIET} yes | {command}", check=False)  # at the terminal somebody says yes


def heal(made: Stage, found: Found) -> None:
    """Wait until the pages say that all works and a letter that was written from now on is answered."""
    begun, count = monotonic(), len(made.crowd.relay.letters)

    def heard() -> bool:
        answers = {key for player in made.crowd.players.values() for key in list(player.answers)}
        later = list(made.crowd.relay.letters)[count:]
        return any(one.message_id in answers for one in later) and not made.ready().fails

    if within(heard, HEALED) is None:
        found.wrong.append(f"not healed; the pages say {made.ready().lines}, the doctor {made.doctor().lines}")
    else:
        found.healed_after = monotonic() - begun


# --- parts ---------------------------------------------------------------------------------------------


def kill(unit: str) -> Act:
    """The part with all its processes, as the kernel does when memory is short."""

    def act(made: Stage) -> None:
        script = """
kill_tree() { for child in $(cat /proc/$1/task/*/children 2>/dev/null); do kill_tree $child; done; kill -KILL $1; }
kill_tree %d"""
        pid = made.main_pid(unit)
        made.shell(script % pid, check=False)
        until(lambda: made.main_pid(unit) not in {0, pid}, f"{unit} to be started again", 30)

    return act


def stop(*units: str) -> Act:
    return lambda made: made.systemctl("stop", *units)


def killed(unit: str) -> Way:
    return Way(f"{unit} is killed", kill(unit), itself=True)


def stopped(unit: str, ready: str, doctor: str = "") -> Way:
    return Way(f"{unit} is stopped", stop(unit), ready, doctor or ready)


OF_PARTS = [
    *map(killed, PARTS),
    stopped("bruges-web", "", r"systemctl start bruges-web"),
    stopped("bruges-worker", r"systemctl start (bruges-beat )?bruges-worker"),
    stopped("bruges-beat", r"systemctl start bruges-beat"),
    stopped("bruges-receive", r"systemctl start bruges-receive"),
    stopped("postfix", r"systemctl start postfix"),
    stopped("opendkim", r"systemctl start .*opendkim"),
    stopped("opendmarc", r"systemctl start .*opendmarc"),
    stopped("caddy", r"systemctl start caddy"),
]


# --- database ------------------------------------------------------------------------------------------


def signal_postgres(name: str) -> Act:
    each = 'for p in /proc/[0-9]*; do [ "$(stat -c %U $p)" != postgres ] || kill -{} ${{p#/proc/}}; done'
    return lambda made: void(made.shell(each.format(name), check=False))


def void(_: object) -> None:
    pass


OF_DATABASE = [
    Way("PostgreSQL is stopped for two minutes", stop("postgresql"), "systemctl start postgresql",
        "systemctl start postgresql", lasts=120),
    Way("PostgreSQL is frozen for a minute", signal_postgres("STOP"), "database.*postgresql",
        "database.*postgresql", mend=signal_postgres("CONT"), lasts=60, commands=False),
]  # fmt: skip


# --- disks ---------------------------------------------------------------------------------------------


def fill(place: str) -> Act:
    return lambda made: void(made.shell(f"dd if=/dev/zero of={place}/ballast bs=1M", check=False))


def fill_inodes(place: str) -> Act:
    script = "mkdir {0}/many; cd {0}/many && i=0; while : > $i; do i=$((i+1)); done 2>/dev/null"
    return lambda made: void(made.shell(script.format(place), check=False))


def make_room(place: str) -> Act:
    return lambda made: void(made.shell(f"rm -rf {place}/ballast {place}/many"))


def full(what: str, place: str, pattern: str, filling: Callable[[str], Act] = fill) -> Way:
    return Way(what, filling(place), pattern, pattern, mend=make_room(place))


# Less than the room that is warned of, or what Postfix itself answers.
QUEUE_FULL = r"disk: (\d{1,2} MB|.*and \d{1,3} inodes).*/var/spool/postfix: make room|takes no letters.*make room"
DATABASE_FULL = r"(disk: (\d{1,2} MB|.*and \d{1,3} inodes).*/var/lib/postgresql|writing.*disk is full).*df -i"

OF_DISKS = [
    full("the data folder's disk is full", "/srv/bruges/.var", "data folder.*full.*make room"),
    full("the database's disk is full", "/var/lib/postgresql", DATABASE_FULL),
    full("the mail queue's disk is full", "/var/spool/postfix", QUEUE_FULL),
    full("the data folder's disk is out of inodes", "/srv/bruges/.var", "data folder.*full.*df -i", fill_inodes),
    full("the database's disk is out of inodes", "/var/lib/postgresql", DATABASE_FULL, fill_inodes),
    full("the mail queue's disk is out of inodes", "/var/spool/postfix", QUEUE_FULL,
         fill_inodes),
]  # fmt: skip


# --- broker --------------------------------------------------------------------------------------------


def remove_redis(made: Stage) -> None:
    """The package with its settings and its data."""
    made.systemctl("stop", "redis-server")
    made.shell(f"{QUIET} apt-get purge -y redis-server redis-tools")


OF_BROKER = [
    Way("Redis is emptied", lambda made: void(made.shell("redis-cli flushall")), itself=True),
    stopped("redis-server", "systemctl start redis-server"),
    Way("Redis is removed", remove_redis,
        "apt-get install .*redis-server", "apt-get install .*redis-server"),
]  # fmt: skip

# --- certificates ---------------------------------------------------------------------------------------


PROXY_FILE = "/etc/caddy/Caddyfile"


def show_expired_certificate(made: Stage) -> None:
    """The proxy shows a certificate that its host has got from elsewhere and that was over yesterday."""
    with TemporaryDirectory() as folder:
        certified(Path(folder), -timedelta(days=90), -timedelta(days=1))
        for name in ("certificate.pem", "key.pem"):
            made.one.write(f"/etc/caddy/{name}", (Path(folder) / name).read_text())
    made.shell(f"cp {PROXY_FILE} /var/tmp/Caddyfile")
    made.shell(f"sed -i 's|tls internal|tls /etc/caddy/certificate.pem /etc/caddy/key.pem|' {PROXY_FILE}")
    made.systemctl("restart", "caddy")


def show_own_certificate(made: Stage) -> None:
    made.shell(f"cp /var/tmp/Caddyfile {PROXY_FILE}")


def expire_mail_certificate(made: Stage) -> None:
    """The mail host shows one that was over yesterday, at the place that its configuration names."""
    with TemporaryDirectory() as folder:
        certified(Path(folder), -timedelta(days=90), -timedelta(days=1), MAIL)
        for name, option in (("certificate.pem", "smtpd_tls_cert_file"), ("key.pem", "smtpd_tls_key_file")):
            place = made.shell(f"postconf -h {option}").strip()
            made.shell(f"cp --archive {place} /var/tmp/kept-{name}")
            (made.one.root / place.lstrip("/")).write_text((Path(folder) / name).read_text())
    made.systemctl("reload", "postfix")


def renew_mail_certificate(made: Stage) -> None:
    for name, option in (("certificate.pem", "smtpd_tls_cert_file"), ("key.pem", "smtpd_tls_key_file")):
        made.shell(f"cp --archive /var/tmp/kept-{name} $(postconf -h {option})")


OF_CERTIFICATES = [
    Way("the site's certificate has expired", show_expired_certificate, "certificate.*expired.*restart caddy",
        "certificate.*expired.*restart caddy", mend=show_own_certificate),
    Way("the certificate of the mail door has expired", expire_mail_certificate, "",
        "certificate of the mail host.*expired.*reload postfix", mend=renew_mail_certificate),
]  # fmt: skip


# --- names, clock ----------------------------------------------------------------------------------------


def silence_names(made: Stage) -> None:
    """The name server takes questions and answers none."""
    made.shell("cp /etc/resolv.conf /var/tmp/resolv.conf; echo nameserver 192.0.2.53 >/etc/resolv.conf;"
               "cp /etc/resolv.conf /var/spool/postfix/etc/resolv.conf")  # fmt: skip


def answer_names(made: Stage) -> None:
    made.shell("cp /var/tmp/resolv.conf /etc/resolv.conf; cp /var/tmp/resolv.conf /var/spool/postfix/etc/resolv.conf")


OUR_UNITS = "bruges-web bruges-worker bruges-beat bruges-receive"


def advance_clock(made: Stage) -> None:
    """The service's processes are a minute and a half ahead of the database's."""
    made.shell(f"{QUIET} apt-get install -y --no-install-recommends faketime")
    library = made.shell("ls /usr/lib/*/faketime/libfaketime.so.1").strip()
    made.shell(f"cp -p /etc/bruges.env /var/tmp/bruges.env;"
               f"printf 'LD_PRELOAD={library}\nFAKETIME=+90s\nDONT_FAKE_MONOTONIC=1\n' >>/etc/bruges.env;"
               f"systemctl restart {OUR_UNITS}")  # fmt: skip


def right_clock(made: Stage) -> None:
    """Set the clock right, as `timedatectl set-ntp true` does on a machine that is ahead."""
    made.shell(f"cp -p /var/tmp/bruges.env /etc/bruges.env; systemctl restart {OUR_UNITS}")


OF_SURROUNDINGS = [
    Way("the clock is a minute and a half ahead", advance_clock, "^clock: .*timedatectl set-ntp true",
        "^clock: .*timedatectl set-ntp true", mend=right_clock, commands=False),
    Way("the name server does not answer", silence_names, "name server.*resolv.conf",
        "name server.*resolv.conf", mend=answer_names,
        commands=False),
]  # fmt: skip


# --- settings ----------------------------------------------------------------------------------------------


def edit(expression: str) -> Act:
    """Somebody edits the settings and restarts the service."""
    return lambda made: void(made.shell(
        f"cp -p /etc/bruges.env /var/tmp/bruges.env; sed -i {quoted(expression)} /etc/bruges.env;"
        f"systemctl restart {OUR_UNITS}", check=False))  # fmt: skip


def take_settings_away(made: Stage) -> None:
    made.shell(f"mv /etc/bruges.env /var/tmp/bruges.env; systemctl restart {OUR_UNITS}", check=False)


def give_settings_back(made: Stage) -> None:
    made.shell(f"cp -p /var/tmp/bruges.env /etc/bruges.env; systemctl restart {OUR_UNITS}")


OF_SETTINGS = [
    Way("a key is missing in the settings", edit("/^SECRET_KEY=/d"), "", "SECRET_KEY", mend=give_settings_back,
        commands=False),
    Way("the settings are gone", take_settings_away, "", r"/etc/bruges\.env", mend=give_settings_back,
        commands=False),
    Way("the keys of the reply addresses are others", edit(
        "s/^MAIL_KEYS=.*/MAIL_KEYS=k2:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=/"), "MAIL_KEYS does not know",
        "MAIL_KEYS does not know", mend=give_settings_back, commands=False),
    Way("a quote is not closed in the settings", edit("s/^SITE_URL=/SITE_URL='/"), "", "SITE_URL.*quote",
        mend=give_settings_back, commands=False),
]  # fmt: skip

WAYS = [*OF_PARTS, *OF_DATABASE, *OF_DISKS, *OF_BROKER, *OF_CERTIFICATES, *OF_SURROUNDINGS, *OF_SETTINGS]
