"""The service on another machine: from a backup that was made before the old one went, or with everything, moved."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from time import monotonic

from tests.campaign.breakages.audit import moves, unanswered
from tests.campaign.breakages.stage import PARTS, SERVERS, Stage, set_up
from tests.campaign.breakages.ways import Found, counted_up
from tests.campaign.install.machine import Machine, machine
from tests.shared.parts import until

MOVED, RESTORED = "moved to another machine", "restored on another machine from the last backup"
KEYS = ("SECRET_KEY", "MAIL_KEYS")
LOST = 3  # letters that the old machine takes after its last backup


def restored(made: Stage) -> Found:
    """The machine is gone with what happened since the last backup; players go on with what they are sent anew."""
    found = Found(RESTORED)
    made.crowd.quiet.set()  # a letter that is taken while the backup is made may be in it or not
    until(lambda: not made.crowd.relay.waiting() and not unanswered(made), "all letters to be answered", 120)
    path = back_up(made)
    count = len(moves(made))
    made.crowd.quiet.clear()
    until(lambda: sum(one.taken for one in moves(made)[count:]) >= LOST, "letters after the backup", 120)
    made.crowd.quiet.set()
    made.systemctl("stop", *PARTS, *SERVERS)
    for letter in moves(made)[count:]:
        letter.forgotten = letter.taken
    for player in made.crowd.players.values():
        player.asked.clear()  # their reply addresses have ended
    return go_on_elsewhere(made, found, path, "")


def moved(made: Stage) -> Found:
    """Every part is stopped before the backup is made: nothing is lost."""
    found = Found(MOVED)
    made.systemctl("stop", *PARTS)
    path = back_up(made)
    made.systemctl("stop", *SERVERS)
    return go_on_elsewhere(made, found, path, "--moved")


def back_up(made: Stage) -> str:
    made.one.call("bruges", "backup")
    return made.shell("ls -t /var/backups/bruges/*.zip | head -1").strip()


def go_on_elsewhere(made: Stage, found: Found, path: str, how: str) -> Found:
    """Take a machine with the keys of here, restore as deploy/README says, and have mail and pages lead there."""
    begun, old = monotonic(), made.one
    made.one = new_machine(made, old)
    shutil.copy(old.root / path.lstrip("/"), made.one.root / path.lstrip("/"))
    made.shell(f"chown bruges: {path}")
    made.systemctl("stop", *PARTS)
    told = made.shell(f"bruges restore --overwrite bruges {how} {path}")
    made.systemctl("start", *PARTS)
    found.typed = [f"bruges restore --overwrite bruges {how} {path}"]
    found.doctor, found.doctor_after = told.splitlines()[-1], monotonic() - begun
    made.crowd.relay.door = made.one.inside
    made.crowd.quiet.clear()
    return counted_up(made, found)


def new_machine(made: Stage, old: Machine) -> Machine:
    """Another one, on which the service is installed, with the keys of the old one in its settings."""
    new = made.around.enter_context(machine("", made.archive))
    set_up(new, f"http://{made.world}:3128", made.names)
    new.write("/etc/resolv.conf", f"nameserver {made.world}\n")
    kept = {line.partition("=")[0]: line for line in old.read("/etc/bruges.env").splitlines()}
    lines = new.read("/etc/bruges.env").splitlines()
    told = [kept[name] if (name := line.partition("=")[0]) in KEYS else line for line in lines]
    new.write("/etc/bruges.env", "\n".join(told) + "\n", 0o600)
    new.call("systemctl", "start", *SERVERS)
    return new


MOVES: dict[str, Callable[[Stage], Found]] = {MOVED: moved, RESTORED: restored}
