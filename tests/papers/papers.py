"""A finished table and a league to print, and what tests look at in a PDF."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
from functools import cache
from random import Random
from typing import cast

from PIL import Image
from pypdf import PdfReader
from pypdf.generic import Destination, DictionaryObject

import engine
from engine.game import Scoresheet
from tests.conftest import without
from tests.engine.bruges.bruges_tables import table
from tests.shared import parts
from tournaments.papers.reports.scoresheet import ScoresheetPaper
from tournaments.queries import proofs

NAMES = ("Łódź", "Ελένη", "布魯日", "Игорь")
LONG = ("Wilhelmina-Friederike von und zu Hohenschwangau-Neuschwanstein", "W" * 60, "魯" * 60, "Anna " * 12)
ROWS = ("points during play", "persons", "houses", "laurels", "majorities", "third spaces", "statues", "reputation")
SECRET = hashlib.sha256(b"a table").hexdigest()


def sheet(seats: int, rounds: int, decided: str = "") -> Scoresheet:
    """A result by category, every seat with its own numbers."""
    rng = Random(seats * 100 + rounds)
    rows = tuple((name, tuple(rng.randint(0, 23) for _ in range(seats))) for name in ROWS)
    totals = tuple(sum(values[seat] for _, values in rows) for seat in range(seats))
    ranks = tuple(1 + sum(other > total for other in totals) for total in totals)
    by_round = tuple(tuple(total * number // rounds for total in totals) for number in range(1, rounds + 1))
    return Scoresheet(rows, totals, ("guilders", tuple(range(11, 11 + seats))), ranks, decided, by_round)


def finished(
    seats: int = 3, rounds: int = 9, names: tuple[str, ...] = NAMES, houses: int = 8, decided: str = ""
) -> ScoresheetPaper:
    """The paper of a finished game of Bruges."""
    names = names[:seats]
    position = table(seats, viewer=None, over=True, houses=houses)
    result = sheet(seats, rounds, decided)
    position.totals = [list(totals) for totals in result.by_round]
    return ScoresheetPaper(
        league="Autumn league of Łódź",
        table=3,
        game="Bruges",
        date="14 November 2025",
        names=names,
        sheet=result,
        scene=engine.games["bruges"].picture(position, names, None),
        league_points=("6", "3", "1", "½")[:seats],
        commitment=hashlib.sha256(bytes.fromhex(SECRET)).hexdigest(),
        secret=SECRET,
        words=("tulip", "", "布魯日", "rain")[:seats],
        proof=proofs.on_paper({}, practice=False, over=True),
        head=hashlib.sha256(b"head").hexdigest(),
        rounds=rounds,
    )


def text(pdf: bytes) -> str:
    """All words of a PDF."""
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def outline(made: PdfReader) -> list[tuple[str, int | None]]:
    """(title, page from 0) of each entry of an outline in which none lies under another."""
    entries = cast(list[Destination], made.outline)
    return [(str(entry.title), made.get_destination_page_number(entry)) for entry in entries]


def inside(whole: DictionaryObject, *names: str) -> DictionaryObject:
    """The part of a PDF's object that lies under these names, one in the other."""
    for name in names:
        part = whole[name].get_object()
        assert isinstance(part, DictionaryObject)
        whole = part
    return whole


@cache
def rendered(pdf: bytes, dots: int = 72, page: int = 1) -> Image.Image:
    """A page as one sees it, in grey."""
    if shutil.which("pdftoppm") is None:
        without(parts.Missing("pdftoppm: install poppler (Debian: apt install poppler-utils)"))
    command = ["pdftoppm", "-r", str(dots), "-gray", "-f", str(page), "-l", str(page), "-"]
    done = subprocess.run(command, input=pdf, capture_output=True, check=True, timeout=60)
    return Image.open(io.BytesIO(done.stdout))
