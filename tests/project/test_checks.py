"""Whoever checks the code, a commit's hook or a forge, runs the project's own checks and fetches nothing unpinned."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FORGES = (".github/workflows/ci.yml", ".forgejo/workflows/ci.yml")
PINNED = re.compile(r"actions/checkout@[0-9a-f]{40}")
# The one thing that a step of a forge does besides `.ci/run`: bring the commit there.
CHECK_OUT = ("apt-get update -qq && apt-get install -y -qq --no-install-recommends git", "git init -q .")


def read(path: str) -> dict[Any, Any]:
    found = yaml.safe_load((ROOT / path).read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def recipe(target: str) -> list[str]:
    """The commands of a target of the Makefile."""
    lines = re.findall(rf"^{target}:.*\n((?:\t.+\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[0]
    return [line.removeprefix("\t@").replace("$(RUN)", ".venv/bin/python") for line in lines.splitlines()]


def test_what_runs_before_a_commit_is_what_make_runs_and_is_fetched_from_nowhere() -> None:
    repositories = read(".pre-commit-config.yaml")["repos"]
    assert [one["repo"] for one in repositories] == ["local"]
    hooks = repositories[0]["hooks"]
    assert [hook["entry"] for hook in hooks] == [*recipe("lint"), *recipe("types"), *recipe("imports")]
    assert {(hook["language"], hook["pass_filenames"]) for hook in hooks} == {("system", False)}


@pytest.mark.parametrize("path", FORGES)
def test_a_forge_checks_out_and_calls_the_one_script(path: str) -> None:
    workflow = read(path)
    assert workflow[True] == ["push", "pull_request"], "YAML takes the word `on` for true"
    (job,) = workflow["jobs"].values()
    *before, last = job["steps"]
    assert last == {"run": ".ci/run"}
    for step in before:
        assert step.get("run", "").startswith(CHECK_OUT) or PINNED.fullmatch(step.get("uses", "")), step
    assert (ROOT / ".ci/run").stat().st_mode & 0o111


@pytest.mark.parametrize("path", FORGES)
def test_a_forge_runs_the_pinned_image_that_is_deployed(path: str) -> None:
    (image,) = re.findall(r"^FROM (\S+@sha256:[0-9a-f]{64})$", (ROOT / "deploy/Dockerfile").read_text(), re.MULTILINE)
    assert [job["container"]["image"] for job in read(path)["jobs"].values()] == [image]
