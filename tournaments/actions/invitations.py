"""Leagues that are not for everybody: invited by letter, or by a link that the organiser hands out."""

from __future__ import annotations

import re
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse

from engine.languages import to_say
from tournaments.actions import bounces, journal, leagues, people
from tournaments.actions.refusals import BadSettings, LinkExpired, NotOpen
from tournaments.mail import limits, outbox
from tournaments.mail.letters import people as letters
from tournaments.models import Entry, Invitation, League, Player
from tournaments.speech import say

MOST_AT_ONCE = 60  # addresses
LETTERS_A_DAY = 1  # to one address about one league
DAY = timedelta(days=1)
CANCELLED = to_say("This league was cancelled and cannot be joined any more.")
INVITED_SALT, LINK_SALT = "invited", "league link"
BETWEEN = re.compile(r"[\s,;<>\"()]+")


def addresses(text: str) -> list[str]:
    """The mail addresses in a text that was pasted, each once. BadSettings names what looks like one and is none."""
    found = dict.fromkeys(word.strip(".:'").lower() for word in BETWEEN.split(text) if "@" in word)
    for email in found:
        try:
            validate_email(email)
        except ValidationError as error:
            raise BadSettings(f"“{email}” is no mail address.") from error
    if not found:
        raise BadSettings("There is no mail address in this text.")
    if len(found) > MOST_AT_ONCE:
        raise BadSettings(f"Invite {MOST_AT_ONCE} at a time; these are {len(found)}.")
    return list(found)


@transaction.atomic
def invite(league: League, actor: Player, text: str) -> int:
    """Mail an invitation to every address in the text; how many letters were written.

    Who is in the league already, or has had the letter today, gets none.
    """
    league = leagues.locked_for(league, actor)
    if league.state != League.State.OPEN:
        raise NotOpen(f"{league} is {league.get_state_display()}: nobody can join it now.")
    # In one order for all who invite at this moment: an address that is new to two of them is stored by one.
    count = sum(_invite(league, actor, email) for email in sorted(addresses(text)))
    words = f"{actor} invited {count} by letter to {league}"
    journal.note("invited", words, actor=actor, league=league)
    return count


def _invite(league: League, actor: Player, email: str) -> bool:
    player = people.known_or_new(email, people.first_name("", email))
    invitation, _ = Invitation.objects.get_or_create(league=league, player=player)
    entered = league.entries.exclude(state=Entry.State.LEFT).filter(player=player).exists()
    if entered or not limits.allow(f"invited to {league.pk}", email, LETTERS_A_DAY, DAY):
        return False
    invitation.sent += 1
    invitation.save(update_fields=("sent",))
    draft = letters.invited(player, league, actor, address(invitation))
    key = f"invitation:{invitation.pk}:{invitation.sent}"
    outbox.write(draft, player=player, league=league, dedupe=key, anyhow=True)
    return True


def address(invitation: Invitation) -> str:
    """The full address of the page behind a mailed invitation; it proves the mail address."""
    return _page("player:invitation", signing.dumps([invitation.pk, invitation.player_id], salt=INVITED_SALT))


def link(league: League) -> str:
    """The full address that an organiser hands out; whoever opens it signs in first."""
    return _page("player:league-link", signing.dumps(league.pk, salt=LINK_SALT))


def _page(name: str, key: str) -> str:
    return settings.SITE_URL.rstrip("/") + reverse(name, args=(key,))


def read(key: str) -> Invitation:
    """The invitation that a mailed page is about. LinkExpired when it was altered or nobody can join any more."""
    try:
        pk, player = signing.loads(key, salt=INVITED_SALT)
    except signing.BadSignature as error:
        raise LinkExpired(
            say("This invitation was altered on its way. Open the link of the letter once more.")
        ) from error
    invitations = Invitation.objects.filter(pk=pk, player=player, player__is_active=True)
    invitation = invitations.select_related("league", "player").first()
    if invitation is not None and invitation.league.is_cancelled:
        raise LinkExpired(say(CANCELLED))
    if invitation is None or invitation.league.state != League.State.OPEN:
        raise LinkExpired(say("This league cannot be joined any more."))
    return invitation


def league_of(key: str) -> League:
    """The league that a handed-out link is about. LinkExpired as for `read`."""
    try:
        pk = signing.loads(key, salt=LINK_SALT)
    except signing.BadSignature as error:
        raise LinkExpired(say("This link is not complete. Ask for it once more.")) from error
    league = League.objects.filter(pk=pk, access=League.Access.LINK).first()
    if league is not None and league.is_cancelled:
        raise LinkExpired(say(CANCELLED))
    if league is None or league.state != League.State.OPEN:
        raise LinkExpired(say("This league cannot be joined by a link now."))
    return league


@transaction.atomic
def come_by_link(league: League, player: Player) -> Invitation:
    """Who has the link may see and join the league from now on."""
    invitation, new = Invitation.objects.get_or_create(league=league, player=player)
    if new:
        journal.note("came by link", f"{player} has the link of {league}", actor=player, league=league)
    return invitation


def accept(invitation: Invitation, name: str, zone: str, word: str, language: str = "") -> Entry:
    """The button behind a mailed invitation: its address is proved and the player is in, or on the waiting list.

    name, zone, language  of who is new here; a player who is known keeps their own
    """
    player = invitation.player
    with transaction.atomic():
        league = leagues.locked(invitation.league)
        if player.verified_at is None:
            player = people.change_profile(player, name, zone, language)
        entry = leagues.enrol(league, people.prove(player), word)
    bounces.hear_from(player)
    return entry
