"""Papers and pictures of tables: rows in, bytes out. Gathers what `reports` and `pictures` are to draw."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any, NamedTuple

from django.conf import settings

import engine
from engine import rulebook
from engine.game import Option
from engine.language.languages import ENGLISH, speaking, spoken
from engine.language.wording import listed
from engine.match.log import Entry
from engine.match.restoring import positions
from engine.pictures import palette
from engine.pictures.plates import Plate
from engine.rulebook import BULLET, Block, Chapter
from tournaments.language.speech import say
from tournaments.language.spoken import language_of, speaking_everywhere, spoken_to
from tournaments.letters.parts.draft import RULES
from tournaments.models import League, OutboundLetter, Print, Table, Turn
from tournaments.papers import league as league_papers
from tournaments.papers import pictures
from tournaments.papers import table as table_papers
from tournaments.papers.reports import book as book_report
from tournaments.papers.reports import certificate as certificate_report
from tournaments.papers.reports import record as record_report
from tournaments.papers.reports import rules as rules_report
from tournaments.papers.reports import scoresheet as scoresheet_report
from tournaments.papers.reports import standings as standings_report
from tournaments.queries import calendars, matches, prints
from tournaments.queries.names import public_names, seat_names

PDF = "application/pdf"
Attachment = tuple[str, bytes, str]  # file name, bytes, type
Step = Callable[[int, int], None]  # how much of how much is done
FRONT_PAGES = 3  # of a league book, before the finals


def no_step(done: int, of: int) -> None:
    """Do nothing: a `step` for callers that need not know how far a paper is."""


class UnknownPaper(ValueError):
    """A letter asks for a paper that is not made here."""


class NotPrinted(LookupError):
    """A letter holds a paper that is only printed beforehand, and it is not yet, or not any more."""


def render(name: str, letter: OutboundLetter) -> Attachment:
    """The paper of that name that belongs to a letter, in the language of its reader."""
    with spoken_to(letter.player):
        return _rendered(name, letter)


def _rendered(name: str, letter: OutboundLetter) -> Attachment:
    if name == "scoresheet" and letter.seat is not None:
        table = letter.seat.table
        return file_name(table), scoresheet(table), PDF
    if name == "standings" and letter.league is not None:
        return standings_name(letter.league), standings(letter.league), PDF
    if name == "book" and letter.league is not None:
        return book_name(letter.league), kept_book(letter.league), PDF
    if name == "deadline" and letter.seat is not None:
        turn = Turn.objects.select_related("seat__table__league").get(seat=letter.seat_id, serial=letter.serial)
        return "deadline.ics", calendars.deadline(turn), calendars.TYPE
    if name.startswith(RULES):
        slug, _, version = name.removeprefix(RULES).partition(" ")
        game = engine.games[slug].under(int(version))
        return rules_name(game), rules(game), PDF
    raise UnknownPaper(f"there is no paper called {name!r} for a {letter.kind} letter")


def file_name(table: Table) -> str:
    return say("scoresheet-{league}-table-{table}.pdf", league=table.league_id, table=table.number)


def scoresheet(table: Table) -> bytes:
    """The scoresheet of an opened table as PDF, final once it has finished; the same bytes each time."""
    return scoresheet_report.scoresheet(table_papers.scoresheet(table, table_papers.whole(table)))


def record(table: Table, step: Step = no_step) -> bytes:
    """The record of a game as PDF, round by round, with the export inside; of a running one what all may know."""
    values = table_papers.record(table)
    return record_report.record(values, _counting(step, len(values.rounds) + 1))


def rules_name(game: engine.Game[Any]) -> str:
    return say("{game}-rules.pdf", game=game.slug)


def rules(game: engine.Game[Any]) -> bytes:
    """The rules of a game in short, of its version and with its variants; the same bytes each time."""
    return rules_in(spoken(), game.slug, game.rules)


@cache
def rules_in(language: str, slug: str, version: int) -> bytes:
    """The rules in one of LANGUAGES."""
    game = engine.games[slug].under(version)
    with speaking(language):
        book = rulebook.of(game)
        variants = (Chapter(say("Variants"), tuple(map(_variant, game.options))),) if game.options else ()
        shown = say("rules version {number}", number=version)
        chapters = (*book.chapters, *variants)
        return rules_report.rules(rules_report.RulesPaper(book.title, game.name, shown, chapters, _plates(game)))


def _plates(game: engine.Game[Any]) -> tuple[tuple[int, Plate], ...]:
    """The pictures of the rules, each with the number of the chapter at whose end it stands."""
    plates = game.plates()
    with speaking(ENGLISH):
        sections = [chapter.title for chapter in rulebook.of(game).chapters]
    return tuple((sections.index(plate.section), plate) for plate in plates)


def _variant(option: Option) -> Block:
    """An option as the rules tell it: the default choice first."""
    first, *others = (option.meaning(choice).replace("_", " ") for choice in option.choices)
    if option.words:
        choices = "; ".join((first, *others))
    else:
        choices = say("usually {first}; also {others}", first=first, others=listed(others, say("or")))
    return Block(BULLET, (f"{option.title}. {option.explanation} {choices[:1].upper()}{choices[1:]}.",))


def standings_name(league: League) -> str:
    return say("standings-{league}.pdf", league=league.pk)


def standings(league: League) -> bytes:
    """The standings of a league as they are now, as PDF."""
    return standings_report.standings(league_papers.standings(league))


def book(league: League, step: Step = no_step) -> bytes:
    """The book of a league as it is now, as PDF; seconds for a large one. `step` hears how far it is."""
    tables = league.tables.filter(state=Table.State.FINISHED).count()
    pages = tables + FRONT_PAGES
    values = league_papers.book(league, lambda gathered: step(gathered, tables + pages))
    return book_report.book(values, _counting(step, tables + pages, tables))


def book_name(league: League) -> str:
    return prints.file_name(Print.Kind.BOOK, prints.Subject(league))


def kept_book(league: League) -> bytes:
    """The book as it was printed last, NotPrinted while it is not.

    Asked for at the end of the league, and good for all letters that tell of it: whoever is called otherwise since has
    nothing printed anew.
    """
    rows = Print.objects.filter(kind=Print.Kind.BOOK, league=league, language=spoken(), state=Print.State.MADE)
    row = rows.order_by("pk").last()
    if row is None:
        raise NotPrinted(f"the book of league {league.pk} is not printed in {spoken()}")
    return bytes(row.content)


def certificates(league: League) -> bytes:
    """Certificates for the first three places of a league, as PDF."""
    return certificate_report.certificates(league_papers.certificates(league))


def _counting(step: Step, of: int, done: int = 0) -> Callable[[], None]:
    """A `step` for reports, which call it for each page: each call counts one further."""
    numbers = count(done + 1)
    return lambda: step(min(next(numbers), of), of)


def match_of(table: Table) -> engine.Match:
    """The match as it is now."""
    return matches.load(table)


class Drawn(NamedTuple):
    """One position as PNG, for light pages and for dark ones."""

    light: bytes
    dark: bytes


def picture(letter: OutboundLetter) -> Drawn:
    """The position that a letter tells of, as its seat saw it then, in the language of its reader."""
    asked: dict[str, Any] = letter.picture or {}
    table = Table.objects.select_related("league").get(pk=asked["table"])
    game, seat = matches.game_at(table), asked["seat"]
    view = view_at(table, asked["entry"], seat)
    with speaking_everywhere(asked.get("language") or language_of(letter.player)):
        scene = game.picture(view, public_names(table) if seat is None else seat_names(table), seat)
    folder, most = settings.DATA_DIR / pictures.FOLDER, settings.PICTURES_KEPT_MB << 20
    return Drawn(*(pictures.png(each, folder, most=most) for each in (scene, palette.dark(scene))))


def view_at(table: Table, entry: int, seat: int | None) -> Any:
    """The view of a seat after that log entry: by the snapshot if nothing has happened since, else by the log."""
    match = match_of(table)
    if match.count == entry + 1:
        return match.view(seat)
    rows = table.entries.filter(number__lte=entry).order_by("number").values_list("entry", flat=True)
    *_, (_, state) = positions(match.game, match.header, bytes(table.secret), [Entry.from_json(row) for row in rows])
    return match.game.view(state, seat)
