"""Papers and pictures of tables: rows in, bytes out. Gathers what `reports` and `pictures` are to draw."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime
from functools import cache
from typing import Any

from django.conf import settings

import engine
from engine import rulebook
from engine.game import Option
from engine.log import Entry
from engine.rulebook import BULLET, Block, Chapter
from tournaments import calendars, matches, pictures
from tournaments import standings as of_league
from tournaments.formats import clocks
from tournaments.formats.numbers import plain
from tournaments.formats.standings import league_points
from tournaments.formats.tiebreaks import TIE_BREAKS
from tournaments.mail.letters.draft import RULES
from tournaments.mail.letters.frame import seat_names
from tournaments.models import League, OutboundLetter, Table, Turn
from tournaments.reports import rules as rules_report
from tournaments.reports import scoresheet as report
from tournaments.reports import standings as standings_report

PDF = "application/pdf"
Attachment = tuple[str, bytes, str]  # file name, bytes, type


class UnknownPaper(ValueError):
    """A letter asks for a paper that is not made here."""


def render(name: str, letter: OutboundLetter) -> Attachment:
    """The paper of that name that belongs to a letter."""
    if name == "scoresheet" and letter.seat is not None:
        table = letter.seat.table
        return file_name(table), scoresheet(table), PDF
    if name == "standings" and letter.league is not None:
        return f"standings-{letter.league_id}.pdf", standings(letter.league), PDF
    if name == "deadline" and letter.seat is not None:
        turn = Turn.objects.select_related("seat__table__league").get(seat=letter.seat_id, serial=letter.serial)
        return "deadline.ics", calendars.deadline(turn), calendars.TYPE
    if name.startswith(RULES):
        slug = name.removeprefix(RULES)
        return rules_name(slug), rules(slug), PDF
    raise UnknownPaper(f"there is no paper called {name!r} for a {letter.kind} letter")


def file_name(table: Table) -> str:
    return f"scoresheet-{table.league_id}-table-{table.number}.pdf"


def scoresheet(table: Table) -> bytes:
    """The final scoresheet of a finished table as PDF; the same bytes each time."""
    match = match_of(table)
    names = tuple(seat_names(table))
    result = table.result or {}
    counted, absent = result.get("counted", []), result.get("stand_in", [])
    points = tuple(plain(value) for value in league_points(counted, table.league.points)) if counted else ()
    return report.scoresheet(
        report.ScoresheetPaper(
            league=table.league.name,
            table=table.number,
            game=match.game.name,
            date=date_words(table.finished_at) if table.finished_at else "",
            names=tuple(f"{name} (stand-in)" if seat in absent else name for seat, name in enumerate(names)),
            sheet=match.scoresheet(),
            scene=match.game.picture(match.view(None), names, None),
            league_points=points or ("",) * len(names),
            commitment=table.commitment,
            secret=bytes(table.secret).hex(),
            words=tuple(match.header["words"]),
            head=table.head,
            rounds=match.round,
        )
    )


def rules_name(slug: str) -> str:
    return f"{slug}-rules.pdf"


@cache
def rules(slug: str) -> bytes:
    """The rules of a game in short, with its variants; the same bytes each time."""
    game = engine.games[slug]
    book = rulebook.of(game)
    variants = (Chapter("Variants", tuple(map(_variant, game.options))),) if game.options else ()
    version = f"rules version {game.rules}"
    return rules_report.rules(rules_report.RulesPaper(book.title, game.name, version, (*book.chapters, *variants)))


def _variant(option: Option) -> Block:
    """An option as the rules tell it: the usual choice first."""
    choices = "; ".join(option.meaning(choice) for choice in option.choices)
    return Block(BULLET, (f"{option.name.capitalize()}. {option.help} {choices[:1].upper()}{choices[1:]}.",))


def standings(league: League) -> bytes:
    """The standings of a league as they are now, as PDF."""
    chain = tuple(dict.fromkeys(("points", *league.tie_breaks)))[1:]
    names: dict[Hashable, str] = dict(league.entries.values_list("player_id", "player__name"))
    rows = tuple(
        standings_report.StandingsRow(
            place=row.place,
            name=names[row.player],
            points=row.shown["points"],
            games=row.games,
            values=tuple(row.shown[link] for link in chain if link != "lot"),
            reason=row.explanation,
        )
        for row in of_league.standings(league)
    )
    return standings_report.standings(
        standings_report.StandingsPaper(
            league=league.name,
            game=engine.games[league.game].name,
            date=date_words(league.finished_at) if league.finished_at else "",
            state=_state(league),
            tie_breaks=tuple(TIE_BREAKS[link].title for link in chain if link != "lot"),
            rows=rows,
            rules=(_points_rule(league), _ties_rule(chain)),
        )
    )


def _state(league: League) -> str:
    if league.state == League.State.FINISHED:
        return "final"
    played = league.tables.exclude(state=Table.State.UNUSED)
    return f"after {played.filter(state=Table.State.FINISHED).count()} of {played.count()} tables"


def _points_rule(league: League) -> str:
    places = ", ".join(map(str, league.points))
    return f"League points by place at a table: {places}. Who shares a place shares its points."


def _ties_rule(chain: tuple[str, ...]) -> str:
    return f"Equal points are decided by {', then by '.join(TIE_BREAKS[link].title for link in chain)}."


def date_words(moment: datetime) -> str:
    """ "14 November 2025", by the calendar of UTC: a paper has no reader's zone."""
    return f"{moment.day} {clocks.MONTHS[moment.month - 1]} {moment.year}"


def match_of(table: Table) -> engine.Match:
    """The match as it stands now."""
    return matches.load(table)


def picture(letter: OutboundLetter) -> bytes:
    """PNG of the position that a letter tells of, as its seat saw it then."""
    asked: dict[str, Any] = letter.picture or {}
    table = Table.objects.select_related("league").get(pk=asked["table"])
    match = match_at(table, asked["entry"])
    seat = asked["seat"]
    scene = match.game.picture(match.view(seat), seat_names(table), seat)
    return pictures.png(scene, settings.DATA_DIR / pictures.FOLDER)


def match_at(table: Table, entry: int) -> engine.Match:
    """The match after that log entry: its snapshot if nothing has happened since, else the log played again."""
    match = match_of(table)
    if match.count == entry + 1:
        return match
    rows = table.entries.filter(number__lte=entry).order_by("number").values_list("entry", flat=True)
    log = [Entry.from_json(row) for row in rows]
    return engine.Match.replay(match.header, log, secret=bytes(table.secret))
