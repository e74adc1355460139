"""The pages for the reader alone: signed-in browsers, addresses and links in older letters, all their data."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from engine.language.languages import spoken
from tournaments.actions.player import renewing, signed_in, takeouts
from tournaments.language.refusals import Refused
from tournaments.language.speech import say
from tournaments.pages import reader
from tournaments.pages.choices import CHOOSE, chosen
from tournaments.pages.languages import kept
from tournaments.pages.once import lasting, repeatable
from tournaments.pages.paging import paged
from tournaments.queries import takeout
from tournaments.queries.exchange import zips

BROWSERS = 30  # on one page
ALL_BUT_THIS, ALL = WHICH = "others", "all"


@require_safe
def safety(request: HttpRequest) -> HttpResponse:
    rows = paged(request, "rows", signed_in.of(reader.player(request)), BROWSERS)
    shown = rows.shown_as(lambda some: [(row, row.pk == request.session.session_key) for row in some])
    return render(request, "play/safety.html", {"rows": shown, "others": rows.count > 1})


@require_POST
def end(request: HttpRequest) -> HttpResponse:
    """End the sign-in whose handle is posted; this browser's own is a sign-out."""
    player = reader.player(request)
    handle = request.POST.get("handle", "")
    own = next((row for row in signed_in.of(player) if row.pk == request.session.session_key), None)
    ended = signed_in.end(player, handle)
    if own is not None and own.handle == handle:
        return _signed_out(request)
    if ended:
        messages.success(request, say("That browser is signed out."))
    else:
        messages.error(request, say("That browser is not signed in as you: nothing has changed."))
    return redirect("player:safety")


@require_POST
def end_all(request: HttpRequest) -> HttpResponse:
    """End `which` sign-ins: `all`, or the `others` than this one."""
    player, which = reader.player(request), chosen(request, "which", WHICH)
    if not which:
        messages.error(request, say(CHOOSE))
        return redirect("player:safety")
    if which == ALL_BUT_THIS:
        signed_in.end_all(player, but=request.session.session_key)
        messages.success(request, say("You are signed in here alone."))
        return redirect("player:safety")
    signed_in.end_all(player)
    return _signed_out(request)


def _signed_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, say("You are signed out."))
    return kept(redirect("player:home"), spoken())


@lasting
@require_POST
def renew(request: HttpRequest) -> HttpResponse:
    """End every older reply address and link; this browser stays signed in."""
    try:
        player = renewing.renew(reader.player(request), keep=request.session.session_key)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("player:safety")
    update_session_auth_hash(request, player)
    messages.success(request, say("All older addresses and links are dead. A letter tells you what comes next."))
    return redirect("player:safety")


@repeatable
@require_POST
def take_out(request: HttpRequest) -> HttpResponseBase:
    """Everything of the reader's as a zip; 503 while somebody else's is made."""
    player = reader.player(request)
    try:
        with takeout.one_at_a_time():
            takeouts.begin(player)
            file = takeout.packed(player)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("player:profile")
    except takeout.Busy:
        busy = render(request, "play/takeout_busy.html", status=503)
        busy.headers["Retry-After"] = zips.AGAIN_AFTER
        return busy
    return FileResponse(file, as_attachment=True, filename=takeout.file_name(player), content_type=zips.KIND)
