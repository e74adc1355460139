"""One press of a button has one effect, however often a browser sends it: middleware of both sites.

A double click, or a page that is loaded anew behind a form, sends the same form once more. Each page is made with a
number of its own: the token against forged requests, which is in every form, and the stamp of a page of the desk.
The same form with the same number counts once, for a moment: who goes back to a page later and sends it again means it.
What writes to others counts once for a day. Other words on the same page, or another file, are another press.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core.files.uploadedfile import UploadedFile
from django.core.signing import Signer, get_cookie_signer
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from tournaments.actions import pressed
from tournaments.language.speech import say
from tournaments.pages.presses import SAFE
from tournaments.pages.targets import page_of

PRESSED = "pressed"
View = TypeVar("View", bound=Callable[..., Any])


def repeatable(view: View) -> View:
    """A view that answers as often as it is asked: it only shows something, or counts its presses by itself."""
    vars(view)["repeatable"] = True
    return view


def lasting(view: View) -> View:
    """A view that writes to others each time, or ends what they have: its press counts once for a day."""
    vars(view)["lasting"] = True
    return view


class ForOne(CookieStorage):
    """Messages in a cookie, signed for whom they are told: who is signed in then, or a visitor."""

    @property
    def signer(self) -> Signer:
        return get_cookie_signer(salt=f"messages for {self.request.user.pk}")

    @signer.setter
    def signer(self, _: Signer) -> None:
        """Drop the signer that Django sets: it would be one for everybody."""


class Told(FallbackStorage):
    """The messages of the next page, and whether one of them says that something was not done.

    Nobody is shown what somebody else was told in the same browser, and the next page takes it out of there.
    """

    storage_classes = (ForOne, SessionStorage)
    refuses = False

    def update(self, response: HttpResponseBase) -> list[Any] | None:
        unstored = super().update(response)
        if ForOne.cookie_name not in response.cookies:
            for storage in self.storages:  # one that could not be read counts as read
                storage.update(response)
        return unstored

    def add(self, level: int, message: str, extra_tags: str | None = "") -> None:
        self.refuses = self.refuses or level >= messages.WARNING
        super().add(level, message, extra_tags)


def count_as_not_sent(request: HttpRequest) -> None:
    """Count a form without an effect as not sent, where the next page tells that in other ways than in a message."""
    told = messages.get_messages(request)
    assert isinstance(told, Told)
    told.refuses = True


class CountedOnce:
    """Carry out a form once; whoever sends it again is told so. What was refused, or broke off, counts as not sent.

    Whatever has done something leads on to a page; an answer that is a page itself shows a form again, with what is
    wrong in it, or is a view's that is `repeatable`.
    It has to come after what refuses forged requests, and those that are too many, and behind the messages.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        done = False
        try:
            response = self.get_response(request)
            told = messages.get_messages(request)
            leads_on = HTTPStatus.MULTIPLE_CHOICES <= response.status_code < HTTPStatus.BAD_REQUEST
            done = leads_on and not (isinstance(told, Told) and told.refuses)
            return response
        finally:
            if hasattr(request, PRESSED):
                name, lasts = getattr(request, PRESSED)
                pressed.end(name, done=done, lasting=lasts)

    def process_view(self, request: HttpRequest, view: Callable[..., Any], *_: Any) -> HttpResponse | None:
        """Called for what no middleware before this one has refused."""
        if request.method in SAFE or getattr(view, "csrf_exempt", False) or getattr(view, "repeatable", False):
            return None
        if not _number(request):
            return None
        name = pressed.begin(repr((request.path, sorted(request.POST.lists()), _files(request))))
        if not name:
            return _again(request)
        setattr(request, PRESSED, (name, getattr(view, "lasting", False)))
        return None


def _number(request: HttpRequest) -> str:
    """The number that no other page that was made has; "" for a request that comes from none."""
    number: str = request.POST.get("csrfmiddlewaretoken") or request.POST.get("stamp", "").partition(".")[2]
    return number


def _files(request: HttpRequest) -> list[tuple[str, str | None, str]]:
    """The files of a form: the field, the name, and a digest of what the file holds."""
    return [(field, file.name, _digest(file)) for field, files in sorted(request.FILES.lists()) for file in files]


def _digest(file: UploadedFile) -> str:
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def _again(request: HttpRequest) -> HttpResponse:
    """The page of the form, or the start of the desk whose page may be gone, with a word on why nothing was done."""
    words = say(
        "You have sent this before, and nothing was done again. If you see no effect of it, open its page anew and "
        "send it from there."
    )
    messages.info(request, words)
    if request.resolver_match is not None and "desk" in request.resolver_match.namespaces:
        return redirect("desk:index")
    return redirect(page_of(request.headers.get("Referer", "")) or "player:home")
