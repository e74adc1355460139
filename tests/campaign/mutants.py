"""Small faults put into the code, one at a time, to see which of them no test notices.

python -m tests.campaign.mutants --mutants 60 --seed 3 tournaments/formats engine   faults at random in these folders
python -m tests.campaign.mutants --line engine/verify.py:82                          every fault that the line can have

Everything happens in a copy of the code. A fault that lives is printed with its line; some change nothing (what is
written down in a cache, say), each other one wants a test.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any, cast

ROOT = Path(__file__).parents[2]
FOLDERS = ("engine", "tournaments/formats", "tournaments/inbox/reply", "tournaments/actions")
# Tests that are most likely to notice a fault in a file; for any other those that name its module.
AIMED = {
    "engine/bruges/": ("tests/engine/bruges",),
    "engine/flandern/": ("tests/engine/flandern",),
    "engine/venise/": ("tests/engine/venise",),
    "tournaments/formats/": ("tests/formats",),
    "tournaments/inbox/reply/": ("tests/inbox/reply/test_*.py",),
}
PEERS = {
    "engine": ("tests/engine",),
    "tournaments": tuple(
        f"tests/{room}" for room in ("actions", "inbox", "letters", "organiser", "outbox", "pages", "player")
    ),
}
MOST_FILES = 6  # of tests that name the module, those that name it most often
FIXED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: the file, the line where it begins, the text there before and after, and the file's whole text."""

    path: str
    line: int
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before}  ->  {self.after}"


def mutants(path: str, source: str) -> Iterator[Mutant]:
    """Every fault that can be put into the file, those of a line beside each other."""
    encoded = source.encode()
    lines = encoded.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    tree = ast.parse(source)
    silent = _silent(tree)
    tests = {node.test for node in ast.walk(tree) if isinstance(node, ast.If)}
    for node in ast.walk(tree):
        if node in silent or not isinstance(node, ast.expr | ast.stmt):
            continue
        assert node.end_lineno is not None  # read from a source
        assert node.end_col_offset is not None
        for other in (*_others(node), *(["(False)"] if node in tests else [])):
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            before = re.sub(r"\s+", " ", encoded[start:end].decode())
            yield Mutant(path, node.lineno, before, other, encoded[:start].decode() + other + encoded[end:].decode())


def _silent(tree: ast.Module) -> set[ast.AST]:
    """Nodes whose change says nothing: annotations, and what only type checkers read."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        fields = [getattr(node, name, None) for name in ("annotation", "returns")]
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            fields.append(node)
        found.update(part for each in fields if each is not None for part in ast.walk(each))
    return found


def _others(node: ast.AST) -> Iterator[str]:
    """Texts to put in the node's place."""
    if isinstance(node, ast.Compare | ast.BoolOp | ast.BinOp):
        yield from _operators(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"(bool({ast.unparse(node.operand)}))"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield str(node.value + 1)
    elif isinstance(node, ast.Name) and node.id in NAMES:
        yield NAMES[node.id]
    elif (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)) or isinstance(
        node, ast.Raise | ast.AugAssign
    ):
        yield "pass"
    elif isinstance(node, ast.Continue):
        yield "break"
    elif isinstance(node, ast.IfExp):
        yield f"({ast.unparse(node.body)})"
        yield f"({ast.unparse(node.orelse)})"


def _operators(node: ast.Compare | ast.BoolOp | ast.BinOp) -> Iterator[str]:
    operators = node.ops if isinstance(node, ast.Compare) else [node.op]
    for number, operator in enumerate(operators):
        if type(operator) in FIXED:
            other, fixed = copy.deepcopy(node), cast(Any, FIXED[type(operator)]())
            if isinstance(other, ast.Compare):
                other.ops[number] = fixed
            else:
                other.op = fixed
            yield f"({ast.unparse(other)})"
    if isinstance(node, ast.BoolOp):
        for left_out in range(len(node.values)):
            rest = [value for number, value in enumerate(node.values) if number != left_out]
            words = " and " if isinstance(node.op, ast.And) else " or "
            yield f"({words.join(f'({ast.unparse(value)})' for value in rest)})"


