"""Erasing a person: who may, and in which order. Part of `people.erase`, inside its transaction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from tournaments.actions import printing
from tournaments.actions.erasing import forgetting, journal, remnants, unsent
from tournaments.actions.league import leagues, permissions
from tournaments.actions.seats import seats as seating
from tournaments.actions.table.session import Session, lock_tables
from tournaments.language.refusals import NotYours, Refused, StillNeeded
from tournaments.language.speech import say
from tournaments.models import Entry, League, Player, Seat, Table, Turn
from tournaments.outbox import limits
from tournaments.queries.access import impartiality

BEFORE = (League.State.DRAFT, League.State.OPEN)
AT_ONCE = 20  # tables at which the stand-in moves before the page answers, about half a second


def why_not(player: Player, actor: Player) -> Refused | None:
    """The objection to erasing a person at the actor's word."""
    if not may(player, actor):
        return NotYours(
            say(
                "Only the player, an organiser of every league that the player has ever joined, or the owner of the "
                "service may do this."
            )
        )
    if actor.pk != player.pk and (refusal := _left_to_others(player, actor)) is not None:
        return refusal
    others = Player.objects.filter(organised=OuterRef("pk"), is_active=True).exclude(pk=player.pk)
    alone = player.organised.exclude(state__in=League.OVER).exclude(Exists(others)).order_by("pk").first()
    if alone is None:
        return None
    return StillNeeded(
        say("{league} has no other organiser. Let somebody else organise it, or let it end first.", league=alone)
    )


def may(player: Player, actor: Player) -> bool:
    """Whether somebody may ever do it, as what they are; whether now says `why_not`."""
    return actor.pk == player.pk or actor.is_superuser or _has_all_leagues_of(actor, player)


def _left_to_others(player: Player, actor: Player) -> NotYours | None:
    """The objection to an actor that plays where the player does, and leaves decisions there to others.

    Nothing against an owner of the service where nobody without a part in it could do what the player has asked for,
    and no other owner is there who never meets the player.
    """
    refusal = _not_impartial(player, actor)
    if refusal is None or not actor.is_superuser:
        return refusal
    owners_or_organisers = Q(is_superuser=True) | Q(organised__entries__player=player)
    others = Player.objects.filter(owners_or_organisers, is_active=True).exclude(pk__in=(actor.pk, player.pk))
    free = (other for other in others.distinct() if may(player, other) and _not_impartial(player, other) is None)
    return refusal if any(free) else _of_opponent(player, actor)


def _of_opponent(player: Player, owner: Player) -> NotYours | None:
    try:
        permissions.refuse_opponent(player, impartiality.left_to_owners(owner, player))
    except NotYours as refusal:
        return refusal
    return None


def _not_impartial(player: Player, actor: Player) -> NotYours | None:
    """Tell who decides instead of the actor in a league of the player that is not over and has the actor in it."""
    entered = player.entries.exclude(league__practice=True).values("league")
    together = League.objects.filter(pk__in=entered, entries__player=actor).exclude(state__in=League.OVER)
    for league in together.order_by("pk"):
        try:
            permissions.check_impartial_on(league, actor, player)
        except NotYours as refusal:
            return refusal
    return None


def check(player: Player, actor: Player) -> None:
    """Raise the reason why this person may not erase the player (`why_not`), if there is one."""
    refusal = why_not(player, actor)
    if refusal is not None:
        raise refusal


def _has_all_leagues_of(organiser: Player, player: Player) -> bool:
    """Whether the player is in a league of the organiser's and has never entered one of others.

    One that is over or was left counts as well: whoever has another's player join a league of theirs gains no right
    over what that player has elsewhere.
    """
    if not organiser.is_staff or player.is_staff or player.is_superuser:
        return False
    entered = player.entries.exclude(league__practice=True)
    here = entered.exclude(state__in=Entry.GONE).filter(league__organisers=organiser)
    return here.exists() and not entered.exclude(league__organisers=organiser).exists()


