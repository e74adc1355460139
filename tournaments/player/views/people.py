"""Signing up, in and out. A link signs nobody in by being opened: only the button on its page does."""

from __future__ import annotations

from urllib.parse import quote, unquote

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.encoding import iri_to_uri
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from sesame.settings import TOKEN_NAME

from engine.language.languages import spoken
from tournaments.actions.player import sign_in_links
from tournaments.language.refusals import AddressTaken, BadSettings, LinkExpired, Refused
from tournaments.language.speech import say
from tournaments.pages.languages import kept
from tournaments.pages.once import repeatable
from tournaments.pages.places import place
from tournaments.pages.targets import own_page
from tournaments.player.forms import FinishSignUp, SignIn, SignUp

NEXT = "after_sign_in"  # cookie: the page that asked for the sign-in; visitors have no session
SENT = "link_sent"  # cookie: the address for which a link was asked, percent-encoded
SENT_KEPT = 10 * 60  # seconds
NEXT_KEPT = 60 * 60  # seconds, as long as a link is good


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Ask for a letter. The answer is the same whether the address is known or not."""
    form = SignUp(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            sign_in_links.ask_to_sign_up(
                **form.cleaned_data, place=place(request), language=spoken(), after=_wanted(request)
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return _sent(form.cleaned_data["email"])
    return render(request, "play/sign_up.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up_link(request: HttpRequest, key: str) -> HttpResponse:
    """GET shows who is about to begin and one button; POST makes the player and signs in."""
    new = None
    try:
        new = sign_in_links.read_sign_up(key)
        sign_in_links.refuse_used(new)
        return _finished(request, new)
    except LinkExpired as refusal:
        values = {"dead": str(refusal), "email": new.email if new is not None and sign_in_links.is_known(new) else ""}
        return render(request, "play/sign_up_link.html", values, status=410)


def _finished(request: HttpRequest, new: sign_in_links.Newcomer) -> HttpResponse:
    form = FinishSignUp(request.POST if request.method == "POST" else None, new=new)
    if request.method == "POST" and form.is_valid():
        try:
            player = sign_in_links.finish_sign_up(new, **form.chosen(), language=new.language or spoken())
        except (BadSettings, AddressTaken) as refusal:
            form.add_error(None, str(refusal))
        else:
            login(request, player)
            return redirect(own_page(new.after) or "player:home")
    return render(request, "play/sign_up_link.html", {"form": form, "new": new}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for a link. The answer is the same whether the address is known or not."""
    return remember_next(_asked_for_link(request), iri_to_uri(request.GET.get("next", "")))  # ASCII for a cookie


def _asked_for_link(request: HttpRequest) -> HttpResponse:
    form = SignIn(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            sign_in_links.ask_to_sign_in(form.cleaned_data["email"], place(request))
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return _sent(form.cleaned_data["email"])
    return render(request, "play/sign_in.html", {"form": form}, status=422 if form.errors else 200)


def remember_next(response: HttpResponse, page: str) -> HttpResponse:
    """Have a sign-in in this browser lead to that page of this site; what is none changes nothing."""
    if target := own_page(page):
        secure = settings.SESSION_COOKIE_SECURE
        response.set_signed_cookie(NEXT, target, max_age=NEXT_KEPT, httponly=True, samesite="Lax", secure=secure)
    return response


def _wanted(request: HttpRequest) -> str:
    """The page that asked for the sign-in, if one did."""
    return own_page(request.get_signed_cookie(NEXT, default="", max_age=NEXT_KEPT) or "")


def _sent(email: str) -> HttpResponse:
    """Lead to the page that says where to look, which this browser may read for a while."""
    response = redirect("player:link-sent")
    secure = settings.SESSION_COOKIE_SECURE
    # A header has no room for the letters of some host names.
    response.set_signed_cookie(SENT, quote(email), max_age=SENT_KEPT, httponly=True, samesite="Lax", secure=secure)
    return response


@require_safe
def link_sent(request: HttpRequest) -> HttpResponse:
    """The page behind both forms: it says the same for every address."""
    email = unquote(request.get_signed_cookie(SENT, "", max_age=SENT_KEPT) or "")
    return render(request, "play/link_sent.html", {"email": email})


@repeatable
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest) -> HttpResponse:
    """GET shows one button, whatever the token; POST signs in. Mail scanners open links, they press no buttons."""
    token = request.POST.get(TOKEN_NAME, "") or request.GET.get(TOKEN_NAME, "")
    if request.method != "POST":
        return render(request, "play/sign_in_link.html", {"token": token, "token_name": TOKEN_NAME})
    player = sign_in_links.use(token)
    if player is None:
        return render(request, "play/sign_in_link.html", {"dead": True}, status=410)
    login(request, player)
    response = redirect(_wanted(request) or "player:home")
    response.delete_cookie(NEXT, samesite="Lax")
    return response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, say("You are signed out."))
    return kept(redirect("player:home"), spoken())