def likely(path: str, root: Path = ROOT) -> list[str]:
    """Paths of the tests below `root` to ask about a fault in the file, the most likely first."""
    for prefix, patterns in AIMED.items():
        if path.startswith(prefix):
            found = [str(file.relative_to(root)) for pattern in patterns for file in sorted(root.glob(pattern))]
            named = _by_name(path, found, root)
            return named + [file for file in found if file not in named]
    folders = PEERS[path.partition("/")[0]]
    files = [str(file.relative_to(root)) for folder in folders for file in sorted(root.glob(f"{folder}/test_*.py"))]
    return _by_name(path, files, root)[:MOST_FILES]


def _by_name(path: str, files: list[str], root: Path) -> list[str]:
    """Those of the files that are called as the module, or name it; the one that does most often first."""
    name = Path(path).stem if Path(path).stem != "__init__" else Path(path).parent.name
    counts = {
        file: len(re.findall(rf"\b{name}\b", (root / file).read_text())) + 100 * (name in Path(file).stem)
        for file in files
        if file.endswith(".py")
    }
    return sorted((file for file, count in counts.items() if count), key=lambda file: -counts[file])


def notice(mutant: Mutant, tests: list[str], folder: Path, seconds: float) -> str:
    """The fate of the mutant: "killed", "timeout" (to be looked at), "no test" or "LIVES"."""
    if not tests:
        return "no test"
    target = folder / mutant.path
    whole = target.read_text()
    target.write_text(mutant.text)
    try:
        return "LIVES" if agrees(tests, folder, seconds) else "killed"
    except subprocess.TimeoutExpired:
        return "timeout"
    finally:
        target.write_text(whole)


def agrees(tests: list[str], folder: Path, seconds: float) -> bool:
    """Whether the tests find nothing wrong. TimeoutExpired; RuntimeError if they could not be run at all."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(
        command, cwd=folder, env=os.environ, capture_output=True, text=True, errors="replace", timeout=seconds
    )
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"{done.stdout}\n{done.stderr}")
    return done.returncode == 0


def copied(folder: Path) -> None:
    """The code as it is in the working tree, with its compiled catalogues."""
    leave_out = shutil.ignore_patterns(
        ".git", ".venv*", ".var", "__pycache__", ".*_cache", "static_root", "node_modules"
    )
    shutil.copytree(ROOT, folder, ignore=leave_out, dirs_exist_ok=True)


def chosen(asked: argparse.Namespace) -> list[Mutant]:
    if asked.line:
        at = [(path, int(line)) for path, _, line in (word.rpartition(":") for word in asked.line)]
        return [m for path, line in at for m in mutants(path, (ROOT / path).read_text()) if m.line == line]
    paths = sorted(file for folder in asked.folders or FOLDERS for file in (ROOT / folder).rglob("*.py"))
    names = [str(path.relative_to(ROOT)) for path in paths if path.name != "__main__.py"]
    every = [mutant for name in names for mutant in mutants(name, (ROOT / name).read_text())]
    return Random(asked.seed).sample(every, min(asked.mutants, len(every)))


def main() -> int:
    """1 if a mutant lives."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("folders", nargs="*", help="where to put faults, " + ", ".join(FOLDERS) + " if not said")
    parser.add_argument("--line", action="append", help="path:line, for every fault of one line")
    parser.add_argument("--tests", nargs="+", help="to ask, if not those that are most likely to notice")
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=300, help="that the tests of one mutant may take")
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    fates: dict[str, list[Mutant]] = {}
    with tempfile.TemporaryDirectory(prefix="mutants-") as parent:
        folders: SimpleQueue[Path] = SimpleQueue()
        for number in range(asked.workers):
            copied(Path(parent) / str(number))
            folders.put(Path(parent) / str(number))
        if asked.tests and not agrees(asked.tests, Path(parent) / "0", asked.seconds):
            print("These tests fail without any fault.")
            return 1

        def judge(mutant: Mutant) -> None:
            folder = folders.get()
            try:
                fate = notice(mutant, asked.tests or likely(mutant.path, folder), folder, asked.seconds)
            finally:
                folders.put(folder)
            fates.setdefault(fate, []).append(mutant)
            print(f"{fate:8} {mutant}", flush=True)

        with ThreadPoolExecutor(asked.workers) as pool:
            list(pool.map(judge, chosen(asked)))
    print(", ".join(f"{len(those)} {fate}" for fate, those in sorted(fates.items())))
    return 1 if fates.get("LIVES") else 0


if __name__ == "__main__":
    sys.exit(main())
