"""Compiles catalogues of sentences (gettext): `x.mo` beside each `x.po`. Needs Babel, which the requirements bring.

python deploy/messages.py            all catalogues
python deploy/messages.py x.po ...   these
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent


def catalogues() -> list[Path]:
    return sorted(path for package in ("engine", "tournaments") for path in (ROOT / package).rglob("locale/*/*/*.po"))


def compile_catalogue(path: Path) -> None:
    """Write `path` as the file that is read when the service speaks; the language is that of its directory."""
    with path.open("rb") as source:
        catalogue = read_po(source, locale=path.parts[-3])
    with path.with_suffix(".mo").open("wb") as out:
        write_mo(out, catalogue)


if __name__ == "__main__":
    for each in map(Path, sys.argv[1:]) if sys.argv[1:] else catalogues():
        compile_catalogue(each)
