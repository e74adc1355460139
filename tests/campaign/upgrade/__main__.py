"""Replaces an installed release by the next ones while letters come in, some of which fail or are killed in the
middle: `python -m tests.campaign.upgrade`. Measures how long the pages do not answer, and counts the letters.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import textwrap
from contextlib import ExitStack, suppress
from pathlib import Path
from random import uniform
from time import monotonic, sleep

from tests.campaign.install import __main__ as installing
from tests.campaign.install import visit, world
from tests.campaign.install.machine import Machine, give_ways_out, machine
from tests.campaign.install.pages import found_at
from tests.campaign.upgrade import releases
from tests.campaign.upgrade.traffic import Letters, Watch, going_on, settle_strangers
from tests.shared import name_server
from tests.shared.parts import until

GAP = 60.0  # seconds that the pages may be away
PATIENCE = 900.0  # seconds for an upgrade to come to a phase, on a machine that others use too
LATER = 8.0  # seconds, so long at most is waited within the restarts before something is killed
JOURNAL, CURRENT = "var/lib/bruges-install/upgrade", "srv/bruges/current"
UPGRADE = "deploy/upgrade"
RESOLVERS = ("/etc/resolv.conf", "/var/spool/postfix/etc/resolv.conf")
READ = "select message_id, count(*) from tournaments_inboundletter where message_id like '%@upgrade.%' group by 1"
NOT_READ = "select state, count(*) from tournaments_inboundletter where state <> 'done' group by 1"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", default="bookworm", help="of Debian, by its name")
    parser.add_argument("--only", nargs="+", choices=STAGES, default=list(STAGES), help="after a first upgrade")
    parser.add_argument("--shell", action="store_true", help="wait at the end for a line on standard input")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # a machine that is given up is taken away
    with machine(asked.release) as one, ExitStack() as around:
        try:
            first = begin(one, around)
            traffic = going_on(one, installing.SITE, installing.MAIL, visit.ROOT_CERTIFICATE)
            with traffic as (watch, letters):
                second = first_upgrade(one, watch, first)
                for name in asked.only:
                    print(f"--- {name}", flush=True)
                    STAGES[name](one, watch, second)
            letters_all_there(one, letters)
            restored(one, second)
            print("all of it holds", flush=True)
        finally:
            if asked.shell:
                print(f"nsenter --target {one.pid} --all --root --wd=/ bash", flush=True)
                sys.stdin.readline()


def begin(one: Machine, around: ExitStack) -> str:
    """An installed service with a league; the path of its tree."""
    give_ways_out(one, around.enter_context(world.proxy(one.outside)))
    names, _ = around.enter_context(name_server.answering(one.outside))
    post = around.enter_context(world.mail_host(one.outside))
    around.enter_context(found_at(one.inside, installing.SITE))
    installing.bring_code(one)
    visit.settle_player(names, one.outside)
    settle_strangers(names, one.outside)
    arguments, settings = installing.WAYS["own"]
    one.write("/var/tmp/settings", settings, 0o600)
    told = installing.install(one, "first", arguments)
    names.publish(one.read("/var/lib/bruges-install/dns-records"))
    (link,) = re.findall(r"^https://\S+sesame=\S+$", told, re.MULTILINE)
    visit.make_league(visit.sign_in(one, installing.SITE, link))
    visit.sign_up(one, installing.SITE, post)
    visit.join_by_mail(one, installing.MAIL, post)
    return "/var/tmp/bruges"


def first_upgrade(one: Machine, watch: Watch, first: str) -> str:
    """From the installed release to one with another migration, by `deploy/install`; its path."""
    second = releases.make(one, "1.2.0", first, releases.ADDING)
    dry_run(one, second)
    taken(one, watch, f"{second}/deploy/install", "1.2.0")
    taken(one, watch, f"{second}/{UPGRADE}", "1.2.0")  # again: nothing to do
    refused(one, f"{first}/{UPGRADE}", "is older than 1.2.0")
    return second


def failing_migration(one: Machine, watch: Watch, second: str) -> None:
    path = releases.make(one, "1.3.0", second, releases.ADDING + releases.FAILING)
    given_back(one, watch, path, "bring the database up to date")


def failing_pages(one: Machine, watch: Watch, second: str) -> None:
    path = releases.make(one, "1.4.0", second, releases.ADDING, releases.NO_PAGES)
    given_back(one, watch, path, "see that the pages answer")


def failing_worker(one: Machine, watch: Watch, second: str) -> None:
    path = releases.make(one, "1.5.0", second, releases.ADDING, releases.NO_WORKER)
    given_back(one, watch, path, "see that all parts work")


def killed_steps(one: Machine, watch: Watch, second: str) -> None:
    """Killed are the steps alone: it comes back by itself."""
    path, before = releases.make(one, "1.6.0", second, releases.ADDING), version_of(one)
    told = kill_when(one, watch, f"{path}/{UPGRADE}", "switching", guard_too=False)
    assert "BACK: " in told.splitlines()[-1], told
    still_serves(one, before)


def killed_with_its_guard(one: Machine, watch: Watch, second: str) -> None:
    """Killed is all of it: called again it goes back, or on."""
    path, before = releases.make(one, "1.7.0", second, releases.ADDING), version_of(one)
    kill_when(one, watch, f"{path}/{UPGRADE}", "switching", guard_too=True)
    back(one, watch, "after a kill", before)
    for phase in ("preparing", "migrating", "switching"):
        kill_when(one, watch, f"{path}/{UPGRADE}", phase, guard_too=True)
    taken(one, watch, f"{path}/{UPGRADE}", "1.7.0")
    back(one, watch, "by hand", before)
    refused(one, f"/{CURRENT}/{UPGRADE} --back", "there is no release before")


def killed_for_another(one: Machine, watch: Watch, second: str) -> None:
    """Killed is all of it, and a further release is called for: first back, then on to that one."""
    path = releases.make(one, "1.8.0", second, releases.ADDING)
    another = releases.make(one, "1.9.0", second, releases.ADDING)
    before = version_of(one)
    kill_when(one, watch, f"{path}/{UPGRADE}", "switching", guard_too=True)
    taken(one, watch, f"{another}/{UPGRADE}", "1.9.0")
    back(one, watch, "by hand", before)


def without_names(one: Machine, watch: Watch, second: str) -> None:
    """No name server answers all the while: that lies with others, and the release is kept."""
    path, before = releases.make(one, "1.10.0", second, releases.ADDING), version_of(one)
    kept = {place: one.read(place) for place in RESOLVERS}
    try:
        for place in RESOLVERS:
            one.write(place, "nameserver 192.0.2.53\n")
        taken(one, watch, f"{path}/{UPGRADE}", "1.10.0")
    finally:
        for place, text in kept.items():
            one.write(place, text)
    back(one, watch, "by hand", before)


STAGES = {
    "migration": failing_migration,
    "pages": failing_pages,
    "worker": failing_worker,
    "killed": killed_steps,
    "guard": killed_with_its_guard,
    "another": killed_for_another,
    "names": without_names,
}


def restored(one: Machine, second: str) -> None:
    """Back with the backup: what came in after it is gone, and everything works."""
    path = releases.make(one, "2.0.0", second, releases.ADDING)
    show(one.call(f"{path}/{UPGRADE}").stdout)
    players = "select count(*) from tournaments_player"
    before = sql(one, players)
    sql(one, "insert into tournaments_heartbeat (name, at, every) values ('lost', now(), '1 s')")
    told = one.call(f"/{CURRENT}/{UPGRADE}", "--back", "--restore-backup").stdout
    show(told)
    assert "with the database of the backup" in told.splitlines()[-1]
    assert sql(one, players) == before
    assert sql(one, "select count(*) from tournaments_heartbeat where name = 'lost'") == "0\n"
    still_serves(one, "1.2.0")


def back(one: Machine, watch: Watch, what: str, version: str) -> None:
    done = timed_call(one, watch, f"back {what}", f"/{CURRENT}/{UPGRADE}", "--back")
    assert "BACK: " in done.stdout.splitlines()[-1]
    still_serves(one, version)


def dry_run(one: Machine, path: str) -> None:
    before = one.call("find", "/srv/bruges/releases", "/var/lib/bruges-install", "-maxdepth", "1").stdout
    told = one.call(f"{path}/{UPGRADE}", "--check", check=False)
    show(told.stdout)
    assert told.returncode == 0
    assert "migration 000" in told.stdout
    assert one.call("find", "/srv/bruges/releases", "/var/lib/bruges-install", "-maxdepth", "1").stdout == before


def taken(one: Machine, watch: Watch, command: str, version: str) -> None:
    """The upgrade works: from then on the new release serves."""
    done = timed_call(one, watch, f"to {version} by {command}", command)
    assert done.returncode == 0, done.returncode
    assert version_of(one) == version
    check_processes(one)


def refused(one: Machine, command: str, words: str) -> None:
    done = one.call(*command.split(), check=False)
    show(done.stdout)
    assert done.returncode == 1
    assert words in done.stdout


def given_back(one: Machine, watch: Watch, path: str, step: str) -> None:
    """The upgrade fails at that step, and the release before serves by itself."""
    before = version_of(one)
    done = timed_call(one, watch, f"to {path}, which fails", f"{path}/{UPGRADE}")
    assert done.returncode == 1
    last = done.stdout.splitlines()[-1]
    assert f"BACK: {(one.root / CURRENT).readlink().name} serves as before" in last, last
    assert f"failed at this step: {step}" in last, last
    still_serves(one, before)


def still_serves(one: Machine, version: str) -> None:
    assert version_of(one) == version
    assert not (one.root / JOURNAL).exists()
    check_processes(one)
    until(lambda: installing.find_nothing(one), "the doctor to find nothing that fails", 180)


def timed_call(one: Machine, watch: Watch, what: str, *words: str) -> subprocess.CompletedProcess[str]:
    watch.begin()
    begun = monotonic()
    done = one.call(*words, check=False)
    show(done.stdout)
    print(f"{monotonic() - begun:6.1f} s  {what}", flush=True)
    measured(watch)
    return done


def measured(watch: Watch) -> None:
    until(lambda: watch.looks > 0, "the pages to answer", GAP)
    print(f"{watch.longest:6.1f} s  without an answer of the pages", flush=True)
    assert watch.longest <= GAP


def show(told: str) -> None:
    print(textwrap.indent(told, "    "), flush=True)


def version_of(one: Machine) -> str:
    return (one.root / CURRENT).readlink().name.partition("-")[0]


def check_processes(one: Machine) -> None:
    """Every part runs the current release."""
    wanted = f"/srv/bruges/{(one.root / CURRENT).readlink()}"
    for path in (one.root / "run/units").glob("bruges-*.main"):
        pid = path.read_text()
        found = one.call("readlink", f"/proc/{pid}/cwd", check=False).stdout.strip()
        assert found == wanted, f"{path.name} runs {found}, not {wanted}"


# --- killing -------------------------------------------------------------------------------------


def kill_when(one: Machine, watch: Watch, command: str, phase: str, *, guard_too: bool) -> str:
    """Call it, kill its processes once the journal names that phase; what it said."""
    watch.begin()
    journal = one.root / JOURNAL
    with subprocess.Popen(
        one.command(command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as called:
        until(lambda: journal.exists() and f"phase={phase}\n" in journal.read_text(), phase, PATIENCE)
        sleep(uniform(0, LATER if phase == "switching" else 0))
        mine = processes(one, f"/{UPGRADE} --staged".replace(" ", "\0"))
        children = [pid for pid in mine if parent(pid) in mine]
        for pid in mine if guard_too else children:
            with suppress(ProcessLookupError):  # some live for a moment only
                os.kill(pid, signal.SIGKILL)
        told = called.communicate()[0]
    print(f"    killed while {phase}, guard too: {guard_too}", flush=True)
    show(told)
    measured(watch)
    until(lambda: unlocked(one), "what was left running to end", 120)
    return told


def unlocked(one: Machine) -> bool:
    return one.call("flock", "--nonblock", "/run/lock/bruges-upgrade", "true", check=False).returncode == 0


def processes(one: Machine, words: str) -> list[int]:
    """Those of the machine whose command line holds these words."""
    space = Path(f"/proc/{one.pid}/ns/pid").readlink()
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if (path / "ns/pid").readlink() == space and words in (path / "cmdline").read_text():
                found.append(int(path.name))
        except OSError:
            continue  # it has ended
    return found


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


# --- counting ------------------------------------------------------------------------------------


def letters_all_there(one: Machine, letters: Letters) -> None:
    """Every letter that the mail host has taken is there once, and read."""
    assert not letters.lost, letters.lost
    one.call("postqueue", "-f")
    taken_ids = list(letters.taken)
    until(lambda: set(taken_ids) <= set(rows(one)), "every letter to be stored", 400)
    found = rows(one)
    assert {number for key, number in found.items() if key in taken_ids} == {"1"}, found
    until(lambda: not sql(one, NOT_READ), "every letter to be read", 400)
    said = f"{len(taken_ids)} letters taken, each stored once and read"
    print(f"{said}; {letters.refused} times a host had to come again", flush=True)


def rows(one: Machine) -> dict[str, str]:
    return dict(line.rsplit("|", 1) for line in sql(one, READ).splitlines())


def sql(one: Machine, query: str) -> str:
    return one.call("runuser", "--user", "postgres", "--", "psql", "-At", "-c", query, "bruges").stdout


if __name__ == "__main__":
    main()
