"""A table: the reader's own view of it, the order box, the log, the picture, the scoresheet."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

import engine
from engine import verify
from engine.events import Scoresheet
from engine.language.wording import listed
from engine.orders.numbers import stamp
from engine.pictures.scene import Scene
from tournaments.formats import clocks
from tournaments.language.speech import say
from tournaments.letters import reply_serial
from tournaments.models import League, Seat, Table, Turn
from tournaments.pages import table_view
from tournaments.pages.paging import paged
from tournaments.pages.paper import pdf, shown
from tournaments.papers import papers
from tournaments.papers import table as table_papers
from tournaments.player.forms import Note, Orders, Say
from tournaments.player.preview import Check
from tournaments.player.views.order_accounts import take_account, take_unsaid
from tournaments.player.views.seats import deadline_words
from tournaments.player.words import PageSection, page_sections
from tournaments.queries import renames, stoppages
from tournaments.queries.access import player_rights

MOST_SAID = 10  # lines of talk, and notes, on one page: each may be long
MOST_NEWS = 30  # sentences of the log on the table page; the rest is one link away
MOST_TOLD = 300  # sentences of the log on one of its pages
NEWEST = 999_999  # more steps than any game has
OWN = ("choice", "me", "hand", "menu", "how")  # sections before the order box; the others come after it


def seen_by_reader(request: HttpRequest, pk: int) -> table_view.TableView:
    return table_view.view_of(get_object_or_404(player_rights.visible_tables(request.user), pk=pk), request.user)


def _followed(request: HttpRequest, pk: int) -> table_view.TableView:
    """A table as the reader sees it who plays there, or only follows its league."""
    rows = player_rights.visible_tables(request.user), player_rights.public_tables()
    return table_view.view_of(player_rights.found_in(pk, *rows), request.user)


def _its_newest_step(seen: table_view.TableView) -> HttpResponse:
    """Lead to the newest step that those may see who only follow a game that is being played."""
    return redirect(f"{reverse('player:replay-to', args=[seen.table.pk])}?step={NEWEST}")


@require_safe
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """`?order=…` puts one order into the box, no second line out of sight; nothing is played by opening a page."""
    seen = _followed(request, pk)
    if seen.until is not None:
        return _its_newest_step(seen)
    order = request.GET.get("order", "")[:200].splitlines()[:1]
    form = Orders(initial={"lines": "".join(order), **answering(seen)})
    return show(request, seen, form)


def show(
    request: HttpRequest, seen: table_view.TableView, form: Orders, check: Check | None = None, status: int = 200
) -> HttpResponse:
    """The page of a table with this order box, and what its orders would do if that was asked."""
    values = {**_position(seen, request.user), **_talk(seen, request), **_box(request, seen)}
    return render(request, "play/table.html", {**values, "form": form, "check": check}, status=status)


class Position(TypedDict):
    """The values of this page for everybody at the table: the question, the picture, the words, the log.

    awaited  (name, moment) of players to whom letters come back, and until when the table waits for them
    renamed  players who go by another name since a short while, in sentences
    printed  whether the reader may have the scoresheet and the record of the game
    follows  whether the reader sees the table only because its league is public
    """

    seen: table_view.TableView
    table: Table
    league: League
    turn: Turn | None
    deadline: str
    own_sections: list[PageSection]
    other_sections: list[PageSection]
    sheet: Scoresheet | None
    news: list[str]
    older_news: int
    picture: Scene
    won: str
    finished: bool
    why: stoppages.Why | None
    cancelled: stoppages.Why | None
    in_league: bool
    may_order: bool
    check_at: str
    awaited: list[tuple[str, str]]
    renamed: list[str]
    printed: bool
    follows: bool


def _position(seen: table_view.TableView, reader: player_rights.Reader) -> Position:
    turn = player_rights.open_turn(seen.seat) if seen.seat else None
    finished = seen.table.state == Table.State.FINISHED
    may_order = seen.seat is not None and seen.table.state == Table.State.RUNNING
    check_at = reverse("player:check", args=[seen.table.pk]) if may_order else ""
    sections = page_sections(seen.sections, check_at)
    news = seen.news()
    return {
        "seen": seen,
        "table": seen.table,
        "league": seen.table.league,
        "turn": turn,
        "deadline": deadline_words(turn, seen.seat.player if seen.seat else None),
        "own_sections": [section for section in sections if section.key in OWN],
        "other_sections": [section for section in sections if section.key not in OWN],
        "sheet": seen.match.scoresheet() if finished else None,
        "news": news[-MOST_NEWS:],
        "older_news": max(0, len(news) - MOST_NEWS),
        "picture": seen.match.game.picture(seen.view, seen.names, seen.number),
        "won": _won(seen),
        "finished": finished,
        "why": stoppages.why(seen.table, public=seen.follows),
        "cancelled": stoppages.why_cancelled(seen.table.league, public=seen.follows) if finished else None,
        "in_league": seen.follows or player_rights.visible_leagues(reader).filter(pk=seen.table.league_id).exists(),
        "may_order": may_order,
        "check_at": check_at,
        "awaited": _awaited(seen, reader),
        "renamed": _renamed(seen, reader),
        "printed": finished and (not seen.follows or seen.table.league.practice),
        "follows": seen.follows,
    }


def _awaited(seen: table_view.TableView, reader: player_rights.Reader) -> list[tuple[str, str]]:
    """(name, moment) of players to whom letters come back, and until when the table waits for them at the latest."""
    if seen.table.state != Table.State.RUNNING:
        return []
    zone = reader.zone if reader.is_authenticated else "UTC"
    waits = {decision.seat for decision in seen.match.waiting}
    until = [(seat, seat.player.awaited_until) for seat in seen.table.seated if seat.player and seat.number in waits]
    return [(seen.names[seat.number], clocks.words(moment, zone)) for seat, moment in until if moment is not None]


def _renamed(seen: table_view.TableView, reader: player_rights.Reader) -> list[str]:
    """Tell which players at the table go by another name since a short while."""
    if seen.follows:
        return []
    seated = [seat.player_id for seat in seen.table.seated if seat.player_id is not None]
    return renames.recent(seen.table.league, seated, reader if reader.is_authenticated else None)


def _talk(seen: table_view.TableView, request: HttpRequest) -> dict[str, Any]:
    """The words said at the table and noted, for the player of a seat: the newest page of them, in its order."""
    if seen.seat is None:
        return {}
    unsaid = take_unsaid(request, seen.table)
    return {
        "said": paged(request, "talk", seen.said().order_by("-said_at", "-pk"), MOST_SAID).shown_as(in_order),
        "notes": paged(request, "notes", seen.notes().order_by("-written_at", "-pk"), MOST_SAID).shown_as(in_order),
        "say": Say(others(seen) if seen.table.league.private_press else (), unsaid=unsaid.get("talk", {})),
        "note": Note(unsaid=unsaid.get("notes", {})),
    }


def others(seen: table_view.TableView) -> list[tuple[int, str, datetime | None]]:
    """The other seats whose players read what is told them alone, as the form wants them."""
    reading = seen.listeners - {seen.number}
    seats = (seat for seat in seen.table.seated if seat.number in reading)
    return [(seat.number + 1, seen.names[seat.number], seat.since) for seat in seats]


def in_order(newest: list[Any]) -> list[Any]:
    return newest[::-1]


def _box(request: HttpRequest, seen: table_view.TableView) -> dict[str, Any]:
    """The values around the order box: the plan, the standing orders, the fate of the last orders."""
    return {
        "rules": sorted(seen.rules.items()),
        "kept": seen.plan.kept,
        "stopped": seen.plan.stopped,
        "account": take_account(request, seen.table),
        "stand_in": seen.seat is not None and seen.seat.mover == Seat.Mover.STAND_IN,
    }


def _won(seen: table_view.TableView) -> str:
    """Tell who has won a finished game, in one sentence."""
    result = seen.table.result
    if not result:
        return ""
    winners = [name for name, place in zip(seen.names, result["ranks"], strict=True) if place == 1]
    return say(
        "{who} {number:!has|have} won with {points} points.",
        who=listed(winners),
        number=len(winners),
        points=max(result["totals"]),
    )


def serial(seen: table_view.TableView) -> int:
    """The serial that an order from this page answers, as a letter written now would name it."""
    return reply_serial.now(seen.seat) if seen.seat else 0


def answering(seen: table_view.TableView) -> dict[str, int]:
    """The hidden fields of the order box: what an order answers, and the stamp of what numbers mean on the page."""
    return {"serial": serial(seen), "numbers": stamp(seen.match, seen.seat.number) if seen.seat else 0}


@require_safe
def log(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything this reader may know of what happened, by rounds and in pages."""
    seen = _followed(request, pk)
    if seen.until is not None:
        return _its_newest_step(seen)
    told: list[tuple[Heading, str]] = []
    heading, begun = Heading(say("The start"), 0), False
    for kind, words, number in seen.told():
        if kind == "round begins":
            if not begun:
                told.append((heading, ""))  # a round of which nothing is told has its heading all the same
            heading, begun = Heading(words, number), False
        else:
            told.append((heading, words))
            begun = True
    if not begun:
        told.append((heading, ""))
    found = paged(request, "page", told, MOST_TOLD)
    values = {"seen": seen, "table": seen.table, "league": seen.table.league, "found": found}
    return render(request, "play/log.html", {**values, "rounds": _by_rounds(found)})


