"""The supervisor with real, small processes."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared.parts import until
from tournaments.running.supervisor import NotReady, Process, Supervisor, stop_leftovers, stop_on_signals


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


SLEEP = "import time; print('up', flush=True); time.sleep(60)"
STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"


def lives(pid: int) -> bool:
    try:
        # A zombie still has its number.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_each_line_carries_the_name_of_its_process() -> None:
    out = io.StringIO()
    with Supervisor([Process("web", python(SLEEP)), Process("worker", python(SLEEP))], out=out):
        until(lambda: out.getvalue().count("up") == 2, "both to print")
    assert "   web | up\n" in out.getvalue()
    assert "worker | up\n" in out.getvalue()


def test_a_process_waits_for_those_it_needs(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    make = f"import pathlib, time; time.sleep(0.3); pathlib.Path({str(first)!r}).touch(); time.sleep(60)"
    look = f"import pathlib; pathlib.Path({str(second)!r}).write_text(str(pathlib.Path({str(first)!r}).exists()))"
    parts = [
        Process("second", python(look), once=True, needs=("first",)),
        Process("first", python(make), ready=first.exists),
    ]
    with Supervisor(parts, out=io.StringIO()):
        assert second.read_text() == "True"


def test_one_that_dies_is_started_again_and_it_is_said() -> None:
    out = io.StringIO()
    with Supervisor([Process("worker", python(SLEEP))], out=out, pauses=(0.1,)) as supervisor:
        until(lambda: "up" in out.getvalue(), "it to run")
        before = supervisor.pid("worker")
        supervisor.kill("worker")
        until(lambda: supervisor.pid("worker") != before and out.getvalue().count("up") == 2, "a new process")
    assert "worker ended with status -9; it is started again in 0.1 s." in out.getvalue()


def test_one_that_keeps_dying_waits_longer_each_time() -> None:
    out = io.StringIO()
    # Lives long enough to be ready once.
    dies = Process("beat", python("import time; time.sleep(0.2)"))
    with Supervisor([dies], out=out, pauses=(0.1, 0.2, 0.3)):
        until(lambda: "again in 0.3 s" in out.getvalue(), "the third restart")
    assert out.getvalue().index("in 0.1 s") < out.getvalue().index("in 0.2 s") < out.getvalue().index("in 0.3 s")


def test_a_step_that_fails_stops_the_start_and_shows_its_last_words() -> None:
    running = Process("web", python(SLEEP))
    broken = Process("migrate", python("print('no such table'); raise SystemExit(3)"), once=True, needs=("web",))
    supervisor = Supervisor([running, broken], out=io.StringIO())
    with pytest.raises(NotReady, match=r"migrate ended with status 3\.\s+no such table"), supervisor:
        pytest.fail("it must not come to this")
    with pytest.raises(KeyError):
        supervisor.pid("web")


def test_one_that_is_never_ready_is_given_up() -> None:
    never = Process("web", python(SLEEP), ready=lambda: False, patience=0.3)
    with pytest.raises(NotReady, match="web was not ready after"), Supervisor([never], out=io.StringIO()):
        pytest.fail("it must not come to this")


def test_a_stop_reaches_what_a_process_has_started() -> None:
    out = io.StringIO()
    nested = f"import subprocess, sys, time; child = subprocess.Popen([sys.executable, '-c', {STUBBORN!r}]);"
    parent = Process("worker", python(f"{nested} print(child.pid, flush=True); time.sleep(60)"))
    with Supervisor([parent], out=out, grace=1):
        until(lambda: "up" in out.getvalue(), "the child to print")
        child = int(next(line for line in out.getvalue().splitlines() if line.split("| ")[1].isdigit()).split("| ")[1])
        assert lives(child)
    until(lambda: not lives(child), "the child to end")


def test_one_that_will_not_stop_is_killed_after_the_grace() -> None:
    out = io.StringIO()
    with Supervisor([Process("web", python(STUBBORN))], out=out, grace=0.3) as supervisor:
        until(lambda: "up" in out.getvalue(), "it to run")
        pid = supervisor.pid("web")
    assert not lives(pid)
    assert "web did not stop and is killed." in out.getvalue()


def test_those_that_need_others_stop_first() -> None:
    out = io.StringIO()
    bye = "import signal, sys, time; bye = lambda *_: (print('bye', flush=True), sys.exit())"
    talk = python(f"{bye}; signal.signal(signal.SIGTERM, bye); print('up', flush=True); time.sleep(60)")
    with Supervisor([Process("redis", talk), Process("worker", talk, needs=("redis",))], out=out):
        until(lambda: out.getvalue().count("up") == 2, "both to run")
    until(lambda: out.getvalue().count("bye") == 2, "both to say farewell")
    lines = [line.strip() for line in out.getvalue().splitlines()]
    assert lines.index("worker | bye") < lines.index("redis | bye")


def test_the_next_supervisor_stops_what_a_killed_one_has_left(tmp_path: Path) -> None:
    record = tmp_path / "processes.json"
    silent = python("import time; time.sleep(60)")  # one that prints would end at the closed pipe
    code = (
        "import sys; from pathlib import Path; from tournaments.running.supervisor import Process, Supervisor\n"
        f"with Supervisor([Process('web', {silent!r})], record=Path({str(record)!r})) as s:\n"
        "    print(s.pid('web'), flush=True); s.wait()\n"
    )
    killed = subprocess.Popen(python(code), stdout=subprocess.PIPE, text=True)
    assert killed.stdout is not None
    line = next(line for line in killed.stdout if line.strip().isdigit())
    killed.kill()
    killed.wait()
    killed.stdout.close()
    assert lives(int(line))
    assert stop_leftovers(record) == [int(line)]
    until(lambda: not lives(int(line)), "what was left to end")
    assert stop_leftovers(record) == []


def test_a_number_that_now_belongs_to_another_program_is_left_alone(tmp_path: Path) -> None:
    record = tmp_path / "processes.json"
    record.write_text(f'[[{os.getpid()}, ["some", "other", "program"]]]')
    assert stop_leftovers(record) == []


def test_a_signal_ends_the_waiting_and_a_later_one_the_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    supervisor = Supervisor([Process("web", python(STUBBORN))], out=io.StringIO(), grace=60)
    with stop_on_signals(supervisor), supervisor:
        os.kill(os.getpid(), signal.SIGTERM)
        supervisor.wait()
        os.kill(os.getpid(), signal.SIGINT)
        assert supervisor.grace == 60, "the echo of the first signal was taken for impatience"
        monkeypatch.setattr("tournaments.running.supervisor.SAME_WISH", 0.0)
        os.kill(os.getpid(), signal.SIGINT)
    assert supervisor.grace == 0


def test_processes_that_need_each_other_are_refused() -> None:
    circle = [Process("a", python(SLEEP), needs=("b",)), Process("b", python(SLEEP), needs=("a",))]
    with pytest.raises(ValueError, match="need each other"), Supervisor(circle, out=io.StringIO()):
        pytest.fail("it must not come to this")
