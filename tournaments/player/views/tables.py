"""A table: the reader's own view of it, the order box, the log, the picture, the scoresheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

import engine
from engine import svg, verify
from engine.export import export
from engine.plans import Account
from tournaments import papers
from tournaments.actions import orders
from tournaments.actions.refusals import Refused
from tournaments.mail import naming
from tournaments.mail.letters import frame
from tournaments.models import Seat, Table
from tournaments.player import sight
from tournaments.player.forms import Orders
from tournaments.player.paper import pdf
from tournaments.player.views.seats import deadline_words
from tournaments.player.words import page_sections

LATELY = 10  # sentences of the log on the table page; the rest is one link away
OWN = ("choice", "me", "hand", "menu", "how")  # sections that stand before the order box, the others after it
MARKS = {"rule": "standing order", "command": "answer", "stale": "too late"}  # where the state is no word for people
ACCOUNT = "account_of_orders"  # session key: what became of the last orders, shown once


def _sight(request: HttpRequest, pk: int) -> sight.Sight:
    return sight.sight(get_object_or_404(sight.visible_tables(request.user), pk=pk), request.user)


@require_safe
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """`?order=…` puts an order into the box; nothing is played by opening a page."""
    seen = _sight(request, pk)
    form = Orders(initial={"lines": request.GET.get("order", "")[:200], "serial": _serial(seen)})
    return render(request, "play/table.html", _table_values(request, seen, form))


def _table_values(request: HttpRequest, seen: sight.Sight, form: Orders) -> dict[str, Any]:
    turn = sight.open_turn(seen.seat) if seen.seat else None
    sections = page_sections(seen.sections)
    return {
        "seen": seen,
        "table": seen.table,
        "league": seen.table.league,
        "turn": turn,
        "deadline": deadline_words(turn, seen.seat.player if seen.seat else None),
        "own_sections": [section for section in sections if section.key in OWN],
        "other_sections": [section for section in sections if section.key not in OWN],
        "sheet": seen.match.scoresheet() if seen.table.state == Table.State.FINISHED else None,
        "rules": sorted(seen.rules.items()),
        "kept": seen.plan.kept,
        "stopped": seen.plan.stopped,
        "notes": seen.seat.notes.all() if seen.seat else (),
        "lately": [words for _, words in seen.told()][-LATELY:],
        "picture": seen.match.game.picture(seen.view, seen.names, seen.number),
        "won": _won(seen),
        "account": _take_account(request, seen.table),
        "form": form,
        "may_order": seen.seat is not None and seen.table.state == Table.State.RUNNING,
        "stand_in": seen.seat is not None and seen.seat.mover == Seat.Mover.STAND_IN,
        "finished": seen.table.state == Table.State.FINISHED,
    }


def _won(seen: sight.Sight) -> str:
    """Who has won a finished game, in one sentence."""
    result = seen.table.result
    if not result:
        return ""
    winners = [name for name, place in zip(seen.names, result["ranks"], strict=True) if place == 1]
    verb = "has" if len(winners) == 1 else "have"
    return f"{' and '.join(winners)} {verb} won with {max(result['totals'])} points."


def _serial(seen: sight.Sight) -> int:
    """What an order from this page answers, as a letter written now would name it."""
    return naming.now(seen.seat) if seen.seat else 0


@require_POST
def take_orders(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand the lines to the same action that a letter's lines go to."""
    seen = _sight(request, pk)
    if seen.seat is None:
        raise Http404
    form = Orders(request.POST)
    if not form.is_valid():
        return render(request, "play/table.html", _table_values(request, seen, form), status=422)
    lines = form.cleaned_data["lines"].splitlines()
    try:
        account = orders.take_orders(seen.seat.pk, lines, serial=form.cleaned_data["serial"], by="page")
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        request.session[ACCOUNT] = {"table": seen.table.pk, **_account_shown(seen, account)}
    return redirect(reverse("player:table", args=[pk]) + "#answer")


def _account_shown(seen: sight.Sight, account: Account) -> dict[str, Any]:
    """The account as JSON for the session: of a played line what happened, of the others their words."""
    lines = []
    for line in account.lines:
        told = frame.told(seen.match.game, line.events, seen.names, seen.number)
        words = " ".join(told) or (line.words if line.words != line.text else "")
        nearest = list(line.nearest)
        if line.state == "stale":
            words, nearest = "That question is over. The same order for the one that is open now:", [line.words]
        lines.append(
            {
                "text": line.text,
                "state": line.state,
                "mark": MARKS.get(line.state, line.state),
                "words": words,
                "nearest": nearest,
            }
        )
    return {"lines": lines, "dropped": list(account.kept_dropped)}


def _take_account(request: HttpRequest, table: Table) -> dict[str, Any] | None:
    account = request.session.get(ACCOUNT)
    if account is None or account["table"] != table.pk:
        return None
    del request.session[ACCOUNT]
    return account


@require_safe
def log(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything this reader may know of what happened, by rounds."""
    seen = _sight(request, pk)
    rounds: list[tuple[str, list[str]]] = [("The start", [])]
    for kind, words in seen.told():
        if kind == "round begins":
            rounds.append((words, []))
        else:
            rounds[-1][1].append(words)
    values = {"seen": seen, "table": seen.table, "league": seen.table.league, "rounds": rounds}
    return render(request, "play/log.html", values)


@require_safe
def picture(request: HttpRequest, pk: int) -> HttpResponse:
    """The position as the reader's own seat sees it; onlookers of the league get the public view."""
    seen = _sight(request, pk)
    scene = seen.match.game.picture(seen.view, seen.names, seen.number)
    return HttpResponse(svg.to_svg(scene), content_type="image/svg+xml")


@require_safe
def scoresheet(request: HttpRequest, pk: int) -> HttpResponse:
    table = get_object_or_404(sight.visible_tables(request.user).filter(state=Table.State.FINISHED), pk=pk)
    return pdf(papers.file_name(table), papers.scoresheet(table))


@require_safe
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole finished match with its secret, for `verify.py` and for keeping."""
    table = get_object_or_404(sight.visible_tables(request.user).filter(state=Table.State.FINISHED), pk=pk)
    log = [engine.Entry.from_json(row) for row in table.entries.order_by("number").values_list("entry", flat=True)]
    match = sight.match_of(table, log)
    response = JsonResponse(
        export(match, frame.seat_names(table)), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    response["Content-Disposition"] = f'attachment; filename="table-{table.pk}.json"'
    return response


@require_safe
def verifier(request: HttpRequest) -> HttpResponse:
    """The stand-alone program that checks a record; it is the service's own file."""
    response = HttpResponse(Path(verify.__file__).read_bytes(), content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="verify.py"'
    return response
