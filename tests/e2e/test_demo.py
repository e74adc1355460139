"""`make demo` as a command: it plays a league by mail, says what came of it, and its exit status can be believed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tests.conftest import without
from tests.shared.parts import Missing
from tournaments.management.commands import demo as command
from tournaments.running.demo.papers import totals_of
from tournaments.running.demo.people import PROOF_PLAYERS
from tournaments.running.installation import Installation, NoRedis, find_redis
from tournaments.running.supervisor import Process

PLAYER = r"^(\w+) \(.+\): (\d+) letters received, (\d+) sent; (\d+) turn mails in (\d+) rounds, \d\.\d\d a round$"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _redis() -> None:
    try:
        find_redis()
    except NoRedis as error:
        without(Missing(f"Redis: {error}"))


def demo(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command in an empty place, with nothing in its environment but what a shell has."""
    keep = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    argv = [sys.executable, str(ROOT / "manage.py"), "demo", *words]
    return subprocess.run(
        argv, env={**keep, "DATA_DIR": str(data)}, capture_output=True, text=True, check=False, timeout=200
    )


def test_the_demonstration_plays_a_league_by_mail_and_checks_the_papers(tmp_path: Path) -> None:
    done = demo(tmp_path, "--patience", "150")
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout
    assert "Standings of Proof League:" in said
    assert [place for place in ("1.", "2.", "3.") if f"\n  {place} " not in said] in ([], ["2."], ["3."])
    papers = [Path(path) for path in re.findall(r"^  (/\S+\.pdf): \[", said, re.MULTILINE)]
    assert len(papers) == len(PROOF_PLAYERS)
    totals = [totals_of(path, 3) for path in papers]
    assert totals[0] == totals[1] == totals[2]
    assert len(totals[0]) == 3
    players = re.findall(PLAYER, said, re.MULTILINE)
    assert [name for name, *_ in players] == [name for name, _ in PROOF_PLAYERS]
    each = []
    for _, *counted in players:
        received, sent, asked, rounds = map(int, counted)
        assert received > sent > 5
        assert asked >= rounds
        each.append(asked / rounds)
    (mean,) = re.findall(r"^Turn mails per seat and round: (\d\.\d\d) on average\.$", said, re.MULTILINE)
    assert float(mean) == pytest.approx(sum(each) / len(each), abs=0.006)
    assert re.search(r"^\[#+\.+\] round \d+, \d+ letters, \d+ s, waits for the next turn letter$", said, re.MULTILINE)
    (letters,) = re.findall(r"^\[#+\] all games are over, (\d+) letters, \d+ s$", said, re.MULTILINE)
    assert int(letters) == sum(int(received) for _, received, *_ in players)
    assert f"\n{len(PROOF_PLAYERS)} players, {letters} letters, {len(papers)} PDFs: all totals agree.\n" in said
    assert re.search(r"^\d+\.\d s in all\.$", said, re.MULTILINE)


def test_a_league_that_is_not_played_to_its_end_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """Nothing runs that would send a letter, and the patience is over at once."""
    settings.DEMO, settings.DATA_DIR = True, tmp_path
    monkeypatch.setattr(Installation, "service", lambda place: [])
    monkeypatch.setattr(Installation, "post_office", lambda place: Process("post", ["sleep", "60"]))
    monkeypatch.setattr(command, "step", lambda *words: None)
    with pytest.raises(CommandError, match="The league did not come to its end"):
        call_command("demo", "--patience", "0")
