"""A machine for a mail host, set up by the commands of `deploy/mail.md`. It has this one's programs and files, but a
network, processes and changes of its own (namespaces of Linux), so that its real ports are free and nothing stays.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from tests.shared import parts
from tournaments.running.installation import answers_smtp

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "deploy" / "mail.md"
# What the page asks for, and a program of each.
PACKAGES = {
    "postfix": "/usr/sbin/postfix",
    "opendkim": "/usr/sbin/opendkim",
    "opendkim-tools": "/usr/sbin/opendkim-genkey",
    "opendmarc": "/usr/sbin/opendmarc",
    "dbconfig-no-thanks": "",  # nothing of it runs
}
NAMESPACES = ("--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")
DOMAIN = "letters.example.com"
KEEPER = "keeper"  # the account that reads what is sent to postmaster@ and abuse@
OWN = "192.0.2.1"
NAMES = "192.0.2.53"  # of the name server
PATIENCE = 10.0  # seconds for Postfix to start
LOOPBACK = "127.0.0.1"
INSIDE = "--inside"  # the option by which a module knows that it has entered
FOLDER = Path("/mnt")  # for what is made on the machine
LOG = Path("/var/log/postfix.log")
BOX = Path("/var/mail", KEEPER)


def enter(module: str, *words: str) -> NoReturn:
    """Go on with a module on such a machine, in place of this process. parts.Missing where there can be none."""
    check()
    os.chdir(ROOT)
    os.execvp("unshare", ["unshare", *NAMESPACES, sys.executable, "-m", module, INSIDE, *words])


def check() -> None:
    """parts.Missing unless this machine has the programs and lets us have namespaces."""
    absent = [name for name, program in PACKAGES.items() if program and not os.access(program, os.X_OK)]
    if absent:
        needed = " ".join(PACKAGES)
        raise parts.Missing(f"{', '.join(absent)}: install it (Debian: apt install --no-install-recommends {needed})")
    if shutil.which("ip") is None or shutil.which("unshare") is None:
        raise parts.Missing("ip and unshare: install them (Debian: apt install iproute2 util-linux)")
    version = _said("postconf", "-h", "-d", "mail_version").strip()
    if tuple(map(int, version.split(".")[:2])) < (3, 7):
        raise parts.Missing(f"Postfix 3.7 or newer; this is {version}")
    trial = ["unshare", *NAMESPACES, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    if os.geteuid() != 0 or subprocess.run(trial, capture_output=True, check=False).returncode:
        raise parts.Missing("root and namespaces: run it as root, in a container with --cap-add SYS_ADMIN")


def set_up(addresses: Sequence[str]) -> dict[str, str]:
    """Make the machine ready and start its mail host; the settings that the page gives the service for it."""
    os.umask(0o022)  # of a shell, whatever started this
    _mount()
    _take_log()
    _run("ip", "link", "set", "lo", "up")
    for address in (OWN, NAMES, *addresses):
        _run("ip", "address", "add", f"{address}/32", "dev", "lo")
    Path("/etc/resolv.conf").write_text(f"nameserver {NAMES}\noptions edns0 timeout:2\n")
    _run("make-ssl-cert", "generate-default-snakeoil", "--force-overwrite")  # as the package ssl-cert does
    _run("useradd", "--no-create-home", KEEPER)
    commands, settings = written()
    for command in commands:
        # A careful administrator's shell: the commands do not depend on its umask.
        subprocess.run(["bash", "-euc", command], cwd=ROOT, check=True, capture_output=True, umask=0o077)
    # Other people's hosts have addresses on this machine too. There is no systemd that would read a log.
    _run("postconf", "-e", f"inet_interfaces={OWN}, {LOOPBACK}", f"maillog_file={LOG}")
    # OpenDKIM would ask the root servers, and believe only what they have signed.
    dkim = Path("/etc/opendkim.conf")
    lines = [line for line in dkim.read_text().splitlines() if not line.startswith("TrustAnchorFile")]
    dkim.write_text("\n".join([*lines, f"Nameservers {NAMES}", ""]))
    _start()
    return settings


def _mount() -> None:
    """Keep all changes below /etc, /var and /dev in memory, away from everybody else."""
    _run("mount", "-t", "tmpfs", "tmpfs", str(FOLDER))
    for name in ("etc", "var", "dev"):
        upper, work = FOLDER / name, FOLDER / f"{name}.work"
        upper.mkdir()
        work.mkdir()
        options = f"lowerdir=/{name},upperdir={upper},workdir={work}"
        _run("mount", "-t", "overlay", "overlay", "-o", options, f"/{name}")
    _run("mount", "-t", "tmpfs", "tmpfs", "/run")


def _take_log() -> None:
    """Write down what the milters tell syslog, of which there is none."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    line.bind("/dev/log")
    Path("/dev/log").chmod(0o666)

    def keep() -> None:
        with LOG.open("ab", buffering=0) as log:
            while True:
                log.write(line.recv(8192).rstrip(b"\0\n") + b"\n")

    threading.Thread(target=keep, daemon=True).start()


