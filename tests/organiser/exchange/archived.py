"""A league's archive, unpacked."""

from __future__ import annotations

import csv
import io

from tests.player.test_takeout import unpacked
from tournaments.models import League, Player
from tournaments.organiser.exchange import archive
from tournaments.queries.exchange import zips


def packed(league: League, organiser: Player) -> bytes:
    with zips.zipped(archive.files(league, organiser)) as file:
        return file.read()


def files_of(league: League, organiser: Player) -> dict[str, bytes]:
    return unpacked(packed(league, organiser))


def listed(files: dict[str, bytes]) -> list[dict[str, str]]:
    text = files["letters.csv"].decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))
