"""The two pages that letters link to with a signed key instead of a sign-in: fewer letters, a second address."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from tournaments.actions import people
from tournaments.actions.refusals import Refused

PAGE = "play/signed_page.html"


@csrf_exempt
@never_cache
@require_http_methods(["GET", "POST"])
def unsubscribe(request: HttpRequest, key: str) -> HttpResponse:
    """One-Click (RFC 8058): the mail client posts without a cookie; the signed key is what proves the right."""
    asked = {
        "title": "Fewer letters",
        "words": "No more receipts when all went well. Your seats, your turn letters and the reminders stay.",
        "button": "Send me fewer letters",
    }
    if request.method == "GET":
        return render(request, PAGE, asked)
    try:
        entry = people.fewer_letters(key)
    except Refused as refusal:
        return render(request, PAGE, {"title": "This link does not work", "words": str(refusal)}, status=410)
    return render(request, PAGE, {"title": "Done", "words": f"You get fewer letters about {entry.league} now."})


@csrf_protect
@never_cache
@require_http_methods(["GET", "POST"])
def verify_address(request: HttpRequest, key: str) -> HttpResponse:
    """GET shows a button; only the POST proves the address."""
    if request.method == "GET":
        asked = {"title": "Your second address", "words": "Letters from this address will count as yours."}
        return render(request, PAGE, {**asked, "button": "This address is mine", "guarded": True})
    try:
        address = people.verify_address(key)
    except Refused as refusal:
        return render(request, PAGE, {"title": "This link does not work", "words": str(refusal)}, status=410)
    return render(request, PAGE, {"title": "Done", "words": f"You may write from {address.email} now."})