class Heading(NamedTuple):
    """The heading of a round in the log, with the number of the entry that begins it."""

    words: str
    number: int


def _by_rounds(told: Iterable[tuple[Heading, str]]) -> list[tuple[Heading, list[str]]]:
    """Sentences under the heading of their round, which is there again where a page begins within one."""
    groups = groupby(told, lambda one: one[0])
    return [(heading, [words for _, words in some if words]) for heading, some in groups]


@require_safe
def picture(request: HttpRequest, pk: int) -> HttpResponse:
    """The position as the reader's own seat sees it; onlookers get the public view."""
    seen = _followed(request, pk)
    if seen.until is not None:
        raise Http404("who only follows a game sees it by its steps")
    scene = seen.match.game.picture(seen.view, seen.names, seen.number)
    return shown(request, scene)


def _finished(request: HttpRequest, pk: int) -> Table:
    seen = player_rights.visible_tables(request.user).filter(state=Table.State.FINISHED)
    return player_rights.found_in(pk, seen, player_rights.exhibited_tables())


@require_safe
def scoresheet(request: HttpRequest, pk: int) -> HttpResponse:
    table = _finished(request, pk)
    return pdf(papers.file_name(table), papers.scoresheet(table))


@require_safe
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole finished match with its secret, for `verify.py` and for keeping."""
    table = _finished(request, pk)
    log = [engine.Entry.from_json(row) for row in table.entries.order_by("number").values_list("entry", flat=True)]
    match = table_view.match_of(table, log)
    response = JsonResponse(
        table_papers.exchanged(table, match), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    response["Content-Disposition"] = f'attachment; filename="table-{table.pk}.json"'
    return response


@require_safe
def verifier(request: HttpRequest) -> HttpResponse:
    """The program that checks a record by itself; it is the service's own file."""
    response = HttpResponse(Path(verify.__file__).read_bytes(), content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="verify.py"'
    return response
