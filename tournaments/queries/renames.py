"""Players who go by another name: told once to everybody in their leagues, and understood for a while. Reads only.

Each new name is in the journal of every league in which it is read, with the one before (`actions.renaming`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import F, Max
from django.utils import timezone

from engine.language.languages import to_say
from tournaments.language.speech import say
from tournaments.models import Entry, JournalLine, League, OutboundLetter, Player
from tournaments.models.states import there
from tournaments.queries import entries

RENAMED = "renamed"  # verb of the journal
AWHILE = timedelta(days=30)  # for which the page of a table says it, and a name of before is understood
SAID = to_say("{before} is called {name} now.")
LONG_AGO = datetime.min.replace(tzinfo=UTC)
_State = OutboundLetter.State
TOLD_IN = (_State.QUEUED, _State.IN_FLIGHT, _State.RETRY, _State.SENT)  # letters that are read as they were written


@dataclass(frozen=True, slots=True)
class Renamed:
    """Somebody who was known as `before`."""

    player: int
    before: str
    name: str

    @property
    def words(self) -> str:
        return say(SAID, before=self.before, name=self.name)


@dataclass(frozen=True, slots=True)
class Untold:
    """The news that a letter tells of it. `at`: the moment up to which all is told then; None: there is nothing new."""

    people: tuple[Renamed, ...] = ()
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class _Line:
    """A new name, as the journal of one league has it. `of`: the same in all leagues."""

    of: int
    at: datetime
    league: int
    renamed: Renamed
    forgotten: bool


# --- letters ----------------------------------------------------------------------------------------------


def untold(reader: Player, league: League | None) -> Untold:
    """The players of the league (None: of all the reader's) that go by a name which no letter has told the reader.

    What a letter in another league of theirs has told is not told again. Nothing for a reader who is in none.
    """
    leagues = _leagues_of(reader) if league is None else [league]
    latest = {one.pk: one.renamed_at for one in leagues if one.renamed_at is not None}
    if not latest or (league is not None and not _is_in(reader, league)):
        return Untold()
    marks = _marks(reader)
    if all(at <= _newest(marks.get(pk), marks.get(None)) for pk, at in latest.items()):
        return Untold()
    known = _known_since(reader, marks)
    lines = _lines(known, after=min(known[pk] for pk in latest), without=reader)
    told = {line.of for line in lines if line.at <= known[line.league]}
    new = [line for line in lines if line.league in latest and line.of not in told and line.at <= latest[line.league]]
    return Untold(_people(new), max(latest.values()))


def _is_in(reader: Player, league: League) -> bool:
    """Whether the player is in the league. A disqualified one is: they sat at its tables, and read how it goes on."""
    entry = entries.entry_of(reader, league)
    return entry is not None and entry.state != Entry.State.LEFT


def _leagues_of(reader: Player) -> list[League]:
    entered = Entry.objects.filter(player=reader).exclude(state=Entry.State.LEFT).order_by().values("league")
    return list(League.objects.filter(pk__in=entered, renamed_at__isnull=False).exclude(state__in=League.OVER))


def _marks(reader: Player) -> dict[int | None, datetime]:
    """League -> up to when letters have told the reader of new names there; None: in all of their leagues."""
    letters = OutboundLetter.objects.filter(player=reader, names_told_at__isnull=False, state__in=TOLD_IN).order_by()
    return dict(letters.values_list("league").annotate(Max("names_told_at")))


def _known_since(reader: Player, marks: Mapping[int | None, datetime]) -> dict[int, datetime]:
    """League of the reader -> since when nobody has told them a new name there."""
    joined = Entry.objects.filter(player=reader).order_by().values_list("league", "joined_at")
    return {pk: _newest(at, marks.get(pk), marks.get(None)) for pk, at in joined}


def _newest(*moments: datetime | None) -> datetime:
    return max(filter(None, moments), default=LONG_AGO)


# --- pages, and words that name somebody ---------------------------------------------------------------------


def recent(league: League, among: Collection[int], reader: Player | None) -> list[str]:
    """Sentences on who of these players goes by another name since a short while, for a page; not on its reader."""
    if not _is_recent(league):
        return []
    lines = _lines([league.pk], after=timezone.now() - AWHILE, without=reader)
    return [one.words for one in _people(line for line in lines if line.renamed.player in among)]


def former(league: League) -> dict[str, int]:
    """Former name -> the player who had it a short while ago, the newest of several."""
    if not _is_recent(league):
        return {}
    lines = _lines([league.pk], after=timezone.now() - AWHILE)
    return {line.renamed.before: line.renamed.player for line in lines if not line.forgotten}


def worn(players: Collection[int], league: League, since: datetime) -> list[tuple[str, int]]:
    """(name, whose): the names that these had in the league until then or later, whoever was told of it."""
    lines = JournalLine.objects.filter(
        verb=RENAMED,
        league=None,
        at__gt=since,
        actor__in=players,
        actor__entries__league=league,
        at__gte=F("actor__entries__joined_at"),
    )
    known = lines.order_by("at", "pk").values_list("data__before", "actor")
    return [(before, player) for before, player in known if before]  # it is gone once the person is forgotten


def _is_recent(league: League) -> bool:
    return league.renamed_at is not None and league.renamed_at > timezone.now() - AWHILE


# --- the journal --------------------------------------------------------------------------------------------


def _lines(leagues: Iterable[int], *, after: datetime, without: Player | None = None) -> list[_Line]:
    """New names in these leagues, the oldest first."""
    rows = JournalLine.objects.filter(verb=RENAMED, league__in=list(leagues), at__gt=after).order_by("at", "pk")
    if without is not None:
        rows = rows.exclude(actor=without)
    # "before" is gone once the person is forgotten.
    return [_line(line) for line in rows.select_related("actor") if "before" in line.data]


def _line(row: JournalLine) -> _Line:
    who, league = there(row.actor, row, "actor"), there(row.league_id, row, "league")
    renamed = Renamed(who.pk, row.data["before"], who.name)
    return _Line(row.data["of"], row.at, league, renamed, who.erased_at is not None)


def _people(lines: Iterable[_Line]) -> tuple[Renamed, ...]:
    """Each player once, with the name that they had first; none that has that name again."""
    first: dict[int, Renamed] = {}
    for line in lines:
        if not line.forgotten:
            first.setdefault(line.renamed.player, line.renamed)
    return tuple(one for one in first.values() if one.before != one.name)
