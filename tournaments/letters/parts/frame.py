"""The common parts of every letter about a table: names, deadline, position in words, marker lines."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

import engine
from engine.decisions import Move
from engine.events import Event
from engine.game import Game, Paragraph, Section
from engine.language.languages import to_say
from engine.orders.account import in_words
from engine.orders.api import Plan, effective_rules
from engine.orders.reader import Order
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.letters.headers import reply_address
from tournaments.letters.parts import first_screen, sealed
from tournaments.letters.parts.layout import Until, marker, until
from tournaments.letters.parts.names import harmless
from tournaments.letters.parts.newcomer import FIRST
from tournaments.letters.parts.ways import of_letter
from tournaments.models import League, Player, Seat, Table, Turn
from tournaments.queries import telling
from tournaments.queries.names import page, seat_names, table_title

ELSEWHERE = ("others", "table")  # sections that every letter about a turn has
WRITE_ABOVE = to_say("write above here")  # in the first line of a letter that asks
NOTHING_TO_DO = to_say("nothing to do")
LATER = to_say("More letters like this one are read as ever, but answered together: in one letter after {moment}.")
UNDERSTOOD_ENOUGH = 3  # letters of a player about one game after which "how to answer" shrinks to one line


@dataclass(frozen=True, slots=True)
class Sort:
    """The name of a letter's sort with its number: in the foot and in the last line."""

    filed: str
    end: str


LETTER = Sort(
    to_say("Letter {table}/{number}, log {head}"), to_say("{title}, round {round}, letter {number} - end of letter")
)
RECEIPT = Sort(
    to_say("Receipt {table}/{number}, log {head}"), to_say("{title}, round {round}, receipt {number} - end of letter")
)


def safe_names(table: Table) -> list[str]:
    """The names of the seats, made safe for a letter."""
    return [harmless(name) for name in seat_names(table)]


def with_safe_names(standings: Sequence[Any]) -> list[Any]:
    """Lines of the standings with names made safe for a letter."""
    return [
        replace(row, name=harmless(row.name), lead=row.lead and replace(row.lead, over=harmless(row.lead.over)))
        for row in standings
    ]


def rules_now(seat: Seat, game: Game[Any], plan: Plan) -> dict[str, str]:
    """The rules that answer for a seat: what it said once, its standing orders, those for all tables, the game's."""
    everywhere = seat.player.rules.get(game.slug, {}) if seat.player else {}
    return effective_rules(game, everywhere, plan.rules) | plan.once


def league_and_table(table: Table) -> str:
    """The name of a table with its league, for letters about several leagues: each numbers its own tables."""
    return f"{table_title(table)}, {harmless(table.league.name)}"


