"""The measures after the database is put back from a backup: nobody is answered as if it were later than it is.

Between the backup and the restore the service went on. What it did then is known to players, from letters, but not to
the database. So

- what had come in and was not read yet is read first, as it was read then (`backups.restoring`);
- every reply address ends: one from that time may name a question that means another one now. Everybody at a running
  table gets a letter with its position and what is asked, and the reply address of that letter is valid;
- letters that waited go out, perhaps for the second time, under the Message-ID that they had; not those with a
  question that is open, for it is asked anew;
- numbers of new rows begin far above the old ones: none of that time is given to something else;
- sign-ins, calendars' addresses and whatever links do in somebody's name end, offers of seats and of the office of
  organiser too: one that was ended in that time would be there again;
- what chance has not touched yet follows from new secrets: those of before may have been published in that time, with
  lots that were drawn or games that ended;
- the time between is an outage like any other: the sweep's last sign of life is in the database (`heartbeats`).

Where the service did nothing after the backup (a move to another machine) none of this is needed but the last.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from copy import copy
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.db.models import AutoField, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from engine import chance
from tournaments.actions import journal
from tournaments.actions.league import invitations, organisers_asked
from tournaments.actions.player import asked_addresses
from tournaments.actions.seats import offered
from tournaments.actions.table.notify_table import ask_all
from tournaments.actions.table.session import Session
from tournaments.formats import clocks
from tournaments.letters import host
from tournaments.letters import table as letters
from tournaments.letters.parts.draft import Draft
from tournaments.models import (
    Address,
    Invitation,
    League,
    OfficeOffer,
    Outage,
    OutboundLetter,
    Player,
    Restore,
    Seat,
    SeatOffer,
    SignIn,
    Table,
    Turn,
)
from tournaments.outbox import outbox
from tournaments.outbox.readdressing import AT_A_TIME, WAITING, Renewal
from tournaments.queries.letters import kinds
from tournaments.queries.letters.identify import player_at
from tournaments.runtime import heartbeats

VERB = "restored"  # of the journal
AT_ONCE = 500  # tables that one sweep tells, rows that are changed together
LEAST_GAP = 1000  # numbers that are left out, or as many as there are, if these are more
EPOCHS = 500  # what epochs of addresses rise by is drawn below: the same backup may be restored twice
ASKED_ANEW, LINK_ENDED = "the service was restored: it is asked anew", "the service was restored: its link was ended"
LINKS = ("sign_in", "verify_address", "seat_offered", "asked_to_organise")  # kinds of letters whose links end
RENEWED = ("renewed_at", "calendar_epoch", "password")
LIVE = (League.State.OPEN, League.State.DRAWING, League.State.RUNNING)


def moved(made_at: datetime) -> Restore:
    """Note a restore after which nothing was lost: the service had stopped before the backup was made."""
    now = timezone.now()
    journal.note(VERB, f"the service was moved: the database of {clocks.to_the_second(made_at, 'UTC')} was restored")
    return Restore.objects.create(made_at=made_at, restored_at=now, moved=True, told_at=now)


@transaction.atomic
def begin(made_at: datetime) -> Restore:
    """Begin anew from the moment that came back. The tables are told by the next sweeps (`tell`)."""
    _leave_numbers_out()
    _draw_secrets()
    Seat.objects.update(token_epoch=F("token_epoch") + 1 + secrets.randbelow(EPOCHS))
    SignIn.objects.all().delete()
    _sign_anew(rise=1 + secrets.randbelow(EPOCHS))
    _end_questions()
    restore = Restore.objects.create(made_at=made_at, restored_at=timezone.now())
    when = clocks.to_the_second(made_at, "UTC")
    journal.note(VERB, f"the database of {when} was restored; what happened since is lost", restore=restore.pk)
    _tell_organisers(restore)
    return restore


def _leave_numbers_out() -> None:
    """Raise the next number of each kind of row above all that may have been given in the time that is lost."""
    for model in apps.get_app_config("tournaments").get_models():
        key = model._meta.pk
        if isinstance(key, AutoField):
            last = model._default_manager.aggregate(last=Max("pk"))["last"] or 0
            gap = max(LEAST_GAP, last) + secrets.randbelow(LEAST_GAP)
            _skip(model._meta.db_table, key.db_column or key.attname, gap)


def _skip(table: str, column: str, gap: int) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT setval(s, nextval(s) + %s) FROM (SELECT pg_get_serial_sequence(%s, %s)::regclass AS s) AS one",
                [gap, f'"{table}"', column],
            )
            return
        cursor.execute("UPDATE sqlite_sequence SET seq = seq + %s WHERE name = %s", [gap, table])
        if not cursor.rowcount:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, gap])


def _sign_anew(rise: int) -> None:
    """End what was signed for people, and give letters that have not gone out what holds now.

    Not those that are asked anew, nor links that sign in: they would be dead.

    rise  of the epochs of calendars
    """
    waiting = OutboundLetter.objects.filter(state__in=(*WAITING, OutboundLetter.State.IN_FLIGHT))
    with_letters = set(waiting.filter(player__isnull=False).values_list("player", flat=True))
    renewals = []
    for portion in _portions(Player.objects.all()):  # before any letter, as everywhere
        renewed = [_renewed(player, rise) for player in portion]
        Player.objects.bulk_update(renewed, RENEWED)
        pairs = zip(portion, renewed, strict=True)
        renewals += [Renewal(before, now) for before, now in pairs if now.pk in with_letters]
    still_open = Turn.objects.filter(seat=OuterRef("seat"), serial=OuterRef("serial"), ended_at=None)
    asking = OutboundLetter.objects.filter(Exists(still_open), kind__in=kinds.ASKING).values("pk")
    _drop(waiting.filter(Q(pk__in=asking) | Q(copy_of__in=asking)), ASKED_ANEW)
    _drop(waiting.filter(kind__in=LINKS), LINK_ENDED)
    outbox.release(waiting.filter(state=OutboundLetter.State.IN_FLIGHT))
    for renewal in renewals:
        _readdress(waiting.filter(player=renewal.now), renewal)


def _end_questions() -> None:
    """End what a link answers in its reader's name: it may have been ended, or answered otherwise, in the lost time."""
    offered.end(SeatOffer.objects.all())
    organisers_asked.end(OfficeOffer.objects.all())
    asked_addresses.forget(Address.objects.filter(verified_at=None))
    asked = Invitation.objects.filter(league__state=League.State.OPEN).select_related("player")
    for player in set(filter(None, (row.player or player_at(row.email) for row in asked))):
        invitations.end_links(player)


