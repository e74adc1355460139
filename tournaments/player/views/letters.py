"""Letters that came from an address we do not know, or that anybody may have written: was it the player?"""

from __future__ import annotations

from contextlib import suppress

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.actions.commands import held_letters
from tournaments.inbox import understanding
from tournaments.language.refusals import Refused
from tournaments.language.speech import say
from tournaments.models import InboundLetter
from tournaments.pages import reader
from tournaments.pages.choices import CHOOSE, chosen
from tournaments.pages.paging import paged
from tournaments.queries.access import player_rights

LISTED = 20  # letters on one page


@require_http_methods(["GET", "HEAD", "POST"])
def waiting(request: HttpRequest) -> HttpResponse:
    """GET lists all letters that wait for the reader's yes; POST `no` puts those away that are ticked off by number."""
    error = ""
    if request.method == "POST":
        numbers = [int(pk) for pk in request.POST.getlist("letter")[:LISTED] if pk.isdecimal() and len(pk) < 12]
        if numbers and chosen(request, "answer", ("no",)):
            put_away = 0
            for letter in player_rights.waiting_letters(request.user).filter(pk__in=numbers):
                with suppress(Refused):  # answered in another window
                    held_letters.refuse(letter, reader.player(request))
                    put_away += 1
            if put_away < len(set(numbers)):
                messages.warning(request, say("Some of these letters have been answered meanwhile: see what waits."))
            else:
                messages.success(request, say("Thank you. They are put away unread."))
            return redirect("player:waiting-letters")
        error = say(CHOOSE)
    rows = paged(request, "letters", player_rights.waiting_letters(request.user).defer("raw"), LISTED)
    return render(request, "play/waiting_letters.html", {"letters": rows, "error": error}, status=422 if error else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def was_this_you(request: HttpRequest, pk: int) -> HttpResponse:
    """GET shows who wrote and what; POST `yes` has it read as if it came from the known address, `no` drops it.

    Any other POST shows the page again, and the letter waits on.
    """
    letter = get_object_or_404(player_rights.questioned_letters(request.user), pk=pk)
    answer = chosen(request, "answer", ("yes", "no"))
    if not answer:
        unclear = request.method == "POST"
        values = {
            "letter": letter,
            "lines": understanding.understood(letter).said,
            "waits": letter.state == InboundLetter.State.HELD,
        }
        values["error"] = say(CHOOSE) if unclear else ""
        return render(request, "play/was_this_you.html", values, status=422 if unclear else 200)
    try:
        if answer == "yes":
            held_letters.release(letter, reader.player(request))
            words = say("Thank you. The letter is read now.")
            messages.success(request, words)
        else:
            held_letters.refuse(letter, reader.player(request))
            messages.success(request, say("Thank you. The letter is put away unread."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("player:home")
