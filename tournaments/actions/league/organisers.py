"""The change of a league's organisers: somebody is asked by letter and accepts on a page, or steps down.

Only who may organise leagues on this service can be asked; that is for the owner of the service to say, on the server
(`actions.appointing`). Whoever types another address reads one and the same refusal.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from engine.language.languages import to_say
from tournaments.actions import journal, present
from tournaments.actions.league import admission, leagues, organisers_asked
from tournaments.actions.league.permissions import check_organiser
from tournaments.actions.player import bounces, names, strangers
from tournaments.actions.seats import offered
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
from tournaments.letters import people as letters
from tournaments.models import Entry, League, OrganiserOffer, OutboundLetter, Player, SeatOffer
from tournaments.outbox import limits, outbox
from tournaments.queries.access.offices import ORGANISES, STEPPED_DOWN

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
FULL = to_say("{league} has {most} organisers, and more there cannot be.")
NOBODY = (
    "Nobody with this address may organise leagues here. Only the owner of the service can allow it, on the server, "
    "with “bruges appoint” or “manage.py appoint” and the address. Then ask again."
)
State = OrganiserOffer.State


def ask(league: League, actor: Player, email: str, reason: str) -> OrganiserOffer:
    """Ask somebody by letter whether they organise the league too. They do so from their own press on (`accept`).

    NotYours; NoOffice where nobody with this registered address may organise leagues here; AlreadyEntered;
    AlreadyOffered; NotOpen for a league that is over or for practice, for a player disqualified in it, and where there
    are enough organisers; TooOften.
    """
    check_organiser(league, actor)
    # Outside of the transaction: what is refused has been tried as well.
    if not limits.allow("asked to organise by", str(actor.pk), TRIES_A_DAY, limits.DAY):
        raise TooOften(f"You have typed {TRIES_A_DAY} addresses here today. Ask the next person tomorrow.")
    return _ask(league, actor, email, reason)


@transaction.atomic
def _ask(league: League, actor: Player, email: str, reason: str) -> OrganiserOffer:
    league = leagues.locked_for(league, actor)
    if league.practice or league.state in League.OVER:
        raise NotOpen(f"{league} needs no further organiser: it is {league.get_state_display()}.")
    found = Player.objects.filter(email__same=email.strip(), is_staff=True, is_active=True).first()
    if found is None:
        raise NoOffice(NOBODY)
    person = present.hold(found)
    _check(league, person)
    _may_be_asked(person)
    row = OrganiserOffer.objects.create(
        league=league, player=person, by=actor, reason=reason, until=timezone.now() + OPEN_FOR
    )
    row.letter = _write(row)
    row.save(update_fields=("letter",))
    words = f"{actor} asked {person} to organise {league}: {reason}"
    journal.note("organiser asked", words, actor=actor, league=league, player=person.pk, question=row.pk)
    return row


def _check(league: League, person: Player) -> None:
    """Whether the person can be asked at all. The league is locked."""
    if not person.is_staff:  # dismissed at this moment
        raise NoOffice(NOBODY)
    if league.organisers.filter(pk=person.pk).exists():
        raise AlreadyEntered(f"{person} organises {league} already.")
    if admission.is_out(league, person):
        raise NotOpen(f"{person} is disqualified in {league}. Readmit them before they organise it.")
    rows = OrganiserOffer.objects.filter(league=league)
    organisers_asked.end(rows.exclude(pk__in=organisers_asked.open_now().values("pk")))
    if rows.filter(player=person, state=State.OPEN).exists():
        raise AlreadyOffered(f"{person} has been asked already and has not answered yet.")
    if _active(league) + rows.filter(state=State.OPEN).count() >= MOST:
        raise NotOpen(
            f"{league} has {MOST} organisers, with those who have been asked and have not answered: more there cannot "
            "be. Take a question back first, or wait until somebody steps down."
        )


def _may_be_asked(person: Player) -> None:
    if not limits.allow("asked to organise", str(person.pk), LETTERS_TO_ONE_A_DAY, limits.DAY):
        raise TooOften(f"{person} has had several such letters today. Nothing was sent; try again tomorrow.")


def _active(league: League) -> int:
    return league.organisers.filter(is_active=True).count()


def _write(row: OrganiserOffer) -> OutboundLetter:
    draft = letters.asked_to_organise(row.player, row, address(row))
    return outbox.write(draft, player=row.player, league=row.league, dedupe=f"asked-to-organise:{row.pk}")


def address(row: OrganiserOffer) -> str:
    """The full address of the page behind the letter, which went to the registered address of whom it asks."""
    return strangers.page("player:organise", SALT, row.pk, row.player_id)


def read(key: str) -> OrganiserOffer:
    """The question that a mailed page is about: open, declined, or accepted by who organises. Else LinkExpired."""
    pk, player = strangers.read_key(key, SALT, ALTERED)
    row = OrganiserOffer.objects.select_related("league__deck", "by", "player").filter(pk=pk, player=player).first()
    if row is None or not _may_be_read(row):
        raise LinkExpired(say(OVER))
    return row


def _may_be_read(row: OrganiserOffer) -> bool:
    if row.state == State.TAKEN:
        return row.league.organisers.filter(pk=row.player_id).exists()
    return row.state == State.DECLINED or _is_open(row)


def _is_open(row: OrganiserOffer) -> bool:
    return organisers_asked.open_now().filter(pk=row.pk).exists()


def accept(row: OrganiserOffer) -> Player:
    """Make the person an organiser of the league: the button behind the letter. Of several presses one counts.

    LinkExpired when it cannot be accepted any more; NotOpen for a disqualified player, or where there are enough;
    NameTaken and BadSettings where players of the league could take the name for somebody else's or for an order.
    """
    with transaction.atomic():
        row, league = _locked(row.pk)
        if row.state == State.TAKEN:
            return row.player
        player = present.hold(row.player)
        if not _is_open(row):
            raise LinkExpired(say(OVER))
        admission.refuse_out(league, player)
        names.refuse_in(league, player)
        if _active(league) >= MOST:
            raise NotOpen(say(FULL, league=league, most=MOST))
        league.organisers.add(player)
        organisers_asked.end(OrganiserOffer.objects.filter(pk=row.pk), State.TAKEN)
        words = f"{player} organises {league} from now on, as {row.by} had asked"
        journal.note(ORGANISES, words, actor=player, league=league, player=player.pk, question=row.pk)
        bounces.note_heard(player)
    bounces.hear_from(player)
    return player


@transaction.atomic
def decline(row: OrganiserOffer) -> None:
    """The other button. A second press does nothing. LinkExpired as `accept`."""
    row, league = _locked(row.pk)
    if row.state == State.DECLINED:
        return
    if not _is_open(row):
        raise LinkExpired(say(OVER))
    organisers_asked.end(OrganiserOffer.objects.filter(pk=row.pk), State.DECLINED)
    words = f"{row.player} does not want to organise {league}"
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
    if not organisers_asked.end(OrganiserOffer.objects.filter(pk=row.pk), State.WITHDRAWN):
        raise MovedOn("This question has ended since you looked: there is nothing to take back.")
    words = f"{actor} took back the question whether {row.player} organises {league}"
    journal.note("organiser not asked", words, actor=actor, league=league, player=row.player_id)


@transaction.atomic
def step_down(league: League, actor: Player, reason: str) -> League:
    """Give an organiser's office in one league back: the others decide what was theirs to decide.

    Seats that they have offered by letter, and others whom they have asked to organise, cannot be had by that any more.
    What they have seen stays seen: whose hidden things they have opened they never play against (`substitutes`).
    NotYours for somebody who does not organise the league; StillNeeded for its last organiser while it is not over.
    """
    league = leagues.locked(league)
    leagues.hold_entries(league)
    actor = present.hold(actor)
    if not league.organisers.filter(pk=actor.pk).exists():
        raise NotYours(f"You do not organise {league}.")
    if is_last(league, actor):
        raise StillNeeded(
            f"You are the only organiser of {league}. Organise it with somebody first, or let it end or cancel it."
        )
    leave(league, actor)
    journal.note(
        STEPPED_DOWN, f"{actor} organises {league} no more: {reason}", actor=actor, league=league, player=actor.pk
    )
    return league


def is_last(league: League, organiser: Player) -> bool:
    """Whether a league that is not over would be left without an organiser."""
    others = league.organisers.filter(is_active=True).exclude(pk=organiser.pk)
    return league.state not in League.OVER and not others.exists()


def leave(league: League, organiser: Player) -> None:
    """Take an organiser out of a league; what they have offered in its name is over. League and entries are locked.

    Who had to wait for a place because that one organised it as well gets it.
    """
    league.organisers.remove(organiser)
    offered.end(SeatOffer.objects.filter(seat__table__league=league, by=organiser))
    organisers_asked.end(OrganiserOffer.objects.filter(league=league, by=organiser))
    leagues.fill_places(league)


def plays_in(league: League, person: Player) -> bool:
    """Whether the person is in the league as a player, or has a seat in it."""
    entries = league.entries.exclude(state__in=Entry.GONE)
    return entries.filter(player=person).exists() or person.seats.filter(table__league=league).exists()


def _locked(offer_id: int) -> tuple[OrganiserOffer, League]:
    """The question as it is now, and its league. What changes it holds the league: of several presses one counts."""
    first = OrganiserOffer.objects.filter(pk=offer_id).select_related("league").first()
    if first is None:  # deleted since the page was made: whom it asked was forgotten
        raise LinkExpired(say(OVER))
    league = leagues.locked(first.league)
    row = OrganiserOffer.objects.select_related("by", "player").filter(pk=offer_id).first()
    if row is None:
        raise LinkExpired(say(OVER))
    return row, league
