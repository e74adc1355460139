"""The check before a league starts: entrants are asked to answer "ready"; the silent may lose their places."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from engine.language.languages import ENGLISH
from engine.language.wording import listed
from tournaments.actions import journal, present
from tournaments.actions.clock import in_time
from tournaments.actions.league import leagues
from tournaments.actions.league.permissions import check_impartial_in, why_no_place
from tournaments.formats import clocks
from tournaments.language.refusals import BadSettings, NotOpen, WordRefused
from tournaments.language.speech import say
from tournaments.language.spoken import speaking_everywhere
from tournaments.letters import people
from tournaments.letters.parts.names import harmless
from tournaments.models import Entry, JournalLine, League, Player
from tournaments.outbox import outbox
from tournaments.queries.access import desk_rights

NOBODY = "Nobody is to be replaced: the date is not over, nobody else waits, or everybody who was asked is ready."
ASKED = "ready asked"  # verb of the journal; the line's data keep of which players, under "asked"
PLACE_LOST = "place lost"  # another: of a silent player


@transaction.atomic
def ready(player: Player, about: League | None) -> str:
    """Note the player's "ready" for the league of the letter, else for all: letters reach them and come back.

    WordRefused where nobody waits for that.
    """
    entries = Entry.objects.filter(player=player, league__state=League.State.OPEN).exclude(state__in=Entry.GONE)
    held = entries.select_for_update(of=("self",), no_key=True)  # all of them before the player
    mine = list(held.select_related("league").order_by("pk"))
    meant = [entry for entry in mine if about is not None and entry.league_id == about.pk] or mine
    if not meant and about is not None and about.is_cancelled:
        raise WordRefused(
            say("{league} was cancelled: nobody needs to be ready for it any more.", league=harmless(about.name))
        )
    if not meant:
        raise WordRefused(say("You are in no league that waits for this word."))
    for entry in meant:
        if entry.ready_at is None:
            _note(entry)
    return say(
        "Thank you. It is noted for {leagues}.", leagues=listed([harmless(entry.league.name) for entry in meant])
    )


def _note(entry: Entry) -> None:
    entry.ready_at = timezone.now()
    entry.save(update_fields=("ready_at",))
    present.hold(entry.player)
    words = f"{entry.player} is ready for {entry.league}"
    journal.note("ready", words, actor=entry.player, league=entry.league)


@transaction.atomic
def call(league: League, actor: Player, by: datetime) -> League:
    """Ask everybody who is in and has not said it yet to be ready by a date."""
    league = leagues.locked_for(league, actor)
    if league.state != League.State.OPEN:
        raise NotOpen(f"{league} is {league.get_state_display()}: nobody is asked to be ready any more.")
    if by <= timezone.now():
        raise BadSettings("Choose a moment that is still to come.")
    league.ready_by = by
    league.save(update_fields=("ready_by",))
    with speaking_everywhere(ENGLISH):
        words = f"{actor} asked the entrants of {league} to be ready by {clocks.words(by, actor.zone)}"
    unready = league.entries.filter(state=Entry.State.IN, ready_at=None).select_related("player", "league")
    asked = [entry.player_id for entry in unready]
    line = journal.note(ASKED, words, actor=actor, league=league, asked=asked)
    for entry in unready:
        outbox.write(
            people.be_ready(entry), player=entry.player, league=league, dedupe=f"be-ready:{line.pk}:{entry.pk}"
        )
    return league


def silent(league: League) -> QuerySet[Entry]:
    """Entrants who were asked to be ready by the date, have had the place ever since and have not said it."""
    line = _newest_asking(league)
    if line is None:
        return league.entries.none()
    asked = {*line.data["asked"]} - _since(line, "readmitted")
    # Who joins again, or loses the place and gets one later, counts as joined since.
    there = league.entries.filter(state=Entry.State.IN, ready_at=None, player__in=asked, joined_at__lte=line.at)
    return there.select_related("player", "league")


def _newest_asking(league: League) -> JournalLine | None:
    return league.journal.filter(verb=ASKED).order_by("pk").last()


def _since(line: JournalLine, verb: str) -> set[int]:
    """Keys of the players of whom the same league's journal has lines with this verb after the given line."""
    below = JournalLine.objects.filter(league=line.league_id, verb=verb, pk__gt=line.pk)
    return set(below.values_list("data__player", flat=True))


def asked_until(entry: Entry) -> datetime | None:
    """The date by which an entrant was asked to be ready; None for one who is ready, or was not asked."""
    if entry.league.ready_by is None or entry.ready_at is not None:
        return None
    return entry.league.ready_by if silent(entry.league).filter(pk=entry.pk).exists() else None


def _to_move_up(league: League) -> QuerySet[Entry]:
    """The waiting list, the first come first, without those who are on it because they were silent as well."""
    line = _newest_asking(league)
    lost = _since(line, PLACE_LOST) if line else ()
    waiting = league.entries.filter(state=Entry.State.WAITING).order_by("joined_at", "pk")
    return waiting.exclude(ready_at=None, player__in=lost).select_related("player")


def may_replace(league: League) -> bool:
    """Whether the date is over, somebody has been silent and somebody waits."""
    over = league.ready_by is not None and league.ready_by <= timezone.now()
    return over and silent(league).exists() and _to_move_up(league).exists()


def places(league: League, actor: Player) -> list[tuple[Entry, Entry]]:
    """Pairs of the entry that loses its place and the one that gets it, if the actor replaces the silent now."""
    # Who is ready comes before who has only waited longer.
    ordered = sorted(_to_move_up(league), key=lambda entry: entry.ready_at is None)
    admitted = (entry for entry in ordered if not why_no_place(league, entry.player, actor))
    return list(zip(list(silent(league)), admitted, strict=False))


@transaction.atomic
def replace_silent(league: League, actor: Player) -> int:
    """Give the places of the silent to those who wait, the first come first; how many. The silent wait behind them."""
    league = leagues.locked(league)
    check_impartial_in(league, actor)
    if league.state != League.State.OPEN:
        raise NotOpen(f"{league} is {league.get_state_display()}.")
    leagues.hold_entries(league)
    if not may_replace(league):
        raise NotOpen(NOBODY)
    if league.ready_by is not None and in_time.waits(timezone.now(), league.ready_by, in_time.of_league(league)):
        raise NotOpen("Letters that came in time may still be on their way. Look again in a minute.")
    changing = places(league, actor)
    if not changing:
        raise NotOpen(NOBODY)
    for old, _ in changing:
        _lose_place(old)
    for _, new in changing:
        leagues.move_up(league, new)
    journal.note(desk_rights.SILENT, f"{actor} gave {len(changing)} places to who waited", actor=actor, league=league)
    return len(changing)


def _lose_place(entry: Entry) -> None:
    entry.state, entry.joined_at = Entry.State.WAITING, timezone.now()
    entry.save(update_fields=("state", "joined_at"))
    words = f"{entry.player} did not answer and waits for a place now"
    line = journal.note(PLACE_LOST, words, league=entry.league, player=entry.player_id)
    outbox.write(people.place_lost(entry), player=entry.player, league=entry.league, dedupe=f"place-lost:{line.pk}")
