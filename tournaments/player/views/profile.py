"""The reader's own profile: name, zone, addresses, how many letters, and being forgotten."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions import erasure, people
from tournaments.actions.refusals import AddressTaken, BadSettings, NameTaken, Refused, TooOften
from tournaments.models import Entry, League, Player, Seat, Table
from tournaments.player import reader, sight
from tournaments.player.forms import Forget, Profile, SecondAddress


@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """GET shows everything about the reader, POST changes name and zone."""
    player = reader.player(request)
    about = {"name": player.name, "zone": player.zone}
    form = Profile(request.POST if request.method == "POST" else None, initial=about, zone=player.zone)
    if request.method == "POST" and form.is_valid():
        try:
            people.change_profile(player, **form.cleaned_data)
        except (BadSettings, NameTaken) as refusal:
            form.add_error("name", str(refusal))
        else:
            messages.success(request, "Your profile is changed.")
            return redirect("player:profile")
    return _page(request, player, form, SecondAddress())


def _page(request: HttpRequest, player: Player, form: Profile, address: SecondAddress) -> HttpResponse:
    values: dict[str, Any] = {
        "player": player,
        "form": form,
        "address_form": address,
        "addresses": player.addresses.order_by("pk"),
        "entries": _entries(player),
    }
    return render(request, "play/profile.html", values, status=422 if form.errors or address.errors else 200)


def _entries(player: Player) -> list[Entry]:
    """Where the number of letters can be chosen: leagues of the player's that are not over."""
    leagues = sight.visible_leagues(player).exclude(state=League.State.FINISHED)
    entries = player.entries.exclude(state=Entry.State.LEFT).filter(league__in=leagues)
    return list(entries.select_related("league").order_by("pk"))


@require_POST
def add_address(request: HttpRequest) -> HttpResponse:
    """Name a second address; a letter goes there, and only the button behind its link makes it count."""
    player = reader.player(request)
    form = SecondAddress(request.POST)
    if form.is_valid():
        try:
            address = people.add_address(player, form.cleaned_data["email"])
        except (AddressTaken, BadSettings, TooOften) as refusal:
            form.add_error("email", str(refusal))
        else:
            messages.success(request, f"A letter with a link is on its way to {address.email}.")
            return redirect("player:profile")
    about = {"name": player.name, "zone": player.zone}
    return _page(request, player, Profile(initial=about, zone=player.zone), form)


@require_POST
def remove_address(request: HttpRequest, pk: int) -> HttpResponse:
    player = reader.player(request)
    address = get_object_or_404(player.addresses, pk=pk)
    people.remove_address(player, address.pk)
    messages.success(request, f"Letters from {address.email} do not count as yours any more.")
    return redirect("player:profile")


@require_POST
def fewer_letters(request: HttpRequest, pk: int) -> HttpResponse:
    people.quieten(reader.player(request), _own_entry(request, pk))
    messages.success(request, "No more receipts there when all went well. Turn letters and reminders stay.")
    return redirect("player:profile")


@require_POST
def all_letters(request: HttpRequest, pk: int) -> HttpResponse:
    """Take "fewer letters" back."""
    people.all_letters(reader.player(request), _own_entry(request, pk))
    messages.success(request, "You get receipts again.")
    return redirect("player:profile")


def _own_entry(request: HttpRequest, league: int) -> Entry:
    leagues = sight.visible_leagues(request.user)
    return get_object_or_404(reader.player(request).entries.select_related("league"), league=league, league__in=leagues)


@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: HttpRequest) -> HttpResponse:
    """GET says what would be forgotten and what stays; a ticked POST does it and signs out."""
    player = reader.player(request)
    form = Forget(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            people.erase(player, player)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            logout(request)
            messages.success(request, "You are forgotten. Thank you for having played.")
            return redirect("player:home")
    running = Seat.objects.filter(player=player, table__state=Table.State.RUNNING).exclude(mover=Seat.Mover.BOT)
    values = {"form": form, "refusal": erasure.why_not(player, player), "running": running.count()}
    return render(request, "play/forget.html", values, status=422 if form.errors else 200)
