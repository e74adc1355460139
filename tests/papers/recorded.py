"""The values on the papers of recorded games of Bruges."""

from __future__ import annotations

import json
from functools import cache

from engine import Match
from engine.match.chronicle import chronicle
from engine.match.export import export
from tests.engine.bruges.matches import match
from tests.papers.papers import NAMES
from tournaments.papers.reports.record import RecordPaper
from tournaments.papers.reports.scoresheet import ScoresheetPaper
from tournaments.papers.reports.spread import RoundPage
from tournaments.queries import proofs, telling


@cache
def record_paper(name: str, names: tuple[str, ...] = NAMES) -> RecordPaper:
    played = match(name)
    names = names[: played.seats]
    rounds, before = [], (0,) * played.seats
    for chapter in chronicle(played):
        told = telling.told(played.game, telling.happened(chapter.entries), names, None)
        totals = played.game.scoresheet(chapter.state).totals
        scene = played.game.picture(played.game.view(chapter.state, None), names, None)
        rounds.append(RoundPage(chapter.round, tuple(told), scene, totals, before))
        before = totals
    file = json.dumps(export(played, names), ensure_ascii=False).encode()
    return RecordPaper(sheet_paper(played, names), tuple(rounds), ("table-3.json", file))


def sheet_paper(played: Match, names: tuple[str, ...]) -> ScoresheetPaper:
    return ScoresheetPaper(
        league="Autumn league of Łódź",
        table=3,
        game="Bruges",
        date="14 November 2025",
        names=names,
        sheet=played.scoresheet(),
        scene=played.game.picture(played.view(None), names, None),
        league_points=("6", "3", "1", "½")[: len(names)],
        commitment=played.header["commitment"],
        secret=played.secret.hex(),
        words=("tulip", "", "布魯日", "rain")[: len(names)],
        proof=proofs.on_paper(played.header, practice=False, over=True),
        head=played.head,
        rounds=played.round,
        address="https://bruges.example/table/3/record.json#0123456789abcdef",
    )
