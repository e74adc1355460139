"""The content of a table's papers: its rows and its log in, values for `reports` out. Draws nothing.

Of a finished game everything is open; of a running one these papers tell what the public may know.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

import engine
from engine.events import Event
from engine.game import Scoresheet
from engine.language.languages import ENGLISH, speaking
from engine.language.wording import listed
from engine.match.chronicle import Chapter, chronicle
from engine.match.export import export
from engine.match.log import Entry
from tournaments.formats.calendar_words import MONTHS
from tournaments.formats.numbers import plain
from tournaments.formats.standings import league_points
from tournaments.language.speech import say
from tournaments.models import Table
from tournaments.papers.reports.record import RecordPaper
from tournaments.papers.reports.scoresheet import ScoresheetPaper
from tournaments.papers.reports.spread import RoundPage
from tournaments.queries import matches, proofs, telling
from tournaments.queries.names import seat_names

TO_ONE = re.compile(r"\byou(rs?)?\b", re.IGNORECASE)
HEAD_SHOWN = 16  # digits of the newest hash behind the address in the QR code


def whole(table: Table) -> engine.Match:
    """The match of an opened table with its whole log."""
    rows = table.entries.order_by("number").values_list("entry", flat=True)
    return matches.load(table, [Entry.from_json(row) for row in rows])


def scoresheet(table: Table, match: engine.Match, chapters: list[Chapter] | None = None) -> ScoresheetPaper:
    """The result of a finished table, or the scores so far of a running one; rounds from the log played again."""
    names, result = seat_names(table), table.result or {}
    counted, absent = [] if result.get("void") else result.get("counted", []), result.get("stand_in", [])
    points = tuple(plain(value) for value in league_points(counted, table.league.points)) if counted else ()
    by_round = tuple(_totals(match, chapter.state) for chapter in chapters or chronicle(match))
    return ScoresheetPaper(
        league=table.league.name,
        table=table.number,
        game=match.game.name,
        date=date_words(table.finished_at) if table.finished_at else "",
        names=tuple(say("{name} (stand-in)", name=name) if seat in absent else name for seat, name in enumerate(names)),
        sheet=replace(_sheet(match), by_round=by_round),
        scene=match.game.picture(match.view(None), names, None),
        league_points=points or ("",) * len(names),
        commitment=table.commitment,
        secret=match.secret.hex() if match.over else "",
        words=tuple(match.header["words"]),
        proof=proofs.on_paper(match.header, practice=table.league.practice, over=match.over),
        public=match.header.get("public", {}).get("randomness", ""),
        head=match.head,
        rounds=match.round,
        counts=_counts(result, names),
        address=f"{settings.SITE_URL}{reverse('player:record', args=[table.pk])}#{match.head[:HEAD_SHOWN]}",
    )


def _counts(result: Mapping[str, Any], names: Sequence[str]) -> str:
    """A sentence on how a finished game counts in its league, where that is not as it ended; else ""."""
    if result.get("void"):
        return say("The game counts for nobody in the league.")
    counted = result.get("counted", [])
    if counted == result.get("ranks", []):
        return ""
    places = sorted(set(counted))
    shared = ([name for name, place in zip(names, counted, strict=True) if place == rank] for rank in places)
    said = "; ".join(f"{rank}. {listed(who)}" for rank, who in zip(places, shared, strict=True))
    if result.get("ruled"):
        return say("In the league it counts otherwise, as the organiser has ruled: {places}.", places=said)
    return say("In the league it counts otherwise, because the stand-in finished it for a seat: {places}.", places=said)


def record(table: Table) -> RecordPaper:
    """The whole game round by round, with its export inside."""
    match, names = whole(table), seat_names(table)
    chapters = chronicle(match)
    pages: list[RoundPage] = []
    before = (0,) * len(names)
    for chapter in chapters:
        pages.append(_round(match, chapter, names, before))
        before = pages[-1].totals
    exported = json.dumps(exchanged(table, match), ensure_ascii=False, indent=1).encode()
    return RecordPaper(scoresheet(table, match, chapters), tuple(pages), (f"table-{table.pk}.json", exported))


def exchanged(table: Table, match: engine.Match) -> dict[str, Any]:
    """The game for anybody's programs, the same for readers of every language."""
    with speaking(ENGLISH):
        return export(match, seat_names(table))


def _round(match: engine.Match, chapter: Chapter, names: list[str], before: tuple[int, ...]) -> RoundPage:
    game = match.game
    entries = [_opened(entry, match) for entry in chapter.entries] if match.over else chapter.entries
    told = telling.told(game, telling.happened(entries), names, None)
    scene = game.picture(game.view(chapter.state, None), names, None)
    return RoundPage(chapter.round, tuple(told), scene, _totals(match, chapter.state), before)


def _opened(entry: Entry, match: engine.Match) -> Entry:
    """An entry whose events everybody may know, the game is over; without what only its own seat can be told."""
    opened = tuple(Event(event.kind, event.data) for event in entry.events)
    shown = (now for now, was in zip(opened, entry.events, strict=True) if was.seats is None or _for_all(now, match))
    return replace(entry, events=tuple(shown))


def _for_all(event: Event, match: engine.Match) -> bool:
    """Whether a game has words for others about what one seat was told: words to nobody that say "you" are not."""
    nobody = [f"seat {number}" for number in range(match.seats)]
    with speaking(ENGLISH):
        return not TO_ONE.search(match.game.tell(event, nobody, None))


def _totals(match: engine.Match, state: Any) -> tuple[int, ...]:
    shown = state if match.over else match.game.view(state, None)
    return match.game.scoresheet(shown).totals


def _sheet(match: engine.Match) -> Scoresheet:
    return match.scoresheet() if match.over else match.game.scoresheet(match.view(None))


def date_words(moment: datetime) -> str:
    """ "14 November 2025", by the calendar of UTC: a paper has no reader's zone."""
    month = say(MONTHS[moment.month - 1])
    return say("{day} {month} {year}", day=moment.day, month=month, year=moment.year)
