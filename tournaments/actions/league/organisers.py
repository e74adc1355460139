"""The question by letter whether somebody has an office in a league, and their yes on a page; an organiser's farewell.

Those can be asked who come to the desk already, and who are or were in a league of the asker's. Whoever types another
address reads one and the same refusal.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from engine.language.languages import to_say
from tournaments.actions import journal, present
from tournaments.actions.league import admission, leagues, offices, organisers_asked
from tournaments.actions.league.permissions import check_leads, check_organiser
from tournaments.actions.player import bounces, names, strangers
from tournaments.language.refusals import (
    AlreadyEntered,
    AlreadyOffered,
    LinkExpired,
    MovedOn,
    NoOffice,
    NotOpen,
    NotYours,
    StillNeeded,
    TooOften,
)
from tournaments.language.speech import say
from tournaments.letters import organisers as letters
from tournaments.models import Entry, League, OfficeOffer, OutboundLetter, Player, Role
from tournaments.outbox import limits, outbox
from tournaments.queries.access.offices import ASSISTS, ORGANISES, OWNS, STEPPED_DOWN, leads, role_in

MOST = 10  # organisers of one league, with those who have been asked and have not answered
OPEN_FOR = timedelta(days=letters.ASKED_DAYS)
TRIES_A_DAY = 20  # addresses that one person types: so many letters at most, and so many addresses tried out
LETTERS_TO_ONE_A_DAY = 3  # of all leagues
SALT = "asked to organise"
ALTERED = to_say("This letter was altered on its way. Open its link once more.")
OVER = to_say(
    "This question was answered or taken back, its time is up, who asked does not organise the league any more, or the "
    "league is over."
)
FULL = to_say("{league} has as many people in such an office as there can be: {most}.")
NOBODY = (
    "Nobody with this address comes to the desk, or has joined a league of yours. Let the person join one first, or "
    "let the owner of the service appoint them."
)
VERBS = {Role.OWNER: OWNS, Role.ORGANISER: ORGANISES, Role.REFEREE: ASSISTS, Role.HELPER: ASSISTS}
State = OfficeOffer.State


def ask(league: League, actor: Player, email: str, reason: str, role: str = Role.ORGANISER) -> OfficeOffer:
    """Ask somebody by letter whether they have an office in the league. They do so from their own press on (`accept`).

    role  any but Role.OWNER (`hand_over`)
    NotYours; NoOffice where nobody with this registered address can be asked; AlreadyEntered; AlreadyOffered; NotOpen
    for a league that is over or for practice, for a player disqualified in it, and where there are enough; TooOften.
    """
    check_organiser(league, actor)
    # Outside of the transaction: what is refused has been tried as well.
    if not limits.allow("asked to organise by", str(actor.pk), TRIES_A_DAY, limits.DAY):
        raise TooOften(f"You have typed {TRIES_A_DAY} addresses here today. Ask the next person tomorrow.")
    with transaction.atomic():
        league = leagues.locked_for(league, actor)
        found = _known_to(actor).filter(email__same=email.strip()).first()
        if found is None:
            raise NoOffice(NOBODY)
        return _ask(league, actor, found, reason, Role(role))


@transaction.atomic
def hand_over(league: League, actor: Player, to: Player, reason: str) -> OfficeOffer:
    """Ask another organiser by letter whether they own the league from now on. Refusals as `ask`."""
    league = leagues.locked(league)
    check_leads(league, actor)
    return _ask(league, actor, to, reason, Role.OWNER)


def _known_to(actor: Player) -> QuerySet[Player]:
    """Those who can be asked: who come to the desk, and who are or were in a league that the actor organises."""
    entered = Entry.objects.filter(player=OuterRef("pk"), league__organisers=actor)
    return Player.objects.filter(Q(is_staff=True) | Exists(entered), is_active=True)


def _ask(league: League, actor: Player, found: Player, reason: str, role: Role) -> OfficeOffer:
    if league.practice or league.state in League.OVER:
        raise NotOpen(f"Nobody is asked for {league} any more: it is {league.get_state_display()}.")
    person = present.hold(found)
    _check(league, person, role)
    _may_be_asked(person)
    row = OfficeOffer.objects.create(
        league=league, player=person, by=actor, reason=reason, role=role, until=timezone.now() + OPEN_FOR
    )
    row.letter = _write(row)
    row.save(update_fields=("letter",))
    words = f"{actor} asked {person} to be {role.label} of {league}: {reason}"
    journal.note("organiser asked", words, actor=actor, league=league, player=person.pk, question=row.pk)
    return row


def _check(league: League, person: Player, role: Role) -> None:
    """Whether the person can be asked at all. The league is locked."""
    held = role_in(league, person)
    if role == Role.OWNER and held is None:
        raise NoOffice(f"{person} does not organise {league}: ask them to organise it first.")
    if held == role or (held in (Role.OWNER, Role.ORGANISER) and role != Role.OWNER):
        raise AlreadyEntered(f"{person} is {held.label} of {league} already.")
    if admission.is_out(league, person):
        raise NotOpen(f"{person} is disqualified in {league}. Readmit them first.")
    rows = OfficeOffer.objects.filter(league=league)
    organisers_asked.end(rows.exclude(pk__in=organisers_asked.open_now().values("pk")))
    if rows.filter(player=person, state=State.OPEN).exists():
        raise AlreadyOffered(f"{person} has been asked already and has not answered yet.")
    most, held_by = _places(league, role)
    if role != Role.OWNER and held_by + rows.filter(role__in=_alike(role), state=State.OPEN).count() >= most:
        raise NotOpen(
            f"{league} has {most} people in such an office, with those who have been asked and have not answered: more "
            "there cannot be. Take a question back first, or wait until somebody leaves."
        )


def _alike(role: Role) -> tuple[Role, ...]:
    """The offices that are counted together."""
    return (Role.REFEREE, Role.HELPER) if role in (Role.REFEREE, Role.HELPER) else (Role.ORGANISER,)


def _places(league: League, role: Role) -> tuple[int, int]:
    """The number of such offices that a league can have, and that it has."""
    if role in (Role.REFEREE, Role.HELPER):
        return offices.MOST, league.officers.filter(player__is_active=True).count()
    return MOST, league.organisers.filter(is_active=True).count()


def _may_be_asked(person: Player) -> None:
    if not limits.allow("asked to organise", str(person.pk), LETTERS_TO_ONE_A_DAY, limits.DAY):
        raise TooOften(f"{person} has had several such letters today. Nothing was sent; try again tomorrow.")


def _write(row: OfficeOffer) -> OutboundLetter:
    draft = letters.asked_to_organise(row.player, row, address(row))
    return outbox.write(draft, player=row.player, league=row.league, dedupe=f"asked-to-organise:{row.pk}")


def address(row: OfficeOffer) -> str:
    """The full address of the page behind the letter, which went to the registered address of whom it asks."""
    return strangers.page("player:organise", SALT, row.pk, row.player_id)


def read(key: str) -> OfficeOffer:
    """The question that a mailed page is about: open, declined, or accepted by who holds it. Else LinkExpired."""
    pk, player = strangers.read_key(key, SALT, ALTERED)
    row = OfficeOffer.objects.select_related("league__deck", "by", "player").filter(pk=pk, player=player).first()
    if row is None or not _may_be_read(row):
        raise LinkExpired(say(OVER))
    return row


def _may_be_read(row: OfficeOffer) -> bool:
    if row.state == State.TAKEN:
        return role_in(row.league, row.player) is not None
    return row.state == State.DECLINED or _is_open(row)


def _is_open(row: OfficeOffer) -> bool:
    return organisers_asked.open_now().filter(pk=row.pk).exists()


def accept(row: OfficeOffer) -> Player:
    """Give the person the office: the button behind the letter. Of several presses one counts.

    LinkExpired when it cannot be accepted any more; NotOpen for a disqualified player, or where there are enough;
    NameTaken and BadSettings where players of the league could take the name for somebody else's or for an order.
    """
    with transaction.atomic():
        row, league = _locked(row.pk)
        if row.state == State.TAKEN:
            return row.player
        player, role = present.hold(row.player), Role(row.role)
        if not _is_open(row) or not _may_still_give(row, league):
            raise LinkExpired(say(OVER))
        admission.refuse_out(league, player)
        names.refuse_in(league, player)
        most, held_by = _places(league, role)
        if role != Role.OWNER and held_by >= most:
            raise NotOpen(say(FULL, league=league, most=most))
        organisers_asked.end(OfficeOffer.objects.filter(pk=row.pk), State.TAKEN)
        offices.give(league, player, role)
        words = f"{player} {offices.SAID[role]} {league} from now on, as {row.by} had asked"
        journal.note(VERBS[role], words, actor=player, league=league, player=player.pk, question=row.pk)
        bounces.note_heard(player)
    bounces.hear_from(player)
    return player


def _may_still_give(row: OfficeOffer, league: League) -> bool:
    """Tell whether who asked may still hand the league over, and whom it asks organises it; True for other offices."""
    if row.role != Role.OWNER:
        return True
    return leads(league, row.by) and league.organisers.filter(pk=row.player_id).exists()


@transaction.atomic
def decline(row: OfficeOffer) -> None:
    """The other button. A second press does nothing. LinkExpired as `accept`."""
    row, league = _locked(row.pk)
    if row.state == State.DECLINED:
        return
    if not _is_open(row):
        raise LinkExpired(say(OVER))
    organisers_asked.end(OfficeOffer.objects.filter(pk=row.pk), State.DECLINED)
    words = f"{row.player} does not want to be {row.get_role_display()} of {league}"
    journal.note("organising declined", words, actor=row.player, league=league, player=row.player_id)


@transaction.atomic
def withdraw(offer_id: int, actor: Player) -> None:
    """Take a question back at the word of an actor for the league; the page behind its letter says so.

    NotYours; AlreadyEntered when it has been accepted meanwhile, MovedOn when it has ended otherwise.
    """
    row, league = _locked(offer_id)
    check_organiser(league, actor)
    if row.state == State.TAKEN:
        raise AlreadyEntered(f"{row.player} has accepted meanwhile.")
    if not organisers_asked.end(OfficeOffer.objects.filter(pk=row.pk), State.WITHDRAWN):
        raise MovedOn("This question has ended since you looked: there is nothing to take back.")
    words = f"{actor} took back the question whether {row.player} is {row.get_role_display()} of {league}"
    journal.note("organiser not asked", words, actor=actor, league=league, player=row.player_id)


@transaction.atomic
def step_down(league: League, actor: Player, reason: str) -> League:
    """Give an organiser's office in one league back: the others decide what was theirs to decide.

    Seats that they have offered by letter, and others whom they have asked, cannot be had by that any more. Where they
    own the league, who has organised it longest owns it then (`offices.heir`). What they have seen stays seen: whose
    hidden things they have opened they never play against (`substitutes`).
    NotYours for somebody who does not organise the league; StillNeeded for its last organiser while it is not over.
    """
    league = leagues.locked(league)
    leagues.hold_entries(league)
    actor = present.hold(actor)
    if not league.organisers.filter(pk=actor.pk).exists():
        raise NotYours(f"You do not organise {league}.")
    if offices.is_last(league, actor):
        raise StillNeeded(
            f"You are the only organiser of {league}. Organise it with somebody first, or let it end or cancel it."
        )
    offices.leave(league, actor)
    journal.note(
        STEPPED_DOWN, f"{actor} organises {league} no more: {reason}", actor=actor, league=league, player=actor.pk
    )
    return league


def plays_in(league: League, person: Player) -> bool:
    """Whether the person is in the league as a player, or has a seat in it."""
    entries = league.entries.exclude(state__in=Entry.GONE)
    return entries.filter(player=person).exists() or person.seats.filter(table__league=league).exists()


def _locked(offer_id: int) -> tuple[OfficeOffer, League]:
    """The question as it is now, and its league. What changes it holds the league: of several presses one counts."""
    first = OfficeOffer.objects.filter(pk=offer_id).select_related("league").first()
    if first is None:  # deleted since the page was made: whom it asked was forgotten
        raise LinkExpired(say(OVER))
    league = leagues.locked(first.league)
    row = OfficeOffer.objects.select_related("by", "player").filter(pk=offer_id).first()
    if row is None:
        raise LinkExpired(say(OVER))
    return row, league
