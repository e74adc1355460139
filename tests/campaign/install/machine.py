"""A bare Debian in a folder, with processes, mounts and a network of its own. Needs root, debootstrap and iproute2."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CACHE = Path("/var/tmp/bruges-campaign")
HERE = Path(__file__).resolve().parent
AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")  # whom this machine trusts: perhaps its own way out too
FIRST = """
set -e
mount -t proc proc "$1/proc"
mount -t sysfs -o ro sysfs "$1/sys" || true
mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
mount -t tmpfs -o mode=755 tmpfs "$1/run"
mkdir "$1/run/lock"
hostname trial
echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start
exec chroot "$1" /bin/bash -c 'while :; do sleep 86400 & wait; done'
"""


def run(*words: str | Path) -> None:
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)


def bare(release: str, *, whole: bool = False) -> Path:
    """An archive of the smallest Debian of that release, or of one with all standard packages, kept between runs."""
    archive = CACHE / f"{release}{'-whole' * whole}.tar"
    if not archive.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            variant = [] if whole else ["--variant=minbase"]
            run("debootstrap", *variant, release, folder, "http://deb.debian.org/debian")
            run("tar", "-C", folder, "-cf", f"{archive}.new", ".")
        Path(f"{archive}.new").rename(archive)
    return archive


@dataclass(frozen=True, slots=True)
class Machine:
    """One that runs. `outside` and `inside`: the two ends of the line to it, IPv4 addresses."""

    root: Path
    pid: int
    outside: str
    inside: str

    def command(self, *words: str) -> list[str]:
        enter = ["nsenter", f"--target={self.pid}", "--mount", "--pid", "--net", "--uts", "--ipc", "--root"]
        clean = [
            "env",
            "--chdir=/",
            "-i",
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME=/root",
        ]
        return [*enter, "--", *clean, *words]

    def call(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command as root in there, to its end; nobody sits at a terminal. What it printed, errors among it."""
        done = subprocess.run(
            self.command(*words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, check=False, start_new_session=True,
        )  # fmt: skip
        if check and done.returncode:
            raise AssertionError(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}")
        return done

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        place = self.root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        place.chmod(mode)

    def read(self, path: str) -> str:
        return (self.root / path.lstrip("/")).read_text()


@contextmanager
def machine(release: str, archive: Path | None = None) -> Iterator[Machine]:
    """A machine as a provider hands it over, or as an archive holds it, with a stand-in for systemd."""
    archive = archive or bare(release)
    root = Path(tempfile.mkdtemp(prefix="bruges-install-", dir="/var/tmp"))
    run("tar", "-C", root, "-xf", archive)
    root.chmod(0o755)  # the archive may hold the mode of the folder that it was packed in, which was closed to others
    (root / "dev/shm").mkdir(exist_ok=True)
    shutil.copy(HERE / "systemctl", root / "usr/local/bin/systemctl")
    # Packages start their services, as under systemd: without this a machine that has no init is held for an image.
    policy = root / "usr/sbin/policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 0\n")
    policy.chmod(0o755)
    argv = ["unshare", "--mount", "--pid", "--net", "--uts", "--ipc", "--fork", "--kill-child", "sh", "-c", FIRST]
    with subprocess.Popen([*argv, "sh", str(root)]) as first:
        try:
            pid = _child(first.pid)
            yield Machine(root, pid, *_connected(pid))
        finally:
            first.send_signal(signal.SIGKILL)
            first.wait()
            shutil.rmtree(root, ignore_errors=True)


def _child(pid: int) -> int:
    """The first process inside, which unshare has started, once it is in its root."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    while True:
        found = children.read_text().split()
        if found and Path(f"/proc/{found[0]}/root").readlink() != Path("/"):
            return int(found[0])
        time.sleep(0.02)


def _connected(pid: int) -> tuple[str, str]:
    """Draw a line into the machine; the addresses of its two ends."""
    taken = subprocess.run(["ip", "-oneline", "-4", "address"], check=True, capture_output=True, text=True).stdout
    nets = (f"10.203.{(pid + more) % 250}" for more in range(250))
    net = next(one for one in nets if f" {one}.1/" not in taken)  # another machine may run beside it
    outer, inner = f"bri{pid % 100000}o", f"bri{pid % 100000}i"
    run("ip", "link", "add", outer, "type", "veth", "peer", "name", inner, "netns", str(pid))
    run("ip", "addr", "add", f"{net}.1/24", "dev", outer)
    run("ip", "link", "set", outer, "up")
    inside = ["nsenter", f"--target={pid}", "--net"]
    run(*inside, "ip", "link", "set", "lo", "up")
    run(*inside, "ip", "addr", "add", f"{net}.2/24", "dev", inner)
    run(*inside, "ip", "link", "set", inner, "up")
    run(*inside, "ip", "route", "add", "default", "via", f"{net}.1")
    return f"{net}.1", f"{net}.2"


def give_ways_out(one: Machine, proxy: str) -> None:
    """How this machine reaches package mirrors, which the project knows nothing about."""
    shutil.copy(AUTHORITIES, one.root / "etc/trial-authorities.pem")
    one.write("/etc/apt/apt.conf.d/99trial", f'Acquire::http::Proxy "{proxy}";\nAcquire::Check-Valid-Until "false";\n')
    one.write("/etc/pip.conf", f"[global]\nproxy = {proxy}\ncert = /etc/trial-authorities.pem\n")
    one.write("/etc/resolv.conf", f"nameserver {one.outside}\n")
    one.write("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n127.0.1.1 trial\n")
    one.write("/etc/hostname", "trial\n")
