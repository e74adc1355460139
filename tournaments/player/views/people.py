"""Signing up, in and out. A link signs nobody in by being opened: only the button on its page does."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from sesame.settings import TOKEN_NAME
from sesame.utils import get_user

from engine.languages import spoken
from tournaments.actions import people
from tournaments.actions.refusals import Refused
from tournaments.models import Player
from tournaments.player.forms import SignIn, SignUp
from tournaments.player.languages import kept
from tournaments.speech import say

NEXT = "after_sign_in"  # session key: the page that asked for the sign-in


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    form = SignUp(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            people.sign_up(**form.cleaned_data, origin=origin(request), language=spoken())
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("player:link-sent")
    return render(request, "play/sign_up.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for a link. The answer is the same whether the address is known or not."""
    _remember_next(request)
    form = SignIn(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            people.request_link(form.cleaned_data["email"], origin(request))
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("player:link-sent")
    return render(request, "play/sign_in.html", {"form": form}, status=422 if form.errors else 200)


def origin(request: HttpRequest) -> str:
    """Where a request came from: the peer, or what the own proxy in front of us says about it."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


def _remember_next(request: HttpRequest) -> None:
    target = request.GET.get("next", "")
    if target and url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        request.session[NEXT] = target


@require_safe
def link_sent(request: HttpRequest) -> HttpResponse:
    return render(request, "play/link_sent.html")


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest) -> HttpResponse:
    """GET shows one button, whatever the token; POST signs in. Mail scanners open links, they press no buttons."""
    token = request.POST.get(TOKEN_NAME, "") or request.GET.get(TOKEN_NAME, "")
    if request.method != "POST":
        return render(request, "play/sign_in_link.html", {"token": token, "token_name": TOKEN_NAME})
    player = get_user(token, update_last_login=False)
    if not isinstance(player, Player):
        return render(request, "play/sign_in_link.html", {"dead": True}, status=410)
    people.confirm(player)
    target = request.session.get(NEXT) or "player:home"
    login(request, player)
    request.session.pop(NEXT, None)
    return redirect(target)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, say("You are signed out."))
    return kept(redirect("player:home"), spoken())
