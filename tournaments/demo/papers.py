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
    text = "\n".join(page.extract_text() for page in PdfReader(path).pages)
    found = re.search(rf"^Total\s+((?:\d+\s*){{1,{most_seats}}})", text, re.MULTILINE)
    return [int(number) for number in found.group(1).split()] if found else []