class JoinedMeanwhile(Exception):
    """The player has got a seat, or entered or organises a league, that `lock` has not locked."""


@dataclass(frozen=True, slots=True)
class Locked:
    """The keys of the tables at which somebody has a seat, and of the leagues that they organise or are in."""

    tables: frozenset[int]
    leagues: frozenset[int]


def erase(player: Player, actor: Player, locked: Locked) -> Player:
    """Leave open leagues, give running seats to the stand-in, then blank what rows say of the person.

    locked  what `lock` has answered for them
    Whoever waits for a place in those leagues, or in one that the person organised, gets it. At tables beyond AT_ONCE
    the stand-in makes its first move when the sweep comes to them: a page does not wait for it. JoinedMeanwhile where
    more of theirs is to be locked: then all has to begin anew.
    """
    running = Seat.objects.filter(player=player, table__state=Table.State.RUNNING)
    seats = list(running.filter(table__in=locked.tables).order_by("table_id"))
    for seat in seats[:AT_ONCE]:
        _leave_seat(seat)
    _leave_seats_to_the_sweep([seat.pk for seat in seats[AT_ONCE:]])
    limits.hold_addresses(forgetting.addresses_of(player))
    open_ones = League.objects.filter(pk__in=locked.leagues, state=League.State.OPEN)
    leagues.hold_entries(*open_ones.only("pk"), player=player)
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # who acts for them holds it (`present`)
    now = _theirs(player)
    if not (now.tables <= locked.tables and now.leagues <= locked.leagues):
        raise JoinedMeanwhile
    check(player, actor)  # they may have joined another league meanwhile
    entered = Entry.objects.filter(player=player, league__state__in=BEFORE)
    left = set(entered.exclude(state__in=Entry.GONE).values_list("league_id", flat=True))
    left.update(player.organised.filter(state__in=BEFORE).values_list("pk", flat=True))
    entered.update(state=Entry.State.LEFT)
    who = forgetting.person(player)
    printing.forget_about(player)
    unsent.blank(who)
    forgetting.blank_player(who)
    forgetting.blank_letters(who)
    journal.blank_journal(who)
    for league in League.objects.filter(pk__in=left).order_by("pk"):
        leagues.fill_places(league)
    transaction.on_commit(partial(printing.forget_about, who.player), robust=True)
    transaction.on_commit(remnants.clear_all, robust=True)
    return who.player


def lock(player: Player) -> Locked:
    """Letters that are being read come to their end first; then the tables, ended ones too, and leagues of theirs.

    Of two organisers of one league who are erased at the same moment the second is its only one. A table that is not
    open yet is its league's: whoever opens it sees the player there, or gone.
    """
    list(forgetting.letters_of(player, wait=True).order_by("pk").values_list("pk"))
    found = _theirs(player)
    lock_tables(Table.objects.filter(pk__in=found.tables))
    rows = League.objects.filter(pk__in=found.leagues).select_for_update(no_key=True)
    list(rows.order_by("pk").values_list("pk"))
    return found


def _theirs(player: Player) -> Locked:
    entered = player.entries.exclude(state__in=Entry.GONE).values("league")
    theirs = League.objects.filter(Q(pk__in=player.organised.values("pk")) | Q(pk__in=entered))
    tables = player.seats.order_by().values_list("table_id", flat=True)
    return Locked(frozenset(tables), frozenset(theirs.exclude(state__in=League.OVER).values_list("pk", flat=True)))


def _leave_seats_to_the_sweep(seats: list[int]) -> None:
    """The stand-in has them at once; open questions are due, and `deadlines.expire` lets the stand-in answer them."""
    Seat.objects.filter(pk__in=seats).update(mover=Seat.Mover.REPLACED, token_epoch=F("token_epoch") + 1)
    Turn.objects.filter(seat__in=seats, ended_at=None).update(judge_at=timezone.now(), remind_at=None)


def _leave_seat(seat: Seat) -> None:
    with Session.open(seat.table_id) as session:
        seating.leave_to_bot(session, session.seat(seat.pk))
