"""Letters about offices in a league: the question whether somebody takes one, and the news that it has ended."""

from __future__ import annotations

from engine.language.languages import to_say
from tournaments.language.speech import say
from tournaments.letters.parts.draft import Draft, compose
from tournaments.letters.parts.frame import about_league, about_player
from tournaments.letters.parts.language import in_its_readers_language
from tournaments.letters.parts.layout import end_of_letter, marker, quoted
from tournaments.letters.parts.names import harmless
from tournaments.letters.parts.offices import by_whom
from tournaments.models import League, OfficeOffer, Player, Role

ASKED_DAYS = 7  # that the question holds
# By role: heading, subject behind the short name of the league, question, and what the office means.
HEADINGS = {
    Role.OWNER: to_say("Will you take over the league?"),
    Role.ORGANISER: to_say("Will you organise?"),
    Role.REFEREE: to_say("Will you be a referee?"),
    Role.HELPER: to_say("Will you help?"),
}
SUBJECTS = {
    Role.OWNER: to_say("{asker} asks you to take over the league"),
    Role.ORGANISER: to_say("{asker} asks you to organise"),
    Role.REFEREE: to_say("{asker} asks you to be a referee"),
    Role.HELPER: to_say("{asker} asks you to help"),
}
QUESTIONS = {
    Role.OWNER: to_say("{by_whom}, asks whether you take over {league}. The reason:"),
    Role.ORGANISER: to_say("{by_whom}, asks whether you organise {league} too. The reason:"),
    Role.REFEREE: to_say("{by_whom}, asks whether you rule in {league} where a player asks for a ruling. The reason:"),
    Role.HELPER: to_say("{by_whom}, asks whether you help with the letters of {league}. The reason:"),
}
MEANINGS = {
    Role.OWNER: to_say("Who owns a league organises it, ends offices of others in it and may hand it over again."),
    Role.ORGANISER: to_say("Who organises a league helps its players and rules where they call the referee."),
    Role.REFEREE: to_say("Who has this office rules where a player asks for a ruling, and decides nothing else."),
    Role.HELPER: to_say("A helper sees the letters of the league and writes to its players, and decides nothing."),
}
ENDED = {
    Role.OWNER: to_say("You do not organise {league} any more."),
    Role.ORGANISER: to_say("You do not organise {league} any more."),
    Role.REFEREE: to_say("You do not rule in {league} any more."),
    Role.HELPER: to_say("You do not help with {league} any more."),
}


@in_its_readers_language
def asked_to_organise(player: Player, offer: OfficeOffer, url: str) -> Draft:
    """The question whether somebody takes an office. The buttons are on the page behind it."""
    league, role = offer.league, Role(offer.role)
    about = {"by_whom": by_whom(league, offer.by), "league": harmless(league.name)}
    values = {**about_player(player), **about_league(league), "url": url, "days": ASKED_DAYS}
    values |= {
        "heading": say(HEADINGS[role]),
        "question": say(QUESTIONS[role], **about),
        "reason": quoted(offer.reason),
    }
    values |= {"subject": say(SUBJECTS[role], asker=harmless(offer.by.name)), "means": say(MEANINGS[role])}
    values["first"] = marker(say(HEADINGS[role]).upper(), say("look, and say yes or no"))
    values["end"] = end_of_letter()
    return compose("asked_to_organise", values)


@in_its_readers_language
def office_ended(player: Player, league: League, actor: Player, role: str, reason: str) -> Draft:
    """The news to somebody whose office in a league its owner has ended."""
    ended = say(ENDED[Role(role)], league=harmless(league.name))
    values = {**about_player(player), **about_league(league), "ended": ended, "reason": quoted(reason)}
    values |= {"by_whom": by_whom(league, actor), "first": marker(say("YOUR OFFICE HAS ENDED")), "end": end_of_letter()}
    return compose("office_ended", values)
