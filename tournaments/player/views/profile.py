"""The reader's own profile: name, zone, language, addresses, how many letters, and being forgotten."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from engine.language.languages import to_say
from tournaments.actions.erasing import erasure
from tournaments.actions.player import addresses, people, preferences, signed_in
from tournaments.language.refusals import AddressTaken, BadSettings, NameTaken, Refused, TooOften
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.models import Entry, League, Player, Seat, Table
from tournaments.pages import reader
from tournaments.pages.choices import CHOOSE, changed, chosen
from tournaments.pages.paging import paged
from tournaments.player.forms import Forget, Profile, SecondAddress
from tournaments.player.letter_forms import LeagueLetters, Letters, QuietHours
from tournaments.queries import calendars
from tournaments.queries.access import player_rights
from tournaments.queries.ways import WAYS, known, way

COPIES = to_say("Copies of your letters go to {email}.")
LIVE = (League.State.OPEN, League.State.DRAWING, League.State.RUNNING)
LEAGUES = 12  # on one page, each with a form
NO_COPIES = to_say("No more copies go to {email}.")


@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """GET shows everything about the reader, POST changes name, zone and language."""
    player = reader.player(request)
    form = Profile(request.POST if request.method == "POST" else None, initial=_about(player))
    if request.method == "POST" and form.is_valid():
        try:
            player = people.change_profile(player, **changed(form))
        except (BadSettings, NameTaken, TooOften) as refusal:
            form.add_error("name", str(refusal))
        else:
            with spoken_to(player):  # as the page on which it is
                messages.success(request, say("Your profile is changed."))
            return redirect("player:profile")
    return _page(request, player, form)


def _about(player: Player) -> dict[str, Any]:
    return {"name": player.name, "zone": player.zone, "language": player.language, "initials": player.initials}


def _page(
    request: HttpRequest,
    player: Player,
    form: Profile | None = None,
    address: SecondAddress | None = None,
    letters_form: Letters | None = None,
    quiet_form: QuietHours | None = None,
) -> HttpResponse:
    """The whole page; a form that is handed over is the one that could not be carried out."""
    filled = [given for given in (form, address, letters_form, quiet_form) if given is not None]
    values: dict[str, Any] = {
        "player": player,
        "form": form or Profile(initial=_about(player)),
        "address_form": address or SecondAddress(),
        "letters_form": letters_form or Letters(initial=_chosen(player)),
        "quiet_form": quiet_form or QuietHours(initial={"begins": player.quiet_from, "ends": player.quiet_until}),
        "calendar": calendars.address(player),
        "addresses": player.addresses.order_by("pk"),
        "sign_ins": len(signed_in.of(player)),
        "entries": paged(request, "leagues", _entries(player), LEAGUES).shown_as(
            lambda rows: [
                (entry, LeagueLetters(initial=known(entry.ways), auto_id=f"league-{entry.league_id}-%s"))
                for entry in rows
            ]
        ),
    }
    return render(request, "play/profile.html", values, status=422 if any(given.errors for given in filled) else 200)


def _back_to(part: str) -> HttpResponse:
    return redirect(f"{reverse('player:profile')}#{part}")


def _chosen(player: Player) -> dict[str, Any]:
    ways = {group: way(player, None, group) for group in WAYS}
    return {**ways, "digest_hour": player.digest_hour, "calendar_files": player.calendar_files}


def _entries(player: Player) -> QuerySet[Entry]:
    """Leagues of the player's that are not over: there letters may come in another way."""
    entries = player.entries.exclude(state__in=Entry.GONE).filter(league__state__in=LIVE)
    return (
        entries.exclude(state=Entry.State.WAITING, league__state=League.State.RUNNING)
        .select_related("league")
        .order_by("pk")
    )


@require_POST
def add_address(request: HttpRequest) -> HttpResponse:
    """Name a second address; a letter goes there, and only the button behind its link makes it count."""
    player = reader.player(request)
    form = SecondAddress(request.POST)
    if form.is_valid():
        try:
            address = addresses.add(player, form.cleaned_data["email"])
        except (AddressTaken, BadSettings, TooOften) as refusal:
            form.add_error("email", str(refusal))
        else:
            messages.success(request, say("A letter with a link is on its way to {email}.", email=address.email))
            return redirect("player:profile")
    return _page(request, player, address=form)


@require_POST
def remove_address(request: HttpRequest, pk: int) -> HttpResponse:
    player = reader.player(request)
    address = get_object_or_404(player.addresses, pk=pk)
    addresses.remove(player, address.pk)
    messages.success(request, say("Letters from {email} do not count as yours any more.", email=address.email))
    return redirect("player:profile")


@require_POST
def copy_letters(request: HttpRequest, pk: int) -> HttpResponse:
    """Copies to a second address begin with `on`, and end with `off`."""
    player = reader.player(request)
    address = get_object_or_404(player.addresses, pk=pk)
    copies = chosen(request, "copies", ("on", "off"))
    if not copies:
        messages.error(request, say(CHOOSE))
        return redirect("player:profile")
    try:
        preferences.copy_letters(player, address.pk, on=copies == "on")
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        words = COPIES if copies == "on" else NO_COPIES
        messages.success(request, say(words, email=address.email))
    return redirect("player:profile")


@require_POST
def letters(request: HttpRequest) -> HttpResponse:
    """Choose for all leagues how letters come."""
    player = reader.player(request)
    form = Letters(request.POST, initial=_chosen(player))
    if not form.is_valid():
        return _page(request, player, letters_form=form)
    new = changed(form)
    preferences.choose(player, new, new.get("digest_hour"), calendar_files=new.get("calendar_files"))
    messages.success(request, say("Letters come to you as you have chosen."))
    return _back_to("letters")


@require_POST
def quiet_hours(request: HttpRequest) -> HttpResponse:
    """Set the hours between which no deadline falls."""
    player = reader.player(request)
    form = QuietHours(request.POST)
    if form.is_valid():
        try:
            preferences.keep_quiet(player, form.hours())
        except (BadSettings, TooOften) as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, say("From the next question on your deadlines keep to these hours."))
            return _back_to("quiet")
    return _page(request, player, quiet_form=form)


@require_POST
def renew_calendar(request: HttpRequest) -> HttpResponse:
    try:
        preferences.renew_calendar(reader.player(request))
    except TooOften as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, say("Your calendar has a new address. The old one is dead."))
    return _back_to("calendar")


@require_POST
def league_letters(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose it for one league."""
    # By the league's own number: one that is too large for the database is no league's, only there.
    leagues = player_rights.visible_leagues(request.user).filter(pk=pk)
    player = reader.player(request)
    entry = get_object_or_404(player.entries.select_related("league", "player"), league__in=leagues)
    form = LeagueLetters(request.POST)
    if form.is_valid():
        preferences.choose_for(player, entry, changed(form))
        messages.success(request, say("Letters about {league} come to you as you have chosen.", league=entry.league))
    else:
        messages.error(request, say("This could not be read. Please choose again."))
    return _back_to("letters")


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
            messages.success(request, say("You are forgotten. Thank you for having played."))
            return redirect("player:home")
    running = Seat.objects.filter(player=player, table__state=Table.State.RUNNING).exclude(mover=Seat.Mover.REPLACED)
    values = {"form": form, "refusal": erasure.why_not(player, player), "running": running.count()}
    return render(request, "play/forget.html", values, status=422 if form.errors else 200)
