"""What is forgotten of a person and what stays. Part of `people.erase`, inside its transaction."""

from __future__ import annotations

from django.db.models import F, Q, Value
from django.db.models.functions import Replace
from django.utils import timezone

from tournaments.actions import sitting, turns
from tournaments.models import Entry, InboundLetter, JournalLine, League, OutboundLetter, Player, Seat, Table

NAMELESS = "former player"


def erase(player: Player) -> None:
    """Leave open leagues, give running seats to a bot, blank letters and journal, then the person."""
    name = player.name
    Entry.objects.filter(player=player, league__state__in=(League.State.DRAFT, League.State.OPEN)).update(
        state=Entry.State.LEFT
    )
    for seat in Seat.objects.filter(player=player, table__state=Table.State.RUNNING).order_by("table_id"):
        _leave_seat(seat)  # locks the tables before the player, as orders do
    _blank_player(player)
    _blank_letters(player)
    _blank_journal(player, name)


def _blank_player(player: Player) -> None:
    player.name, player.email = NAMELESS, f"former-{player.pk}@erased.invalid"
    player.rules, player.zone, player.is_active = {}, "UTC", False
    player.erased_at = timezone.now()
    player.set_unusable_password()
    player.save()
    player.addresses.all().delete()
    player.entries.update(word="")


def _leave_seat(seat: Seat) -> None:
    s = sitting.begin(seat.table_id)
    own = s.seat(seat.pk)
    own.mover = Seat.Mover.BOT
    own.token_epoch += 1
    turns.advance(s)
    turns.write_down(s)
    turns.close(s)


def _blank_letters(player: Player) -> None:
    InboundLetter.objects.filter(Q(player=player) | Q(seat__player=player)).update(
        raw=b"", recipient="", mail_from="", sender="", auth_results="", account={}, trouble=""
    )
    letters = OutboundLetter.objects.filter(player=player)
    letters.filter(state__in=("queued", "retry", "in-flight")).update(
        state=OutboundLetter.State.FAILED, failure="the player was erased"
    )
    letters.update(to=player.email, text="", html="", picture=None, sender="")


def _blank_journal(player: Player, name: str) -> None:
    """Lines are never changed otherwise; a person's name in them is."""
    about = Q(actor=player) | Q(seat__player=player) | Q(league__entries__player=player)
    lines = JournalLine.objects.filter(pk__in=JournalLine.objects.filter(about).values("pk"))
    lines.update(words=Replace(F("words"), Value(name), Value(NAMELESS)))
