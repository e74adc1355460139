"""The acts of a player at a table: orders tried and sent, words to the others, notes, standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions.table import order_box
from tournaments.actions.table.refused_letters import is_refusal
from tournaments.language import speech
from tournaments.language.refusals import Refused
from tournaments.pages import reader, table_view
from tournaments.pages.once import lasting, repeatable
from tournaments.player import preview
from tournaments.player.forms import Note, Orders, Say, StandingOrder
from tournaments.player.views import tables
from tournaments.player.views.order_accounts import keep_unsaid, put_account

PART = "X-Part"  # a script asks for this piece of the page alone


@require_POST
def take_orders(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand the lines to the same action that a letter's lines go to."""
    seen = _at_own_seat(request, pk)
    form = Orders(request.POST)
    if not form.is_valid():
        return tables.show(request, seen, form, status=422)
    said = form.cleaned_data
    return _send(request, seen, said["lines"].splitlines(), said["serial"], said["numbers"] or 0)


@repeatable
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what the lines in the box would do; `add` is an order to be put behind them first. Nothing is played."""
    seen = _at_own_seat(request, pk)
    if request.method != "POST":
        return redirect("player:table", pk)
    sent = Orders(request.POST)
    if sent.has_error("lines", "max_length"):
        return tables.show(request, seen, sent, status=422)
    lines = put_in(seen, request.POST.get("lines", ""), request.POST.get("add", "")[:200])
    now = tables.answering(seen)
    given = {name: request.POST.get(name, "") for name in now}
    answered = now | {name: int(text) for name, text in given.items() if text.isdecimal() and len(text) < 12}
    assert seen.seat is not None
    found = preview.check(seen.seat, lines.splitlines(), **answered)
    if request.headers.get(PART) == "check":
        return render(request, "play/_check.html", {"check": found, "check_at": request.path})
    # What is sent from the box is what was tried, even if something else is asked by now.
    box = Orders(initial={"lines": lines, **answered})
    return tables.show(request, seen, box, found)


def put_in(seen: table_view.TableView, lines: str, order: str) -> str:
    """The lines with one more order; at a choice that is made once it takes the place of its kind."""
    if not order.strip():
        return lines
    kept = [line for line in lines.splitlines() if line.strip()]
    if seen.chooses_once:
        kept = [line for line in kept if line.split()[0] != order.split()[0]]
    return "\n".join([*kept, order])


@lasting
@require_POST
def say(request: HttpRequest, pk: int) -> HttpResponse:
    """Words to the table, or to one player where the league allows it."""
    seen = _at_own_seat(request, pk)
    form = Say(tables.others(seen), request.POST)
    if not form.is_valid():
        unclear = [str(error) for errors in form.errors.values() for error in errors]
        if "to" in form.errors:
            unclear = [speech.say("Nobody was told: the players of this table have changed. Say to whom it is to go.")]
        messages.error(request, " ".join(unclear))
        keep_unsaid(request, seen, "talk")
        return redirect(reverse("player:table", args=[pk]) + "#talk")
    to, words = form.seat(), form.cleaned_data["words"]
    return _write(request, seen, f"tell {to}: {words}" if to else f"say: {words}", "talk")


@require_POST
def note(request: HttpRequest, pk: int) -> HttpResponse:
    """A line that nobody else ever reads."""
    seen = _at_own_seat(request, pk)
    form = Note(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["words"])))
        keep_unsaid(request, seen, "notes")
        return redirect(reverse("player:table", args=[pk]) + "#notes")
    return _write(request, seen, f"note: {form.cleaned_data['words']}", "notes")


@require_POST
def standing_order(request: HttpRequest, pk: int) -> HttpResponse:
    """`always <topic> <text>`, here or at all tables of the game; or what was said of the topic is forgotten."""
    seen = _at_own_seat(request, pk)
    form = StandingOrder(request.POST)
    if not form.is_valid() or form.cleaned_data["topic"] not in seen.rules:
        raise Http404
    topic, text = form.cleaned_data["topic"], " ".join(form.cleaned_data["text"].split())
    line = f"always {topic} {text}" if text else f"forget {topic}"
    if form.cleaned_data["everywhere"]:
        line += " everywhere"
    return _send(request, seen, [line], tables.serial(seen))


def _at_own_seat(request: HttpRequest, pk: int) -> table_view.TableView:
    seen = tables.seen_by_reader(request, pk)
    if seen.seat is None:
        raise Http404
    return seen


def _send(
    request: HttpRequest, seen: table_view.TableView, lines: Sequence[str], serial: int, numbers: int = 0
) -> HttpResponse:
    """Carry out lines; the page tells afterwards what became of each."""
    assert seen.seat is not None
    try:
        account = order_box.take(
            seen.table, seen.seat.pk, lines, serial=serial, numbers=numbers, player=reader.player(request)
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        put_account(request, seen, account)
    return redirect(reverse("player:table", args=[seen.table.pk]) + "#answer")


def _newest_change(seen: table_view.TableView) -> datetime | None:
    """The time when the last of the players that the page has shown got their seat from another one."""
    return max((seat.since for seat in seen.table.seated if seat.since is not None), default=None)


def _write(request: HttpRequest, seen: table_view.TableView, line: str, part: str) -> HttpResponse:
    """Carry out a line that is no order; one sentence tells the outcome."""
    assert seen.seat is not None
    try:
        account = order_box.take(
            seen.table, seen.seat.pk, [line], serial=tables.serial(seen), player=reader.player(request),
            shown_at=_newest_change(seen),
        )  # fmt: skip
    except Refused as refusal:
        refused, words = True, str(refusal)
    else:
        refused = is_refusal(account)
        words = " ".join(said.words for said in account.lines) or speech.say("It could not be read.")
    if refused:
        messages.error(request, words)
        keep_unsaid(request, seen, part)
    else:
        messages.success(request, words)
    return redirect(reverse("player:table", args=[seen.table.pk]) + f"#{part}")
