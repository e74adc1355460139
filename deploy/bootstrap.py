"""Makes `.venv` and installs the locked requirements into it; does nothing while they are unchanged.

    python3 deploy/bootstrap.py base|demo|test
    python3 deploy/bootstrap.py traces              base, and what sends spans to a collector of OpenTelemetry
    python3 deploy/bootstrap.py base providers      base, and beside it what some mail providers need
    python3 deploy/bootstrap.py bench               into `.venv-bench`, where nothing of the service is
    python3 deploy/bootstrap.py coverage|newest     likewise, each into an environment of its own

Needs nothing but a Python >= 3.11 with its standard library. Not an installer for a server: see deploy/README.md.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
NAMES = ("python3.13", "python3.12", "python3.11", "python3", "python")
ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENTS = {
    ROOT / ".venv": ("base", "traces", "demo", "test", "providers"),
    **{ROOT / f".venv-{name}": (name,) for name in ("bench", "coverage", "newest")},
}
# The locks of the same environment that each one contains.
CONTAINED = {"traces": ("base",), "demo": ("base",), "test": ("base", "traces", "demo")}

# Installed beside another lock of the same environment, of which they change nothing.
BESIDE = ("providers",)


def main(*locks: str) -> None:
    venv = environment_of(locks[0])
    for lock in (*locks, *(name for name in BESIDE if name in installed(venv) and name not in locks)):
        make(lock)


def make(lock: str) -> None:
    """Have the environment of a lock hold it."""
    venv = environment_of(lock)
    lock = kept(lock, venv)
    if up_to_date(lock, venv):
        return
    if sys.version_info < OLDEST:
        hand_over()
    install(lock, venv)


def environment_of(lock: str) -> Path:
    """The directory that a lock is installed in; ends the program when there is no such lock."""
    for venv, locks in ENVIRONMENTS.items():
        if lock in locks:
            return venv
    known = [name for locks in ENVIRONMENTS.values() for name in locks]
    sys.exit(f"bootstrap: {lock} is none of {', '.join(known)}")


def digest(lock: str) -> str:
    """The digest of all that has to be installed, in one word."""
    return hashlib.sha256((ROOT / "requirements" / f"{lock}.txt").read_bytes()).hexdigest()


def kept(lock: str, venv: Path) -> str:
    """The lock to install: an update, which asks for `base`, takes nothing from who has chosen `traces`."""
    return "traces" if lock == "base" and installed(venv)[:1] == ["traces"] else lock


def up_to_date(lock: str, venv: Path) -> bool:
    """Is this lock installed as it is now, by itself or within a larger one?"""
    return (venv / "bin" / "python").exists() and f"{lock}:{digest(lock)}" in stamped(venv)


def installed(venv: Path) -> list[str]:
    """The names of the locks that an environment holds, the one that was asked for first."""
    return [line.partition(":")[0] for line in stamped(venv)]


def stamped(venv: Path) -> list[str]:
    """A line for each lock that an environment holds: its name and its digest."""
    return stamp(venv).read_text().split() if stamp(venv).exists() else []


def stamp(venv: Path) -> Path:
    """The file that says what an environment holds."""
    return venv / "installed"


def hand_over() -> None:
    """Run again under a Python that is new enough; ends the program when there is none."""
    for name in NAMES:
        path = shutil.which(name)
        if path and new_enough(path):
            os.execv(path, [path, *sys.argv])
    sys.exit(f"bootstrap: Python {OLDEST[0]}.{OLDEST[1]} or newer is needed, and this is {sys.version.split()[0]}.")


def new_enough(path: str) -> bool:
    """Is the interpreter at `path` one of those that the service runs on?"""
    asked = subprocess.run([path, "-c", f"import sys; sys.exit(sys.version_info < {OLDEST})"], check=False)
    return asked.returncode == 0


def install(lock: str, venv: Path) -> None:
    """Make the environment anew if need be and install exactly what the lock lists."""
    print(f"Installing the Python packages of requirements/{lock}.txt into {venv.name} (the first time: a minute) …")
    sys.stdout.flush()
    before = stamped(venv)
    stamp(venv).unlink(missing_ok=True)
    if make_venv(venv):
        before = []
    requirements = ROOT / "requirements" / f"{lock}.txt"
    pip(venv, "install", "--quiet", "--no-deps", "--require-hashes", "--requirement", str(requirements))
    stamp(venv).write_text("".join(f"{line}\n" for line in holding(lock, before)))


def holding(lock: str, before: list[str]) -> list[str]:
    """The lines of the stamp once a lock has been installed where these stood in it."""
    new = [f"{name}:{digest(name)}" for name in (lock, *CONTAINED.get(lock, ()))]
    kept = [line for line in before if (lock in BESIDE or line.startswith(BESIDE)) and not line.startswith(f"{lock}:")]
    return [*kept, *new] if lock in BESIDE else [*new, *kept]


def make_venv(venv: Path) -> bool:
    """An environment for the Python that runs this. One of another Python is made anew: True, nothing is held there."""
    python = venv / "bin" / "python"
    question = [str(python), "-c", "import sys, pip; print(*sys.version_info[:2])"]
    if python.exists():
        answer = subprocess.run(question, capture_output=True, text=True, check=False)
        if answer.stdout.split() == [str(part) for part in sys.version_info[:2]]:
            return False
    try:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(venv)], check=True)
    except subprocess.CalledProcessError:
        sys.exit("bootstrap: no environment could be made. On Debian and Ubuntu: apt install python3-venv")
    return True


def pip(venv: Path, *words: str) -> None:
    """Call an environment's own pip; ends the program when it fails, with its words above."""
    quiet = ["--disable-pip-version-check", "--no-input"]
    environment = {**os.environ, "PIP_ROOT_USER_ACTION": "ignore"}
    result = subprocess.run([str(venv / "bin" / "python"), "-m", "pip", *words, *quiet], env=environment, check=False)
    if result.returncode:
        sys.exit("bootstrap: the packages could not be installed; pip's message is above.")


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["demo"]))