def written() -> tuple[list[str], dict[str, str]]:
    """The page's commands for the mail host, without those of a package manager and systemd, and its settings."""
    section = PAGE.read_text().partition("**1. Your mail host")[2].partition("**2. ")[0]
    section = section.replace("YOUR.DOMAIN", DOMAIN).replace("you@example.net", KEEPER)
    blocks = re.findall(r"(?:^    .+\n)+", section, re.MULTILINE)
    commands, lines, *_ = ([line.strip() for line in block.splitlines()] for block in blocks)
    assert commands[0] == f"DEBIAN_FRONTEND=noninteractive apt-get install {' '.join(PACKAGES)}", commands[0]
    assert commands[-1] == "systemctl restart opendkim opendmarc postfix", commands[-1]
    return commands[1:-1], dict(line.split("=", 1) for line in lines)


def _start() -> None:
    """Start the units of the packages, as systemd does."""
    for name in ("opendkim", "opendmarc"):
        user = pwd.getpwnam(name)
        place = Path("/run", name)
        place.mkdir()
        os.chown(place, user.pw_uid, user.pw_gid)
        start_milter(name)
    _run("/usr/lib/postfix/configure-instance.sh", "-")
    _run("postfix", "start")
    parts.until(answers_smtp(OWN, 25), "Postfix to start", PATIENCE)
    parts.until(answers_smtp(LOOPBACK, 587), "Postfix to take the service's letters", PATIENCE)


def start_milter(name: str) -> None:
    _run(f"/usr/sbin/{name}")


def stop_milter(name: str) -> None:
    """End it, and wait until it is gone."""
    pid = Path("/run", name, f"{name}.pid").read_text().strip()
    _run("kill", pid)
    parts.until(lambda: not Path("/proc", pid).exists() or "Z" in _state(pid), f"{name} to end")


def _state(pid: str) -> str:
    return Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[0]


# --- what the mail host has and says ----------------------------------------------------------------


def queue() -> list[str]:
    """The letters in Postfix's queue, one a line (JSON)."""
    return _said("postqueue", "-j").splitlines()


def flush() -> None:
    """Have it try at once what it has put off."""
    _run("postqueue", "-f")


def until_sent(patience: float = parts.PATIENCE) -> None:
    """Wait until nothing is in the queue."""
    parts.until(lambda: not queue(), f"the queue to become empty: {queue()}", patience)


def box() -> str:
    """The letters to the people who run the host."""
    return BOX.read_text(errors="replace") if BOX.exists() else ""


def log(lines: int = 40) -> str:
    """The end of Postfix's log."""
    return "\n".join(LOG.read_text(errors="replace").splitlines()[-lines:]) if LOG.exists() else ""


def flush_until_put_off() -> None:
    """Have it try at once, and wait until an attempt has ended with "later", by its log."""
    before = _put_off()
    flush()
    parts.until(lambda: _put_off() > before, "a letter to be put off")


def _put_off() -> int:
    return LOG.read_text(errors="replace").count("status=deferred") if LOG.exists() else 0


def _said(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout


def _run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout}{done.stderr}")
