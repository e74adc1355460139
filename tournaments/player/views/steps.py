"""A move chosen step by step, by taps alone: for questions with more ways than a letter has buttons."""

from __future__ import annotations

from typing import TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from engine.language.wording import capital
from tournaments.letters.parts import ways
from tournaments.pages import table_view
from tournaments.pages.steps import Step, further, matching
from tournaments.player.views.tables import seen_by_reader, serial

WORD = "word"
MOST_WORDS, LONGEST_WORD = 12, 40


class StepsPage(TypedDict):
    """chosen  the words so far, `before` without the last choice; moves  (deed, order, page of its button)"""

    seen: table_view.TableView
    chosen: tuple[str, ...]
    steps: list[Step]
    moves: list[tuple[str, str, str]]


@require_safe
def choose(request: HttpRequest, pk: int) -> HttpResponse:
    """The next steps behind `?word=…&word=…`, or the moves that are left; opening it changes nothing."""
    seen = seen_by_reader(request, pk)
    if seen.seat is None or seen.decision is None:
        return redirect("player:table", pk)
    last_first = seen.decision.kind in seen.match.game.last_first
    chosen = tuple(word[:LONGEST_WORD] for word in request.GET.getlist(WORD)[:MOST_WORDS])
    left = matching(seen.decision.moves, chosen, last_first=last_first)
    if not left:
        return redirect("player:steps", pk)
    onwards, whole = further(left, chosen, last_first=last_first)
    pages = ways.of_page(seen.seat, seen.match, serial(seen))
    game, view = seen.match.game, seen.view
    told = [(capital(game.say(move, view, seen.seat.number)), move.text, pages.tap(move.text)) for move in whole]
    values: StepsPage = {"seen": seen, "chosen": chosen, "steps": onwards, "moves": told}
    return render(request, "play/steps.html", dict(values))
