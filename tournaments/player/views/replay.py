"""A game step by step, as the reader's own seat saw it go on; to those who only follow it, as everybody could."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from engine.orders.api import effective_rules
from tournaments.language.speech import say
from tournaments.models import Table
from tournaments.pages import table_view
from tournaments.pages.paper import shown
from tournaments.player.words import page_sections
from tournaments.queries import replays
from tournaments.queries.access import player_rights
from tournaments.queries.names import page

NOW_ONLY = ("choice", "menu", "how", "ahead")  # sections about what was asked, which is not asked any more


@require_safe
def step(request: HttpRequest, pk: int, step: int) -> HttpResponse:
    """One step: what happened, the picture, the position in words. Steps count from 1, the set-up is the first."""
    return _page(request, *_seen(request, pk, step))


@require_safe
def move(request: HttpRequest, pk: int, step: int) -> HttpResponse:
    """The step of an entry of the log, which has that number for ever. 410 if it has been taken back.

    It is there for whoever sees that step: an entry that is not for this reader yet is not found.
    """
    seen = table_view.view_of(_table(request, pk), request.user)
    place = replays.place_of(seen.table, step, seen.names, seen.number, until=seen.until)
    if place is None:
        raise Http404("the game has no such move")
    if place.void:
        return render(request, "play/taken_back.html", {"seen": seen, "before": place.at + 1}, status=410)
    return _page(request, *_replayed(seen, place.at))


def _page(request: HttpRequest, seen: table_view.TableView, replay: replays.Replay) -> HttpResponse:
    game, view = replay.game, replay.view
    sections = game.sections(view, None, seen.names, effective_rules(game, {}, {}), seen.number)
    follows = player_rights.only_follows(request.user, seen.table.league)
    values = {
        "seen": seen,
        "table": seen.table,
        "league": seen.table.league,
        "replay": replay,
        "number": replay.at + 1,
        "picture": game.picture(view, seen.names, seen.number),
        "sections": page_sections(section for section in sections if section.key not in NOW_ONLY),
        "rounds": [(number, first + 1) for number, first in replay.rounds],
        "link": page("move", seen.table.pk, replay.step.number),
        "who": _who_can_open(seen, replay),
        "previewed": follows and seen.seat is None,
    }
    return render(request, "play/replay.html", values)


def _who_can_open(seen: table_view.TableView, replay: replays.Replay) -> str:
    """Tell for whom the link to a step works."""
    if not seen.table.league.public:
        return say("Players of this league can open it when they are signed in; each sees what they saw then.")
    if seen.table.state == Table.State.RUNNING and replay.step.round >= seen.match.round and replay.at:
        return say(
            "Players of this league can open it now when they are signed in, everybody else once the round is over."
        )
    return say("Everybody can open it, and sees what everybody could see then.")


@require_safe
def picture(request: HttpRequest, pk: int, step: int) -> HttpResponse:
    """The position right after that step as the reader's own seat saw it."""
    seen, replay = _seen(request, pk, step)
    return shown(request, replay.game.picture(replay.view, seen.names, seen.number))


@require_safe
def go_to(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead to the step of the field "go to step"; to the last one where there are not so many."""
    seen = table_view.view_of(_table(request, pk), request.user)
    wish = request.GET.get("step", "")
    last = max(1, len(replays.steps(seen.table, seen.names, seen.number, until=seen.until)))
    wanted = int(wish) if wish.isdecimal() and len(wish) < 7 else 1
    return redirect("player:replay", pk, min(max(wanted, 1), last))


def _table(request: HttpRequest, pk: int) -> Table:
    return player_rights.found_in(pk, player_rights.visible_tables(request.user), player_rights.public_tables())


def _seen(request: HttpRequest, pk: int, step: int) -> tuple[table_view.TableView, replays.Replay]:
    return _replayed(table_view.view_of(_table(request, pk), request.user), step - 1)


def _replayed(seen: table_view.TableView, at: int) -> tuple[table_view.TableView, replays.Replay]:
    """The game at a step, counted from 0. Http404 where it has no such step."""
    replay = replays.replay(seen.table, at, seen.names, seen.number, until=seen.until) if at >= 0 else None
    if replay is None:
        raise Http404("the game has no such step")
    return seen, replay
