"""`deploy/upgrade` without a machine: what a release is called, what is refused, and how steps that fail are answered.

`python -m tests.campaign.upgrade` calls it in earnest.
"""

from __future__ import annotations

import re
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.deploy.test_installing import ROOT, bash

UPGRADE = ROOT / "deploy" / "upgrade"
GIT = ("git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")


def upgrade(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(UPGRADE), *words], capture_output=True, text=True, check=False)


def places(folder: Path) -> dict[str, object]:
    """The variables that name where everything lies, below a folder."""
    state, base = folder / "state", folder / "srv"
    for one in (state, base / "releases"):
        one.mkdir(parents=True, exist_ok=True)
    return {
        "state": state, "written": state / "written", "log": folder / "log", "journal": state / "upgrade",
        "last_backup": state / "last-backup", "base": base, "releases": base / "releases",
        "current": base / "current", "previous": base / "previous", "mirror": base / "repository.git",
        "origin_file": state / "origin",
    }  # fmt: skip


def tree(folder: Path, version: str = "1.2.3") -> Path:
    """A release without anything in it."""
    for name in ("bruges_pbem", "deploy"):
        (folder / name).mkdir(parents=True)
    (folder / "bruges_pbem" / "__init__.py").write_text(f'__version__ = "{version}"  # read here\n')
    (folder / "deploy" / "upgrade").write_text("#!/bin/sh\n")
    (folder / "deploy" / "upgrade").chmod(0o700)
    return folder


def commit(folder: Path) -> str:
    subprocess.run([*GIT, "-C", folder, "init", "--quiet"], check=True)
    subprocess.run([*GIT, "-C", folder, "add", "--all"], check=True)
    subprocess.run([*GIT, "-C", folder, "commit", "--quiet", "--allow-empty", "--message", "x"], check=True)
    told = subprocess.run(["git", "-C", folder, "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    return told.stdout.strip()


def staged(folder: Path, version: str) -> str:
    """A release that lies in its place; its name."""
    made = tree(folder / f"tree-{version}", version)
    bash(f'stage "{made}"', **places(folder))
    return bash(f'release_name "{made}"', **places(folder)).stdout.strip()


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--sideways",), "--sideways is no argument"),
        (("a", "b"), "name one source, not a and b"),
        (("--back", "v1.2.3"), "--back takes no source"),
    ],
)
def test_a_wrong_call_is_refused_and_says_what_is_wrong(words: tuple[str, ...], named: str) -> None:
    done = upgrade(*words)
    assert done.returncode == 1
    assert named in done.stderr
    assert "See deploy/upgrade --help." in done.stderr


@pytest.mark.skipif(Path("/srv/bruges").exists(), reason="the service is installed here")
def test_where_nothing_was_installed_nothing_is_upgraded() -> None:
    done = upgrade("--check")
    assert done.returncode == 1
    assert re.search("run it as root|was not installed here by deploy/install", done.stderr)


# --- releases beside each other ------------------------------------------------------------------


def test_a_checkout_is_named_by_its_version_and_commit_and_taken_as_it_was_committed(tmp_path: Path) -> None:
    source = tree(tmp_path / "source")
    head = commit(source)
    (source / "junk").write_text("not committed")
    name = f"1.2.3-{head[:12]}"
    done = bash(f'stage "{source}"; release_name "{source}"; release_name "$releases/{name}"', **places(tmp_path))
    assert done.stdout.split() == [name, name], done.stderr
    there = tmp_path / "srv" / "releases" / name
    assert f"commit={head}" in (there / ".release").read_text().splitlines()
    assert not (there / "junk").exists()
    assert oct((there / "deploy/upgrade").stat().st_mode)[-3:] == "755"


def test_what_is_no_checkout_is_named_by_what_its_own_files_hold(tmp_path: Path) -> None:
    one, other, changed = (tree(tmp_path / name) for name in ("one", "other", "changed"))
    (one / ".venv").mkdir()
    (one / ".venv" / "large").touch()
    (one / "made.mo").touch()
    (changed / "more.py").touch()
    script = "\n".join(f'release_name "{path}"' for path in (one, other, changed))
    names = bash(script, **places(tmp_path)).stdout.split()
    assert names[0] == names[1] != names[2]
    assert all(re.fullmatch(r"1\.2\.3-[0-9a-f]{12}", name) for name in names)
    done = bash(f'stage "{one}"; ls -A "$releases/{names[0]}"', **places(tmp_path))
    assert done.stdout.split() == [".release", "bruges_pbem", "deploy"]


