"""An installed service on a machine of its own, with leagues that players play by mail, and how it is asked about."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.campaign.breakages.players import Crowd, Relay
from tests.campaign.install import __main__ as installing
from tests.campaign.install import visit, world
from tests.campaign.install.machine import CACHE, Machine, give_ways_out, machine, run
from tests.campaign.install.pages import Visitor, found_at
from tests.campaign.install.world import Post
from tests.shared import name_server
from tests.shared.name_server import Names
from tests.shared.parts import until
from tournaments.running.demo.replies import plain_of

SITE, MAIL = installing.SITE, installing.MAIL
# Small disks: place -> megabytes and inodes. The data folder needs 100 MB and 1,000 inodes.
DISKS = {
    "/srv/bruges/.var": (400, 20_000),
    "/var/lib/postgresql": (700, 20_000),
    "/var/spool/postfix": (300, 20_000),
}
PARTS = ("bruges-web", "bruges-worker", "bruges-beat", "bruges-receive")
SERVERS = ("postgresql", "redis-server", "opendkim", "opendmarc", "postfix", "caddy")
NAMES = ("Anna", "Bruno", "Clara", "David", "Emil", "Frida", "Georg", "Hanna")
ZONE = "Europe/Brussels"
PATIENCE = 180.0


@dataclass
class Told:
    """The answer of /readyz or of the doctor: the lines that are not ok, each "name: words: mend"."""

    lines: list[str]
    fails: bool
    answers: bool = True


@dataclass
class Stage:
    """The machine, the world around it, and the players. `world`: the address of name server, mirrors and mail host."""

    one: Machine
    names: Names
    post: Post
    crowd: Crowd
    around: ExitStack
    archive: Path
    world: str
    owner: Visitor | None = None
    leagues: list[str] = field(default_factory=list)

    def ready(self) -> Told:
        """The answer of /readyz to somebody on the machine, past the proxy."""
        done = self.one.call("curl", "--silent", "--max-time", "10", "http://127.0.0.1:8000/readyz", check=False)
        try:
            said = json.loads(done.stdout)
        except ValueError:
            return Told([], fails=True, answers=False)
        return Told(said["lines"], not said["ready"])

    def doctor(self) -> Told:
        """The answer of `bruges doctor`."""
        done = self.one.call("bruges", "doctor", check=False)
        lines = [line for line in done.stdout.splitlines() if line.startswith(("fail", "warn"))]
        return Told([line[4:].strip() for line in lines] or done.stdout.splitlines()[-3:], done.returncode != 0)

    def sql(self, query: str) -> list[list[str]]:
        """Rows of the service's database, as text."""
        words = ["runuser", "--user", "postgres", "--", "psql", "-At", "-F", "\t", "-c", query, "bruges"]
        return [line.split("\t") for line in self.one.call(*words).stdout.splitlines()]

    def shell(self, command: str, check: bool = True) -> str:
        """Run a line as an administrator types it, as root."""
        return self.one.call("bash", "-c", command, check=check).stdout

    def systemctl(self, verb: str, *units: str) -> None:
        self.one.call("systemctl", verb, *units)

    def main_pid(self, unit: str) -> int:
        """The process of a part, 0 while there is none."""
        return int(self.shell(f"cat /run/units/{unit}.service.main 2>/dev/null", check=False) or 0)


