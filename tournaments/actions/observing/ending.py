"""The end of observing: by its reader, because letters come back, or with the table. Unsent letters stay here."""

from __future__ import annotations

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet

from tournaments.actions import journal
from tournaments.language.refusals import LinkExpired
from tournaments.language.speech import say
from tournaments.letters import headers
from tournaments.models import Observer, OutboundLetter, Player, Table
from tournaments.outbox.outbox import WAITING
from tournaments.queries.access import observing

ENDED = "its reader observes the table no more"


def stop(player: Player, table: Table) -> bool:
    """End it for a player; False if they did not observe that table."""
    return end(observing.of(player).filter(table=table))


def by_key(key: str) -> None:
    """One click in the mail program, or the page behind the link in each letter. It always works: twice as well.

    LinkExpired for an altered key alone.
    """
    try:
        pk, table, since = headers.read_observing_key(key)
    except (signing.BadSignature, ValueError) as error:
        raise LinkExpired(say("This link was altered.")) from error
    row = Observer.objects.filter(pk=pk, table=table).first()
    if row is not None and headers.is_of(row, since):
        end(Observer.objects.filter(pk=pk))


def of_address(email: str) -> None:
    """End all that an address observes, and its player: nothing arrives there."""
    end(Observer.objects.filter(email__same=email.strip()))
    end(Observer.objects.filter(player__email__same=email.strip()))


def of_letter(letter: OutboundLetter) -> None:
    """End it for the reader of one letter, which has come back or was called unwanted; other letters end nothing."""
    if letter.kind == observing.LETTER:
        end(Observer.objects.filter(pk=observing.observer_in(letter)))


@transaction.atomic
def end(rows: QuerySet[Observer]) -> bool:
    """Delete observers with the letters to them that have not gone out; whether there were any."""
    found = list(rows.select_related("table__league").order_by("pk"))
    for row in found:
        unsent = OutboundLetter.objects.filter(dedupe__startswith=observing.letters_to(row.pk), state__in=WAITING)
        unsent.update(state=OutboundLetter.State.NOT_WANTED, failure=ENDED)
        journal.note("observer gone", f"somebody gets no more letters about {row.table}", table=row.table)
    Observer.objects.filter(pk__in=[row.pk for row in found]).delete()
    return bool(found)