def test_an_archive_is_taken_with_or_without_a_folder_around_it(tmp_path: Path) -> None:
    source = tree(tmp_path / "source")
    for name, inside in (("bare", "."), ("around", "bruges-1.2.3")):
        with tarfile.open(tmp_path / f"{name}.tar.gz", "w:gz") as archive:
            archive.add(source, inside)
        done = bash(f'version_of "$(unpack "{tmp_path}/{name}.tar.gz" "{tmp_path}/{name}")"', **places(tmp_path))
        assert done.stdout == "1.2.3\n", done.stderr
    (tmp_path / "none").write_text("hello")
    assert "no archive that tar can read" in bash(f'unpack "{tmp_path}/none" "{tmp_path}/x"', **places(tmp_path)).stderr


def test_of_the_origin_the_newest_tagged_version_is_taken_or_what_is_named(tmp_path: Path) -> None:
    source = tree(tmp_path / "source")
    for tag in ("v1.9.0", "v1.10.0", "other"):
        commit(source)
        subprocess.run(["git", "-C", source, "tag", tag], check=True)
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "origin").write_text(f"{source}\n")
    script = 'checkout_of_ref "$ref" "$base/source"; git -C "$base/source" describe --tags --exact-match'
    for ref, found in (("", "v1.10.0"), ("v1.9.0", "v1.9.0"), ("other", "other")):
        assert bash(script, ref=ref, **places(tmp_path)).stdout.strip() == found
    assert "nowhere is no folder, no archive" in bash(script, ref="nowhere", **places(tmp_path)).stderr


def test_the_units_find_one_release_or_the_other_and_the_last_two_stay(tmp_path: Path) -> None:
    names = [staged(tmp_path, version) for version in ("1.0.0", "1.1.0", "1.2.0")]
    script = "\n".join(f'switch_to "{name}"; readlink "$current"; current_name' for name in names)
    told = bash(script, **places(tmp_path)).stdout.split()
    assert told == [word for name in names for word in (f"releases/{name}", name)]
    left = bash(f'forget_releases "{names[2]}" "{names[1]}"; ls "$releases"', **places(tmp_path)).stdout.split()
    assert left == sorted(names[1:])


def test_a_program_is_started_by_the_real_path_of_its_release(tmp_path: Path) -> None:
    """Else a process that runs would go on loading code of the release that `current` leads to by then."""
    release = tmp_path / "releases" / "1"
    (release / "deploy").mkdir(parents=True)
    (release / ".venv" / "bin").mkdir(parents=True)
    (release / "deploy" / "run").write_text((ROOT / "deploy" / "run").read_text())
    (release / "deploy" / "run").chmod(0o755)
    program = release / ".venv" / "bin" / "show"
    program.write_text('#!/bin/sh\necho "$0" "$PWD" "$@"\n')
    program.chmod(0o755)
    (tmp_path / "current").symlink_to("releases/1")
    told = subprocess.run([tmp_path / "current/deploy/run", "show", "a b"], capture_output=True, text=True, check=True)
    assert told.stdout == f"{program} {release} a b\n"


# --- what is refused -----------------------------------------------------------------------------


def test_an_older_version_is_refused_by_name(tmp_path: Path) -> None:
    old = staged(tmp_path, "1.10.0")
    done = bash(f'old={old}; refuse_older "{tree(tmp_path / "older", "1.9.0")}"', **places(tmp_path))
    assert (done.returncode, "1.9.0 is older than 1.10.0" in done.stderr) == (1, True)
    assert bash(f'old={old}; refuse_older "{tree(tmp_path / "newer", "1.11.0")}"', **places(tmp_path)).returncode == 0


