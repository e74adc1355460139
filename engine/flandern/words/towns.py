"""The towns in words: their worth, who leads, who would get what; the districts that are left. Told from a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.flandern.data.box import CHURCH, COATS, Box
from engine.flandern.rules import building, scoring
from engine.flandern.state import State, Town
from engine.flandern.words import names as naming
from engine.flandern.words.speech import say
from engine.flandern.words.voice import Voice, capital, listed
from engine.language.languages import to_say

SHAPES = (to_say("{n} small"), to_say("{n} middle"), to_say("{n} large"))
FORMS = {
    "A": to_say("A for a small space"),
    "B": to_say("B for a middle one"),
    "C": to_say("C for a large one"),
    "D": to_say("D for a middle and a small one"),
}


def guild(view: State, voice: Voice, coat: int) -> str:
    """A guild by its colour and its player: "green (Anna)"; alone where nobody has it."""
    own = [str(voice.seat(number)) for number, seat in enumerate(view.seats) if coat in (seat.guild, seat.influenced)]
    return f"{naming.coat_of(coat)} ({listed(own)})" if own else naming.coat_of(coat)


# --- a town ----------------------------------------------------------------------------------------------


def in_short(view: State, box: Box, voice: Voice, number: int) -> str:
    """ "11 free spaces, worth 2 points, green (Anna) leads by 2 masters"."""
    town = view.town(number)
    return say(
        "{free:free space|free spaces}, worth {worth:point|points}, {lead}",
        free=len(town.free(box)),
        worth=scoring.value(town, box),
        lead=leader(view, voice, town),
    )


def leader(view: State, voice: Voice, town: Town) -> str:
    """ "blue (you) leads by 1 master"."""
    strength = scoring.strengths(town)
    if not strength:
        return say("nobody is there yet")
    order = sorted(strength, key=lambda coat: (*(-n for n in strength[coat]), coat))
    first = strength[order[0]]
    best = [guild(view, voice, coat) for coat in order if strength[coat] == first]
    if len(best) > 1:
        return say("{guilds} are equal in front", guilds=listed(best))
    if len(order) == 1:
        return say("{guild} is alone there", guild=best[0])
    districts, masters = (own - other for own, other in zip(first, strength[order[1]], strict=True))
    if districts:
        return say("{guild} leads by {n:district|districts}", guild=best[0], n=districts)
    return say("{guild} leads by {n:master|masters}", guild=best[0], n=masters)


def standing(view: State, box: Box, voice: Voice) -> Iterator[tuple[int, str]]:
    """Each open town, with who would get what if it were scored now."""
    for number, town in view.open_towns():
        words = say(
            "{town}: {free:free space|free spaces}, worth {worth:point|points} now: {shares}.",
            town=box.town_name[number],
            free=len(town.free(box)),
            worth=scoring.value(town, box),
            shares="; ".join(_shares(view, box, voice, town)) or say("nobody is there yet"),
        )
        yield number, " ".join([words, *_sites(town, box)])


def _shares(view: State, box: Box, voice: Voice, town: Town) -> Iterator[str]:
    strength = scoring.strengths(town)
    points = scoring.shares(scoring.value(town, box), strength, box)
    for coat in sorted(strength, key=lambda coat: (*(-n for n in strength[coat]), coat)):
        count, masters = strength[coat]
        yield say(
            "{guild} {points} for {count:district|districts}{masters}",
            guild=guild(view, voice, coat),
            points=points[coat],
            count=count,
            masters=naming.with_masters(masters),
        )


def _sites(town: Town, box: Box) -> Iterator[str]:
    spaces = town.layout(box).spaces
    found = [
        say("{coat} on {space}", coat=naming.coat_of(town.laid[at].coat), space=spaces[at].name)
        for at in building.sites(town, range(len(COATS)))
    ]
    if found:
        yield say("Building sites, which do not count yet: {sites}.", sites=listed(found))


def scored(view: State, box: Box, voice: Voice) -> Iterator[str]:
    """The towns that are closed, and what they brought."""
    for number, town in enumerate(view.towns):
        if town is not None and town.scored:
            got = sorted(((points, coat) for coat, points in enumerate(town.points) if points), reverse=True)
            words = listed([f"{guild(view, voice, coat)} {points}" for points, coat in got]) or say("nobody")
            yield say(
                "{town} is scored, it was worth {value:point|points}: {guilds}.",
                town=box.town_name[number],
                value=town.value,
                guilds=words,
            )


# --- what is left ----------------------------------------------------------------------------------------


def stock(view: State, coat: int) -> str:
    """The districts of a coat that are left: "Blue: 3 small, 4 middle, one of them with 1 master"."""
    left = view.stock[coat]
    name = capital(naming.coat_of(coat))
    if coat == CHURCH:
        plain = [say(shape, n=left[place]) for place, shape in enumerate(SHAPES) if left[place]]
        special = [say(FORMS[kind]) for place, kind in enumerate(FORMS) if left[3 + place]]
        words = listed(plain) or say("not one")
        forms = say("; with a form of its own {forms}", forms=listed(special)) if special else ""
        return f"{name}: {words}{forms}"
    shapes = [_shape(shape, left[3 * place : 3 * place + 3]) for place, shape in enumerate(SHAPES)]
    return f"{name}: {', '.join(filter(None, shapes)) or say('not one')}"


def _shape(shape: str, by_masters: Sequence[int]) -> str:
    count = sum(by_masters)
    if not count:
        return ""
    said = say(shape, n=count)
    special = [(n, masters) for masters, n in enumerate(by_masters) if masters and n]
    if not special:
        return said
    if len(special) == 1 and special[0][0] == count:
        return said + (naming.with_masters(special[0][1]) if count == 1 else _each(special[0][1]))
    (n, masters), *more = special
    return (
        f"{said} ({', '.join([_of_them(n, masters), *(say('{n} with {masters}', n=k, masters=m) for k, m in more)])})"
    )


def _each(masters: int) -> str:
    return say(" with {number:master|masters} each", number=masters)


def _of_them(n: int, masters: int) -> str:
    return say("{n} with {masters:master|masters}", n=n, masters=masters)
