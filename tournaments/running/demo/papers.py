"""The papers that came by mail: kept as files and read back, to compare them with the engine's results."""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.message import EmailMessage
from pathlib import Path

from pypdf import PdfReader


def keep(letters: Iterable[EmailMessage], folder: Path) -> list[Path]:
    """Write the PDFs attached to these letters below `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = []
    for letter in letters:
        for part in letter.iter_attachments():
            if part.get_content_type() == "application/pdf":
                path = folder / (part.get_filename() or "paper.pdf")
                path.write_bytes(part.get_content())
                kept.append(path)
    return kept


def totals_of(path: Path, most_seats: int) -> list[int]:
    """The numbers in the line "Total" of a scoresheet, left to right."""
    return next(iter(all_totals_of(path, most_seats)), [])


def all_totals_of(path: Path, most_seats: int) -> list[list[int]]:
    """The same of every scoresheet in a file, page after page: of a league book those of all its tables."""
    text = "\n".join(page.extract_text() for page in PdfReader(path).pages)
    found = re.findall(rf"^Total\s+((?:\d+\s*){{1,{most_seats}}})", text, re.MULTILINE)
    return [[int(number) for number in line.split()] for line in found]