def _portions(rows: QuerySet[Any]) -> Iterator[list[Any]]:
    last = 0
    while found := list(rows.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        yield found
        last = found[-1].pk


def _drop(letters: QuerySet[OutboundLetter], why: str) -> None:
    keys = list(letters.values_list("pk", flat=True))  # PostgreSQL and SQLite alike: what it selects by is changed
    OutboundLetter.objects.filter(pk__in=keys).update(state=OutboundLetter.State.NOT_WANTED, failure=why)


def _renewed(player: Player, rise: int) -> Player:
    now = copy(player)
    now.renewed_at, now.calendar_epoch = timezone.now(), player.calendar_epoch + rise
    now.set_unusable_password()  # links that sign in are signed with it
    return now


def _readdress(letters: QuerySet[OutboundLetter], renewal: Renewal) -> None:
    fields = set[str]()
    rows = list(letters.select_related("league").order_by("pk"))
    for letter in rows:
        known_by = letter.message_id
        fields |= set(renewal.apply(letter))
        letter.message_id = known_by  # by it a mailbox tells that it has the letter already
    if fields:
        OutboundLetter.objects.bulk_update(rows, sorted(fields), batch_size=AT_A_TIME)


def _draw_secrets() -> None:
    """New secrets, with their commitments, for lots that are not drawn and for tables that have not begun."""
    leagues = League.objects.filter(state__in=(League.State.OPEN, League.State.DRAWING))
    tables = Table.objects.filter(position__isnull=True, league__state__in=LIVE)
    for rows in (tables, leagues):
        for portion in _portions(rows.only("pk")):
            for row in portion:
                row.secret = secrets.token_bytes(32)
                row.commitment = chance.commitment(row.secret)
            rows.model._default_manager.bulk_update(portion, ["secret", "commitment"])


def _tell_organisers(restore: Restore) -> None:
    """Tell whoever runs the service or a live league what was lost, and what they may have to do."""
    of_leagues = Q(organised__state__in=LIVE, organised__practice=False)
    found = Player.objects.filter(of_leagues | Q(is_superuser=True), is_active=True).distinct().order_by("pk")
    for player in found:
        draft = host.restored(player, restore.made_at, restore.restored_at)
        outbox.write(draft, player=player, dedupe=f"{_key(restore)}:player:{player.pk}")


# --- the tables -----------------------------------------------------------------------------------


def waiting() -> list[int]:
    """Keys of running tables that have not been told of a restore, as many as a sweep has time for.

    None before the time between is given back: the letters say until when there is time, so that it need not be told
    once more by those about outages.
    """
    restores = list(Restore.objects.filter(told_at=None).order_by("pk"))
    if not restores or heartbeats.to_credit().exists():
        return []
    found: set[int] = set()
    for restore in restores:
        tables = _to_tell(restore)
        between = Outage.objects.filter(begins_at__lte=restore.restored_at, credited_until=F("ends_at"), told_at=None)
        between.update(told_at=timezone.now())
        if not tables:
            Restore.objects.filter(pk=restore.pk).update(told_at=timezone.now())
        found.update(tables)
    return sorted(found)[:AT_ONCE]


def _key(restore: Restore) -> str:
    """The key of letters about a restore: a new one each time, also if the same backup is restored twice."""
    return f"restored:{restore.restored_at.timestamp():.0f}"


def _to_tell(restore: Restore) -> list[int]:
    told = OutboundLetter.objects.filter(seat__table=OuterRef("pk"), dedupe__startswith=f"{_key(restore)}:")
    begun = Table.objects.filter(~Exists(told), state=Table.State.RUNNING, opened_at__lte=restore.restored_at)
    with_players = begun.filter(seats__player__is_active=True).distinct()
    return list(with_players.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])


@transaction.atomic
def tell(table_id: int) -> bool:
    """Tell a running table what is lost and what is asked now. A second call does nothing."""
    with Session.open(table_id) as session:
        restore = Restore.objects.filter(told_at=None).order_by("pk").last()
        if not session.is_running or restore is None:
            return False

        def written(seat: Seat, turn: Turn | None) -> Draft:
            plan, since = session.plans[seat.number], session.news(seat)
            return letters.restored(seat, session.match, plan, turn, since=since, made_at=restore.made_at)

        ask_all(session, written, _key(restore))
        return True
