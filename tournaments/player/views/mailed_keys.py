"""The pages that a signed key opens instead of a sign-in: fewer letters, a second address, a private calendar."""

from __future__ import annotations

from datetime import timedelta

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import conditional_page, require_http_methods, require_safe

from tournaments.actions.player import addresses, preferences
from tournaments.language.refusals import Refused
from tournaments.language.speech import say
from tournaments.language.spoken import language_of
from tournaments.models import Address
from tournaments.pages.once import repeatable
from tournaments.queries import calendars

PAGE = "play/signed_page.html"
CALENDAR_KEPT = timedelta(minutes=5)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, key: str) -> HttpResponse:
    """One-Click (RFC 8058): the mail client posts without a cookie; the signed key is what proves the right."""
    asked = {
        "title": say("Fewer letters"),
        "words": say(
            "One letter a day tells of every game in this league that waits for you, instead of one letter for "
            "each turn. Your seats stay, and a reminder still comes before a deadline. Your profile has finer choices."
        ),
        "button": say("Send me one letter a day"),
    }
    if request.method != "POST":
        return render(request, PAGE, asked)
    try:
        entry = preferences.fewest_letters(key)
    except Refused as refusal:
        return dead(request, refusal)
    words = say("{league} comes in one letter a day now.", league=entry.league)
    return render(request, PAGE, {"title": say("Done"), "words": words})


@require_safe
@conditional_page
@cache_control(private=True, max_age=int(CALENDAR_KEPT.total_seconds()))
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The open deadlines of whoever has this address. Programs ask often: made anew every few minutes at most."""
    player = calendars.owner(key)
    if player is None:
        raise Http404("This calendar address is no longer used.")
    language = language_of(player)
    name = f"calendar:{player.pk}:{player.calendar_epoch}:{language}"
    kept = cache.get_or_set(name, lambda: calendars.feed(player), int(CALENDAR_KEPT.total_seconds()))
    headers = {"X-Robots-Tag": "noindex", "Content-Language": language}
    return HttpResponse(kept, content_type=f"{calendars.TYPE}; charset=utf-8", headers=headers)


@repeatable
@csrf_protect
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def verify_address(request: HttpRequest, key: str) -> HttpResponse:
    """GET says whose the address is to be; only the POST proves it."""
    try:
        if request.method != "POST":
            return _asks_whether_it_is_theirs(request, addresses.read(key))
        address = addresses.verify(key)
    except Refused as refusal:
        return dead(request, refusal)
    words = say("You may write from {email} now.", email=address.email)
    return render(request, PAGE, {"title": say("Done"), "words": words})


def _asks_whether_it_is_theirs(request: HttpRequest, address: Address) -> HttpResponse:
    words = say(
        "{name} plays here and says that {email} is theirs as well. If you are {name}, press the button: letters from "
        "{email} count as yours then. If you are somebody else, close this page.",
        name=address.player.name,
        email=address.email,
    )
    asked = {"title": say("Your second address"), "words": words, "button": say("This address is mine")}
    return render(request, PAGE, {**asked, "guarded": True})


def dead(request: HttpRequest, refusal: Refused) -> HttpResponse:
    return render(request, PAGE, {"title": say("This link does not work"), "words": str(refusal)}, status=410)
