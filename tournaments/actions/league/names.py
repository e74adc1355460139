"""The names that leagues go by: no two that anybody could take for each other, and which one a player means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product

from django.db.models import Q

from tournaments.language import likeness
from tournaments.language.refusals import BadSettings
from tournaments.language.speech import say
from tournaments.letters.parts.names import harmless
from tournaments.models import League, Player
from tournaments.queries import renames
from tournaments.queries.access import player_rights
from tournaments.queries.access.offices import Office, office, role_in

Way = Callable[[str, Sequence[tuple[str, League]]], list[League]]
WAYS: tuple[Way, ...] = (likeness.bearing, likeness.beginning)
TAKEN_BY = (League.State.OPEN, League.State.DRAWING, League.State.RUNNING)


def refuse_alike(league: League, actor: Player | None = None) -> None:
    """BadSettings when the name or short name looks like that of another league that is not over.

    Of a league that everybody finds; of others only where `actor` organises both, for they are not to be found out.
    Where the owner of the service acts for a league of others, what counts is who organises it.
    """
    by = [actor] if actor is not None else []
    if actor is not None and league.pk and office(league, actor) == Office.OWNER:
        by = list(league.organisers.all())
    seen = Q(access=League.Access.OPEN) | Q(organisers__in=by)
    others = League.objects.filter(seen, state__in=TAKEN_BY, practice=False).exclude(pk=league.pk).distinct()
    for other in others.order_by("pk").only("name", "tag"):
        for own, known in product((league.name, league.tag), (other.name, other.tag)):
            if likeness.alike(own, known):
                raise BadSettings(
                    f"A league that is not over goes by “{known}” already: {other}. Who writes join, leave or announce "
                    f"with that name must mean one league: call yours other than “{own}”."
                )


def meant(leagues: Iterable[League], words: str) -> League | None:
    """The one league that a player means by its name, short name or the beginning of one, with its organiser's name
    behind it if several are called so; None if that is unclear.
    """
    found = fitting(leagues, words)
    return found[0] if len(found) == 1 else None


def fitting(leagues: Iterable[League], words: str, known: Iterable[League] = ()) -> list[League]:
    """All the leagues that go by these words, as they were given.

    known  others that the writer knows, which cannot be meant now: they are found where none of the leagues is called
           so as well, so that their whole name is not taken for the beginning of another one
    """
    now = list(leagues)
    every = list(dict.fromkeys([*now, *known]))
    for way in WAYS:
        if found := going_by(every, words, way):
            return [league for league in found if league in now] or found
    return []


def going_by(leagues: Iterable[League], words: str, way: Way) -> list[League]:
    """The leagues whose name or short name, perhaps with an organiser's name behind it, the words are or begin."""
    return way(words, [(name, league) for league in leagues for name in _names(league, words)])


def _names(league: League, words: str) -> list[str]:
    """The names to compare. Organisers are looked up only for words that go on after the league's own name."""
    names, (look, *_) = [league.tag, league.name], likeness.looks(words)
    longer = [name for name in names if look.startswith(likeness.looks(name)[0])]
    return [*names, *(f"{name} {organiser}" for name in longer for organiser in _organisers_called(league))]


def _organisers_called(league: League) -> list[str]:
    """Every name that the organisers go by, or went: that in letters, that which followers read."""
    organisers = list(league.organisers.order_by("pk"))
    known = {player.pk for player in organisers}
    former = [name for name, player in renames.former(league).items() if player in known]
    return list(dict.fromkeys([*(one.name for one in organisers), *(one.public_name for one in organisers), *former]))


def with_organisers(league: League) -> str:
    """The name of a league with its organisers', for people who have to tell two apart."""
    return _with(league, [player.name for player in league.organisers.order_by("pk")])


def as_followed(league: League, reader: Player) -> str:
    """The same for somebody who may follow it: with the names that followers read, unless they have a part in it."""
    if role_in(league, reader) is not None or not player_rights.only_follows(reader, league):
        return with_organisers(league)
    return _with(league, [player.public_name for player in league.organisers.order_by("pk")])


def _with(league: League, organisers: Iterable[str]) -> str:
    return f"{harmless(league.name)} ({', '.join(map(harmless, organisers))})"


def which(called: Iterable[str]) -> str:
    """The question which of several is meant; each is called as `with_organisers` does."""
    return say(
        "Several leagues are called so: {leagues}. Write the organiser's name behind the name of the one you mean.",
        leagues="; ".join(called),
    )