def test_an_older_commit_of_the_same_version_is_refused_by_name(tmp_path: Path) -> None:
    source = tree(tmp_path / "source")
    first, second = commit(source), commit(source)
    old = f"1.2.3-{second[:12]}"
    script = f'stage "{source}"; old={old}; git -C "{source}" checkout --quiet {first}; refuse_older "{source}"'
    done = bash(script, **places(tmp_path))
    assert (done.returncode, f"1.2.3-{first[:12]} is an older state of {old}" in done.stderr) == (1, True), done.stderr


def test_what_fails_in_the_doctors_eyes_stops_an_upgrade_unless_one_insists(tmp_path: Path) -> None:
    names = {"old": staged(tmp_path, "1.0.0"), "new": staged(tmp_path, "1.1.0")}
    script = (
        'manage() { echo "ok    a: b"; echo "fail  mail host: gone: start it"; return 1; }; see_doctor; cat "$journal"'
    )
    refused = bash(script, **names, **places(tmp_path))
    assert refused.returncode == 1
    assert "the doctor calls fail already: mail host" in refused.stdout
    assert "--despite-doctor" in refused.stdout
    assert "failing=mail host" in bash(script, keep_on="yes", **names, **places(tmp_path)).stdout.splitlines()
    broken = bash("manage() { return 1; }; failing_checks", **names, **places(tmp_path))
    assert broken.stdout == "doctor\n"


def test_what_lies_with_other_machines_neither_stops_an_upgrade_nor_undoes_it(tmp_path: Path) -> None:
    """A name server that fails in that minute says nothing of the release."""
    names = {"old": staged(tmp_path, "1.0.0"), "new": staged(tmp_path, "1.1.0")}
    script = (
        'manage() { case " $* " in *" --here "*) echo "warn  SPF: x";; *) echo "fail  SPF: x"; return 1;; esac; };'
        "PART_PATIENCE=0; web=here; asked_as_proxy() { [ $1 = http://here/readyz?here ]; };"
        "see_doctor; see_that_all_works"
    )
    done = bash(script, **names, **places(tmp_path))
    assert done.returncode == 0, done.stdout


def test_afterwards_only_what_did_not_fail_before_counts(tmp_path: Path) -> None:
    script = (
        "PART_PATIENCE=0; asked_as_proxy() { :; }; site=a;"
        'manage() { echo "fail  pages: x: y"; echo "fail  disk: x: y"; return 1; }; see_that_all_works'
    )
    assert bash(f'failing="disk,pages"; {script}', **places(tmp_path)).returncode == 0
    done = bash(f'failing="disk"; {script}', **places(tmp_path))
    assert done.returncode == 1
    assert "this fails, and did not before: pages\n" in done.stdout


def test_the_backup_to_return_to_is_that_of_the_upgrade_that_has_worked(tmp_path: Path) -> None:
    """One of an attempt that failed may hold what the release before does not know."""
    names = {"old": staged(tmp_path, "1.0.0"), "new": staged(tmp_path, "1.1.0")}
    script = (
        'env_file=/dev/null; units="$state"; step_file="$state/step"; systemctl() { :; };'
        'manage() { echo "/backups/a b.zip (0.1 MB)"; }; make_backup; [ ! -e "$last_backup" ] || exit 7;'
        'finish; cat "$last_backup"'
    )
    done = bash(script, **names, **places(tmp_path))
    assert done.stdout.splitlines()[-1] == "/backups/a b.zip", done.stderr


# --- the way back --------------------------------------------------------------------------------

WAY = """
END_PATIENCE=0
note_phase preparing
take_steps() { note_phase switching; %s; }
take_steps_back() { echo "back to $old from $new"; %s; }
finish() { echo finished; rm "$journal"; }
upgrade
"""


def attempt(folder: Path, forth: str, back: str = ":") -> subprocess.CompletedProcess[str]:
    return bash(WAY % (forth, back), old="a", new="b", program="deploy/upgrade", **places(folder))


def test_an_upgrade_whose_steps_all_succeed_is_over(tmp_path: Path) -> None:
    assert attempt(tmp_path, "true").stdout == "finished\n"
    assert not (tmp_path / "state" / "upgrade").exists()


