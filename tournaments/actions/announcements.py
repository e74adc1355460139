"""What an organiser has to say to a league or to one table, from the desk or by mail."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from engine.commands import Command
from tournaments.actions import journal, league_names, lengths, present
from tournaments.actions.organising import check_organiser
from tournaments.actions.refusals import BadSettings, TooOften
from tournaments.formats import clocks
from tournaments.listeners import listeners
from tournaments.mail import limits, outbox
from tournaments.mail.letters import people
from tournaments.mail.letters.names import harmless
from tournaments.models import Entry, League, Player, Table
from tournaments.rights import organised, own
from tournaments.speech import say

LONGEST_NUMBER = 6  # digits of a table's number
TO_ALL_AN_HOUR = 6  # announcements of one organiser to one league: each goes to up to 200 players
TO_TABLES_AN_HOUR = 60  # to single tables of it
MOST_NAMED = 20  # leagues of which the owner of the service is told the names
RUNNING = (League.State.OPEN, League.State.DRAWING, League.State.RUNNING)


@transaction.atomic
def announce(league: League, actor: Player, words: str, table: Table | None = None) -> int:
    """Mail the words to everybody of the league, or of one table of it; to how many.

    TooOften for who has written to it too often in this hour; BadSettings without words or for too many.
    """
    check_organiser(league, actor)
    present.hold(actor)
    words = words.strip()
    if not words:
        raise BadSettings(say("There is nothing to announce."))
    lengths.check(words)
    _count(league, actor, table)
    readers = list(_readers(league, table))
    where = str(table or league)
    line = journal.note("announced", f"{actor} wrote to {where}: {words}", actor=actor, league=league, table=table)
    for reader in readers:
        draft = people.announced(reader, league, actor, words, table)
        outbox.write(draft, player=reader, league=league, dedupe=f"announced:{line.pk}:{reader.pk}")
    return len(readers)


def _count(league: League, actor: Player, table: Table | None) -> None:
    what, most = ("announced", TO_ALL_AN_HOUR) if table is None else ("announced to a table", TO_TABLES_AN_HOUR)
    if limits.allow(what, f"{actor.pk} {league.pk}", most, limits.HOUR):
        return
    moment = clocks.short(limits.end_of(limits.HOUR), actor.zone, timezone.now())
    if table is None:
        raise TooOften(
            say(
                "You have written to {league} {most} times in this hour: this went to nobody. Write it after {moment}.",
                league=harmless(str(league)), most=most, moment=moment,
            )
        )  # fmt: skip
    raise TooOften(
        say(
            "You have written to tables of {league} {most} times in this hour: this went to nobody. Write it after "
            "{moment}.",
            league=harmless(str(league)), most=most, moment=moment,
        )
    )  # fmt: skip


def _readers(league: League, table: Table | None) -> QuerySet[Player]:
    if table is not None:
        reading = Player.objects.filter(seats__table=table, seats__number__in=listeners(table))
        return reading.order_by("pk")
    entered = league.entries.exclude(state__in=Entry.GONE).values("player")
    return Player.objects.filter(pk__in=entered, is_active=True).order_by("pk")


def by_mail(actor: Player, said: Command, about: League | None, table: Table | None, proved: bool) -> str:
    """An announcement in a letter: to the table whose letter was answered, or to whom it names; the answer."""
    live = League.objects.filter(state__in=RUNNING, practice=False).order_by("pk")
    mine, may_write_to = organised(live, actor), own(live, actor)  # the owner of the service may write to all
    if not may_write_to.exists():
        return say("Announcements are for organisers. A line that begins with the word say goes to your table.")
    league, only = _meant(mine, said.to, about, table)
    if league is None and (which := _which(mine, said.to)):
        return which
    if league is None and actor.is_superuser:
        league, only = _meant(may_write_to, said.to, about, table)
        if league is None and (which := _which(may_write_to, said.to)):
            return which
    if league is None:
        known = ", ".join(harmless(one.name) for one in mine or may_write_to[:MOST_NAMED])
        return say(
            "To whom? Between the word and the colon goes the name of a league, and the number of a table if you like. "
            "Yours: {known}.",
            known=known,
        )
    if not proved:
        page = settings.SITE_URL.rstrip("/") + reverse("desk:tournaments_league_change", args=(league.pk,))
        return say(
            "It could not be proved that your letter is yours, so nothing was announced. The desk does it: {page}",
            page=page,
        )
    count = announce(league, actor, said.rest, only)
    return say("Your words went to {count} players of {where}.", count=count, where=harmless(str(only or league)))


def _which(leagues: QuerySet[League], to: str) -> str:
    """The question which of several leagues is meant, "" where it is none of several."""
    name = to.rstrip("0123456789 ")  # without the number of a table
    return league_names.which(leagues, to) or league_names.which(leagues, name)


def _meant(
    mine: QuerySet[League], to: str, about: League | None, table: Table | None
) -> tuple[League | None, Table | None]:
    """The league, and the table if one is meant: by name, else that of the letter, else the only one.

    Where the letter is about a league that takes no such words from its reader, it is asked back: they would reach
    another one.
    """
    leagues = list(mine)
    if not to:
        if about in leagues:
            return about, table
        return (leagues[0], None) if len(leagues) == 1 and about is None else (None, None)
    name, _, number = to.rpartition(" ")
    if name and number.isdecimal() and len(number) <= LONGEST_NUMBER:
        league = league_names.meant(leagues, name)
        only = league.tables.filter(number=int(number), opened_at__isnull=False).first() if league else None
        return (league, only) if only else (None, None)
    return league_names.meant(leagues, to), None
