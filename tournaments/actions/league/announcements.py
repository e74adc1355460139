"""The words of an organiser to a league or to one table, from the desk or by mail."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from engine.orders.command_words import Said
from tournaments.actions import journal, lengths, present
from tournaments.actions.league import names
from tournaments.actions.league.permissions import check_organiser
from tournaments.formats import clocks
from tournaments.language.refusals import BadSettings, TooOften, WordRefused
from tournaments.language.speech import say
from tournaments.letters import people
from tournaments.letters.parts.names import harmless
from tournaments.models import Entry, League, Player, Table
from tournaments.outbox import limits, outbox
from tournaments.queries.access.desk_rights import organised, own
from tournaments.queries.access.listeners import listeners

LONGEST_NUMBER = 6  # digits of a table's number
TO_ALL_AN_HOUR = 6  # announcements of one organiser to one league: each goes to up to 200 players
TO_TABLES_AN_HOUR = 60  # to single tables of it
MOST_NAMED = 20  # leagues of which the owner of the service is told the names
Readers = tuple[League, Table | None]  # everybody of a league, or of one table of it
RUNNING = (League.State.OPEN, League.State.DRAWING, League.State.RUNNING)


@transaction.atomic
def announce(league: League, actor: Player, words: str, table: Table | None = None) -> int:
    """Mail the words to everybody of the league, or of one table of it; to how many.

    TooOften for an organiser who has written to it too often in this hour; BadSettings without words or for too many.
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


def by_mail(actor: Player, said: Said, about: League | None, table: Table | None, proved: bool) -> str:
    """An announcement in a letter: to the table whose letter was answered, or to whom it names; the answer.

    WordRefused where it goes to nobody.
    """
    # The owner of the service may write to all.
    every = own(League.objects.filter(practice=False).order_by("pk"), actor)
    live = every.filter(state__in=RUNNING)
    if not live.exists():
        raise WordRefused(
            say("Announcements are for organisers. A line that begins with the word say goes to your table.")
        )
    mine = list(organised(live, actor) or live)
    found = _named(list(live), every, said.to) if said.to else _unnamed(list(live), mine, about, table)
    if len(found) > 1:
        raise WordRefused(names.which(_called(*one) for one in found))
    known = ", ".join(harmless(league.name) for league in mine[:MOST_NAMED])
    if not found:
        why_not = say(
            "To whom? Between the word and the colon goes the name of a league, and the number of a table if you like. "
            "Yours: {known}.",
            known=known,
        )
        raise WordRefused(why_not)
    ((league, only),) = found
    if league.state not in RUNNING:
        why_not = say(
            "{league} is {state}: this went to nobody. You can write to {known}.",
            league=harmless(league.name), state=league.get_state_display(), known=known,
        )  # fmt: skip
        raise WordRefused(why_not)
    if not proved:
        page = settings.SITE_URL.rstrip("/") + reverse("desk:tournaments_league_change", args=(league.pk,))
        why_not = say(
            "It could not be proved that your letter is yours, so nothing was announced. The desk does it: {page}",
            page=page,
        )
        raise WordRefused(why_not)
    count = announce(league, actor, said.rest, only)
    return say("Your words went to {count} players of {where}.", count=count, where=harmless(str(only or league)))


def _named(live: Sequence[League], every: Iterable[League], to: str) -> list[Readers]:
    """Find what the words name: leagues, or tables by the name of their league and a number behind it.

    Words that end with a number may be the whole name of a league as well. What is over or has not begun is found only
    where nothing else is called so.
    """
    known, (name, _, number) = list(every), to.rpartition(" ")
    numbered = bool(name) and number.isdecimal() and len(number) <= LONGEST_NUMBER
    for way in names.WAYS:
        found: list[Readers] = [(league, None) for league in names.going_by(known, to, way)]
        of = names.going_by(known, name, way) if numbered else []
        if of:
            opened = Table.objects.filter(league__in=of, number=int(number), opened_at__isnull=False)
            found += [(table.league, table) for table in opened.select_related("league")]
        if found or of:
            return [one for one in found if one[0] in live] or found
    return []


def _unnamed(
    live: Sequence[League], mine: Sequence[League], about: League | None, table: Table | None
) -> list[Readers]:
    """The league of the letter, with its table, else the only one.

    Where the letter is about a league that takes no such words from its reader, it is asked back: they would reach
    another one.
    """
    if about is not None:
        return [(about, table)] if about in live else []
    return [(mine[0], None)] if len(mine) == 1 else []


def _called(league: League, table: Table | None) -> str:
    called = names.with_organisers(league)
    return called if table is None else say("table {number} of {league}", number=table.number, league=called)
