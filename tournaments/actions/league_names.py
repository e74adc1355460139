"""The names that leagues go by: no two that anybody could take for each other, and which one a player means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from django.db.models import Q

from engine import notation
from tournaments import likeness, renames
from tournaments.actions.refusals import BadSettings
from tournaments.mail.letters.names import harmless
from tournaments.models import League, Player
from tournaments.offices import Office, office
from tournaments.speech import say

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
    known = list(leagues)
    found = fitting(known, words) or _fitting(known, words, _names_with_organisers)
    return found[0] if len(found) == 1 else None


def fitting(leagues: Iterable[League], words: str) -> list[League]:
    """All the leagues that go by these words, as they were given."""
    return _fitting(leagues, words, lambda league: (league.tag, league.name))


def _fitting(leagues: Iterable[League], words: str, names_of: Callable[[League], Iterable[str]]) -> list[League]:
    known: dict[str, list[League]] = {}
    for league in leagues:
        for name in {notation.normalise(name) for name in names_of(league)}:
            known.setdefault(name, []).append(league)
    fit = (league for name in notation.complete(notation.normalise(words), known) for league in known[name])
    return list(dict.fromkeys(fit))


def _names_with_organisers(league: League) -> list[str]:
    organisers = dict(league.organisers.order_by("pk").values_list("pk", "name"))
    called = [*organisers.values(), *(name for name, player in renames.former(league).items() if player in organisers)]
    return [f"{name} {organiser}" for organiser in called for name in (league.tag, league.name)]


def with_organisers(league: League) -> str:
    """The name of a league with who organises it, for people who have to tell two apart."""
    return f"{harmless(league.name)} ({', '.join(map(harmless, _organisers(league)))})"


def which(leagues: Iterable[League], words: str) -> str:
    """A sentence that asks which of several leagues of one name is meant; "" when the words do not fit several."""
    found = fitting(leagues, words)
    if len(found) < 2:
        return ""
    return say(
        "Several leagues are called so: {leagues}. Write the organiser's name behind the name of the one you mean.",
        leagues="; ".join(map(with_organisers, found)),
    )


def _organisers(league: League) -> list[str]:
    return list(league.organisers.order_by("pk").values_list("name", flat=True))