def installed(release: str) -> Path:
    """An archive of a machine on which `deploy/install` has run with the code as it is committed; made once."""
    head = ["git", "-C", str(installing.ROOT), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(head, check=True, capture_output=True, text=True).stdout.strip()
    archive = CACHE / f"installed-{release}-{commit}.tar"
    if archive.exists():
        return archive
    with machine(release) as one, world.proxy(one.outside) as proxy, name_server.answering(one.outside):
        give_ways_out(one, proxy)
        installing.bring_code(one)
        arguments, settings = installing.WAYS["own"]
        one.write("/var/tmp/settings", settings, 0o600)
        installing.timed("install", lambda: one.call(*installing.COMMAND, *arguments).stdout)
        one.call("systemctl", "stop", *PARTS, *SERVERS)
        for old in CACHE.glob(f"installed-{release}-*.tar"):
            old.unlink()
        run("tar", "-C", one.root, "-cf", f"{archive}.new", ".")
        Path(f"{archive}.new").rename(archive)
    return archive


def set_up(one: Machine, proxy: str, names: Names) -> None:
    """A machine out of that archive has another address: the DNS leads to it."""
    give_ways_out(one, proxy)
    records = one.read("/var/lib/bruges-install/dns-records")
    names.publish(re.sub(r"\b10\.203\.\d+\.2\b", one.inside, records))


@contextmanager
def stage(release: str) -> Iterator[Stage]:
    """An installation from the code as it is committed, with games that have begun."""
    archive = installed(release)
    with machine(release, archive) as one, ExitStack() as around:
        names, _ = around.enter_context(name_server.answering(one.outside))
        post = around.enter_context(world.mail_host(one.outside))
        around.enter_context(found_at(one.inside, SITE))
        set_up(one, around.enter_context(world.proxy(one.outside)), names)
        crowd = Crowd(post, Relay(one.inside, one.outside), list(NAMES))
        made = Stage(one, names, post, crowd, around, archive, one.outside)
        visit.settle_player(names, one.outside)
        give_small_disks(made)
        (link,) = re.findall(r"^https://\S+sesame=\S+$", sign_in_link(made), re.MULTILINE)
        until(lambda: made.ready().answers, "the pages", PATIENCE)
        made.owner = visit.sign_in(one, SITE, link)
        crowd.start()
        try:
            installing.timed("sign up", lambda: sign_up(made))
            installing.timed("first games", lambda: open_league(made))
            moved = 2 * len(NAMES)  # letters are answered, more than those with which everybody came in
            until(lambda: sum(len(player.answers) for player in crowd.players.values()) > moved, "moves", PATIENCE)
            yield made
        finally:
            crowd.end()


def sign_in_link(made: Stage) -> str:
    return made.one.call("bruges", "appoint", installing.OWNER, "--owner").stdout


def give_small_disks(made: Stage) -> None:
    """Have data folder, database and mail queue on disks of their own, which can be filled."""
    made.systemctl("stop", *PARTS, *SERVERS)
    for place, (megabytes, inodes) in DISKS.items():
        kept = f"/var/tmp/kept{place.replace('/', '-')}"
        made.shell(f"cp --archive {place} {kept}")
        made.shell(f"mount -t tmpfs -o size={megabytes}M,nr_inodes={inodes} small {place}")
        made.shell(f"cp --archive {kept}/. {place}/ && rm -r {kept}")
    made.systemctl("start", *SERVERS, *PARTS)
    made.systemctl("is-active", *SERVERS, *PARTS)


def sign_up(made: Stage) -> None:
    """Everybody makes an account on the pages, with the link of a letter."""
    crowd, authority = made.crowd, made.one.read(visit.ROOT_CERTIFICATE)
    visitors = {player.name: Visitor(SITE, authority) for player in crowd.players.values()}
    before = {player.name: len(player.letters) for player in crowd.players.values()}
    for player in crowd.players.values():
        visitors[player.name].open("/sign-up/")
        visitors[player.name].press("Mail me the link", email=player.address, name=player.name, zone=ZONE)
    for player in crowd.players.values():
        found = visit.LINK.search(plain_of(crowd.next_letter(player, before[player.name])))
        assert found
        visitors[player.name].open(found[0])
        visitors[player.name].press("Make my account", name=player.name, zone=ZONE)


def open_league(made: Stage) -> None:
    """One more league, which every player joins by letter; it begins."""
    owner = made.owner
    assert owner is not None
    name = f"Cup {len(made.leagues) + 1}"
    made.leagues.append(name)
    owner.open("/desk/")
    owner.follow("Prepare a league")
    owner.press(
        "Prepare the league", name=name, tag=name.replace(" ", ""), seats="2", max_players=str(len(NAMES)),
        delay_minutes="0", pace="other", hours="1", grace_hours="0",
    )  # fmt: skip
    owner.press("Open to join")
    league = owner.address
    join(made, name)
    owner.open(league)
    owner.follow("Start")
    owner.press("Start the league")
    assert f"{name} has started" in owner.text(), owner.text()


def join(made: Stage, league: str) -> None:
    """Everybody asks to come in, and says yes to the letter that comes back."""
    crowd = made.crowd
    before = {player.name: len(player.letters) for player in crowd.players.values()}
    for player in crowd.players.values():
        crowd.write(player, f"play@{MAIL}", f"join {league}", f"join {league}")
    for player in crowd.players.values():
        question = crowd.next_letter(player, before[player.name])
        crowd.answer(player, question, "yes")
    for player in crowd.players.values():
        welcome = crowd.next_letter(player, before[player.name] + 1)
        assert "YOU ARE IN" in plain_of(welcome), plain_of(welcome)


def commands(line: str) -> list[str]:
    """The commands that a line names as the way back, as they would be copied from it."""
    return [match.strip() for match in re.findall(r"\b(?:systemctl|apt-get) [a-z][\w .@-]*\w", line)]


def quoted(*words: str) -> str:
    return shlex.join(words)


def within(true: Callable[[], object], seconds: float, every: float = 0.5) -> float | None:
    """The seconds until it was so; None if it was not within that time."""
    begun = time.monotonic()
    while not true():
        if time.monotonic() - begun > seconds:
            return None
        time.sleep(every)
    return time.monotonic() - begun
