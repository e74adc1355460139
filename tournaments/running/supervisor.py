"""Runs processes side by side: starts, watches, restarts and stops them. Knows nothing of what they do.

Every process has a session of its own, so that Ctrl-C reaches only the supervisor and a stop reaches everything
that a process has started. A process that dies is started again, after a pause that grows while it keeps dying.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TextIO

PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0)  # seconds before the first, second, ... restart in a row
SOUND_AFTER = 60.0  # seconds that a process must live to have its earlier deaths forgotten
LOOK_EVERY = 0.05
BEGINS_WITHIN = 2.0  # seconds from a process being there to its own program running in it
SAME_WISH = 1.0  # seconds in which a second request to stop is the echo of the first (a signal to a whole group)


class NotReady(Exception):
    """A process ended or took too long before it could be used. The message says which and what it printed last."""


@dataclass(frozen=True, slots=True)
class Process:
    """One program to keep running.

    env     the whole environment, or None for the supervisor's own
    ready   asked again and again until it says yes; None: ready as soon as it is started
    once    a step, not a service: ready when it ended with status 0, and not started again
    needs   names of processes that must be ready before this one is started
    patience  seconds that it may take to get ready
    quiet   what it prints is shown only when it ends without being asked to
    """

    name: str
    argv: Sequence[str]
    env: Mapping[str, str] | None = None
    ready: Callable[[], bool] | None = None
    once: bool = False
    needs: tuple[str, ...] = ()
    patience: float = 60.0
    quiet: bool = False


@dataclass(slots=True)
class _Running:
    process: Process
    popen: subprocess.Popen[str]
    started: float
    deaths: int = 0
    last: list[str] = field(default_factory=list)
    listener: threading.Thread = field(default_factory=threading.Thread)


class Supervisor:
    """Keeps `processes` running between `start` and `stop`, which a `with` block calls.

    say     takes what the supervisor has to tell
    out     where the processes' lines go, each with the name of its process in front
    record  a file that lists the running processes, so that the next supervisor can stop those that outlived a
            supervisor that was killed
    """

    def __init__(
        self,
        processes: Sequence[Process],
        *,
        out: TextIO = sys.stdout,
        say: Callable[[str], None] | None = None,
        record: Path | None = None,
        grace: float = 15.0,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self.processes = {process.name: process for process in processes}
        self.out = out
        self.say = say or (lambda words: self._line("", words))
        self.record = record
        self.grace = grace
        self.pauses = pauses
        self._running: dict[str, _Running] = {}
        self._ended: queue.Queue[_Running] = queue.Queue()
        self._lock = threading.RLock()
        self._print_lock = threading.Lock()
        self._stopping = threading.Event()
        self._asked = 0.0
        self._watch: threading.Thread | None = None
        self._width = max(map(len, self.processes), default=0)

    def __enter__(self) -> Supervisor:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # --- starting --------------------------------------------------------------------------------

    def start(self) -> None:
        """Start everything in the order of `needs` and return when all are ready. NotReady when one is not."""
        if self.record:
            stop_leftovers(self.record, grace=self.grace)
        waiting, ready = dict(self.processes), set[str]()
        while waiting:
            batch = [process for process in waiting.values() if ready.issuperset(process.needs)]
            if not batch:
                raise ValueError(f"These processes need each other or what is not there: {', '.join(waiting)}")
            for process in batch:
                self._spawn(process)
            for process in batch:
                self.wait_ready(process.name)
                ready.add(process.name)
                del waiting[process.name]
        self._watch = threading.Thread(target=self._keep_running, name="supervisor", daemon=True)
        self._watch.start()

    def wait_ready(self, name: str) -> None:
        """Wait until the process answers. NotReady when it ended or its patience is over."""
        process = self.processes[name]
        until = time.monotonic() + process.patience
        while not self._stopping.is_set():
            status = self._running[name].popen.poll()
            if process.once:
                if status == 0:
                    self._write_record()
                    return
            elif status is None and (process.ready is None or process.ready()):
                return
            # Once the watch is kept, one that ended will be started again.
            if status is not None and self._watch is None:
                raise NotReady(f"{name} ended with status {status}.{self._last_words(name)}")
            if time.monotonic() > until:
                raise NotReady(f"{name} was not ready after {process.patience:.0f} s.{self._last_words(name)}")
            self._stopping.wait(LOOK_EVERY)

    def _spawn(self, process: Process, deaths: int = 0) -> None:
        with self._lock:
            if self._stopping.is_set():
                return
            popen = subprocess.Popen(
                list(process.argv),
                env=None if process.env is None else dict(process.env),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,
            )
            running = _Running(process, popen, time.monotonic(), deaths)
            running.listener = threading.Thread(target=self._listen, args=(running,), daemon=True)
            self._running[process.name] = running
            self._write_record()
            running.listener.start()

    # --- what they print -------------------------------------------------------------------------

    def _listen(self, running: _Running) -> None:
        stream: IO[str] | None = running.popen.stdout
        assert stream is not None
        with stream:
            for line in stream:
                running.last = [*running.last[-9:], line.rstrip()]
                if not running.process.quiet:
                    self._line(running.process.name, line.rstrip())
        running.popen.wait()
        self._ended.put(running)

    def _line(self, name: str, words: str) -> None:
        with self._print_lock, suppress(ValueError):  # the terminal may be gone
            print(f"{name:>{self._width}} | {words}", file=self.out, flush=True)

    def _last_words(self, name: str) -> str:
        return "".join(f"\n  {line}" for line in self._running[name].last)

    # --- watching --------------------------------------------------------------------------------

    def _keep_running(self) -> None:
        while not self._stopping.is_set():
            with suppress(queue.Empty):
                self._bury(self._ended.get(timeout=0.5))

    def _bury(self, running: _Running) -> None:
        """Say that a process died and have it started again after its pause."""
        name = running.process.name
        if self._stopping.is_set() or running.process.once or self._running.get(name) is not running:
            return
        _kill_group(running.popen.pid, signal.SIGKILL)  # children that outlived it
        deaths = 0 if time.monotonic() - running.started > SOUND_AFTER else running.deaths
        pause = self.pauses[min(deaths, len(self.pauses) - 1)]
        words = self._last_words(name) if running.process.quiet else ""
        self.say(f"{name} ended with status {running.popen.returncode}; it is started again in {pause:g} s.{words}")
        timer = threading.Timer(pause, self._spawn, args=(running.process, deaths + 1))
        timer.daemon = True
        timer.start()

    def pid(self, name: str) -> int:
        """The process id of a part that runs."""
        return self._running[name].popen.pid

    def kill(self, name: str) -> None:
        """SIGKILL a process and all that it started, as a crash would; it is started again like any that dies."""
        _kill_group(self.pid(name), signal.SIGKILL)

    @property
    def stopping(self) -> bool:
        return self._stopping.is_set()

    def request_stop(self) -> None:
        """Have `wait` return, and nothing started any more. A second request, somewhat later, ends the grace."""
        if self.stopping and time.monotonic() - self._asked > SAME_WISH:
            self.grace = 0.0
        elif not self.stopping:
            self._asked = time.monotonic()
            self._stopping.set()

    def wait(self) -> None:
        """Wait until `stop` is called (by a signal handler or another thread)."""
        while not self._stopping.wait(0.5):
            pass

    # --- stopping --------------------------------------------------------------------------------

    def stop(self) -> None:
        """End every process, the last one started first: SIGTERM, and SIGKILL after the grace."""
        self._stopping.set()
        with self._lock:
            layers = self._layers()
        for layer in layers:
            for running in layer:
                running.popen.send_signal(signal.SIGTERM)
            begun = time.monotonic()
            for running in layer:
                self._finish(running, begun)
        self._running.clear()
        if self.record:
            self.record.unlink(missing_ok=True)

    def _layers(self) -> list[list[_Running]]:
        """The running processes, in groups to be stopped one after the other: a process before those that it needs."""
        left, layers = dict(self._running), []
        while left:
            needed = {name for running in left.values() for name in running.process.needs}
            names = [name for name in left if name not in needed] or list(left)
            layers.append([left.pop(name) for name in names])
        return layers

    def _finish(self, running: _Running, begun: float) -> None:
        # The grace is read each time: an impatient second Ctrl-C sets it to nothing.
        while running.popen.poll() is None and time.monotonic() < begun + self.grace:
            time.sleep(LOOK_EVERY)
        if running.popen.poll() is None:
            self.say(f"{running.process.name} did not stop and is killed.")
        _kill_group(running.popen.pid, signal.SIGKILL)
        running.popen.wait()
        running.listener.join()

    def _write_record(self) -> None:
        if self.record:
            left = [running for running in self._running.values() if running.popen.poll() is None]
            lines = [[running.popen.pid, list(running.process.argv)] for running in left]
            self.record.parent.mkdir(parents=True, exist_ok=True)
            self.record.write_text(json.dumps(lines), encoding="utf-8")


def _kill_group(pid: int, number: signal.Signals) -> None:
    # The leader's pid is the group's: each process was started as the leader of a session.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def stop_leftovers(record: Path, *, grace: float = 15.0) -> list[int]:
    """Stop what a supervisor that was killed has left running; the process ids that were still there.

    Only a process whose command line is still the recorded one is touched, for its number may have been given
    to another. Where the system does not show command lines (no /proc), nothing is.
    """
    if not record.exists():
        return []
    found = [pid for pid, argv in json.loads(record.read_text(encoding="utf-8")) if _begun(pid) == argv]
    for pid in found:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
    until = time.monotonic() + grace
    while time.monotonic() < until and any(_command(pid) for pid in found):
        time.sleep(LOOK_EVERY)
    for pid in found:
        _kill_group(pid, signal.SIGKILL)
    record.unlink(missing_ok=True)
    return found


def _begun(pid: int) -> list[str]:
    """The command line of a process. One that has just been started has none for a moment: that is waited for."""
    until = time.monotonic() + BEGINS_WITHIN
    while not (argv := _command(pid)) and Path(f"/proc/{pid}").exists() and time.monotonic() < until:
        time.sleep(LOOK_EVERY)
    return argv


def _command(pid: int) -> list[str]:
    try:
        raw = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return []
    return raw.decode(errors="replace").split("\0")[:-1]


@contextmanager
def stop_on_signals(supervisor: Supervisor) -> Iterator[None]:
    """SIGINT and SIGTERM end `supervisor.wait()`; a second one in a row kills without grace."""

    def stop(number: int, frame: object) -> None:
        supervisor.request_stop()

    kinds = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    old = {kind: signal.signal(kind, stop) for kind in kinds}
    try:
        yield
    finally:
        for kind, handler in old.items():
            signal.signal(kind, handler)
