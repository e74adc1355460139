"""Runs tests and prints which part of each package's branches they reach: `make coverage`.

python -m tests.covered [pytest's options and paths] [--of folder ...]

`--of` measures these folders alone and also names the lines that nothing has reached; "12->15" is a branch that was
never taken. Needs the package coverage, which `make coverage` keeps in an environment of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

PACKAGES = ("engine", "tournaments", "bruges_pbem")
DEEPEST = 3  # parts of a package's name; what lies deeper counts with it


def main(words: list[str]) -> int:
    """The status to exit with: pytest's, or 2 where nothing can be measured."""
    parser = argparse.ArgumentParser(description="Branch coverage by package.")
    parser.add_argument("--of", nargs="+", default=[], metavar="FOLDER", help="measure these alone, line by line")
    asked, options = parser.parse_known_args(words)
    try:
        import coverage
    except ImportError:
        print("The package coverage is not here: say `make coverage`.", file=sys.stderr)
        return 2
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    measured = coverage.Coverage(data_file=None, branch=True, source=asked.of or PACKAGES, messages=False)
    measured.start()  # before anything is imported that is to be measured
    import pytest

    status = int(pytest.main(["-q", "--no-header", *options]))
    measured.stop()
    with tempfile.TemporaryDirectory() as folder:
        measured.json_report(outfile=f"{folder}/report.json")
        files = json.loads(Path(folder, "report.json").read_text(encoding="utf-8"))["files"]
    if asked.of:
        print(*unreached(files), sep="\n")
    print(*by_package(files), sep="\n")
    return status


def unreached(files: Mapping[str, Any]) -> Iterable[str]:
    """A line for each file in which something was not reached."""
    for path, file in sorted(files.items()):
        branches = [f"{begin}->{max(end, 0) or 'end'}" for begin, end in file["missing_branches"]]
        if lines := [*map(str, file["missing_lines"]), *branches]:
            yield f"{path}: {', '.join(lines)}"


def by_package(files: Mapping[str, Any]) -> Iterable[str]:
    """A table: statements and branches of each package, how many nothing reached, the part that was reached."""
    counts: dict[str, Counter[str]] = {}
    for path, file in files.items():
        name = ".".join(Path(path).parts[:-1][:DEEPEST]) or Path(path).stem
        for package in (name, "all"):
            counts.setdefault(package, Counter()).update(
                {key: value for key, value in file["summary"].items() if isinstance(value, int)}
            )
    yield f"{'package':36} {'statements':>10} {'missed':>7} {'branches':>9} {'missed':>7} {'reached':>8}"
    for package, count in sorted(counts.items(), key=lambda item: (item[0] == "all", item[0])):
        every = count["num_statements"] + count["num_branches"]
        reached = count["covered_lines"] + count["covered_branches"]
        yield (
            f"{package:36} {count['num_statements']:>10} {count['missing_lines']:>7} {count['num_branches']:>9} "
            f"{count['missing_branches']:>7} {100 * reached / max(every, 1):>6.1f} %"
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
