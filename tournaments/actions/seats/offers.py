"""Seats that change hands: to entrants of the league at once, to everybody else by a letter with a button to take it.

Who is in the league has accepted its settings. Nobody else gets a seat, or an account, that they have not asked for,
and no organiser learns whether somebody with an address plays here.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from engine.language.languages import to_say
from tournaments.actions import journal
from tournaments.actions.league import leagues
from tournaments.actions.league.permissions import check_impartial
from tournaments.actions.player import bounces, names, people, strangers
from tournaments.actions.seats import offered, substitutes
from tournaments.language.refusals import (
    AlreadyEntered,
    AlreadyOffered,
    LinkExpired,
    MovedOn,
    NotOpen,
    NotYours,
    TooOften,
)
from tournaments.language.speech import say
from tournaments.letters import substitutes as letters
from tournaments.models import Entry, League, OutboundLetter, Player, Role, Seat, SeatOffer, Table
from tournaments.outbox import limits, outbox

OPEN_FOR = timedelta(days=letters.OFFERED_DAYS)
LETTERS_A_DAY = 3  # to one address about seats of one league
SALT = "seat offered"
ALTERED = to_say("This letter was altered on its way. Open its link once more.")
OVER = to_say(
    "This offer was answered or taken back, its time is up, somebody else has the seat or its player plays again, the "
    "game ended or was stopped, or whoever offered it does not decide that any more."
)
State = SeatOffer.State


@transaction.atomic
def give(
    seat_id: int, email: str, name: str, actor: Player, reason: str, *, epoch: int, everywhere: bool = False
) -> SeatOffer | None:
    """Give a seat to an entrant of its league; offer it by letter to any other address. The offer, if it is one.

    name        of a new player, or blank: then they are asked for it
    epoch       the seat's `token_epoch` when the organiser looked
    everywhere  also the other seats of its player in the league
    As `substitutes.give_seat`; BadSettings or NameTaken for the name, AlreadyOffered, TooOften.
    """
    rest = substitutes.lock(seat_id, everywhere=everywhere)
    seat = Seat.objects.select_related("table__league", "player").get(pk=seat_id)
    check_impartial(seat.table.league, actor, seats__in=[seat_id, *rest])
    if everywhere:
        substitutes.check_later(seat, actor)
    email = people.cleaned(email)
    _refuse_out(seat.table.league, email)
    entrant = _entrant(seat.table.league, email, actor)
    if entrant is None:
        return _offer(seat_id, email, name, actor, reason, epoch=epoch, everywhere=everywhere)
    hand_over = substitutes.give_all_seats if everywhere else substitutes.give_seat
    hand_over(seat_id, entrant, actor, reason, epoch=epoch)
    return None


def _refuse_out(league: League, email: str) -> None:
    """NotOpen for the registered address of a disqualified player, which the desk shows; other addresses reveal nobody.

    Whoever is asked at another address of theirs is refused when they press the button (`admission`).
    """
    out = league.entries.filter(state=Entry.State.OUT, player__email__same=email).select_related("player").first()
    if out is not None:
        raise NotOpen(f"{out.player} is disqualified in {league}. Readmit them before they get a seat.")


def _entrant(league: League, email: str, actor: Player) -> Player | None:
    """The registered owner of the address who has joined the league, or is the organiser who presses the button.

    No other organiser, and no referee: they are asked, because what they get takes the right to decide from them.
    """
    referees = league.officers.filter(role=Role.REFEREE).values("player")
    entries = league.entries.exclude(state__in=Entry.GONE)
    entries = entries.exclude(player__in=league.organisers.values("pk")).exclude(player__in=referees)
    who = Q(pk__in=entries.values("player")) | Q(pk=actor.pk)
    return Player.objects.filter(who, email__same=email, is_active=True).first()


def _offer(
    seat_id: int, email: str, name: str, actor: Player, reason: str, *, epoch: int, everywhere: bool
) -> SeatOffer:
    seat = Seat.objects.select_related("table__league", "player").get(pk=seat_id)
    substitutes.check(seat, actor, epoch)
    league = leagues.locked(seat.table.league)
    limits.hold_addresses([email])
    checked = people.checked(email, name or people.first_name("", email), "UTC")
    if name:
        name = checked.name
        names.refuse_taken(league, None, name)
        names.refuse_order(league, name)
    _may_be_asked(seat, email, actor)
    row = SeatOffer.objects.create(
        seat=seat, since=seat.since, everywhere=everywhere, email=email, name=name, reason=reason, by=actor,
        until=timezone.now() + OPEN_FOR,
    )  # fmt: skip
    row.letter = _write(row)
    row.save(update_fields=("letter",))
    words = f"{actor} offered the seat of {seat.player or 'the stand-in'} at {seat.table} by letter: {reason}"
    journal.note("seat offered", words, actor=actor, seat=seat, offer=row.pk)
    return row


def _may_be_asked(seat: Seat, email: str, actor: Player) -> None:
    asked = SeatOffer.objects.filter(seat=seat, state=State.OPEN, email__same=email)
    offered.end(asked.exclude(pk__in=offered.open_now().values("pk")))
    if asked.exists():
        raise AlreadyOffered(f"{email} has been offered this seat already and has not answered yet.")
    if not strangers.may_be_written(email, f"offered in {seat.table.league_id}", LETTERS_A_DAY):
        raise TooOften(f"{email} has had several such letters today. Nothing was sent; try again tomorrow.")
    strangers.count(actor, [email])


def _write(row: SeatOffer) -> OutboundLetter:
    """Write it as to a stranger, whoever has the address: what the desk shows of the letter tells nothing of them."""
    draft = letters.seat_offered(strangers.reader(row.email, row.by, row.name), row, address(row))
    league = row.seat.table.league
    return outbox.write(draft, player=None, to=row.email, league=league, dedupe=f"seat-offered:{row.pk}")


def address(row: SeatOffer) -> str:
    """The full address of the page behind the letter; it proves the mail address."""
    return strangers.page("player:seat-offer", SALT, row.pk, row.email)


def read(key: str) -> SeatOffer:
    """The offer that a mailed page is about: open, declined, or taken by who still plays. LinkExpired for any other."""
    pk, email = strangers.read_key(key, SALT, ALTERED)
    rows = SeatOffer.objects.select_related("seat__table__league__deck", "seat__player", "by", "player")
    row = rows.filter(pk=pk, email__in=("", email)).first()
    if row is None or not _may_be_read(row):
        raise LinkExpired(say(OVER))
    return row


def _may_be_read(row: SeatOffer) -> bool:
    seat = row.seat
    if row.state == State.TAKEN:
        plays = seat.player_id == row.player_id and seat.mover != Seat.Mover.REPLACED
        return plays and seat.table.state == Table.State.RUNNING
    return row.state == State.DECLINED or _is_open(row)


def whose(row: SeatOffer) -> Player | None:
    """The player that has taken the seat, or that has the address now; None while nobody has."""
    return row.player or people.player_of(row.email)


def _is_open(row: SeatOffer) -> bool:
    return offered.open_now().filter(pk=row.pk).exists()


def accept(row: SeatOffer, name: str, zone: str, language: str = "") -> Player:
    """The button behind the letter: its address is proved, and the seat is the player's. Of several presses one counts.

    name, zone, language  of a new player, whom this press makes; a known one keeps their own
    LinkExpired when it cannot be taken any more, also where who offered it does not decide any more: then it is over.
    What `substitutes.give_seat` refuses else.
    """
    try:
        player = _taken(row.pk, name, zone, language)
    except NotYours:
        offered.end(SeatOffer.objects.filter(pk=row.pk))
        raise LinkExpired(say(OVER)) from None
    bounces.hear_from(player)
    return player


@transaction.atomic
def _taken(offer_id: int, name: str, zone: str, language: str) -> Player:
    row = _locked(offer_id)
    if row.state == State.TAKEN and row.player is not None:
        return row.player
    if not _is_open(row):
        raise LinkExpired(say(OVER))
    league = leagues.locked(row.seat.table.league)
    player = people.begin(row.email, name, zone, language)
    hand_over = substitutes.give_all_seats if row.everywhere else substitutes.give_seat
    hand_over(row.seat_id, player, row.by, row.reason, epoch=row.seat.token_epoch)
    league.entries.filter(player=player).update(accepted_at=timezone.now())
    taken = {"state": State.TAKEN, "player": player, "email": "", "name": "", "ended_at": timezone.now()}
    if not SeatOffer.objects.filter(pk=row.pk).update(**taken):  # whom it went to was forgotten at this moment
        raise LinkExpired(say(OVER))
    words = f"{player} took the seat that {row.by} had offered"
    journal.note("seat taken", words, actor=player, seat=row.seat, offer=row.pk)
    bounces.note_heard(player)
    return player


@transaction.atomic
def decline(row: SeatOffer) -> None:
    """The other button: the seat stays whose it is. A second press does nothing. LinkExpired as `accept`."""
    row = _locked(row.pk)
    if row.state == State.DECLINED:
        return
    if not _is_open(row):
        raise LinkExpired(say(OVER))
    offered.end(SeatOffer.objects.filter(pk=row.pk), State.DECLINED)
    words = f"the offer of the seat of {row.seat.player or 'the stand-in'} at {row.seat.table} was declined"
    journal.note("seat declined", words, seat=row.seat, offer=row.pk)


@transaction.atomic
def withdraw(offer_id: int, actor: Player) -> None:
    """Take an offer back at an organiser's word; the page behind its letter says so.

    NotYours; AlreadyEntered when the seat has been taken meanwhile, MovedOn when the offer has ended otherwise.
    """
    row = _locked(offer_id)
    check_impartial(row.seat.table.league, actor, pk=row.seat.table_id)
    if row.state == State.TAKEN:
        raise AlreadyEntered(f"{row.player} has taken the seat meanwhile.")
    if not offered.end(SeatOffer.objects.filter(pk=row.pk), State.WITHDRAWN):
        raise MovedOn("This offer has ended since you looked: there is nothing to take back.")
    words = f"{actor} took back the offer of the seat of {row.seat.player or 'the stand-in'} at {row.seat.table}"
    journal.note("offer withdrawn", words, actor=actor, seat=row.seat, offer=row.pk)


def _locked(offer_id: int) -> SeatOffer:
    """The offer as it is now. What changes it holds the table of its seat, so that of several presses one counts."""
    first = SeatOffer.objects.filter(pk=offer_id).first()
    if first is not None:
        substitutes.lock(first.seat_id, everywhere=first.everywhere)
    rows = SeatOffer.objects.select_related("seat__table__league", "seat__player", "by", "player")
    row = rows.filter(pk=offer_id).first()
    if row is None:  # deleted since the page was made: whom it went to was forgotten
        raise LinkExpired(say(OVER))
    return row
