"""Takes each row lock away once, and tells whether a test notices: `python -m tests.campaign.locks`.

A lock is a query that locks what it reads, or a call that does nothing but lock.

python -m tests.campaign.locks                                     all of them: hours
python -m tests.campaign.locks tournaments/actions/league/leagues.py      those of some files

On PostgreSQL, in a copy of the code: SQLite has no row locks. Asked are the tests of what several do at once, those of
what each act holds, and those that name the file; a lock that none of them misses is printed as LIVES.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.campaign.mutants import ROOT, Mutant, copied, likely

AT_ONCE = ("tests/actions/at_once",)


QUERY = "select_for_update"
LOCK = (  # calls that lock, where nothing is done with what they answer
    "errands.lock", "hold", "limits.hold", "limits.hold_addresses", "lock_tables", "present.hold",
    "session.lock_tables", "substitutes.lock",
)  # fmt: skip


def locks(path: str, source: str) -> Iterator[Mutant]:
    """The file without one of its locks, for each."""
    lines = source.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) in LOCK:
            begin, end = starts[node.lineno - 1] + node.col_offset, starts[_last(node)[0] - 1] + _last(node)[1]
            yield Mutant(path, node.lineno, source[begin:end], "pass", f"{source[:begin]}pass{source[end:]}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == QUERY:
            line, column = _last(node.func.value)
            begin, end = starts[line - 1] + column, starts[_last(node)[0] - 1] + _last(node)[1]
            yield Mutant(path, line, source[begin:end], ".all()", f"{source[:begin]}.all(){source[end:]}")


def _last(node: ast.expr | ast.stmt) -> tuple[int, int]:
    """The line where the node ends and the column behind it."""
    assert node.end_lineno
    assert node.end_col_offset
    return node.end_lineno, node.end_col_offset


def missed(lock: Mutant, folder: Path) -> str:
    """The first test that fails without the lock, or ""."""
    target = folder / lock.path
    whole = target.read_text()
    target.write_text(lock.text)
    named = [test for test in likely(lock.path, folder)[:2] if test not in AT_ONCE]
    command = [sys.executable, "-m", "tests.on_postgresql", "-q", "-x", "--no-header", *AT_ONCE, *named]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=900)
    finally:
        target.write_text(whole)
    if "NOT TESTED, MISSING PART" in done.stderr:
        raise SystemExit(done.stderr)
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return failed[0].split(" - ")[0] if failed else ""


def main() -> int:
    """1 if a lock can go without any test that fails."""
    parser = argparse.ArgumentParser(description="Take each row lock away once.")
    parser.add_argument("files", nargs="*", help="tournaments/**.py if not said")
    asked = parser.parse_args()
    files = asked.files or [str(path.relative_to(ROOT)) for path in sorted((ROOT / "tournaments").rglob("*.py"))]
    lives = 0
    with tempfile.TemporaryDirectory(prefix="locks-") as parent:
        folder = Path(parent)
        folder.chmod(0o755)
        copied(folder)
        for path in files:
            for lock in locks(path, (ROOT / path).read_text(encoding="utf-8")):
                test = missed(lock, folder)
                lives += not test
                print(f"{lock.path}:{lock.line}: {test or 'LIVES'}", flush=True)
    return 1 if lives else 0


if __name__ == "__main__":
    sys.exit(main())
