"""What is forgotten of a person and what stays. Part of `people.erase`, inside its transaction."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from engine.languages import ENGLISH
from tournaments.actions import journal, printing, sitting, turns
from tournaments.actions.names import NAMELESS
from tournaments.actions.refusals import NotYours, Refused, StillNeeded
from tournaments.models import (
    Case,
    Entry,
    InboundLetter,
    JournalLine,
    League,
    Note,
    OutboundLetter,
    Player,
    Press,
    Seat,
    Table,
)
from tournaments.speech import say


def why_not(player: Player, actor: Player) -> Refused | None:
    """What stands against erasing a person at the actor's word."""
    if not (actor.pk == player.pk or actor.is_superuser or _plays_for(actor, player)):
        return NotYours(
            say(
                "Only the player, an organiser of every league that the player is in now, or the owner of the service "
                "may do this."
            )
        )
    for league in player.organised.exclude(state__in=League.OVER):
        if not league.organisers.filter(is_active=True).exclude(pk=player.pk).exists():
            return StillNeeded(
                say(
                    "{league} has no other organiser. Let somebody else organise it, or let it end first.",
                    league=league,
                )
            )
    return None


def _plays_for(organiser: Player, player: Player) -> bool:
    """Whether the organiser has a league of the player's, and nobody else has one that is not over."""
    if not organiser.is_staff or player.is_staff or player.is_superuser:
        return False
    entered = player.entries.exclude(state__in=Entry.GONE)
    elsewhere = entered.exclude(league__organisers=organiser).exclude(league__state__in=League.OVER)
    elsewhere = elsewhere.exclude(league__practice=True)
    return entered.filter(league__organisers=organiser).exists() and not elsewhere.exists()


def erase(player: Player) -> None:
    """Leave open leagues, give running seats to a bot, blank letters and journal, then the person."""
    called = names_of(player)
    _lock(player)
    for seat in Seat.objects.filter(player=player, table__state=Table.State.RUNNING).order_by("table_id"):
        _leave_seat(seat)
    Entry.objects.filter(player=player, league__state__in=(League.State.DRAFT, League.State.OPEN)).update(
        state=Entry.State.LEFT
    )
    printing.forget_about(player)
    _blank_player(player)
    _blank_letters(player)
    _blank_journal(player, called)


def _lock(player: Player) -> None:
    """Letters that are being read come to their end first; then the tables, before anything else of theirs."""
    list(_letters_of(player).order_by("pk").values_list("pk"))
    sitting.lock_tables(Table.objects.filter(seats__player=player, state=Table.State.RUNNING))


def _letters_of(player: Player, *, skip_locked: bool = False) -> QuerySet[InboundLetter]:
    """What has come from the player or for a seat since it is theirs; locked."""
    since = Q(seat__since=None) | Q(received_at__gte=F("seat__since"))
    rows = InboundLetter.objects.select_for_update(of=("self",), no_key=True, skip_locked=skip_locked)
    return rows.filter(Q(player=player) | Q(seat__player=player) & since)


def names_of(player: Player) -> list[str]:
    """All names that the player has had, the longest first."""
    before = JournalLine.objects.filter(verb="renamed", actor=player).values_list("data__before", flat=True)
    return sorted({player.name, *before}, key=len, reverse=True)


def _blank_player(player: Player) -> None:
    player.name, player.email = NAMELESS, f"former-{player.pk}@erased.invalid"
    player.rules, player.zone, player.language, player.is_active = {}, "UTC", ENGLISH, False
    player.erased_at = timezone.now()
    player.set_unusable_password()
    player.save()
    player.addresses.all().delete()
    player.entries.update(word="")
    Case.objects.filter(player=player).update(words="")
    Note.objects.filter(player=player).delete()
    Press.objects.filter(player=player).delete()


def _leave_seat(seat: Seat) -> None:
    s = sitting.begin(seat.table_id)
    own = s.seat(seat.pk)
    own.mover = Seat.Mover.BOT
    own.token_epoch += 1
    turns.advance(s)
    turns.write_down(s)
    turns.close(s)


def _blank_letters(player: Player) -> None:
    # One that has come since and is being read is new mail of a stranger: it goes the way of all raw letters.
    letters_in = list(_letters_of(player, skip_locked=True).values_list("pk", flat=True))
    InboundLetter.objects.filter(pk__in=letters_in).update(
        raw=b"", recipient="", mail_from="", sender="", auth_results="", account={}, trouble=""
    )
    letters = OutboundLetter.objects.filter(player=player)
    letters.filter(state__in=("queued", "retry", "in-flight", "for-digest")).update(
        state=OutboundLetter.State.FAILED, failure="the player was erased"
    )
    letters.update(to=player.email, text="", html="", picture=None, sender="", gist=[])


def _blank_journal(player: Player, called: Iterable[str]) -> None:
    """Lines are never changed otherwise; a person's names in them are."""
    words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, called))})(?!\w)")
    about = Q(actor=player) | Q(seat__player=player) | Q(league__entries__player=player)
    for line in JournalLine.objects.filter(pk__in=JournalLine.objects.filter(about).values("pk")):
        blanked = words.sub(NAMELESS, line.words)[: journal.WORDS]
        data = {} if line.actor_id == player.pk and line.verb == "renamed" else line.data
        if "reason" in data:
            data = {**data, "reason": words.sub(NAMELESS, data["reason"])}
        if (blanked, data) != (line.words, line.data):
            JournalLine.objects.filter(pk=line.pk).update(words=blanked, data=data)
