"""Installs the service on a bare Debian with one command, plays with it, and installs it once more:
`python -m tests.campaign.install`.
"""

from __future__ import annotations

import argparse
import re
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import TypeVar

from tests.campaign.install import visit, world
from tests.campaign.install.machine import Machine, bare, give_ways_out, machine
from tests.campaign.install.pages import found_at
from tests.shared import name_server
from tests.shared.parts import until

Found = TypeVar("Found")

ROOT = Path(__file__).resolve().parents[3]
SITE, MAIL, OWNER = "play.example.org", "mail.example.org", "hedda@example.net"
COMMAND = [
    "/var/tmp/bruges/deploy/install", "--site", SITE, "--owner", OWNER, "--owner-name", "Hedda Host",
    "--mail-domain", MAIL, "--local-ca", "--settings", "/var/tmp/settings",
]  # fmt: skip
# The ways for letters: arguments, and what the file of settings says.
WAYS = {
    "own": (["--own-mail-host"], ""),
    "provider": (["--provider", "postmark"], "ANYMAIL_POSTMARK_SERVER_TOKEN='a $token'\n"),
}
ORIGIN = "https://git.example.org/bruges.git"
KEPT = ("/etc/bruges.env", "/etc/caddy/Caddyfile", "/var/lib/bruges-install/written")
KEPT_MAIL = ("/etc/dkimkeys/bruges.private", "/etc/postfix/main.cf", "/etc/aliases")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", default="bookworm", help="of Debian, by its name")
    parser.add_argument("--whole", action="store_true", help="not the smallest: with all that debootstrap installs")
    parser.add_argument("--way", choices=WAYS, default="own", help="for letters; the whole play is of an own mail host")
    parser.add_argument("--shell", action="store_true", help="wait at the end for a line on standard input")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # a machine that is given up is taken away
    with machine(asked.release, bare(asked.release, whole=asked.whole)) as one, ExitStack() as around:
        try:
            trial(one, around, asked.way)
            print("all of it holds", flush=True)
        finally:
            if asked.shell:
                print(f"nsenter --target {one.pid} --all --root --wd=/ bash", flush=True)
                sys.stdin.readline()


def trial(one: Machine, around: ExitStack, way: str) -> None:
    give_ways_out(one, around.enter_context(world.proxy(one.outside)))
    names, _ = around.enter_context(name_server.answering(one.outside))
    post = around.enter_context(world.mail_host(one.outside))
    around.enter_context(found_at(one.inside, SITE))
    bring_code(one)
    visit.settle_player(names, one.outside)
    arguments, settings = WAYS[way]
    one.write("/var/tmp/settings", settings, 0o600)
    told = install(one, "first", arguments)
    check_origin(one)
    names.publish(one.read("/var/lib/bruges-install/dns-records"))
    if way == "own":
        timed("doctor", lambda: until(lambda: find_nothing(one), "the doctor to find nothing that fails", 60))
    (link,) = re.findall(r"^https://\S+sesame=\S+$", told, re.MULTILINE)
    owner = timed("sign in", lambda: visit.sign_in(one, SITE, link))
    timed("make a league", lambda: visit.make_league(owner))
    if way == "own":
        timed("sign up", lambda: visit.sign_up(one, SITE, post))
        timed("join by mail", lambda: visit.join_by_mail(one, MAIL, post))
        visit.refuse_forged(one, MAIL)
    check_rights(one)
    install_again(one, KEPT + (KEPT_MAIL if way == "own" else ()))
    visit.sign_in_again(owner)


def bring_code(one: Machine) -> None:
    """As `git clone` would bring it from its origin."""
    place = one.root / "var/tmp/bruges"
    subprocess.run(["git", "clone", "--quiet", f"file://{ROOT}", place], check=True)
    subprocess.run(["git", "-C", place, "remote", "set-url", "origin", ORIGIN], check=True)


def timed(what: str, act: Callable[[], Found]) -> Found:
    begun = monotonic()
    found = act()
    print(f"{monotonic() - begun:6.1f} s  {what}", flush=True)
    return found


def install(one: Machine, which: str, arguments: Sequence[str]) -> str:
    """With the choices for the first run; later ones need none."""
    command = [*COMMAND, *arguments] if arguments else COMMAND[:1]
    done = timed(f"{which} run of deploy/install", lambda: one.call(*command, check=False))
    print(textwrap.indent(done.stdout, "    "), flush=True)
    assert done.returncode == 0, done.returncode
    return done.stdout


def find_nothing(one: Machine) -> bool:
    """True once no line of the doctor begins with `fail`, which is where deploy/README.md ends."""
    return one.call("bruges", "doctor", check=False).returncode == 0


def check_origin(one: Machine) -> None:
    assert one.read("/var/lib/bruges-install/origin").strip() == ORIGIN


def check_rights(one: Machine) -> None:
    """Nobody but root reads the settings, nobody but the service its data; it may not change its own code."""
    told = one.call("stat", "--format=%U %a %n", "/etc/bruges.env", "/srv/bruges/.var", "/srv/bruges").stdout
    assert told.splitlines() == ["root 600 /etc/bruges.env", "bruges 700 /srv/bruges/.var", "root 755 /srv/bruges"], (
        told
    )
    found = one.call("find", "/srv/bruges", "-user", "bruges", "-not", "-path", "/srv/bruges/.var*").stdout
    assert not found, found


def install_again(one: Machine, kept: Sequence[str]) -> None:
    """The second run finds nothing to do: no file is written anew, no process is started anew."""
    before = state_of(one, kept)
    told = install(one, "second", ())
    assert "  now " not in told, "there was something to do"
    assert state_of(one, kept) == before


def state_of(one: Machine, kept: Sequence[str]) -> str:
    """Checksums of what is never written again, the running processes, and how much the database holds."""
    sums = one.call("sha256sum", *kept).stdout
    count = "select (select count(*) from tournaments_player), (select count(*) from tournaments_league)"
    rows = one.call("runuser", "--user", "postgres", "--", "psql", "-At", "-c", count, "bruges").stdout
    mains = one.call("sh", "-c", "tail -n +1 /run/units/*.main /var/spool/postfix/pid/master.pid", check=False).stdout
    return sums + rows + mains


if __name__ == "__main__":
    main()
