"""A game step by step, as the reader's own seat saw it go on; to those who only follow it, as everybody could."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from engine.orders.api import effective_rules
from tournaments.models import Table
from tournaments.pages import table_view
from tournaments.pages.paper import shown
from tournaments.player.words import page_sections
from tournaments.queries import replays
from tournaments.queries.access import player_rights

NOW_ONLY = ("choice", "menu", "how", "ahead")  # sections about what was asked, which is not asked any more


@require_safe
def step(request: HttpRequest, pk: int, step: int) -> HttpResponse:
    """One step: what happened, the picture, the position in words. Steps count from 1, the set-up is the first."""
    seen, replay = _seen(request, pk, step)
    game, view = replay.game, replay.view
    sections = game.sections(view, None, seen.names, effective_rules(game, {}, {}), seen.number)
    values = {
        "seen": seen,
        "table": seen.table,
        "league": seen.table.league,
        "replay": replay,
        "number": step,
        "picture": game.picture(view, seen.names, seen.number),
        "sections": page_sections(section for section in sections if section.key not in NOW_ONLY),
        "rounds": [(number, first + 1) for number, first in replay.rounds],
    }
    return render(request, "play/replay.html", values)


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
    seen = table_view.view_of(_table(request, pk), request.user)
    replay = replays.replay(seen.table, step - 1, seen.names, seen.number, until=seen.until) if step else None
    if replay is None:
        raise Http404("the game has no such step")
    return seen, replay
