"""A letter that came from an address we do not know: the player says whether it was them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from tournaments import actions
from tournaments.player import sight


@require_http_methods(["GET", "HEAD", "POST"])
def was_this_you(request: HttpRequest, pk: int) -> HttpResponse:
    """GET shows who wrote and what; POST `yes` has it read as if it came from the known address, `no` drops it."""
    letter = get_object_or_404(sight.held_letters(request.user), pk=pk)
    if request.method != "POST":
        return render(request, "play/was_this_you.html", {"letter": letter, "sender": letter.mail_from})
    if request.POST.get("answer") == "yes":
        actions.letters.release(letter, request.user)
        messages.success(request, "Thank you. The letter is being read now, and its address is known from here on.")
    else:
        actions.letters.refuse(letter, request.user)
        messages.success(request, "Thank you. The letter is put away unread.")
    return redirect("player:home")