@pytest.mark.parametrize(
    "forth",
    [
        'step "make it" false false',
        'step "make it" false fails_early',
        'step_now="make it"; echo "make it" >"$step_file"; kill -KILL "$BASHPID"',
        'step "make it" false "kill_guard"; sleep 60',
    ],
    ids=["a step fails", "a step fails before its end", "the steps are killed", "somebody presses Ctrl-C"],
)
def test_whatever_ends_the_steps_early_the_old_release_is_put_back(forth: str, tmp_path: Path) -> None:
    script = "fails_early() { false; true; }; kill_guard() { kill -TERM $$; }\n" + WAY % (forth, ":")
    done = bash(script, old="a", new="b", program="deploy/upgrade", **places(tmp_path))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "back to a from b"), done.stderr
    assert "on_exit" not in done.stderr
    last = done.stderr.splitlines()[-1]
    assert "BACK: a serves as before, with its database kept. b failed at this step: make it." in last
    assert not (tmp_path / "state" / "upgrade").exists()


def test_an_upgrade_goes_on_when_nobody_hears_it_any_more(tmp_path: Path) -> None:
    """A terminal that is gone takes no line; here every line finds a full disk."""
    forth = f'exec 3>/dev/full 4>/dev/full; step "make it" false true; touch "{tmp_path}/made"'
    attempt(tmp_path, forth)
    assert (tmp_path / "made").exists()


def test_the_way_back_is_gone_to_its_end_however_often_somebody_presses_ctrl_c(tmp_path: Path) -> None:
    done = attempt(tmp_path, "false", f'kill -TERM $$; kill -INT $$; touch "{tmp_path}/back"')
    assert "BACK: a serves as before" in done.stderr.splitlines()[-1]
    assert (tmp_path / "back").exists()


@pytest.mark.parametrize(
    ("steps", "signal"), [("take_steps_back", "TERM"), ("take_steps", "HUP")], ids=["ctrl-c on the way back", "no line"]
)
def test_a_signal_in_the_last_moment_does_not_make_a_failure_of_what_worked(
    steps: str, signal: str, tmp_path: Path
) -> None:
    script = (
        f"END_PATIENCE=0; {steps}() {{ sleep 0.005; kill -{signal} $$; }};"
        f"for _ in $(seq 50); do guarded {steps}; echo $ended; done"
    )
    done = bash(script, **places(tmp_path))
    assert done.stdout.split() == ["0"] * 50, done.stderr


def test_where_the_way_back_fails_too_it_can_be_gone_again(tmp_path: Path) -> None:
    done = attempt(tmp_path, "false", "false")
    assert done.returncode == 1
    assert "STUCK: b failed" in done.stderr.splitlines()[-1]
    assert "deploy/upgrade --back" in done.stderr
    assert "phase=switching" in (tmp_path / "state" / "upgrade").read_text().splitlines()


def test_what_killed_steps_have_left_running_ends_before_the_way_back_begins(tmp_path: Path) -> None:
    left = tmp_path / "left"
    stubborn = f'(trap "" TERM; echo "$BASHPID" >"{left}"; exec sleep 60) &'
    forth = f'{stubborn} until [ -s "{left}" ]; do :; done; kill -KILL "$BASHPID"'
    back = f'if grep --quiet "^State:.[RSD]" "/proc/$(cat "{left}")/status"; then echo runs; else echo ended; fi'
    done = attempt(tmp_path, forth, back)
    assert done.stdout == "back to a from b\nended\n"


def test_pages_that_end_by_themselves_are_not_waited_for(tmp_path: Path) -> None:
    script = (
        "asked_as_proxy() { false; }; sleep() { :; }; journalctl() { echo why; };"
        'systemctl() { echo asked >>"$log"; [ "$(grep --count asked "$log")" -lt 3 ]; }; see_pages'
    )
    done = bash(script, **places(tmp_path))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "why")
    assert (tmp_path / "log").read_text().count("asked") == 3


def test_workers_are_restarted_first_and_the_pages_last() -> None:
    told = bash("parts", home=ROOT, mail="own").stdout.split()
    assert (told[0], told[-1]) == ("bruges-worker.service", "bruges-web.service")
    assert {"bruges-beat.service", "bruges-receive.service"} == {*told[1:-1]}
