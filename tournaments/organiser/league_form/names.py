"""Names for new leagues: proposed by game and season, shortened for the subject of letters. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils import timezone

import engine
from engine.language.languages import to_say
from tournaments.actions.league import names
from tournaments.formats import clocks
from tournaments.language import likeness
from tournaments.language.speech import say
from tournaments.language.spoken import spoken_to
from tournaments.models import League, Player

SEASONS = (to_say("winter"), to_say("spring"), to_say("summer"), to_say("autumn"))
LONGEST_TAG = League._meta.get_field("tag").max_length or 0
TRIED = 9  # names of one game and season
LOOKED_AT = 50  # leagues whose names are taken


def proposed(actor: Player, game: str) -> str:
    """A name that no other league of the organiser's has: "Bruges autumn 2026", in the organiser's language."""
    day = clocks.local_day(timezone.now(), actor.zone)
    called = engine.games[game].name
    with spoken_to(actor):
        season = say(SEASONS[day.month % 12 // 3])
        name = say("{game} {season} {year}", game=called, season=season, year=day.year)
        if len(name) > LONGEST_TAG:  # as the game is called in short
            name = say("{game} {season} {year}", game=game.capitalize(), season=season, year=day.year)
    return _free(actor, _numbered(name))


def short(actor: Player, name: str) -> str:
    """The name for the subject of letters: the name itself, or as many of its words as there is room for."""
    plain = " ".join(name.split())
    return _free(actor, (plain if len(plain) <= LONGEST_TAG else _cut(plain), *_numbered(_cut(plain, 2))))


def _numbered(name: str) -> Iterator[str]:
    yield name
    for number in range(2, TRIED + 1):
        yield f"{name} {number}"


def _cut(name: str, room: int = 0) -> str:
    """The first words, with some room left behind them; the beginning of one that is too long by itself."""
    longest = LONGEST_TAG - room
    kept = name[: longest + 1].rpartition(" ")[0] if len(name) > longest else name
    return kept or name[:longest]


def _free(actor: Player, candidates: Iterable[str]) -> str:
    """The first that looks like no name given lately; the very first where all do, and the form says whose it is."""
    every, given = list(candidates), _given(actor)
    return next((name for name in every if not any(likeness.alike(name, known) for known in given)), every[0])


def _given(actor: Player) -> set[str]:
    """The names of leagues that are not over: the organiser's own, and the newest of everybody's.

    Not of all: their number would make the page slow, and what is proposed is looked at once more when it is sent.
    """
    there = League.objects.filter(state__in=names.TAKEN_BY, practice=False).order_by("-pk")
    own, others = there.filter(organisers=actor), there.filter(access=League.Access.OPEN)
    pairs = [pair for some in (own, others) for pair in some.values_list("name", "tag")[:LOOKED_AT]]
    return {name for pair in pairs for name in pair}
