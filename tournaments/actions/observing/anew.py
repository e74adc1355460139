"""A letter to an observer that was kept back at the last moment: what it told is told anew, as it may be known then."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from tournaments.actions.player import people
from tournaments.models import Observer, OutboundLetter, Table
from tournaments.outbox import limits
from tournaments.outbox.outbox import WAITING
from tournaments.queries.access import observing

AGAIN_A_DAY = 5  # letters to one reader about one table; what keeps back more than these waits for a day
DAY = timedelta(days=1)
ANEW = "what it tells is told anew"


@transaction.atomic
def instead_of(letter: OutboundLetter) -> None:
    """Have an observer told once more from where a letter began that was kept back.

    What was to follow it and has not gone out stays here as well, for the new letter tells that too. Nothing is told
    where everybody may know nothing any more, nor to who has ended it.
    """
    shown = letter.picture or {}
    table = Table.objects.filter(pk=shown.get("table", 0)).first()
    if table is None or "told" not in shown or not observing.is_public(table):
        return
    soon = limits.allow("observed anew", f"{table.pk} {letter.to}", AGAIN_A_DAY, DAY)
    number = observing.observer_in(letter)
    row = Observer.objects.select_for_update(no_key=True).filter(pk=number).first()
    behind = OutboundLetter.objects.filter(dedupe__startswith=observing.letters_to(number), state__in=WAITING)
    others = list(behind.select_for_update(no_key=True).exclude(pk=letter.pk).order_by("pk"))
    if row is None and any(map(observing.is_last, (letter, *others))):
        row = _once_more(letter, table)
    if row is None:
        return
    row.told = min(row.told, *((each.picture or shown).get("told", row.told) for each in (letter, *others)))
    row.look_at = timezone.now() if soon else timezone.now() + DAY
    row.save(update_fields=("told", "look_at"))
    withdrawn = OutboundLetter.objects.filter(pk__in=[each.pk for each in others])
    withdrawn.update(state=OutboundLetter.State.NOT_WANTED, failure=ANEW)


def _once_more(letter: OutboundLetter, table: Table) -> Observer | None:
    """The reader of a table's last letter, behind which the row was gone, stored once more; None for who plays there."""
    player = letter.player or people.player_of(letter.to)
    if player is not None:
        if not player.is_active or observing.plays(player, table):
            return None
        known = observing.of(player).filter(table=table)
    elif people.is_closed(letter.to):
        return None
    else:
        known = Observer.objects.filter(table=table, email__same=letter.to)
    row = known.first()
    if row is None:
        shown = letter.picture or {}
        row = Observer(table=table, player=player, told=shown.get("entry", 0), round=table.round)
        if player is None:
            row.email, row.language = letter.to, shown.get("language", "")
        row.save(force_insert=True)
    return row
