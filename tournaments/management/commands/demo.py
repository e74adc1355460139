"""`make demo`: three mail clients play a whole league by mail, on real parts, and the papers are checked at the end."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

import engine
from tournaments.running.demo import papers, people
from tournaments.running.demo.characters import Character, planner, single
from tournaments.running.demo.client import Client
from tournaments.running.demo.progress import Progress
from tournaments.running.installation import AlreadyRunning, Installation, NoRedis, only_one
from tournaments.running.supervisor import NotReady, Supervisor, stop_on_signals

LOOK_EVERY = 0.05  # seconds between two looks into the mailboxes
WORDS: dict[Character, str] = {planner: "plans each round", single: "answers question by question"}
# Who plays at the three mail programs.
PLANS: dict[str, tuple[Character, ...]] = {
    "mixed": (planner, single, planner),
    "round": (planner, planner, planner),
    "single": (single, single, single),
}


class Command(BaseCommand):
    help = "Prove the main job: mail clients play a league to the end by mail alone."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=list(engine.games.released()), default=people.GAME, help="what is played")
        parser.add_argument("--patience", type=float, default=300, help="seconds after which it gives up")
        parser.add_argument("--seed", type=int, default=7, help="of the clients' choices")
        parser.add_argument("--plan", choices=list(PLANS), default="mixed", help="how far ahead the players order")
        parser.add_argument("--log", action="store_true", help="show what the processes print")

    def handle(self, *args: Any, game: str, patience: float, seed: int, plan: str, log: bool, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This environment has secrets of its own: `demo` makes a service of its own.")
        data = settings.DATA_DIR / "demo"
        try:
            with only_one(data):
                self.play(data, game, patience, seed, PLANS[plan], log)
        except (AlreadyRunning, NoRedis, NotReady) as error:
            raise CommandError(str(error)) from error

    def play(
        self, data: Path, game: str, patience: float, seed: int, characters: tuple[Character, ...], log: bool
    ) -> None:
        """Build a service in an empty folder, play the league, check and report."""
        begun = time.monotonic()
        clear(data)
        given = {**os.environ, "SWEEP_EVERY_SECONDS": "1"}
        place = Installation.choose(data, given)
        parts = [part for part in place.service() if part.name != "web"]
        out = sys.stdout if log else StringIO()
        supervisor = Supervisor([*parts, place.post_office()], out=out, say=self.stdout.write)
        with stop_on_signals(supervisor), supervisor:
            step(place, "sample", "--proof", game)
            clients = mail_clients(place, data / "post", seed, characters)
            finished = self.until_finished(
                supervisor, clients, begun + patience, engine.games[game].pace(people.SEATS)[0]
            )
            sound = finished and self.report(place, data, clients)
        self.stdout.write(f"{time.monotonic() - begun:.1f} s in all.")
        if not sound:
            raise CommandError("The league did not come to its end, or the papers are wrong.")

    def until_finished(self, supervisor: Supervisor, clients: list[Client], until: float, rounds: int) -> bool:
        """Let the clients read and answer until each has its final letter; False when time is up."""
        with Progress(self.stdout, rounds) as progress:
            while not all(client.finals for client in clients):
                if supervisor.stopping or time.monotonic() > until:
                    return False
                if not sum(client.look() for client in clients):
                    time.sleep(LOOK_EVERY)  # a maildir announces nothing
                progress.show(max(client.round for client in clients), received(clients), awaited(clients))
            progress.end(received(clients))
        return True

    def report(self, place: Installation, data: Path, clients: list[Client]) -> bool:
        """Keep the papers that came by mail, compare them with the engine's results, say what was played."""
        folder = data / "papers"
        kept = [path for client in clients for path in papers.keep(client.finals, folder / client.address)]
        found = step(place, "check_papers", str(folder))
        self.stdout.write(found.stdout.rstrip())
        for client in clients:
            self.stdout.write(
                f"{client.name} ({WORDS[client.character]}): {client.received} letters received, {client.sent} sent; "
                f"{client.asked} turn mails in {client.round} rounds, {client.asked_each_round:.2f} a round"
            )
        mean = sum(client.asked_each_round for client in clients) / len(clients)
        self.stdout.write(f"Turn mails per seat and round: {mean:.2f} on average.")
        if found.returncode == 0:
            proof = f"{len(clients)} players, {received(clients)} letters, {len(kept)} PDFs"
            self.stdout.write(f"{proof}: all totals agree.")
        return found.returncode == 0


def received(clients: Iterable[Client]) -> int:
    """The number of letters that the players have got."""
    return sum(client.received for client in clients)


def awaited(clients: Sequence[Client]) -> str:
    """Name the letters that are to come next: every one that asks something is answered at once."""
    left = [client.name for client in clients if not client.finals]
    if len(left) == len(clients):
        return "the next turn letter"
    return f"the last letters to {' and '.join(left)}"


def clear(data: Path) -> None:
    """Empty the folder but for the lock that is held in it."""
    for path in data.iterdir():
        if path.name != "run":
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def step(place: Installation, *words: str) -> subprocess.CompletedProcess[str]:
    """Run one management command of the new service."""
    return subprocess.run(
        place.command(*words), env=dict(place.env), stdout=subprocess.PIPE, text=True, check=words[0] == "sample"
    )


def mail_clients(place: Installation, folder: Path, seed: int, characters: tuple[Character, ...]) -> list[Client]:
    """The three players at their mail programs; all they have is a mailbox and an SMTP server."""
    return [
        Client(name, address, folder, place.listen, character, random=Random(f"{seed} {name}"))
        for (name, address), character in zip(people.PROOF_PLAYERS, characters, strict=True)
    ]
