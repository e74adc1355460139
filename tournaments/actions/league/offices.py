"""The offices of a league: given to who has said yes (`organisers`), given back, ended by the league's owner."""

from __future__ import annotations

from django.db import transaction

from tournaments.actions import journal, present
from tournaments.actions.exchange import keys
from tournaments.actions.league import leagues, organisers_asked
from tournaments.actions.league.permissions import check_impartial_in, check_leads
from tournaments.actions.seats import offered
from tournaments.language.refusals import MovedOn, StillNeeded
from tournaments.letters import organisers as letters
from tournaments.models import League, OfficeOffer, Officer, Player, Role, SeatOffer
from tournaments.outbox import outbox
from tournaments.queries.access.offices import ENDED, STEPPED_DOWN, role_in

MOST = 20  # referees and helpers of one league, with those who have been asked and have not answered

SAID = {  # what somebody does in an office, for the journal
    Role.OWNER: "owns",
    Role.ORGANISER: "organises",
    Role.REFEREE: "is a referee of",
    Role.HELPER: "is a helper of",
}


def give(league: League, player: Player, role: str) -> None:
    """Have a person hold an office from now on, instead of a lesser one. League and person are locked.

    The first organiser of a league that nobody organises owns it.
    """
    league.officers.filter(player=player).delete()
    if role in (Role.REFEREE, Role.HELPER):
        Officer.objects.create(league=league, player=player, role=role)
    else:
        league.organisers.add(player)
    if role == Role.OWNER or (role == Role.ORGANISER and not has_owner(league)):
        _own(league, player)
    if not player.is_staff:
        player.is_staff = True
        player.save(update_fields=("is_staff",))


def has_owner(league: League) -> bool:
    """Tell whether the owner of a league is still here."""
    return league.owner is not None and league.owner.is_active


def _own(league: League, player: Player | None) -> None:
    """Make somebody the owner; who was asked to be it by another is asked no more."""
    league.owner = player
    league.save(update_fields=("owner",))
    organisers_asked.end(OfficeOffer.objects.filter(league=league, role=Role.OWNER))


def leave(league: League, person: Player) -> None:
    """Take a person out of their office in a league; what they have offered in its name is over. All is locked.

    Who had to wait for a place because that one organised the league as well gets it. Where they owned it, who has
    organised it longest owns it.
    """
    league.organisers.remove(person)
    league.officers.filter(player=person).delete()
    if league.owner_id == person.pk:
        _own(league, heir(league, person))
    offered.end(SeatOffer.objects.filter(seat__table__league=league, by=person))
    organisers_asked.end(OfficeOffer.objects.filter(league=league, by=person))
    leagues.fill_places(league)
    keys.end_without_right(person)
    _close_desk(person)


def heir(league: League, owner: Player) -> Player | None:
    """The organiser who has organised a league longest beside its owner; None where there is no other."""
    rows = League.organisers.through.objects.filter(league=league, player__is_active=True).exclude(player=owner)
    row = rows.select_related("player").order_by("pk").first()
    return row.player if row else None


def _close_desk(person: Player) -> None:
    """Close the desk to somebody who came to it for an office alone, and has none any more."""
    if person.prepares or person.is_superuser or person.organised.exists() or person.offices.exists():
        return
    person.is_staff, person.needs_at = False, None
    person.save(update_fields=("is_staff", "needs_at"))


@transaction.atomic
def give_back(league: League, actor: Player, reason: str) -> League:
    """Leave an office as a referee or helper; MovedOn without one. An organiser steps down (`organisers.step_down`)."""
    league = leagues.locked(league)
    leagues.hold_entries(league)
    actor = present.hold(actor)
    office = league.officers.filter(player=actor).first()
    if office is None:
        raise MovedOn(f"You have no such office in {league} any more.")
    leave(league, actor)
    words = f"{actor} {SAID[Role(office.role)]} {league} no more: {reason}"
    journal.note(STEPPED_DOWN, words, actor=actor, league=league, player=actor.pk)
    return league


@transaction.atomic
def end(league: League, person: Player, actor: Player, reason: str) -> League:
    """End the office of another in a league, at the word of its owner; that one gets a letter with the reason.

    NotYours for who does not own the league, or takes part in it while others decide: nobody puts out who decides in
    their place. StillNeeded for its last organiser while it is not over; MovedOn where the person has no office in it
    any more.
    """
    league = leagues.locked(league)
    leagues.hold_entries(league)
    check_leads(league, actor)
    check_impartial_in(league, actor)
    person = present.hold(person) if person.is_active else person
    role = role_in(league, person)
    if role is None:
        raise MovedOn(f"{person} has no office in {league} any more.")
    if is_last(league, person):
        raise StillNeeded(f"{person} is the only organiser of {league}. Organise it with somebody first.")
    leave(league, person)
    words = f"{actor} ended the office of {person} in {league}, who was {Role(role).label}: {reason}"
    line = journal.note(ENDED, words, actor=actor, league=league, player=person.pk)
    if person.is_active:
        draft = letters.office_ended(person, league, actor, role, reason)
        outbox.write(draft, player=person, league=league, dedupe=f"office-ended:{line.pk}")
    return league


def is_last(league: League, organiser: Player) -> bool:
    """Tell whether a league that is not over would be left without an organiser."""
    if league.state in League.OVER or not league.organisers.filter(pk=organiser.pk).exists():
        return False
    return not league.organisers.filter(is_active=True).exclude(pk=organiser.pk).exists()