def told(seat: Seat, match: engine.Match, events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """The events as bullets for the seat's player, those worth telling; what belongs together in one."""
    return telling.told(match.game, events, names, reads_as(seat, match))


def reads_as(seat: Seat, match: engine.Match) -> int | None:
    """The number of the seat as which a letter to its player is written.

    None for who has lost the seat to the stand-in: until the game is over they are told what everybody may know.
    """
    return seat.number if match.over or seat.mover != Seat.Mover.REPLACED else None


def about_player(player: Player, game: str = "") -> dict[str, Any]:
    """The values that a letter to a person needs. `game`: the slug of the one that it is about."""
    return {
        "reader": player,
        "reader_name": harmless(player.name),
        "service": settings.SERVICE_NAME,
        "site": settings.SITE_URL,
        "minutes": settings.SESAME_MAX_AGE // 60,
        "practised": (player.understood_in(game) if game else player.understood_most) >= UNDERSTOOD_ENOUGH,
    }


def answered_later(moment: datetime | None, player: Player | None) -> str:
    """The sentence that later answers are gathered until a moment, for the last one before; "" without a moment."""
    if moment is None or player is None:
        return ""
    return say(LATER, moment=clocks.short(moment, player.zone, timezone.now()))


def about_league(league: League) -> dict[str, Any]:
    """The values that a letter about a league needs."""
    return {"league": league, "league_name": harmless(league.name)}


def number_of(table: Table) -> int:
    """Five digits by which people tell the newest letter of a table from others.

    They do not count letters: from a count a reader could find out what others have planned, since a player with
    kept orders that will run gets no question.
    """
    digest = hashlib.sha256(bytes(table.secret) + f"letter {table.letters}".encode()).digest()
    return 10_000 + int.from_bytes(digest[:8]) % 90_000


def about_table(seat: Seat, match: engine.Match, sort: Sort = LETTER) -> dict[str, Any]:
    """The values that a letter to a seat needs. `sort`: what it calls itself."""
    table = seat.table
    title = table_title(table)
    number = number_of(table)
    names = safe_names(table)
    return {
        **(about_player(seat.player, match.game.slug) if seat.player else {}),
        **about_league(table.league),
        "table": table,
        "title": title,
        "where": league_and_table(table),
        "seat": seat,
        "names": names,
        "round": match.round,
        "filed": say(sort.filed, table=table.number, number=number, head=match.head[:10]),
        "page": page("table", table.pk),
        "end": marker(say(sort.end, title=title, round=match.round, number=number)),
        "alt": lambda: match.game.describe(match.view(seat.number), names, seat.number),  # not every letter shows it
    }


def picture_of(seat: Seat, match: engine.Match) -> dict[str, int] | None:
    """The picture to draw when a letter is posted: the table may have moved on by then. None for a mere onlooker."""
    if reads_as(seat, match) is None:
        return None
    return {"table": seat.table_id, "seat": seat.number, "entry": match.count - 1}


def about_turn(
    seat: Seat, turn: Turn, match: engine.Match, plan: Plan, since: Iterable[Event], sort: Sort = LETTER
) -> dict[str, Any]:
    """The values that a letter needs in which the seat is asked something."""
    values = about_table(seat, match, sort)
    decision = match.decision(seat.number)
    if decision is None or seat.player is None:
        return {**values, "asked": False}
    view = match.view(seat.number)
    understood = seat.player.understood_in(match.game.slug)
    position = match.game.sections(view, decision, values["names"], rules_now(seat, match.game, plan), seat.number)
    sections = shrunk(position if understood < FIRST else in_short(position), match.game, understood)
    headline = match.game.headline(view, decision)
    zone, now = seat.player.zone, timezone.now()
    paused = seat.table.paused_at is not None
    since = list(since)
    sealed_now = sealed.counted(match) if decision.sealed else ""
    news, more = telling.in_brief(match.game, since, values["names"], reads_as(seat, match))
    happened = [words for words in told(seat, match, since, values["names"]) if words not in news] if more else []
    if not news:  # nobody has lost or done a thing: the beginning of a round, the reader's own cards
        news, happened = happened[:1], happened[1:]
    return {
        **values,
        "asked": True,
        "decision": decision,
        "headline": headline.upper(),
        "course": " ".join(
            words for words in (match.game.course(view, decision, values["names"]), sealed_now) if words
        ),
        "deadline": first_screen.asked(headline, turn, zone),
        "until": Until(say("until the clocks run again")) if paused else until(clocks.short(turn.due_by, zone, now)),
        "sections": first_screen.arranged(sections, seat, match, decision, happened),
        "news": news,
        "more_news": len(happened),
        "reply_to": reply_address(seat, decision.serial, numbers=seat.numbers),
        "ways": of_letter(seat, match, decision.serial),
    }


def asked_now(values: Mapping[str, Any], turn: Turn | None) -> tuple[str, ...]:
    """The last parts of the marker line of a letter with other news first: what is asked now, if anything."""
    if turn is None:
        return (say("nothing to do now"),)
    return (say("now {headline}", headline=values["headline"]), values["until"], say(WRITE_ABOVE))


def kept_in_words(match: engine.Match, number: int, plan: Plan) -> list[str]:
    """A seat's kept orders as clauses, in order: "if you have at least 9 guilders: the Prince moves ..."."""
    view = match.view(number)

    def clause(order: Order) -> str:
        moves = say(", or else ").join(match.game.say(Move.of(text), view, number) for text in order.moves)
        if order.guard is None:
            return moves
        return say("if {condition}: {moves}", condition=in_words(match.game, order.guard), moves=moves)

    return [clause(order) for order in plan.kept]


def is_beside(sections: Sequence[Section]) -> bool:
    """Tell whether the question is beside the turns: a loss, or a choice that a turn has brought up."""
    return {"choice", "me"} <= {section.key for section in sections}


def in_short(sections: Sequence[Section]) -> list[Section]:
    """The sections, for a question beside the turns only those needed to choose."""
    return [section for section in sections if not is_beside(sections) or section.key not in ELSEWHERE]


def shrunk(sections: Sequence[Section], game: Game[Any], understood: int) -> list[Section]:
    """The sections without what is read once, "how to answer" in one line, for players whose letters are understood."""
    if understood < UNDERSTOOD_ENOUGH:
        return list(sections)
    how = say("{how}, one order to a line. The word [help] brings the long explanation.", how=game.answers_by)

    def of_interest(section: Section) -> tuple[Paragraph, ...]:
        if section.key == "how":
            return (Paragraph(how), *(part for part in section.paragraphs if part.style == "example"))
        return tuple(part for part in section.paragraphs if part.style != "small")

    return [replace(section, paragraphs=of_interest(section)) for section in sections]
