"""The page behind a letter that asks whether somebody has an office in a league: what it means, and two buttons."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from engine.language.languages import to_say
from tournaments.actions.league import organisers
from tournaments.language.refusals import LinkExpired, Refused
from tournaments.language.speech import say
from tournaments.letters.organisers import HEADINGS
from tournaments.models import OfficeOffer, Role
from tournaments.pages.choices import CHOOSE, chosen
from tournaments.queries.leagues.terms import conduct_words, themes_of

PAGE = "play/organise.html"
ACCEPT, DECLINE = ANSWERS = "accept", "decline"


@require_http_methods(["GET", "HEAD", "POST"])
def organise(request: HttpRequest, key: str) -> HttpResponse:
    """GET shows the league, POST accepts or says no. The key came to the person's own address: nobody signs in."""
    try:
        asked = organisers.read(key)
        if asked.state != OfficeOffer.State.OPEN:
            values = {"asked": asked, "league": asked.league, asked.state: True, **_words(asked)}
            return render(request, PAGE, {**values, "on_desk": asked.role in (Role.OWNER, Role.ORGANISER)})
        if request.method == "POST":
            return _answer(request, asked)
        return render(request, PAGE, _shown(asked))
    except LinkExpired as refusal:
        return render(request, PAGE, {"over": str(refusal)}, status=410)


def _answer(request: HttpRequest, asked: OfficeOffer) -> HttpResponse:
    answer = chosen(request, "answer", ANSWERS)
    try:
        if answer == ACCEPT:
            organisers.accept(asked)
        elif answer == DECLINE:
            organisers.decline(asked)
        else:
            return render(request, PAGE, {**_shown(asked), "refused": say(CHOOSE)}, status=422)
    except LinkExpired:
        raise
    except Refused as refusal:
        return render(request, PAGE, {**_shown(asked), "refused": str(refusal)}, status=422)
    return redirect(request.path)


# By role: the question, what a yes makes, its button, and what the office means.
QUESTIONS = {
    Role.OWNER: to_say("{asker} asks whether you take over this league."),
    Role.ORGANISER: to_say("{asker} asks you to organise this league too."),
    Role.REFEREE: to_say("{asker} asks you to be a referee of this league."),
    Role.HELPER: to_say("{asker} asks you to help with the letters of this league."),
}
TAKEN = {
    Role.OWNER: to_say("You own {league}"),
    Role.ORGANISER: to_say("You organise {league}"),
    Role.REFEREE: to_say("You are a referee of {league}"),
    Role.HELPER: to_say("You help with {league}"),
}
BUTTONS = {
    Role.OWNER: to_say("Take over this league"),
    Role.ORGANISER: to_say("Organise this league"),
    Role.REFEREE: to_say("Be a referee of this league"),
    Role.HELPER: to_say("Help with this league"),
}
REASON = to_say(
    "You see the mail addresses of its players. What is hidden at a table opens to you only with a reason that the "
    "journal keeps."
)
MEANINGS = {
    Role.OWNER: (
        to_say("You go on organising it, may end the offices of others in it, and may hand it over again."),
        to_say("If you step down, whoever has organised it longest beside you owns it."),
    ),
    Role.ORGANISER: (
        to_say(
            "You may do everything for this league that its other organisers do: help players, give seats to others, "
            "stop clocks, rule where the referee is called."
        ),
        REASON,
    ),
    Role.REFEREE: (
        to_say("Where a player calls the referee you read the words and rule, unless you play at that table."),
        to_say("You see the tables as onlookers see them: no hands, no letters. You decide nothing else."),
    ),
    Role.HELPER: (
        to_say("You see the letters of the league, have them read again, and write to players who are stuck."),
        REASON,
        to_say("You decide nothing: not on seats, clocks or results."),
    ),
}
PLAYS = to_say(
    "You play in this league: at your own tables you rule only if all who may rule play there, and what others were "
    "asked to rule on stays closed to you."
)
LEAVE = {
    Role.ORGANISER: to_say("You can step down on the desk at any time, as long as somebody else organises the league."),
    Role.REFEREE: to_say("You can leave the office on the desk at any time."),
    Role.HELPER: to_say("You can leave the office on the desk at any time."),
}


def _words(asked: OfficeOffer) -> dict[str, Any]:
    """The sentences of the page that depend on the office."""
    role, league = Role(asked.role), asked.league
    means = [*MEANINGS[role]]
    if role in (Role.ORGANISER, Role.REFEREE) and organisers.plays_in(league, asked.player):
        means.append(PLAYS)
    if role in LEAVE:
        means.append(LEAVE[role])
    return {
        "heading": say(HEADINGS[role]),
        "question": say(QUESTIONS[role], asker=asked.by.name),
        "holds": say(TAKEN[role], league=league.name),
        "button": say(BUTTONS[role]),
        "means": [say(words) for words in means],
    }


def _shown(asked: OfficeOffer) -> dict[str, Any]:
    league = asked.league
    return {
        "asked": asked,
        "league": league,
        **_words(asked),
        "themes": themes_of(league),
        "conduct": conduct_words(league),
    }
