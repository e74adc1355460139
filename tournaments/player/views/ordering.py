"""The acts of a player at a table: orders tried and sent, words to the others, notes, standing orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournaments.actions.table import order_box, own_seat
from tournaments.actions.table.refused_letters import is_refusal
from tournaments.language import speech
from tournaments.language.refusals import Refused
from tournaments.models import Player, Seat
from tournaments.pages import reader, table_view
from tournaments.pages.once import lasting, repeatable
from tournaments.player import preview
from tournaments.player.forms import Note, Orders, Say, StandingOrder
from tournaments.player.views import tables
from tournaments.player.views.order_accounts import keep_unsaid, put_account
from tournaments.queries.access import player_rights

PART = "X-Part"  # a script asks for this piece of the page alone


def at_own_seat(view: Callable[[HttpRequest, table_view.TableView], HttpResponse]) -> Callable[..., HttpResponse]:
    """A form of who has a seat at the table; whose seat or table has gone since the page was made is told so."""

    @wraps(view)
    def of_own_seat(request: HttpRequest, pk: int) -> HttpResponse:
        player = reader.player(request)
        table = player_rights.visible_tables(player).filter(pk=pk).first()
        seen = table_view.view_of(table, player) if table is not None else None
        seat = seen.seat if seen is not None else None
        words = own_seat.why_not(seat or _seat_before(player, pk), player)
        if seen is not None and seat is not None and not words:
            return view(request, seen)
        if not words or request.headers.get(PART):  # what a script asks for is no page to tell them on
            raise Http404
        messages.error(request, words)
        return redirect("player:home") if seen is None else redirect("player:table", pk)

    return of_own_seat


def _seat_before(player: Player, table: int) -> Seat:
    """The seat that is the player's, or was, at a table that may not be theirs to see any more. 404 for all others."""
    seats = Seat.objects.select_related("player", "table__league").filter(table__pk=table)
    seat = seats.filter(player=player).first() or seats.filter(former=player).first()
    if seat is None:
        raise Http404
    return seat


@require_POST
@at_own_seat
def take_orders(request: HttpRequest, seen: table_view.TableView) -> HttpResponse:
    """Hand the lines to the same action that a letter's lines go to."""
    form = Orders(request.POST)
    if not form.is_valid():
        return tables.show(request, seen, form, status=422)
    said = form.cleaned_data
    return _send(request, seen, said["lines"].splitlines(), said["serial"], said["numbers"] or 0)


@repeatable
@require_POST
@at_own_seat
def check(request: HttpRequest, seen: table_view.TableView) -> HttpResponse:
    """Show what the lines in the box would do; `add` is an order to be put behind them first. Nothing is played.

    With `anew` those that came too late are put as orders for what is open now, and tried as such.
    """
    sent = Orders(request.POST)
    if sent.has_error("lines", "max_length"):
        return tables.show(request, seen, sent, status=422)
    lines = put_in(seen, request.POST.get("lines", ""), request.POST.get("add", "")[:200])
    now = tables.answering(seen)
    given = {name: request.POST.get(name, "") for name in now}
    answered = now | {name: int(text) for name, text in given.items() if text.isdecimal() and len(text) < 12}
    assert seen.seat is not None
    found = preview.check(seen.seat, lines.splitlines(), **answered)
    if "anew" in request.POST:
        answered, lines = now, "\n".join(preview.anew(lines.splitlines(), found))
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
@at_own_seat
def say(request: HttpRequest, seen: table_view.TableView) -> HttpResponse:
    """Words to the table, or to one player where the league allows it."""
    form = Say(tables.others(seen), request.POST)
    if not form.is_valid():
        unclear = [str(error) for errors in form.errors.values() for error in errors]
        if "to" in form.errors:
            unclear = [speech.say("Nobody was told: the players of this table have changed. Say to whom it is to go.")]
        messages.error(request, " ".join(unclear))
        keep_unsaid(request, seen, "talk")
        return redirect(reverse("player:table", args=[seen.table.pk]) + "#talk")
    to, words = form.seat(), form.cleaned_data["words"]
    return _write(request, seen, f"tell {to}: {words}" if to else f"say: {words}", "talk")


@require_POST
@at_own_seat
def note(request: HttpRequest, seen: table_view.TableView) -> HttpResponse:
    """A line that nobody else ever reads."""
    form = Note(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["words"])))
        keep_unsaid(request, seen, "notes")
        return redirect(reverse("player:table", args=[seen.table.pk]) + "#notes")
    return _write(request, seen, f"note: {form.cleaned_data['words']}", "notes")


@require_POST
@at_own_seat
def standing_order(request: HttpRequest, seen: table_view.TableView) -> HttpResponse:
    """`always <topic> <text>`, here or at all tables of the game; or what was said of the topic is forgotten."""
    form = StandingOrder(request.POST)
    if not form.is_valid() or form.cleaned_data["topic"] not in seen.rules:
        raise Http404
    topic, text = form.cleaned_data["topic"], " ".join(form.cleaned_data["text"].split())
    line = f"always {topic} {text}" if text else f"forget {topic}"
    if form.cleaned_data["everywhere"]:
        line += " everywhere"
    return _send(request, seen, [line], tables.serial(seen))


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
