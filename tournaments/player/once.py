"""One press of a button has one effect, however often a browser sends it: middleware of both sites.

A double click, or a page that is loaded anew behind a form, sends the same form once more. Each page is made with a
number of its own: the token against forged requests, which stands in every form, and the stamp of a page of the desk.
The same form with the same number counts once. Other words on the same page are another press.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from time import monotonic, sleep
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from tournaments.mail.pseudonyms import pseudonym
from tournaments.models import Allowance
from tournaments.player.presses import SAFE
from tournaments.player.targets import own_page
from tournaments.speech import say

KEPT = timedelta(days=1)  # what was done: so long a browser that starts anew may send it again
UNDER_WAY = timedelta(minutes=2)  # longer than any request may last: then its process was ended in the middle
PATIENCE, MOMENT = 3.0, 0.05  # seconds that a second press waits for the end of the first one, and between two looks
PRESSED = "pressed"
REFUSED = 400  # the lowest status of an answer that says so
DONE = 1  # `Allowance.used` of what was carried out; 0 while it is
View = TypeVar("View", bound=Callable[..., Any])


def repeatable(view: View) -> View:
    """A view that answers as often as it is asked: it only shows something, or counts its presses by itself."""
    view.repeatable = True  # type: ignore[attr-defined]
    return view


class Told(FallbackStorage):
    """The messages of the next page, and whether one of them says that something was not done."""

    refuses = False

    def add(self, level: int, message: str, extra_tags: str | None = "") -> None:
        self.refuses = self.refuses or level >= messages.WARNING
        super().add(level, message, extra_tags)


class CountedOnce:
    """Carry out a form once; whoever sends it again is told so. What was refused, or broke off, counts as not sent.

    It has to stand behind what refuses forged requests, and those that are too many, and behind the messages.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        done = False
        try:
            response = self.get_response(request)
            told = messages.get_messages(request)
            done = response.status_code < REFUSED and not (isinstance(told, Told) and told.refuses)
            return response
        finally:
            _end(getattr(request, PRESSED, ""), done=done)

    def process_view(self, request: HttpRequest, view: Callable[..., Any], *_: Any) -> HttpResponse | None:
        """Called for what no middleware before this one has refused."""
        if request.method in SAFE or getattr(view, "csrf_exempt", False) or getattr(view, "repeatable", False):
            return None
        if not _number(request):
            return None
        name = pseudonym(PRESSED, repr((request.path, sorted(request.POST.lists()))))
        if not _begin(name):
            return _again(request)
        setattr(request, PRESSED, name)
        return None


def _begin(name: str) -> bool:
    """Whether this press is the one that counts; waits a moment for the end of another that is being carried out."""
    patient_until = monotonic() + PATIENCE
    while True:
        now = timezone.now()
        row, first = Allowance.objects.get_or_create(name=name, defaults={"until": now + UNDER_WAY})
        if first:
            return True
        if row.until <= now:  # of several that come to it one takes it over
            return bool(Allowance.objects.filter(name=name, until=row.until).update(used=0, until=now + UNDER_WAY))
        if row.used == DONE or monotonic() > patient_until:
            return False
        sleep(MOMENT)


def _end(name: str, *, done: bool) -> None:
    rows = Allowance.objects.filter(name=name) if name else Allowance.objects.none()
    if done:
        rows.update(used=DONE, until=timezone.now() + KEPT)
    else:
        rows.delete()


def _number(request: HttpRequest) -> str:
    """What no other page that was made has; "" for a request that comes from none."""
    number: str = request.POST.get("csrfmiddlewaretoken") or request.POST.get("stamp", "").partition(".")[2]
    return number


def _again(request: HttpRequest) -> HttpResponse:
    """The page of the form, or the start of the desk whose page may be gone, with a word on why nothing was done."""
    words = say(
        "You have sent this before, and nothing was done again. If you see no effect of it, open its page anew and "
        "send it from there."
    )
    messages.info(request, words)
    if request.resolver_match is not None and "desk" in request.resolver_match.namespaces:
        return redirect("desk:index")
    return redirect(own_page(urlsplit(request.headers.get("Referer", "")).path) or "player:home")
