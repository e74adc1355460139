"""Letters about a public table for whoever follows it: asking for them, confirming an address, ending them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from engine.language.languages import spoken
from tournaments.actions.observing import asking, ending
from tournaments.language.refusals import Refused
from tournaments.language.speech import say
from tournaments.models import Table
from tournaments.pages import reader
from tournaments.pages.once import repeatable
from tournaments.pages.places import place
from tournaments.player.forms import SignIn
from tournaments.player.views.mailed_keys import PAGE, dead
from tournaments.queries.access import observing, player_rights
from tournaments.queries.names import table_title


@require_http_methods(["GET", "HEAD", "POST"])
def observe(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for letters: at once for who is signed in, by a letter first at an address that is typed."""
    table = player_rights.found_in(pk, player_rights.public_tables())
    if table.state != Table.State.RUNNING:
        return redirect("player:table", pk)
    if request.user.is_authenticated:
        return _for_player(request, table)
    form = SignIn(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            asking.ask(form.cleaned_data["email"], table, place(request), spoken())
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            email = form.cleaned_data["email"]
            messages.success(
                request, say("A letter is on its way to {email}. Press its button to confirm.", email=email)
            )
            return redirect("player:observe", pk)
    return _page(request, table, status=422 if form.errors else 200, form=form)


def _for_player(request: HttpRequest, table: Table) -> HttpResponse:
    player = reader.player(request)
    if request.method != "POST":
        observes = observing.of(player).filter(table=table).exists()
        return _page(request, table, observes=observes, plays=observing.plays(player, table))
    if request.POST.get("end"):
        ending.stop(player, table)
        messages.success(request, say("No more letters come about this table."))
        return redirect("player:observe", table.pk)
    try:
        asking.begin(player, table)
    except Refused as refusal:
        return _page(request, table, status=422, refusal=str(refusal), plays=observing.plays(player, table))
    messages.success(request, say("A letter comes after each round, and one at the end."))
    return redirect("player:observe", table.pk)


def _page(request: HttpRequest, table: Table, status: int = 200, **values: object) -> HttpResponse:
    known = {"table": table, "title": table_title(table), "full": observing.is_full(table), "most": observing.MOST}
    return render(request, "play/observe.html", {**known, **values}, status=status)


@repeatable
@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, key: str) -> HttpResponse:
    """GET asks; only the POST makes the address an observer."""
    try:
        if request.method == "POST":
            table = asking.confirm(key)
            words = say("A letter comes after each round of {table}, and one at the end.", table=table_title(table))
            return render(request, PAGE, {"title": say("Done"), "words": words})
        asked = asking.read(key)
    except Refused as refusal:
        return dead(request, refusal)
    words = say(
        "{table} of {league}: after each round a letter comes to {email} with what everybody may see, until the game "
        "is over or you end it. Each letter has a link for that.",
        table=table_title(asked.table),
        league=asked.table.league.name,
        email=asked.email,
    )
    values = {"title": say("Letters about a table"), "words": words, "button": say("Send me these letters")}
    return render(request, PAGE, {**values, "guarded": True})


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, key: str) -> HttpResponse:
    """One-Click (RFC 8058): the mail client posts without a cookie; the signed key is what proves the right."""
    if request.method != "POST":
        words = say("The letters about this table end at once. You can follow it on its page as before.")
        values = {"title": say("No more letters"), "words": words, "button": say("Send me no more letters")}
        return render(request, PAGE, values)
    try:
        ending.by_key(key)
    except Refused as refusal:
        return dead(request, refusal)
    return render(request, PAGE, {"title": say("Done"), "words": say("No more letters come about this table.")})
