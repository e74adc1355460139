"""The language in which a page answers: its reader's own on the players' site, English on the organisers' desk."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request

from engine.language.languages import ENGLISH
from tournaments.language.spoken import language_of, speaking_everywhere
from tournaments.models import Player

SPEAK_ENGLISH = ("desk", "post", "api")  # namespaces of pages for organisers, the service's host, and programs


class ReadersLanguage:
    """Middleware: everything that answers a request, a page, a picture or a paper, speaks one language.

    It has to come after the one that knows who is signed in.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = language_for(request)
        with speaking_everywhere(language):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        # Both decide: a signed-in reader and a choice come with a cookie.
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response


def kept(response: HttpResponse, language: str) -> HttpResponse:
    """The response, which has the browser ask for this language until somebody signs in or chooses another."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
    return response


def language_for(request: HttpRequest) -> str:
    """That of the signed-in player; else what was chosen on this device, else what the browser asks for."""
    if _speaks_english(request):
        return ENGLISH
    if isinstance(request.user, Player):
        return language_of(request.user)
    return get_language_from_request(request).lower()  # a cookie may hold it in any letters


def _speaks_english(request: HttpRequest) -> bool:
    try:
        inside = resolve(request.path_info).namespaces
    except Resolver404:
        return False
    return bool(inside) and inside[0] in SPEAK_ENGLISH
